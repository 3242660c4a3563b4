"""The steps that ``baccarat-xl addin HOST`` prints, taken at their word."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from baccarat_xl.cli import main
from baccarat_xl.cli.exit_codes import Exit

_FORMULA: Final = re.compile(r"=(?:\w+\.)?BANKER_DRAWS\([^()]*\)")
_SHOWN: Final = re.compile(r"\b(?:it|which) shows (\w+)")


@dataclass(frozen=True, slots=True)
class Printed:
    """What was written, and what was printed: three steps."""

    folder: Path
    steps: tuple[str, str, str]

    @property
    def formulas(self) -> list[str]:
        """The formulas that the last step says to type, in their order."""
        found = _FORMULA.findall(self.steps[2])
        assert found, self.steps[2]
        return found

    @property
    def shown(self) -> str:
        """What the cell is said to show."""
        (found,) = _SHOWN.findall(self.steps[2])
        return str(found)

    def file(self, name: str) -> Path:
        """A file that was written and that the steps name."""
        assert name in " ".join(self.steps), name
        assert (self.folder / name).is_file(), name
        return self.folder / name

    def command(self, start: str) -> str:
        """The one command of the steps that begins so, up to the next comma, bracket or full stop."""
        (found,) = re.findall(
            rf"{re.escape(start)}.*?(?=,? or |, then|[)]|[.,] | \(|$)", " ".join(self.steps)
        )
        return str(found)


def printed(host: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> Printed:
    """Write a host's files as a newcomer does, and read what is said then."""
    assert main(["addin", host, "-o", str(folder)]) == Exit.CLEAN
    lines = capsys.readouterr().out.splitlines()[-3:]
    one, two, three = (re.sub(rf"^\s*{n}\. ", "", line) for n, line in enumerate(lines, start=1))
    return Printed(folder, (one, two, three))


def arguments(formula: str) -> list[object]:
    """The arguments of a printed call: numbers and texts; None is a place left empty."""
    inside = formula[formula.index("(") + 1 : -1]
    places = [place.strip() for place in re.split("[,;]", inside)]
    return [None if not place else place[1:-1] if place[0] == '"' else int(place) for place in places]


def as_shown(value: object) -> str:
    """A value as the cell of a spreadsheet shows it."""
    if isinstance(value, bool):
        return str(value).upper()
    return f"{value:g}" if isinstance(value, float) else str(value)
