"""Worked examples from published explanations of the rules."""

from __future__ import annotations

from typing import Any

import pytest

from baccarat_xl import (
    NO_CARD,
    UNKNOWN,
    Contradiction,
    Record,
    banker_draws,
    final_total,
    hand_total,
    is_natural,
    player_draws,
    resolve,
)
from tests.cases import lines

DECISIONS = lines("worked_decisions.jsonl")
TOTALS = lines("worked_totals.jsonl")


def as_said(decision: object) -> object:
    return "unknown" if decision is UNKNOWN else decision


@pytest.mark.parametrize("case", DECISIONS, ids=lambda case: f"{case['id']} {case['what']}")
def test_worked_decision(case: dict[str, Any]) -> None:
    player, banker, third = case["player_initial"], case["banker_initial"], case["player_third"]
    expect = case["expect"]
    assert is_natural(player, banker) is expect["natural"]
    assert player_draws(player, banker) is expect["player_draws"]
    if expect["banker_draws"] == "impossible":
        with pytest.raises(Contradiction):
            banker_draws(banker, third, player)
    else:
        assert as_said(banker_draws(banker, third, player)) == expect["banker_draws"]
    if "player_final" in expect:
        assert final_total(player, third) == expect["player_final"]


@pytest.mark.parametrize("case", DECISIONS, ids=lambda case: f"{case['id']} {case['what']}")
def test_worked_decision_as_a_recorded_round(case: dict[str, Any]) -> None:
    expect = case["expect"]
    solved = resolve(
        Record(
            player_initial=case["player_initial"],
            banker_initial=case["banker_initial"],
            player_third=NO_CARD if case["player_third"] is None else case["player_third"],
        )
    )
    assert (solved.natural, solved.player_draws) == (expect["natural"], expect["player_draws"])
    if expect["banker_draws"] == "impossible":
        assert solved.faults[0].roles == ("player_third",)
    else:
        assert as_said(solved.banker_draws) == expect["banker_draws"]


@pytest.mark.parametrize("case", TOTALS, ids=lambda case: f"{case['id']} {case['what']}")
def test_worked_total(case: dict[str, Any]) -> None:
    assert hand_total(*case["cards"]) == case["total"]
