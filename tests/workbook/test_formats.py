"""Formats beside .xlsx and text: the same sheet through each of them, recognised by content."""

from __future__ import annotations

import datetime as dt
import io
import sys
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import xlsxwriter
from openpyxl.workbook.protection import WorkbookProtection

from baccarat_xl.cell_error import CellError
from baccarat_xl.errors import FileRefused, FileUnreadable
from baccarat_xl.workbook.formula_index import Runs
from baccarat_xl.workbook.model import Sheet
from baccarat_xl.workbook.open import look
from baccarat_xl.workbook.passwords import READ_ONLY, needs_password
from baccarat_xl.workbook.read import read_book
from baccarat_xl.workbook.readers import read_here
from tests.workbook.made import Error, Formula, xlsb

FLAT = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:t="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:x="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
 office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>{}
</office:spreadsheet></office:body></office:document>"""


def cells(sheet: Sheet) -> list[list[object]]:
    return [[None if cell == "" else cell for cell in row] for row in sheet.rows]


def fods(path: Path, inside: str) -> Path:
    path.write_text(FLAT.format(inside), encoding="utf-8")
    return path


@pytest.fixture
def every_kind(tmp_path: Path) -> Path:
    """Values, formulas, errors, dates, hidden rows, columns and sheets, merged cells and names."""
    path = tmp_path / "kinds.xlsx"
    book = xlsxwriter.Workbook(str(path))
    sheet = book.add_worksheet("Shoe 1")
    sheet.write_row(0, 0, ["Round", "P1", "Text", "Total", "Error", "Day", "Time", "Both", "Array"])
    day = dt.datetime(2026, 3, 8, 12, 30)
    for at in range(1, 9):
        sheet.write_row(at, 0, [at, at / 2, "a  b\nc & <d>"])
        sheet.write_formula(at, 3, f"=IF(B{at + 1}=\"x; ]\",SUM($B$2:B{at + 1}),'Other one'!A1)", None, 5)
        sheet.write_formula(at, 4, "=1/0", None, "#DIV/0!")
        sheet.write_datetime(at, 5, dt.datetime(2026, 3, 8), book.add_format({"num_format": "yyyy-mm-dd"}))
        sheet.write_datetime(at, 6, dt.time(12, 30), book.add_format({"num_format": "hh:mm"}))
        sheet.write_datetime(at, 7, day, book.add_format({"num_format": "yyyy-mm-dd hh:mm"}))
    sheet.write_array_formula("I2:I4", "{=B2:B4*2}", None, 1)
    sheet.write_comment("A2", "a note is no part of its cell")
    sheet.set_row(3, None, None, {"hidden": True})
    sheet.set_column(2, 2, None, None, {"hidden": True})
    sheet.merge_range("A12:C13", "merged")
    book.add_worksheet("Other one").write(0, 0, 5)
    book.worksheets()[1].hide()
    book.define_name("Vig", "='Other one'!$A$1")
    book.define_name("Twice", "=2*'Other one'!$A$1")
    book.close()
    return path


@pytest.mark.libreoffice
@pytest.mark.parametrize("kind", ["ods", "fods", "xls", "xltx"])
def test_files_of_another_program(every_kind: Path, soffice: Any, kind: str) -> None:
    wanted = read_book(soffice.convert(every_kind, "xlsx"))
    found = read_book(soffice.convert(every_kind, kind).rename(every_kind.with_name("log.dat")))
    assert found.format == kind
    assert [(s.name, s.state) for s in found.sheets] == [("Shoe 1", "visible"), ("Other one", "hidden")]
    for ours, theirs in zip(found.sheets, wanted.sheets, strict=True):
        assert cells(ours) == cells(theirs)
        assert (ours.hidden_rows, ours.hidden_columns) == (theirs.hidden_rows, theirs.hidden_columns)
        assert ours.merged == theirs.merged
        assert ours.formulas.in_column(3) == theirs.formulas.in_column(3)
    first, other = found.sheets[0], wanted.sheets[0]
    if kind == "xls":
        unseen = [(item.what, item.where) for item in found.not_looked_at]
        assert unseen == [("formulas", "Shoe 1"), ("notes", "Shoe 1")]
        assert found.not_looked_at[0].why.startswith("19 cells hold formulas")
        return
    assert not found.not_looked_at
    assert first.written is not None
    assert other.written is not None
    for column in (3, 4, 8):
        for number in range(2, 10):
            assert first.written.text_at(number, column) == other.written.text_at(number, column)
    if kind != "xltx":
        assert found.names is not None
        assert found.names.named("vig", "Shoe 1") == "'Other one'!$A$1"
        assert found.names.named("Twice", "Shoe 1") == "2*'Other one'!$A$1"


@pytest.mark.libreoffice
def test_values_of_ods_as_another_reader_has_them(every_kind: Path, soffice: Any) -> None:
    from python_calamine import CalamineWorkbook

    path = soffice.convert(every_kind, "ods")
    theirs = CalamineWorkbook.from_path(str(path)).get_sheet_by_index(0).to_python(skip_empty_area=False)
    ours = [["" if isinstance(c, CellError) or c is None else c for c in row] for row in first_of(path).rows]
    assert ours == theirs


def first_of(path: Path) -> Sheet:
    return read_book(path).sheets[0]


# ---------------------------------------------------------------------- OpenDocument by hand
def test_what_is_repeated_nested_and_beside_cells(tmp_path: Path) -> None:
    sheet = first_of(
        fods(
            tmp_path / "a.fods",
            "<t:tracked-changes><t:cell-content-change><t:previous><t:table-cell office:value-type='float'"
            " office:value='9'/></t:previous></t:cell-content-change></t:tracked-changes>"
            "<t:table t:name='Log'><t:shapes><draw:frame><x:p>no cell</x:p></draw:frame></t:shapes>"
            "<t:table-column t:number-columns-repeated='16384'/>"
            "<t:table-row-group><t:table-row t:number-rows-repeated='2'><t:table-cell "
            "t:number-columns-repeated='2' office:value-type='string'><office:annotation><x:p>note</x:p>"
            "</office:annotation><x:p>a<x:s x:c='2'/><x:span>b</x:span></x:p><x:p>c</x:p></t:table-cell>"
            "<t:table-cell t:number-columns-repeated='16382'/></t:table-row></t:table-row-group>"
            "<t:table-row t:visibility='filter' t:number-rows-repeated='3'><t:table-cell "
            "t:number-columns-repeated='16384'/></t:table-row>"
            "<t:table-row><t:covered-table-cell/><t:table-cell office:value-type='percentage' "
            "office:value='0.25'><x:p>25%</x:p><draw:frame><draw:object><t:table><t:table-row><t:table-cell "
            "office:value-type='float' office:value='1'/></t:table-row></t:table></draw:object></draw:frame>"
            "</t:table-cell><t:table-cell office:value-type='time' office:time-value='PT30H00M00S'/>"
            "</t:table-row><t:table-row t:number-rows-repeated='1048570'><t:table-cell "
            "t:number-columns-repeated='16384'/></t:table-row></t:table>",
        )
    )
    assert cells(sheet) == [
        ["a  b\nc", "a  b\nc", None],
        ["a  b\nc", "a  b\nc", None],
        *([[None] * 3] * 3),
        [None, 0.25, dt.timedelta(hours=30)],
    ]
    assert sheet.hidden_rows == {3, 4, 5}


def test_a_document_type_is_refused(tmp_path: Path) -> None:
    path = fods(tmp_path / "a.fods", "<t:table t:name='Log'><t:table-row/></t:table>")
    text = path.read_text("utf-8").replace("?>\n", '?>\n<!DOCTYPE a [<!ENTITY b "c">]>\n', 1)
    path.write_text(text, "utf-8")
    with pytest.raises(FileRefused, match="document type"):
        read_book(path)
    path.write_text(text.replace('<!DOCTYPE a [<!ENTITY b "c">]>\n', "")[:-30], "utf-8")
    with pytest.raises(FileUnreadable, match="damaged"):
        read_book(path)


# ---------------------------------------------------------------------- .xlsb
def test_xlsb(tmp_path: Path) -> None:
    rows = {
        1: ["Round", "P1", "Total"],
        2: [1.0, "A", Formula(3)],
        4: [2.0, True, Error(42)],
        5: [3.0, None, Formula(4)],
    }
    book = read_book(xlsb(tmp_path / "log.xlsx", rows, hidden=[4]))
    (sheet,) = book.sheets
    assert book.format == "xlsb"
    assert cells(sheet) == [
        ["Round", "P1", "Total"],
        [1, "A", 3],
        [None] * 3,
        [2, True, CellError("#N/A")],
        [3, None, 4],
    ]
    assert sheet.hidden_rows == {4}
    assert sheet.formulas.columns == {2: Runs((2, 5), (2, 5))}
    assert [item.why.partition(",")[0] for item in book.not_looked_at] == ["2 cells hold formulas"]
    assert not read_book(xlsb(tmp_path / "values.xlsb", {1: ["A", 1.0]})).not_looked_at


def test_xlsb_with_a_cell_far_away(tmp_path: Path) -> None:
    rows = {1: ["A"], 1_048_576: [*([None] * 16_383), 1.0]}
    book = read_book(xlsb(tmp_path / "log.xlsb", rows))
    assert [(item.what, item.where) for item in book.not_read] == [("sheet", "Log")]


# ---------------------------------------------------------------------- Parquet
def test_parquet(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    from pyarrow import parquet

    path = tmp_path / "rounds.csv"
    columns = {
        "Round": [1, 2, 2**60],
        "P1": ["10", None, "A"],
        "hand": [["A", "K"], [], None],
        "natural": [True, None, False],
        "share": [0.5, None, 1.0],
        "day": [dt.date(2026, 3, 8), None, None],
    }
    parquet.write_table(pyarrow.table(columns), path, row_group_size=2)
    (sheet,) = read_book(path).sheets
    assert sheet.column_names == tuple(columns)
    assert sheet.rows == [
        list(columns),
        [1, "10", "A|K", True, 0.5, dt.date(2026, 3, 8)],
        [2, None, "", None, None, None],
        [str(2**60), "A", None, False, 1.0, None],
    ]
    assert sheet.address(1, 1) == "P1"
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(FileUnreadable, match="damaged"):
        read_book(path)


def test_what_to_install_for_parquet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "rounds.parquet"
    path.write_bytes(b"PAR1" + bytes(40) + b"PAR1")
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(FileUnreadable, match=r"baccarat-xl\[parquet\]"):
        read_here(look(path))


# ---------------------------------------------------------------------- passwords
def encrypted(source: Path, password: str) -> Path:
    pytest.importorskip("msoffcrypto", reason="msoffcrypto-tool is not installed")
    from msoffcrypto.format.ooxml import OOXMLFile

    out = io.BytesIO()
    with source.open("rb") as stream:
        OOXMLFile(stream).encrypt(password, out)
    path = source.with_name("secret.xlsx")
    path.write_bytes(out.getvalue())
    return path


def test_a_password(every_kind: Path) -> None:
    path = encrypted(every_kind, "natural nine")
    wanted = read_book(every_kind)
    found = read_book(path, password="natural nine")
    assert [cells(sheet) for sheet in found.sheets] == [cells(sheet) for sheet in wanted.sheets]
    assert found.names is not None
    assert found.names.named("Vig", "Shoe 1") == "'Other one'!$A$1"
    assert needs_password(path)
    with pytest.raises(FileUnreadable, match="give it with --password"):
        read_book(path)
    with pytest.raises(FileUnreadable, match="the password does not open"):
        read_book(path, password="natural eight")


def test_recommended_to_be_read_only(every_kind: Path) -> None:
    path = encrypted(every_kind, READ_ONLY)
    assert not needs_password(path)
    assert cells(first_of(path)) == cells(first_of(every_kind))


def test_a_protected_structure_is_no_encryption(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.security = WorkbookProtection(workbookPassword="abc", lockStructure=True)
    assert book.active is not None
    book.active.protection.set_password("def")
    book.active["A1"] = 7
    path = tmp_path / "locked.xlsx"
    book.save(path)
    assert not needs_password(path)
    assert first_of(path).rows == [[7]]


def test_what_to_install_for_passwords(every_kind: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = encrypted(every_kind, "abc")
    monkeypatch.setitem(sys.modules, "msoffcrypto", None)
    with pytest.raises(FileUnreadable, match=r"baccarat-xl\[passwords\]"):
        read_book(path, password="abc")
