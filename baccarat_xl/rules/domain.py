"""The finite domains that sweeps and tests run over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from baccarat_xl.rules.tableau import CARD_VALUES, TOTALS, player_draws
from baccarat_xl.rules.unknown import NO_CARD, UNSEEN, Card

THIRDS: Final[tuple[Card, ...]] = (NO_CARD, UNSEEN, *CARD_VALUES)
"""Everything a third-card cell can mean."""
RANKS: Final = ("A", *map(str, range(2, 11)), "J", "Q", "K")


def openings() -> Iterator[tuple[int, int]]:
    """Every (Player's initial total, Banker's initial total): 100 pairs."""
    return ((player, banker) for player in TOTALS for banker in TOTALS)


def drawing_states() -> Iterator[tuple[int, int, Card]]:
    """Every (Player's initial, Banker's initial, third card), impossible ones among them: 1,200 states."""
    return ((player, banker, third) for player, banker in openings() for third in THIRDS)


def can_occur(player_initial: int, banker_initial: int, player_third: Card) -> bool:
    """Whether a finished round can hold this state (R3, R4)."""
    return player_draws(player_initial, banker_initial) is (player_third is not NO_CARD)
