"""SARIF by its published schema, JUnit's XML and the workflow commands of GitHub, as read by readers."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import jsonschema
import pytest

from baccarat_xl.cli import main
from tests.config.books import CLEAN, EXTRA, OUTCOME, write_book, write_csv

SCHEMA = json.loads((Path(__file__).parent / "sarif-2.1.0.json").read_text("utf-8"))
"""As Microsoft's SARIF Multitool ships it (MIT); the format is a standard of OASIS."""
ROWS = (CLEAN, EXTRA, OUTCOME)
NOTES = {"H4": "baccarat-xl: ignore BACC221 known", "A1": "baccarat-xl: ignore BACC201"}


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.chdir(tmp_path)
    write_csv(tmp_path / "log a.csv", ROWS)
    write_csv(tmp_path / "clean.csv", [CLEAN] * 3)
    write_book(tmp_path / "book.xlsx", ROWS, notes=NOTES, formula="=B{row}+C{row}")
    (tmp_path / "none.csv").write_text("name,colour\nAnn,red\n", encoding="utf-8")
    return ["log a.csv", "clean.csv", "book.xlsx", "none.csv", "missing.csv"]


def printed(capsys: pytest.CaptureFixture[str], form: str, *arguments: str) -> str:
    capsys.readouterr()
    main(["check", *arguments, "--no-config", "--format", form])
    return capsys.readouterr().out


# ----------------------------------------------------------------------- SARIF
def test_sarif_is_valid_and_holds_every_finding(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    log = json.loads(printed(capsys, "sarif", *files))
    jsonschema.validate(log, SCHEMA)
    data = json.loads(printed(capsys, "json", *files))
    [run] = log["runs"]
    shown = [one for one in run["results"] if "suppressions" not in one]
    assert [one["ruleId"] for one in shown] == [one["rule"] for one in data["findings"]]
    rules = run["tool"]["driver"]["rules"]
    assert all(rules[one["ruleIndex"]]["id"] == one["ruleId"] for one in run["results"])
    for result, finding in zip(shown, data["findings"], strict=True):
        place = result["locations"][0]["physicalLocation"]
        assert unquote(place["artifactLocation"]["uri"]) == finding["file"]
        assert place["region"]["startLine"] == (1 if finding["sheet"] else finding["row"])
    [excused] = [one for one in run["results"] if "suppressions" in one]
    assert excused["suppressions"] == [{"kind": "inSource", "justification": "known"}]
    [invocation] = run["invocations"]
    assert invocation["executionSuccessful"] is False
    texts = [one["message"]["text"] for one in invocation["toolExecutionNotifications"]]
    assert any("missing.csv" in text for text in texts)
    assert any("gives no reason" in text for text in texts)


def test_sarif_beside_a_baseline(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "log a.csv", "--write-baseline", "known.json"])
    write_csv(Path("log a.csv"), [*ROWS, (5, 9, "K", 4, 5, 3, None, "Player")])
    log = json.loads(printed(capsys, "sarif", "log a.csv", "--baseline", "known.json"))
    jsonschema.validate(log, SCHEMA)
    states = [(one["ruleId"], one["baselineState"]) for one in log["runs"][0]["results"]]
    assert [rule for rule, state in states if state == "unchanged"] == ["BACC201", "BACC221"]
    assert [state for _, state in states].count("new") >= 1
    prints = {one["partialFingerprints"]["baccaratXlContent/v1"] for one in log["runs"][0]["results"]}
    known = {one["fingerprint"] for one in json.loads(Path("known.json").read_text("utf-8"))["findings"]}
    assert known < prints


# ----------------------------------------------------------------------- JUnit
def test_junit_counts_what_it_holds(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    root = ElementTree.fromstring(printed(capsys, "junit", *files))
    data = json.loads(printed(capsys, "json", *files))
    assert [suite.get("name") for suite in root] == files
    for element in (root, *root):
        for name, path in (
            ("tests", ""),
            ("failures", "/failure"),
            ("errors", "/error"),
            ("skipped", "/skipped"),
        ):
            assert element.get(name) == str(len(element.findall(f".//testcase{path}"))), name
    assert [one.get("type") for one in root.iter("failure")] == [one["rule"] for one in data["findings"]]
    assert [one.get("type") for one in root.iter("error")] == ["refused"]
    assert any("known" in str(one.get("message")) for one in root.iter("skipped"))


def test_junit_fails_where_the_exit_code_does(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    root = ElementTree.fromstring(printed(capsys, "junit", *files, "--fail-on", "never"))
    assert root.get("failures") == "0"
    assert any("BACC201" in str(one.text) for one in root.iter("system-out"))


def test_junit_holds_what_xml_cannot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log.csv"
    write_csv(log, [*ROWS, (9, "\x01<&]]>\x0b", 2, None, 1, 6, None, "Tie")])
    text = printed(capsys, "junit", str(log))
    root = ElementTree.fromstring(text)
    assert any("\\x01<&]]>" in str(one.text) for one in root.iter("failure"))


# ----------------------------------------------------------------------- GitHub
def read_command(line: str) -> tuple[str, dict[str, str], str]:
    """A workflow command as the runner reads it."""
    match = re.fullmatch(r"::(error|warning|notice) ([^\r\n]*?)::([^\r\n]*)", line)
    assert match, line

    def plain(text: str, *more: tuple[str, str]) -> str:
        for code, sign in (*more, ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")):
            text = text.replace(code, sign)
        return text

    properties = dict(part.split("=", 1) for part in match[2].split(","))
    read = {key: plain(value, ("%3A", ":"), ("%2C", ",")) for key, value in properties.items()}
    return match[1], read, plain(match[3])


def test_github_annotates_lines_of_text(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    commands = [read_command(line) for line in printed(capsys, "github", *files).splitlines()]
    data = json.loads(printed(capsys, "json", *files))
    for (kind, told, message), finding in zip(commands, data["findings"], strict=False):
        assert kind == {"error": "error", "warning": "warning", "note": "notice"}[finding["severity"]]
        assert told["file"] == finding["file"]
        assert told.get("line") == (None if finding["sheet"] else str(finding["row"]))
        assert told["title"] == f"{finding['rule']} {finding['cell']}"
        assert finding["message"] in message
        assert f"fix: {finding['fix']}" in message
    said = [f"{told['title']}: {message}" for _, told, message in commands[len(data["findings"]) :]]
    assert any("missing.csv: no such file" in text for text in said)
    assert "baccarat-xl check:" in said[-1]


@pytest.mark.parametrize(
    "cell",
    ["x\n::error::y", "%0A::stop-commands::z", "##[set-env name=a]b", "::set-output name=a,b::c", "100%,:"],
)
def test_no_cell_can_pass_for_a_command(
    tmp_path: Path, cell: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    name = "a,b%3A.csv"
    write_csv(Path(name), [*ROWS, (9, f'"{cell}"', 2, None, 1, 6, None, "Tie")])
    lines = printed(capsys, "github", name).splitlines()
    commands = [read_command(line) for line in lines]
    assert {told["file"] for _, told, _ in commands if "file" in told} == {name}
    assert len(commands) == 2 + 1 + sum("BACC101" in told["title"] for _, told, _ in commands)
    assert any(cell.split("\n")[0] in message for _, _, message in commands)
