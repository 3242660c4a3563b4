"""The evaluator: what a cell gives, what is refused, what is bounded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from baccarat_xl.cell_error import NA, CellError
from baccarat_xl.proof import Surroundings, Sweeper, Undecided, prove, read_formula
from tests.conftest import Soffice

CASES = Path(__file__).parents[1] / "cases" / "cell_semantics.txt"
CELLS: dict[str, Any] = {"A1": None, "A2": "", "A3": "5", "A4": 0, "A5": True, "A6": NA, "A7": "-", "A8": 8}
BOOLEANS = {"TRUE": True, "FALSE": False}


def semantics() -> list[tuple[str, str]]:
    lines = CASES.read_text(encoding="utf-8").splitlines()
    return [
        (f.strip(), v.strip())
        for f, _, v in (line.rpartition("=>") for line in lines if line.startswith("="))
    ]


def in_words(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float | int):
        return f"{value:g}"
    return "" if value is None else str(value)


@pytest.mark.parametrize(("formula", "value"), semantics())
def test_a_cell_gives(formula: str, value: str) -> None:
    sweeper = Sweeper(Surroundings(CELLS), ["B1"])
    assert in_words(sweeper.sweep([read_formula(formula)], [(1,)])[0][0]) == value


@pytest.mark.parametrize(("formula", "value"), semantics())
def test_an_input_is_read_as_a_constant_is(formula: str, value: str) -> None:
    keys = [key for key in CELLS if key in formula.replace(":", " A2 A3 ") or ":" in formula]
    if not keys:
        return
    rest = {key: cell for key, cell in CELLS.items() if key not in keys}
    sweeper = Sweeper(Surroundings(rest), keys)
    states = [tuple(1 for _ in keys), tuple(CELLS[key] for key in keys)]
    answer = sweeper.sweep([read_formula(formula)], states)[0][1]
    assert in_words(answer) == value or repr(answer) == "UNSETTLED"


@pytest.mark.libreoffice
def test_a_real_spreadsheet_program_agrees(soffice: Soffice, tmp_path: Path) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.active
    for key, value in CELLS.items():
        sheet[key] = "=NA()" if isinstance(value, CellError) else value
        if isinstance(value, str):
            sheet[key].data_type = "s"
    sheet["A2"] = '=""'
    for row, (formula, _) in enumerate(semantics(), 1):
        for name in ("IFS(", "SWITCH(", "XOR("):
            formula = formula.replace(f"={name}", f"=_xlfn.{name}")
        sheet.cell(row, 3).value = formula
    book.save(tmp_path / "semantics.xlsx")
    computed = openpyxl.load_workbook(soffice.convert(tmp_path / "semantics.xlsx"), data_only=True).active
    found = {
        formula: in_words(computed.cell(row, 3).value) for row, (formula, _) in enumerate(semantics(), 1)
    }
    differing = {formula: found[formula] for formula, value in semantics() if found[formula] != value}
    assert differing == LIBREOFFICE_DIFFERS


LIBREOFFICE_DIFFERS = {"=--(A8=8)": "TRUE"}
"""Where LibreOffice is known not to do as Excel does: a double minus keeps a boolean's look."""


@pytest.mark.parametrize(
    ("formula", "reason"),
    [
        ("=" + "+".join(["B2"] * 3000), "8192"),
        ("=" + "(" * 65 + "B2" + ")" * 65, "64"),
        ("=" + "(" * 3000 + "B2" + ")" * 3000, "64"),
        ("=IF(B2,1", "brackets"),
        ("=RAND()", "volatile"),
        ("=IF(NOW()>0,B2,1)", "volatile"),
        ("=OFFSET(B2,0,0)", "volatile"),
        ('=WEBSERVICE("http://a")', "outside"),
        ("=[2]Sheet!A1+B2", "another workbook"),
        ("='[other.xlsx]Sheet'!A1+B2", "another workbook"),
        ("=SUM(One:Three!B2)", "several sheets"),
        ("=MyVba(B2)", "MYVBA"),
        ("=AGGREGATE(9,6,B2)", "AGGREGATE"),
        ("=B2 C2", "intersects"),
        ("=MA:X(B2,C2)>7", "no built-in function"),
        ("=SUM(INDEX(B2:B2,1):B2)", ":B2"),
        ("=Z99", "Z99"),
        ("=Unknown_name", "Unknown_name"),
        ("=#REF!+B2", "error"),
        ("=LET(f,LAMBDA(g,g(g)),f(f))", ""),
        ("=ROW()", "row"),
        ("=LOOKUP(2,1/(B2=3),5)", "computed array"),
        ("just text", ""),
        ("", "no formula"),
    ],
)
def test_what_is_not_judged_says_why(formula: str, reason: str) -> None:
    verdict = prove(formula, "player_draws", bind={"B2": "player_initial", "C2": "banker_initial"})
    assert verdict.verdict == "undecided" or formula == "=#REF!+B2"
    assert verdict.states == 0 or formula == "=#REF!+B2"
    if formula != "=#REF!+B2":
        assert reason in (verdict.reason or "")


def test_endless_recursion_ends_in_a_process_of_its_own() -> None:
    names = {"FOREVER": "=LAMBDA(x,FOREVER(x))"}
    with pytest.raises(Undecided, match="leads back to itself"):
        Sweeper(Surroundings(names=names), ["B2"]).sweep([read_formula("=FOREVER(B2)")], [(1,)])
    with pytest.raises(Undecided):
        Sweeper(Surroundings(), ["B2"], seconds=5).sweep(
            [read_formula("=LET(f,LAMBDA(g,x,g(g,x)),f(f,B2))")], [(1,)]
        )


def test_text_that_looks_like_an_error_is_text() -> None:
    found = Sweeper(Surroundings(), ["B2"]).sweep([read_formula('=IF(B2=1,"#N/A",NA())')], [(1,), (2,)])
    assert found == [["#N/A", NA]]


def test_helper_cells_names_and_structured_references() -> None:
    around = Surroundings(
        cells={"D2": "=MOD(B2+Limits!A1,10)", "Limits!A1": 5},
        names={"low": "Limits!$A$1", "Twice": "=D2*2", "ADD": "=LAMBDA(a,b,a+b)", "seven": 7},
    )
    sweeper = Sweeper(around, ["B2", "Rounds[[#This Row],[P3]]", "bound_name"])
    formulas = ["=D2", "=Twice", "=LOW+seven", "=ADD(B2,1)", "=[@P3]*10", "=Rounds[@P3]", "=Bound_Name+1"]
    found = sweeper.sweep([read_formula(text) for text in formulas], [(8, 3, 1), (9, 4, 2)])
    assert found == [[3, 4], [6, 8], [12, 12], [9, 10], [30, 40], [3, 4], [2, 3]]


def test_a_look_up_of_an_empty_cell_is_not_settled() -> None:
    bind = {"E2": "banker_initial", "H2": "player_third"}
    wild = "=IF(E2<=2,TRUE,IF(E2>6,FALSE,ISNUMBER(MATCH(H2,{0,1,2,3,4,5,6,7,8,9},0))))"
    assert prove(wild, "banker_draws", bind=bind, offer=False).verdict == "refuted"
    guarded = (
        '=IF(H2="",E2<=5,CHOOSE(MIN(E2,7)+1,TRUE,TRUE,TRUE,ISNA(MATCH(H2,{8},0)),'
        "ISNUMBER(MATCH(H2,{2,3,4,5,6,7},0)),ISNUMBER(MATCH(H2,{4,5,6,7},0)),ISNUMBER(MATCH(H2,{6,7},0)),FALSE))"
    )
    assert prove(guarded, "banker_draws", bind=bind, offer=False).verdict == "proved"
    open_ = guarded.replace('IF(H2="",E2<=5,', "(").replace("FALSE))", "FALSE))")
    unsettled = open_.replace("ISNUMBER(MATCH(H2,{4,5,6,7},0))", "ISNUMBER(MATCH(H2,{0,4,5,6,7},0))")
    assert prove(unsettled, "banker_draws", bind=bind, offer=False).verdict in ("refuted", "undecided")


def test_an_empty_cell_on_another_sheet_is_empty_and_not_missing() -> None:
    around = Surroundings(rest_empty=True)
    found = Sweeper(around, ["B2"]).sweep(
        [read_formula("=B2+Other!C3"), read_formula("='My sheet'!A1=\"\"")], [(4,)]
    )
    assert found == [[4], [True]]


def test_helper_cells_that_are_not_needed_do_no_harm() -> None:
    cells = {"C9": "=RAND()", "D9": "=((((", "E9": "=B2+1"}
    assert Sweeper(Surroundings(cells), ["B2"]).sweep([read_formula("=E9")], [(4,)]) == [[5]]
    with pytest.raises(Undecided, match="D9"):
        Sweeper(Surroundings(cells), ["B2"]).sweep([read_formula("=D9")], [(4,)])


@pytest.mark.parametrize("formula", ["=IF(B1:B9<=5,1,0)", "=B1:B9", "=IF(B:B<=5,1,0)", "=MOD(B1:B9,10)"])
def test_a_range_in_the_place_of_one_cell_is_not_guessed(formula: str) -> None:
    with pytest.raises(Undecided, match="in the place of one cell"):
        Sweeper(Surroundings(rest_empty=True), ["B2"]).sweep([read_formula(formula)], [(4,)])


def test_whole_columns_are_bounded_in_time() -> None:
    around = Surroundings({"C1": 1, "C2": 2}, rest_empty=True)
    found = Sweeper(around, ["B2"], seconds=20).sweep([read_formula("=MATCH(B2,C:C,0)")], [(1,), (2,)])
    assert found == [[1, 2]]


def test_what_an_iferror_hides_is_not_believed() -> None:
    sweeper = Sweeper(Surroundings(), ["B2"])
    with pytest.raises(Undecided):
        sweeper.sweep([read_formula("=IFERROR(NOSUCHFUNCTION(B2),1)")], [(1,)])
