"""Which findings can be repaired, with what, and whether that is safe.

Safe is a repair of what only follows from the cards, where they are whole and nothing else in the row speaks
against them: totals, decisions and outcomes that somebody typed; formulas for ones that are proved right; and
values that are stored for formulas. Cards, and what a person has to decide, are never touched unasked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from baccarat_xl.audit.cells import base_role, reader_for, shown
from baccarat_xl.giveback.cells import NewCell, Value
from baccarat_xl.giveback.marks import place_of
from baccarat_xl.layout.cells import is_no_card, read_decision, read_outcome
from baccarat_xl.workbook.model import column_letter

if TYPE_CHECKING:
    from baccarat_xl.audit.finding import Finding
    from baccarat_xl.layout.table import Recognition, Table
    from baccarat_xl.workbook.model import Sheet

TOTALS: Final = ("BACC110", "BACC111", "BACC112", "BACC113")
DECISIONS: Final = ("BACC211", "BACC212", "BACC213")
OUTCOMES: Final = ("BACC221", "BACC222", "BACC223")
VALUES: Final = ("BACC114",)
EXTRA_CARDS: Final = ("BACC201", "BACC203", "BACC205", "BACC206")
SAFE: Final = frozenset({"BACC110", "BACC111", "BACC112", "BACC211", "BACC212", "BACC221"})
THIRDS: Final = ("player_third", "banker_third")
BY_HAND: Final = "it takes somebody who knows what was dealt or meant"


@dataclass(frozen=True, slots=True)
class Repair:
    """A repair of one finding. cells: (row from 1, column from 0) -> what will stand there.

    before, after: in words, for the first cell; address: all the cells
    """

    finding: Finding
    sheet: str
    address: str
    before: str
    after: str
    safe: bool
    cells: dict[tuple[int, int], NewCell]

    def line(self) -> str:
        """One line of a difference."""
        return f"{self.sheet}!{self.address}: {self.before} -> {self.after}  {self.finding.rule}"


@dataclass(frozen=True, slots=True)
class Left:
    """A finding that was not repaired, and why, in words that follow a colon."""

    finding: Finding
    why: str


def row_repairs(findings: Iterable[Finding], seen: Recognition) -> Iterator[Repair | Left]:
    """A repair, or why there is none, for each finding about a recorded round."""
    spellings: dict[int, Spelling] = {}
    for finding in findings:
        table = _table_of(finding, seen)
        if table is None or finding.cell is None:
            yield Left(finding, BY_HAND)
            continue
        spelling = spellings.setdefault(id(table), Spelling(table))
        yield _row_repair(finding, table, spelling)


def _table_of(finding: Finding, seen: Recognition) -> Table | None:
    return next(
        (
            table
            for table in seen.tables
            if table.sheet.name == finding.sheet and table.first_row <= finding.row <= table.last_row
        ),
        None,
    )


def _row_repair(finding: Finding, table: Table, spelling: Spelling) -> Repair | Left:
    places = [(row + 1, column) for row, column in map(place_of, finding.cells or (finding.cell or "",))]
    sheet = table.sheet
    if any(sheet.formulas.has(row, column) for row, column in places):
        return Left(finding, "a formula works it out; the formula is what has to be repaired")
    role = role_at(table, places[0][1])
    wanted: Value = None
    if role is None:
        return Left(finding, BY_HAND)
    if finding.rule in EXTRA_CARDS:
        if any(base_role(role_at(table, column) or "") not in THIRDS for _, column in places):
            return Left(finding, "the hand's cards share one cell; take the third card out of it by hand")
        empty = spelling.no_card(role)
        cells = {place: NewCell(empty) for place in places}
        return _repair(finding, sheet, cells, safe=False)
    if len(places) != 1:
        return Left(finding, BY_HAND)
    now = value_at(sheet, places[0])
    if finding.rule in TOTALS or finding.rule in VALUES:
        if not finding.expected.isdigit():
            return Left(finding, BY_HAND)
        wanted = str(finding.expected) if isinstance(now, str) and now.strip() else int(finding.expected)
    elif finding.rule in DECISIONS:
        wanted = spelling.of(role, read_decision(finding.expected))
    elif finding.rule in OUTCOMES:
        wanted = spelling.of(role, read_outcome(finding.expected))
    if wanted is None:
        return Left(finding, BY_HAND)
    safe = finding.rule in SAFE and finding.confidence == "certain"
    return _repair(finding, sheet, {places[0]: NewCell(wanted)}, safe=safe)


def _repair(finding: Finding, sheet: Sheet, cells: dict[tuple[int, int], NewCell], *, safe: bool) -> Repair:
    place, new = next(iter(cells.items()))
    value = new.value
    address = ", ".join(f"{column_letter(column)}{row}" for row, column in cells)
    return Repair(
        finding, sheet.name or "", address, shown(value_at(sheet, place)), shown(value), safe, cells
    )


def value_at(sheet: Sheet, place: tuple[int, int]) -> Any:
    """A cell's value by row from 1 and column from 0; None beyond the sheet."""
    row, column = place[0] - 1, place[1]
    return sheet.rows[row][column] if row < len(sheet.rows) and column < sheet.width else None


def role_at(table: Table, column: int) -> str | None:
    """The role of a column in its table, second columns included."""
    for columns in (table.columns, table.also):
        for role, one in columns.items():
            if one.index == column:
                return role
    return None


class Spelling:
    """How the columns of a table write things."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._cells: dict[str, list[Any]] = {}
        self._known: dict[tuple[str, object], Value] = {}

    def of(self, role: str, meaning: object) -> Value:
        """The most usual spelling of this in the column, else the usual word; None for no meaning."""
        if meaning is None:
            return None
        if (role, meaning) not in self._known:
            self._known[role, meaning] = self._found(role, meaning)
        return self._known[role, meaning]

    def no_card(self, role: str) -> Value:
        """How the column writes that there is no card: mostly not at all."""
        usual = next((cell for cell in self._usual(role) if is_no_card(cell)), None)
        return usual if isinstance(usual, str) and usual.strip() else None

    def _found(self, role: str, meaning: object) -> Value:
        read = reader_for(role, self._table)
        for cell in self._usual(role) if read is not None else ():
            if isinstance(cell, str | int | float | bool) and read is not None and read(cell)[1] == meaning:
                return cell
        if isinstance(meaning, bool):
            return "yes" if meaning else "no"
        return str(meaning)

    def _usual(self, role: str) -> list[Any]:
        """The different cells of a column, the most frequent first."""
        if role not in self._cells:
            counts = Counter((type(cell), cell) for cell in self._table.cells(role))
            self._cells[role] = [cell for (_, cell), _ in counts.most_common()]
        return self._cells[role]
