"""Which cells of a workbook are marked: areas to be filled by severity, and a note for each finding."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from baccarat_xl.workbook.model import column_index

if TYPE_CHECKING:
    from baccarat_xl.audit.finding import Finding, TableResult

_AREA: Final = re.compile(r"([A-Z]{1,3})(\d{1,7})(?::([A-Z]{1,3})(\d{1,7}))?")
LONGEST_NOTE: Final = 8_000


@dataclass(slots=True)
class SheetMarks:
    """The marks of one sheet. areas: severity -> addresses; notes: address of one cell -> text."""

    areas: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    notes: dict[str, str] = field(default_factory=dict)


def marks_of(findings: Iterable[Finding], tables: Sequence[TableResult] = ()) -> dict[str, SheetMarks]:
    """Sheet name -> its marks. A finding without a cell is marked where its row starts in the table."""
    found: dict[str, SheetMarks] = defaultdict(SheetMarks)
    seen: set[tuple[str, str, str]] = set()
    for finding in findings:
        sheet = finding.sheet or ""
        marks = found[sheet]
        home = finding.cell or _row_start(finding, tables)
        for area in dict.fromkeys((home, *finding.cells)):
            if (sheet, finding.severity, area) not in seen and is_area(area):
                seen.add((sheet, finding.severity, area))
                marks.areas[finding.severity].append(area)
        if is_area(home):
            cell = home.partition(":")[0]
            text = note_text(finding)
            before = marks.notes.get(cell)
            if before is None:
                marks.notes[cell] = text
            elif len(before) + len(text) < LONGEST_NOTE:
                marks.notes[cell] = f"{before}\n\n{text}"
    return dict(found)


def is_area(address: str) -> bool:
    """Whether this is a cell, or a block of cells, of a sheet."""
    return _AREA.fullmatch(address) is not None


def cells_in(area: str) -> Iterator[tuple[int, int]]:
    """(row, column) from 0 of every cell of an address.

    >>> list(cells_in("B2:C3"))
    [(1, 1), (1, 2), (2, 1), (2, 2)]
    """
    first, _, last = area.partition(":")
    (top, left), (bottom, right) = place_of(first), place_of(last or first)
    for row in range(min(top, bottom), max(top, bottom) + 1):
        for column in range(min(left, right), max(left, right) + 1):
            yield row, column


def place_of(cell: str) -> tuple[int, int]:
    """(row, column) of an address, from 0.

    >>> place_of("C5")
    (4, 2)
    """
    letters = cell.rstrip("0123456789")
    return int(cell[len(letters) :]) - 1, column_index(letters)


def note_text(finding: Finding) -> str:
    """What the note of a cell says about one finding."""
    likely = " (likely)" if finding.confidence == "likely" else ""
    lines = (
        f"{finding.rule} {finding.severity}: {finding.message}{likely}",
        f"expected: {finding.expected}; found: {finding.found}",
        f"why: {finding.why}",
        f"fix: {finding.fix}",
    )
    return "\n".join(lines)[:LONGEST_NOTE]


def _row_start(finding: Finding, tables: Sequence[TableResult]) -> str:
    for table in tables:
        if table.sheet == finding.sheet and table.first_row <= finding.row <= table.last_row:
            letters = [place.letter for place in (*table.columns.values(), *table.also.values())]
            letters = [letter for letter in letters if letter.isalpha() and letter.isupper()]
            if letters:
                return f"{min(letters, key=lambda letter: (len(letter), letter))}{finding.row}"
    return f"A{finding.row}"
