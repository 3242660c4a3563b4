"""A shoe: how many cards of each rank it holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import perm
from typing import Final

from baccarat_xl.errors import UsageError
from baccarat_xl.rules.cards import card_value
from baccarat_xl.rules.domain import RANKS

_NAMED: Final = {rank: rank for rank in RANKS} | {"T": "10"}
SUITS_IN_A_DECK: Final = 4
FEWEST: Final = 6
MOST: Final = 1400
"""Above this number of cards six ordered cards can be dealt in more ways than a machine integer counts."""


@dataclass(frozen=True, slots=True)
class Shoe:
    """ranks: rank -> cards of it; decks: the number of decks of a full shoe, else None.

    An endless shoe (``endless``) deals each card from the same composition: 13 ranks alike.
    """

    ranks: Mapping[str, int]
    decks: int | None = None
    endless: bool = False

    @property
    def cards(self) -> int:
        """How many cards it holds; for an endless shoe those of one suit."""
        return sum(self.ranks.values())

    @property
    def values(self) -> tuple[int, ...]:
        """Cards of each value 0-9."""
        found = [0] * 10
        for rank, cards in self.ranks.items():
            found[card_value(rank)] += cards
        return tuple(found)

    @property
    def deals(self) -> int:
        """Ordered deals of six cards."""
        return int(self.cards**FEWEST if self.endless else perm(self.cards, FEWEST))

    def in_words(self) -> str:
        """What it is, for a heading."""
        if self.endless:
            return "an endless shoe"
        if self.decks:
            return f"a full shoe of {self.decks} deck{'s' * (self.decks > 1)}"
        return f"a shoe of {self.cards} cards"


INFINITE: Final = Shoe(dict.fromkeys(RANKS, 1), endless=True)


def full_shoe(decks: int) -> Shoe:
    """A full shoe of 1 to 26 decks. Raises UsageError otherwise."""
    if not 1 <= decks <= MOST // 52:
        raise UsageError(f"{decks} is no number of decks that can be counted; give 1 to {MOST // 52}")
    return Shoe(dict.fromkeys(RANKS, SUITS_IN_A_DECK * decks), decks)


def read_shoe(text: str) -> Shoe:
    """A composition such as ``A:32,2:31,10:30,J:32``; ranks that are not named are not in it.

    Raises UsageError for what is no rank, no number, or fewer cards than a round may need.
    """
    ranks = dict.fromkeys(RANKS, 0)
    named: set[str] = set()
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        name, sign, number = part.partition(":")
        try:
            rank, cards = _NAMED[name.strip().upper()], int(number)
        except (KeyError, ValueError):
            raise UsageError(f"{part!r} is no rank with a number of cards, such as A:32 or 10:31") from None
        if not sign or cards < 0 or rank in named:
            raise UsageError(f"{part!r} does not stand for a rank once with a number of cards")
        named.add(rank)
        ranks[rank] = cards
    shoe = Shoe(ranks)
    if not FEWEST <= shoe.cards <= MOST:
        raise UsageError(f"a shoe of {shoe.cards} cards cannot be counted; it takes {FEWEST} to {MOST}")
    return shoe
