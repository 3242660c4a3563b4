"""Cells marked by their fill, with the colour they had before, so that every mark can be taken away."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from baccarat_xl.audit.finding import SEVERITIES, Finding
from baccarat_xl.live.reading import cell_place
from baccarat_xl.report.sheet_rows import COLOURS

NO_FILL: Final = "none"
MOST_MARKS: Final = 3_000
PLAIN_FILLS: Final = (-4142, 1)
"""Excel's numbers for no fill and for one plain colour. Patterns and gradients could not be given back."""
_RANGE: Final = re.compile(r"([A-Z]{1,3})(\d+):([A-Z]{1,3})(\d+)")


@dataclass(frozen=True, slots=True)
class Mark:
    """One marked cell: the colours are ``#rrggbb``, ``before`` also ``none``."""

    sheet: str
    cell: str
    before: str
    colour: str


def wanted_marks(findings: Iterable[Finding]) -> dict[tuple[str, str], str]:
    """(sheet, cell) -> severity, the gravest that a cell has."""
    found: dict[tuple[str, str], str] = {}
    for finding in findings:
        for address in finding.cells or (finding.cell,):
            for cell in _cells(address):
                key = finding.sheet or "", cell
                rank = SEVERITIES.index(finding.severity)
                if key not in found or SEVERITIES.index(found[key]) > rank:
                    found[key] = finding.severity
    return found


def _cells(address: str | None) -> Iterator[str]:
    if not address:
        return
    block = _RANGE.fullmatch(address)
    if block is None:
        yield address
        return
    # Findings name ranges within one column.
    for row in range(int(block[2]), int(block[4]) + 1):
        yield f"{block[1]}{row}"


def mark(book: Any, wanted: dict[tuple[str, str], str]) -> tuple[list[Mark], list[str]]:
    """Mark cells; what was not marked is said, one sentence a reason."""
    marks: list[Mark] = []
    remarks: list[str] = []
    by_sheet: dict[str, list[tuple[str, str]]] = {}
    for (sheet, cell), severity in wanted.items():
        by_sheet.setdefault(sheet, []).append((cell, severity))
    for name, cells in by_sheet.items():
        _mark_sheet(book.sheets[name], cells, marks, remarks)
    return marks, remarks


def _mark_sheet(sheet: Any, cells: Sequence[tuple[str, str]], marks: list[Mark], remarks: list[str]) -> None:
    if is_protected(sheet):
        remarks.append(
            f"The sheet {sheet.name} is protected: its findings are listed, and its cells were not marked; "
            "unprotect it and check again to see them marked."
        )
        return
    patterned = 0
    for position, (cell, severity) in enumerate(cells):
        if len(marks) >= MOST_MARKS:
            left = len(cells) - position
            remarks.append(
                f"Only {MOST_MARKS:,} cells were marked; {left:,} more of the sheet {sheet.name} are listed."
            )
            break
        place = sheet.range(cell_place(cell))
        if not _plain(place):
            patterned += 1
            continue
        before, colour = _colour(place), COLOURS[severity]
        try:
            place.color = colour
        except Exception as problem:
            remarks.append(f"Cells of the sheet {sheet.name} could not be marked ({problem}).")
            break
        marks.append(Mark(sheet.name, cell, before, colour))
    if patterned:
        remarks.append(
            f"{patterned:,} cells of the sheet {sheet.name} have a pattern, which a mark would lose: "
            "they are listed and not marked."
        )


def unmark(book: Any, marks: Iterable[Mark]) -> tuple[int, list[Mark], list[str]]:
    """Give cells their colours back: how many, the marks that stay, and why, one sentence each.

    A cell that has another colour by now is left as it is: somebody coloured it, or rows were moved.
    """
    names = {sheet.name: sheet for sheet in book.sheets}
    restored, stay, moved = 0, [], 0
    protected: dict[str, int] = {}
    for each in marks:
        sheet = names.get(each.sheet)
        if sheet is None:
            continue
        place = sheet.range(cell_place(each.cell))
        if _colour(place) != each.colour:
            moved += 1
        elif is_protected(sheet):
            protected[each.sheet] = protected.get(each.sheet, 0) + 1
            stay.append(each)
        else:
            place.color = None if each.before == NO_FILL else each.before
            restored += 1
    remarks = [
        f"The sheet {name} is protected: {count:,} marks stay; unprotect it and undo again."
        for name, count in protected.items()
    ]
    if moved:
        remarks.append(
            f"{moved:,} marked cells have another colour by now: they were left as they are (or moved)."
        )
    return restored, stay, remarks


def is_protected(sheet: Any) -> bool:
    """Whether cells of a sheet cannot be coloured, where Excel says so; False where it cannot be asked."""
    try:
        return sheet.api.ProtectContents is True
    except Exception:
        return False


def _plain(place: Any) -> bool:
    try:
        pattern = place.api.Interior.Pattern
    except Exception:  # asked for in this way on Windows only
        return True
    return not isinstance(pattern, int) or pattern in PLAIN_FILLS


def _colour(place: Any) -> str:
    colour = place.color
    return NO_FILL if colour is None else "#{:02x}{:02x}{:02x}".format(*map(int, colour))
