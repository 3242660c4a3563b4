"""Check an open workbook, and take the marks away again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from baccarat_xl.audit.engine import Options, check_book
from baccarat_xl.audit.finding import CheckResult
from baccarat_xl.errors import MissingPart, UsageError
from baccarat_xl.live.marks import Mark, mark, unmark, wanted_marks
from baccarat_xl.live.reading import read_live
from baccarat_xl.live.sheet import (
    add_sheet,
    our_sheets,
    read_marks,
    refuse_locked,
    write_findings,
    write_marks,
)
from baccarat_xl.workbook.model import Progress


@dataclass(frozen=True, slots=True)
class LiveCheck:
    """What a check of an open workbook came to.

    sheet    the name of the sheet of findings
    marked   how many cells are marked
    remarks  what was not marked or not taken away, one sentence each
    """

    result: CheckResult
    sheet: str
    marked: int
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Undone:
    """What became of the marks: how many cells have their colours back, and what stays, in sentences."""

    restored: int
    remarks: tuple[str, ...]


def check_this_workbook(
    book: Any = None, options: Options | None = None, *, progress: Progress | None = None
) -> LiveCheck:
    """Check every sheet of an open workbook, write the findings on a sheet of their own and mark the cells.

    ``book`` is an `xlwings.Book`; None is the workbook whose macro is running, else the one in front. Nothing
    but the fill of the marked cells and the sheet of findings is changed: the selection, the active sheet and
    the calculation mode are left alone. A check before this one is undone first.

    Raises UsageError where no workbook is open, OutputError where no sheet can be added, MissingPart without
    xlwings.
    """
    book = _book(book)
    refuse_locked(book)
    with _undisturbed(book):
        left, said = _take_away(book)
        read = read_live(book, progress=progress)
        result = check_book(read, book.name, options, progress=progress)
        sheet = add_sheet(book)
        marks, remarks = mark(book, _without(left, wanted_marks(result.findings)))
        remarks = [*said, *remarks]
        write_findings(sheet, result, [*left, *marks], remarks)
        return LiveCheck(result, sheet.name, len(left) + len(marks), tuple(remarks))


def undo_marks(book: Any = None) -> Undone:
    """Give marked cells the colours they had, and remove the sheet of findings.

    A cell that was coloured anew since is left as it is. While marks on protected sheets stay, so does the
    sheet. Raises as `check_this_workbook`.
    """
    book = _book(book)
    refuse_locked(book)
    with _undisturbed(book):
        sheets = our_sheets(book)
        if not sheets:
            return Undone(0, ("There is no sheet of a check in this workbook, so there is nothing to undo.",))
        restored, remarks = 0, []
        for sheet in sheets:
            count, stay, said = unmark(book, read_marks(sheet))
            restored += count
            remarks += said
            if stay:
                write_marks(sheet, stay)
            else:
                _delete(book, sheet)
        return Undone(restored, tuple(remarks))


def _take_away(book: Any) -> tuple[list[Mark], list[str]]:
    """Undo what earlier checks left: the marks that stay, and why."""
    left: list[Mark] = []
    remarks: list[str] = []
    for sheet in our_sheets(book):
        _, stay, said = unmark(book, read_marks(sheet))
        left += stay
        remarks += said
        _delete(book, sheet)
    return left, remarks


def _without(left: list[Mark], wanted: dict[tuple[str, str], str]) -> dict[tuple[str, str], str]:
    already = {(each.sheet, each.cell) for each in left}
    return {place: severity for place, severity in wanted.items() if place not in already}


def _delete(book: Any, sheet: Any) -> None:
    with book.app.properties(display_alerts=False):
        sheet.delete()


@contextmanager
def _undisturbed(book: Any) -> Iterator[None]:
    """The screen stands still meanwhile, and the sheet that was in front is in front again."""
    before = book.sheets.active.name
    with book.app.properties(screen_updating=False):
        try:
            yield
        finally:
            names = [sheet.name for sheet in book.sheets]
            if before in names and book.sheets.active.name != before:
                # By the sheet's own means: xlwings' way also brings Excel's window to the front.
                book.sheets[before].impl.activate()


def _book(book: Any) -> Any:
    if book is not None:
        return book
    try:
        import xlwings
    except ImportError as problem:
        raise MissingPart("xlwings is not installed; pip install xlwings") from problem
    try:
        return xlwings.Book.caller()
    except Exception:
        pass
    try:
        return xlwings.books.active
    except Exception as problem:
        raise UsageError(
            "no open workbook was found; open it in Excel on this computer and check again"
        ) from problem
