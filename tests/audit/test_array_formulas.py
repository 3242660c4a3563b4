"""One array formula over a whole column: judged row by row where that is the same, else not decided."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import xlsxwriter

from baccarat_xl.audit.engine import check
from baccarat_xl.audit.finding import CheckResult
from baccarat_xl.rules.cards import card_value
from tests.audit.logs import BIG, RECORDED

HEADER = ["P1", "P2", "P3", "B1", "B2", "B3", "Player initial", "Banker initial", "Player draws"]
LAST = 21


def book(tmp_path: Path, initial: str, draws: str, *, filled_down: bool = False) -> CheckResult:
    path = tmp_path / "log.xlsx"
    out = xlsxwriter.Workbook(path)
    sheet = out.add_worksheet("Log")
    sheet.write_row(0, 0, HEADER)
    games = json.loads((RECORDED / BIG).read_text(encoding="utf-8"))["games"]
    for row, dealt in enumerate([hand for game in games for hand in game][: LAST - 1], 1):
        for column, hand in ((0, dealt["puntoHand"]), (3, dealt["bankoHand"])):
            sheet.write_row(row, column, [card_value(card) for card in hand])
    side = {"G": initial, "H": initial.replace("B", "E").replace("A", "D"), "I": draws}
    for column, formula in side.items():
        if not filled_down:
            sheet.write_array_formula(f"{column}2:{column}{LAST}", f"={formula}")
            continue
        for row in range(2, LAST + 1):
            sheet.write_formula(f"{column}{row}", f"={formula.format(row)}")
    out.define_name("Shown", "=Log!$H$2")
    out.add_worksheet("Side").write_formula("A1", "=Log!H2")
    sheet.write_formula("Z1", "=H2")
    out.close()
    return check([path])


def verdicts(result: CheckResult) -> dict[str | None, str]:
    return {one.cells: one.verdict for one in result.formulas}


@pytest.mark.parametrize("columns", [("A2:A21", "B2:B21"), ("A$2:A$21", "$B$2:$B$21")])
def test_array_formulas_are_judged_row_by_row(tmp_path: Path, columns: tuple[str, str]) -> None:
    right = "IF((G2:G21<=5)*(H2:H21<8),1,0)"
    result = book(tmp_path, f"MOD({columns[0]}+{columns[1]},10)", right)
    assert verdicts(result) == {"G2:G21": "proved", "H2:H21": "proved", "I2:I21": "proved"}
    assert "G2:G21" in " ".join(result.formulas[0].assumptions)


def test_a_wrong_array_formula_is_refuted_and_its_fix_can_be_typed(tmp_path: Path) -> None:
    result = book(tmp_path, "MOD(A2:A21+B2:B21,10)", 'IF(G2:G21<=5,"Draw","Stand")')
    assert verdicts(result)["I2:I21"] == "refuted"
    (finding,) = [one for one in result.findings if one.rule == "BACC301"]
    assert finding.fix.startswith("clear the array formula of I2:I21, then write =")


@pytest.mark.parametrize(
    "draws",
    [
        "IF(AND(G2:G21<=5,H2:H21<8),1,0)",
        "IF(G2:G20<=5,1,0)",
        "IF(MAX(G2:G21)<=5,1,0)",
    ],
)
def test_what_is_no_formula_of_one_row_is_not_decided(tmp_path: Path, draws: str) -> None:
    result = book(tmp_path, "MOD(A2:A21+B2:B21,10)", draws)
    assert [one.verdict for one in result.formulas if one.role == "player_draws"] == ["undecided"]


def test_a_single_cell_is_the_same_in_every_row(tmp_path: Path) -> None:
    """G2 in an array formula is G2 in each of its rows, which is right in the first row only."""
    result = book(tmp_path, "MOD(A2:A21+B2:B21,10)", "IF((G2<=5)*(H2:H21<8),1,0)")
    assert [one.verdict for one in result.formulas if one.role == "player_draws"] != ["proved"]


@pytest.mark.parametrize(
    ("initial", "draws", "undecided"),
    [
        (
            "MOD(A{0}+$B$2,10)",
            "IF((G{0}<=5)*(H{0}<8),1,0)",
            {"player_initial", "banker_initial", "player_draws"},
        ),
        ("MOD(A{0}+B{0},10)", "IF((G{0}<=5)*(H$2<8),1,0)", {"player_draws"}),
    ],
)
def test_a_dollar_sign_that_holds_one_round_is_never_proved(
    tmp_path: Path, initial: str, draws: str, undecided: set[str]
) -> None:
    """Right in the first row, and in every other one the first row's cell is read."""
    result = book(tmp_path, initial, draws, filled_down=True)
    assert {str(one.role) for one in result.formulas if one.verdict == "undecided"} == undecided
    assert "take the dollar sign" in str(result.formulas[-1].reason)


@pytest.mark.parametrize("other", ["Shown", "Side!$A$1", "$Z$1", "Log!$H$2"])
def test_one_round_behind_a_name_or_a_helper_cell_is_never_proved(tmp_path: Path, other: str) -> None:
    draws = f"IF((G{{0}}<=5)*({other}<8),1,0)"
    result = book(tmp_path, "MOD(A{0}+B{0},10)", draws, filled_down=True)
    by_role = {str(one.role): one for one in result.formulas}
    assert by_role["player_initial"].verdict == by_role["banker_initial"].verdict == "proved"
    assert by_role["player_draws"].verdict == "undecided"
    assert "one round" in str(by_role["player_draws"].reason)


def test_a_range_that_grows_on_the_way_down_is_not_called_stale(tmp_path: Path) -> None:
    path = tmp_path / "log.xlsx"
    out = xlsxwriter.Workbook(path)
    sheet = out.add_worksheet("Log")
    sheet.write_row(0, 0, ["P1", "P2", "P3", "B1", "B2", "B3", "Winner", "Won"])
    for row in range(2, 8):
        sheet.write_row(row - 1, 0, [9, 10, None, 5, 3, None, "Player"])
        sheet.write_formula(row - 1, 7, f"=SUM(A$2:A{row})", None, 9 * (row - 1))
    out.close()
    result = check([path])
    assert [one.rule for one in result.findings] == []
