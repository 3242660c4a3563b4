"""Sheets as programs write them, each read as a whole and in stripes of a few rows."""

from __future__ import annotations

import datetime as dt
import re
import zipfile
from pathlib import Path

import pytest

from baccarat_xl.cell_error import CellError
from baccarat_xl.workbook.formula_index import Runs
from baccarat_xl.workbook.grid import Grid
from baccarat_xl.workbook.model import Sheet
from baccarat_xl.workbook.read import read_book
from tests.workbook.made import MAIN, packed, xlsx


@pytest.fixture(params=["whole", "stripes"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "stripes":
        monkeypatch.setattr("baccarat_xl.workbook.xlsx_reader.STRIPES_FROM", 0)
        monkeypatch.setattr("baccarat_xl.workbook.stripes.STRIPE", 150)
        monkeypatch.setattr("baccarat_xl.workbook.stripes.SHARE", 0)
        monkeypatch.setattr("baccarat_xl.workbook.scan.BLOCK", 100)
    return str(request.param)


def read(path: Path, way: str, *, usual: bool = True) -> Sheet:
    """The only sheet; one that is written as usual must have been read in the way that was asked for."""
    sheet = read_book(path).sheets[0]
    assert isinstance(sheet.rows, Grid) == (way == "stripes" and usual)
    return sheet


def cells(sheet: Sheet) -> list[list[object]]:
    return [[None if cell == "" else cell for cell in row] for row in sheet.rows]


def row(number: int, *written: str, more: str = "") -> str:
    return f'<row r="{number}"{more}>{"".join(written)}</row>'


def number(place: str, value: object, more: str = "") -> str:
    return f'<c r="{place}"{more}><v>{value}</v></c>'


def test_rows_without_a_gap_and_with_gaps(tmp_path: Path, way: str) -> None:
    rows = "".join(
        row(n, number(f"B{n}", n), number(f"D{n}", n / 2)) for n in range(3, 60) if n not in (7, 8, 30)
    )
    sheet = read(xlsx(tmp_path / "a.xlsx", rows), way)
    wanted = [[None, float(n), None, n / 2] for n in range(60)]
    assert cells(sheet)[3 - 1 :] == [[None] * 4 if n in (7, 8, 30) else wanted[n] for n in range(3, 60)]
    assert cells(sheet)[:2] == [[None] * 4] * 2
    assert (sheet.address(2, 1), len(sheet.rows), sheet.width) == ("B3", 59, 4)


def test_rows_and_cells_out_of_order(tmp_path: Path, way: str) -> None:
    order = [5, 2, 9, 1, 7, 3, 8, 4, 6]
    rows = "".join(
        row(n, number(f"C{n}", 30 + n), number(f"A{n}", 10 + n), number(f"B{n}", 20 + n)) for n in order
    )
    sheet = read(xlsx(tmp_path / "a.xlsx", rows), way, usual=False)
    assert cells(sheet) == [[10.0 + n, 20.0 + n, 30.0 + n] for n in range(1, 10)]


def test_rows_and_cells_without_places(tmp_path: Path, way: str) -> None:
    rows = "".join(f"<row><c><v>{n}</v></c><c/><c><v>{n * n}</v></c></row>" for n in range(1, 9))
    sheet = read(xlsx(tmp_path / "a.xlsx", rows), way, usual=False)
    assert cells(sheet) == [[float(n), None, float(n * n)] for n in range(1, 9)]


def test_texts_of_every_kind(tmp_path: Path, way: str) -> None:
    strings = (
        "<si><t>plain</t></si>"
        '<si><r><t>ri</t></r><r><rPr><b/></rPr><t xml:space="preserve">ch </t></r></si>'
        "<si><t>庄</t><rPh sb='0' eb='1'><t>ショウ</t></rPh></si>"
    )
    rows = row(
        1,
        number("A1", 0, ' t="s"'),
        number("B1", 1, ' t="s"'),
        number("C1", 2, ' t="s"'),
        '<c r="D1" t="inlineStr"><is><t>in</t></is></c>',
        '<c r="E1" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c>',
        '<c r="F1" t="str"><f>"7"</f><v>7</v></c>',
        '<c r="G1" t="str"><f>""</f><v></v></c>',
        number("H1", 7),
        number("I1", "1", ' t="b"'),
        number("J1", "#N/A", ' t="e"'),
        '<c r="K1" t="inlineStr"><is><t>#N/A</t></is></c>',
        '<c r="L1" t="inlineStr"><is><t>8</t></is></c>',
    )
    sheet = read(xlsx(tmp_path / "a.xlsx", rows, strings=strings), way)
    (found,) = cells(sheet)
    assert found == [
        *("plain", "rich ", "庄", "in", "inline", "7", None, 7.0, True, CellError("#N/A"), "#N/A", "8")
    ]
    assert [type(cell) for cell in found[7:9]] == [float, bool]


def test_dates_of_both_calendars(tmp_path: Path, way: str) -> None:
    for old, serial in ((False, 46089), (True, 46089 - 1462)):
        path = xlsx(tmp_path / f"{old}.xlsx", row(1, number("A1", serial, ' s="1"')), old=old)
        assert cells(read(path, way)) == [[dt.date(2026, 3, 8)]]


def test_one_and_true_are_two_values(tmp_path: Path, way: str) -> None:
    rows = "".join(row(n, number(f"A{n}", n % 2, ' t="b"' if n % 3 else "")) for n in range(1, 40))
    found = [line[0] for line in read(xlsx(tmp_path / "a.xlsx", rows), way).rows]
    assert found == [n % 2 for n in range(1, 40)]
    assert [type(cell) for cell in found] == [bool if n % 3 else float for n in range(1, 40)]


def test_what_is_hidden_grouped_or_filtered(tmp_path: Path, way: str) -> None:
    hidden = {3: ' hidden="1"', 5: ' outlineLevel="1" hidden="true"', 9: " hidden='1'", 11: ' hidden="0"'}
    rows = "".join(row(n, number(f"A{n}", n), more=hidden.get(n, "")) for n in range(1, 13))
    before = '<cols><col min="2" max="3" width="9" hidden="1"/></cols>'
    after = '<autoFilter ref="A1:A12"/>'
    after += '<mergeCells count="2"><mergeCell ref="A2:B3"/><mergeCell ref="C1:C4"/></mergeCells>'
    sheet = read(xlsx(tmp_path / "a.xlsx", rows, before=before, after=after), way)
    assert (sheet.hidden_rows, sheet.hidden_columns) == ({3, 5, 9}, {1, 2})
    assert set(sheet.merged) == {(1, 0, 2, 1), (0, 2, 3, 2)}
    assert len(cells(sheet)) == 12


def test_shared_and_array_formulas(tmp_path: Path, way: str) -> None:
    rows = ""
    for n in range(2, 12):
        shared = f'<f t="shared" ref="C2:D11" si="0">A{n}+$B$1</f>' if n == 2 else '<f t="shared" si="0"/>'
        array = '<f t="array" ref="E2:E11">A2:A11*2</f>' if n == 2 else ""
        rows += row(
            n,
            number(f"A{n}", n),
            f'<c r="C{n}">{shared}<v>{n}</v></c>',
            f'<c r="D{n}"><f t="shared" si="0"/><v>{n}</v></c>',
            f'<c r="E{n}">{array}<v>{2 * n}</v></c>',
        )
    sheet = read(xlsx(tmp_path / "a.xlsx", rows), way)
    assert sheet.written is not None
    texts = [[sheet.written.text_at(n, column) for n in (2, 3, 11)] for column in (2, 3, 4)]
    assert texts == [
        ["A2+$B$1", "A3+$B$1", "A11+$B$1"],
        ["B2+$B$1", "B3+$B$1", "B11+$B$1"],
        ["A2:A11*2", None, None],
    ]
    assert sheet.written.forms[2].array == "E2:E11"
    assert sheet.formulas.columns == {2: Runs((2,), (11,)), 3: Runs((2,), (11,)), 4: Runs((2,), (2,))}


def test_errors_stand_where_they_stand(tmp_path: Path, way: str) -> None:
    rows = "".join(
        row(n, number(f"B{n}", "#DIV/0!", ' t="e"') if n % 4 == 0 else number(f"B{n}", n))
        for n in range(2, 30)
    )
    found = cells(read(xlsx(tmp_path / "a.xlsx", rows), way))
    assert [line[1] for line in found[1:]] == [
        CellError("#DIV/0!") if n % 4 == 0 else n for n in range(2, 30)
    ]


def test_a_cell_far_away_is_named(tmp_path: Path, way: str) -> None:
    rows = "".join(row(n, number(f"A{n}", n)) for n in range(1, 50)) + row(1048576, number("XFD1048576", 1))
    book = read_book(xlsx(tmp_path / "a.xlsx", rows))
    assert [(item.what, item.where) for item in book.not_read] == [("cells", "Log!XFD1048576")]
    assert [line[0] for line in book.sheets[0].rows[:49]] == list(range(1, 50))


def test_columns_that_hardly_repeat(tmp_path: Path, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are kept as they are; columns, distinct cells and rows say the same of them."""
    monkeypatch.setattr("baccarat_xl.workbook.grid.ENOUGH_TO_TELL", 2)
    rows = "".join(
        row(
            n,
            number(f"A{n}", n),
            f'<c r="B{n}" t="inlineStr"><is><t>x{n}</t></is></c>',
            number(f"C{n}", n % 3),
        )
        for n in range(1, 60)
    )
    sheet = read(xlsx(tmp_path / "a.xlsx", rows), way)
    wanted = [[float(n), f"x{n}", float(n % 3)] for n in range(1, 60)]
    assert cells(sheet) == wanted == [sheet.rows[at] for at in range(59)]
    for column in range(3):
        assert sheet.column(column, 5, 40) == [line[column] for line in wanted[5:40]]
        assert sheet.distinct(column, 5, 40) == {line[column] for line in wanted[5:40]}
        assert sheet.rows_with(column, {wanted[7][column]}, 5, 40)[0] in (5, 6, 7)
    assert sheet.rows[-1] == wanted[-1]
    assert sheet.rows[10:13] == wanted[10:13]
    assert list(sheet.span(50, 99)) == wanted[50:]


@pytest.mark.parametrize("prefix", ["", "x:"])
def test_prefixes(tmp_path: Path, way: str, prefix: str) -> None:
    path = xlsx(tmp_path / "a.xlsx", "")
    name = f":{prefix.strip(':')}" if prefix else ""
    rows = "".join(f'<row r="{n}" hidden="{n % 2}"><c r="A{n}"><v>{n}</v></c></row>' for n in range(1, 30))
    sheet = f"<worksheet><sheetData>{rows}</sheetData></worksheet>"
    sheet = re.sub(r"<(/?)(\w)", rf"<\g<1>{prefix}\2", sheet)
    sheet = sheet.replace("worksheet>", f'worksheet xmlns{name}="{MAIN}">', 1)
    with zipfile.ZipFile(path) as package:
        parts: dict[str, str | bytes] = {part: package.read(part) for part in package.namelist()}
    parts["xl/worksheets/sheet1.xml"] = sheet
    found = read(packed(tmp_path / "b.xlsx", parts), way)
    assert cells(found) == [[float(n)] for n in range(1, 30)]
    assert found.hidden_rows == set(range(1, 30, 2))
