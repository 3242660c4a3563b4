"""An open workbook for tests: stand-ins for Excel's objects, with xlwings' own code around them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("xlwings", reason="xlwings is not installed")
from tests.functions.xlwings.windows_stand_ins import xlwings_on_windows
from tests.live.excel_stand_ins import Workbook, opened

Opener = Callable[[Path], tuple[Any, Workbook]]


@pytest.fixture
def open_book() -> Iterator[Opener]:
    """Opens a file: the book as xlwings gives it, and the workbook behind it."""
    if sys.platform in ("win32", "darwin"):
        pytest.skip("the stand-ins for pywin32 would hide this system's own xlwings")
    with xlwings_on_windows():
        import xlwings

        windows: Any = xlwings._xlwindows
        windows.win32process.GetWindowThreadProcessId = lambda window: (0, window)
        time_type = sys.modules["pywintypes"].TimeType

        def opener(path: Path) -> tuple[Any, Workbook]:
            workbook = opened(path, time_type)
            return xlwings.Book(impl=windows.Book(xl=workbook)), workbook

        yield opener
