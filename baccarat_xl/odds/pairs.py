"""How often the opening cards are pairs, counted exactly by ranks, and by suits where those are known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import product
from typing import TypeAlias

from baccarat_xl.odds.shoe import SUITS_IN_A_DECK, Shoe
from baccarat_xl.settlement.facts import Facts

Kind: TypeAlias = str
NONE, PAIR, PERFECT = "none", "pair", "perfect pair"


class _Cards:
    """The cards left, by rank and by kind, and how many ordered twos are of one rank and of one kind."""

    def __init__(self, shoe: Shoe, suits: int) -> None:
        self.endless = shoe.endless
        share = 1 if shoe.endless else suits
        each = suits if shoe.endless else 1
        self.kinds = {
            (rank, suit): cards // share for rank, cards in shoe.ranks.items() for suit in range(suits)
        }
        self.ranks = {rank: cards * each for rank, cards in shoe.ranks.items()}
        self.all = sum(self.ranks.values())
        self.same, self.alike = self._twos(self.ranks.values()), self._twos(self.kinds.values())

    def _twos(self, cards: Iterable[int]) -> int:
        return sum(number * (number - (not self.endless)) for number in cards)

    def take(self, kind: tuple[str, int]) -> None:
        """Take a card out; an endless shoe stays as it is."""
        if not self.endless:
            self.kinds[kind] -= 1
            self.ranks[kind[0]] -= 1
            self.all -= 1
            self.same -= 2 * self.ranks[kind[0]]
            self.alike -= 2 * self.kinds[kind]

    def put_back(self, kind: tuple[str, int]) -> None:
        """Undo `take`."""
        if not self.endless:
            self.same += 2 * self.ranks[kind[0]]
            self.alike += 2 * self.kinds[kind]
            self.kinds[kind] += 1
            self.ranks[kind[0]] += 1
            self.all += 1

    def twos(self) -> dict[Kind, int]:
        """Ordered pairs of two cards by kind."""
        every = self._twos([self.all])
        return {NONE: every - self.same, PAIR: self.same - self.alike, PERFECT: self.alike}


def knows_suits(shoe: Shoe) -> bool:
    """Whether the shoe says how many cards of each suit it holds: a full one, and an endless one."""
    return shoe.decks is not None or shoe.endless


def pair_counts(shoe: Shoe) -> dict[tuple[Kind, Kind], int]:
    """Ordered deals of the four opening cards by what Player's and Banker's two are.

    Where the suits are not known (`knows_suits`), "perfect pair" stands for every pair, and "pair" for none.
    """
    suits = SUITS_IN_A_DECK if knows_suits(shoe) else 1
    cards = _Cards(shoe, suits)
    found: Counter[tuple[Kind, Kind]] = Counter()
    for first, second in product(tuple(cards.kinds), repeat=2):
        ways = cards.kinds[first]
        cards.take(first)
        ways *= cards.kinds[second]
        if ways > 0:
            cards.take(second)
            player = PERFECT if first == second else PAIR if first[0] == second[0] else NONE
            for banker, twos in cards.twos().items():
                found[player, banker] += ways * twos
            cards.put_back(second)
        cards.put_back(first)
    return dict(found)


def pair_facts(player: Kind, banker: Kind) -> Facts:
    """The facts of two opening hands of these kinds."""
    return Facts(
        player_pair=player != NONE,
        banker_pair=banker != NONE,
        player_perfect=player == PERFECT,
        banker_perfect=banker == PERFECT,
    )
