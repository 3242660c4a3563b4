"""Walks over the records of .xls and .xlsb: where formulas and errors stand, what is hidden, how far a sheet
reaches. Values are left to the fast reader, which gives none of these."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from baccarat_xl.cell_error import CellError
from baccarat_xl.workbook.extent import Extent
from baccarat_xl.workbook.formula_groups import FormulaGroups

ERRORS: Final = {
    **{0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A"},
    43: "#GETTING_DATA",
}
BIFF_CELLS: Final = frozenset((0x201, 0xBE, 0x203, 0x27E, 0xBD, 0x204, 0xFD, 0xD6, 0x205, 0x06, 0x206, 0x406))
BIFF_FORMULAS: Final = frozenset((0x06, 0x206, 0x406))
BIFF_SEVERAL: Final = frozenset((0xBE, 0xBD))
BOF: Final = frozenset((0x809, 0x409, 0x209, 0x09))
EOF, ROW, COLUMN, BOOL_OR_ERROR, BOUND_SHEET, FILE_PASS = 0x0A, 0x208, 0x7D, 0x205, 0x85, 0x2F
NOTE: Final = 0x1C
LAST_COLUMN: Final = 16_384


class Encrypted(Exception):
    """The records are encrypted."""


@dataclass(slots=True)
class Walk:
    """What was found on a sheet. errors: by (row index, column index); hidden rows by number from 1; notes:
    whether cells have any."""

    rows: int = 0
    columns: int = 0
    cells: int = 0
    formulas: FormulaGroups = field(default_factory=FormulaGroups)
    formula_count: int = 0
    errors: dict[tuple[int, int], CellError] = field(default_factory=dict)
    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: set[int] = field(default_factory=set)
    notes: bool = False

    @property
    def extent(self) -> Extent:
        return Extent(max(self.rows, 1), max(self.columns, 1), max(self.cells, 1))

    def cell(self, row: int, column: int) -> None:
        self.cells += 1
        if row >= self.rows:
            self.rows = row + 1
        if column >= self.columns:
            self.columns = column + 1

    def formula(self, row: int, column: int) -> None:
        self.formula_count += 1
        self.formulas.add(column, row + 1, None)

    def error(self, row: int, column: int, code: int) -> None:
        self.errors[row, column] = CellError(ERRORS.get(code, "#VALUE!"))

    def hide(self, first: int, last: int) -> None:
        self.hidden_columns.update(range(first, min(last + 1, LAST_COLUMN)))


# ---------------------------------------------------------------------- .xls
def walk_xls(data: bytes) -> list[Walk]:
    """The sheets in workbook order, charts and macro sheets among them. Raises Encrypted and struct.error."""
    places = []
    for kind, at, size in _biff(data, 0):
        if kind == FILE_PASS:
            raise Encrypted
        if kind == BOUND_SHEET and size >= 6:
            places.append(struct.unpack_from("<I", data, at)[0])
    return [_walk_biff(data, place) for place in places]


def _biff(data: bytes, at: int) -> Iterator[tuple[int, int, int]]:
    """(kind, where its content starts, its size) of one stream's records; none of those inside charts."""
    depth = 0
    while at + 4 <= len(data):
        kind, size = struct.unpack_from("<HH", data, at)
        at += 4
        if kind in BOF:
            depth += 1
        elif kind == EOF:
            depth -= 1
            if depth <= 0:
                return
        elif depth == 1:
            yield kind, at, size
        at += size


def _walk_biff(data: bytes, start: int) -> Walk:
    walk = Walk()
    for kind, at, size in _biff(data, start):
        if kind in BIFF_CELLS:
            row, column = struct.unpack_from("<HH", data, at)
            walk.cell(row, column)
            if kind in BIFF_SEVERAL:
                walk.cell(row, struct.unpack_from("<H", data, at + size - 2)[0])
            elif kind in BIFF_FORMULAS:
                walk.formula(row, column)
                if data[at + 6] == 2 and data[at + 12 : at + 14] == b"\xff\xff":
                    walk.error(row, column, data[at + 8])
            elif kind == BOOL_OR_ERROR and data[at + 7]:
                walk.error(row, column, data[at + 6])
        elif kind == ROW and data[at + 12] & 0x20:
            walk.hidden_rows.add(struct.unpack_from("<H", data, at)[0] + 1)
        elif kind == COLUMN and data[at + 8] & 1:
            walk.hide(*struct.unpack_from("<HH", data, at))
        elif kind == NOTE:
            walk.notes = True
    return walk


# ---------------------------------------------------------------------- .xlsb
XLSB_ROW, XLSB_COLUMN, XLSB_SHEET = 0, 60, 156
XLSB_CELLS: Final = range(1, 12)
XLSB_FORMULAS: Final = range(8, 12)
XLSB_ERRORS: Final = (3, 11)


def xlsb_records(data: bytes) -> Iterator[tuple[int, int, int]]:
    """(kind, where its content starts, its size) of the records of a part."""
    at, end = 0, len(data)
    while at < end:
        kind = data[at]
        at += 1
        if kind & 0x80:
            kind = kind & 0x7F | (data[at] & 0x7F) << 7
            at += 1
        size = shift = 0
        for _ in range(4):
            byte = data[at]
            at += 1
            size |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        yield kind, at, size
        at += size


def walk_xlsb(data: bytes) -> Walk:
    """One sheet's part. Raises IndexError and struct.error where it is cut off."""
    walk = Walk()
    number = struct.Struct("<I").unpack_from
    row = 0
    for kind, at, size in xlsb_records(data):
        if kind in XLSB_CELLS:
            column = number(data, at)[0]
            walk.cell(row, column)
            if kind in XLSB_FORMULAS:
                walk.formula(row, column)
            if kind in XLSB_ERRORS:
                walk.error(row, column, data[at + 8])
        elif kind == XLSB_ROW:
            row = number(data, at)[0]
            if size > 11 and data[at + 11] & 0x10:
                walk.hidden_rows.add(row + 1)
        elif kind == XLSB_COLUMN and size >= 18 and data[at + 16] & 1:
            walk.hide(number(data, at)[0], number(data, at + 4)[0])
    return walk


def xlsb_sheets(data: bytes) -> list[tuple[str, str]]:
    """(name, relation) of the sheets that the workbook's part lists."""
    found = []
    for kind, at, _ in xlsb_records(data):
        if kind == XLSB_SHEET:
            relation, at = _wide(data, at + 8)
            found.append((_wide(data, at)[0], relation))
    return found


def _wide(data: bytes, at: int) -> tuple[str, int]:
    length = struct.unpack_from("<I", data, at)[0]
    if length == 0xFFFF_FFFF:
        return "", at + 4
    end = at + 4 + 2 * length
    return data[at + 4 : end].decode("utf-16-le", "replace"), end
