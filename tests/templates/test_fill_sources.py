"""What filling makes of sources: formats, languages, orders, joined cards, and what people leave in cells."""

from __future__ import annotations

import json
from pathlib import Path

import openpyxl
import pytest

from baccarat_xl.errors import UsageError
from baccarat_xl.rules.cards import read_card
from baccarat_xl.rules.errors import InputError
from baccarat_xl.templates.build import build_rounds
from baccarat_xl.templates.card_list import sheet_reads
from baccarat_xl.templates.fill import built_in, fill
from baccarat_xl.templates.spelling import as_card
from tests.templates.filling import CARD_HEADERS, HEADERS, simple_rounds, stored, write_csv, write_json

ROUNDS = list(simple_rounds(12))
TYPED = (
    "Shoe",
    "Round",
    "Player card 1",
    "Player card 2",
    "Banker card 1",
    "Banker card 2",
    "Recorded outcome",
)
VALUES = ("P1", "P2", "P3", "B1", "B2", "B3")
RECORDED_ROUNDS = Path(__file__).parents[2] / "examples" / "data" / "adequatica"


def rows_of(source: Path, out: Path, **options: object) -> list[dict[str, object]]:
    return stored(fill(built_in(), source, out, **options).out)  # type: ignore[arg-type]


def as_tsv(path: Path) -> Path:
    lines = ["\t".join(map(str, row)) for row in (HEADERS, *ROUNDS)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-16")
    return path


def as_json_lines(path: Path) -> Path:
    lines = [json.dumps(dict(zip(HEADERS, row, strict=True))) for row in ROUNDS]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def as_workbook(path: Path) -> Path:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.append(["Evening at the club"])
    sheet.append([])
    for row in (HEADERS, *ROUNDS):
        sheet.append(list(row))
    book.save(path)
    return path


def test_every_format_gives_the_same(tmp_path: Path) -> None:
    expected = rows_of(write_csv(tmp_path / "r.csv", HEADERS, ROUNDS), tmp_path / "csv.xlsx")
    assert [[row[name] for name in TYPED] for row in expected] == [
        [row[0], row[1], "9S", "KD", row[5], "10C", "Player"] for row in ROUNDS
    ]
    records = {"night": {"rounds": [dict(zip(HEADERS, row, strict=True)) for row in ROUNDS]}}
    sources = [
        as_tsv(tmp_path / "r.tsv"),
        write_json(tmp_path / "r.json", records),
        as_json_lines(tmp_path / "r.jsonl"),
        as_workbook(tmp_path / "r.xlsx"),
    ]
    for number, source in enumerate(sources):
        assert rows_of(source, tmp_path / f"{number}.xlsx") == expected, source.name


def test_our_own_workbook_is_a_source_too(tmp_path: Path) -> None:
    source = write_csv(tmp_path / "r.csv", HEADERS, ROUNDS)
    first = fill(built_in(), source, tmp_path / "first.xlsx")
    second = fill(built_in(), first.out, tmp_path / "second.xlsx")
    assert stored(second.out) == stored(first.out)
    assert second.flagged == []
    assert set(second.unknown_columns) <= {"Clause", "Check"} | {f"{card} value" for card in VALUES}


def test_order_and_language_of_headers(tmp_path: Path) -> None:
    header = ["結果", "莊1", "莊2", "莊3", "閒1", "閒2", "閒3", "靴", "局數"]
    rows = [["莊", "4C", "5S", "", "8S", "7H", "", 2, 1], ["閒", "J", "3", "Q", "9", "5", "J", 2, 2]]
    first, second = rows_of(write_csv(tmp_path / "r.csv", header, rows), tmp_path / "out.xlsx")
    assert [first[name] for name in TYPED] == [2, 1, "8S", "7H", "4C", "5S", "Banker"]
    assert (second["Player third card (P3)"], second["Banker third card (B3)"], second["Check"]) == (
        "J",
        "Q",
        "✓",
    )


def test_joined_cards_are_split(tmp_path: Path) -> None:
    records = [
        {"puntoHand": ["8S", "7H"], "bankoHand": ["4C", "5S"], "result": "banko"},
        {"puntoHand": ["9D", "5H", "JD"], "bankoHand": ["3S", "JH", "QD"], "result": "punto"},
        {"puntoHand": ["9D", "5H", "JD", "2C"], "bankoHand": ["3S"], "result": "punto"},
    ]
    result = fill(built_in(), write_json(tmp_path / "r.json", records), tmp_path / "out.xlsx")
    rows = stored(result.out)
    cards = [[row[header] for header in ("Player third card (P3)", "Banker third card (B3)")] for row in rows]
    assert cards[:2] == [[None, None], ["JD", "QD"]]
    assert [row["Recorded outcome"] for row in rows] == ["Banker", "Player", "Player"]
    (flag,) = result.flagged
    assert (flag.cell, flag.text, flag.why) == ("C8", "9D|5H|JD|2C", "a hand has three cards at most")


def test_numbers_are_kept_or_given(tmp_path: Path) -> None:
    kept = [["A7", 41, *ROUNDS[0][2:]], ["A7", "", *ROUNDS[0][2:]], ["007", "12b", *ROUNDS[1][2:]]]
    rows = rows_of(write_csv(tmp_path / "kept.csv", HEADERS, kept), tmp_path / "kept.xlsx")
    assert [(row["Shoe"], row["Round"]) for row in rows] == [("A7", 41), ("A7", None), ("007", "12b")]
    source = write_csv(tmp_path / "none.csv", HEADERS[2:], [row[2:] for row in ROUNDS])
    result = fill(built_in(), source, tmp_path / "none.xlsx")
    assert [(row["Shoe"], row["Round"]) for row in stored(result.out)] == [(1, n) for n in range(1, 13)]
    assert result.assumptions == [
        "the source names no shoe: all its rounds are taken as shoe 1",
        "the source numbers no rounds: they are numbered from 1 in its order",
    ]
    again = fill(result.out, source, tmp_path / "again.xlsx")
    assert [(row["Shoe"], row["Round"]) for row in stored(again.out)][11:14] == [(1, 12), (2, 1), (2, 2)]
    shoes = [["x" if number < 5 else "y", *row[2:]] for number, row in enumerate(ROUNDS)]
    source = write_csv(tmp_path / "shoes.csv", [HEADERS[0], *HEADERS[2:]], shoes)
    rows = rows_of(source, tmp_path / "shoes.xlsx")
    assert [row["Round"] for row in rows] == [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6, 7]


def test_several_tables(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for name in ("Monday", "Tuesday"):
        sheet = book.create_sheet(name)
        for row in (HEADERS[2:], *(r[2:] for r in ROUNDS[:3])):
            sheet.append(list(row))
    book.save(tmp_path / "r.xlsx")
    rows = rows_of(tmp_path / "r.xlsx", tmp_path / "out.xlsx")
    assert [row["Shoe"] for row in rows] == [1, 1, 1, 2, 2, 2]
    rows = rows_of(tmp_path / "r.xlsx", tmp_path / "one.xlsx", sheet="tuesday")
    assert [row["Shoe"] for row in rows] == [1, 1, 1]


def test_recorded_words_and_totals(tmp_path: Path) -> None:
    header = [
        "P1",
        "P2",
        "P3",
        "B1",
        "B2",
        "B3",
        "Player total",
        "Banker total",
        "Player drew",
        "Banker drew",
        "Result",
    ]
    source = write_csv(
        tmp_path / "r.csv",
        header,
        [
            ["2", "3", "8", "A", "2", "", "3", "3", "yes", "no", "Égalité"],
            ["2", "3", "8", "A", "2", "", "13", "x", "1", "?", "T"],
            ["2", "3", "-", "A", "2", "NA", "", "", "", "", ""],
            *[["9", "K", "", "2", "3", "", "9", "5", "no", "no", "P"]] * 3,
        ],
    )
    result = fill(built_in(), source, tmp_path / "out.xlsx")
    recorded = [
        [value for name, value in row.items() if name.startswith("Recorded")] for row in stored(result.out)
    ]
    assert recorded[:3] == [
        ["Tie", "draws", "stands", 3, 3],
        ["Tie", "draws", None, 13, "x"],
        [None] * 5,
    ]
    assert stored(result.out)[0]["Check"] == "✓"
    assert [(flag.column, flag.text) for flag in result.flagged] == [("Recorded Banker final total", "x")]


def test_initial_totals_have_no_place(tmp_path: Path) -> None:
    header = [*CARD_HEADERS, "Player initial total", "Natural"]
    rows = [["9", "K", "", "2", "3", "", 9, "yes"], ["2", "3", "8", "A", "2", "", 5, "no"]]
    result = fill(built_in(), write_csv(tmp_path / "r.csv", header, rows), tmp_path / "out.xlsx")
    assert result.left_out == [
        "Player initial total: the template works it out",
        "Natural: the template works it out",
    ]


def test_zero_means_what_it_is_said_to(tmp_path: Path) -> None:
    rows = [["9", "K", "0", "2", "3", "0"], ["2", "3", "0", "A", "6", "0"], ["2", "2", "5", "K", "6", "0"]]
    source = write_csv(tmp_path / "r.csv", CARD_HEADERS, rows)

    def thirds(name: str, zero: str | None) -> list[object]:
        filled = rows_of(source, tmp_path / f"{name}.xlsx", zero=zero)
        return [row[key] for row in filled for key in ("Player third card (P3)", "Banker third card (B3)")]

    assert thirds("card", "card") == [0, 0, 0, 0, 5, 0]
    assert thirds("none", "none") == [None, None, None, None, 5, None]
    assert thirds("rule", None) == [None, None, 0, None, 5, None]


def test_a_game_with_choices_is_not_filled_in(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.worksheets[0].append(["Chemin de fer, table 2"])
    for row in (HEADERS, *ROUNDS):
        book.worksheets[0].append(list(row))
    book.save(tmp_path / "r.xlsx")
    with pytest.raises(UsageError, match="chemin de fer"):
        fill(built_in(), tmp_path / "r.xlsx", tmp_path / "out.xlsx")


@pytest.mark.parametrize(
    ("cell", "typed"),
    [
        ("10♠", "10♠"),
        (" 7 ", 7),
        ("9.0", 9),
        (9.0, 9),
        ("T", "T"),
        ("ace of spades", "ace of spades"),
        ("黑桃A", "A♠"),
        ("红心10", "10♥"),
        ("As", "As"),
        ("Dame", "Dame"),
        ("Ás", "A"),
        ("ＶＡＬＥＴ", "J"),
        ("🂡", 1),
        ("-", None),
        ("", None),
        ("?", "?"),
    ],
)
def test_cards_in_spellings_that_the_sheet_reads(cell: object, typed: object) -> None:
    assert as_card(cell) == (typed, "")
    if cell not in ("-", ""):
        assert sheet_reads(typed) == read_card(cell)


def test_respelled_cards_are_said(tmp_path: Path) -> None:
    header = ["閒家牌", "莊家牌"]
    source = write_csv(tmp_path / "r.csv", header, [["黑桃K 红心9", "♠2 3"], ["♠7 2", "黑桃K 4"]])
    result = fill(built_in(), source, tmp_path / "out.xlsx")
    (said,) = (text for text in result.assumptions if "spelling" in text)
    assert sorted(said.partition(": ")[2].split(", ")) == ["红心9 as 9♥", "黑桃K as K♠"]
    assert [row["Player card 1"] for row in stored(result.out)] == ["K♠", "♠7"]
    assert result.flagged == []


@pytest.mark.parametrize("cell", ["zz", "14", "2.5", True, 99, "=A1", "A♠♠"])
def test_cards_that_cannot_be_read_stay_text(cell: object) -> None:
    with pytest.raises(InputError):
        read_card(cell)
    typed, why = as_card(cell)
    assert isinstance(typed, str)
    assert why


def test_recorded_rounds_by_another_hand(tmp_path: Path) -> None:
    (source,) = RECORDED_ROUNDS.glob("*.json")
    result = fill(built_in(), source, tmp_path / "out.xlsx")
    assert result.rows == len(stored(result.out))
    assert {row["Check"] for row in stored(result.out)} == {"✓"}
    assert "bet.betOn" in result.unknown_columns


@pytest.mark.parametrize("joined", [False, True])
def test_a_column_of_cards_that_is_half_unreadable_is_kept_as_text(tmp_path: Path, joined: bool) -> None:
    """The column is filled, each cell that cannot be read is named, and none of the good ones is lost."""
    unreadable = ["Joker", "@SUM(A1)", "=1+1"]
    cards = ["4", *unreadable[:2], "A", unreadable[2], "2"]
    if joined:
        header = ["Round", "Player cards", "Banker cards", "Winner"]
        hands = [card if card in unreadable else f"{card},5" for card in cards]
        assert "=1+1" in hands
        rows = [[n, hand, "K,7", ""] for n, hand in enumerate(hands, 1)]
    else:
        header = ["Round", "P1", "P2", "P3", "B1", "B2", "B3", "Winner"]
        rows = [[n, card, "5", "", "K", "7", "", ""] for n, card in enumerate(cards, 1)]
    source = write_csv(tmp_path / "r.csv", header, rows)
    result = fill(built_in(), source, tmp_path / "out.xlsx")
    assert [flag.text for flag in result.flagged] == unreadable
    assert [str(row["Player card 1"]) for row in stored(result.out)] == cards
    assert result.unknown_columns == []
    assert any("though many of its cells cannot be read" in text for text in result.assumptions)


def test_a_column_without_any_card_is_no_column_of_cards(tmp_path: Path) -> None:
    header = ["Round", "P1", "P2", "B1", "B2", "Player third card"]
    source = write_csv(tmp_path / "r.csv", header, [[n, 9, "K", 2, 3, "well played"] for n in range(1, 7)])
    result = fill(built_in(), source, tmp_path / "out.xlsx")
    assert result.unknown_columns == ["Player third card"]
    assert [item.what for item in result.not_read] == ["column"]
    assert result.flagged == []


def test_formulas_without_values_are_told(tmp_path: Path) -> None:
    import openpyxl

    source = write_csv(tmp_path / "r.csv", HEADERS, simple_rounds(3))
    template = tmp_path / "t.xlsx"
    build_rounds(template, rows=5)
    assert fill(template, source, tmp_path / "a.xlsx").notes == []
    book = openpyxl.load_workbook(template)
    book["Rounds"]["C6"] = "A"
    book.save(template)
    result = fill(template, source, tmp_path / "b.xlsx")
    (note,) = result.notes
    left = openpyxl.load_workbook(result.out, data_only=True)
    formulas = openpyxl.load_workbook(result.out)
    for name in formulas.sheetnames:
        count = sum(
            cell.data_type == "f" and left[name][cell.coordinate].value is None
            for row in formulas[name].iter_rows()
            for cell in row
            if not (name == "Rounds" and result.first_row <= cell.row <= result.last_row)
        )
        assert (f"{count} formulas on sheet {name}" in note) == bool(count), name
