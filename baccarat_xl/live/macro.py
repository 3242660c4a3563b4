"""What the macros CheckThisWorkbook and UndoBaccaratMarks call: they end in a message, never a traceback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from baccarat_xl.errors import BaccaratError
from baccarat_xl.live.check import check_this_workbook, undo_marks
from baccarat_xl.report.lines import counted

TITLE: Final = "Baccarat check"
MOST_REMARKS: Final = 4


def check() -> None:
    """Check the workbook whose macro is running, and say in a message what was found."""
    _told(_check)


def undo() -> None:
    """Take the marks away, and say in a message what was done."""
    _told(_undo)


def _check(book: Any) -> str:
    done = check_this_workbook(book)
    found = counted(len(done.result.findings), "finding")
    complete = "" if done.result.complete else " Not everything could be checked: the sheet says what."
    head = (
        f"{found} in {counted(done.result.rounds, 'round')}.{complete} See the sheet {done.sheet}; "
        f"{counted(done.marked, 'cell')} marked."
    )
    return _message(head, done.remarks)


def _undo(book: Any) -> str:
    done = undo_marks(book)
    return _message(f"{counted(done.restored, 'cell')} with the colour of before.", done.remarks)


def _message(head: str, remarks: tuple[str, ...]) -> str:
    return "\n\n".join([head, *remarks[:MOST_REMARKS]])


def _told(work: Callable[[Any], str]) -> None:
    import xlwings

    book = xlwings.Book.caller()
    try:
        message, mode = work(book), "info"
    except BaccaratError as problem:
        message, mode = str(problem), "critical"
    except Exception as problem:
        fault = f"{type(problem).__name__}: {problem}"
        message = f"This is a fault of baccarat-xl, not of your workbook: {fault}. Please report it."
        mode = "critical"
    book.app.alert(message, title=TITLE, mode=mode)
