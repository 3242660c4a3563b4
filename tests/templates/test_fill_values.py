"""The values written with the formulas are the ones that a spreadsheet program works out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import openpyxl
import pytest

from baccarat_xl.templates.fill import built_in, fill
from tests.conftest import Soffice
from tests.templates.edited import built, with_own_columns
from tests.templates.filling import HEADERS, all_states, formula_cells, simple_rounds, stored, write_csv

RECORDED_ROUNDS = Path(__file__).parents[2] / "examples" / "data" / "adequatica"
RECORDED = ("Player draws", "Banker draws", "Player final total", "Banker final total")


def dirty_rounds(count: int) -> Iterator[list[object]]:
    """Cards and records as people leave them: suits, words, blanks, leftovers, nonsense."""
    chance = random.Random(7)
    cards = ["A", "10", "♠7", "7H", "J", "queen of hearts", "T", "0", "13", "3.0", " 5 ", "?", "", "zz", "*"]
    cards += ["~", "A?", "-3", "1e1", "黑桃A", "as", "🂡", "♥️9", "=1+1", "TRUE", "½", "0x1", "07", "１", "7 h"]
    cards += ["14", "A–S", "<&>", "'7", "7\n8"]
    plain = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "K"]
    decisions = ["", "", "draws", "stands", "Draw", "maybe"]
    totals = ["", "", *"0123456789", "13", "?", "x", "7.0"]
    for number in range(count):
        pick = cards if number % 2 else plain
        third = [*plain, *[""] * 10] if number % 3 else cards
        row: list[object] = [1, number + 1]
        row += [chance.choice(p) for p in (pick, plain, third, pick, plain, third)]
        row += [chance.choice(["", "", "Player", "b", "TIE", "庄", "w", "-"])]
        row += [chance.choice(choices) for choices in (decisions, decisions, totals, totals)]
        yield row


def differences(path: Path, soffice: Soffice) -> tuple[list[str], int]:
    ours = openpyxl.load_workbook(path, data_only=True)["Rounds"]
    theirs = openpyxl.load_workbook(soffice.convert(path), data_only=True)["Rounds"]
    cells = formula_cells(path)
    found, checked = [], 0
    for row, other in zip(ours.iter_rows(), theirs.iter_rows(), strict=False):
        for cell, computed in zip(row, other, strict=False):
            if cell.coordinate in cells:
                checked += 1
                if (cell.value or "") != (computed.value or "") or (cell.value == 0) != (computed.value == 0):
                    found.append(f"{cell.coordinate}: stored {cell.value!r}, computed {computed.value!r}")
    assert checked == len(cells)
    return found, checked


@pytest.mark.libreoffice
def test_every_state(tmp_path: Path, soffice: Soffice) -> None:
    source = write_csv(tmp_path / "states.csv", HEADERS, all_states())
    result = fill(built_in(), source, tmp_path / "states.xlsx")
    assert result.rows == 11 * 11 * 12 * 2
    found, checked = differences(result.out, soffice)
    assert found == []
    assert checked == 16 * result.rows + 1


@pytest.mark.libreoffice
@pytest.mark.parametrize("name", sorted(path.name for path in RECORDED_ROUNDS.glob("*.json")))
def test_recorded_rounds(tmp_path: Path, soffice: Soffice, name: str) -> None:
    result = fill(built_in(), RECORDED_ROUNDS / name, tmp_path / "recorded.xlsx")
    assert result.flagged == []
    found, checked = differences(result.out, soffice)
    assert found == []
    assert checked == 16 * result.rows + 1
    assert {row["Check"] for row in stored(result.out)} == {"✓"}


@pytest.mark.libreoffice
def test_dirty_cells(tmp_path: Path, soffice: Soffice) -> None:
    source = write_csv(tmp_path / "dirty.csv", [*HEADERS, *RECORDED], dirty_rounds(1500))
    result = fill(built_in(), source, tmp_path / "dirty.xlsx")
    found, _ = differences(result.out, soffice)
    assert found == []
    assert {"zz", "14", "TRUE"} <= {flag.text for flag in result.flagged}


@pytest.mark.libreoffice
def test_the_users_own_formulas_compute(tmp_path: Path, soffice: Soffice) -> None:
    """Written without values; in each row they read that row, and the rows above where they did before."""
    source = write_csv(tmp_path / "r.csv", HEADERS, simple_rounds(12))
    result = fill(with_own_columns(tmp_path / "own.xlsx", rows=3), source, tmp_path / "out.xlsx")
    sheet = openpyxl.load_workbook(soffice.convert(result.out), data_only=True)["Rounds"]
    assert [sheet[f"AF{row}"].value for row in range(6, 18)] == [4] * 12
    assert [sheet[f"AG{row}"].value for row in range(6, 18)] == [4 * n for n in range(1, 13)]
    assert sheet["X3"].value == "✗ 0   … 0   ✓ 12"


@pytest.mark.libreoffice
def test_a_template_saved_by_another_program(tmp_path: Path, soffice: Soffice) -> None:
    source = write_csv(tmp_path / "r.csv", HEADERS, simple_rounds(12))
    template = soffice.convert(built(tmp_path / "template.xlsx", 5))
    result = fill(template, source, tmp_path / "out.xlsx")
    assert (result.not_computed, result.table) == ([], "A5:AD17")
    found, checked = differences(result.out, soffice)
    assert (found, checked) == ([], 16 * 12 + 1)
