"""What people write below a log is no round, and is named."""

from __future__ import annotations

import json
from pathlib import Path

import openpyxl
import pytest

from baccarat_xl.cli import main
from baccarat_xl.cli.exit_codes import Exit

HEADER = ["Round", "P1", "P2", "P3", "B1", "B2", "B3", "Player total", "Banker total", "Winner"]
ROUNDS = [[1, 9, "K", None, 5, 3, None, 9, 8, "Player"], [2, 2, 3, 8, "A", 2, None, 3, 3, "Tie"]] * 3
FOOTERS = [
    ["Total rounds", 8],
    [None, "Total rounds", 8],
    [None, "Player wins", 5],
    [None, None, None, None, None, None, None, None, "Signed:", "J. Smith"],
    ["Checked by", "J. Smith", "A"],
]


def checked(rows: list[list[object]], path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict]:  # type: ignore[type-arg]
    book = openpyxl.Workbook()
    for row in [HEADER, *ROUNDS, *rows]:
        book.active.append(row)
    book.save(path)
    code = main(["check", str(path), "--format", "json"])
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("footer", FOOTERS)
def test_words_below_an_empty_row_are_no_round(
    footer: list[object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, told = checked([[], footer, ["Remarks"], [], footer], tmp_path / "log.xlsx", capsys)
    assert (code, told["findings"], told["summary"]["rounds"]) == (Exit.CLEAN, [], len(ROUNDS))


@pytest.mark.parametrize(
    "row",
    [
        ["late", 9, "K", None, 5, 3, None, 8, 8, "Player"],
        ["late", 9, "K", 4, 5, 3, None, 3, 8, "Banker"],
        ["late", 9, "Zebra", None, 5, 3, None, 9, 8, "Player"],
    ],
)
def test_a_round_below_an_empty_row_is_judged(
    row: list[object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, told = checked([[], row], tmp_path / "log.xlsx", capsys)
    assert (code, told["summary"]["rounds"]) == (Exit.FINDINGS, len(ROUNDS) + 1)
