"""The formulas of a book as groups: copies of one formula in one column, with the role of their column."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from baccarat_xl.audit.cells import base_role
from baccarat_xl.audit.formulas.arrays import block_rows, row_by_row
from baccarat_xl.workbook.formulas import Form, address_runs

if TYPE_CHECKING:
    from baccarat_xl.layout.table import Recognition, Table
    from baccarat_xl.workbook.model import Book, Sheet

JUDGED: Final = frozenset(
    [
        "natural",
        "player_draws",
        "banker_draws",
        "player_initial",
        "banker_initial",
        "player_final",
        "banker_final",
        "outcome",
    ]
)
"""Roles of columns whose formulas can be judged as they are."""
NOT_BACCARAT: Final = frozenset({"shoe", "round"})


@dataclass(slots=True)
class Group:
    """Copies of one formula in one column.

    runs        rows first..last that hold it
    table       the table that the column stands in, None outside of all
    role        what it gives, None where nothing says so; header as written, "" without
    main        the group of the same column and table with the most copies, itself or another
    array       the block that is filled by one array formula, as which it was written; `form` is then the
                formula of a row where there is one that does the same
    """

    sheet: Sheet
    form: Form
    runs: list[tuple[int, int]]
    table: Table | None = None
    role: str | None = None
    header: str = ""
    main: Group | None = field(default=None, repr=False)
    array: str | None = None

    @property
    def row(self) -> int:
        """The row that stands for all."""
        return self.runs[0][0]

    @property
    def column(self) -> int:
        return self.form.column

    @property
    def count(self) -> int:
        return sum(last - first + 1 for first, last in self.runs)

    @property
    def cells(self) -> str:
        """``I4:I13``, ``I4:I9, I11``."""
        return ", ".join(address_runs(self.column, self.runs))

    @property
    def text(self) -> str:
        """The formula of the first cell, with its equals sign."""
        return "=" + self.form.at(self.row)

    def holds(self, row: int) -> bool:
        return any(first <= row <= last for first, last in self.runs)


def find_groups(book: Book, seen: Recognition) -> list[Group]:
    """Every group, sheet by sheet, top to bottom in each column, left to right."""
    groups: list[Group] = []
    for sheet in book.sheets:
        if not sheet.written:
            continue
        tables = [table for table in seen.tables if table.sheet is sheet]
        for column, runs in sheet.written.columns.items():
            parts: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
            single = {run.form: row_by_row(sheet.written.forms[run.form]) for run in runs}
            for run in runs:
                form = sheet.written.forms[run.form]
                block = block_rows(form) if single[run.form] is not None and form.array else None
                first_row, last_row = block or (run.first, run.last)
                for place, first, last in _cut(tables, column, first_row, last_row):
                    parts[place, run.form].append((first, last))
            for (place, number), rows in parts.items():
                table = tables[place] if place >= 0 else None
                written = sheet.written.forms[number]
                group = Group(sheet, single[number] or written, rows, table, array=written.array)
                _name(group)
                groups.append(group)
    _compare(groups)
    return groups


def _cut(tables: list[Table], column: int, first: int, last: int) -> list[tuple[int, int, int]]:
    """(number of the table or -1, first, last): the run cut where it passes from one table to the next."""
    starts = []
    for place, table in enumerate(tables):
        left, right = table_span(table)
        if left - 1 <= column <= right + 1:
            starts.append((table.header_row + 1, place))
    starts.sort()
    out = []
    at, place = first, -1
    for start, number in starts:
        if start > last:
            break
        if start > at:
            out.append((place, at, start - 1))
            at = start
        place = number
    out.append((place, at, last))
    return [(place, low, high) for place, low, high in out if low <= high]


def table_span(table: Table) -> tuple[int, int]:
    """The first and the last column of a table."""
    indexes = [c.index for c in (*table.columns.values(), *table.also.values(), *table.unknown_columns)]
    return min(indexes), max(indexes)


def _name(group: Group) -> None:
    """Role and header by the table's column."""
    table = group.table
    if table is None:
        return
    for columns in (table.columns, table.also):
        for role, column in columns.items():
            if column.index == group.column:
                group.header, group.role = column.header, result_role(role)
                return
    for column in table.unknown_columns:
        if column.index == group.column:
            group.header = column.header


def result_role(role: str) -> str | None:
    """What a formula in a column of this role gives; None where that is nothing to judge."""
    if role.endswith("_value"):
        base = role.removesuffix("_value")
        return base if base.endswith("_third") else "card_value"
    base = base_role(role)
    return base if base in JUDGED else None


def _compare(groups: list[Group]) -> None:
    """Tell each group which group of its column has the most copies."""
    together: dict[tuple[int, int, int], list[Group]] = defaultdict(list)
    for group in groups:
        if group.table is not None:
            together[id(group.sheet), id(group.table), group.column].append(group)
        else:
            group.main = group
    for several in together.values():
        main = max(several, key=lambda group: group.count)
        for group in several:
            group.main = main
