"""The formulas of a sheet as written, grouped by their relative form: 200,000 copies are one formula.

What is kept is a run of rows for each form, so a filled-down column costs one entry. `formula_scan` fills it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from baccarat_xl.workbook.formula_rows import filler
from baccarat_xl.workbook.model import column_letter

MOST_FORMS: Final = 3_000


_filler: Final = lru_cache(maxsize=256)(filler)


@dataclass(frozen=True, slots=True)
class Form:
    """One formula. text: as the cell at (row, column) holds it, without ``=``; row from 1, column from 0.

    array: the block that an array formula fills, ``D2:D9``; None for a formula of one cell.
    """

    text: str
    row: int
    column: int
    array: str | None = None

    def at(self, row: int) -> str:
        """The text as the same column's cell in another row holds it."""
        if row == self.row:
            return self.text
        fill = _filler(self.text, self.row)
        return fill if isinstance(fill, str) else fill(row)

    @property
    def address(self) -> str:
        return f"{column_letter(self.column)}{self.row}"


@dataclass(frozen=True, slots=True)
class FormRun:
    """Rows first..last of one column hold the form of this number."""

    first: int
    last: int
    form: int


@dataclass(frozen=True, slots=True)
class FormulaMap:
    """columns: column index -> runs by row, ascending.

    unread: how many formula cells are not here (data tables; more different formulas than MOST_FORMS)
    """

    forms: tuple[Form, ...] = ()
    columns: Mapping[int, tuple[FormRun, ...]] = field(default_factory=lambda: MappingProxyType({}))
    unread: int = 0

    def __bool__(self) -> bool:
        return bool(self.forms or self.unread)

    def number_at(self, row: int, column: int) -> int | None:
        """The number of the form in a cell, or None. row from 1, column from 0."""
        runs = self.columns.get(column, ())
        at = bisect_right(runs, row, key=lambda run: run.first) - 1
        return runs[at].form if at >= 0 and row <= runs[at].last else None

    def text_at(self, row: int, column: int) -> str | None:
        """The formula of a cell, without ``=``, or None."""
        number = self.number_at(row, column)
        return None if number is None else self.forms[number].at(row)


def address_runs(column: int, runs: list[tuple[int, int]]) -> Iterator[str]:
    """Rows of a column as ranges: ``I4:I13``, ``I15``."""
    letter = column_letter(column)
    for first, last in runs:
        yield f"{letter}{first}" if first == last else f"{letter}{first}:{letter}{last}"
