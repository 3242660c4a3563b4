"""Meanings, assumptions, notes, other spellings, roles that nobody named."""

from __future__ import annotations

import pytest

from baccarat_xl.errors import UsageError
from baccarat_xl.proof import prove, prove_callable
from baccarat_xl.rules.tableau import BANKER_DRAWS
from baccarat_xl.rules.unknown import NO_CARD
from tests.proof.right_formulas import STYLES, THREE, TOTALS, Style


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)
def test_a_role_that_nobody_named_is_found(style: Style) -> None:
    from baccarat_xl.proof import Surroundings

    verdict = prove(style.formula, bind=style.bind, around=Surroundings(style.cells))
    assert (verdict.role, verdict.verdict) == (style.role, "proved")
    assert any(f"taken to be {style.role}" in line for line in verdict.assumptions)


def test_counts_of_states() -> None:
    verdict = prove(STYLES[0].formula, "banker_draws", bind=THREE)
    assert (verdict.states, verdict.judged, verdict.wrong) == (1100, 556, 0)
    assert verdict.coverage.startswith("1,100 of 1,100, all states: Player's initial total 0-9 x ")
    # In 52 openings a natural ended the draw or Player stood; in the other 48 Player drew one of ten cards;
    # and where that card is still to come, Banker 0-2 and 7 are known (R7.1): 24.
    assert verdict.judged == 52 + 480 + 24


def test_what_is_due_is_judged_as_far_as_it_is_known() -> None:
    drew = 'IF(OR(E2<=2,AND(E2=3,H2<>8),AND(E2>3,H2>=2*E2-6,H2<=7)),"D","S")'
    stood = '=IF(OR(B2>7,E2>7),"S",IF(B2>5,IF(E2<6,"D","S"),IF(H2="",{},' + drew + ")))"
    verdict = prove(stood.replace("{}", '""'), "banker_draws", bind=THREE)
    assert verdict.verdict == "proved"
    assert any(line.startswith("in 24 states it waits") for line in verdict.notes)
    claims = stood.replace("{}", 'IF(E2=7,"D","S")')
    wrong = prove(claims, "banker_draws", bind=THREE)
    assert (wrong.verdict, wrong.wrong) == ("refuted", 6 + 18)


def test_states_that_cannot_occur_are_notes() -> None:
    drew = 'IF(OR(E2<=2,AND(E2=3,H2<>8),AND(H2>=2*E2-6,H2<=7)),"D","S")'
    formula = '=IF(H2="",IF(OR(B2>7,E2>7),"S",IF(E2<6,"D","S")),' + drew + ")"
    verdict = prove(formula, "banker_draws", bind=THREE)
    assert verdict.verdict == "proved"
    assert any("cannot occur" in line for line in verdict.notes)


def test_an_assignment_is_printed_and_can_be_overruled() -> None:
    formula = '=IF(OR(B2>=8,E2>=8),"Z",IF(B2<=5,"A","Z"))'
    fitted = prove(formula, "player_draws", bind=TOTALS)
    assert fitted.verdict == "proved"
    assert '"A" means draw, the assignment that fits best' in fitted.assumptions
    assert prove(formula, "player_draws", bind=TOTALS, means={"A": "stand", "Z": "draw"}).verdict == "refuted"
    with pytest.raises(UsageError):
        prove(formula, "player_draws", bind=TOTALS, means={"A": "Tie"})


def test_words_that_fit_nothing_are_undecided() -> None:
    verdict = prove('=IF(MOD(B2+E2,2),"A","Z")', "player_draws", bind=TOTALS)
    assert verdict.verdict == "undecided"
    assert "nothing says what" in (verdict.reason or "")


def test_one_and_true_are_told_apart_from_two() -> None:
    assert prove("=IF(AND(B2<=5,E2<8),1,0)", "player_draws", bind=TOTALS).verdict == "proved"
    assert prove("=IF(AND(B2<=5,E2<8),IF(B2=3,2,1),0)", "player_draws", bind=TOTALS).verdict == "refuted"


def test_other_ways_of_having_no_card_are_reported_apart() -> None:
    verdict = prove(STYLES[0].formula, "banker_draws", bind=THREE)
    apart = {one.what: one.wrong for one in verdict.apart}
    assert apart["no third card as an empty text"] == 0
    assert apart['no third card as "-"'] == 4
    assert verdict.verdict == "proved"


def test_usage_is_checked() -> None:
    with pytest.raises(UsageError):
        prove("=B2", "no_role", bind=TOTALS)
    with pytest.raises(UsageError):
        prove("=B2", "natural", bind={"B2": "dealer_mood"})
    with pytest.raises(UsageError):
        prove("=B2", "natural", bind=TOTALS, cards="runes")


def test_groups_and_grid_show_where_it_is_wrong() -> None:
    verdict = prove(STYLES[0].formula.replace("E2<=5", "E2<=3"), "banker_draws", bind=THREE)
    assert verdict.groups == ["Banker 4 and 5, Player stood"]
    assert {key for key, sign in verdict.grid.items() if sign != "."} == {(4, NO_CARD), (5, NO_CARD)}
    first = verdict.to_json()["counterexamples"][0]
    assert first == {
        "player_initial": 6,
        "banker_initial": 4,
        "player_third": None,
        "found": "S",
        "expected": "draw",
    }


def test_six_cards_are_swept_by_the_states_that_can_occur() -> None:
    bind = {
        "A1": "player_card_1",
        "B1": "player_card_2",
        "D1": "banker_card_1",
        "E1": "banker_card_2",
    }
    natural = "=OR(MOD(A1+B1,10)>7,MOD(D1+E1,10)>7)"
    verdict = prove(natural, "natural", bind=bind)
    assert (verdict.verdict, verdict.states) == ("proved", 10_000)
    ranks = natural.replace("A1", 'IF(A1="A",1,N(A1))').replace("B1", 'IF(B1="A",1,N(B1))')
    ranks = ranks.replace("D1", 'IF(D1="A",1,N(D1))').replace("E1", 'IF(E1="A",1,N(E1))')
    spelled = prove(ranks, "natural", bind=bind, cards="ranks", most_states=12_000)
    assert spelled.verdict == "proved"
    assert "a part of all states" in spelled.coverage
    queen = prove(
        ranks.replace("N(E1)", 'IF(E1="Q",2,N(E1))'), "natural", bind=bind, cards="ranks", most_states=12_000
    )
    assert queen.verdict == "refuted"
    every = {**bind, "C1": "player_third", "F1": "banker_third"}
    outcome = prove('=IF(A1>0,"P","B")', "outcome", bind=every, most_states=20_000)
    assert outcome.verdict == "undecided"
    assert "states" in (outcome.reason or "")


SIX = {
    "A1": "player_card_1",
    "B1": "player_card_2",
    "C1": "player_third",
    "D1": "banker_card_1",
    "E1": "banker_card_2",
    "F1": "banker_third",
}


def test_an_outcome_from_six_cards_where_not_all_states_can_be_swept() -> None:
    """Every hand of each side beside one of the other for each of its totals and thirds; that is said."""
    outcome = '=CHOOSE(SIGN(MOD(SUM(A1:C1),10)-MOD(SUM(D1:F1),10))+2,"B","T","P")'
    verdict = prove(outcome, "outcome", bind=SIX, most_states=80_000, offer=False)
    assert (verdict.verdict, verdict.wrong) == ("proved", 0)
    assert "a part of the states that can occur" in verdict.coverage
    assert "one of the other for each of its totals and thirds" in verdict.coverage
    for wrong in (
        outcome.replace("D1:F1", "D1:E1"),
        outcome.replace("A1:C1", "A1,C1"),
        outcome.replace("MOD(SUM(A1:C1),10)", "MOD(SUM(A1:C1)-(A1=7)*(B1=4),10)"),
        outcome.replace("MOD(SUM(D1:F1),10)", "MOD(SUM(D1:F1)-(E1=9)*(F1=3),10)"),
    ):
        assert prove(wrong, "outcome", bind=SIX, most_states=80_000, offer=False).verdict == "refuted", wrong


def banker(initial: int, third: int | None) -> bool:
    return BANKER_DRAWS.get((initial, NO_CARD if third is None else third), False)


def test_python_functions() -> None:
    roles = ["banker_initial", "player_third"]
    assert prove_callable(banker, roles, "banker_draws").verdict == "proved"
    wrong = prove_callable(lambda b, t: b <= 5, roles, "banker_draws")
    assert (wrong.verdict, wrong.cause.id if wrong.cause else None) == ("refuted", "F15")
    raises = prove_callable(lambda b, t: b <= 2 or t >= 2 * b - 6, roles, "banker_draws")
    assert raises.verdict == "refuted"
    assert any("TypeError" in str(example.found) for example in raises.counterexamples)
    assert prove_callable(lambda: True, roles, "banker_draws").verdict == "undecided"
    assert prove_callable(lambda b: b <= 5, ["banker_initial"], "banker_draws").wrong == 13


def test_helper_cells_are_followed() -> None:
    from baccarat_xl.proof import Surroundings

    cells = {"X2": "=OR(B2>=8,E2>=8)", "Y2": '=IF(X2,"S",IF(B2<=5,"D","S"))', "Z2": "=X2"}
    assert prove("=Y2", "player_draws", bind=TOTALS, around=Surroundings(cells)).verdict == "proved"
    assert prove("=Z2", "natural", bind=TOTALS, around=Surroundings(cells)).verdict == "proved"
    cells["X2"] = "=OR(B2>8,E2>8)"
    assert prove("=Y2", "player_draws", bind=TOTALS, around=Surroundings(cells)).verdict == "refuted"
    cells["X2"] = "=Y2"
    assert prove("=Y2", "player_draws", bind=TOTALS, around=Surroundings(cells)).verdict == "undecided"


@pytest.mark.parametrize("role", ["player_draws", "banker_draws"])
def test_every_altered_table_has_a_cause(role: str) -> None:
    """Each misreading of ours, asked as a function, is named exactly, by itself or one that answers alike."""
    from baccarat_xl.proof.causes import library
    from baccarat_xl.proof.domain import State

    bind = list(THREE.values()) if role == "banker_draws" else list(TOTALS.values())
    for one in library(role)[::7]:
        if one.rules is None:
            continue

        def answers(*cells: object, one=one) -> object:  # type: ignore[no-untyped-def]
            facts = {name: NO_CARD if cell is None else cell for name, cell in zip(bind, cells, strict=True)}
            return one.predict(State(facts, ()))

        verdict = prove_callable(answers, bind, role)
        assert verdict.verdict == "proved" or (verdict.cause is not None and verdict.cause.exact), one.id
