"""What an inspection finds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

Risk: TypeAlias = Literal["acts", "reveals", "odd", "none"]
RISKS: Final[tuple[Risk, ...]] = ("acts", "reveals", "odd", "none")
"""acts: may run a program or fetch something once a spreadsheet opens the file and is allowed to; reveals:
shows or hides more than meets the eye; odd: not as spreadsheets write it; none: of no consequence."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something in a file. what: a word or two; where: a part, a sheet or a cell; words: what it can do."""

    what: str
    where: str
    risk: Risk
    words: str


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a package: its size in bytes, and how many bytes it takes in the file."""

    name: str
    size: int
    packed: int


@dataclass(slots=True)
class Inspection:
    """A file's content. format: as `read_book` tells it, "" where the file is refused; refused: why, or None.

    sheets  (name, state) in their order
    """

    path: str
    size: int = 0
    format: str = ""
    encrypted: bool = False
    refused: str | None = None
    parts: list[Part] = field(default_factory=list)
    sheets: list[tuple[str, str]] = field(default_factory=list)
    things: list[Thing] = field(default_factory=list)

    @property
    def acting(self) -> list[Thing]:
        """What may act."""
        return [thing for thing in self.things if thing.risk == "acts"]
