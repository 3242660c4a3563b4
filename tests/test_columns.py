"""Columns of rounds against the scalar rules, state by state."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from baccarat_xl import NO_CARD, UNSEEN, Record, resolve
from baccarat_xl.columns import (
    NO_CARD_CODE,
    UNREADABLE_CODE,
    UNSEEN_CODE,
    add_cards,
    decision_code,
    encode,
    outcome_code,
    resolve_rounds,
    resolve_totals,
    total_code,
)


def test_encode_reads_each_kind_of_cell() -> None:
    cells = ["A", "10S", 0, 7.0, None, "", "?", "x", 14, True, 1, 1.0]
    expected = [1, 0, 0, 7, NO_CARD_CODE, NO_CARD_CODE, UNSEEN_CODE, *[UNREADABLE_CODE] * 3, 1, 1]
    assert encode(cells).tolist() == expected


@pytest.mark.parametrize("thirds_recorded", [True, False])
@pytest.mark.parametrize("ends_recorded", [True, False])
def test_every_state_agrees_with_the_scalar_rules(thirds_recorded: bool, ends_recorded: bool) -> None:
    meaning = {code: code for code in range(10)} | {NO_CARD_CODE: NO_CARD, UNSEEN_CODE: UNSEEN}
    states = list(itertools.product(range(10), range(10), meaning, meaning))
    columns = [np.array(column, np.uint8) for column in zip(*states, strict=True)]
    solved = resolve_totals(*columns, thirds_recorded=thirds_recorded, ends_recorded=ends_recorded)
    assert len(states) == 14_400
    for row, (player, banker, third, banker_third) in enumerate(states):
        scalar = resolve(
            Record(
                player_initial=player,
                banker_initial=banker,
                player_third=meaning[third],
                banker_third=meaning[banker_third],
                thirds_recorded=thirds_recorded,
                ends_recorded=ends_recorded,
            )
        )
        assert solved.natural[row] == decision_code(scalar.natural)
        assert solved.player_draws[row] == decision_code(scalar.player_draws)
        assert solved.banker_draws[row] == decision_code(scalar.banker_draws)
        assert solved.player_final[row] == total_code(scalar.player_final)
        assert solved.banker_final[row] == total_code(scalar.banker_final)
        assert solved.outcome[row] == outcome_code(scalar.outcome)
        assert bool(solved.faulty[row]) is bool(scalar.faults)
        assert bool(solved.unverified[row]) is bool(scalar.missing)


def test_totals_of_cards() -> None:
    pairs = list(itertools.product(range(13), repeat=2))
    first, second = (np.array(column, np.uint8) for column in zip(*pairs, strict=True))
    expected = [(a + b) % 10 if max(a, b) < 10 else 10 for a, b in pairs]
    assert add_cards(first, second).tolist() == expected


def test_rounds_from_six_columns() -> None:
    rows = [("2", "3", "8", "A", "2", ""), ("4", "4", "", "K", "2", ""), ("2", "3", "8", "A", "2", "5")]
    solved = resolve_rounds(*(encode(column) for column in zip(*rows, strict=True)))
    assert solved.outcome.tolist() == [2, 0, 1]
    assert solved.faulty.tolist() == [0, 0, 1]
