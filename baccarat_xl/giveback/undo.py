"""The original of an annotated copy, byte for byte."""

from __future__ import annotations

from pathlib import Path

from baccarat_xl.errors import FileUnreadable
from baccarat_xl.giveback.original import restore
from baccarat_xl.workbook.patch import written_beside


def undo(copy: Path, out: Path) -> int:
    """Write the original of the annotated copy to ``out``; returns its size in bytes.

    Raises FileUnreadable with the reason where the original cannot be had, OutputError where it cannot be
    written; ``out`` is then as it was.
    """
    try:
        stream = copy.open("rb")
    except OSError as error:
        raise FileUnreadable(f"{copy}: the file cannot be read ({error.strerror}); check the name.") from None
    with stream:
        restore(stream, None, copy)
        with written_beside(out) as target:
            return restore(stream, target, copy)
