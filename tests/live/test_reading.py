"""What is read from an open workbook, against what the reader of files finds in the same file."""

from __future__ import annotations

import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from baccarat_xl.cell_error import CellError
from baccarat_xl.live.formulas import as_stored
from baccarat_xl.live.reading import read_live, state_of, two_dimensional
from baccarat_xl.workbook.formula_groups import FormulaGroups
from baccarat_xl.workbook.model import Sheet
from baccarat_xl.workbook.names import read_names
from baccarat_xl.workbook.read import read_book
from tests.live.conftest import Opener
from tests.live.excel_stand_ins import Cell, Range, Workbook, Worksheet

ROOT = Path(__file__).parents[2]
FILES = (
    "examples/data/hand_kept_log.xlsx",
    *(f"templates/{p.name}" for p in (ROOT / "templates").glob("*.xlsx")),
)


def odd_book(path: Path) -> Path:
    """Every kind of cell, merged headers, sheets that are not seen, names of both scopes, tables."""
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet("It's a log")
    sheet.merge_range("B2:D2", "Player")
    sheet.merge_range("F3:F6", "tall")
    sheet.write_row("B3", ["P1", "P2", "P3"])
    for row, (text, value) in enumerate(
        [("=1/0", "#DIV/0!"), ("=NA()", "#N/A"), ('=""', ""), ("=B4+0", 0)], 3
    ):
        sheet.write_formula(row, 1, text, None, value)
    sheet.write("C4", 0)
    sheet.write_string("C5", "=B4")
    sheet.write_string("C6", "#N/A")
    sheet.write_boolean("C7", True)
    sheet.write_datetime(
        "D4", datetime.datetime(2024, 3, 8, 12, 30), book.add_format({"num_format": "d/m/yy"})
    )
    sheet.write_formula("D5", "=IF(C5>$C$4,C4,'Hidden one'!A1)", None, 7)
    sheet.write_formula("D6", "=IF(C6>$C$4,C5,'Hidden one'!A2)", None, 8.5)
    sheet.write_string("D7", "10")
    hidden, deeper = book.add_worksheet("Hidden one"), book.add_worksheet("Deeper")
    hidden.hide()
    deeper.very_hidden()
    hidden.add_table(
        "B3:D6", {"name": "Rounds", "total_row": True, "columns": [{"header": c} for c in "XYZ"]}
    )
    hidden.write_row("B4", [1, 2])
    hidden.write_formula("D4", "=Rounds[[#This Row],[X]]+Rounds[[#This Row],[Y]]", None, 3)
    book.define_name("Everywhere", "='It''s a log'!$B$4")
    book.define_name("'Hidden one'!Here", "='Hidden one'!$A$1")
    book.close()
    return path


def trimmed(sheet: Sheet) -> list[list[Any]]:
    """Rows without the empty cells at their ends, where readers differ."""
    rows = []
    for row in sheet.rows:
        cells = list(row)
        while cells and cells[-1] in (None, ""):
            cells.pop()
        rows.append([None if cell == "" and not isinstance(cell, CellError) else cell for cell in cells])
    while rows and not rows[-1]:
        rows.pop()
    return rows


def formulas(sheet: Sheet) -> dict[tuple[int, int], str]:
    found = {}
    for column, runs in (sheet.written.columns if sheet.written else {}).items():
        for run in runs:
            for row in range(run.first, run.last + 1):
                text = sheet.written.text_at(row, column) if sheet.written else None
                found[row, column] = str(text).replace("_xlfn.", "").replace("_xlpm.", "")
    return found


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return odd_book(tmp_path_factory.mktemp("odd") / "odd.xlsx")


@pytest.mark.parametrize("file", [*FILES, "odd"])
def test_an_open_workbook_reads_as_its_file(file: str, odd: Path, open_book: Opener) -> None:
    path = odd if file == "odd" else ROOT / file
    live, stored = read_live(open_book(path)[0]), read_book(path)
    assert [sheet.name for sheet in live.sheets] == [sheet.name for sheet in stored.sheets]
    for mine, theirs in zip(live.sheets, stored.sheets, strict=True):
        assert mine.state == theirs.state
        assert trimmed(mine) == trimmed(theirs)
        assert [type(c) for row in trimmed(mine) for c in row] == [
            type(c) for row in trimmed(theirs) for c in row
        ]
        assert formulas(mine) == formulas(theirs)
        assert mine.formulas.count == theirs.formulas.count
        assert sorted(mine.merged) == sorted(theirs.merged)
        assert len({len(row) for row in mine.rows}) <= 1
    names = read_names(path)
    assert live.names is not None
    assert live.names.tables == names.tables
    # Excel's own names for printing are not handed over by the stand-in.
    theirs_named = {key: text for key, text in names.names.items() if not key[0].startswith("_XLNM.")}
    assert dict(live.names.names) == theirs_named
    assert not live.not_read


def test_kinds_of_cells(odd: Path, open_book: Opener) -> None:
    rows = read_live(open_book(odd)[0]).sheets[0].rows
    assert [rows[row][1] for row in range(3, 7)] == [CellError("#DIV/0!"), CellError("#N/A"), "", 0.0]
    assert [rows[row][2] for row in range(3, 7)] == [0.0, "=B4", "#N/A", True]
    assert rows[3][4] is None
    assert rows[6][3] == "10"


def test_what_only_windows_hands_over(odd: Path, open_book: Opener) -> None:
    book, workbook = open_book(odd)
    sheet = workbook.sheet("It's a log")
    sheet.cells[4, 2] = Cell(-2146826243)
    sheet.cells[5, 2] = Cell(Decimal("12.5"))
    rows = read_live(book).sheets[0].rows
    assert rows[3][1] == CellError("#SPILL!")
    assert rows[4][1] == 12.5


def test_a_sheet_is_read_in_parts(odd: Path, open_book: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = read_live(open_book(odd)[0])
    monkeypatch.setattr("baccarat_xl.live.reading.CELLS_AT_ONCE", 12)
    parts = read_live(open_book(odd)[0])
    assert [sheet.rows for sheet in parts.sheets] == [sheet.rows for sheet in whole.sheets]
    assert [formulas(sheet) for sheet in parts.sheets] == [formulas(sheet) for sheet in whole.sheets]


def test_cells_far_away_are_told(odd: Path, open_book: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    book, workbook = open_book(odd)
    sheet = workbook.sheet("It's a log")
    sheet.cells[900, 1] = sheet.cells[1, 700] = Cell("far")
    monkeypatch.setattr("baccarat_xl.live.reading.CELLS_AT_ONCE", 512 * 10)
    live = read_live(book)
    assert [(item.what, item.where) for item in live.not_read] == [
        ("cells", "It's a log!SS:ZX"),
        ("cells", "It's a log!211:900"),
    ]
    assert live.sheets[0].rows[3][2] == 0.0
    assert len(live.sheets[0].rows) == 7


def test_reading_changes_nothing(odd: Path, open_book: Opener) -> None:
    book, workbook = open_book(odd)
    workbook.Application.changes.clear()
    before = [(sheet.Name, dict(sheet.cells), dict(sheet.fills)) for sheet in workbook.Worksheets]
    told: list[tuple[str, float]] = []
    read_live(book, progress=lambda what, share: told.append((what, share)))
    assert [(sheet.Name, sheet.cells, sheet.fills) for sheet in workbook.Worksheets] == before
    assert not workbook.Application.changes
    assert told[0] == ("reading sheet It's a log", 0)


def test_names_that_cannot_be_read_are_told(odd: Path, open_book: Opener) -> None:
    class Broken:
        Name = "Broken"

        @property
        def RefersTo(self) -> str:
            raise RuntimeError("no such reference")

    book, workbook = open_book(odd)
    workbook.Names.items.append(Broken())
    live = read_live(book)
    assert [item.what for item in live.not_read] == ["name"]
    assert live.names is not None
    assert len(live.names.names) == 2


def test_states() -> None:
    class Seen:
        def __init__(self, visible: object) -> None:
            self.visible = visible

    states = [state_of(Seen(visible)) for visible in (-1, True, 0, False, 2)]
    assert states == ["visible", "visible", "hidden", "hidden", "very hidden"]


def test_rectangles() -> None:
    assert two_dimensional("x", (1, 1)) == two_dimensional((("x",),), (1, 1)) == [["x"]]
    assert two_dimensional(["a", "b"], (1, 2)) == [["a", "b"]]
    assert two_dimensional(["a", "b"], (2, 1)) == [["a"], ["b"]]
    assert two_dimensional((("a", "b"),), (1, 2)) == [["a", "b"]]


def test_structured_references_in_full() -> None:
    assert as_stored("Other[@X]+[@[A b]]", ["Rounds"]) == "Other[[#This Row],[X]]+Rounds[[#This Row],[A b]]"
    assert as_stored("[@X]", []) == "[[#This Row],[X]]"
    assert as_stored("A1", ["Rounds"]) == "A1"


def test_formulas_are_grouped_by_form(monkeypatch: pytest.MonkeyPatch) -> None:
    groups = FormulaGroups()
    for row in (2, 3, 5):
        groups.add(1, row, f"A{row}+$C$1")
    groups.add(1, 6, "A6*2")
    written = groups.written()
    assert [form.text for form in written.forms] == ["A2+$C$1", "A6*2"]
    assert [(run.first, run.last, run.form) for run in written.columns[1]] == [
        (2, 3, 0),
        (5, 5, 0),
        (6, 6, 1),
    ]
    assert list(groups.index().in_column(1)) == [2, 3, 5, 6]
    monkeypatch.setattr("baccarat_xl.workbook.formula_groups.MOST_FORMS", 2)
    groups.add(1, 7, "A7*3")
    assert groups.written().unread == 1
    assert groups.index().has(7, 1)


def test_the_stand_in_of_a_range() -> None:
    """Mixed merging is neither yes nor no, as in Excel."""

    sheet = Worksheet(Workbook("a.xlsx"), "Sheet1")
    sheet.merged.append((2, 2, 2, 4))
    assert Range(sheet, 1, 1, 3, 5).MergeCells is None
    assert Range(sheet, 2, 2, 2, 4).MergeCells is True
    assert Range(sheet, 1, 5, 3, 5).MergeCells is False
