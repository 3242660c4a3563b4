"""Tables as people keep them: by hand, with dates, leftovers, zeros, two outcome columns, formulas."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import openpyxl
import pytest
import xlsxwriter

from baccarat_xl.audit.engine import Options, check
from baccarat_xl.audit.finding import CheckResult

HEADER = ["Round", "P1", "P2", "P3", "B1", "B2", "B3", "Winner"]
GOOD = [
    [1, 2, 3, 8, 1, 2, None, "Tie"],
    [2, 9, "K", None, 5, 3, None, "Player"],
    [3, 2, 4, None, "A", 6, None, "Banker"],
]


def workbook(path: Path, rows: list[list[object]], sheet: str = "Shoe 1") -> Path:
    book = openpyxl.Workbook()
    page = book.active
    assert page is not None
    page.title = sheet
    for row in rows:
        page.append(row)
    book.save(path)
    return path


def codes(result: CheckResult) -> list[tuple[str, str | None]]:
    return [(finding.rule, finding.cell) for finding in result.findings]


def test_a_log_kept_by_hand(tmp_path: Path) -> None:
    rows: list[list[object]] = [["Casino evening"], [], HEADER, *GOOD, [], *GOOD, ["Total", None, 9]]
    rows[4] = [2, 9, "K", 4, 5, 3, None, "Player"]
    result = check([workbook(tmp_path / "log.xlsx", rows)])
    (finding,) = result.findings
    assert (finding.rule, finding.sheet, finding.cell, finding.row) == ("BACC206", "Shoe 1", "D5", 5)
    assert finding.fix == "clear D5; the outcome in H5 stays Player"
    assert result.rounds == 6
    assert "1 totals row (row 11)" in result.tables[0].passed_over


def test_a_leftover_is_one_finding(tmp_path: Path) -> None:
    rows = [HEADER, *GOOD, [4, 2, 3, 5, 2, 1, 5, "Banker"], [5, 4, 4, 5, 2, 4, 5, "Player"]]
    result = check([workbook(tmp_path / "log.xlsx", rows)])
    (finding,) = result.findings
    assert (finding.rule, finding.confidence) == ("BACC206", "likely")
    assert finding.cells == ("D6", "G6")


def test_a_date_where_a_hand_was_typed(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["round", "player_cards", "banker_cards", "winner"],
        [1, "2|3|A", "K|7", "Banker"],
        [2, "9|K", "5|3", "Player"],
        [3, date(2024, 3, 8), "K|7", "Player"],
    ]
    result = check([workbook(tmp_path / "log.xlsx", rows)])
    (finding,) = result.findings
    assert (finding.rule, finding.cell, finding.found) == ("BACC502", "B4", "2024-03-08")


@pytest.mark.parametrize(("zero", "found"), [("card", ["BACC205", "BACC206"]), ("none", [])])
def test_what_zero_means(tmp_path: Path, zero: str, found: list[str]) -> None:
    rows: list[list[object]] = [
        HEADER,
        [1, 2, 3, 8, 1, 2, None, "Tie"],
        [2, 9, "K", 0, 5, 3, None, "Player"],
        [3, 2, 4, 0, "A", 6, None, "Banker"],
    ]
    path = workbook(tmp_path / "log.xlsx", rows)
    result = check([path], Options(zero=zero))  # type: ignore[arg-type]
    assert [code for code, _ in codes(result)] == found


def test_two_outcome_columns(tmp_path: Path) -> None:
    rows = [[*HEADER, "Recorded outcome"], *([*row, row[-1]] for row in GOOD)]
    rows[2][-1] = "Banker"
    result = check([workbook(tmp_path / "log.xlsx", rows)])
    assert codes(result) == [("BACC223", "I3")]


def test_a_round_under_way_is_no_fault(tmp_path: Path) -> None:
    result = check([workbook(tmp_path / "log.xlsx", [HEADER, *GOOD, [4, 2, 3, None, "A", 6, None, None]])])
    assert not result.findings
    assert result.not_verifiable == 1
    assert not result.complete
    assert result.tables[0].gaps[0].missing == ("Player's third card",)


def test_true_is_no_ace(tmp_path: Path) -> None:
    rows = [HEADER, *GOOD, [4, True, 4, None, 6, 1, None, None], [5, 1, 5, None, 6, 1, None, None]]
    result = check([workbook(tmp_path / "log.xlsx", rows)])
    assert codes(result) == [("BACC101", "B5")]
    assert result.findings[0].found == "TRUE"


def test_formulas_without_a_stored_value_are_not_read(tmp_path: Path) -> None:
    rows = [[*HEADER[:7], "Player total", "Winner"], *([*row[:7], "=1+1", row[7]] for row in GOOD)]
    result = check([workbook(tmp_path / "log.xlsx", rows)])
    assert [finding.rule for finding in result.findings] == ["BACC305"]
    assert [verdict.verdict for verdict in result.formulas] == ["undecided"]
    assert result.unread
    assert not result.complete


def test_third_cards_by_formula_without_a_value_are_not_judged(tmp_path: Path) -> None:
    rows = [HEADER, *([*row[:6], '=IF(1>2,"","")', row[7]] for row in GOOD)]
    result = check([workbook(tmp_path / "log.xlsx", rows)])
    assert not result.findings
    assert result.unread


def test_stored_values_of_formulas_are_checked(tmp_path: Path) -> None:
    path = tmp_path / "log.xlsx"
    book = xlsxwriter.Workbook(path)
    page = book.add_worksheet()
    page.write_row(0, 0, [*HEADER, "Player total"])
    for index, (row, total) in enumerate(zip(GOOD, (3, 9, 7), strict=True), 1):
        page.write_row(index, 0, ["" if cell is None else cell for cell in row])
        page.write_formula(index, 8, "=MOD(B2+C2,10)", None, total)
    book.close()
    result = check([path])
    assert codes(result)[-1] in [("BACC112", "I4"), ("BACC111", "I4")]
    assert result.tables[0].formulas == 3


def test_people_decide_in_chemin_de_fer(tmp_path: Path) -> None:
    rows: list[list[object]] = [["Chemin de fer, table 2"], HEADER, *GOOD, [4, 9, "K", 4, 5, 3, 2, "Tie"]]
    result = check([workbook(tmp_path / "log.xlsx", rows)])
    assert not result.findings
    assert result.unread
    assert any("R0" in item.why for item in result.files[0].not_read)
