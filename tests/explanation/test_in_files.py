"""A round of a file, explained: the contradictions that check finds, the outcome that it works out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from baccarat_xl.audit.engine import check
from baccarat_xl.audit.one_round import round_in
from baccarat_xl.cli import main
from baccarat_xl.cli.exit_codes import Exit
from baccarat_xl.explanation.given import given_by_record
from baccarat_xl.explanation.round import Explained, explained

DATA = Path(__file__).parents[2] / "examples" / "data"
LOGS = (DATA / "hand_kept_log.xlsx", DATA / "adequatica" / "recorded_rounds.json")


def of_row(path: Path, row: int) -> Explained:
    judged = round_in(path, row)
    return explained(given_by_record(judged.record, judged.round, ended=not judged.missing, cells=judged.raw))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name)
def test_every_round_as_check_judges_it(path: Path) -> None:
    result = check([path])
    wrong = {finding.row for finding in result.findings}
    [table] = result.tables
    for row in range(table.first_row, table.last_row + 1):
        found = of_row(path, row)
        assert bool(found.contradictions) == (row in wrong), row
        if row not in wrong:
            assert found.notes[-1].stage == "outcome"
            assert found.notes[-1].decision == round_in(path, row).round.outcome
            assert found.next == "Round over"


def test_cards_are_shown_as_they_are_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", str(LOGS[0]), "--row", "4"]) == Exit.CLEAN
    assert capsys.readouterr().out.startswith("Player 4 5 = 9, Banker K 7 = 7\n")
    assert main(["explain", str(LOGS[0]), "--row", "6", "--format", "json"]) == Exit.FINDINGS
    data = json.loads(capsys.readouterr().out)
    assert data["round"] == "Player 2 3 8 = 3, Banker A 2 5 = 8"
    assert [each["clause"] for each in data["contradictions"]] == ["R5.2"]


def test_what_a_log_leaves_open_stays_open(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    rows = ["Round,P1,P2,P3,B1,B2,B3,Winner", "1,2,3,8,A,2,,Tie", "2,2,3,?,A,2,5,", "3,9,K,,7,K,,Player"]
    log.write_text("\n".join([*rows, "4,2,3,,A,2,,"]) + "\n", "utf-8")
    assert of_row(log, 2).contradictions == ()
    unseen = of_row(log, 3)
    assert {note.stage: note.decision for note in unseen.notes}["Banker rule"] is not False
    assert unseen.contradictions == ()
    assert of_row(log, 4).notes[-1].decision == "Player"
    assert of_row(log, 5).next == "Player draws"


def test_totals_only(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    rows = ["Player total,Banker total,Winner", *["7,7,Tie", "6,3,Player", "1,9,Banker", "8,2,Player"]]
    log.write_text("\n".join(rows) + "\n", "utf-8")
    found = of_row(log, 3)
    assert found.contradictions == ()
    assert found.notes[0].decision != "Player"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([str(LOGS[0]), "--row", "3"], "row 3 holds no round; rounds stand in rows 4-13 of Shoe 1"),
        ([str(LOGS[0]), "--row", "99"], "row 99 holds no round"),
        ([str(LOGS[0]), "--row", "4", "--sheet", "Shoe 9"], "Shoe 1"),
        ([str(LOGS[0]), "--row", "4", "--p3", "8"], "by one FILE and --row N"),
        ([str(LOGS[0]), "--sheet", "Shoe 1"], "by one FILE and --row N"),
        ([str(LOGS[0]), str(LOGS[1]), "--row", "4"], "by one FILE and --row N"),
    ],
)
def test_a_row_that_is_none_is_one_sentence(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", *arguments]) == Exit.USAGE
    assert said in capsys.readouterr().err


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["explain", str(tmp_path / "none.xlsx"), "--row", "4"]) == Exit.REFUSED
    assert main(["explain", str(LOGS[0]), "--row", "4", "-o", str(LOGS[0]), "--force"]) == Exit.USAGE
    assert "would be overwritten" in capsys.readouterr().err
