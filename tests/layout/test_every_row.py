"""Every row below a header is a round, or is named: no remark makes a header of a round."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from baccarat_xl.layout.recognise import recognise
from baccarat_xl.layout.table import Recognition
from baccarat_xl.layout.vocabulary import vocabulary
from baccarat_xl.workbook.model import Book, CellValue, Sheet
from baccarat_xl.workbook.read import read_book
from tests.layout.books import HEADER, ROUNDS, Grid, find


def all_words(node: object) -> Iterator[str]:
    """Every word of the vocabulary, in whatever part of it."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict):
        for value in node.values():
            yield from all_words(value)
    elif isinstance(node, list):
        for value in node:
            yield from all_words(value)


WORDS = sorted(set(all_words(vocabulary())))
HEADS = [
    "Player",
    "Banker",
    "P1",
    "B2",
    "Player total",
    "Banker total",
    "Winner",
    "Outcome",
    "Natural",
    "閒1",
]
HEADS += [
    "Player card 2 is no card",
    "✗ Player card 1 is no card",
    "Player total, Banker total",
    "Total",
    "Round",
]
REMARKS = st.one_of(
    st.sampled_from(HEADS),
    st.sampled_from(WORDS),
    st.lists(st.sampled_from(WORDS), min_size=2, max_size=3).map(" ".join),
    st.just(""),
)
CARDS = st.sampled_from(["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "10S", "JH"])
BROKEN = st.sampled_from(["zz", "Joker", "=1+1", "14"])
OUTCOMES = st.sampled_from(["Player", "Banker", "Tie"])


@st.composite
def logs(draw: st.DrawFn) -> tuple[list[list[CellValue]], int]:
    """A sheet with remarks within the table, beside it and before it, and how many rounds it has."""
    before, within = draw(st.integers(0, 1)), draw(st.integers(0, 2))
    beside = draw(st.integers(0, 2))
    numbered = draw(st.booleans())
    joined = draw(st.booleans())
    opening = ["P1", "P2", "P3", "B1", "B2", "B3"]
    cards = ["Player cards", "Banker cards"] if joined else opening
    header: list[CellValue] = ["Round"] * numbered
    header = ["Remark"] * before + header + cards + ["Winner"] + ["Remark"] * within + [None] * beside
    count = draw(st.integers(5, 45))
    rows: list[list[CellValue]] = [header]
    for number in range(1, count + 1):
        # A log in which most rows have no card at all is not read as one; that is told elsewhere.
        cell = BROKEN if number % 3 == 0 and not draw(st.integers(0, 3)) else CARDS
        hand = [draw(cell) for _ in range(4)]
        played: list[CellValue] = [*hand[:2], "", *hand[2:], ""]
        if joined:
            played = ["|".join(hand[:2]), "|".join(hand[2:])]
        row: list[CellValue] = [draw(REMARKS) for _ in range(before)]
        row += [str(number)] * numbered + played + [draw(OUTCOMES)]
        rows.append(row + [draw(REMARKS) for _ in range(within + beside)])
    return rows, count


def recognised(rows: list[list[CellValue]]) -> Recognition:
    return recognise(
        Book(Path("any.csv"), "csv", [Sheet(None, "visible", rows, range(1, len(rows) + 1))], [])
    )


@settings(max_examples=100, deadline=None)
@given(logs())
def test_as_many_rounds_are_found_as_were_written(log: tuple[list[list[CellValue]], int]) -> None:
    rows, count = log
    assert list(recognised(rows).tables[0].rounds) == list(range(1, count + 1))


@pytest.mark.parametrize("remark", HEADS)
@pytest.mark.parametrize("place", [3, 34])
def test_a_row_without_a_readable_card_is_a_round(remark: str, place: int) -> None:
    rows: list[list[CellValue]] = [["Round", "P1", "P2", "P3", "B1", "B2", "B3", "Winner", "Check"]]
    rows += [[n, "4", "5", "", "K", "7", "", "Player", "ok"] for n in range(1, 40)]
    for outcome in ("Banker", ""):
        rows[place] = [place, "zz", "Joker", "", "x2", "=1+1", "", outcome, remark]
        (table,) = recognised(rows).tables
        assert len(table.rounds) == 39


@pytest.mark.parametrize("hands", [("3|J", "J|2"), ("J-2", "3-J"), ("J/3", "J/2"), ("J 2", "J 3")])
def test_hands_whose_cards_are_words_for_a_player_are_no_header(hands: tuple[str, str]) -> None:
    """J is a jack here, and also how French headers begin: ``J2`` is Player card 2."""
    rows: list[list[CellValue]] = [["Remark", "Player cards", "Banker cards", "Winner", "Remark"]]
    rows += [["", "Q|10S", "9|Q", "Tie", ""] for _ in range(28)]
    rows[21] = ["Player total, Banker total", *hands, "Tie", "third naturals"]
    (table,) = recognised(rows).tables
    assert len(table.rounds) == 28


@pytest.mark.parametrize("outcomes_only", [True, False])
def test_outcomes_beside_words_for_hands(outcomes_only: bool) -> None:
    header = ["Winner", "Guess"] if outcomes_only else ["Player total", "Banker total", "Winner", "Guess"]
    totals: list[CellValue] = [] if outcomes_only else ["4", "7"]
    rows: list[list[CellValue]] = [[*header]]
    rows += [[*totals, "Banker", "Player"] for _ in range(50)]
    (table,) = recognised(rows).tables
    assert len(table.rounds) == 50


def test_a_table_beside_another_that_starts_lower(tmp_path: Path) -> None:
    lines = [HEADER, *ROUNDS[:2], f"{ROUNDS[2]} . {HEADER}", *(f"{line} . {line}" for line in ROUNDS)]
    first, second = find(tmp_path / "log.xlsx", Grid(lines)).tables
    assert list(first.rounds) == [1, 2, 3, 4, 5, 6, 7]
    assert list(second.rounds) == [4, 5, 6, 7]


def test_a_two_row_header_written_again_is_no_round(tmp_path: Path) -> None:
    head = ["Round Player . . Banker . . Winner", ". 1 2 3 1 2 3 ."]
    (table,) = find(tmp_path / "log.xlsx", Grid([*head, *ROUNDS, *head, *ROUNDS])).tables
    assert table.skipped.headers == (7, 8)
    assert len(table.rounds) == 8


def test_rows_that_came_to_no_table_are_named(tmp_path: Path) -> None:
    lost = ["Round Player_pair Winner Player_total", "1 . Anna Banker", "2 . Ben Player"]
    found = find(tmp_path / "log.xlsx", Grid([HEADER, *ROUNDS, ".", *lost]))
    assert [(item.what, item.where) for item in found.not_read] == [("rows", "Shoe 1!rows 7-9")]
    summary = ["Outcome Result Player_total", "Player 45 .", "Banker 46 .", "Tie 9 ."]
    found = find(tmp_path / "log.xlsx", Grid([HEADER, *ROUNDS, ".", *summary]))
    assert len(found.tables[0].rounds) == 4


def test_rounds_above_the_first_header_are_named(tmp_path: Path) -> None:
    found = find(tmp_path / "log.xlsx", Grid([*ROUNDS[:2], ".", HEADER, *ROUNDS]))
    assert [(item.what, item.where) for item in found.not_read] == [("rows", "Shoe 1!rows 1-2")]


def test_a_word_for_totals_in_a_remark_ends_no_table() -> None:
    rows: list[list[CellValue]] = [["Remark", "P1", "P2", "P3", "B1", "B2", "B3", "Winner"]]
    rows += [["Total" if n % 3 else "", 4.0, 5.0, None, 2.0, 7.0, None, ""] for n in range(12)]
    rows += [["Total", 44.0, 55.0, None, 22.0, 77.0, None, None]]
    (table,) = recognised(rows).tables
    assert (len(table.rounds), table.skipped.totals) == (12, (14,))


def test_a_filled_template_with_unreadable_cards(tmp_path: Path) -> None:
    from baccarat_xl.templates.fill import built_in, fill

    source = tmp_path / "log.csv"
    rounds = ["4,5,,K,7,,Player", "2,3,8,A,2,,Tie"] * 10
    for number in (3, 4, 12):
        rounds[number] = "Joker,=1+1,,zz,+cmd,,Banker"
    source.write_text("\n".join(["P1,P2,P3,B1,B2,B3,Outcome", *rounds]), encoding="utf-8")
    fill(built_in(), source, tmp_path / "log.xlsx")
    table = recognise(read_book(tmp_path / "log.xlsx")).tables[0]
    assert len(table.rounds) == 20
