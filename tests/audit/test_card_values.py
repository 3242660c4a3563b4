"""Recorded card values beside their cards (BACC114)."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
import xlsxwriter

from baccarat_xl.audit.engine import Options, check
from baccarat_xl.audit.finding import CheckResult
from baccarat_xl.templates.fill import built_in, fill

WORTH = {"A": 1, **{str(n): n for n in range(2, 10)}, **dict.fromkeys(("10", "T", "J", "Q", "K"), 0)}
"""What a card is worth, as any rule book prints it."""
SAYS = {**WORTH, **{str(n): n for n in range(10)}, "11": 0, "12": 0, "13": 0}
"""What a cell for a value says: a value, or a rank."""
NOTHING = ("", "?", "-", "NA")
HEADER = "P1,P1 value,P2,P2 value,P3,P3 value,B1,B1 value,B2,B2 value,B3,B3 value"
NATURAL = "9,9,K,0,,{},5,5,3,3,,{}"
"""A round that ends with a natural: places for what is recorded as the values of third cards."""


def checked(tmp_path: Path, *lines: str, **options: object) -> CheckResult:
    path = tmp_path / "log.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return check([path], Options(**options))  # type: ignore[arg-type]


def told(result: CheckResult) -> list[tuple[str, str | None]]:
    return [(finding.rule, finding.cell) for finding in result.findings]


@pytest.mark.parametrize(("place", "letter"), [(0, "B"), (8, "J")])
def test_every_card_against_every_value(tmp_path: Path, place: int, letter: str) -> None:
    """A value is wrong where it says something else than what the card beside it is worth."""
    cards = [*WORTH, "", "?", "zz"]
    values = [*SAYS, *NOTHING, "zz", "14", "#N/A"]
    rows = [(card, value) for card in cards for value in values]
    rows += [(card, str(worth)) for card, worth in WORTH.items()] * len(values)
    lines = []
    for card, value in rows:
        cells = ["2", "2", "3", "3", "8", "8", "A", "1", "2", "2", "", ""]
        cells[place : place + 2] = card, value
        lines.append(",".join(cells))
    result = checked(tmp_path, HEADER, *lines)
    wrong = [
        f"{letter}{line}"
        for line, (card, value) in enumerate(rows, 2)
        if card in WORTH and value not in NOTHING and SAYS.get(value) != WORTH[card]
    ]
    assert [finding.cell for finding in result.findings if finding.rule == "BACC114"] == wrong
    assert not result.tables[0].not_compared


def test_a_wrong_value_of_a_third_card(tmp_path: Path) -> None:
    result = checked(tmp_path, HEADER, "2,2,3,3,8,9,A,1,2,2,,", "2,2,3,3,8,8,A,1,2,2,,")
    (finding,) = result.findings
    assert (finding.rule, finding.cell, finding.found, finding.expected) == ("BACC114", "F2", "9", "8")
    assert (finding.severity, finding.confidence, finding.cells) == ("error", "certain", ("F2",))


@pytest.mark.parametrize(
    ("header", "role"),
    [
        ("P1 value", "player_card_1"),
        ("P3 value", "player_third"),
        ("B3 value", "banker_third"),
        ("Banker card 2 value", "banker_card_2"),
        ("Value of Banker's third card", "banker_third"),
        ("Player card 1 points", "player_card_1"),
        ("Valeur carte 1 joueur", "player_card_1"),
        ("Valor carta 2 banca", "banker_card_2"),
        ("Valore terza carta giocatore", "player_third"),
        ("Spieler Karte 2 Wert", "player_card_2"),
        ("Valor terceira carta banqueiro", "banker_third"),
        ("閒1值", "player_card_1"),
        ("庄3值", "banker_third"),
        ("플레이어 카드 1 값", "player_card_1"),
        ("バンカー カード 2 値", "banker_card_2"),
        ("Giá trị lá 1 nhà con", "player_card_1"),
    ],
)
def test_headers_of_value_columns(tmp_path: Path, header: str, role: str) -> None:
    result = checked(tmp_path, f"P1,P2,P3,B1,B2,B3,{header}", "9,K,,5,3,,", "2,3,8,A,2,,")
    assert result.tables[0].also[f"{role}_value"].letter == "G"


def test_hands_joined_in_one_cell_have_values_too(tmp_path: Path) -> None:
    header = "player_cards,P1 value,P2 value,P3 value,banker_cards,B1 value,B2 value,B3 value"
    result = checked(tmp_path, header, "2|3|8,2,3,8,A|2,1,2,", "9|K,9,1,,5|3,5,3,", "9|K,9,0,4,5|3,5,3,")
    assert told(result) == [("BACC114", "C3"), ("BACC114", "D4")]


def test_a_hand_recorded_twice_is_compared(tmp_path: Path) -> None:
    header = "player_cards,banker_cards,P1,P2,P3,B1,B2,B3,Winner"
    rows = ["2 3 8,A 2,2,3,8,A,2,,Tie", ",,9,K,,5,3,,Player", "9 J,5 3,9,K,,5,3,,Player"]
    assert not checked(tmp_path, header, *rows).findings
    wrong = ["7 K,5 3,9,K,,5,3,,Player", "9 K 4,5 3,9,K,,5,3,,Player", "2 4,A 6,2,4,,A,5,,Banker"]
    result = checked(tmp_path, header, *rows, *wrong)
    assert told(result) == [("BACC115", "A5"), ("BACC115", "A6"), ("BACC115", "B7")]
    assert (result.findings[0].found, result.findings[0].expected) == ("7 K", "9 0")


# ------------------------------------------------------------------ one fault, one finding
@pytest.mark.parametrize(
    "ends",
    [
        "8,8,Player",  # initial, final and outcome go by the value
        "8,,",
        ",8,Player",
        ",,Player",
    ],
)
def test_totals_that_go_by_a_wrong_value_are_not_told_again(tmp_path: Path, ends: str) -> None:
    header = f"{HEADER},Player initial total,Player final total,Outcome"
    right = "9,9,K,0,,,5,5,3,3,,,9,9,Player"
    assert told(checked(tmp_path, header, f"7,8,K,0,,,4,4,3,3,,,{ends}", right)) == [("BACC114", "B2")]


def test_a_total_that_goes_by_neither_is_a_fault_of_its_own(tmp_path: Path) -> None:
    header = f"{HEADER},Player initial total,Player final total,Outcome"
    result = checked(tmp_path, header, "7,8,K,0,,,4,4,3,3,,,5,5,Banker", "9,9,K,0,,,5,5,3,3,,,9,9,Player")
    assert told(result) == [("BACC114", "B2"), ("BACC111", "M2")]


def test_a_round_that_was_played_by_the_value_has_one_fault(tmp_path: Path) -> None:
    """Player has 5 by the cards and 6 by the values, and stood: the card may be misread, and is told once."""
    result = checked(
        tmp_path, f"{HEADER},Outcome", "5,6,K,0,,,4,4,3,3,,,Banker", "9,9,K,0,,,5,5,3,3,,,Player"
    )
    assert told(result) == [("BACC114", "B2")]
    assert "Player's third card goes by that cell" in result.findings[0].why


def test_a_fault_elsewhere_in_the_row_stays(tmp_path: Path) -> None:
    result = checked(
        tmp_path, f"{HEADER},Outcome", "9,8,K,0,4,4,5,5,3,3,,,Player", "9,9,K,0,,,5,5,3,3,,,Player"
    )
    assert told(result) == [("BACC114", "B2"), ("BACC206", "E2")]


def test_two_wrong_values_are_two_faults(tmp_path: Path) -> None:
    result = checked(tmp_path, HEADER, "2,2,3,5,8,8,A,1,2,7,,", "2,2,3,3,8,8,A,1,2,2,,")
    assert told(result) == [("BACC114", "D2"), ("BACC114", "J2")]


# ------------------------------------------------------------------ no card is not a card worth 0
def natural(*values: str) -> list[str]:
    return [NATURAL.format(*cell.split("|")) for cell in values]


def test_zero_beside_no_card_where_the_column_leaves_such_cells_empty(tmp_path: Path) -> None:
    result = checked(tmp_path, HEADER, *natural("|", "|", "0|", "|-", "|0"))
    assert told(result) == [("BACC114", "F4"), ("BACC114", "L6")]
    assert result.findings[0].clause == "R7"


def test_zero_beside_no_card_where_it_stands_for_no_card(tmp_path: Path) -> None:
    result = checked(tmp_path, HEADER, *natural("0|0", "0|0", "0|0", "|0"))
    assert not result.findings
    assert result.complete
    assert [text.partition(":")[0] for text in result.tables[0].assumptions] == [
        "'P3 value' (F)",
        "'B3 value' (L)",
    ]


@pytest.mark.parametrize(("zero", "count"), [("card", 8), ("none", 0)])
def test_what_zero_means_can_be_declared(tmp_path: Path, zero: str, count: int) -> None:
    result = checked(tmp_path, HEADER, *natural("0|0", "0|0", "0|0", "0|0"), zero=zero)
    assert [finding.rule for finding in result.findings] == ["BACC114"] * count


def test_a_value_without_its_card(tmp_path: Path) -> None:
    result = checked(tmp_path, HEADER, *natural("|", "5|", "|"))
    assert told(result) == [("BACC114", "F3")]
    assert result.findings[0].fix.startswith("clear F3")


def test_a_missing_card_whose_value_is_there_is_told_as_missing(tmp_path: Path) -> None:
    result = checked(tmp_path, f"{HEADER},Outcome", "2,2,3,3,,8,A,1,2,2,,,Tie", "9,9,K,0,,,5,5,3,3,,,Player")
    assert told(result) == [("BACC204", "E2")]


def test_formulas_that_fail_on_an_empty_cell_are_no_fault(tmp_path: Path) -> None:
    """A look-up of an empty third card gives #N/A, which says nothing of a card that is not there."""
    rows = [*natural("#N/A|#N/A", "#N/A|#N/A"), "2,2,3,3,8,8,A,1,2,2,,#N/A", "2,2,2,2,4,4,2,2,2,2,4,4"]
    assert not checked(tmp_path, HEADER, *rows).findings


# ------------------------------------------------------------------ whole columns
def test_a_column_that_holds_something_else_is_told_once(tmp_path: Path) -> None:
    rows = [f"9,{n % 7 + 1},K,0,,,5,5,3,3,,," for n in range(40)]
    result = checked(tmp_path, f"{HEADER},Outcome", *rows)
    (finding,) = result.findings
    assert (finding.rule, finding.cell, finding.confidence) == ("BACC114", "B1", "likely")
    assert finding.found == "other values in 40 of 40 rounds"


def test_the_values_of_a_filled_template_are_compared(tmp_path: Path) -> None:
    source = tmp_path / "r.csv"
    source.write_text("P1,P2,P3,B1,B2,B3\n2,3,8,A,2,\n9,K,,5,3,\nQ,6,,2,2,A\n", encoding="utf-8")
    filled = fill(built_in(), source, tmp_path / "filled.xlsx").out
    result = check([filled], Options(formulas=False))
    assert not result.findings
    assert not result.tables[0].not_compared
    assert len([role for role in result.tables[0].also if role.endswith("_value")]) == 6
    book = openpyxl.load_workbook(filled)
    book["Rounds"]["I7"] = 7
    book.save(tmp_path / "typed.xlsx")
    again = check([tmp_path / "typed.xlsx"], Options(formulas=False))
    assert [(finding.rule, finding.cell) for finding in again.findings] == [("BACC114", "I7")]


def test_stored_values_of_formulas_count_as_recorded(tmp_path: Path) -> None:
    path = tmp_path / "log.xlsx"
    book = xlsxwriter.Workbook(path)
    page = book.add_worksheet()
    page.write_row(0, 0, ["P1", "P2", "P3", "B1", "B2", "B3", "P1 value"])
    for row, (cards, value) in enumerate([((9, 10, "", 5, 3, ""), 9), ((2, 3, 8, 1, 2, ""), 4)], 1):
        page.write_row(row, 0, cards)
        page.write_formula(row, 6, f"=MOD(A{row + 1},10)", None, value)
    book.close()
    result = check([path])
    assert [(finding.rule, finding.cell) for finding in result.findings] == [("BACC304", "G3")]
    without = check([path], Options(formulas=False))
    assert [(finding.rule, finding.cell) for finding in without.findings] == [("BACC114", "G3")]
