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


def test_decisions_below_a_header_for_the_third_card(tmp_path: Path) -> None:
    header = "閒1,閒2,閒3,莊1,莊2,莊3,閒補牌,莊補牌,天牌"
    lines = ["2,3,8,A,2,,補,停,否", "9,K,,5,3,,停,停,是", "2,4,,A,6,,停,停,否", "2,4,,2,3,4,停,停,否"]
    result = checked(tmp_path, header, *lines)
    assert told(result) == [("BACC212", "H5")]
    assert result.complete


def test_the_first_round_below_two_letters_is_no_second_header_row(tmp_path: Path) -> None:
    result = checked(tmp_path, "P,B,W", "3,3,T", "9,8,P", "6,7,P")
    assert result.rounds == 3
    assert result.tables[0].first_row == 2


def test_numbers_that_count_the_cards_are_a_second_header_row(tmp_path: Path) -> None:
    lines = ["1,2,3,1,2,3,Winner", "2,3,8,A,2,5,Banker", "9,K,,5,3,,Player"]
    assert told(checked(tmp_path, "Player,,,Banker,,,", *lines)) == [("BACC201", "F3")]


def test_one_wrong_numeric_outcome_of_a_few_is_found(tmp_path: Path) -> None:
    """0 is Banker, 1 Player, 2 Tie, by all rounds but the last one."""
    rounds = ["2,3,8,A,2,,2", "9,K,,5,3,,1", "2,4,,A,6,,0", "2,4,,2,3,4,0", "K,Q,5,J,4,3,0", "7,J,,6,2,,0"]
    assert told(checked(tmp_path, HEADER, *rounds * 3, "9,K,,5,3,,0")) == [("BACC221", "G20")]
