"""Every formula one token away from a right one: refuted if it is wrong anywhere, proved if it is not.

What is right is decided by a second evaluator that shares nothing with the package.
"""

from __future__ import annotations

import pytest

from baccarat_xl.proof import Surroundings, prove
from tests.proof.conftest import judged_states, says
from tests.proof.right_formulas import STYLES, Style, mutants
from tests.proof.second_evaluator import evaluate

COUNTS = {
    "nested IF": (158, 10),
    "IFS": (107, 8),
    "AND/OR arithmetic": (67, 6),
    "INDEX into a table on a sheet": (38, 3),
    "CHOOSE": (133, 12),
    "LET": (80, 3),
    "SUMPRODUCT": (85, 5),
    "two conditions": (27, 5),
    "one condition": (17, 0),
    "outcome": (16, 1),
}
"""Style -> (mutants, those among them that are right all the same): 728 mutants, 53 of them right."""


def is_right(style: Style, formula: str) -> bool:
    return all(
        says(evaluate(formula, {**style.cells, **cells})) == right
        for cells, right in judged_states(style.role, style.bind)
    )


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)
def test_the_right_formula_is_proved(style: Style) -> None:
    verdict = prove(style.formula, style.role, bind=style.bind, around=Surroundings(style.cells))
    assert (verdict.verdict, verdict.wrong, verdict.reason) == ("proved", 0, None)
    assert is_right(style, style.formula)


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)
def test_every_mutant_is_told_from_the_right_ones(style: Style) -> None:
    every = list(mutants(style))
    right = 0
    for what, formula in every:
        expected = "proved" if is_right(style, formula) else "refuted"
        right += expected == "proved"
        verdict = prove(
            formula, style.role, bind=style.bind, around=Surroundings(style.cells), offer=False, apart=False
        )
        if (verdict.reason or "").endswith("(#SPILL!)") and expected == "proved":
            expected = "undecided"  # a whole row as an answer: right in its first cell, and no single value
        assert verdict.verdict == expected, (what, formula, verdict.reason, verdict.assumptions)
    assert (len(every), right) == COUNTS[style.name]
