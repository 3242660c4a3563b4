"""``baccarat-xl simulate``: what is written, and what the check says about it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from baccarat_xl.audit.engine import check
from baccarat_xl.cli import main
from baccarat_xl.simulation.procedures import faults, published_faults
from baccarat_xl.workbook.read import read_book

ENDINGS = (".csv", ".jsonl", ".ndjson", ".xlsx", ".parquet")


def simulate(path: Path, *options: str) -> int:
    return main(["simulate", "--rounds", "1500", "--seed", "2", *options, "-o", str(path)])


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("decks", ["1", "8", "infinite"])
def test_a_right_log_is_clean_and_the_same_again(tmp_path: Path, ending: str, decks: str) -> None:
    if ending == ".parquet":
        pytest.importorskip("pyarrow")
    log, again = tmp_path / f"log{ending}", tmp_path / f"again{ending}"
    assert simulate(log, "--decks", decks) == simulate(again, "--decks", decks) == 0
    assert log.read_bytes() == again.read_bytes()
    result = check([log])
    assert result.findings == []
    assert result.complete
    assert result.rounds == 1500


def test_every_format_holds_the_same_rounds(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    found = []
    for ending in ENDINGS:
        log = tmp_path / f"log{ending}"
        assert simulate(log) == 0
        rows = read_book(log).sheets[0].rows
        found.append(
            [["" if cell is None else str(cell).removesuffix(".0") for cell in row] for row in rows][1:]
        )
    assert all(rows == found[0] for rows in found)


@pytest.mark.parametrize("fault", published_faults())
def test_the_rows_of_a_faulty_log_tell_it_at_once(tmp_path: Path, fault: str) -> None:
    log = tmp_path / "log.csv"
    assert simulate(log, "--fault", fault) == 0
    assert check([log]).findings


def test_standard_output_is_csv(capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    assert simulate(log) == 0
    capfdbinary.readouterr()
    assert simulate(Path("-")) == 0
    assert capfdbinary.readouterr().out == log.read_bytes()


def test_faults_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--list-faults"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(faults())
    assert main(["simulate", "--fault", "list", "--format", "json"]) == 0
    assert [one["id"] for one in json.loads(capsys.readouterr().out)] == list(faults())


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--rounds", "5", "-o", "log.txt"], "the ending says what is written"),
        (["--rounds", "1048576", "-o", "log.xlsx"], "a sheet holds 1,048,575 rounds"),
        (["--rounds", "5", "--fault", "F7x", "-o", "log.csv"], "did you mean"),
        (["--rounds", "5", "--decks", "27", "-o", "log.csv"], "write 1 to 26, or infinite"),
        (["--rounds", "5", "--decks", "1", "--cut-card", "48", "-o", "log.csv"], "leaves no whole round"),
        (["--rounds", "0", "-o", "log.csv"], "write 1 or more"),
        (["--rounds", "5"], "-o FILE"),
        (["-o", "log.csv"], "--rounds N"),
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
    assert main(["simulate", *options]) == 2
    assert says in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_replaced_only_when_that_is_wanted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log.csv"
    log.write_text("mine", encoding="utf-8")
    assert simulate(log) == 2
    assert log.read_text(encoding="utf-8") == "mine"
    assert simulate(log, "--force") == 0
    assert "by the rules" in capsys.readouterr().err
    assert log.read_bytes().startswith(b"Shoe,Round,")
