"""Logs by the rules fit; logs with a known fault do not, given the rounds that were said beforehand."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

import numpy as np
import pytest

from baccarat_xl.frequencies import compare as comparing
from baccarat_xl.frequencies.compare import compare_log
from baccarat_xl.frequencies.power import right_shares
from baccarat_xl.frequencies.questions import QUESTIONS, shares
from baccarat_xl.frequencies.sample import CARDS, Sample, under
from baccarat_xl.frequencies.statistics import ALPHA, noncentrality
from baccarat_xl.odds import INFINITE, full_shoe
from baccarat_xl.simulation.procedures import procedure, published_faults
from tests.frequencies.samples import sample

TESTS = len(QUESTIONS) + 2
SURE = 0.9999


def rounds_to_be_sure(fault: str, decks: int | None) -> int:
    """The fewest rounds with which one of the questions sees the fault with the chance `SURE`."""
    values = (INFINITE if decks is None else full_shoe(decks)).values
    faulty = under(decks, procedure(fault))
    needed = []
    for question in QUESTIONS:
        right, _ = right_shares(decks, question)
        wrong, counted = shares(question, faulty, values)
        effect = float(((wrong - right) ** 2 / right).sum())
        if effect > 1e-12:
            needed.append(noncentrality(len(right) - 1, ALPHA / TESTS, SURE) / effect / counted)
    # A few hundred rounds more keep cells from being pooled away.
    return ceil(min(needed)) + 500


@pytest.mark.parametrize("decks", [8, 6, 1, None])
@pytest.mark.parametrize("seed", range(20))
def test_a_right_log_raises_nothing(decks: int | None, seed: int) -> None:
    result = compare_log(sample(15_000, seed, decks), decks)
    assert [test.label for test in result.tests if test.deviates] == []
    assert len(result.tests) == TESTS
    assert result.repeats is not None
    assert result.repeats.stretches == ()
    if decks is not None:
        assert result.composition is not None
        assert result.composition.too_many == result.composition.disorder == ()


@pytest.mark.parametrize("fault", published_faults())
def test_a_fault_shows_in_frequencies_where_it_was_said_that_it_must(fault: str) -> None:
    rounds = rounds_to_be_sure(fault, 8)
    assert rounds < 700_000
    result = compare_log(sample(rounds, 77, 8, fault), 8)
    assert any(test.deviates for test in result.tests)
    said = next(one for one in result.faults if one.id == fault)
    assert said.rounds is not None
    assert said.rounds <= rounds


@pytest.mark.parametrize("fault", ["F10", "F12", "F13", "F14"])
def test_a_rare_fault_hides_in_a_log_of_a_few_thousand_rounds(fault: str) -> None:
    """Frequencies clear nothing: the log breaks the rules, and every frequency fits."""
    result = compare_log(sample(3_000, 5, 8, fault), 8)
    assert not any(test.deviates for test in result.tests)
    assert next(one for one in result.faults if one.id == fault).rounds > 3_000  # type: ignore[operator]
    assert "cannot clear" in result.says[0]


def test_more_decks_than_named_are_seen_in_what_shoes_deal() -> None:
    result = compare_log(sample(2_000, 1, 8), 6)
    assert result.composition is not None
    assert len(result.composition.too_many) == result.composition.shoes - 1
    first = result.composition.too_many[0]
    assert (first.held, first.by_rank, result.composition.by) == (24, True, "rank")


def test_cards_drawn_anew_are_no_shoe() -> None:
    """A simulator that draws every card from full decks and numbers shoes of its own."""
    log = sample(4_000, 1, None)
    log = replace(log, shoe=np.arange(4_000) // 8)
    result = compare_log(log, 1)
    assert result.composition is not None
    assert len(result.composition.too_many) > 400
    for one in result.composition.too_many[:20]:
        rounds = [place for place in range(4_000) if place // 8 == one.place // 8 and place <= one.place]
        cards = [log.ranks[role][place] for place in rounds for role in CARDS]
        upto = [
            log.ranks[role][place]
            for place in rounds
            for role in CARDS[: CARDS.index(one.role) + 1 if place == one.place else None]
        ]
        assert upto.count(one.card) == one.held + 1 == 5
        assert cards.count(one.card) >= 5


def test_values_alone_are_compared_with_what_a_shoe_holds() -> None:
    log = replace(sample(4_000, 1, None), ranks={}, shoe=np.arange(4_000) // 8)
    result = compare_log(log, 1)
    assert result.composition is not None
    assert result.composition.by == "value"
    assert {one.held for one in result.composition.too_many} <= {4, 16}
    assert len(result.composition.too_many) > 300


def copied(log: Sample, source: slice, at: int) -> Sample:
    """The same log with a stretch of it put in once more."""

    def put(column: np.ndarray) -> np.ndarray:
        return np.concatenate([column[:at], column[source], column[at:]])

    columns = {name: put(column) for name, column in log.columns.items()}
    ranks = {name: put(column) for name, column in log.ranks.items()}
    return Sample(columns, len(put(log.columns["outcome"])), ranks)


@pytest.mark.parametrize(("length", "at"), [(80, 5_000), (6, 2_500), (400, 10_000)])
def test_a_copied_stretch_is_found_where_it_stands(length: int, at: int) -> None:
    log = copied(sample(10_000, 3), slice(100, 100 + length), at)
    result = compare_log(log, 8)
    assert result.repeats is not None
    (stretch,) = result.repeats.stretches
    assert (stretch.first, stretch.before, stretch.rounds) == (at, 100, length)
    assert stretch.exponent < -9


def test_a_copied_stretch_is_found_by_outcomes_alone_when_it_is_long() -> None:
    log = copied(sample(10_000, 3), slice(100, 200), 5_000)
    result = compare_log(Sample({"outcome": log.columns["outcome"]}, log.rounds), 8)
    assert result.repeats is not None
    assert result.repeats.shortest < 60
    (stretch,) = result.repeats.stretches
    assert abs(stretch.first - 5_000) <= 5
    assert abs(stretch.rounds - 100) <= 10


def test_a_log_that_is_one_round_over_and_over_is_one_stretch() -> None:
    log = sample(10, 3)
    columns = {name: np.repeat(column[:1], 300) for name, column in log.columns.items()}
    result = compare_log(Sample(columns, 300), 8)
    assert result.repeats is not None
    assert result.repeats.next_to == 299
    assert 1 <= len(result.repeats.stretches) < 5
    assert next(test for test in result.tests if test.name == "same_as_before").deviates


def test_pairs_of_the_same_rounds_come_as_often_as_chance_gives() -> None:
    for by_rank in (True, False):
        log = sample(60_000, 4, None)
        result = compare_log(log if by_rank else replace(log, ranks={}), None)
        assert result.repeats is not None
        assert result.repeats.pairs == pytest.approx(result.repeats.expected_pairs, rel=0.05)


def test_only_what_is_recorded_is_tested() -> None:
    log = sample(5_000, 6)
    result = compare_log(Sample({"outcome": log.columns["outcome"]}, log.rounds), 8)
    assert {test.name for test in result.tests} == {"outcome", "same_as_before"}
    assert "cards used, naturals" in result.not_tested[0]
    assert {one.question for one in result.faults} == {"outcomes"}
    assert result.composition is None
    with_shoes = compare_log(Sample({"outcome": log.columns["outcome"]}, log.rounds, shoe=log.shoe), 8)
    assert with_shoes.composition is not None
    assert with_shoes.composition.by == ""
    few = compare_log(sample(2, 6), 8)
    assert any("too few rounds" in said for said in few.not_tested)


def test_of_a_long_log_those_rounds_count_that_every_shoe_reaches(monkeypatch: pytest.MonkeyPatch) -> None:
    log = sample(20_000, 7, 1)
    monkeypatch.setattr(comparing, "LONG", 1_000)
    result = compare_log(log, 1)
    assert log.number is not None
    assert result.counted == (log.number <= 6).sum() < result.rounds == 20_000
    assert any("every shoe reaches" in said for said in result.says)


def test_shoes_and_rounds_out_of_order_are_placed() -> None:
    log = sample(1_000, 8)
    assert log.shoe is not None
    assert log.number is not None
    shoe, number = log.shoe.copy(), log.number.copy()
    back = int(np.flatnonzero(shoe == 5)[10])
    shoe[back] = 2
    swap = int(np.flatnonzero(shoe == 7)[20])
    number[[swap, swap + 1]] = number[[swap + 1, swap]]
    composition = compare_log(replace(log, shoe=shoe, number=number), 8).composition
    assert composition is not None
    assert {(one.place, one.kind) for one in composition.disorder} == {
        (back, "resumed"),
        (back + 1, "resumed"),
        (swap + 1, "round"),
    }
    assert not composition.restarted
    again = compare_log(replace(log, shoe=log.shoe % 3), 8).composition
    assert again is not None
    assert again.restarted
    assert again.disorder == ()
