"""Formulas that several cells share: one cell, the master, holds the text, the others its number."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Final

from baccarat_xl.workbook.formula_rows import moved
from baccarat_xl.workbook.model import column_index, column_letter
from baccarat_xl.workbook.sheet_part import FORMULA, Cell, cells_of_row

_TEXT: Final = re.compile(r'"(?:[^"]|"")*"')
_CALL: Final = re.compile(r"([A-Za-z_][\w.]*)\(")
_PLAIN_CALLS: Final = frozenset(
    [
        "AND",
        "COUNT",
        "COUNTA",
        "COUNTBLANK",
        "COUNTIF",
        "FIND",
        "IF",
        "IFERROR",
        "INDEX",
        "ISNUMBER",
        "LEFT",
        "MATCH",
        "MAX",
        "MOD",
        "NOT",
        "OR",
        "SUBSTITUTE",
        "SUMPRODUCT",
        "TRIM",
    ]
)
_AREA: Final = re.compile(r"\$?([A-Z]+)\$?(\d+)(?::\$?([A-Z]+)\$?(\d+))?")


def can_be_shared(formula: str) -> bool:
    """Whether every program reads this formula (without ``=``) as one that cells share.

    Excel shares formulas of plain references, names and its own functions; never references to other sheets,
    to parts of tables, or array constants. Functions beyond the ones of Excel 2007 are not tried.

    >>> can_be_shared('IF(O6="yes [!]",1,INDEX(DrawingTable,N6))'), can_be_shared("Cards!A1")
    (True, False)
    """
    bare = _TEXT.sub("", formula)
    return not re.search(r"[!\[{#@]", bare) and set(_CALL.findall(bare)) <= _PLAIN_CALLS


@dataclass(frozen=True, slots=True)
class Master:
    """The cell that holds the text. ``area``: where its formula is shared, as written."""

    row: int
    column: int
    text: str
    area: str

    def text_at(self, row: int, column: int) -> str:
        """The formula as the cell at that place reads it."""
        return moved(self.text, self.row, self.column, row, column)


def masters_of(number: int, row: bytes) -> dict[str, Master]:
    """The masters in a row of a sheet's part, by the number that is shared."""
    found = {}
    for cell in cells_of_row(row):
        formula = cell.formula
        if formula and formula[0].get("t") == "shared" and formula[1]:
            attributes, text = formula
            found[attributes.get("si", "")] = Master(number, cell.column, text, attributes.get("ref", ""))
    return found


def first_free(masters: Mapping[str, Master]) -> int:
    """A number that no formula of the sheet is shared by; so are all that follow."""
    return 1 + max((int(number) for number in masters if number.isdigit()), default=-1)


class Orphans:
    """Cells whose master is overwritten: the first of a column becomes the master, others get the text."""

    def __init__(self, masters: Mapping[str, Master], rows: range, columns: range) -> None:
        """``rows`` and ``columns`` are what is overwritten; rows from 1, columns from 0."""
        self._lost = {
            number: master
            for number, master in masters.items()
            if master.row in rows and master.column in columns
        }
        self._again: set[str] = set()

    def mended(self, number: int, row: bytes) -> bytes:
        """A row below, or beside, what is overwritten."""
        if not self._lost or b't="shared"' not in row:
            return row
        for cell in cells_of_row(row):
            formula = cell.formula
            if formula is None or formula[0].get("t") != "shared" or formula[1]:
                continue
            shared = formula[0].get("si", "")
            if shared in self._lost and shared not in self._again:
                row = row.replace(cell.whole, self._mended(number, cell, shared), 1)
        return row

    def _mended(self, number: int, cell: Cell, shared: str) -> bytes:
        master = self._lost[shared]
        text = escape(master.text_at(number, cell.column), quote=False)
        end = _AREA.fullmatch(master.area)
        mark = ""
        if end and column_index(end[1]) == column_index(end[3] or end[1]) == cell.column:
            letter = column_letter(cell.column)
            mark = f' t="shared" ref="{letter}{number}:{letter}{end[4] or number}" si="{shared}"'
            self._again.add(shared)
        return FORMULA.sub(lambda _: f"<f{mark}>{text}</f>".encode(), cell.whole, count=1)
