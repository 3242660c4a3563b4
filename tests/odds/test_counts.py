"""Exact counts: against published ones, and against every deal of small shoes dealt card by card."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations, product

import pytest

from baccarat_xl import NO_CARD, banker_draws, hand_total, player_draws, winner
from baccarat_xl.errors import UsageError
from baccarat_xl.odds import INFINITE, Shoe, count, full_shoe, read_shoe
from tests.cases import exact_counts

SHOES = exact_counts()["shoes"]
total, player_takes, banker_takes = map(cache, (hand_total, player_draws, banker_draws))
"""The public functions; each distinct question is asked once."""


@pytest.mark.parametrize("decks", SHOES)
def test_full_shoes_give_the_published_counts(decks: str) -> None:
    published = dict(SHOES[decks])
    counts = count(full_shoe(int(decks)))
    assert counts.shoe.cards == published.pop("cards")
    assert counts.shoe.deals == sum(counts.ends.values()) == published.pop("total")
    named = counts.named()
    assert {name: named[name] for name in published} == published


def dealt(values: tuple[int, ...]) -> tuple[object, ...]:
    """The end of the round that six cards make, dealt one by one through the public functions."""
    p1, b1, p2, b2, *rest = values
    player, banker = total(p1, p2), total(b1, b2)
    third = rest.pop(0) if player_takes(player, banker) is True else NO_CARD
    last = rest.pop(0) if banker_takes(banker, third, player) is True else NO_CARD
    finals = total(p1, p2, third), total(b1, b2, last)
    return player, banker, None if third is NO_CARD else third, *finals, last is not NO_CARD


@pytest.mark.parametrize(
    "composition", ["A:1,2:1,3:1,4:1,5:1,6:1,7:1,8:1,9:1", "T:3,J:1,A:2,4:1,9:1", "K:2,Q:2,5:3,8:2", "6:6"]
)
def test_small_shoes_are_counted_as_they_are_dealt(composition: str) -> None:
    shoe = read_shoe(composition)
    cards = [value for value, number in enumerate(shoe.values) for _ in range(number)]
    by_hand = Counter(dealt(deal) for deal in permutations(cards, 6))
    found = {
        (e.player_initial, e.banker_initial, e.player_third, e.player_final, e.banker_final, e.banker_drew): n
        for e, n in count(shoe).ends.items()
        if n
    }
    assert found == dict(by_hand)
    outcomes = Counter(winner(end[3], end[4])[0] for end in by_hand.elements())
    assert {name: count(shoe).named()[name] for name in "PBT"} == {name: outcomes[name] for name in "PBT"}


def test_an_endless_shoe_is_what_many_decks_come_near_to() -> None:
    endless, many = count(INFINITE), count(full_shoe(26))
    assert sum(endless.ends.values()) == endless.shoe.deals == 13**6
    for end, deals in endless.ends.items():
        assert abs(Fraction(deals, 13**6) - Fraction(many.ends[end], many.shoe.deals)) < Fraction(1, 2000)
    weights = [4, *[1] * 9]
    two = Counter({(a + b) % 10: 0 for a, b in product(range(10), range(10))})
    for a, b in product(range(10), range(10)):
        two[(a + b) % 10] += weights[a] * weights[b]
    natural = Fraction(sum(two[a] * two[b] for a, b in product(two, two) if a > 7 or b > 7), 13**4)
    assert endless.chance(lambda end: end.natural) == natural


@pytest.mark.parametrize("text", ["", "A:5", "A:-1,2:9", "X:3,2:9", "A:3,A:4", "A=3", "A:2.5,3:9", "A:9999"])
def test_what_is_no_shoe(text: str) -> None:
    with pytest.raises(UsageError):
        read_shoe(text)


@pytest.mark.parametrize("decks", [0, -1, 27])
def test_what_is_no_number_of_decks(decks: int) -> None:
    with pytest.raises(UsageError):
        full_shoe(decks)


def test_a_shoe_in_words() -> None:
    assert full_shoe(1).in_words() == "a full shoe of 1 deck"
    assert full_shoe(8).in_words() == "a full shoe of 8 decks"
    assert read_shoe("A:4,t:4").in_words() == "a shoe of 8 cards"
    assert isinstance(INFINITE, Shoe)
