"""The tests of counts, beside scipy, published counts and published power tables."""

from __future__ import annotations

import json
import sys
from math import inf
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from baccarat_xl.errors import MissingPart
from baccarat_xl.frequencies.power import right_shares, values_of, visibility
from baccarat_xl.frequencies.questions import QUESTIONS, shares
from baccarat_xl.frequencies.sample import expected, under
from baccarat_xl.frequencies.statistics import (
    compare,
    holm,
    library,
    noncentrality,
    pooled_cells,
)
from baccarat_xl.odds import full_shoe
from baccarat_xl.simulation.procedures import procedure

CASES = Path(__file__).parent.parent / "cases"
COUNTED = json.loads((CASES / "exact_counts.json").read_text(encoding="utf-8"))["shoes"]
OUTCOME = QUESTIONS[0]


def published(decks: str) -> np.ndarray:
    return np.array([COUNTED[decks][letter] for letter in "PBT"]) / COUNTED[decks]["total"]


@pytest.mark.parametrize("decks", sorted(COUNTED))
def test_outcomes_are_compared_with_the_published_counts(decks: str, stats: ModuleType) -> None:
    counts = np.array([4_500.0, 4_600.0, 900.0])
    by_rules, share = right_shares(int(decks), OUTCOME)
    assert share == 1
    assert by_rules == pytest.approx(published(decks), rel=1e-14)
    test = compare("outcome", "outcomes", OUTCOME.cells, counts, by_rules)
    awaited = published(decks) * 10_000
    assert test is not None
    assert test.statistic == pytest.approx(sum((counts - awaited) ** 2 / awaited), rel=1e-12)
    assert test.p == pytest.approx(stats.chisquare(counts, awaited).pvalue, rel=1e-9)
    assert test.effect == pytest.approx((test.statistic / 10_000) ** 0.5)
    assert (test.freedom, test.rounds, test.pooled) == (2, 10_000, 0)


def test_special_wins_of_the_published_counts_are_cells_of_the_final_totals() -> None:
    """A Player win with three cards at 8, and Banker's with 6 and 7, add up from ends, as published."""
    exact = expected(8)
    assert exact.weights is not None
    c = exact.columns
    three = c["player_third"] < 10
    player_8 = (c["player_final"] == 8) & three & (c["outcome"] == 0)
    assert exact.weights[player_8].sum() == COUNTED["8"]["player_win_8_three_card"]
    drew = c["banker_third"] < 10
    for total, drawn, name in ((6, drew, "three"), (6, ~drew, "two"), (7, drew, "three")):
        mask = (c["banker_final"] == total) & drawn & (c["outcome"] == 1)
        assert exact.weights[mask].sum() == COUNTED["8"][f"banker_win_{total}_{name}_card"]


def test_every_question_has_every_cell_and_no_more() -> None:
    for decks in (1, 8, None):
        exact = expected(decks)
        for question in QUESTIONS:
            cells, counted = shares(question, exact, values_of(decks))
            assert len(cells) == len(question.cells)
            assert cells.sum() == pytest.approx(1)
            assert (cells > 0).all(), question.name
            assert 0 < counted <= 1


def test_cells_that_are_too_small_are_one_cell() -> None:
    groups = pooled_cells(np.array([1.0, 50.0, 0.0, 2.0, 6.0, 90.0]))
    assert [sorted(group.tolist()) for group in groups] == [[0, 3, 4], [1], [5]]
    assert [group.tolist() for group in pooled_cells(np.array([7.0, 5.0]))] == [[1], [0]]


def test_two_cells_are_tested_exactly_and_too_few_rounds_not_at_all(stats: ModuleType) -> None:
    natural = next(question for question in QUESTIONS if question.name == "natural")
    by_rules, _ = right_shares(8, natural)
    test = compare("natural", "naturals", natural.cells, np.array([30.0, 30.0]), by_rules)
    assert test is not None
    assert test.method == "exact binomial"
    assert test.p == pytest.approx(stats.binomtest(30, 60, by_rules[0]).pvalue)
    assert compare("outcome", "outcomes", OUTCOME.cells, np.array([2.0, 1.0, 0.0]), published("8")) is None


def test_small_cells_are_tested_by_samples_where_the_formula_is_too_bold(stats: ModuleType) -> None:
    """Beside the exact test of three cells: every outcome of 30 rounds, added up by its chance."""
    by_rules = np.array([0.45, 0.35, 0.2])
    counts = np.array([8.0, 9.0, 13.0])
    test = compare("x", "x", ("a", "b", "c"), counts, by_rules)
    assert test is not None
    assert test.method == "chi-square, simulated"
    awaited = 30 * by_rules
    exact = 0.0
    for a in range(31):
        for b in range(31 - a):
            cells = np.array([a, b, 30 - a - b])
            if ((cells - awaited) ** 2 / awaited).sum() >= ((counts - awaited) ** 2 / awaited).sum() - 1e-9:
                exact += float(stats.multinomial.pmf(cells, 30, by_rules))
    assert test.p == pytest.approx(exact, rel=0.15)
    assert test.p == compare("x", "x", ("a", "b", "c"), counts, by_rules).p  # type: ignore[union-attr]
    assert test.p != pytest.approx(float(stats.chisquare(counts, awaited).pvalue), rel=0.05)


def test_what_cannot_be_is_told_without_a_test() -> None:
    test = compare("x", "x", ("a", "b", "c"), np.array([50.0, 50.0, 1.0]), np.array([0.5, 0.5, 0.0]))
    assert test is not None
    assert test.p == 0


def test_holm_on_the_example_of_his_paper_s_method() -> None:
    """Smallest of four times four, next times three, and so on, never below the one before."""
    assert holm([0.005, 0.011, 0.02, 0.04]) == pytest.approx([0.02, 0.033, 0.04, 0.04])
    assert holm([0.04, 0.02, 0.011, 0.005]) == pytest.approx([0.04, 0.04, 0.033, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]


@pytest.mark.parametrize(
    ("freedom", "published"), [(1, 7.849), (2, 9.635), (3, 10.903), (5, 12.828), (10, 16.241)]
)
def test_power_is_that_of_the_published_tables(freedom: int, published: float) -> None:
    """Noncentralities for a level of 0.05 and a power of 0.8, as tables of them have them."""
    assert noncentrality(freedom, 0.05, 0.8) == pytest.approx(published, abs=0.002)


@pytest.mark.parametrize(("fault", "rounds"), [("F07", 24_000), ("row-6-always-stands", 44_000_000)])
def test_outcomes_alone_need_as_many_rounds_as_others_found(fault: str, rounds: int) -> None:
    """An empty cell read as 0, and a Banker 6 that never draws, at a level of 0.05 and a power of 0.8."""
    right = published("8")
    wrong, _ = shares(OUTCOME, under(8, procedure(fault)), full_shoe(8).values)
    effect = float(((wrong - right) ** 2 / right).sum())
    assert noncentrality(2, 0.05, 0.8) / effect == pytest.approx(rounds, rel=0.03)


def test_what_outcomes_never_show_is_said_to_be_never() -> None:
    one = next(one for one in visibility(8, ["natural"], 1) if one.id == "F07")
    assert (one.rounds, one.outcomes, one.question) == (None, None, "")
    assert one.rows == pytest.approx(0.0359, abs=1e-4)
    assert inf > 0


def test_without_scipy_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    with pytest.raises(MissingPart, match=r"pip install 'baccarat-xl\[statistics\]'"):
        library()
