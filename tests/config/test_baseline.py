"""Baselines: what stays known when rows move, what is new, what is gone, and what nobody looked for."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import pytest

from baccarat_xl.audit.engine import Options, check
from baccarat_xl.cli import main
from baccarat_xl.config.accepted import Accepted
from baccarat_xl.config.settle import Run, settle
from tests.config.books import CLEAN, EXTRA, OUTCOME, write_book, write_csv

WRONG = "=B{row}+C{row}"
ROWS = (CLEAN, EXTRA, OUTCOME, EXTRA)


def run(file: Path, known: Path, *, write: bool = False, **how: object) -> tuple[list[str], Accepted]:
    """(rules that remain, the account) of one file beside the baseline."""
    options = Options(**how)  # type: ignore[arg-type]
    result = check([file], options)
    one = Run(result, options.codes, options.sheet, options.formulas, baseline=None if write else known)
    [(left, accepted)], text = settle([one], known if write else None)
    if text is not None:
        known.write_text(text, encoding="utf-8")
    return [finding.rule for finding in left.findings], accepted


@pytest.fixture
def known(tmp_path: Path) -> Path:
    return tmp_path / "known.json"


def test_every_order_of_the_rows_is_known(tmp_path: Path, known: Path) -> None:
    log = tmp_path / "log.csv"
    run(write_csv(log, ROWS), known, write=True)
    for order in permutations(ROWS):
        left, accepted = run(write_csv(log, order), known)
        assert left == []
        assert len(accepted.baselines[0].known) == 3
        assert list(accepted.baselines[0].gone) == []


@pytest.mark.parametrize("place", range(len(ROWS) + 1))
@pytest.mark.parametrize("above", [0, 3])
def test_an_inserted_row_keeps_rounds_and_formulas(
    tmp_path: Path, known: Path, place: int, above: int
) -> None:
    book = tmp_path / "log.xlsx"
    run(write_book(book, ROWS, formula=WRONG), known, write=True)
    rules = {entry["rule"] for entry in json.loads(known.read_text("utf-8"))["findings"]}
    assert {"BACC201", "BACC221", "BACC301"} <= rules
    rows = [*ROWS[:place], CLEAN, *ROWS[place:]]
    left, accepted = run(write_book(book, rows, above=above, formula=WRONG), known)
    assert left == []
    assert list(accepted.baselines[0].gone) == []


def test_an_absolute_row_moves_with_the_table(tmp_path: Path, known: Path) -> None:
    book = tmp_path / "log.xlsx"
    formula = "=B{row}+C{row}+0*LEN($A${header})"
    run(write_book(book, ROWS, formula=formula), known, write=True)
    left, _ = run(write_book(book, ROWS, above=2, formula=formula), known)
    assert left == []


def test_another_formula_is_new_and_the_old_one_gone(tmp_path: Path, known: Path) -> None:
    book = tmp_path / "log.xlsx"
    run(write_book(book, ROWS, formula=WRONG), known, write=True)
    left, accepted = run(write_book(book, ROWS, formula="=B{row}+C{row}+1"), known)
    assert "BACC301" in left
    assert "BACC301" in {entry.rule for entry in accepted.baselines[0].gone}


@pytest.mark.parametrize(
    ("rows", "left", "gone"),
    [
        ((CLEAN, EXTRA, OUTCOME, EXTRA, EXTRA), ["BACC201"], []),
        ((CLEAN, EXTRA, OUTCOME), [], ["BACC201"]),
        ((CLEAN, OUTCOME), [], ["BACC201", "BACC201"]),
        ((CLEAN, EXTRA, EXTRA, (4, 2, 4, None, 1, 6, None, "Tie")), ["BACC221"], ["BACC221"]),
        ((CLEAN, EXTRA, OUTCOME, (3, 2, 3, 8, "A", 2, 6, "Banker")), ["BACC201"], ["BACC201"]),
        ((CLEAN,), [], ["BACC201", "BACC201", "BACC221"]),
    ],
)
def test_new_and_gone(
    tmp_path: Path, known: Path, rows: tuple[tuple[object, ...], ...], left: list[str], gone: list[str]
) -> None:
    log = write_csv(tmp_path / "log.csv", ROWS)
    run(log, known, write=True)
    found, accepted = run(write_csv(log, rows), known)
    assert found == left
    assert sorted(entry.rule for entry in accepted.baselines[0].gone) == gone


def test_of_equal_rounds_the_one_with_another_number_is_new(tmp_path: Path, known: Path) -> None:
    log = write_csv(tmp_path / "log.csv", [(7, *EXTRA[1:])])
    run(log, known, write=True)
    write_csv(log, [(6, *EXTRA[1:]), (7, *EXTRA[1:])])
    options = Options()
    [(left, _)], _ = settle([Run(check([log], options), options.codes, baseline=known)])
    assert [finding.round for finding in left.findings] == ["6"]


def test_what_was_not_looked_for_is_not_gone(tmp_path: Path, known: Path) -> None:
    book = write_book(tmp_path / "log.xlsx", ROWS, formula=WRONG)
    run(book, known, write=True)
    for how in ({"select": ["BACC201"]}, {"formulas": False, "ignore": ["BACC1"]}):
        left, accepted = run(book, known, **how)
        assert left == []
        assert list(accepted.baselines[0].gone) == []
    other = write_csv(tmp_path / "other.csv", [CLEAN])
    assert list(run(other, known)[1].baselines[0].gone) == []


def test_writing_keeps_what_was_not_looked_for(tmp_path: Path, known: Path) -> None:
    first, second = write_csv(tmp_path / "a.csv", [EXTRA]), write_csv(tmp_path / "b.csv", [OUTCOME])
    run(first, known, write=True)
    run(second, known, write=True)
    assert run(first, known)[0] == []
    assert run(second, known)[0] == []
    write_csv(first, [CLEAN])
    run(first, known, write=True)
    assert [entry["file"] for entry in json.loads(known.read_text("utf-8"))["findings"]] == ["b.csv"]


def test_files_go_by_their_path_from_the_baseline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "logs").mkdir()
    write_csv(tmp_path / "logs" / "a.csv", [EXTRA])
    monkeypatch.chdir(tmp_path)
    assert main(["check", "logs/a.csv", "--write-baseline", "known.json"]) == 0
    monkeypatch.chdir(tmp_path / "logs")
    assert main(["check", "a.csv", "--baseline", "../known.json"]) == 0
    assert main(["check", "a.csv"]) == 1
    capsys.readouterr()
    write_csv(tmp_path / "logs" / "a.csv", [CLEAN])
    assert main(["check", "a.csv", "--baseline", "../known.json"]) == 0
    assert "gone: BACC201 Banker drew a third card, but must stand" in capsys.readouterr().out


@pytest.mark.parametrize("content", [None, "{", "[]", '{"kind": "other"}', "1" * 10_000, '{"kind": 1e999}'])
def test_a_baseline_that_is_none_is_refused_and_never_replaced(
    tmp_path: Path, content: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    log, known = write_csv(tmp_path / "log.csv", ROWS), tmp_path / "known.json"
    if content is not None:
        known.write_text(content, encoding="utf-8")
        assert main(["check", str(log), "--write-baseline", str(known)]) == 3
        assert known.read_text("utf-8") == content
    assert main(["check", str(log), "--baseline", str(known)]) == 3
    said = capsys.readouterr()
    assert "baseline" in said.err
    assert "Traceback" not in said.err
    assert said.out == ""


def test_a_baseline_never_replaces_an_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = write_csv(tmp_path / "log.csv", ROWS)
    before = log.read_bytes()
    assert main(["check", str(log), "--write-baseline", str(log)]) == 2
    assert log.read_bytes() == before
    capsys.readouterr()
