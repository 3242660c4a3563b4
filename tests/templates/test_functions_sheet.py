"""Sheet Functions computed by real engines: each result is the one that the library promises."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from baccarat_xl.functions.library import FUNCTIONS
from baccarat_xl.functions.registry import call_text
from baccarat_xl.templates import functions_sheet
from baccarat_xl.templates.build import build_rounds
from tests.templates.engines import IronCalc, without_cached_values

if TYPE_CHECKING:
    from tests.conftest import Soffice

FIRST = functions_sheet.HEADER_ROW + 1
SHEET_NUMBER = 2


def test_named_functions_give_their_examples_in_ironcalc(tmp_path: Path) -> None:
    build_rounds(tmp_path / "named.xlsx", rows=1, flavour="lambda")
    model = IronCalc(without_cached_values(tmp_path / "named.xlsx")).model
    model.evaluate()
    for row, function in enumerate(FUNCTIONS, start=FIRST):
        assert model.get_cell_value(SHEET_NUMBER, row, 1) == function.name
        assert model.get_cell_value(SHEET_NUMBER, row, 5) == function.example.result


@pytest.mark.libreoffice
def test_plain_equivalents_give_the_same_in_libreoffice(soffice: Soffice, tmp_path: Path) -> None:
    build_rounds(tmp_path / "plain.xlsx", rows=1)
    rows = soffice.values(without_cached_values(tmp_path / "plain.xlsx"), functions_sheet.SHEET)[FIRST - 1 :]
    compared = 0
    for row, function in zip(rows, FUNCTIONS, strict=True):
        if call_text(function, function.example.arguments) in functions_sheet.PLAIN_EQUIVALENTS:
            assert row[6] == row[4] == function.example.result
            compared += 1
    assert compared == len(functions_sheet.PLAIN_EQUIVALENTS) > 5
