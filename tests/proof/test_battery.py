"""Formulas in other people's ways: no wrong verdict, and hardly one undecided that need not be."""

from __future__ import annotations

import pytest

from baccarat_xl.proof import prove
from tests.conftest import Soffice
from tests.proof.battery import Case, cases

BATTERY = list(cases("formula_battery.txt"))
FAULTS = list(cases("faults_as_formulas.txt"))


@pytest.mark.parametrize("case", BATTERY, ids=lambda case: case.formula[:60])
def test_verdict(case: Case) -> None:
    verdict = prove(case.formula, case.role, bind=case.bind, offer=False, **case.options)
    assert verdict.verdict == case.expected, (verdict.reason, verdict.groups, verdict.assumptions)
    assert (verdict.reason is not None) == (case.expected == "undecided")


def test_the_battery_is_large_and_seldom_undecided() -> None:
    assert len(BATTERY) >= 200
    assert sum(case.expected == "undecided" for case in BATTERY) < 0.03 * len(BATTERY)


@pytest.mark.parametrize("case", FAULTS, ids=lambda case: f"{case.expected} {case.formula[:50]}")
def test_the_cause_of_a_published_fault_is_named(case: Case) -> None:
    verdict = prove(case.formula, case.role, bind=case.bind, offer=False, **case.options)
    assert verdict.verdict == "refuted", verdict.reason
    assert verdict.cause is not None
    assert (verdict.cause.id, verdict.cause.exact) == (case.expected, True)


def test_every_published_fault_is_there_in_three_styles() -> None:
    counts = {case.expected: sum(other.expected == case.expected for other in FAULTS) for case in FAULTS}
    assert counts == {f"F{number:02}": 3 for number in range(1, 20)}


@pytest.mark.libreoffice
def test_libreoffice_agrees_about_a_part_of_the_battery(soffice: Soffice) -> None:
    part = [case for case in BATTERY[5::26] if case.expected != "undecided"]
    for case in part:
        verdict = prove(
            case.formula, case.role, bind=case.bind, offer=False, second_opinion=True, **case.options
        )
        assert verdict.verdict == case.expected, (case.formula, verdict.reason)
        assert (verdict.second_opinion or "").startswith("LibreOffice agrees in all"), case.formula
