"""From the printed steps to right answers: xlwings Lite in Pyodide, xlwings' own dispatch on its workbook."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import openpyxl
import pytest

from tests.conftest import Soffice
from tests.functions.newcomer import Printed, arguments, as_shown, printed
from tests.functions.xlwings.conftest import Pyodide
from tests.functions.xlwings.test_lite import SCRIPT, STAND_IN

pytest.importorskip("xlwings", reason="xlwings is not installed")
from tests.functions.xlwings.test_udfs import Excel
from tests.functions.xlwings.windows_stand_ins import xlwings_on_windows

WHAT_STANDS_THERE: Final = '''\
import xlwings as xw
from xlwings import func, script


@script
def hello_world(book: xw.Book):
    """What xlwings Lite has in its tab main.py at first: a macro and a function of its own."""
    book.sheets[0]["A1"].value = "Hello xlwings!"


@func
def hello(name):
    return f"Hello {name}!"


'''


def test_the_steps_for_lite_lead_to_the_answer(
    pyodide: Pyodide, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """main_alone.py below what stands in main.py, and the printed formula called."""
    told = printed("xlwings-lite", tmp_path / "written", capsys)
    (formula,) = told.formulas
    work = tmp_path / "work"
    work.mkdir()
    own = told.file("main_alone.py").read_text(encoding="ascii")
    (work / "main.py").write_text(WHAT_STANDS_THERE + own, encoding="ascii")
    more = "\n\nclass Book: ...\n\n\ndef script(function):\n    return function\n"
    (work / "xlwings.py").write_text(STAND_IN.read_text(encoding="utf-8") + more, encoding="utf-8")
    call = {"name": "BANKER_DRAWS", "mode": "cells", "states": [arguments(formula)]}
    (work / "calls.json").write_text(json.dumps({"calls": [call]}), encoding="utf-8")
    command = [pyodide.node, str(SCRIPT), str(pyodide.folder), "-", str(work)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    (answers,) = json.loads((work / "answers.json").read_text(encoding="utf-8"))["answers"]
    assert list(map(as_shown, answers)) == [told.shown]


@pytest.mark.libreoffice
@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the stand-ins would hide the real xlwings")
def test_the_steps_for_xlwings_lead_to_ok_in_every_row(
    soffice: Soffice, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The calls of the sheet Examples by xlwings' dispatch; whether each is OK is LibreOffice's sum."""
    told = printed("xlwings", tmp_path / "written", capsys)
    assert told.file("baccarat_xl.bas")
    book = openpyxl.load_workbook(told.file("baccarat_xl_standalone.xlsm"))
    settings = {row[0]: row[1] for row in book["xlwings.conf"].iter_rows(max_col=2, values_only=True)}
    examples: Any = book["Examples"]
    with xlwings_on_windows() as udfs:
        excel = Excel(udfs, settings["UDF Modules"])
        (formula,) = told.formulas
        assert as_shown(excel.call("BANKER_DRAWS", *map(float, arguments(formula)))[0][0]) == told.shown
        rows = [row for row in examples.iter_rows() if str(row[3].value).startswith("=")]
        for row in rows:
            name, _, given = row[3].value.removeprefix("=").partition("(")
            row[3].value = excel.call(name, *_cells(given.removesuffix(")")))[0][0]
    assert len(rows) > 10
    book.save(tmp_path / "answered.xlsx")
    shown = soffice.values(tmp_path / "answered.xlsx", "Examples")
    verdicts = [line[4] for line in shown if line[3] is not None][1:]
    assert verdicts == [told.steps[2].split(" says ")[1][:2]] * len(rows) == ["OK"] * len(rows)


def _cells(given: str) -> list[object]:
    """The arguments of an example, as Excel hands them over: numbers are floats."""
    values = ast.literal_eval(f"[{given.replace('TRUE', 'True').replace('FALSE', 'False')}]")
    return [float(value) if type(value) is int else value for value in values]


def test_the_tools_of_this_test_can_show_a_fault(tmp_path: Path) -> None:
    told = Printed(tmp_path, ("", "", "Type =BANKER_DRAWS(3, 8, ) into a cell: it shows TRUE."))
    assert (told.formulas, told.shown) == (["=BANKER_DRAWS(3, 8, )"], "TRUE")
    assert arguments('=BANKER_DRAWS(3;8;"")') == [3, 8, ""]
    assert _cells('6, TRUE, "?"') == [6.0, True, "?"]
