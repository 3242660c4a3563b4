"""The .xlsm templates: xlwings' own VBA untouched, its settings as it reads them, examples that hold."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from baccarat_xl.errors import FileUnreadable, MissingPart
from baccarat_xl.functions.cells import call_cell
from baccarat_xl.functions.hosts.xlwings_classic.host import HOST
from baccarat_xl.functions.hosts.xlwings_classic.vba_project import VbaProject, read_vba_project
from baccarat_xl.functions.hosts.xlwings_classic.vba_wrapper import CHECK, READY_MODULE, UNDO, wrapper_text
from baccarat_xl.functions.hosts.xlwings_classic.workbooks import (
    EXAMPLES,
    FIRST_ROW,
    SETTINGS,
    SOURCES,
    settings,
    workbooks,
)
from baccarat_xl.functions.registry import call_text
from baccarat_xl.functions.whole_library import FUNCTIONS
from tests.conftest import Soffice

xlwings = pytest.importorskip("xlwings", reason="xlwings is not installed")
SHIPPED = Path(xlwings.__file__).parent


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("workbooks")
    for name, content in workbooks():
        (folder / name).write_bytes(content)
    return {name: folder / name for name in SOURCES}


def part(path: Path, name: str) -> bytes:
    with zipfile.ZipFile(path) as package:
        return package.read(name)


@pytest.mark.parametrize("name", SOURCES)
def test_the_macros_are_those_that_xlwings_ships(written: dict[str, Path], name: str) -> None:
    shipped = part(SHIPPED / SOURCES[name], "xl/vbaProject.bin")
    assert part(written[name], "xl/vbaProject.bin") == shipped
    kinds = part(written[name], "[Content_Types].xml")
    assert b"macroEnabled" in kinds
    assert b"vnd.ms-office.vbaProject" in kinds
    # Each sheet's module of code is found by the sheet's code name.
    names = re.findall(rb'<sheetPr codeName="(\w+)"', b"".join(sheets(written[name])))
    assert {name.decode() for name in names} < set(VbaProject(shipped).modules)
    assert len(names) == 2


def sheets(path: Path) -> list[bytes]:
    with zipfile.ZipFile(path) as package:
        return [package.read(name) for name in package.namelist() if name.startswith("xl/worksheets/sheet")]


@pytest.mark.parametrize("name", SOURCES)
def test_the_settings_are_ones_that_xlwings_reads(written: dict[str, Path], name: str) -> None:
    """xlwings' own VBA takes them from A1 down to the first empty cell, names in capitals."""
    sheet = openpyxl.load_workbook(written[name])[SETTINGS]
    found = {}
    for row in sheet.iter_rows(max_col=2, values_only=True):
        if row[0] is None:
            break
        found[row[0]] = row[1]
    assert found == settings()
    assert found["UDF Modules"] == READY_MODULE
    read = set(re.findall(r'GetConfig\("([^"]+)"', (SHIPPED / "xlwings.bas").read_text(encoding="utf-8")))
    assert {key.upper() for key in found} <= read
    assert "INTERPRETER_WIN" in read, "what the hint beside the settings names"


def test_the_python_is_named_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setattr("sys.executable", r"C:\somewhere\python.exe")
    assert settings()["Interpreter_Win"] == r"C:\somewhere\python.exe"


@pytest.mark.parametrize("name", SOURCES)
def test_every_example_stands_there(written: dict[str, Path], name: str) -> None:
    sheet: Any = openpyxl.load_workbook(written[name])[EXAMPLES]
    for row, function in enumerate(FUNCTIONS, start=FIRST_ROW):
        call = "=" + call_text(function, function.example.arguments)
        shown, formula = sheet.cell(row, 2), sheet.cell(row, 4)
        assert (sheet.cell(row, 1).value, shown.value, formula.value) == (function.name, call, call)
        assert (shown.data_type, formula.data_type) == ("s", "f")
        expected = call_cell(function, *function.example.arguments)
        kept = sheet.cell(row, 3).value
        assert (kept, isinstance(kept, bool)) == (expected, isinstance(expected, bool))
    notes = [sheet.cell(row, 1).value for row in range(FIRST_ROW + len(FUNCTIONS) + 1, sheet.max_row + 1)]
    assert any(xlwings.__version__ in note and "Generated from baccarat-xl" in note for note in notes)


@pytest.mark.libreoffice
@pytest.mark.parametrize("name", SOURCES)
def test_a_spreadsheet_program_opens_them(written: dict[str, Path], name: str, soffice: Soffice) -> None:
    """Without the wrapper the functions are not there yet, and the sheet says so."""
    rows = soffice.values(written[name], EXAMPLES)
    for row, function in enumerate(FUNCTIONS, start=FIRST_ROW - 1):
        expected = function.example.result
        assert rows[row][2] == expected
        assert rows[row][4] == "not yet"


def test_macros_of_the_wrapper_are_named_in_the_notes() -> None:
    text = wrapper_text()
    assert f'RunPython "{CHECK}"' in text
    assert f'RunPython "{UNDO}"' in text
    assert '"' not in CHECK + UNDO


def test_the_project_is_read_as_it_was_written() -> None:
    """xlwings ships the same module as text and inside its workbook."""
    project = read_vba_project(SHIPPED / "quickstart_standalone.xlsm")
    assert project is not None
    text = (SHIPPED / "xlwings.bas").read_bytes().decode("latin-1")
    assert project.modules["xlwings"].split() == text.split()
    linked = read_vba_project(SHIPPED / "quickstart.xlsm")
    assert linked is not None
    assert "xlwings" in linked.references
    assert "xlwings" not in linked.modules


def test_projects_that_cannot_be_read(tmp_path: Path, written: dict[str, Path]) -> None:
    plain = tmp_path / "plain.xlsx"
    openpyxl.Workbook().save(plain)
    assert read_vba_project(plain) is None
    whole = part(written["baccarat_xl_standalone.xlsm"], "xl/vbaProject.bin")
    for broken in (b"", b"text", whole[:512], whole[:3000], whole[:40] + b"\x00" * 400 + whole[440:]):
        path = tmp_path / "broken.xlsm"
        with zipfile.ZipFile(path, "w") as package:
            package.writestr("xl/vbaProject.bin", broken)
        with pytest.raises(FileUnreadable, match="its VBA project cannot be read"):
            read_vba_project(path)
    (tmp_path / "text.xlsm").write_text("text")
    with pytest.raises(FileUnreadable, match=r"no \.xlsm workbook"):
        read_vba_project(tmp_path / "text.xlsm")
    with pytest.raises(FileUnreadable, match="no such file"):
        read_vba_project(tmp_path / "missing.xlsm")


def test_without_xlwings_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "xlwings", None)
    with pytest.raises(MissingPart, match="pip install xlwings"):
        HOST.files()
