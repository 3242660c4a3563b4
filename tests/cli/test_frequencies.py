"""``check --frequencies``, and logs from standard input."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from baccarat_xl.cli import main
from baccarat_xl.frequencies.power import visibility
from baccarat_xl.frequencies.questions import QUESTIONS
from baccarat_xl.report.json import schema

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"


@pytest.fixture
def scipy() -> None:
    pytest.importorskip("scipy")


def simulated(path: Path, rounds: int, *options: str) -> Path:
    assert main(["simulate", "--rounds", str(rounds), "--seed", "4", *options, "-o", str(path)]) == 0
    return path


def piped(content: bytes, *options: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "baccarat_xl", "check", *options]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, input=content, capture_output=True, env=environment, check=False)


@pytest.mark.usefixtures("scipy")
@pytest.mark.parametrize("ending", [".csv", ".jsonl", ".xlsx"])
@pytest.mark.parametrize("decks", ["1", "8", "infinite"])
def test_a_right_log_is_clean(
    tmp_path: Path, ending: str, decks: str, capsys: pytest.CaptureFixture[str]
) -> None:
    log = simulated(tmp_path / f"log{ending}", 3_000, "--decks", decks)
    capsys.readouterr()
    assert main(["check", str(log), "--frequencies", "--decks", decks]) == 0
    said = capsys.readouterr().out
    assert "outcomes  " in said
    assert "deviates" not in said
    assert "Frequencies alone cannot clear a simulator or a log" in said
    assert "forecast no round and advise no wager" in said


@pytest.mark.usefixtures("scipy")
def test_a_faulty_log_is_told_by_rows_and_by_frequencies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = simulated(tmp_path / "log.csv", 3_000, "--fault", "F02")
    capsys.readouterr()
    assert main(["check", str(log), "--frequencies", "--format", "json"]) == 1
    data = json.loads(capsys.readouterr().out)
    jsonschema.validate(data, schema())
    rules = {finding["rule"] for finding in data["findings"]}
    assert {"BACC205", "BACC603"} <= rules
    found = data["files"][0]["frequencies"]
    assert found["decks"] == 8
    assert found["decks_assumed"]
    used = next(test for test in found["tests"] if test["name"] == "cards_used")
    assert used["deviates"]
    assert used["adjusted"] >= used["p"]
    assert {one["id"] for one in found["faults"]} == {f"F{number:02}" for number in range(1, 20)}


@pytest.mark.usefixtures("scipy")
def test_every_format_of_report_tells_of_frequencies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = simulated(tmp_path / "log.csv", 3_000, "--fault", "F02")
    for form in ("text", "html", "sarif", "junit", "github"):
        capsys.readouterr()
        assert main(["check", str(log), "--frequencies", "--limit", "0", "--format", form]) == 1
        assert "cards used deviate from the exact frequencies" in capsys.readouterr().out.replace(
            "Cards", "cards"
        ), form


@pytest.mark.usefixtures("scipy")
def test_the_page_has_a_section_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = simulated(tmp_path / "log.csv", 2_000)
    capsys.readouterr()
    assert main(["check", str(log), "--frequencies", "--format", "html"]) == 0
    page = capsys.readouterr().out
    section = page[page.index('<h2 id="frequencies">') : page.index('<h2 id="coverage">')]
    assert section.count("<tr>") == len(QUESTIONS) + 2 + 1
    assert "cannot clear" in section
    assert '<a href="#frequencies">' in page
    assert main(["check", str(log), "--format", "html"]) == 0
    assert 'id="frequencies"' not in capsys.readouterr().out


@pytest.mark.usefixtures("scipy")
def test_what_another_program_writes_is_piped_in(tmp_path: Path) -> None:
    for ending in (".csv", ".jsonl"):
        content = simulated(tmp_path / f"log{ending}", 1_000, "--decks", "6").read_bytes()
        done = piped(content, "-", "--frequencies", "--decks", "6")
        assert done.returncode == 0, done.stderr
        assert b"standard input\n" in done.stdout
        assert b"1,000 rounds against a full shoe of 6 decks;" in done.stdout
    wrong = simulated(tmp_path / "wrong.csv", 1_000, "--fault", "F06").read_bytes()
    done = piped(wrong, "-", "--format", "json")
    assert done.returncode == 1
    data = json.loads(done.stdout)
    assert {finding["file"] for finding in data["findings"]} == {"standard input"}
    assert data["files"][0]["path"] == "standard input"
    assert data["files"][0]["frequencies"] is None
    assert data["complete"]


def test_standard_input_that_is_no_log() -> None:
    done = piped(b"", "-")
    assert done.returncode == 3
    assert b"standard input: the file is empty" in done.stdout
    done = piped(b"%PDF-1.7", "-")
    assert done.returncode == 3
    assert b"standard input" in done.stdout
    assert b"baccarat-xl-" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["-", "-"], "name it once"),
        (["-", "--annotate", "copy.csv"], "save it as a file"),
        (["-", "--write-baseline", "base.json"], "save it as a file"),
        (["log.csv", "--decks", "6"], "add --frequencies"),
        (["log.csv", "--fault", "F07"], "add --frequencies"),
        (["log.csv", "--frequencies", "--decks", "0"], "write 1 to 26, or infinite"),
    ],
)
def test_wrong_usage_is_one_sentence(
    options: list[str],
    says: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["check", *options]) == 2
    assert says in capsys.readouterr().err


@pytest.mark.usefixtures("scipy")
def test_a_fault_of_one_s_own_choice_is_told_as_well(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = simulated(tmp_path / "log.csv", 200)
    capsys.readouterr()
    names = ["--fault", "row-6-always-stands", "--fault", "f07"]
    assert main(["check", str(log), "--frequencies", *names, "--format", "json"]) == 0
    faults = json.loads(capsys.readouterr().out)["files"][0]["frequencies"]["faults"]
    assert [one["id"] for one in faults][-1] == "row-6-always-stands"
    assert len(faults) == 20
    assert faults[-1]["rounds_needed_by_outcomes"] > 100_000_000 > faults[-1]["rounds_needed"]
    assert main(["check", str(log), "--frequencies", "--fault", "row-6-never"]) == 2
    assert "did you mean" in capsys.readouterr().err


def test_without_scipy_it_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = simulated(tmp_path / "log.csv", 50)
    capsys.readouterr()
    monkeypatch.setitem(sys.modules, "scipy", None)
    assert main(["check", str(log)]) == 0
    assert main(["check", str(log), "--frequencies"]) == 2
    assert capsys.readouterr().err.strip().endswith("pip install 'baccarat-xl[statistics]'")


@pytest.mark.usefixtures("scipy")
def test_the_figures_in_the_documentation_are_the_program_s() -> None:
    page = (DOCS / "frequencies.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (F\d\d) \| ([\d,]+) \| ([\d,]+) \| ([^|]+) \| ([\d,]+) \|$", page, re.MULTILINE)
    names = [question.name for question in QUESTIONS]
    found = visibility(8, names, len(QUESTIONS) + 2)
    assert rows == [
        (one.id, f"{1 / one.rows:,.0f}", f"{one.rounds:,}", one.question, f"{one.outcomes:,}")
        for one in found
    ]


@pytest.mark.usefixtures("scipy")
def test_a_round_with_a_row_for_each_bet_is_counted_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = simulated(tmp_path / "log.csv", 1_500, "--decks", "1")
    header, *rows = log.read_text("utf-8").splitlines()
    several = tmp_path / "several.csv"
    again = [row for number, row in enumerate(rows) for row in [row] * (1 + number % 3)]
    several.write_text("\n".join([header, *again]) + "\n", "utf-8")
    capsys.readouterr()
    told = []
    for path in (log, several):
        assert main(["check", str(path), "--frequencies", "--decks", "1", "--format", "json"]) == 0
        told.append(json.loads(capsys.readouterr().out)["files"][0])
    assert told[0]["frequencies"]["tests"] == told[1]["frequencies"]["tests"]
    assert any("counted once" in said for said in told[1]["tables"][0]["assumptions"])
