"""What is offered is right: the second evaluator, and LibreOffice, say so of every suggestion and repair."""

from __future__ import annotations

import pytest

from baccarat_xl.proof import Surroundings, prove, read_formula
from tests.conftest import Soffice
from tests.proof.conftest import judged_states, says
from tests.proof.right_formulas import STYLES, THREE, TOTALS, TWO, Style, mutants
from tests.proof.second_evaluator import evaluate

ENDINGS = (False, None)
NESTED = STYLES[0].formula


def is_right(role: str, bind: dict[str, str], formula: str, cells: dict[str, object]) -> bool:
    states = judged_states(role, bind)
    return all(says(evaluate(formula, {**cells, **state})) == right for state, right in states)


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)
def test_every_mutant_is_repaired_and_answered(style: Style) -> None:
    """One token is wrong, so a repair of one token exists; and the right formula is in the same words."""
    some = list(mutants(style))[:: max(1, len(list(mutants(style))) // 6)]
    for what, formula in some:
        verdict = prove(formula, style.role, bind=style.bind, around=Surroundings(style.cells), apart=False)
        if verdict.verdict != "refuted":
            continue
        assert verdict.repair is not None, (what, formula)
        assert verdict.suggested_formula is not None, (what, formula)
        assert is_right(style.role, style.bind, verdict.repair, style.cells), (what, verdict.repair)
        assert is_right(style.role, style.bind, verdict.suggested_formula, style.cells)
        used = read_formula(verdict.suggested_formula).functions
        assert used <= read_formula(formula).functions | {"IF", "AND", "OR", "MOD", "SUM", "MIN", "N"}


@pytest.mark.parametrize(
    ("formula", "repair"),
    [
        (NESTED.replace("E2<=5", "E2<=6"), NESTED.replace("E2<=5", "E2<6")),
        (NESTED.replace("H2<=7", "H2<=6"), NESTED),
        (NESTED.replace("H2=8", "H2=9"), NESTED),
        (NESTED.replace("OR(B2>=8,E2>=8)", "AND(B2>=8,E2>=8)"), NESTED),
    ],
)
def test_the_nearest_repair(formula: str, repair: str) -> None:
    assert prove(formula, "banker_draws", bind=THREE).repair == repair


def test_another_cell_is_read_wherever_the_wrong_one_was() -> None:
    """Player's final total (G2) in place of the third card (H2): one thing is wrong, in seven places."""
    wrong = 'IF(E2<=2,"D",IF(E2=3,IF(G2<>8,"D","S"),IF(AND(G2>=2*E2-6,G2<=7),"D","S")))'
    wrong = f'=IF(OR(B2>=8,E2>=8),"S",IF(B2>5,IF(E2<=5,"D","S"),{wrong}))'
    verdict = prove(wrong, "banker_draws", bind={**THREE, "G2": "player_final"})
    assert verdict.cause is not None
    assert (verdict.cause.id, verdict.cause.exact) == ("F01", True)
    assert verdict.repair == wrong.replace("G2", "H2")


def test_a_missing_check_is_put_around() -> None:
    verdict = prove('=WENN(B2<=5;"zieht";"steht")', "player_draws", bind=TOTALS)
    assert verdict.repair == '=WENN(E2>=8;"steht";WENN(B2<=5;"zieht";"steht"))'
    assert verdict.suggested_formula == '=WENN(UND(B2<=5;E2<8);"zieht";"steht")'


def test_the_words_cells_and_separators_are_the_users() -> None:
    bind = {"[@閒點]": "player_initial", "[@莊點]": "banker_initial"}
    verdict = prove('=IF([@閒點]<=5,"補","不補")', "player_draws", bind=bind)
    assert verdict.suggested_formula == '=IF(AND([@閒點]<=5,[@莊點]<8),"補","不補")'
    verdict = prove("=IF($E$2<=5;1;0)", "banker_draws", bind=TWO)
    assert verdict.suggested_formula is not None
    assert ";1;0)" in verdict.suggested_formula
    assert "$E$2" in verdict.suggested_formula


def test_totals_and_outcomes_are_offered_too() -> None:
    cards = {"B2": "player_card_1", "C2": "player_card_2"}
    assert prove("=B2+C2", "player_initial", bind=cards).suggested_formula == "=MOD(B2+C2,10)"
    tens = prove("=MOD(B2+C2,10)", "player_initial", bind=cards, cards="numbers")
    assert tens.suggested_formula == "=MOD(MIN(B2,10)+MIN(C2,10),10)"
    finals = {"B2": "player_final", "C2": "banker_final"}
    verdict = prove('=IF(B2>=C2,"P","B")', "outcome", bind=finals)
    assert verdict.suggested_formula == '=IF(B2>C2,"P",IF(B2<C2,"B","T"))'


@pytest.mark.libreoffice
def test_suggestions_are_right_in_libreoffice(soffice: Soffice) -> None:
    for style in (STYLES[0], STYLES[2], STYLES[7]):
        wrong = next(m for _, m in mutants(style) if prove(m, style.role, bind=style.bind, offer=False).wrong)
        offered = prove(wrong, style.role, bind=style.bind).suggested_formula
        assert offered is not None
        verdict = prove(offered, style.role, bind=style.bind, second_opinion=True)
        assert verdict.verdict == "proved", verdict.reason
        assert (verdict.second_opinion or "").startswith("LibreOffice agrees in all")
