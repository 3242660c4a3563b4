"""Columns below headers that nobody knows, whose cells are outcomes, decisions or totals all the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from baccarat_xl.audit.engine import Options, check
from baccarat_xl.audit.finding import CheckResult
from tests.audit.logs import BIG, RECORDED

COUNT = 40


def recorded() -> list[dict[str, object]]:
    """Rounds as somebody else recorded them, with the outcome that was recorded."""
    games = json.loads((RECORDED / BIG).read_text(encoding="utf-8"))["games"]
    return [hand for game in games for hand in game][:COUNT]


def log(tmp_path: Path, header: str, cells: list[object], *, outcome: bool = False) -> CheckResult:
    return check([written(tmp_path, header, cells, outcome=outcome)])


def written(tmp_path: Path, header: str, cells: list[object], *, outcome: bool = False) -> Path:
    lines = [["P1", "P2", "P3", "B1", "B2", "B3", header, *(["Winner"] if outcome else [])]]
    for hand, cell in zip(recorded(), cells, strict=True):
        player, banker = ([*hand[key], "", ""][:3] for key in ("puntoHand", "bankoHand"))  # type: ignore[misc]
        lines.append([*player, *banker, str(cell), *([str(hand["result"])] if outcome else [])])
    path = tmp_path / "log.csv"
    path.write_text("\n".join(",".join(line) for line in lines) + "\n", encoding="utf-8")
    return path


def outcomes() -> list[object]:
    return [hand["result"] for hand in recorded()]


def wrong_at(cells: list[object], place: int, value: object) -> list[object]:
    assert cells[place] != value
    return [*cells[:place], value, *cells[place + 1 :]]


def test_outcomes_below_an_unknown_header_are_compared(tmp_path: Path) -> None:
    own = outcomes()
    wrong = next(one for one in own if one != own[6])
    result = log(tmp_path, "Qqq", wrong_at(own, 6, wrong))
    assert [(finding.rule, finding.cell) for finding in result.findings] == [("BACC221", "G8")]
    assert any("'Qqq' (G) is taken as outcome" in said for said in result.tables[0].assumptions)
    assert result.complete


@pytest.mark.parametrize("side", ["punto", "banko"])
def test_totals_below_an_unknown_header_are_compared(tmp_path: Path, side: str) -> None:
    own: list[object] = [hand[f"{side}Total"] for hand in recorded()]
    result = log(tmp_path, "xyz", wrong_at(own, 11, (int(str(own[11])) + 1) % 10))
    assert [(finding.rule, finding.cell) for finding in result.findings] == [("BACC112", "G13")]


@pytest.mark.parametrize("header", ["Guess", "Qqq"])
def test_words_for_outcomes_that_are_none_are_named_as_not_read(tmp_path: Path, header: str) -> None:
    own = outcomes()
    moved = [*own[1:], own[0]]
    result = log(tmp_path, header, moved)
    assert not result.findings
    assert not result.complete
    (item,) = result.files[0].not_read
    assert item.where == "G"
    assert f'--map "{header}=outcome"' in item.why
    path = written(tmp_path, header, moved)
    assert check([path], Options(mapping={header: ""})).complete
    assert any(
        finding.rule == "BACC221" for finding in check([path], Options(mapping={header: "outcome"})).findings
    )


@pytest.mark.parametrize(("header", "outcome"), [("Bet", False), ("Guess", True)])
def test_bets_and_guesses_beside_an_outcome_are_no_outcomes(
    tmp_path: Path, header: str, outcome: bool
) -> None:
    own = outcomes()
    result = log(tmp_path, header, [*own[1:], own[0]], outcome=outcome)
    assert result.complete
    assert not result.findings
    assert [column.header for column in result.tables[0].unknown_columns] == [header]


def test_a_second_outcome_column_of_unknown_header_is_compared_too(tmp_path: Path) -> None:
    own = outcomes()
    wrong = next(one for one in own if one != own[6])
    result = log(tmp_path, "Qqq", wrong_at(own, 6, wrong), outcome=True)
    assert [(finding.rule, finding.cell) for finding in result.findings] == [("BACC223", "G8")]


def test_yes_and_no_that_agree_with_nothing_are_left_alone(tmp_path: Path) -> None:
    result = log(tmp_path, "Qqq", ["yes" if place % 7 == 0 else "no" for place in range(COUNT)])
    assert result.complete
    assert not result.findings
