"""What recognition returns: tables with their columns, roles and evidence, and what was not recognised."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias, get_args

from baccarat_xl.layout.cells import Outcome, Zero
from baccarat_xl.rules.record import LABELS
from baccarat_xl.workbook.model import CellValue, NotRead, Sheet

Role: TypeAlias = Literal[
    "shoe", "round", "player_card_1", "player_card_2", "player_third", "banker_card_1", "banker_card_2",
    "banker_third", "player_cards", "banker_cards", "player_initial", "banker_initial", "natural",
    "player_draws", "banker_draws", "player_final", "banker_final", "outcome",
]  # fmt: skip
Layout: TypeAlias = Literal["cards", "joined cards", "values", "totals", "outcomes"]

ROLES: Final[tuple[str, ...]] = get_args(Role)
OPENING: Final = ("player_card_1", "player_card_2", "banker_card_1", "banker_card_2")
THIRDS: Final = ("player_third", "banker_third")
JOINED: Final = ("player_cards", "banker_cards")
TOTALS: Final = ("player_initial", "banker_initial", "player_final", "banker_final")
CONTENT: Final = (*OPENING, *THIRDS, *JOINED, *TOTALS, "outcome")
"""The roles that make a row a round."""


def role_words(role: str) -> str:
    """A role in the field's words (R1).

    >>> role_words("player_third"), role_words("banker_cards"), role_words("outcome")
    ("Player's third card", "Banker's cards", 'outcome')
    """
    side, _, rest = role.partition("_")
    if rest == "cards":
        return f"{side.capitalize()}'s cards"
    return LABELS.get(role, role.replace("_", " "))


def valued_card(role: str) -> str:
    """The card that a second column holds the values of; "" for a column of another kind.

    >>> valued_card("player_third_value"), valued_card("recorded_outcome")
    ('player_third', '')
    """
    return role.removesuffix("_value") if role.endswith("_value") else ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: index from 0, its letter (the key for JSON), the header as written."""

    index: int
    letter: str
    header: str

    @property
    def named(self) -> str:
        """The header and where it stands, for a sentence; a JSON key is both at once.

        >>> Column(7, "H", "Player total").named, Column(3, "bankoTotal", "bankoTotal").named
        ("'Player total' (H)", "'bankoTotal'")
        """
        return repr(self.header) if self.header == self.letter else f"{self.header!r} ({self.letter})"


@dataclass(frozen=True, slots=True)
class Skipped:
    """Rows in and below a table that are no rounds, by row number; blank ones are counted."""

    blank: int = 0
    headers: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    notes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """One table of rounds.

    header_row, first_row, last_row  row numbers as an editor shows them; header_row is the lowest header row,
                    0 when there is none (for JSON, 0 is the row of the keys)
    columns         role -> Column: what the audit judges
    also            second columns of a role: ``recorded_outcome``, ``recorded_player_draws``,
                    ``player_third_value``, ``computed_outcome`` and the like
    unknown_columns columns with a header that has no role; not_read says why where that needs saying
    zero            third-card role -> what 0 means there: ``card``; ``none``; ``either`` (no card where the
                    hand must stand, a card worth 0 where it must draw); None: ambiguous, 0 can't be judged.
                    A role without any 0 may be missing. ``player_third_value`` and ``banker_third_value``:
                    ``none`` where 0 as a value stands for no card, else ``card``
    outcome_codes   number in the outcome column -> outcome, declared or fitted; empty when it holds words
    rounds          indexes into ``sheet.rows`` of the rows that are rounds, ascending
    variant         the name of a game that can't be judged (R0), else None
    """

    sheet: Sheet
    header_row: int
    first_row: int
    last_row: int
    columns: dict[str, Column]
    layout: Layout
    rounds: Sequence[int]
    also: dict[str, Column] = field(default_factory=dict)
    unknown_columns: list[Column] = field(default_factory=list)
    not_read: list[NotRead] = field(default_factory=list)
    assumptions: list[str] = field(default_factory=list)
    zero: dict[str, Zero | None] = field(default_factory=dict)
    outcome_codes: dict[float, Outcome] = field(default_factory=dict)
    skipped: Skipped = field(default_factory=Skipped)
    title: str = ""
    variant: str | None = None

    def cells(self, role: str) -> list[CellValue]:
        """The cells of a role, one a round. KeyError when the table lacks it."""
        column = self.columns.get(role) or self.also[role]
        return cells_of(self.sheet, column.index, self.rounds)

    def address(self, role: str, round_index: int) -> str:
        """The address of a role's cell in a round (its position in ``rounds``): ``G6``, or a JSON key."""
        column = self.columns.get(role) or self.also[role]
        return self.sheet.address(self.rounds[round_index], column.index)

    def row_number(self, round_index: int) -> int:
        """The row number of a round as an editor shows it."""
        return self.sheet.row_numbers[self.rounds[round_index]]


def cells_of(sheet: Sheet, column: int, rounds: Sequence[int]) -> list[CellValue]:
    """One column's cells in the given rows; a slice where the rows have no gaps."""
    if isinstance(rounds, range) and rounds.step == 1:
        return sheet.column(column, rounds.start, rounds.stop)
    if not rounds:
        return []
    first = rounds[0]
    cells = sheet.column(column, first, rounds[-1] + 1)
    return [cells[index - first] for index in rounds]


def distinct_cells(sheet: Sheet, column: int, rounds: Sequence[int]) -> set[CellValue]:
    """The different cells of one column in the given rows."""
    if isinstance(rounds, range) and rounds.step == 1:
        return sheet.distinct(column, rounds.start, rounds.stop)
    return set(cells_of(sheet, column, rounds))


@dataclass(frozen=True, slots=True)
class Recognition:
    """What was found in a book.

    tables          in sheet order, top to bottom, left to right
    not_read        what may hold rounds and was not read or not recognised, with why: the check is incomplete
    without_rounds  sheets that were looked at and hold nothing like rounds (empty, notes, charts), with why;
                    they are to be listed, and leave the check complete. Empty when no table was found at all:
                    then everything is in not_read
    """

    tables: list[Table]
    not_read: list[NotRead]
    without_rounds: list[NotRead] = field(default_factory=list)
