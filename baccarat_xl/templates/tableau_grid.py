"""The drawing table in the words of a sheet, read off the one table of the rules."""

from __future__ import annotations

from typing import Final

from baccarat_xl.rules.tableau import BANKER_DRAWS, CARD_VALUES, banker_draws
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, UNSEEN, Card

DRAWS: Final = "draws"
STANDS: Final = "stands"
WAITS: Final = "waits for P3"
NOT_KNOWN: Final = "not known"

BANKER_TOTALS: Final = tuple(sorted({initial for initial, _ in BANKER_DRAWS}))
"""Banker's initial totals that the table has a row for; the others are naturals."""
COLUMNS: Final[tuple[tuple[str, Card, str], ...]] = (
    ("Player stood", NO_CARD, NOT_KNOWN),
    *((str(value), value, NOT_KNOWN) for value in CARD_VALUES),
    ("not dealt yet", UNSEEN, WAITS),
    ("? not seen", UNSEEN, NOT_KNOWN),
)
"""Heading, what Player's third card is, and the words for an undecided cell; in the order of the sheet."""


def answer(initial: int, third: Card, undecided: str = NOT_KNOWN) -> str:
    """One cell of the table: ``draws``, ``stands``, or ``undecided`` where P3 still matters (R7.1)."""
    decision = banker_draws(initial, third)
    if decision is UNKNOWN:
        return undecided
    return DRAWS if decision else STANDS


def grid() -> list[list[str]]:
    """The table row by row: Banker's initial totals by `COLUMNS`."""
    return [
        [answer(initial, third, undecided) for _, third, undecided in COLUMNS] for initial in BANKER_TOTALS
    ]
