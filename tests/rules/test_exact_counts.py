"""The proof of the rules: every hand of a full shoe, dealt through them, gives the published counts."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import perm

import pytest

from baccarat_xl import NO_CARD, banker_draws, hand_total, player_draws, winner
from tests.cases import exact_counts

COUNTS = exact_counts()
total, player_takes, banker_takes, wins = map(cache, (hand_total, player_draws, banker_draws, winner))
"""The public functions; each distinct question is asked once."""


def deal_every_hand(decks: int) -> Counter[str]:
    """Ordered six-card deals by outcome; cards that a round leaves unused count in any order."""
    shoe = [16 * decks] + [4 * decks] * 9
    cards = 52 * decks
    tally: Counter[str] = Counter()

    def draw(value: int) -> int:
        left = shoe[value]
        shoe[value] -= 1
        return left

    def back(value: int) -> None:
        shoe[value] += 1

    def finish(ways: int, used: int, hands: tuple[int, int], drawn: tuple[int, int]) -> None:
        weight = ways * perm(cards - used, 6 - used)
        outcome = wins(*hands)
        tally[str(outcome)[0]] += weight
        if outcome == "Banker" and hands[1] in (6, 7):
            tally[f"banker_win_{hands[1]}_{'three' if drawn[1] else 'two'}_card"] += weight
        if outcome == "Player" and hands[0] == 8 and drawn[0]:
            tally["player_win_8_three_card"] += weight

    def after_player(ways: int, used: int, player: int, banker: int, third: object) -> None:
        final = total(player, 0, third)
        drew = third is not NO_CARD
        if banker_takes(banker, third, player) is not True:
            finish(ways, used, (final, banker), (drew, False))
            return
        for value in range(10):
            if shoe[value]:
                more = draw(value)
                finish(ways * more, used + 1, (final, total(banker, 0, value)), (drew, True))
                back(value)

    for p1 in range(10):
        a = draw(p1)
        for b1 in range(10):
            b = draw(b1)
            for p2 in range(10):
                c = draw(p2)
                for b2 in range(10):
                    d = draw(b2)
                    ways = a * b * c * d
                    player, banker = total(p1, p2), total(b1, b2)
                    if ways and player_takes(player, banker) is True:
                        for third in range(10):
                            if shoe[third]:
                                e = draw(third)
                                after_player(ways * e, 5, player, banker, third)
                                back(third)
                    elif ways:
                        after_player(ways, 4, player, banker, NO_CARD)
                    back(b2)
                back(p2)
            back(b1)
        back(p1)
    return tally


@cache
def dealt(decks: int) -> Counter[str]:
    return deal_every_hand(decks)


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_every_deal_of_a_full_shoe_gives_the_published_counts(decks: int) -> None:
    published = COUNTS["shoes"][str(decks)]
    tally = dealt(decks)
    assert sum(tally[outcome] for outcome in "PBT") == published["total"]
    assert {key: tally[key] for key in published if key not in ("cards", "total")} == {
        key: count for key, count in published.items() if key not in ("cards", "total")
    }


def test_the_counts_reproduce_the_published_house_edges() -> None:
    tally = dealt(8)
    deals = COUNTS["shoes"]["8"]["total"]
    player, banker, tie = (tally[outcome] for outcome in "PBT")
    six = tally["banker_win_6_two_card"] + tally["banker_win_6_three_card"]
    returns = {
        "banker_5_percent_commission": 0.95 * banker - player,
        "player": player - banker,
        "tie_8_to_1": 8 * tie - player - banker,
        "banker_6_pays_half": banker - six / 2 - player,
        "banker_three_card_7_pushes": banker - tally["banker_win_7_three_card"] - player,
    }
    edges = {name: round(-100 * value / deals, 4) for name, value in returns.items()}
    assert edges == COUNTS["house_edge_percent_8_decks"]
