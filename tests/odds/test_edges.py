"""House edges and further counts against published ones; pairs against every deal of small shoes."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from baccarat_xl.odds import INFINITE, Shoe, count, full_shoe, read_shoe
from baccarat_xl.odds.edges import house_edges
from baccarat_xl.odds.frequencies import drawing_states, final_totals, percent
from baccarat_xl.odds.pairs import pair_counts, pair_facts
from baccarat_xl.settlement import named_terms
from tests.cases import exact_counts

EIGHT = count(full_shoe(8))
PUBLISHED = exact_counts()["house_edge_percent_8_decks"]
NAMED = {
    "banker_5_percent_commission": ("commission-5", "banker"),
    "player": ("commission-5", "player"),
    "tie_8_to_1": ("commission-5+tie-8", "tie"),
    "banker_6_pays_half": ("banker-6-half", "banker"),
    "banker_three_card_7_pushes": ("banker-7-push", "banker"),
}


def edge(terms: str, bet: str, decks: int = 8) -> Fraction:
    counts = EIGHT if decks == 8 else count(full_shoe(decks))
    found = next(each for each in house_edges(counts, named_terms(terms)) if each.bet.name == bet)
    assert found.edge is not None
    return found.edge


@pytest.mark.parametrize("name", PUBLISHED)
def test_house_edges_of_the_cases(name: str) -> None:
    assert percent(edge(*NAMED[name])) == f"{PUBLISHED[name]:.4f}%"


@pytest.mark.parametrize(
    ("terms", "bet", "decks", "published"),
    [
        # playbaccaratonline.net/baccarat-odds, oddsshark.com/casino/baccarat/odds
        ("commission-5+tie-9", "tie", 8, "4.84"),
        ("commission-5", "tie", 6, "14.44"),
        ("commission-5", "banker", 6, "1.06"),
        # 888casino.com: dragon 7, panda 8 and pairs
        ("commission-5", "dragon_7", 8, "7.611"),
        ("commission-5", "panda_8", 8, "10.1876"),
        ("commission-5", "player_pair", 8, "10.361"),
        ("commission-5", "banker_pair", 8, "10.361"),
        # leovegas.com, wordstreetjournal.com, vegasfreedom.com, aresponsiblegambler.com
        ("banker-6-half", "super_6", 8, "29.98"),
        ("commission-5", "either_pair", 8, "13.71"),
        ("commission-5", "big", 8, "4.35"),
        ("commission-5", "small", 8, "5.3"),
        # Perfect Pairs, version 1, by Michael Shackleford
        ("commission-5", "perfect_pair", 8, "13.03"),
        ("commission-5", "perfect_pair", 6, "17.07"),
        # wizardofodds.com/games/baccarat/appendix/5
        ("commission-5", "player_dragon_bonus", 8, "2.65"),
        ("commission-5", "banker_dragon_bonus", 8, "9.37"),
        ("commission-5", "player_dragon_bonus", 6, "2.67"),
        ("commission-5", "banker_dragon_bonus", 4, "9.42"),
    ],
)
def test_published_house_edges(terms: str, bet: str, decks: int, published: str) -> None:
    places = len(published.partition(".")[2])
    assert percent(edge(terms, bet, decks), places) == f"{published}%"


def test_published_counts_of_winning_totals() -> None:
    """Player's wins by total, eight decks, as a page on Super Baccarat lists them."""
    totals = final_totals(EIGHT)
    wins = [sum(totals[player, banker] for banker in range(player)) for player in range(10)]
    assert wins[1:] == [
        24639193538560, 44328525111296, 62946423310336, 86165771096064, 122838277197824,
        312658895192064, 408043979470848, 555823197134848, 613074020540416,
    ]  # fmt: skip


def test_published_counts_of_winning_margins() -> None:
    """Player Dragon Bonus, eight decks, as the Wizard of Odds lists it; margins 4 to 9 without a natural."""
    margins: Counter[int] = Counter()
    for end, deals in EIGHT.ends.items():
        if end.outcome == "Player" and end.player_initial < 8:
            margins[end.player_final - end.banker_final] += deals
    assert [margins[n] for n in (9, 8, 7, 6, 5, 4)] == [
        18409431764992, 34097645543424, 89590261473280, 141238897317888, 166169165987840, 186780352174080
    ]  # fmt: skip


def test_published_counts_of_pairs() -> None:
    """Perfect Pairs, versions 1 and 2: deals in which the order within a hand does not count."""
    for decks, one_or_both, all_deals in ((8, 246848784, 7379583120), (6, 74114820, 2323673820)):
        counts = pair_counts(full_shoe(decks))
        assert sum(counts.values()) == 4 * all_deals
        assert (
            sum(n for kinds, n in counts.items() if pair_facts(*kinds).value("perfect_pair"))
            == 4 * one_or_both
        )
    assert pair_counts(full_shoe(8))["perfect pair", "perfect pair"] == 4 * 2101008


def kind(first: tuple[str, int], second: tuple[str, int]) -> str:
    return "perfect pair" if first == second else "pair" if first[0] == second[0] else "none"


@pytest.mark.parametrize("text", ["A:4,2:2,K:1", "Q:3,K:3", "5:6", "A:1,2:1,3:1,4:1,5:1,6:1"])
def test_pairs_of_small_shoes_are_counted_as_they_are_dealt(text: str) -> None:
    shoe = read_shoe(text)
    cards = [(rank, 0) for rank, number in shoe.ranks.items() for _ in range(number)]
    dealt = Counter((kind(*four[:2]), kind(*four[2:])) for four in permutations(cards, 4))
    assert {kinds: n for kinds, n in pair_counts(shoe).items() if n} == dict(dealt)


def test_pairs_with_suits_are_counted_as_they_are_dealt() -> None:
    """Two decks of two ranks: a full shoe in small."""
    shoe = Shoe({"A": 8, "K": 8}, decks=2)
    cards = [(rank, suit) for rank in "AK" for suit in range(4) for _ in range(2)]
    dealt = Counter((kind(*four[:2]), kind(*four[2:])) for four in permutations(cards, 4))
    assert {kinds: n for kinds, n in pair_counts(shoe).items() if n} == dict(dealt)


def test_an_endless_shoe_pairs_one_in_thirteen() -> None:
    edges = {each.bet.name: each for each in house_edges(count(INFINITE), named_terms("commission-5"))}
    assert edges["player_pair"].wins == Fraction(1, 13)
    assert edges["either_pair"].wins == 1 - Fraction(12, 13) ** 2
    assert edges["perfect_pair"].wins == 1 - Fraction(51, 52) ** 2


def test_a_shoe_that_is_not_full_says_nothing_of_suits() -> None:
    edges = {
        each.bet.name: each for each in house_edges(count(read_shoe("A:9,7:9")), named_terms("commission-5"))
    }
    assert edges["perfect_pair"].edge is None
    assert "full shoe" in edges["perfect_pair"].why
    assert edges["player_pair"].edge is not None


@pytest.mark.parametrize(
    "counts", [EIGHT, count(full_shoe(1)), count(INFINITE), count(read_shoe("A:9,7:9,9:4"))]
)
def test_every_table_adds_up(counts: object) -> None:
    total = counts.shoe.deals  # type: ignore[attr-defined]
    named = counts.named()  # type: ignore[attr-defined]
    assert sum(final_totals(counts).values()) == total  # type: ignore[arg-type]
    assert sum(state.count for state in drawing_states(counts)) == total  # type: ignore[arg-type]
    assert named["P"] + named["B"] + named["T"] == total
    assert named["four_cards"] + named["five_cards"] + named["six_cards"] == total
