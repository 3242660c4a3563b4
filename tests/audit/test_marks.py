"""Marks in cells of totals and outcomes: what leaves them open, and what is no total at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from baccarat_xl.cli import main
from baccarat_xl.cli.exit_codes import Exit

ROUNDS = "P1,P2,P3,B1,B2,B3,Player total,Banker total,Winner\n" + "9,K,,5,3,,9,8,P\n2,3,8,A,2,,3,3,T\n" * 6


def checked(text: str, path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[tuple[str, str]]]:
    path.write_text(text, encoding="utf-8")
    code = main(["check", str(path), "--format", "json"])
    found = json.loads(capsys.readouterr().out)["findings"]
    return code, [(finding["rule"], finding["cell"]) for finding in found]


@pytest.mark.parametrize("mark", ["-1", "x", "*", "stands", "-1.0"])
def test_what_is_no_total_is_told(mark: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = ROUNDS.replace("3,3,T", f"3,{mark},T", 1)
    assert checked(text, tmp_path / "log.csv", capsys) == (Exit.FINDINGS, [("BACC113", "H3")])


@pytest.mark.parametrize("mark", ["", "-", "n/a", "—", "無"])
def test_a_total_that_is_left_open(mark: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = ROUNDS.replace("3,3,T", f"3,{mark},T", 1)
    assert checked(text, tmp_path / "log.csv", capsys) == (Exit.CLEAN, [])


def test_what_is_no_outcome_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = ROUNDS.replace("3,3,T", "3,3,x", 1)
    assert checked(text, tmp_path / "log.csv", capsys) == (Exit.FINDINGS, [("BACC222", "I3")])


@pytest.mark.parametrize("mark", ["-1", "x", "X", "*", "stands"])
@pytest.mark.parametrize("place", [0, 1, 3, 4])
def test_what_is_no_opening_card_is_told(
    place: int, mark: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cells = ["2", "3", "8", "A", "2", ""]
    cells[place] = mark
    text = ROUNDS.replace("2,3,8,A,2,", ",".join(cells), 1)
    code, found = checked(text, tmp_path / "log.csv", capsys)
    assert code == Exit.FINDINGS
    assert found == [("BACC102" if mark == "-1" else "BACC101", f"{'ABCDE'[place]}3")]


@pytest.mark.parametrize("mark", ["", "-", "n/a", "—"])
def test_a_round_judged_by_its_total_alone(
    mark: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "log.csv"
    rounds = "A,2,,9,J,,3,9,3,9,Banker\n" * 6 + f"{mark},2,,9,J,,3,9,3,9,Banker\n"
    header = "P1,P2,P3,B1,B2,B3,Player initial,Banker initial,Player total,Banker total,Winner\n"
    path.write_text(header + rounds, encoding="utf-8")
    assert main(["check", str(path)]) == Exit.CLEAN
    assert "opening cards are not all recorded in 1 round" in capsys.readouterr().out


@pytest.mark.parametrize("mark", ["-1", "x", "X", "*"])
def test_a_doubtful_mark_for_no_third_card_is_told(
    mark: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "log.csv"
    path.write_text(ROUNDS.replace("9,K,,", f"9,K,{mark},"), encoding="utf-8")
    assert main(["check", str(path)]) == Exit.CLEAN
    assert f"'{mark}' is read as no third card (6 rounds)" in capsys.readouterr().out
