"""Columns in which hardly a cell is what the header says: kept by the header, or left with a word."""

from __future__ import annotations

from pathlib import Path

import pytest

from baccarat_xl.audit.engine import check
from baccarat_xl.audit.finding import CheckResult

HEADER = "P1,P2,P3,B1,B2,B3,Outcome"


def checked(tmp_path: Path, *lines: str) -> CheckResult:
    path = tmp_path / "log.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return check([path])


def told(result: CheckResult) -> list[tuple[str, str | None]]:
    return [(finding.rule, finding.cell) for finding in result.findings]


@pytest.mark.parametrize(
    ("lines", "cell", "not_verifiable"),
    [
        (["2,Z9,8,A,2,,Tie", "9,K,,5,3,,Player"], "B2", 1),
        (["9,Z9,,5,3,,Player"], "B2", 1),
        (["9,K,#N/A,5,3,,Player", "9,K,,5,3,,Player", "9,K,,5,4,,Tie"], "C2", 0),
        (["2,4,,2,3,4,Banker", "2,4,,2,3,Z9,Banker"], "F3", 1),
        (["2,4,,2,3,oops,Banker", "9,K,,5,3,,Player"], "F2", 1),
    ],
)
def test_one_unreadable_card_in_a_small_log(
    tmp_path: Path, lines: list[str], cell: str, not_verifiable: int
) -> None:
    result = checked(tmp_path, HEADER, *lines)
    assert told(result) == [("BACC101", cell)]
    assert result.not_verifiable == not_verifiable
    assert not result.unread


def test_the_other_round_of_a_small_log_is_judged(tmp_path: Path) -> None:
    result = checked(tmp_path, HEADER, "2,Z9,8,A,2,,Tie", "9,K,4,5,3,,Banker")
    assert told(result) == [("BACC101", "B2"), ("BACC205", "C3")]


@pytest.mark.parametrize(
    ("header", "lines", "found"),
    [
        ("Player total", ["2,3,8,A,2,,Tie,x7", "9,K,,5,3,,Player,9"], ("BACC113", "H2")),
        ("Banker draws", ["2,3,8,A,2,,Tie,no", "9,K,,5,3,,Player,perhaps"], ("BACC213", "H3")),
    ],
)
def test_one_unreadable_total_or_decision_in_a_small_log(
    tmp_path: Path, header: str, lines: list[str], found: tuple[str, str]
) -> None:
    assert told(checked(tmp_path, f"{HEADER},{header}", *lines)) == [found]


def test_one_unreadable_outcome_in_a_small_log(tmp_path: Path) -> None:
    assert told(checked(tmp_path, HEADER, "2,3,8,A,2,,Plyer", "9,K,,5,3,,Player")) == [("BACC222", "G2")]


def test_one_unreadable_hand_in_a_small_log(tmp_path: Path) -> None:
    result = checked(tmp_path, "player_cards,banker_cards,winner", "2|Q9Z,A|2,Tie", "9|K,5|3,Player")
    assert told(result) == [("BACC101", "A2")]


def test_remarks_below_the_words_for_a_card_are_no_cards(tmp_path: Path) -> None:
    """A column that only sounds like one of cards gives no finding for each of its cells."""
    lines = [f"9,K,,5,3,,Player,remark {n}" for n in range(100)]
    result = checked(tmp_path, f"{HEADER},Player third", *lines)
    assert not result.findings
    assert [item.where for item in result.files[0].not_read] == ["H"]


def test_remarks_in_place_of_the_third_card_leave_the_column_unread(tmp_path: Path) -> None:
    lines = [f"9,K,remark {n},5,3,,Player" for n in range(100)]
    result = checked(tmp_path, HEADER, *lines)
    assert not result.findings
    assert result.unread


def test_a_sheet_of_notes_about_third_cards_is_no_table(tmp_path: Path) -> None:
    lines = ["Player stood,it stands,", "an eight,it stands,", "any other,it draws,"]
    result = checked(tmp_path, "Player third card,What Banker does,Remark", *lines)
    assert not result.findings
    assert not result.tables
