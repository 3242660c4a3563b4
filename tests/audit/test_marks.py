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
