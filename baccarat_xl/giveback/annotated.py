"""An annotated copy: what it came to, and how it is written."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from baccarat_xl.giveback import original
from baccarat_xl.workbook.patch import written_beside

if TYPE_CHECKING:
    from baccarat_xl.giveback.package import Package


@dataclass(slots=True)
class Annotated:
    """What an annotated copy came to. sheet: its sheet of findings; remarks: what to know, one sentence each.

    changed, added: the names of the parts that are not the original's
    """

    path: Path
    sheet: str
    notes: int = 0
    remarks: list[str] = field(default_factory=list)
    changed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()


def remark_signature(package: Package, done: Annotated) -> None:
    """Say that a signature does not hold for a copy."""
    if package.signed:
        done.remarks.append(
            "The workbook is signed; the signature is for the original, and is not valid for this copy."
        )


def write_copy(package: Package, source: Path, done: Annotated) -> None:
    """Write the changed package with the record of its original, which must be had again from the copy.

    Raises OutputError where it cannot be written.
    """
    package.change(original.PART, original.record(source, package.changed))
    done.changed, done.added = tuple(package.changed), tuple(package.added)
    with written_beside(done.path) as stream:
        package.write(stream)
        stream.flush()
        original.restore(stream, None, done.path)
        stream.seek(0, 2)
