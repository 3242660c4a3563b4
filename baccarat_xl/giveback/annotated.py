"""What an annotated copy came to."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


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
