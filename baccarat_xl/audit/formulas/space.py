"""A book as its formulas see it: who stands in a cell, and how cards are written there."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from baccarat_xl.audit.formulas.groups import Group, find_groups, table_span
from baccarat_xl.layout.cells import is_no_card, is_zero, read_decision, read_natural
from baccarat_xl.layout.table import OPENING, THIRDS, cells_of
from baccarat_xl.layout.values import is_blank, number_of
from baccarat_xl.proof.facts import HAND_ROLES
from baccarat_xl.proof.hands import hand_notation
from baccarat_xl.workbook.names import Names, read_names

if TYPE_CHECKING:
    from baccarat_xl.layout.table import Recognition, Table
    from baccarat_xl.workbook.model import Book, CellValue, Sheet

LOOK_AT: Final = 20_000
ENOUGH: Final = 20
A_FEW: Final = 4
SUITED: Final = re.compile(r"(?:A|[2-9]|10|J|Q|K)[SHDC]")
SYMBOL: Final = re.compile(r"[♠♥♦♣](?:A|[2-9]|10|J|Q|K)")
FUNCTION: Final = re.compile(r"([A-Za-z][A-Za-z0-9.]*)\(")


@dataclass(slots=True)
class Written:
    """How a table writes things. cards: a notation or None; no_card: the ways that its thirds show."""

    cards: str | None
    no_card: tuple[CellValue, ...] | None
    assumptions: list[str] = field(default_factory=list)


class Space:
    """One book: its groups by cell, its names, its tables by sheet."""

    def __init__(self, book: Book, seen: Recognition) -> None:
        self.book = book
        self.groups = find_groups(book, seen)
        self.tables: dict[int, list[Table]] = defaultdict(list)
        for table in seen.tables:
            self.tables[id(table.sheet)].append(table)
        self._by_column: dict[tuple[int, int], list[Group]] = defaultdict(list)
        for group in self.groups:
            self._by_column[id(group.sheet), group.column].append(group)
        self._written: dict[int, Written] = {}
        self._hands: dict[int, str | None] = {}

    @cached_property
    def names(self) -> Names:
        known = self.book.names
        return read_names(self.book.path) if known is None else known

    @cached_property
    def functions(self) -> frozenset[str]:
        """The functions that formulas of this book call, in capitals."""
        return frozenset(name.upper() for group in self.groups for name in FUNCTION.findall(group.form.text))

    def group_at(self, sheet: Sheet, row: int, column: int) -> Group | None:
        """The group of the formula in a cell. row from 1, column from 0."""
        return next((g for g in self._by_column.get((id(sheet), column), ()) if g.holds(row)), None)

    def table_at(self, sheet: Sheet, row: int, column: int) -> Table | None:
        """The table in whose rows and columns a cell lies."""
        best = None
        for table in self.tables.get(id(sheet), ()):
            left, right = table_span(table)
            inside = left <= column <= right and table.header_row < row
            if inside and (best is None or best.header_row < table.header_row):
                best = table
        return best

    def value(self, sheet: Sheet, row: int, column: int) -> CellValue:
        """A cell's value; an empty one is None."""
        if row > len(sheet.rows) or column >= sheet.width:
            return None
        value = sheet.cell(row - 1, column)
        return None if value == "" and isinstance(value, str) else value

    def written(self, table: Table) -> Written:
        """How this table writes cards and having none, by what stands in it."""
        found = self._written.get(id(table))
        if found is None:
            found = self._written[id(table)] = _written(table)
        return found

    def hands_in(self, table: Table) -> str | None:
        """How a table writes hands joined in one cell; None where it does not tell."""
        if id(table) not in self._hands:
            cells = [_distinct(table, role) for role in HAND_ROLES if role in table.columns]
            self._hands[id(table)] = hand_notation(
                str(cell) for column in cells for cell in column if not is_blank(cell)
            )
        return self._hands[id(table)]

    def contents_of(self, table: Table, column: int) -> tuple[CellValue, ...]:
        """A few different things that a column holds in its rounds, blanks left out."""
        values = cells_of(table.sheet, column, table.rounds[:LOOK_AT])
        different = list(dict.fromkeys(value for value in values if not is_blank(value)))
        return tuple(different[:: len(different) // A_FEW + 1])


def role_in(table: Table, column: int) -> str | None:
    """The role of a table's column, that of a second column included."""
    for columns in (table.columns, table.also):
        for role, place in columns.items():
            if place.index == column:
                return role
    return None


def decision_words(table: Table, role: str) -> tuple[Any, Any] | None:
    """(yes, no) as a typed decision column writes them, where both stand there."""
    read = read_natural if role == "natural" else read_decision
    yes = no = None
    for value in set(cells_of(table.sheet, table.columns[role].index, table.rounds[:LOOK_AT])):
        said = read(value)
        if said is True and yes is None:
            yes = value
        elif said is False and no is None and not is_blank(value):
            no = value
    return None if yes is None or no is None else (yes, no)


def _written(table: Table) -> Written:
    cells: set[CellValue] = set()
    for role in (*OPENING, *THIRDS):
        if role in table.columns:
            cells |= _distinct(table, role)
    notation = card_notation(cells, len(table.rounds))
    thirds = [role for role in THIRDS if role in table.columns]
    ways: list[CellValue] = []
    said = []
    for role in thirds:
        for value in sorted(_distinct(table, role), key=str):
            way = None if is_blank(value) else value
            zero = is_zero(value) and table.zero.get(role) in ("none", "either")
            if (zero or (is_no_card(value) and not is_zero(value))) and way not in ways:
                ways.append(0 if zero else way)
    if 0 in ways:
        said.append("0 in a third-card cell is taken as no card, and a ten there as 10")
    return Written(notation, tuple(ways) or None, said)


def _distinct(table: Table, role: str) -> set[CellValue]:
    column = table.columns[role].index
    if table.sheet.formulas.in_column(column).count:
        return set()
    return set(cells_of(table.sheet, column, table.rounds[:LOOK_AT]))


def card_notation(cells: set[CellValue], rounds: int = 0) -> str | None:
    """The name of the notation that these cells are written in; None where they do not tell."""
    texts = {
        v.strip().upper() for v in cells if isinstance(v, str) and not is_no_card(v) and v.strip() != "?"
    }
    if any(SYMBOL.fullmatch(text) for text in texts):
        return "symbols"
    if any(SUITED.fullmatch(text) for text in texts):
        return "suited"
    numbers = {n for v in cells if not isinstance(v, str) and (n := number_of(v)) is not None}
    if texts & {"A", "J", "Q", "K", "T"}:
        if "T" in texts:
            return "letters"
        return "ranks" if numbers or not texts - {"A", "J", "Q", "K"} else "text ranks"
    if not numbers:
        return None
    if max(numbers) > 10:
        return "numbers"
    if 10 in numbers:
        return "tens"
    return "values" if rounds >= ENOUGH or 0 in numbers else None
