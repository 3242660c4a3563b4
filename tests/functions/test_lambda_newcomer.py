"""From the printed steps to a right answer in a cell of a workbook of one's own, with named functions."""

from __future__ import annotations

import shlex
from pathlib import Path

import ironcalc
import openpyxl
import pytest

from baccarat_xl.cli import main
from baccarat_xl.cli.exit_codes import Exit
from tests.conftest import Soffice
from tests.functions.newcomer import Printed, as_shown, printed


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Printed:
    """The steps, followed as far as a workbook of one's own that has the functions: ``out.xlsx``."""
    told = printed("lambda", tmp_path / "written", capsys)
    monkeypatch.chdir(tmp_path)
    program, *rest = shlex.split(told.command("baccarat-xl addin lambda --into"))
    own = openpyxl.Workbook()
    own.active["A1"] = "mine"
    own.save(rest[rest.index("--into") + 1])
    assert program == "baccarat-xl"
    assert main(rest) == Exit.CLEAN
    assert Path("out.xlsx").exists()
    return told


def test_the_printed_steps_lead_to_the_answer(told: Printed) -> None:
    model = ironcalc.load_from_xlsx("out.xlsx", "en", "UTC", "en")
    (formula,) = told.formulas
    model.set_user_input(0, 2, 1, formula)
    model.evaluate()
    assert model.get_formatted_cell_value(0, 1, 1) == "mine"
    assert model.get_formatted_cell_value(0, 2, 1) == told.shown == as_shown(False)


def test_the_written_workbook_shows_the_answer(told: Printed) -> None:
    """Step 1: the workbook of the functions, opened by itself."""
    model = ironcalc.load_from_xlsx(str(told.file("baccarat_functions.xlsx")), "en", "UTC", "en")
    model.set_user_input(0, 100, 1, told.formulas[0])
    model.evaluate()
    assert model.get_formatted_cell_value(0, 100, 1) == told.shown


@pytest.mark.libreoffice
def test_libreoffice_shows_an_error_and_never_a_wrong_answer(told: Printed, soffice: Soffice) -> None:
    """LibreOffice of today does not know LAMBDA; one that learns it gives the answer."""
    book = openpyxl.load_workbook("out.xlsx")
    book.active["A2"], book.active["B2"] = told.formulas[0], "=ISERROR(A2)"
    book.save("called.xlsx")
    ((text, is_error),) = soffice.values(Path("called.xlsx").resolve())[1:]
    assert is_error is True or text is False
