"""The payment functions: against settled rounds, published examples and published counts; fresh data."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

import baccarat_xl
from baccarat_xl import UNKNOWN, Contradiction, OutOfRange, WrongKind
from baccarat_xl.cell_error import NA, NUM, VALUE
from baccarat_xl.functions import payments_data, payments_source
from baccarat_xl.functions.cells import call_cell, call_columns, call_range
from baccarat_xl.functions.payments import bet_profit, bet_return, house_edge, outcome_chance
from baccarat_xl.functions.payments_data import BETS, EVENTS, TERMS
from baccarat_xl.functions.payments_kinds import bet_words, event_words
from baccarat_xl.odds import count, full_shoe
from baccarat_xl.rules.record import Record
from baccarat_xl.rules.round import resolve
from baccarat_xl.settlement import Facts, settle
from baccarat_xl.settlement.terms import Bet, Terms, book
from tests.functions.cell_values import as_cell, sweep
from tests.functions.payment_values import Known, every_known, number_of
from tests.settlement.test_terms import examples, facts_of

LABELS = [label for _, label in BETS]
ON_PAIRS = [name for name, _ in BETS if "pair" in name]
Ended = tuple[str, int, int, int, int]
COUNTS = json.loads((Path(__file__).parents[1] / "cases" / "exact_counts.json").read_text(encoding="utf-8"))
THIRDS = ("", *map(str, range(10)))


def test_the_data_is_what_the_terms_and_the_chances_make() -> None:
    kept = Path(payments_data.__file__).read_text(encoding="utf-8")
    assert kept == payments_source.text(), "make it anew: see payments_source"


@cache
def ended() -> dict[Ended, set[tuple[bool, bool]]]:
    """How rounds end, from records that keep the drawing rules, and which hands may be pairs in them."""
    found: dict[Ended, set[tuple[bool, bool]]] = {}
    for player, banker in itertools.product(range(10), repeat=2):
        for third, last in itertools.product(THIRDS, repeat=2):
            played = resolve(Record(str(player), "K", third, str(banker), "K", last))
            if played.faults or played.missing or played.outcome is None:
                continue
            assert isinstance(played.player_final, int)
            assert isinstance(played.banker_final, int)
            key = (
                played.outcome[0],
                played.player_final,
                played.banker_final,
                2 + bool(third),
                2 + bool(last),
            )
            even = any((card + card) % 10 == player for card in range(10))
            other = any((card + card) % 10 == banker for card in range(10))
            found.setdefault(key, set()).add((even, other))
    return found


def facts(end: Ended, player_pair: str = "no", banker_pair: str = "no") -> Facts:
    """The facts of a whole round."""
    outcome, player, banker, player_cards, banker_cards = end
    return Facts(
        {"P": "Player", "B": "Banker", "T": "Tie"}[outcome],  # type: ignore[arg-type]
        player,
        banker,
        player_cards,
        banker_cards,
        player_cards == 2 and player >= 8,
        banker_cards == 2 and banker >= 8,
        player_pair != "no",
        banker_pair != "no",
        player_pair == "perfect",
        banker_pair == "perfect",
    )


@cache
def meant(name: str) -> tuple[Terms, ...]:
    """All terms that a choice leaves open."""
    if not name:
        return tuple(book().combined())
    if "banker" in book().terms(name).bets:
        return (book().terms(name),)
    mains = [main for main, layer in book().layers.items() if "banker" in layer["bets"]]
    return tuple(book().terms(f"{main}+{name}") for main in mains)


def profits(name: str, terms: str, known: Facts) -> set[Decimal | None]:
    """What a stake of 10 may come to."""
    return {settle(chosen.bet(name), Decimal(10), known, chosen) for chosen in meant(terms)}


@pytest.mark.parametrize("terms", TERMS)
@pytest.mark.parametrize("name", [name for name, _ in BETS if name not in ON_PAIRS])
def test_every_state_of_a_round_by_all_rounds_that_it_may_be(name: str, terms: str) -> None:
    """4,356 states: what is known of outcome, totals and numbers of cards, in part or whole."""
    comes_to = {end: profits(name, terms, facts(end)) for end in ended()}
    states = every_known()
    columns = [list(column) for column in zip(*states, strict=True)]
    shown = call_columns(
        bet_profit, [name] * len(states), [10] * len(states), *columns, *[[None] * len(states)] * 2,
        [terms] * len(states),
    )  # fmt: skip
    wrong = []
    for known, answer in zip(states, shown, strict=True):
        possible = set().union(*(comes_to[end] for end in fitting(known)))
        (only,) = possible if len(possible) == 1 else (None,)
        expected = VALUE if not possible else NA if only is None else float(only)
        if answer != expected:
            wrong.append((known, answer, expected))
    assert not wrong, (len(wrong), wrong[:5])


@cache
def fitting(known: Known) -> tuple[Ended, ...]:
    """How a round may have ended."""
    return tuple(
        end
        for end in ended()
        if all(part is None or part == whole for part, whole in zip(known, end, strict=True))
    )


KINDS = {
    "no": ("no",),
    "pair": ("mixed", "perfect"),
    "mixed": ("mixed",),
    "perfect": ("perfect",),
    None: ("no", "mixed", "perfect"),
}


@pytest.mark.parametrize("name", [*ON_PAIRS, "player"])
def test_every_state_of_pairs_by_all_pairs_that_they_may_be(name: str) -> None:
    """States of a round by what is known of either pair; two equal cards make an even total."""
    terms = "commission-5"
    of_level = {payments_data.PAIR_LEVELS[number_of(known)]: known for known in every_known()}
    for known in (*of_level.values(), *every_known()[::31]):
        ends = fitting(known)
        possible = {pairs for end in ends for pairs in ended()[end]}
        for player, banker in itertools.product(KINDS, repeat=2):
            kinds = [
                (one, other)
                for one, other in itertools.product(KINDS[player], KINDS[banker])
                if any((one == "no" or even) and (other == "no" or odd) for even, odd in possible)
            ]
            answer = call_cell(bet_profit, name, 10, *known, player, banker, terms)
            if not kinds:
                assert answer is VALUE, (known, player, banker)
            elif name == "player":
                assert answer == call_cell(bet_profit, name, 10, *known, None, None, terms)
            else:
                found = set().union(*(profits(name, terms, facts(ends[0], *pairs)) for pairs in kinds))
                (only,) = found if len(found) == 1 else (None,)
                assert answer == (NA if only is None else float(only)), (known, player, banker)


def test_where_settle_has_an_answer_it_is_the_same() -> None:
    """The facts one by one, as `Bet.possible` takes them: fewer answers, and never another."""
    for known in filter(fitting, every_known()[::41]):
        outcome, player, banker, player_cards, banker_cards = known
        natural = [None if cards is None or total is None else cards == 2 and total > 7
                   for cards, total in ((player_cards, player), (banker_cards, banker))]  # fmt: skip
        part = Facts(
            {"P": "Player", "B": "Banker", "T": "Tie", None: None}[outcome],  # type: ignore[arg-type, index]
            player, banker, player_cards, banker_cards, *natural,  # type: ignore[arg-type]
        )  # fmt: skip
        for (name, _), terms in itertools.product(BETS, TERMS):
            found = profits(name, terms, part)
            (only,) = found if len(found) == 1 else (None,)
            if only is not None:
                assert call_cell(bet_profit, name, 10, *known, None, None, terms) == float(only)


@pytest.mark.parametrize(("terms", "bet", "example"), examples())
def test_published_examples(terms: str, bet: str, example: dict[str, str]) -> None:
    known = facts_of(example["player"], example["banker"])
    kinds = [
        "perfect" if perfect else "mixed" if pair else "no"
        for pair, perfect in (
            (known.player_pair, known.player_perfect),
            (known.banker_pair, known.banker_perfect),
        )
    ]
    given = (
        known.outcome, known.player_final, known.banker_final, known.player_cards, known.banker_cards, *kinds,
    )  # fmt: skip
    stake = Decimal(example["stake"])
    assert bet_profit(bet, stake, *given, terms) == Decimal(example["profit"])
    assert bet_return(bet, stake, *given, terms) == stake + Decimal(example["profit"])


def money_states() -> list[tuple[str, str, Bet, Terms, Facts]]:
    """Each way in which a bet is paid, once."""
    found = {}
    for (name, label), terms in itertools.product(BETS, book().combined()):
        for end, pair in itertools.product(ended(), ("no", "mixed", "perfect")):
            if pair != "no" and (True, True) not in ended()[end]:
                continue
            known = facts(end, pair, pair)
            odds = terms.bet(name).possible(known)
            found.setdefault((label, odds), (label, terms.name, terms.bet(name), terms, known))
    return list(found.values())


def test_money_is_exact_to_the_last_cent() -> None:
    """Stakes of all sizes with up to four decimals, by every way of paying, as decimals and as floats."""
    chance = random.Random(7)
    stakes = [Decimal(chance.randrange(10 ** chance.randint(1, 13) + 1)) / 10**4 for _ in range(200)]
    stakes += [Decimal(number) / 10**4 for number in (0, 1, 50, 100, 10**13, 10**13 - 1)]
    stakes += [Decimal(number) / 200 for number in range(1, 100, 2)]
    for label, terms, bet, whole, known in money_states():
        kinds = [
            "perfect" if perfect else "mixed" if pair else "no"
            for pair, perfect in (
                (known.player_pair, known.player_perfect),
                (known.banker_pair, known.banker_perfect),
            )
        ]
        given = (
            known.outcome, known.player_final, known.banker_final, known.player_cards, known.banker_cards,
            *kinds, terms,
        )  # fmt: skip
        expected = [settle(bet, stake, known, whole) for stake in stakes]
        assert [bet_profit(label, stake, *given) for stake in stakes] == expected
        assert [bet_return(label, stake, *given) for stake in stakes] == [
            stake + profit for stake, profit in zip(stakes, expected, strict=True) if profit is not None
        ]
        column = call_range(bet_profit, label, [[float(stake)] for stake in stakes], *given)
        assert column == [[float(profit)] for profit in expected if profit is not None]


@pytest.mark.parametrize("function", [bet_return, bet_profit], ids=lambda function: function.name)
def test_columns_answer_as_single_cells_do(function: object) -> None:
    """Every state of the sweep, and a column of stakes of every kind."""
    assert function is bet_return or function is bet_profit
    states = [tuple(map(as_cell, state)) for state in sweep(function)][::5]
    stakes = [1e300, -0.0, 10**400, float("nan"), float("inf"), "1e3", Decimal("2.5"), Fraction(5, 2), [1]]
    states += [("Player", stake, "P", *[None] * 7) for stake in stakes]
    expected = [call_cell(function, *state) for state in states]
    answers = call_columns(function, *map(list, zip(*states, strict=True)))
    assert [(type(a), a) for a in answers] == [(type(e), e) for e in expected]


def test_stakes() -> None:
    for stake in (10, 10.0, "10", " 10.00 ", Decimal(10), Fraction(10)):
        assert call_cell(bet_return, "Player", stake, "P") == 20
    assert call_cell(bet_return, "Player", 0.1 + 0.2, "P") == 0.6
    assert call_cell(bet_return, "Player", sum([0.1] * 1000), "T") == 100.0
    assert call_cell(bet_profit, "Player", 0, "B") == 0
    assert str(call_cell(bet_profit, "Player", 0, "B")) == "0.0"
    for stake in (-0.01, 1e9 + 0.01, 0.00001, 1 / 3, 1e300, -1e300, float("inf"), float("nan"), 10**400):
        assert call_cell(bet_return, "Player", stake, "P") is NUM, stake
    for stake in ("ten", True, "1,000", "$5", object()):
        assert call_cell(bet_return, "Player", stake, "P") is VALUE, stake
    for stake in (None, "", " ", "?"):
        assert call_cell(bet_return, "Player", stake, "P") is NA, stake


def test_a_small_error_of_a_sum_is_none_and_a_fifth_decimal_is_one() -> None:
    for parts in (*range(1, 2000), 10**13 - 7, 123456789):
        stake = parts / 10**4
        for off in (-4e-7, 0, 4e-7):
            answer = call_cell(bet_return, "Player", stake + off, "T")
            assert answer == stake if stake + off <= 10**9 else NUM
        assert call_cell(bet_return, "Player", stake + 5e-5, "T") is NUM


def test_money_in_python_is_exact() -> None:
    answer = baccarat_xl.bet_return("Banker", Decimal("2.50"), "B", terms="commission-5")
    assert (answer, str(answer)) == (Decimal("4.88"), "4.88")
    assert str(baccarat_xl.bet_profit("Player", "0.0001", "B")) == "-0.0001"
    assert baccarat_xl.bet_profit("Banker", 10, "B") is UNKNOWN
    with pytest.raises(Contradiction):
        baccarat_xl.bet_profit("Player", 10, "P", player_final=3, banker_final=5)
    with pytest.raises(OutOfRange):
        baccarat_xl.bet_profit("Player", -1, "P")
    with pytest.raises(WrongKind):
        baccarat_xl.bet_profit("Plyer", 1, "P")


def test_names_of_bets_and_terms() -> None:
    assert len({*map(bet_words().get, ("Player".lower(), "p", "闲", "punto"))}) == 1
    for bet in ("Dragon 7", "dragon_7", "DRAGON-7", " dragon  7", "fortune 7", "Dragon\u00a0Seven"):
        assert call_cell(bet_return, bet, 1, "B", "", 7, "", 3) == 41, bet
    for label in (
        book().layers["tie-9"]["label"],
        "tie-9",
        "TIE 9",
        "tie9",
        "Tie_9 + commission 5",
        "commission-5+tie-9",
    ):
        assert call_cell(bet_return, "Tie", 1, "T", *[""] * 6, label) == 10, label
    for label in (
        "commission",
        "tie-9+tie-8",
        "commission-5+commission-4",
        "+tie-9",
        "tie-9+",
        "a+b+c",
        5,
        True,
    ):
        assert call_cell(bet_return, "Tie", 1, "T", *[""] * 6, label) is VALUE, label
    for name, bet in book().bets.items():
        for word in (name, bet.label, *bet.words):
            assert BETS[bet_words()["".join(word.casefold().split()).replace("_", "")]][0] == name


@pytest.mark.parametrize("decks", ["1", "6", "8"])
def test_chances_are_the_published_counts(decks: str) -> None:
    shoe = COUNTS["shoes"][decks]
    for name, deals in shoe.items():
        if name in ("cards", "total"):
            continue
        expected = float(f"{Fraction(deals, shoe['total']).__float__():.15g}")
        assert call_cell(outcome_chance, name, int(decks)) == expected
    assert call_cell(outcome_chance, "Bankers", 8) == call_cell(outcome_chance, "庄")


def test_every_event_for_every_shoe() -> None:
    for decks in range(1, 9):
        counts = count(full_shoe(decks))
        for name, label in EVENTS:
            share = Fraction(counts.named()[name], counts.shoe.deals)
            for word in (name, label, name.upper().replace("_", "-")):
                assert call_cell(outcome_chance, word, decks) == pytest.approx(float(share), rel=1e-14)
    assert event_words()["banker"] == 1


def test_house_edges_are_the_published_ones() -> None:
    published = COUNTS["house_edge_percent_8_decks"]
    edges = {
        "banker_5_percent_commission": ("Banker", "commission-5"),
        "player": ("Player",),
        "tie_8_to_1": ("Tie", "tie-8"),
        "banker_6_pays_half": ("Banker", "banker-6-half"),
        "banker_three_card_7_pushes": ("Banker", "banker-7-push"),
    }
    assert set(edges) == set(published)
    for name, arguments in edges.items():
        edge = call_cell(house_edge, *arguments)
        assert isinstance(edge, float)
        assert round(100 * edge, 4) == published[name]


def test_house_edges_by_all_deals_of_a_shoe() -> None:
    """The mean of what `BET_PROFIT` gives, over every way a round ends; pairs apart."""
    counts = count(full_shoe(6))
    deals: Counter[tuple[object, ...]] = Counter()
    for end, number in counts.ends.items():
        deals[end.outcome, end.player_final, end.banker_final, end.player_cards, end.banker_cards] += number
    for (name, _), terms in itertools.product(BETS, TERMS[1:5]):
        if name not in ON_PAIRS:
            profit = {end: Fraction(str(bet_profit(name, 10000, *end, terms=terms))) for end in deals}
            kept = -sum(profit[end] * number for end, number in deals.items()) / 10000 / counts.shoe.deals
            assert call_cell(house_edge, name, terms, 6) == pytest.approx(float(kept), rel=1e-13)


def test_edges_of_pairs() -> None:
    """A pair of the next card's rank: 4n-1 of the 52n-1 others."""
    for decks in range(1, 9):
        same = Fraction(4 * decks - 1, 52 * decks - 1)
        for bet in ("Player pair", "Banker pair"):
            assert call_cell(house_edge, bet, "", decks) == pytest.approx(float(1 - 12 * same), rel=1e-14)
    assert call_cell(house_edge, "Player pair", "", "infinite") == pytest.approx(1 / 13, rel=1e-14)
    assert call_cell(house_edge, "Perfect pair", "", 1) == 1
