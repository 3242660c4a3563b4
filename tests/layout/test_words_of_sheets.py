"""Words in headers and cells that were once passed over: decisions, numerals, dates, error texts."""

from __future__ import annotations

from pathlib import Path

import pytest
import xlsxwriter

from baccarat_xl.audit.engine import check
from baccarat_xl.cell_error import CellError
from baccarat_xl.layout.cells import is_date, is_no_card, split_cards
from baccarat_xl.layout.headers import meaning_of
from baccarat_xl.layout.recognise import recognise
from baccarat_xl.layout.table import Recognition
from baccarat_xl.rules.errors import WrongKind
from baccarat_xl.workbook.read import read_book
from tests.layout.books import HEADER, Grid, find


def read(path: Path, *lines: str) -> Recognition:
    path.write_text("\n".join(lines), encoding="utf-8")
    return recognise(read_book(path))


@pytest.mark.parametrize(
    ("header", "role"),
    [
        ("Player decision", "player_draws"),
        ("Banker action", "banker_draws"),
        ("player_card_one", "player_card_1"),
        ("banker_card_three", "banker_third"),
        ("Carta dos del jugador", "player_card_2"),
    ],
)
def test_headers(header: str, role: str) -> None:
    meaning = meaning_of(header)
    assert meaning is not None
    assert meaning.roles[0] == role


def test_cards_of_nobody_leave_the_check_incomplete(tmp_path: Path) -> None:
    header = "Round,Card1,Card2,Card3,Card4,Card5,Card6,Winner"
    found = read(tmp_path / "log.csv", header, "1,4,5,,K,7,,Player", "2,2,3,8,A,2,5,Banker")
    assert [(item.what, item.where) for item in found.not_read] == [("columns", "B, C, D, E, F, G")]
    ledger = "Result,Bet amount,Won,Streak,Shoe,Bankroll"
    assert not read(tmp_path / "ledger.csv", ledger, "Player,5,1,2,3,9", *["Banker,2,1,1,3,4"] * 2).not_read


DATES = [
    "08-Mar",
    "3/8/2024",
    "5/4/2024",
    "2024-03-08",
    "2024-03-08 00:00:00",
    "8.3.2024",
    "Mar-08",
    "8-Mar-24",
]


@pytest.mark.parametrize("text", DATES)
def test_a_date_is_no_hand(text: str) -> None:
    assert is_date(text)
    with pytest.raises(WrongKind):
        split_cards(text)


@pytest.mark.parametrize(
    "text", ["3-8", "6/7", "10/J/2", "2-3-8", "8/7/10", "A-2", "10-spades|J-hearts", "2024"]
)
def test_a_hand_is_no_date(text: str) -> None:
    assert not is_date(text)


def test_dates_in_a_column_of_hands_are_named_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    rows = ["1,08-Mar,K-7,Player", "2,2-3-8,A-2,Tie", "3,4-5,K-7,Player", "4,5/4/2024,K-7,Player"]
    path.write_text("\n".join(["Round,Player cards,Banker cards,Winner", *rows]), encoding="utf-8")
    result = check([path])
    assert [(finding.rule, finding.cell) for finding in result.findings] == [
        ("BACC502", "B2"),
        ("BACC502", "B5"),
    ]


@pytest.mark.parametrize("text", ["#N/A", "#VALUE!", "#NAME?", "#REF!"])
def test_an_error_is_no_missing_card_in_any_format(tmp_path: Path, text: str) -> None:
    assert not is_no_card(text)
    assert not is_no_card(CellError(text))
    rows = ["4,5,,K,7,,Player", f"2,3,{text},A,2,,Tie", *["2,3,8,A,2,,Tie"] * 4]
    path = tmp_path / "log.csv"
    path.write_text("\n".join(["P1,P2,P3,B1,B2,B3,Outcome", *rows]), encoding="utf-8")
    book = xlsxwriter.Workbook(tmp_path / "log.xlsx")
    page = book.add_worksheet()
    for row, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        for column, cell in enumerate(line.split(",")):
            if cell == text:
                page.write_formula(row, column, "=NA()", None, text)
            elif cell:
                page.write(row, column, int(cell) if cell.isdigit() else cell)
    book.close()
    in_text, in_book = (
        [(one.rule, one.cell) for one in check([file]).findings if one.rule < "BACC3"]
        for file in (path, tmp_path / "log.xlsx")
    )
    assert in_text == in_book
    assert ("BACC101", "C3") in in_text


def test_an_empty_table_is_called_empty(tmp_path: Path) -> None:
    found = find(tmp_path / "log.xlsx", Grid([HEADER]), Grid(["Anna", "Ben"], "Names"))
    assert not found.tables
    assert "the table is empty" in found.not_read[-1].why
