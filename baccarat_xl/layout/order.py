"""Is there another order of the columns of cards and totals that makes far more sense of the rounds?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from baccarat_xl.layout.codes import SIX, read_column, settle_either, total_codes
from baccarat_xl.layout.evidence import LOOK_AT, outcomes_of
from baccarat_xl.layout.table import OPENING, THIRDS, TOTALS, Column, Table
from baccarat_xl.layout.words import part_of

if TYPE_CHECKING:
    from baccarat_xl.columns import Codes

P1, P2, P3 = "player_card_1", "player_card_2", "player_third"
B1, B2, B3 = "banker_card_1", "banker_card_2", "banker_third"
PLAUSIBLE: Final = (
    ("Player's three cards, then Banker's", (P1, P2, P3, B1, B2, B3)),
    ("Banker's three cards, then Player's", (B1, B2, B3, P1, P2, P3)),
    (
        "in the order of the deal: Player, Banker, Player, Banker, then the third cards",
        (P1, B1, P2, B2, P3, B3),
    ),
    ("in the order of the deal, Banker first", (B1, P1, B2, P2, B3, P3)),
    ("the opening cards of Player and Banker, then the third cards", (P1, P2, B1, B2, P3, B3)),
    ("the opening cards of Banker and Player, then the third cards", (B1, B2, P1, P2, B3, P3)),
    (
        "the opening cards of Player and Banker, then Banker's third card, then Player's",
        (P1, P2, B1, B2, B3, P3),
    ),
    (
        "the opening cards of Banker and Player, then Player's third card, then Banker's",
        (B1, B2, P1, P2, P3, B3),
    ),
    ("each hand's third card first", (P3, P1, P2, B3, B1, B2)),
    ("each hand's third card first, Banker before Player", (B3, B1, B2, P3, P1, P2)),
    ("the last card first, Player before Banker", (P3, P2, P1, B3, B2, B1)),
    ("the last card first, Banker before Player", (B3, B2, B1, P3, P2, P1)),
)
BAD_ENOUGH: Final = 0.10
MUCH_BETTER: Final = 0.5
FEWEST: Final = 20
FEWEST_IF_PLAIN: Final = 5
PLAINLY_BAD: Final = 0.5
PLAINLY_BETTER: Final = 0.2
"""Few rounds say enough when most of them are impossible as read, and hardly any in the other order."""
EXCHANGED: Final = "the totals of Player and Banker exchanged"
SWAPPED: Final[dict[str, str]] = {
    "player_initial": "banker_initial",
    "banker_initial": "player_initial",
    "player_final": "banker_final",
    "banker_final": "player_final",
}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A better order of the columns of cards, of totals or of both.

    columns       role -> Column, as the better order reads them: all six cards, or the totals, or both
    order         that order in words
    now, better   share of rounds, 0-1, that are impossible as read now, and as the better order reads them
    rounds        how many rounds were looked at
    """

    columns: dict[str, Column]
    order: str
    now: float
    better: float
    rounds: int

    def __str__(self) -> str:
        mapping = ", ".join(f"{column.letter}={role}" for role, column in self.columns.items())
        return (
            f"the columns as headed make {part_of(self.now, self.rounds)} impossible, "
            f"read as {self.order} {only(self.better, self.rounds)}: {mapping}"
        )


def only(share: float, rounds: int) -> str:
    """``only 7``, ``none``: a share of so many rounds that have been named already."""
    return f"only {round(share * rounds):,}" if round(share * rounds) else "none"


def better_order(table: Table) -> Suggestion | None:
    """The best of the plausible orders when it leaves at most half as many impossible rounds; else None.

    Looked for only when all six cards have columns and a tenth of the rounds or more is impossible as read.
    A round is impossible when its cards break R3-R5, or when a recorded total or outcome is not theirs.
    """
    count = len(table.rounds)
    if not all(role in table.columns for role in (*OPENING, *THIRDS)) or count < FEWEST_IF_PLAIN:
        return None
    rounds = table.rounds[:LOOK_AT]
    columns, sheet = table.columns, table.sheet
    cards = {role: read_column(sheet, rounds, columns[role], table.zero.get(role)) for role in SIX}
    ends = [role for role in SWAPPED if role in columns and SWAPPED[role] in columns]
    totals: dict[str, Codes] = {
        role: total_codes(sheet, rounds, columns[role]) for role in TOTALS if role in columns
    }
    recorded = outcomes_of(table.sheet, rounds, table.columns.get("outcome"), table.outcome_codes)
    now = _impossible(cards, totals, recorded)
    if now < BAD_ENOUGH:
        return None
    exchanged = {role: totals[SWAPPED[role] if role in ends else role] for role in totals}
    as_read = {role: role for role in SIX}
    tried = [(_impossible(cards, exchanged, recorded), EXCHANGED, as_read, True)] if ends else []
    for words, reading in _orders(table):
        codes = {role: cards[source] for role, source in reading.items()}
        tried.append((_impossible(codes, totals, recorded), words, reading, False))
        if ends:
            both = f"{words}, and {EXCHANGED}"
            tried.append((_impossible(codes, exchanged, recorded), both, reading, True))
    better, words, reading, moved = min(tried, key=lambda item: item[0])
    distinct = len(set(zip(*(column.tolist() for column in cards.values()), strict=True)))
    if not _enough(count, distinct, now, better):
        return None
    told = {role: columns[reading[role]] for role in SIX} if reading != as_read else {}
    told |= {role: columns[SWAPPED[role]] for role in ends if moved}
    return Suggestion(told, words, now, better, len(rounds))


def _orders(table: Table) -> list[tuple[str, dict[str, str]]]:
    """The plausible orders in words, each with role -> the role whose column it reads instead."""
    left_to_right = sorted(SIX, key=lambda role: table.columns[role].index)
    return [(words, dict(zip(order, left_to_right, strict=True))) for words, order in PLAUSIBLE]


def _enough(count: int, distinct: int, now: float, better: float) -> bool:
    """Does it say enough? Among few rounds, one that is written many times says no more than once."""
    if count < FEWEST:
        return distinct >= FEWEST_IF_PLAIN and now >= PLAINLY_BAD and better <= PLAINLY_BETTER * now
    return better <= MUCH_BETTER * now


def _impossible(by_role: dict[str, Codes], totals: dict[str, Codes], recorded: Codes | None) -> float:
    """The share of impossible rounds. Where no third card is marked as missing, 0 may be the mark."""
    import numpy as np

    from baccarat_xl.columns import NO_CARD_CODE, UNKNOWN_TOTAL, resolve_rounds

    unmarked = [bool((by_role[role] < NO_CARD_CODE).all()) for role in THIRDS]
    codes = [by_role[role] for role in SIX]
    solved = resolve_rounds(*(settle_either(codes, *unmarked) if any(unmarked) else codes))
    opening = np.maximum.reduce([by_role[role] for role in OPENING])
    impossible = (solved.faulty != 0) | (opening >= NO_CARD_CODE)
    for role, total in totals.items():
        true = getattr(solved, role)
        impossible |= (total < UNKNOWN_TOTAL) & (true < UNKNOWN_TOTAL) & (total != true)
    if recorded is not None:
        impossible |= (recorded < 3) & (solved.outcome < 3) & (solved.outcome != recorded)
    return float(np.mean(impossible))
