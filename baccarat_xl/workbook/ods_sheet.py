"""One sheet of an OpenDocument file, row by row; rows and cells that are repeated are kept once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from baccarat_xl.errors import FileRefused
from baccarat_xl.workbook.extent import LAST_COLUMN, LAST_ROW, MAX_DENSE, MAX_DENSE_SHARE
from baccarat_xl.workbook.formula_groups import FormulaGroups
from baccarat_xl.workbook.model import CellValue, NotRead, Sheet, State, column_letter
from baccarat_xl.workbook.ods_cells import TABLE, VALUE_TYPE, value_of
from baccarat_xl.workbook.open_formula import as_excel

WIDEST: Final = 512
MOST_CELLS: Final = 40_000_000
"""Cells with something in them, what is repeated counted once."""
MOST_REPEATED: Final = 4_000_000
"""Formulas that one cell stands for, repeated across and down."""
MOST_TOGETHER: Final = 100_000_000
"""Cells in all rows, what is repeated counted as often as it is."""
HIDDEN: Final = ("collapse", "filter")
REPEATED: Final = TABLE + "number-columns-repeated"
FORMULA: Final = TABLE + "formula"
VISIBILITY: Final = TABLE + "visibility"


class SheetBuilder:
    """Takes columns, rows and cells in their order; gives the sheet."""

    def __init__(self, path: Path, name: str, state: State) -> None:
        self.path, self.name, self.state = path, name, state
        self._rows: list[list[CellValue]] = []
        self._row: list[CellValue] = []
        self._blank = 0
        self._times = 1
        self._at = 0
        self._columns = 0
        self._cells = 0
        self._together = 0
        self._width = 0
        self._attributes: Mapping[str, str] = {}
        self._formulas = FormulaGroups()
        self._merged: list[tuple[int, int, int, int]] = []
        self._hidden_rows: set[int] = set()
        self._hidden_columns: set[int] = set()

    def column(self, attributes: Mapping[str, str]) -> None:
        times = _count(attributes, REPEATED)
        if attributes.get(VISIBILITY) in HIDDEN:
            last = min(self._columns + times, LAST_COLUMN)
            self._hidden_columns.update(range(self._columns, last))
        self._columns += times

    def start_row(self, attributes: Mapping[str, str]) -> None:
        self._row = []
        self._at = 0
        self._times = _count(attributes, TABLE + "number-rows-repeated")
        if attributes.get(VISIBILITY) in HIDDEN:
            first = self._number
            self._hidden_rows.update(range(first, min(first + self._times, LAST_ROW + 1)))

    @property
    def _number(self) -> int:
        """The number of the row under way."""
        return len(self._rows) + self._blank + 1

    def start_cell(self, attributes: Mapping[str, str]) -> None:
        self._attributes = attributes

    def end_cell(self, text: str) -> None:
        attributes = self._attributes
        times = _count(attributes, REPEATED) if attributes else 1
        if not text and (not attributes or (VALUE_TYPE not in attributes and FORMULA not in attributes)):
            self._spanned(attributes)
            self._at += times
            return
        value = value_of(attributes, text)
        self._spanned(attributes)
        self._check(times)
        self._row.extend([None] * (self._at - len(self._row)))
        if FORMULA in attributes:
            self._formula(attributes, times, stored=VALUE_TYPE in attributes)
        self._row.extend([value] * times)
        self._cells += times
        self._at += times

    def _check(self, times: int) -> None:
        far = self._at + times > LAST_COLUMN or self._number + self._times - 1 > LAST_ROW
        if far or self._cells + times > MOST_CELLS:
            raise self._too_many()

    def _too_many(self) -> FileRefused:
        return FileRefused(
            f"{self.path}: the sheet {self.name} has more cells than a sheet can hold, in row "
            f"{self._number:,}."
        )

    def _formula(self, attributes: Mapping[str, str], times: int, *, stored: bool) -> None:
        if times * self._times > MOST_REPEATED:
            raise self._too_many()
        text = as_excel(attributes[FORMULA])
        wide = _count(attributes, TABLE + "number-matrix-columns-spanned", 0)
        tall = _count(attributes, TABLE + "number-matrix-rows-spanned", 0)
        array = None
        if wide * tall > 1:
            first = f"{column_letter(self._at)}{self._number}"
            array = f"{first}:{column_letter(self._at + wide - 1)}{self._number + tall - 1}"
        for column in range(self._at, self._at + times):
            for row in range(self._number, self._number + self._times):
                self._formulas.add(column, row, text, array=array, stored=stored)

    def _spanned(self, attributes: Mapping[str, str]) -> None:
        wide = _count(attributes, TABLE + "number-columns-spanned")
        tall = _count(attributes, TABLE + "number-rows-spanned")
        if wide > 1 or tall > 1:
            row, column = self._number - 1, self._at
            self._merged.append((row, column, row + tall - 1, column + wide - 1))

    def end_row(self) -> None:
        row = self._row
        if not row:
            self._blank += self._times
            return
        if self._blank:
            self._rows.extend([[]] * self._blank)
            self._blank = 0
        self._width = max(self._width, len(row))
        self._together += len(row) * self._times
        if self._together > MOST_TOGETHER:
            raise self._too_many()
        self._rows.extend([row] * self._times)

    def result(self, not_read: list[NotRead]) -> Sheet:
        """The sheet, every row of equal width; cells far from the rest are named and left out."""
        width = self._width
        area = width * len(self._rows)
        if area > MAX_DENSE and area > MAX_DENSE_SHARE * max(self._cells, 1):
            width = min(width, WIDEST)
            self._left_out(width, not_read)
        empty: list[CellValue] = [None] * width
        for index, row in enumerate(self._rows):
            if not row:
                self._rows[index] = empty
            elif len(row) < width:
                row.extend(empty[len(row) :])
            elif len(row) > width:
                del row[width:]
        last = len(self._rows)
        return Sheet(
            name=self.name,
            state=self.state,
            rows=self._rows,
            row_numbers=range(1, last + 1),
            formulas=self._formulas.index(),
            written=self._formulas.written(),
            merged=tuple(self._merged),
            hidden_rows=frozenset(row for row in self._hidden_rows if row <= last),
            hidden_columns=frozenset(column for column in self._hidden_columns if column < width),
        )

    def _left_out(self, width: int, not_read: list[NotRead]) -> None:
        places: list[str] = []
        count = 0
        for index, row in enumerate(self._rows):
            if len(row) > width:
                far = [column for column in range(width, len(row)) if row[column] is not None]
                count += len(far)
                places += [f"{column_letter(column)}{index + 1}" for column in far[: 3 - len(places)]]
        if places:
            more = f" and {count - 3:,} more" if count > 3 else ""
            where = f"{self.name}!{', '.join(places[:3])}{more}"
            not_read.append(NotRead("cells", where, "these cells stand far from the rest and were not read."))


def _count(attributes: Mapping[str, str], name: str, default: int = 1) -> int:
    """A number of times or of cells."""
    text = attributes.get(name)
    return int(text[:9]) if text is not None and text.isdigit() and text != "0" else default
