"""Sweeps in stages, and LAMBDAs written out, against the same workbook evaluated whole."""

from __future__ import annotations

from itertools import product

import pytest

from baccarat_xl.proof import Surroundings, Sweeper, Undecided, read_formula
from baccarat_xl.proof.nested import flatten, nest
from baccarat_xl.proof.reduce import written_out

HELPERS = {
    "C2": '=IF(A2="","",A2)',
    "D2": "=MOD(A2+B2,10)",
    "E2": '=IF(D2>7,"yes",IF(C2="","",FALSE))',
    "F2": "=1/B2",
    "G2": "=A2",
}
CONTENTS = (None, "", 0, 1, 9, True, "7", "x")
FORMULAS = (
    '=IF(E2="yes",C2,D2)',
    "=COUNT(A2:G2)+COUNTA(C2:E2)*10+COUNTBLANK(A2:G2)*100",
    '=IFERROR(F2,"none")&ISBLANK(G2)&ISBLANK(C2)&ISTEXT(C2)',
    "=SUM(C2:E2,G2)",
    '=SUMPRODUCT(--(A2:G2=""))',
    "=LET(x,D2,LAMBDA(x,y,x*10+y)(x+1,LAMBDA(x,x-1)(x)))",
    '=LAMBDA(cell,IF(LEN(cell)=0,"empty",LAMBDA(cell,n,cell&n)(cell&"!",LEN(cell))))(A2)',
)


def as_one(formula: str, a: object, b: object) -> object:
    """The answer with nothing to rewrite: the inputs are constants of the workbook."""
    around = Surroundings({**HELPERS, "A2": a, "B2": b}, {}, "Sheet1")  # type: ignore[dict-item]
    try:
        return Sweeper(around, ["Z1"]).sweep([read_formula(formula)], [(None,)])[0][0]
    except Undecided as reason:
        return str(reason)


@pytest.mark.parametrize("formula", FORMULAS)
def test_a_sweep_gives_what_each_state_gives_by_itself(formula: str) -> None:
    states = list(product(CONTENTS, repeat=2))
    found = Sweeper(Surroundings(HELPERS), ["A2", "B2"]).sweep([read_formula(formula)], states)[0]
    alone = [as_one(formula, a, b) for a, b in states]
    assert [(type(x), x) for x in found] == [(type(x), x) for x in alone]


def test_helpers_in_a_circle_are_not_answered() -> None:
    around = Surroundings({"C2": "=D2+A2", "D2": "=C2"})
    with pytest.raises(Undecided, match="leads back"):
        Sweeper(around, ["A2"]).sweep([read_formula("=C2+1")], [(1,), (2,)])


@pytest.mark.parametrize(
    ("formula", "plain"),
    [
        ("=LAMBDA(x,IF(x>9,0,x))(C6)", "=IF(C6>9,0,C6)"),
        ("=LAMBDA(x,x*2)(3)+1", "=(3*2)+1"),
        ("=SUM(LAMBDA(x,LAMBDA(x,x+1)(x))(B1))", "=SUM(((B1+1)))"),
    ],
)
def test_a_call_on_the_spot_is_written_out(formula: str, plain: str) -> None:
    tokens = flatten(written_out(nest(read_formula(formula).tokens)))
    assert "=" + "".join(token.text for token in tokens) == plain


def test_what_was_evaluated_is_not_evaluated_again() -> None:
    sweeper = Sweeper(Surroundings(HELPERS), ["A2", "B2"])
    formula = read_formula("=D2+1")
    first = sweeper.sweep([formula], [(1, 2), (3, 4)])
    assert sweeper.sweep([formula], [(3, 4), (1, 2), (1, True)])[0] == [*reversed(first[0]), 3]
