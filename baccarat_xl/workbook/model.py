"""What a file looks like once it is read: one shape for every format, knowing nothing of baccarat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from baccarat_xl.cell_error import CellError
from baccarat_xl.workbook.formula_index import FormulaIndex
from baccarat_xl.workbook.grid import Grid

if TYPE_CHECKING:
    from baccarat_xl.workbook.formulas import FormulaMap
    from baccarat_xl.workbook.names import Names

State: TypeAlias = Literal["visible", "hidden", "very hidden"]
Progress: TypeAlias = Callable[[str, float], None]
"""Called as ``progress("reading sheet Shoe 1", 0.5)``: what is being done, and the share done, 0-1."""

CellValue: TypeAlias = str | float | int | bool | datetime | date | time | timedelta | CellError | None
"""What a cell holds. Empty is ``None`` or ``""``; numbers of a workbook are floats; CSV holds text only."""


@dataclass(frozen=True, slots=True)
class NotRead:
    """Something that was there and was not read (or not recognised).

    what    "sheet", "chart sheet" (which has no cells), "cells", "records" or "column"
    where   sheet name or address, may be ""
    why     one sentence
    """

    what: str
    where: str
    why: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """One grid of cells.

    name            None for CSV and JSON
    rows            rows[i] is a list of equal width; row 0 is the first row of the sheet. A list of lists,
                    or a `Grid` that makes them when asked: treat rows as read-only, and ask for columns
                    by `column` and `distinct`.
    row_numbers     as an editor shows them; 1.. for workbooks; the line where a CSV record starts, also for
                    JSON Lines with a record a line; else the record number for JSON (the row of the keys
                    has number 0)
    column_names    JSON only: the keys, which then stand for column letters in addresses; otherwise None
    formulas        which cells hold formulas, and which of those no stored value
    written         the formulas themselves, grouped by form; None where a file has none
    merged          merged blocks, each (first row, first column, last row, last column), indexes from 0
    assumptions     what the reader had to suppose (encoding, delimiter), one sentence each
    """

    name: str | None
    state: State
    rows: Sequence[list[CellValue]]
    row_numbers: Sequence[int]
    formulas: FormulaIndex = field(default_factory=FormulaIndex)
    column_names: tuple[str, ...] | None = None
    merged: tuple[tuple[int, int, int, int], ...] = ()
    hidden_rows: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()
    assumptions: tuple[str, ...] = ()
    written: FormulaMap | None = None

    @property
    def width(self) -> int:
        """How many columns a row has."""
        return len(self.rows[0]) if self.rows else 0

    def cell(self, row: int, column: int) -> CellValue:
        """One cell, by indexes from 0."""
        rows = self.rows
        return rows.cell(row, column) if isinstance(rows, Grid) else rows[row][column]

    def column(self, index: int, start: int = 0, stop: int | None = None) -> list[CellValue]:
        """One column's cells in the rows start..stop-1."""
        rows = self.rows
        stop = len(rows) if stop is None else min(stop, len(rows))
        if isinstance(rows, Grid):
            return rows.column(index, start, stop)
        return [row[index] for row in islice(rows, start, stop)]

    def distinct(self, index: int, start: int = 0, stop: int | None = None) -> set[CellValue]:
        """The different cells of one column in the rows start..stop-1."""
        rows = self.rows
        stop = len(rows) if stop is None else min(stop, len(rows))
        if isinstance(rows, Grid):
            return rows.distinct(index, start, stop)
        return set(map(itemgetter(index), islice(rows, start, stop)))

    def rows_with(
        self, index: int, values: Set[CellValue], start: int = 0, stop: int | None = None
    ) -> list[int]:
        """The indexes of the rows start..stop-1 in which a column holds one of these values."""
        if not values:
            return []
        cells = self.column(index, start, stop)
        return [row for row, cell in enumerate(cells, start) if cell in values]

    def span(self, start: int, stop: int) -> Iterator[list[CellValue]]:
        """The rows start..stop-1, one after another."""
        rows = self.rows
        return rows.span(start, min(stop, len(rows))) if isinstance(rows, Grid) else islice(rows, start, stop)

    def column_letter(self, index: int) -> str:
        """The column's name in addresses: letters, or the key for JSON."""
        return self.column_names[index] if self.column_names is not None else column_letter(index)

    def address(self, row: int, column: int) -> str:
        """The cell's address by indexes from 0: ``G6``; for JSON the key alone."""
        if self.column_names is not None:
            return self.column_names[column]
        return f"{column_letter(column)}{self.row_numbers[row]}"


@dataclass(frozen=True, slots=True)
class Book:
    """A file that was read.

    format          xlsx, xlsm, xltx, xltm, xlam, xlsb, xls, ods, fods, parquet, csv, tsv, json or jsonl, by
                    content
    names           its defined names and tables where whoever read it has them; None: they are looked up in
                    the file
    not_looked_at   what the format's reader does not give, such as the formulas of .xls: its stored values
                    were read all the same
    """

    path: Path
    format: str
    sheets: list[Sheet]
    not_read: list[NotRead]
    names: Names | None = None
    not_looked_at: Sequence[NotRead] = ()


def column_letter(index: int) -> str:
    """Letters of a column by its index from 0.

    >>> column_letter(0), column_letter(25), column_letter(26), column_letter(16383)
    ('A', 'Z', 'AA', 'XFD')
    """
    letters = ""
    number = index + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def column_index(letters: str) -> int:
    """The index from 0 of a column's letters (any case).

    >>> column_index("A"), column_index("xfd")
    (0, 16383)
    """
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1
