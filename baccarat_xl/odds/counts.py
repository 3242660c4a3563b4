"""Every ordered deal of six cards, counted exactly by how its round ends.

A round that uses fewer cards leaves the rest of the six undealt; those count in any order, so that all counts
of a shoe are out of the same number of deals.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Final

import numpy as np
import numpy.typing as npt

from baccarat_xl.odds.shoe import Shoe
from baccarat_xl.rules.outcome import OUTCOMES
from baccarat_xl.rules.tableau import CARD_VALUES, NATURALS, TOTALS, banker_draws, player_draws
from baccarat_xl.rules.unknown import NO_CARD


@dataclass(frozen=True, slots=True)
class End:
    """How a round ends, and from what: totals 0-9, third cards' values or None."""

    player_initial: int
    banker_initial: int
    player_third: int | None
    player_final: int
    banker_final: int
    banker_drew: bool

    @property
    def outcome(self) -> str:
        """Player, Banker or Tie."""
        difference = self.player_final - self.banker_final
        return OUTCOMES[0] if difference > 0 else OUTCOMES[1] if difference < 0 else OUTCOMES[2]

    @property
    def natural(self) -> bool:
        """Did a natural end it?"""
        return self.player_initial in NATURALS or self.banker_initial in NATURALS

    @property
    def player_cards(self) -> int:
        """2 or 3."""
        return 2 + (self.player_third is not None)

    @property
    def banker_cards(self) -> int:
        """2 or 3."""
        return 2 + self.banker_drew


@dataclass(frozen=True, slots=True)
class Counts:
    """ends: each way a round can end -> ordered deals that end so; they add up to ``shoe.deals``."""

    shoe: Shoe
    ends: dict[End, int]

    def of(self, condition: Callable[[End], bool]) -> int:
        """Deals whose round fulfils a condition."""
        return sum(deals for end, deals in self.ends.items() if condition(end))

    def chance(self, condition: Callable[[End], bool]) -> Fraction:
        """The share of them, exactly."""
        return Fraction(self.of(condition), self.shoe.deals)

    def named(self) -> dict[str, int]:
        """Outcomes and the special wins, by the names that are published."""
        found = {outcome[0]: self.of(lambda end, o=outcome: end.outcome == o) for outcome in OUTCOMES}  # type: ignore[misc]
        return found | {name: self.of(condition) for name, condition in SPECIAL.items()}


SPECIAL: Final[dict[str, Callable[[End], bool]]] = {
    "natural": lambda end: end.natural,
    "four_cards": lambda end: end.player_cards + end.banker_cards == 4,
    "five_cards": lambda end: end.player_cards + end.banker_cards == 5,
    "six_cards": lambda end: end.player_cards + end.banker_cards == 6,
    "banker_win_6_two_card": lambda end: _banker_wins(end, 6, 2),
    "banker_win_6_three_card": lambda end: _banker_wins(end, 6, 3),
    "banker_win_7_three_card": lambda end: _banker_wins(end, 7, 3),
    "player_win_8_three_card": lambda end: (
        end.outcome == OUTCOMES[0] and end.player_final == 8 and end.player_cards == 3
    ),
}


def _banker_wins(end: End, total: int, cards: int) -> bool:
    return end.outcome == OUTCOMES[1] and end.banker_final == total and end.banker_cards == cards


def count(shoe: Shoe) -> Counts:
    """The exact counts of a shoe."""
    by_state = _by_state(shoe)
    ends: dict[End, int] = {}
    for player, banker in product(TOTALS, TOTALS):
        deals = by_state[player, banker]
        if player_draws(player, banker) is not True:
            _after_player(ends, player, banker, None, deals.sum(axis=0))
            continue
        for third in CARD_VALUES:
            _after_player(ends, player, banker, third, deals[third])
    return Counts(shoe, ends)


def _after_player(
    ends: dict[End, int], player: int, banker: int, third: int | None, deals: npt.NDArray[np.int64]
) -> None:
    """The ends of the rounds that have come so far; ``deals`` by the value of the card that comes next."""
    card = NO_CARD if third is None else third
    final = player if third is None else (player + third) % 10
    if banker_draws(banker, card, player) is True:
        for value, number in zip(CARD_VALUES, deals.tolist(), strict=True):
            ends[End(player, banker, third, final, (banker + value) % 10, True)] = number
    else:
        ends[End(player, banker, third, final, banker, False)] = int(deals.sum())


@cache
def _pairs() -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp], npt.NDArray[np.int64]]:
    """Every two hands of two values, each hand once in either order, sorted by both totals: the four values,
    where each pair of totals begins, in how many orders each four lie."""
    hands = list(combinations_with_replacement(CARD_VALUES, 2))
    fours = sorted(
        ((*player, *banker) for player, banker in product(hands, hands)),
        key=lambda four: (sum(four[:2]) % 10, sum(four[2:]) % 10),
    )
    values = np.array(fours, np.intp)
    totals = (values[:, 0] + values[:, 1]) % 10 * 10 + (values[:, 2] + values[:, 3]) % 10
    orders = np.where(values[:, 0] == values[:, 1], 1, 2) * np.where(values[:, 2] == values[:, 3], 1, 2)
    return values.T, np.flatnonzero(np.diff(totals, prepend=-1)), orders.astype(np.int64)


def _by_state(shoe: Shoe) -> npt.NDArray[np.int64]:
    """Ordered deals by Player's and Banker's initial totals and the values of the fifth and sixth card."""
    fours, starts, orders = _pairs()
    cards = np.array(shoe.values, np.int64)
    ways = orders.copy()
    taken = np.zeros((len(orders), len(cards)), np.int64)
    rows = np.arange(len(orders))
    for values in fours:
        ways *= np.maximum(cards[values] - taken[rows, values], 0)
        if not shoe.endless:
            taken[rows, values] += 1
    left = np.maximum(cards - taken, 0)
    next_two = left[:, :, None] * (left[:, None, :] - (0 if shoe.endless else np.eye(10, dtype=np.int64)))
    deals = ways[:, None, None] * np.maximum(next_two, 0)
    return np.add.reduceat(deals, starts, axis=0).reshape(10, 10, 10, 10)
