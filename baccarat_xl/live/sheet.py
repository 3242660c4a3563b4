"""The sheet ``Baccarat check``: every finding with a link to its cell, what was looked at, and the marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from baccarat_xl.audit.finding import CheckResult, Finding
from baccarat_xl.errors import OutputError
from baccarat_xl.live.marks import Mark
from baccarat_xl.live.reading import two_dimensional
from baccarat_xl.report.sheet_rows import (
    HEADERS,
    NAME,
    SIGNATURE,
    WIDTHS,
    about,
    free_name,
    linked_place,
    row_of,
    shown_place,
)
from baccarat_xl.report.sheet_rows import SIGNED as MADE_BY

SIGNED: Final = "A2"
HEADER_ROW: Final = 5
MARKS_COLUMN: Final = 12
MARK_HEADERS: Final = ("Marked sheet", "Cell", "Colour before", "Colour of the mark")
LINK_COLOUR: Final = "#0563c1"
ROWS_AT_ONCE: Final = 2_000
LONGEST: Final = 8_000
"""Longer texts cannot be handed to Excel together with others."""


def our_sheets(book: Any) -> list[Any]:
    """The sheets that an earlier check wrote, known by what stands in them and not by name alone."""
    return [
        sheet
        for sheet in book.sheets
        if sheet.name.startswith(NAME) and str(sheet.range(SIGNED).value).startswith(SIGNATURE)
    ]


def add_sheet(book: Any) -> Any:
    """A new sheet after the last one, under a name that is free. Raises OutputError where that fails."""
    taken = {sheet.name.lower() for sheet in book.sheets}
    name = free_name(taken)
    try:
        return book.sheets.add(name, after=book.sheets[len(book.sheets) - 1])
    except Exception as problem:
        raise OutputError(
            f"{book.name}: no sheet for the findings could be added ({problem}); see whether it may be "
            "changed, and check again"
        ) from problem


def refuse_locked(book: Any) -> None:
    """Raises OutputError where the workbook's structure is protected: sheets can then come and go no more."""
    try:
        locked = book.api.ProtectStructure is True
    except Exception:  # asked for in this way on Windows only
        return
    if locked:
        raise OutputError(
            f"{book.name}: the structure of the workbook is protected, so no sheet can be added or removed; "
            "unprotect it (Review, Protect Workbook) and try again"
        )


def write_findings(sheet: Any, result: CheckResult, marks: Sequence[Mark], remarks: Sequence[str]) -> None:
    """Fill the sheet. Every text is written as text, whatever it looks like."""
    summary, looked_at = about(result)
    sheet.range("A1").value = "'" + NAME
    sheet.range("A1").font.bold = True
    sheet.range(SIGNED).value = (
        f"'{MADE_BY} The macro UndoBaccaratMarks gives marked cells their colours back and "
        "removes this sheet."
    )
    sheet.range("A3").value = _text(summary)
    _put(sheet, HEADER_ROW, 1, [HEADERS])
    sheet.range((HEADER_ROW, 1), (HEADER_ROW, len(HEADERS))).font.bold = True
    for column, width in enumerate(WIDTHS, start=1):
        sheet.range((1, column)).column_width = width
    row = HEADER_ROW + 1
    sheet.range((row, 4), (row + len(result.findings), len(HEADERS))).wrap_text = True
    _put(sheet, row, 2, [row_of(finding)[1:] for finding in result.findings])
    _put_formulas(sheet, row, [_link(finding) for finding in result.findings])
    _put(sheet, row + len(result.findings) + 1, 1, [(line,) for line in (*remarks, *looked_at)])
    write_marks(sheet, marks)


def write_marks(sheet: Any, marks: Sequence[Mark]) -> None:
    """What `read_marks` needs, in place of what stood there."""
    old = len(read_marks(sheet))
    blank = [("", "", "", "")] * max(0, old - len(marks))
    rows = [(each.sheet, each.cell, each.before, each.colour) for each in marks]
    _put(sheet, HEADER_ROW, MARKS_COLUMN, [MARK_HEADERS, *rows, *blank])


def read_marks(sheet: Any) -> list[Mark]:
    """The marks that a sheet of ours remembers."""
    used = sheet.used_range
    last = used.row + used.shape[0] - 1
    if last <= HEADER_ROW:
        return []
    cells = sheet.range((HEADER_ROW + 1, MARKS_COLUMN), (last, MARKS_COLUMN + 3))
    found = []
    for row in two_dimensional(cells.options(ndim=2).value, cells.shape):
        if row[0] is None:
            break
        found.append(Mark(*map(str, row)))
    return found


def _link(finding: Finding) -> str:
    """A formula that shows the finding's place and leads there."""
    place = f"#{linked_place(finding)}".replace('"', '""')
    shown = shown_place(finding).replace('"', '""')
    return f'=HYPERLINK("{place}","{shown}")'


def _put(sheet: Any, row: int, column: int, rows: Sequence[Sequence[str]]) -> None:
    for first, part in _parts(rows):
        width = len(part[0])
        area = sheet.range((row + first, column), (row + first + len(part) - 1, column + width - 1))
        area.value = [[_text(cell) for cell in each] for each in part]


def _put_formulas(sheet: Any, row: int, formulas: Sequence[str]) -> None:
    for first, part in _parts(formulas):
        area = sheet.range((row + first, 1), (row + first + len(part) - 1, 1))
        area.formula = [[formula] for formula in part]
        area.font.color = LINK_COLOUR


def _parts(rows: Sequence[Any]) -> Iterator[tuple[int, Sequence[Any]]]:
    for first in range(0, len(rows), ROWS_AT_ONCE):
        yield first, rows[first : first + ROWS_AT_ONCE]


def _text(text: str) -> str | None:
    """Text for a cell: the apostrophe keeps Excel from reading a formula, a number or a date in it."""
    return f"'{text[:LONGEST]}" if text else None
