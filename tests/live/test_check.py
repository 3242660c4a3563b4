"""An open workbook checked: the findings of the file, marks that can be taken away, nothing else touched."""

from __future__ import annotations

import re
import sys
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from baccarat_xl.audit.engine import Options, check
from baccarat_xl.audit.finding import Finding
from baccarat_xl.errors import OutputError, UsageError
from baccarat_xl.live import check_this_workbook, undo_marks
from baccarat_xl.live.marks import MOST_MARKS, wanted_marks
from baccarat_xl.live.sheet import HEADER_ROW, MARKS_COLUMN
from baccarat_xl.report.sheet_rows import COLOURS, HEADERS, NAME
from tests.audit.formula_books import BANKER_EMPTY_AS_0, log_book
from tests.live.conftest import Opener
from tests.live.excel_stand_ins import Cell, Workbook, Worksheet

LOG = Path(__file__).parents[2] / "examples" / "data" / "hand_kept_log.xlsx"
FINDINGS = 5
GREEN = 0x50B000


def state(workbook: Workbook) -> dict[str, object]:
    """All that a user could miss: cells, fills, the order of sheets, what is in front, Excel's settings."""
    app = workbook.Application
    return deepcopy(
        {
            "sheets": [
                (s.Name, {k: c for k, c in s.cells.items() if c != Cell()}, s.fills, s.Visible, s.selected)
                for s in workbook.Worksheets
            ],
            "front": workbook.ActiveSheet.Name,
            "app": (app.ScreenUpdating, app.DisplayAlerts, app.Calculation),
        }
    )


def told(sheet: Worksheet, row: int, columns: range) -> list[Any]:
    return [sheet.cells.get((row, column), Cell()).value for column in columns]


@pytest.fixture
def log(open_book: Opener) -> tuple[Any, Workbook]:
    """A log of ten rounds with five faults; one of the cells at fault has a colour of its own."""
    book, workbook = open_book(LOG)
    workbook.sheet("Shoe 1").fills[7, 7] = GREEN
    workbook.Worksheets.Add(workbook.Worksheets(1)).Name = "Notes"
    workbook.Worksheets(1).cells[1, 1] = Cell("mine")
    return book, workbook


def same_findings(book: Any, path: Path, options: Options) -> list[Finding]:
    found = check_this_workbook(book, options).result.findings
    expected = check([path], options).findings
    assert [replace(each, file="") for each in found] == [replace(each, file="") for each in expected]
    return list(expected)


def test_the_findings_are_those_of_the_file(log: tuple[Any, Workbook]) -> None:
    assert len(same_findings(log[0], LOG, Options())) == FINDINGS


def test_formulas_are_judged_as_in_the_file(open_book: Opener, tmp_path: Path) -> None:
    path = log_book(tmp_path / "log.xlsx", {"Banker draws": BANKER_EMPTY_AS_0})
    found = same_findings(open_book(path)[0], path, Options())
    assert "BACC301" in {finding.rule for finding in found}


def test_every_finding_stands_on_the_sheet(log: tuple[Any, Workbook]) -> None:
    book, workbook = log
    done = check_this_workbook(book)
    sheet = workbook.Worksheets.items[-1]
    assert (done.sheet, sheet.Name) == (NAME, NAME)
    assert told(sheet, HEADER_ROW, range(1, 10)) == list(HEADERS)
    assert "5 findings in 5 rounds" in sheet.cells[3, 1].value
    for row, finding in enumerate(done.result.findings, start=HEADER_ROW + 1):
        place = sheet.cells[row, 1]
        assert place.value == f"{finding.sheet}!{finding.cell}"
        assert place.formula.startswith(f"=HYPERLINK(\"#'{finding.sheet}'!{finding.cell}\"")
        texts = [finding.severity, finding.rule, finding.message, finding.record, finding.expected]
        assert told(sheet, row, range(2, 10)) == [*texts, finding.found, finding.why, finding.fix]
        assert all(sheet.cells[row, column].text for column in range(2, 10)), "text stays text"
    rest = [
        sheet.cells[row, 1].value
        for row in range(HEADER_ROW + FINDINGS + 1, sheet.UsedRange.bottom + 1)
        if (row, 1) in sheet.cells
    ]
    assert any("Shoe 1" in line and "10 rounds" in line for line in rest if line), "what was looked at"


def test_exactly_the_cells_at_fault_are_marked(log: tuple[Any, Workbook]) -> None:
    book, workbook = log
    done = check_this_workbook(book)
    wanted = {cell for finding in done.result.findings for cell in finding.cells}
    sheet = workbook.sheet("Shoe 1")
    marked = {f"{'ABCDEFGHIJKLMN'[column - 1]}{row}" for row, column in sheet.fills}
    assert marked == wanted
    assert done.marked == len(wanted)
    red, green, blue = (int(COLOURS["error"][at : at + 2], 16) for at in (1, 3, 5))
    assert set(sheet.fills.values()) == {red + (green << 8) + (blue << 16)}


def test_undoing_leaves_the_workbook_as_it_was(log: tuple[Any, Workbook]) -> None:
    book, workbook = log
    before = state(workbook)
    changes = workbook.Application.changes
    changes.clear()
    check_this_workbook(book)
    assert state(workbook)["front"] == before["front"]
    assert state(workbook)["app"] == before["app"]
    done = undo_marks(book)
    assert state(workbook) == before
    assert (done.restored, done.remarks) == (FINDINGS, ())
    assert set(changes) <= {"ScreenUpdating", "DisplayAlerts"}, "calculation is never touched"
    assert undo_marks(book).restored == 0
    assert state(workbook) == before


def test_only_fills_and_the_sheet_of_findings_change(log: tuple[Any, Workbook]) -> None:
    book, workbook = log
    cells = [deepcopy(sheet.cells) for sheet in workbook.Worksheets]
    check_this_workbook(book)
    assert [sheet.cells for sheet in workbook.Worksheets.items[:-1]] == cells
    assert not workbook.sheet("Notes").fills


def test_a_second_check_takes_the_place_of_the_first(log: tuple[Any, Workbook]) -> None:
    book, workbook = log
    before = state(workbook)
    check_this_workbook(book)
    workbook.sheet("Shoe 1").cells.pop((6, 7))  # the first fault is corrected: no third card there
    again = check_this_workbook(book)
    assert "Shoe 1!G6" not in {f"{f.sheet}!{f.cell}" for f in again.result.findings}
    assert [sheet.Name for sheet in workbook.Worksheets].count(NAME) == 1
    assert (6, 7) not in workbook.sheet("Shoe 1").fills
    undo_marks(book)
    assert [sheet[2] for sheet in state(workbook)["sheets"]] == [s[2] for s in before["sheets"]]  # type: ignore[attr-defined]


def test_a_sheet_of_that_name_that_is_not_ours_is_kept(log: tuple[Any, Workbook]) -> None:
    book, workbook = log
    workbook.Worksheets(1).Name = NAME
    before = state(workbook)
    assert check_this_workbook(book).sheet == f"{NAME} 2"
    undo_marks(book)
    assert state(workbook) == before


def test_a_protected_sheet_is_checked_and_not_marked(log: tuple[Any, Workbook]) -> None:
    book, workbook = log
    sheet = workbook.sheet("Shoe 1")
    sheet.ProtectContents = True
    fills = dict(sheet.fills)
    done = check_this_workbook(book)
    assert len(done.result.findings) == FINDINGS
    assert (done.marked, sheet.fills) == (0, fills)
    assert len(done.remarks) == 1
    assert "Shoe 1 is protected" in done.remarks[0]
    lines = [cell.value for cell in workbook.sheet(NAME).cells.values()]
    assert done.remarks[0] in lines


def test_marks_on_a_sheet_protected_since_stay_until_it_is_not(log: tuple[Any, Workbook]) -> None:
    book, workbook = log
    before = state(workbook)
    check_this_workbook(book)
    workbook.sheet("Shoe 1").ProtectContents = True
    done = undo_marks(book)
    assert done.restored == 0
    assert "protected: 5 marks stay" in done.remarks[0]
    assert check_this_workbook(book).marked == FINDINGS
    workbook.sheet("Shoe 1").ProtectContents = False
    assert undo_marks(book).restored == FINDINGS
    assert state(workbook) == before


def test_a_workbook_whose_structure_is_protected(log: tuple[Any, Workbook]) -> None:
    book, workbook = log
    workbook.ProtectStructure = True
    before = state(workbook)
    for work in (check_this_workbook, undo_marks):
        with pytest.raises(OutputError, match="the structure of the workbook is protected"):
            work(book)
    assert state(workbook) == before


def test_a_cell_coloured_since_keeps_its_colour(log: tuple[Any, Workbook]) -> None:
    book, workbook = log
    check_this_workbook(book)
    workbook.sheet("Shoe 1").fills[8, 7] = GREEN
    done = undo_marks(book)
    assert done.restored == FINDINGS - 1
    assert "another colour by now" in done.remarks[0]
    assert workbook.sheet("Shoe 1").fills == {(7, 7): GREEN, (8, 7): GREEN}
    assert NAME not in [sheet.Name for sheet in workbook.Worksheets]


def test_a_sheet_removed_since(log: tuple[Any, Workbook]) -> None:
    book, workbook = log
    check_this_workbook(book)
    workbook.Worksheets.items.remove(workbook.sheet("Shoe 1"))
    assert undo_marks(book).restored == 0
    assert [sheet.Name for sheet in workbook.Worksheets] == ["Notes"]


def test_patterns_are_not_lost(log: tuple[Any, Workbook]) -> None:
    book, workbook = log
    workbook.sheet("Shoe 1").patterns[6, 7] = 17
    done = check_this_workbook(book)
    assert done.marked == FINDINGS - 1
    assert (6, 7) not in workbook.sheet("Shoe 1").fills
    assert "1 cells of the sheet Shoe 1 have a pattern" in done.remarks[0]


def test_too_many_marks(log: tuple[Any, Workbook], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("baccarat_xl.live.marks.MOST_MARKS", 2)
    done = check_this_workbook(log[0])
    assert done.marked == 2
    assert "Only 2 cells were marked; 3 more" in done.remarks[0]
    assert MOST_MARKS > 1_000


def test_the_gravest_finding_colours_a_cell(log: tuple[Any, Workbook]) -> None:
    finding = check([LOG]).findings[0]
    several = [
        replace(finding, severity=grave, cells=("B2:B4", "C9")) for grave in ("note", "error", "warning")
    ]
    marks = wanted_marks(several)  # type: ignore[arg-type]
    assert marks == {("Shoe 1", cell): "error" for cell in ("B2", "B3", "B4", "C9")}


def test_many_findings_and_marks_are_read_back(
    log: tuple[Any, Workbook], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("baccarat_xl.live.sheet.ROWS_AT_ONCE", 2)
    book, workbook = log
    before = state(workbook)
    check_this_workbook(book)
    column = [workbook.sheet(NAME).cells[HEADER_ROW + 1 + n, MARKS_COLUMN + 1].value for n in range(FINDINGS)]
    assert all(re.fullmatch("[A-Z]+[0-9]+", cell) for cell in column)
    assert undo_marks(book).restored == FINDINGS
    assert state(workbook) == before


def test_a_workbook_without_rounds(log: tuple[Any, Workbook]) -> None:
    book, workbook = log
    workbook.sheet("Shoe 1").cells.clear()
    done = check_this_workbook(book)
    assert not done.result.tables
    assert any("no table of rounds" in str(cell.value) for cell in workbook.sheet(NAME).cells.values())


def messages(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    shown: list[str] = []
    windows: Any = sys.modules["xlwings._xlwindows"]
    monkeypatch.setattr(windows.win32con, "MB_OK", 0, raising=False)
    monkeypatch.setattr(windows.win32con, "MB_ICONINFORMATION", 64, raising=False)
    monkeypatch.setattr(windows.win32con, "MB_ICONWARNING", 48, raising=False)

    def box(window: int, prompt: str, title: str, style: int) -> int:
        shown.append(f"{style} {title}: {prompt}")
        return 1

    monkeypatch.setattr(windows.win32api, "MessageBox", box, raising=False)
    return shown


def test_the_macros(log: tuple[Any, Workbook], monkeypatch: pytest.MonkeyPatch) -> None:
    import xlwings

    from baccarat_xl.functions.hosts.xlwings_classic.vba_wrapper import CHECK, UNDO

    book, workbook = log
    shown = messages(monkeypatch)
    monkeypatch.setattr(xlwings.Book, "_mock_caller", book, raising=False)
    before = state(workbook)
    exec(CHECK, {})
    assert shown[0].startswith(
        f"64 Baccarat check: 5 findings in 10 rounds. See the sheet {NAME}; 5 cells marked."
    )
    exec(UNDO, {})
    assert shown[1] == "64 Baccarat check: 5 cells with the colour of before."
    assert state(workbook) == before
    workbook.ProtectStructure = True
    exec(CHECK, {})
    assert shown[2].startswith(
        "48 Baccarat check: hand_kept_log.xlsx: the structure of the workbook is protected"
    )
    monkeypatch.setattr("baccarat_xl.live.macro.check_this_workbook", lambda book: 1 / 0)
    exec(CHECK, {})
    assert shown[3].startswith(
        "48 Baccarat check: This is a fault of baccarat-xl, not of your workbook: ZeroDiv"
    )


def test_the_workbook_whose_macro_runs_is_taken(
    log: tuple[Any, Workbook], monkeypatch: pytest.MonkeyPatch
) -> None:
    import xlwings

    monkeypatch.setattr(xlwings.Book, "_mock_caller", log[0], raising=False)
    assert len(check_this_workbook().result.findings) == FINDINGS


def test_without_an_open_workbook_it_says_so() -> None:
    if sys.platform in ("win32", "darwin"):
        pytest.skip("Excel may be open here")
    with pytest.raises(UsageError, match="no open workbook was found"):
        check_this_workbook()
