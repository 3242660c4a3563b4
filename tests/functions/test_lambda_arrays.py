"""Ranges given to the LAMBDA functions, in an engine that computes arrays (but no optional parameters)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from baccarat_xl.cell_error import CellError
from baccarat_xl.functions.cells import call_range
from baccarat_xl.functions.hosts.named_lambda.payments import whole_definitions
from baccarat_xl.functions.registry import Function
from baccarat_xl.functions.whole_library import FUNCTIONS
from tests.functions.cell_values import EMPTY_TEXT, combinations

formulon = pytest.importorskip("formulon", reason="the second spreadsheet engine, formulon, is not installed")

ROWS = 300
ERRORS = {1: "#DIV/0!", 2: "#VALUE!", 5: "#NUM!", 6: "#N/A"}


def _write(path: Path, function: Function[object], states: list[tuple[object, ...]]) -> None:
    book = xlsxwriter.Workbook(str(path))
    sheet = book.add_worksheet()
    for definition in whole_definitions():
        required = definition.formula_for_file.replace("_xlop.", "_xlpm.")
        book.define_name(definition.name, "=" + re.sub(r"_xlfn\.ISOMITTED\([^)]*\)", "FALSE", required))
    for row, state in enumerate(states):
        for column, value in enumerate(state):
            if isinstance(value, CellError):
                sheet.write_formula(row, column, f"={value.code}")
            elif value is EMPTY_TEXT:
                sheet.write_formula(row, column, '=""')
            elif value is not None:
                sheet.write(row, column, value)
    ranges = ",".join(f"{chr(65 + c)}1:{chr(65 + c)}{len(states)}" for c in range(len(function.arguments)))
    sheet.write_dynamic_array_formula(f"L1:L{len(states)}", f"={function.name}({ranges})")
    book.close()


def _shown(value: Any) -> object:
    if value.error_code is not None:
        return CellError(ERRORS[value.error_code])
    if value.boolean is not None:
        return value.boolean
    return value.text if value.number is None else value.number


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_a_range_in_gives_a_column_out(function: Function[object], tmp_path: Path) -> None:
    every = list(combinations(function))
    states = every[:: max(1, len(every) // ROWS)]
    _write(tmp_path / "ranges.xlsx", function, states)
    book = formulon.Workbook.load((tmp_path / "ranges.xlsx").read_bytes())
    book.recalc()
    shown = [_shown(book.get_value(0, row, 11)) for row in range(len(states))]
    cells = [["" if value is EMPTY_TEXT else value for value in state] for state in states]
    columns = [[[cell] for cell in column] for column in zip(*cells, strict=True)]
    expected = [row[0] for row in call_range(function, *columns)]  # type: ignore[attr-defined]
    wrong = [trio for trio in zip(states, expected, shown, strict=True) if trio[1] != trio[2]]
    assert not wrong, wrong[:5]
    assert [isinstance(e, bool) for e in expected] == [isinstance(s, bool) for s in shown]
