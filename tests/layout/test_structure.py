"""Where tables stand on sheets: titles, merged headers, several tables, rows that are no rounds."""

from __future__ import annotations

from pathlib import Path

import pytest

from baccarat_xl.layout.recognise import recognise
from baccarat_xl.workbook.read import read_book
from tests.layout.books import HEADER, ROUNDS, Grid, cards_from, find, roles


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.xlsx"


@pytest.mark.parametrize("above", [0, 1, 2, 5, 11, 29])
def test_a_header_in_any_of_the_first_thirty_rows(path: Path, above: int) -> None:
    titles = ["Baccarat_log", ".", "Table_12", "Dealer: . Anna", "Player_and_Banker_cards_as_dealt"]
    lines = [*[titles[i % 5] for i in range(above)], HEADER, *ROUNDS]
    (table,) = find(path, Grid(lines)).tables
    assert (table.header_row, table.first_row, table.last_row) == (above + 1, above + 2, above + 5)
    assert roles(table) == cards_from("A")


def test_a_two_row_header_with_merged_cells(path: Path) -> None:
    lines = ["Log", ". . . . . . . .", "Round 1 2 3 1 2 3 Winner", *ROUNDS]
    (table,) = find(path, Grid(lines, merges={"B2:D2": "Player", "E2:G2": "Banker"})).tables
    assert (table.header_row, table.first_row) == (3, 4)
    assert roles(table) == cards_from("A")
    assert table.columns["player_third"].header == "Player 3"


def test_a_two_row_header_without_merged_cells(path: Path) -> None:
    lines = ["Round Player . . Banker . . Winner", ". Card_1 Card_2 Card_3 Card_1 Card_2 Card_3 .", *ROUNDS]
    (table,) = find(path, Grid(lines)).tables
    assert (table.header_row, table.first_row) == (2, 3)
    assert roles(table) == cards_from("A")


@pytest.mark.parametrize("numbers", ["1 2 3 1 2 3", "1 2 3 4 5 6", "1 2 . 1 2 ."])
@pytest.mark.parametrize("merged", [True, False])
def test_numbers_below_words_are_no_round(path: Path, numbers: str, merged: bool) -> None:
    merges = {"B1:D1": "Player", "E1:G1": "Banker", "A1:A2": "No", "H1:H2": "Winner"} if merged else {}
    top = ". . . . . . . ." if merged else "No Player . . Banker . . Winner"
    (table,) = find(path, Grid([top, f". {numbers} .", *ROUNDS], merges=merges)).tables
    assert (table.header_row, table.first_row) == (2, 3)
    letters = [column.letter for role, column in table.columns.items() if role != "round"]
    assert sorted(letters) == list("BCDEFGH")
    assert table.columns["player_third"].header == "Player 3"


@pytest.mark.parametrize("merged", [True, False])
def test_one_header_cell_over_the_cards_of_a_hand(path: Path, merged: bool) -> None:
    lines = ["Round . . . . . . Winner" if merged else "Round Player . . Banker . . Winner", *ROUNDS]
    lines += [] if merged else ["5 2 3 8 A 3 4 Banker"]
    merges = {"B1:D1": "Player cards", "E1:G1": "Banker cards"} if merged else {}
    (table,) = find(path, Grid(lines, merges=merges)).tables
    assert roles(table) == cards_from("A")


@pytest.mark.parametrize("gap", ["", " ."])
def test_tables_side_by_side(path: Path, gap: str) -> None:
    lines = [f"{HEADER}{gap} {HEADER}", *(f"{line}{gap} {line}" for line in ROUNDS)]
    first, second = find(path, Grid(lines)).tables
    assert roles(first) == cards_from("A")
    assert roles(second) == cards_from("J" if gap else "I")
    assert len(first.rounds) == len(second.rounds) == 4


def test_tables_side_by_side_of_different_length(path: Path) -> None:
    lines = [f"{HEADER} . {HEADER}", *(f"{line} . {line}" for line in ROUNDS[:2]), *ROUNDS[2:]]
    first, second = find(path, Grid(lines)).tables
    assert (first.last_row, second.last_row) == (5, 3)


def test_tables_below_one_another(path: Path) -> None:
    lines = ["Shoe_1", HEADER, *ROUNDS, ".", "Shoe_2", HEADER, *ROUNDS[:3]]
    first, second = find(path, Grid(lines)).tables
    assert (first.header_row, first.first_row, first.last_row) == (2, 3, 6)
    assert (second.header_row, second.first_row, second.last_row) == (9, 10, 12)
    assert (first.title, second.title) == ("Shoe 1", "Shoe 2")


def test_another_layout_far_below(path: Path) -> None:
    lines = [
        HEADER,
        *ROUNDS * 20,
        ".",
        ".",
        "Coup Player_total Banker_total Winner",
        "1 5 7 Banker",
        "2 8 7 Player",
    ]
    first, second = find(path, Grid(lines)).tables
    assert (first.first_row, first.last_row, first.layout) == (2, 81, "cards")
    assert (second.header_row, second.first_row, second.last_row, second.layout) == (84, 85, 86, "totals")


def test_every_sheet_also_a_hidden_one(path: Path) -> None:
    grids = [Grid([HEADER, *ROUNDS], name) for name in ("Shoe 1", "Shoe 2")]
    grids += [
        Grid([HEADER, *ROUNDS], "Old", hidden=True),
        Grid(["About_this_log", "by_Anna"], "Notes"),
        Grid([], "Blank"),
    ]
    found = find(path, *grids)
    assert [(t.sheet.name, t.sheet.state) for t in found.tables] == [
        ("Shoe 1", "visible"),
        ("Shoe 2", "visible"),
        ("Old", "hidden"),
    ]
    assert not found.not_read
    assert [(n.what, n.where) for n in found.without_rounds] == [("sheet", "Notes"), ("sheet", "Blank")]
    assert "empty" in found.without_rounds[1].why


def test_blank_separators_totals_and_notes_are_no_rounds(path: Path) -> None:
    lines = [HEADER, *ROUNDS[:2], ".", *ROUNDS[2:], ".", "Total . . . . . . 4", "checked_by_Anna"]
    (table,) = find(path, Grid(lines)).tables
    assert list(table.rounds) == [1, 2, 4, 5]
    assert (table.first_row, table.last_row) == (2, 6)
    assert (table.skipped.blank, table.skipped.totals, table.skipped.notes) == (1, (8,), (9,))


def test_a_totals_row_below_recorded_totals(path: Path) -> None:
    lines = ["Round Player_total Banker_total Winner", "1 5 7 Banker", "2 8 7 Player", "Sum 13 14 ."]
    (table,) = find(path, Grid(lines)).tables
    assert (table.last_row, table.skipped.totals) == (3, (4,))


def test_a_header_repeated_between_the_rounds(path: Path) -> None:
    lines = [HEADER, *ROUNDS, HEADER, *ROUNDS]
    (table,) = find(path, Grid(lines)).tables
    assert table.skipped.headers == (6,)
    assert [table.row_number(i) for i in range(8)] == [2, 3, 4, 5, 7, 8, 9, 10]


def test_a_round_with_missing_or_unreadable_cards_is_still_a_round(path: Path) -> None:
    lines = [HEADER, *ROUNDS, "5 . . . . . . Player", "6 ? ? . ? ? . .", "7 14 Z . 3 4 . Player"]
    (table,) = find(path, Grid(lines)).tables
    assert len(table.rounds) == 7


def test_a_table_that_starts_right_of_and_below_other_things(path: Path) -> None:
    lines = ["Legend", "P . means . Player", *(f"x . . {line}" for line in (HEADER, *ROUNDS))]
    (table,) = find(path, Grid(lines)).tables
    assert roles(table) == cards_from("D")
    assert (table.first_row, table.last_row) == (4, 7)


@pytest.mark.parametrize(
    "title", ["Chemin_de_Fer_log", "CHEMIN-DE-FER", "Baccara_Banque", "Baccarat_à_deux_tableaux"]
)
def test_games_with_free_draws_are_named_and_not_judged(path: Path, title: str) -> None:
    (table,) = find(path, Grid([title, HEADER, *ROUNDS])).tables
    assert table.variant is not None
    assert find(path, Grid(["Punto_banco", HEADER, *ROUNDS])).tables[0].variant is None


def test_rounds_without_known_headers_are_not_passed_over(path: Path) -> None:
    unknown = Grid(
        ["Тур Игрок1 Игрок2 Игрок3 Банк1 Банк2 Банк3", *(line.rsplit(" ", 1)[0] for line in ROUNDS * 2)],
        "Тур",
    )
    found = find(path, Grid([HEADER, *ROUNDS]), unknown)
    assert [n.where for n in found.not_read] == ["Тур"]
    letters = dict(zip("ABCDEFG", ["round", "player_card_1", "player_card_2", "player_third"], strict=False))
    letters |= {"Банк1": "banker_card_1", "Банк2": "banker_card_2", "G": "banker_third"}
    (table,) = find(path, unknown, mapping=letters).tables
    assert len(table.columns) == 7


def test_a_count_of_outcomes_is_no_round(path: Path) -> None:
    found = find(path, Grid(["Outcome Count Percent", "Player 45 45%", "Banker 46 46%", "Tie 9 9%"]))
    assert not found.tables
    assert "summary" in found.not_read[0].why


def test_what_is_no_table_of_rounds(path: Path) -> None:
    found = find(path, Grid(["Name Date Amount", "Anna Monday 5", "Ben Tuesday 6"]))
    assert not found.tables
    assert "no header row" in found.not_read[0].why
    headed = find(path, Grid([HEADER]))
    assert not headed.tables
    assert "no round" in headed.not_read[0].why


def test_formulas_without_a_stored_value_are_said(tmp_path: Path) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Round", "P1", "P2", "P3", "B1", "B2", "B3", "Outcome"])
    for number in range(2, 6):
        sheet.append([number, "A", 9, 5, "K", 7, None, f'=IF(A{number}>0,"Banker","")'])
    book.save(tmp_path / "log.xlsx")
    found = recognise(read_book(tmp_path / "log.xlsx"))
    assert [(n.what, n.where) for n in found.not_read] == [("cells", "Sheet!H")]
    assert found.not_read[0].why.startswith("4 formulas for outcome have no stored value")
