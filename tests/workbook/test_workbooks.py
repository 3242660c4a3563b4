"""Workbooks: values as openpyxl reads them, formulas, errors, states, hostile and broken packages."""

from __future__ import annotations

import datetime as dt
import re
import zipfile
from pathlib import Path

import openpyxl
import pytest
import xlsxwriter

from baccarat_xl.cell_error import CellError
from baccarat_xl.errors import FileRefused, FileUnreadable
from baccarat_xl.workbook import zip_in
from baccarat_xl.workbook.extent import measure
from baccarat_xl.workbook.formats import COMPOUND
from baccarat_xl.workbook.formula_index import Runs
from baccarat_xl.workbook.model import Sheet
from baccarat_xl.workbook.read import read_book
from baccarat_xl.workbook.scan import scan

SHEET = "xl/worksheets/sheet1.xml"


def repack(path: Path, parts: dict[str, bytes | None], **options: int) -> Path:
    """The package with these parts replaced (None: left out), in another file."""
    target = path.with_name(f"re-{path.name}")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            data = parts.get(name, old.read(name)) if name in parts else old.read(name)
            if data is not None:
                new.writestr(name, data)
    return target


@pytest.fixture
def simple(tmp_path: Path) -> Path:
    path = tmp_path / "simple.xlsx"
    book = xlsxwriter.Workbook(str(path))
    sheet = book.add_worksheet("Shoe 1")
    for row in range(20):
        sheet.write_row(row, 0, [row, "A", 9.5])
    book.close()
    return path


def first(path: Path) -> Sheet:
    return read_book(path).sheets[0]


def test_values_of_every_kind(tmp_path: Path) -> None:
    path = tmp_path / "kinds.xlsx"
    book = xlsxwriter.Workbook(str(path))
    sheet = book.add_worksheet()
    day = book.add_format({"num_format": "d-mmm"})
    bold = book.add_format({"bold": True})
    sheet.write("A1", "text")
    sheet.write("B1", 7)
    sheet.write("C1", True)
    sheet.write_string("D1", "7")
    sheet.write_datetime("E1", dt.datetime(2026, 3, 8), day)
    sheet.write_rich_string("F1", "A", bold, "♠")
    sheet.write_formula("G1", "=1/0", None, "#DIV/0!")
    sheet.write_formula("H1", "=NA()", None, "#N/A")
    sheet.write("I1", "#N/A")
    sheet.write_formula("J1", '=""', None, "")
    sheet.write_blank("K1", None, bold)
    sheet.write("M1", 0)
    book.close()
    (row,) = first(path).rows
    assert row[:6] == ["text", 7.0, True, "7", dt.date(2026, 3, 8), "A♠"]
    assert type(row[2]) is bool
    assert row[6:9] == [CellError("#DIV/0!"), CellError("#N/A"), "#N/A"]
    assert row[9:12] == ["", "", ""]
    assert row[12] == 0.0


def test_dates_of_the_1904_calendar(tmp_path: Path) -> None:
    path = tmp_path / "mac.xlsx"
    book = xlsxwriter.Workbook(str(path), {"date_1904": True})
    book.add_worksheet().write_datetime(
        0, 0, dt.datetime(2026, 3, 8), book.add_format({"num_format": "d-mmm"})
    )
    book.close()
    assert first(path).rows == [[dt.date(2026, 3, 8)]]


def test_rows_start_at_the_top_of_the_sheet(tmp_path: Path) -> None:
    path = tmp_path / "offset.xlsx"
    book = xlsxwriter.Workbook(str(path))
    book.add_worksheet().write("C4", "x")
    book.close()
    sheet = first(path)
    assert sheet.rows == [["", "", ""], ["", "", ""], ["", "", ""], ["", "", "x"]]
    assert (list(sheet.row_numbers), sheet.address(3, 2)) == ([1, 2, 3, 4], "C4")


def test_sheet_states_and_sheets_without_cells(tmp_path: Path) -> None:
    path = tmp_path / "states.xlsx"
    book = xlsxwriter.Workbook(str(path))
    for name, hide in (("A", ""), ("B", "hide"), ("C", "very_hidden")):
        sheet = book.add_worksheet(name)
        sheet.write(0, 0, name)
        if hide:
            getattr(sheet, hide)()
    chart = book.add_chart({"type": "line"})
    chart.add_series({"values": "=A!$A$1:$A$2"})
    book.add_chartsheet("Chart").set_chart(chart)
    book.close()
    read = read_book(path)
    assert [(s.name, s.state) for s in read.sheets] == [
        ("A", "visible"),
        ("B", "hidden"),
        ("C", "very hidden"),
    ]
    assert [(n.what, n.where) for n in read.not_read] == [("chart sheet", "Chart")]


def test_hidden_rows_and_columns_and_merges(tmp_path: Path) -> None:
    path = tmp_path / "hidden.xlsx"
    book = xlsxwriter.Workbook(str(path))
    sheet = book.add_worksheet()
    for row in range(6):
        sheet.write_row(row, 0, [1, 2, 3, 4, 5])
    sheet.set_row(2, None, None, {"hidden": True})
    sheet.set_column(1, 2, None, None, {"hidden": True})
    sheet.merge_range("A8:C9", "merged")
    book.close()
    read = first(path)
    assert (read.hidden_rows, read.hidden_columns, read.merged) == ({3}, {1, 2}, ((7, 0, 8, 2),))


def test_formulas_by_runs_and_which_have_no_value(tmp_path: Path) -> None:
    path = tmp_path / "formulas.xlsx"
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in range(1, 101):
        sheet.append([row, f"=A{row}*2" if row != 50 else 7, "text"])
    book.save(path)
    index = first(path).formulas
    assert index.columns == {1: Runs((1, 51), (49, 100))} == index.unstored
    assert (index.count, index.unstored_count) == (99, 99)
    assert index.has(49, 1)
    assert not index.has(50, 1)
    assert not index.has(49, 0)
    assert index.in_column(1).within(48, 52) == 4
    assert list(Runs((1, 5), (2, 5))) == [1, 2, 5]


def test_stored_values_are_told_from_missing_ones(tmp_path: Path) -> None:
    path = tmp_path / "stored.xlsx"
    book = xlsxwriter.Workbook(str(path))
    sheet = book.add_worksheet()
    sheet.write_formula("A1", "=1", None, 1)
    sheet.write_formula("A2", '=""', None, "")
    sheet.write_array_formula("A3:A4", "{=B1:B2}", None, 3)
    book.close()
    index = first(path).formulas
    assert index.in_column(0).count == 3
    assert not index.unstored


SHARED = b"""<?xml version="1.0"?><x:worksheet xmlns:x="m">
<x:cols><x:col min="3" max="4" hidden="1"/></x:cols><x:sheetData>
<x:row r="1"><x:c r="A1"><x:f t="shared" ref="A1:A3" si="0">B1</x:f><x:v>1</x:v></x:c></x:row>
<x:row r="2" hidden="1"><x:c s="1" r="A2" t="str"><x:f t="shared" si="0"/><x:v/></x:c></x:row>
<x:row r="3"><x:c r="A3"><x:f t="shared" si="0"/></x:c>
<x:c r="AB3" t="e"><x:f>1/0</x:f><x:v>#DIV/0!</x:v></x:c></x:row>
</x:sheetData></x:worksheet>"""


@pytest.mark.parametrize("size", [1, 7, 40, 100, 10_000])
@pytest.mark.parametrize("prefix", [b"x:", b""])
def test_the_scan_does_not_depend_on_where_blocks_are_cut(size: int, prefix: bytes) -> None:
    data = SHARED.replace(b"x:", prefix)
    blocks = [data[i : i + size] for i in range(0, len(data), size)]
    found = scan(iter(blocks))
    assert found.formulas.columns == {0: Runs((1,), (3,)), 27: Runs((3,), (3,))}
    assert found.formulas.unstored == {0: Runs((3,), (3,))}
    assert found.errors == {(2, 27): CellError("#DIV/0!")}
    assert found.hidden_rows == {2}
    assert found.hidden_columns == {2, 3}


def test_a_large_sheet_is_read_like_openpyxl_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In blocks, with the scan beside the reader, as large sheets are read."""
    monkeypatch.setattr("baccarat_xl.workbook.whole_sheet.SIDE_BY_SIDE_FROM", 1000)
    monkeypatch.setattr("baccarat_xl.workbook.scan.BLOCK", 5000)
    path = tmp_path / "large.xlsx"
    book = xlsxwriter.Workbook(str(path), {"constant_memory": True})
    sheet = book.add_worksheet()
    for row in range(900):
        sheet.write_row(row, 0, [row, "A", "Banker", None, 0.5, row % 2 == 0, "x" * (row % 9)])
        sheet.write_formula(row, 7, f"=A{row + 1}", None, row if row % 100 else "#N/A")
    book.close()
    ours = first(path)
    theirs = openpyxl.load_workbook(path, read_only=True, data_only=True).worksheets[0]
    shown = [
        [str(v) if isinstance(v, CellError) else None if v == "" else v for v in row] for row in ours.rows
    ]
    assert shown == [list(row) for row in theirs.iter_rows(values_only=True)]
    assert ours.formulas.columns == {7: Runs((1,), (900,))}
    assert sum(isinstance(row[7], CellError) for row in ours.rows) == 9


def test_a_lying_dimension_loses_no_row(simple: Path) -> None:
    with zipfile.ZipFile(simple) as package:
        data = package.read(SHEET)
    lying = re.sub(rb'<dimension ref="[^"]*"/>', b'<dimension ref="A1:B2"/>', data)
    assert lying != data
    assert first(repack(simple, {SHEET: lying})).rows == first(simple).rows


FAR = ["XFD1048576", "A1048576", "XFD1", "ZZ900000", "AA99999"]


@pytest.mark.parametrize("stray", FAR)
def test_a_stray_cell_far_away_costs_nothing_and_is_named(tmp_path: Path, stray: str) -> None:
    path = tmp_path / "far.xlsx"
    book = xlsxwriter.Workbook(str(path))
    sheet = book.add_worksheet()
    for row in range(5):
        sheet.write_row(row, 0, ["a", row])
    sheet.write(stray, "far")
    book.close()
    read = read_book(path)
    assert [row[:2] for row in read.sheets[0].rows[:5]] == [["a", row] for row in range(5)]
    seen = any("far" in row for row in read.sheets[0].rows)
    assert seen or stray in read.not_read[0].where


def test_a_stray_cell_in_the_middle_of_a_large_part(tmp_path: Path) -> None:
    rows = "".join(f'<row r="{r}"><c r="A{r}"><v>1</v></c></row>' for r in range(1, 90_000))
    for stray in ("XFD77", "xfd77", "A1234567", "B99999999"):
        data = rows.replace('<c r="A50000">', f'<c r="{stray}">').encode()
        assert not measure(data[i : i + 1_000_000] for i in range(0, len(data), 1_000_000)).safe
    data = rows.replace('<c r="A50000">', "<c>" * 20_000).encode()
    assert not measure(data[i : i + 1_000_000] for i in range(0, len(data), 1_000_000)).safe
    assert measure([rows.encode()]).safe
    assert measure(rows[i : i + 100_001].encode() for i in range(0, len(rows), 100_001)).safe


def test_a_bomb_is_refused_before_a_reader_meets_it(simple: Path) -> None:
    bomb = repack(simple, {SHEET: b"<worksheet>" + b" " * (60 << 20) + b"</worksheet>"})
    with pytest.raises(FileRefused, match="would inflate to 60 MiB"):
        read_book(bomb)


def test_budgets_are_absolute(simple: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zip_in, "MAX_PARTS_TOGETHER", 1000)
    with pytest.raises(FileRefused, match="above the limit"):
        read_book(simple)


def test_a_part_that_lies_about_its_size_is_refused(simple: Path) -> None:
    data = simple.read_bytes()
    with zipfile.ZipFile(simple) as package:
        size = package.getinfo(SHEET).file_size
    lying = simple.with_name("lying.xlsx")
    lying.write_bytes(data.replace(size.to_bytes(4, "little"), (size // 2).to_bytes(4, "little")))
    with pytest.raises(FileUnreadable, match="damaged"):
        read_book(lying)


def test_entities_are_refused(simple: Path) -> None:
    with zipfile.ZipFile(simple) as package:
        data = package.read("xl/workbook.xml")
    bad = data.replace(b"<workbook", b'<!DOCTYPE x [<!ENTITY a "b">]><workbook', 1)
    with pytest.raises(FileRefused, match="entities"):
        read_book(repack(simple, {"xl/workbook.xml": bad}))


def test_damaged_packages(simple: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.xlsx"
    cut.write_bytes(simple.read_bytes()[:3000])
    with pytest.raises(FileUnreadable, match="damaged"):
        read_book(cut)
    with zipfile.ZipFile(simple) as package:
        data = package.read(SHEET)
    with pytest.raises(FileUnreadable, match=r"cannot be read|damaged"):
        read_book(repack(simple, {SHEET: data[: len(data) // 2]}))
    read = read_book(repack(simple, {SHEET: None}))
    assert [(n.where, n.why) for n in read.not_read] == [
        ("Shoe 1", "the workbook lists this sheet, but its part is missing.")
    ]


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["xl/workbook.bin", "[Content_Types].xml"], "the workbook is damaged"),
        (["word/document.xml", "[Content_Types].xml"], "not an .xlsx workbook"),
        (["readme.txt"], "not an .xlsx workbook"),
    ],
)
def test_other_packages(tmp_path: Path, names: list[str], words: str) -> None:
    path = tmp_path / "other.xlsx"
    with zipfile.ZipFile(path, "w") as package:
        for name in names:
            package.writestr(name, "x")
    with pytest.raises(FileUnreadable, match=re.escape(words)):
        read_book(path)


@pytest.mark.parametrize(
    ("word", "words"), [("EncryptedPackage", "encrypted"), ("Workbook", "damaged"), ("Word", "old Office")]
)
def test_compound_files(tmp_path: Path, word: str, words: str) -> None:
    path = tmp_path / "old.xlsx"
    path.write_bytes(COMPOUND + b"\0" * 600 + word.encode("utf-16-le") + b"\0" * 100)
    with pytest.raises(FileUnreadable, match=words):
        read_book(path)


@pytest.mark.parametrize("name", ["log.csv", "log.xls", "log.xla", "log.xlsb", "log.ods", "log.dat", "log"])
@pytest.mark.parametrize("careful", [False, True])
def test_the_name_does_not_matter(simple: Path, name: str, careful: bool) -> None:
    if careful:
        with zipfile.ZipFile(simple) as package:
            sheet = package.read(SHEET)
        far = b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
        simple = repack(simple, {SHEET: sheet.replace(b"</sheetData>", far)})
    rows = first(simple).rows
    book = read_book(simple.rename(simple.with_name(name)))
    assert book.format == "xlsx"
    assert [row[:3] for row in book.sheets[0].rows[:20]] == [row[:3] for row in rows[:20]]
    assert [row[0] for row in rows[:20]] == list(range(20))


def test_an_error_text_that_the_fast_reader_does_not_know(tmp_path: Path) -> None:
    """Some programs write `#` for an error of their own; the sheet is read all the same."""
    path = tmp_path / "errors.xlsx"
    book = xlsxwriter.Workbook(str(path))
    sheet = book.add_worksheet()
    sheet.merge_range("A1:C1", "merged")
    sheet.write_row("A2", ["A", 7])
    sheet.write_datetime("C2", dt.datetime(2026, 3, 8), book.add_format({"num_format": "d-mmm"}))
    sheet.write_formula("A3", "=NA()", None, "#N/A")
    book.close()
    with zipfile.ZipFile(path) as package:
        content = package.read(SHEET)
    assert b"<v>#N/A</v>" in content
    odd = first(repack(path, {SHEET: content.replace(b"<v>#N/A</v>", b"<v>#</v>")}))
    usual = first(path)
    assert odd.rows[2][0] == CellError("#")
    assert odd.rows[0][0] == "merged"
    assert odd.rows[1][:2] == usual.rows[1][:2] == ["A", 7]
    assert "2026-03-08" in str(odd.rows[1][2])
    assert odd.merged == usual.merged == ((0, 0, 0, 2),)


def test_macro_workbooks(simple: Path) -> None:
    with zipfile.ZipFile(simple) as package:
        types = package.read("[Content_Types].xml")
    macro = types.replace(b"spreadsheetml.sheet.main+xml", b"x", 1)
    macro = types.replace(
        b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
        b"application/vnd.ms-excel.sheet.macroEnabled.main+xml",
    )
    assert read_book(repack(simple, {"[Content_Types].xml": macro})).format == "xlsm"


@pytest.mark.libreoffice
def test_files_of_another_program(simple: Path, soffice: object) -> None:
    converted = soffice.convert(simple, "xlsx")  # type: ignore[attr-defined]
    assert first(converted).rows == first(simple).rows
