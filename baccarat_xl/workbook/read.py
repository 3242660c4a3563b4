"""Read a file of any supported format into one shape: ``read_book``."""

from __future__ import annotations

from pathlib import Path

from baccarat_xl.cell_error import CellError
from baccarat_xl.workbook.model import Book, CellValue, NotRead, Progress, Sheet
from baccarat_xl.workbook.open import look

__all__ = ["Book", "CellError", "CellValue", "NotRead", "Progress", "Sheet", "read_book"]


def read_book(path: str | Path, *, progress: Progress | None = None) -> Book:
    """Read ``.xlsx .xlsm .csv .tsv .json .jsonl``, recognised by content and not by name.

    Raises FileUnreadable (missing, empty, locked, encrypted, damaged, a kind that is not read) or FileRefused
    (beyond the limits, or not what it says it is); the message is one sentence.
    """
    opened = look(path)
    if opened.kind == "workbook":
        from baccarat_xl.workbook.xlsx_reader import read_workbook

        return read_workbook(opened, progress)
    from baccarat_xl.workbook.text_reader import read_text

    return read_text(opened, progress)
