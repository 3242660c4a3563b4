"""An open workbook as the audit takes it: values, formulas, names and tables, read through xlwings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, Final, cast

from baccarat_xl.cell_error import CellError
from baccarat_xl.live.formulas import as_stored
from baccarat_xl.workbook.formula_groups import FormulaGroups
from baccarat_xl.workbook.model import (
    Book,
    CellValue,
    NotRead,
    Progress,
    Sheet,
    State,
    column_index,
    column_letter,
)
from baccarat_xl.workbook.names import Names, TableRange

CELLS_AT_ONCE: Final = 200_000
MOST_BLANK: Final = 20
"""After so many parts of a sheet without a value, what is below is formatted and empty, or far away."""
WIDEST: Final = 512
MOST_MERGED: Final = 2_000
VERY_HIDDEN: Final = 2
ERROR_BASE: Final = -2146828288
"""What Windows adds to the number of a cell error that xlwings does not know by name."""
OTHER_ERRORS: Final = {
    2043: "#GETTING_DATA",
    2045: "#SPILL!",
    2046: "#CONNECT!",
    2047: "#BLOCKED!",
    2048: "#UNKNOWN!",
    2049: "#FIELD!",
    2050: "#CALC!",
}
ERROR_TEXTS: Final = ("#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!")


@dataclass(frozen=True, slots=True)
class Block:
    """A table's rectangle on its sheet, rows and columns from 1."""

    name: str
    top: int
    left: int
    bottom: int
    right: int

    def holds(self, row: int, column: int) -> bool:
        return self.top <= row <= self.bottom and self.left <= column <= self.right


def read_live(book: Any, *, skip: Sequence[str] = (), progress: Progress | None = None) -> Book:
    """Every sheet of an open workbook, except those named in ``skip``. Nothing in it is changed.

    Sheets without cells (charts) are no worksheets for xlwings and do not appear.
    """
    sheets: list[Sheet] = []
    not_read: list[NotRead] = []
    tables: dict[str, TableRange] = {}
    names = _names(book, not_read)
    wanted = [sheet for sheet in book.sheets if sheet.name not in skip]
    for number, sheet in enumerate(wanted):
        if progress:
            progress(f"reading sheet {sheet.name}", number / len(wanted))
        blocks = []
        for name, block, found in _tables(sheet):
            tables[name.upper()] = found
            blocks.append(block)
        sheets.append(_sheet(sheet, blocks, not_read))
    return Book(
        path=Path(book.name),
        format=Path(book.name).suffix.removeprefix(".").lower() or "xlsx",
        sheets=sheets,
        not_read=not_read,
        names=Names(names, tables),
    )


def _sheet(sheet: Any, blocks: list[Block], not_read: list[NotRead]) -> Sheet:
    used = sheet.used_range
    height, right = used.row + used.shape[0] - 1, used.column + used.shape[1] - 1
    width = min(right, WIDEST)
    if right > width:
        where = f"{sheet.name}!{column_letter(width)}:{column_letter(right - 1)}"
        not_read.append(NotRead("cells", where, "these columns stand far from the rest and were not read."))
    groups = FormulaGroups()
    rows: list[list[CellValue]] = []
    step = max(1, CELLS_AT_ONCE // width)
    blank = 0
    for first in range(1, height + 1, step):
        cells = sheet.range((first, 1), (min(first + step - 1, height), width))
        block = _read_block(cells, first, groups, blocks)
        blank = 0 if any(value is not None for row in block for value in row) else blank + 1
        if blank > MOST_BLANK:
            where = f"{sheet.name}!{len(rows) + 1}:{height}"
            not_read.append(
                NotRead("cells", where, "so much above these rows is empty that they were not read.")
            )
            break
        rows += block
    while rows and all(value is None for value in rows[-1]):
        rows.pop()
    return Sheet(
        name=sheet.name,
        state=state_of(sheet),
        rows=rows,
        row_numbers=range(1, len(rows) + 1),
        formulas=groups.index(),
        merged=tuple(_merged(used)),
        written=groups.written() or None,
    )


def state_of(sheet: Any) -> State:
    """Whether a sheet is seen; Excel says 2 of one that its menus do not list."""
    shown = sheet.visible
    if not shown:
        return "hidden"
    return "very hidden" if shown is not True and shown == VERY_HIDDEN else "visible"


def _read_block(cells: Any, first: int, groups: FormulaGroups, blocks: list[Block]) -> list[list[CellValue]]:
    """The values of a rectangle from column A on, row ``first`` down; its formulas go to ``groups``."""
    values = _values(cells)
    formulas = two_dimensional(cells.formula, cells.shape)
    for offset, (row, written) in enumerate(zip(values, formulas, strict=True)):
        for column, text in enumerate(written):
            if not isinstance(text, str) or not text.startswith("=") or text == row[column]:
                continue
            place = first + offset, column + 1
            around = (block.name for block in blocks if block.holds(*place))
            groups.add(column, place[0], as_stored(text[1:], around))
            if row[column] is None:
                row[column] = ""
    return values


def _values(cells: Any) -> list[list[CellValue]]:
    """Values with errors told from text: xlwings gives an error as its text, or as nothing at all."""
    read = [[_value(cell) for cell in row] for row in cells.options(ndim=2, err_to_str=True).value]
    if any(isinstance(cell, str) and cell in ERROR_TEXTS for row in read for cell in row):
        without = cells.options(ndim=2, err_to_str=False).value
        for row, other in zip(read, without, strict=True):
            for column, (cell, seen) in enumerate(zip(row, other, strict=True)):
                if isinstance(cell, str) and cell in ERROR_TEXTS and seen is None:
                    row[column] = CellError(cell)
    return read


def _value(cell: Any) -> CellValue:
    if isinstance(cell, Decimal):  # cells formatted as currency
        return float(cell)
    if type(cell) is int:
        # Windows hands numbers over as floats; whole numbers are errors, or come from a Mac.
        code = cell - ERROR_BASE
        return CellError(OTHER_ERRORS.get(code, "#UNKNOWN!")) if 2000 <= code < 2100 else float(cell)
    return cast("CellValue", cell)


def two_dimensional(found: Any, shape: tuple[int, int]) -> list[list[Any]]:
    """What Excel gives for a rectangle, one value or rows of values, always as rows."""
    height, width = shape
    if height == width == 1:
        while isinstance(found, (list, tuple)):
            found = found[0]
        return [[found]]
    if isinstance(found[0], (list, tuple)):
        return [list(row) for row in found]
    return [list(found)] if height == 1 else [[cell] for cell in found]


def _names(book: Any, not_read: list[NotRead]) -> dict[tuple[str, str | None], str]:
    found: dict[tuple[str, str | None], str] = {}
    for name in book.names:
        try:
            sheet, mark, own = name.name.rpartition("!")
            found[own.upper(), sheet.strip("'").replace("''", "'") if mark else None] = str(
                name.refers_to
            ).removeprefix("=")
        except Exception as problem:
            not_read.append(NotRead("name", "", f"a defined name could not be read ({problem})."))
    return found


def _tables(sheet: Any) -> Iterator[tuple[str, Block, TableRange]]:
    for table in sheet.tables:
        cells = table.range
        bottom, right = cells.row + cells.shape[0] - 1, cells.column + cells.shape[1] - 1
        header, totals = bool(table.show_headers), bool(table.show_totals)
        columns: list[str] = []
        if header:
            top = sheet.range((cells.row, cells.column), (cells.row, right))
            columns = [str(cell) for cell in top.options(ndim=1).value]
        block = Block(table.name, cells.row, cells.column, bottom, right)
        address = cells.address.replace("$", "")
        yield table.name, block, TableRange(sheet.name, address, columns, header, totals)


def _merged(used: Any) -> Iterator[tuple[int, int, int, int]]:
    """Merged blocks: the halves that hold none are passed over whole."""
    seen: set[str] = set()
    left = MOST_MERGED

    def walk(cells: Any) -> Iterator[Any]:
        nonlocal left
        # Excel answers no, yes, or nothing where only some cells are merged.
        if left <= 0 or cells.merge_cells is False:
            return
        height, width = cells.shape
        if height == width == 1:
            left -= 1
            yield cells.merge_area
            return
        if height > 1:
            yield from walk(cells[: height // 2, :])
            yield from walk(cells[height // 2 :, :])
        else:
            yield from walk(cells[:, : width // 2])
            yield from walk(cells[:, width // 2 :])

    for area in walk(used):
        if area.address not in seen:
            seen.add(area.address)
            yield area.row - 1, area.column - 1, area.row + area.shape[0] - 2, area.column + area.shape[1] - 2


def cell_place(address: str) -> tuple[int, int]:
    """Row and column from 1 of an address such as ``G6``."""
    letters = address.rstrip("0123456789")
    return int(address[len(letters) :]), column_index(letters) + 1
