"""What the page about the JSON form says of hidden rows and of what is not looked at, held to a check."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from baccarat_xl.cli import main
from tests.workbook.made import Formula, xlsb

PAGE = Path(__file__).parents[2] / "docs" / "json.md"
HEADER = ["Round", "P1", "P2", "P3", "B1", "B2", "B3", "Winner"]
ROUNDS: list[list[Any]] = [
    [1, 9, 13, None, 5, 3, None, "Player"],
    [2, 2, 3, 8, 1, 2, 5, "Banker"],
    [3, 4, 5, None, 13, 7, None, "Player"],
]


def example(heading: str) -> dict[str, Any]:
    """The first example below a heading."""
    text = PAGE.read_text("utf-8").partition(f"## {heading}\n")[2]
    found = re.search(r"```json\n(.*?)```", text, re.DOTALL)
    assert found is not None
    return dict(json.loads(found[1]))


def told(path: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    main(["check", str(path), "--format", "json", "--no-config"])
    (file,) = json.loads(capsys.readouterr().out)["files"]
    return dict(file)


def test_what_is_not_looked_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log.xlsb"
    header = [*HEADER, "Player initial total"]
    xlsb(path, {1: header, 2: [1.0, 2.0, 3.0, 8.0, 1.0, 2.0, None, "Tie", Formula(5)]})
    file = told(path, capsys)
    wanted = example("What was not read, and what was not looked at")
    assert {key: file[key] for key in wanted} == wanted


def test_hidden_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log.xlsx"
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet("Shoe 1")
        for number, row in enumerate([HEADER, *ROUNDS]):
            for column, cell in enumerate(row):
                if cell is not None:
                    sheet.write(number, column, cell)
        sheet.set_row(2, None, None, {"hidden": True})
    (table,) = told(path, capsys)["tables"]
    wanted = example("Hidden rows")
    assert {key: table[key] for key in wanted} == wanted
