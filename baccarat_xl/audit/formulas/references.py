"""What a reference in a formula means in its workbook: addresses, names, tables and their columns."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from baccarat_xl.workbook.model import column_index, column_letter

if TYPE_CHECKING:
    from baccarat_xl.workbook.model import Book, Sheet
    from baccarat_xl.workbook.names import Names, TableRange

MOST_CELLS: Final = 20_000
ADDRESS: Final = re.compile(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})")
_STRUCTURED: Final = re.compile(r"^([^\[\]!']*)\[(.*)\]$", re.DOTALL)
_ITEM: Final = re.compile(r"\[((?:[^\[\]']|'.)*)\]")
_ESCAPE: Final = re.compile(r"'(.)")


@dataclass(frozen=True, slots=True)
class Block:
    """Cells of one sheet: rows from 1, columns from 0, both ends included."""

    sheet: str
    top: int
    left: int
    bottom: int
    right: int

    @property
    def count(self) -> int:
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)

    @property
    def address(self) -> str:
        first = f"{column_letter(self.left)}{self.top}"
        last = f"{column_letter(self.right)}{self.bottom}"
        return first if first == last else f"{first}:{last}"


def sheet_named(book: Book, name: str) -> Sheet | None:
    return next((s for s in book.sheets if (s.name or "").casefold() == name.casefold()), None)


def block_of(reference: str, home: str) -> Block | None:
    """The cells of an address or a range; None for other references."""
    sheet, _, cells = reference.rpartition("!")
    if sheet.startswith("'"):
        sheet = sheet[1:-1].replace("''", "'")
    ends = [ADDRESS.fullmatch(end) for end in cells.split(":")]
    if not 1 <= len(ends) <= 2 or not all(ends) or "[" in sheet:
        return None
    places = [(int(end[2]), column_index(end[1])) for end in ends if end]
    rows, columns = [row for row, _ in places], [column for _, column in places]
    return Block(sheet or home, min(rows), min(columns), max(rows), max(columns))


def structured(reference: str, names: Names, home: str, row: int, column: int) -> Block | None:
    """The cells of a structured reference, seen from a cell; None where it is none or leads nowhere."""
    found = _STRUCTURED.match(reference)
    if not found:
        return None
    table = names.tables.get(found[1].upper()) if found[1] else _table_around(names, home, row, column)
    if table is None:
        return None
    items, columns = _parts(found[2])
    block = block_of(table.block, table.sheet)
    if block is None:
        return None
    return _narrowed(block, table, items, columns, row)


def _table_around(names: Names, home: str, row: int, column: int) -> TableRange | None:
    for table in names.tables.values():
        block = block_of(table.block, table.sheet)
        here = block is not None and table.sheet == home and block.top <= row <= block.bottom
        if here and block is not None and block.left <= column <= block.right:
            return table
    return None


def _parts(inside: str) -> tuple[set[str], list[str]]:
    """The items (``#This Row``) and the columns of what stands in the brackets."""
    this_row = inside.startswith("@")
    inside = inside[1:] if this_row else inside
    texts = _ITEM.findall(inside)
    texts += [text.strip() for text in _ITEM.sub("", inside).split(",") if text.strip(" :")]
    items = {text.lower() for text in texts if text.startswith("#")}
    columns = [_ESCAPE.sub(r"\1", text) for text in texts if text and not text.startswith("#")]
    return items | ({"#this row"} if this_row else set()), columns


def _narrowed(block: Block, table: TableRange, items: set[str], columns: list[str], row: int) -> Block | None:
    known = [name.casefold() for name in table.columns]
    wanted = [name.casefold() for name in columns]
    if any(name not in known for name in wanted):
        return None
    left, right = block.left, block.right
    if wanted:
        left, right = block.left + known.index(wanted[0]), block.left + known.index(wanted[-1])
    top, bottom = block.top + table.header, block.bottom - table.totals
    if "#this row" in items:
        if not top <= row <= bottom:
            return None
        top = bottom = row
    elif "#all" in items:
        top, bottom = block.top, block.bottom
    elif "#headers" in items:
        top, bottom = block.top, block.top if "#data" not in items else bottom
    elif "#totals" in items:
        top = block.bottom
        bottom = block.bottom
    return Block(table.sheet, top, left, bottom, right)
