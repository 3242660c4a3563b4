"""From the printed steps to a right answer in a cell of Calc, with the VBA module among the user's macros."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Soffice
from tests.functions.calc_typed import typed_in_calc
from tests.functions.newcomer import printed
from tests.functions.vba.basic import with_module

pytestmark = pytest.mark.libreoffice


def test_the_printed_steps_lead_to_the_answer(
    soffice: Soffice, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The written file in a module of My Macros, Standard; both printed formulas typed."""
    told = printed("vba", tmp_path / "written", capsys)
    text = told.file("baccarat_xl_alone.bas").read_bytes().decode("ascii")
    calc = with_module(soffice, tmp_path, text)
    assert len(told.formulas) == 2
    assert typed_in_calc(calc, *told.formulas).shown == [told.shown] * 2
