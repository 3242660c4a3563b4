"""Hands that stand in one cell: how they are written, and formulas that read them."""

from __future__ import annotations

import re
from itertools import product

import pytest

from baccarat_xl.errors import UsageError
from baccarat_xl.layout.cells import split_cards
from baccarat_xl.proof import prove
from baccarat_xl.proof.hands import hand_notation, hand_notations, hands
from baccarat_xl.rules.cards import card_value
from baccarat_xl.rules.unknown import NO_CARD

ONE = {"B2": "player_cards"}
BOTH = {**ONE, "C2": "banker_cards"}
COUNTED = (
    '=MOD(SUMPRODUCT((LEN(B2)-LEN(SUBSTITUTE(B2,{"A","2","3","4","5","6","7","8","9"},"")))'
    "*{1,2,3,4,5,6,7,8,9}),10)"
)
CUT = '=MOD(IFERROR(FIND(MID(B2,1,1),"A23456789"),0)+IFERROR(FIND(MID(B2,{},1),"A23456789"),0),10)'


@pytest.mark.parametrize(
    "name", [name for name in hand_notations() if not name.endswith("dot") and "suit words" not in name]
)
def test_every_hand_reads_as_the_cards_that_it_is_made_of(name: str) -> None:
    """The layout reader, which knows nothing of this list, reads the same cards."""
    for hand, cell in hands(name)[::7]:
        if (name == "values joined" and "10" in str(cell)) or re.fullmatch(r"\d+[-/]\d+", str(cell)):
            continue  # 103 may be 10-3, and 3-8 may be a date
        read = [card_value(card) for card in split_cards(str(cell).replace(" - ", "|"))]
        assert read == [value for value in hand if value is not NO_CARD], cell


def test_every_pair_and_triple_of_ranks_is_there() -> None:
    assert len(hands("letters joined")) == 13**2 + 13**3
    assert len(hands("values joined by space")) == 10**2 + 10**3
    suited = {cell for _, cell in hands("symbols joined by space")}
    for suit, rank in product("♠♥♦♣", ("A", "10", "K")):
        for place in range(3):
            assert any(str(cell).split()[place : place + 1] == [suit + rank] for cell in suited)


@pytest.mark.parametrize("name", [name for name in hand_notations() if "text" in name or "letters" in name])
def test_the_way_of_writing_is_seen(name: str) -> None:
    cells = [cell for _, cell in hands(name)[::5]]
    assert hand_notation(cells) == name


@pytest.mark.parametrize(
    ("formula", "role", "cards", "expected"),
    [
        (COUNTED, "player_final", "letters joined", "proved"),
        (COUNTED, "player_final", "text ranks joined by dash", "proved"),
        (COUNTED, "player_final", "suited joined by bar", "proved"),
        (COUNTED, "player_final", "symbols joined by space", "proved"),
        (COUNTED, "player_initial", "letters joined", "refuted"),
        (COUNTED.replace(',"9"', "").replace(",9}", "}"), "player_final", "letters joined", "refuted"),
        (CUT.format(2), "player_initial", "letters joined", "proved"),
        (CUT.format(2), "player_initial", "letters joined by space", "refuted"),
        (CUT.format(3), "player_initial", "letters joined by space", "proved"),
        (CUT.format(3), "player_initial", "text ranks joined by space", "refuted"),
    ],
)
def test_totals_of_hands(formula: str, role: str, cards: str, expected: str) -> None:
    verdict = prove(formula, role, bind=ONE, cards=cards, offer=False)
    assert (verdict.verdict, verdict.reason) == (expected, None)


def test_the_way_that_fits_best_is_an_assumption_and_others_are_told_apart() -> None:
    verdict = prove(CUT.format(3), "player_initial", bind=ONE, offer=False)
    assert verdict.verdict == "proved"
    assert any("hands as K 9 3" in line for line in verdict.assumptions)
    assert verdict.coverage.startswith("2,366 of 2,366, all states: Player's hands of two and three cards")
    apart = {one.what.partition(":")[0]: one.wrong for one in verdict.apart}
    assert apart["hands as K93"] > 0


def test_two_hands_are_swept_by_every_value_or_undecided() -> None:
    natural = "=OR(" + ",".join(CUT.format(2)[1:].replace("B2", cell) + ">7" for cell in ("B2", "C2")) + ")"
    verdict = prove(natural, "natural", bind=BOTH, cards="letters joined", most_states=130_000, offer=False)
    assert verdict.verdict == "proved"
    assert "one of the other for each of its totals" in verdict.coverage
    few = prove(natural, "natural", bind=BOTH, cards="letters joined", most_states=10_000, offer=False)
    assert few.verdict == "undecided"
    assert "339,400 states" in (few.reason or "")


def test_no_such_way_of_writing_hands() -> None:
    with pytest.raises(UsageError):
        prove(COUNTED, "player_final", bind=ONE, cards="letters joined by glue")


@pytest.mark.parametrize(
    ("wrong", "role", "cards"),
    [
        (COUNTED, "player_initial", "letters joined"),
        (COUNTED, "player_initial", "text ranks joined by dash"),
        (COUNTED, "player_initial", "suited joined by space"),
        (CUT.format(2), "player_final", "symbols joined by bar"),
        (CUT.format(2), "player_final", "lower letters joined"),
    ],
)
def test_what_is_offered_for_a_hand_is_proved_again(wrong: str, role: str, cards: str) -> None:
    offered = prove(wrong, role, bind=ONE, cards=cards).suggested_formula
    assert offered is not None
    assert prove(offered, role, bind=ONE, cards=cards, offer=False).verdict == "proved"


def test_a_total_of_a_joined_hand_is_known_without_its_role() -> None:
    verdict = prove("=MOD(LEFT(B2,1)+MID(B2,2,1),10)", bind={"B2": "player_cards"}, cards="values joined")
    assert (verdict.verdict, verdict.role) == ("proved", "player_initial")


def test_whether_a_hand_has_three_cards_is_no_rule_for_drawing() -> None:
    verdict = prove('=IF(LEN(B2)>2,"yes","no")', bind={"B2": "player_cards"}, cards="values joined")
    assert (verdict.verdict, verdict.role) == ("undecided", None)
