"""A sheet that is kept as columns of numbers is judged as one that is kept as rows; hidden rows count too."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from baccarat_xl.audit.engine import check
from baccarat_xl.cli import main
from baccarat_xl.report.json import to_json
from baccarat_xl.workbook.grid import Grid
from baccarat_xl.workbook.read import read_book
from tests.audit.logs import Dealt, as_workbook, deal

ROOT = Path(__file__).parents[2]


def in_stripes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("baccarat_xl.workbook.xlsx_reader.STRIPES_FROM", 0)
    monkeypatch.setattr("baccarat_xl.workbook.stripes.STRIPE", 4_000)
    monkeypatch.setattr("baccarat_xl.workbook.stripes.SHARE", 0)
    monkeypatch.setattr("baccarat_xl.workbook.scan.BLOCK", 2_000)


def told(path: Path) -> Any:
    return json.loads(to_json(check([path])))


def play(shoe: int, number: int, draw: Callable[[], str]) -> Dealt:
    """Hands as somebody deals who gives each hand a third card in every third round."""
    player, banker = [draw(), draw()], [draw(), draw()]
    if number % 3 == 0:
        player.append(draw())
        banker.append(draw())
    return Dealt(shoe, number, player, banker, number % 10, 7, ("Player", "Banker", "Tie", "?")[number % 4])


def joined(path: Path, rounds: list[Dealt]) -> None:
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet("Log")
    sheet.write_row(0, 0, ["round", "player_cards", "banker_cards", "natural", "winner"])
    for at, each in enumerate(rounds, 1):
        natural = at % 2 == 0 if at % 5 else 1
        sheet.write_row(at, 0, [at, "|".join(each.player), "|".join(each.banker), natural, each.winner])
    book.close()


@pytest.mark.parametrize("kind", ["columns", "joined", "by hand"])
def test_large_and_small_sheets_are_judged_alike(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "log.xlsx"
    rounds = deal(play)[:600]
    if kind == "columns":
        as_workbook(path, rounds)
    elif kind == "joined":
        joined(path, rounds)
    else:
        path = ROOT / "examples" / "data" / "hand_kept_log.xlsx"
    wanted = told(path)
    assert len(wanted["findings"]) >= 5
    in_stripes(monkeypatch)
    assert any(isinstance(sheet.rows, Grid) for sheet in read_book(path).sheets)
    assert told(path) == wanted


def test_hidden_rows_are_checked_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log.xlsx"
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet("Log")
    sheet.write_row(0, 0, ["Round", "P1", "P2", "P3", "B1", "B2", "B3", "Winner"])
    for at in range(1, 9):
        sheet.write_row(at, 0, [at, 9, 8, "", 5, 3, "", "Player" if at == 6 else "Banker"])
    for row in (3, 4, 6):
        sheet.set_row(row, None, None, {"hidden": True})
    book.close()
    (table,) = told(path)["files"][0]["tables"]
    assert (table["rounds"], table["rounds_in_hidden_rows"]) == (8, 3)
    assert table["hidden_rows_with_findings"] == [7]
    main(["check", str(path)])
    said = capsys.readouterr().out
    assert "3 rounds stand in hidden or filtered rows, read like the others" in said
    assert "there are findings in hidden row 7" in said
