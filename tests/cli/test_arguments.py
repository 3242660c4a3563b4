"""Arguments that several commands take, and outputs that cannot be written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import is_zipfile

import pytest

from baccarat_xl.cli import main
from baccarat_xl.cli.exit_codes import Exit

ROOT = Path(__file__).parents[2]
FULL = Path("/dev/full")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("template rounds -o a.xlsx --rows abc", "'abc' is no whole number that fits here; write one from 1"),
        ("template rounds -o a.xlsx --rows 0", "'0' is no whole number that fits here; write one from 1"),
        ("template rounds -o a.xlsx --rows 2.5", "'2.5' is no whole number"),
        ("check a.csv --header-row one", "'one' is no whole number that fits here; write 0 or more."),
        ("check a.csv --limit -1", "'-1' is no whole number that fits here; write 0 or more."),
        ("fill --template rounds a.csv -o a.xlsx --header-row x", "'x' is no whole number"),
        ("check a.csv --map P1=player_card_1 --map P1=player_card_2", "'P1' is given twice"),
        ("check a.csv --map P1=shoe --map p1=round", "'p1' is given twice, as 'shoe' and as 'round'"),
        ("check a.csv --means 0=Banker --means 0=Tie", "'0' is given twice"),
        ("fill --template rounds a.csv -o a.xlsx --map P1=shoe --map P1=round", "'P1' is given twice"),
        ("check a.csv --map P1", "'P1' is not of the form HEADER=ROLE"),
    ],
)
def test_what_does_not_fit_says_what_to_write(
    arguments: str,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments.split()) == Exit.USAGE
    assert words in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_pair_may_be_repeated(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text("x,B,C,D\n9,K,2,3\n", encoding="utf-8")
    maps = ["x=player_card_1", "B=player_card_2", "x=player_card_1", "C=banker_card_1", "D=banker_card_2"]
    assert main(["check", str(log), *(part for text in maps for part in ("--map", text))]) == Exit.CLEAN


@pytest.mark.parametrize("name", ["a.csv", "a.xlsm", "a.xls", "a"])
def test_a_template_under_a_name_that_no_program_opens(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["template", "rounds", "-o", str(tmp_path / name)]) == Exit.USAGE
    assert "use .xlsx" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_template_replaces_nothing_unless_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "a.XLSX"
    out.write_text("mine", encoding="utf-8")
    command = ["template", "rounds", "--rows", "1", "-o", str(out)]
    assert main(command) == Exit.USAGE
    assert "--force" in capsys.readouterr().err
    assert main([*command, "--force"]) == Exit.CLEAN
    assert capsys.readouterr().out == f"{out}: 1 row to type rounds in, plain flavour\n"
    assert is_zipfile(out)
    assert list(tmp_path.iterdir()) == [out]
    assert main(["template", "rounds", "-o", str(tmp_path), "--force"]) == Exit.USAGE


@pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("arguments", ["rules", "rule BACC201", "functions", "--version", "check {log}"])
def test_a_full_disk_is_no_fault_of_the_program(arguments: str, tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text("P1,P2,B1,B2\n9,K,2,3\n", encoding="utf-8")
    command = [sys.executable, "-m", "baccarat_xl", *arguments.format(log=log).split()]
    with FULL.open("w", encoding="utf-8") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT, check=False)
    assert done.returncode == Exit.REFUSED
    assert done.stderr.startswith("baccarat-xl: the output could not be written: ")
    assert done.stderr.count("\n") == 1
