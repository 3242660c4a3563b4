"""Read a file of any supported format into one shape: ``read_book``."""

from __future__ import annotations

from pathlib import Path

from baccarat_xl.cell_error import CellError
from baccarat_xl.workbook.guard import near_a_limit, read_apart
from baccarat_xl.workbook.model import Book, CellValue, NotRead, Progress, Sheet
from baccarat_xl.workbook.open import look
from baccarat_xl.workbook.readers import read_here

__all__ = ["Book", "CellError", "CellValue", "NotRead", "Progress", "Sheet", "read_book"]


def read_book(path: str | Path, *, password: str | None = None, progress: Progress | None = None) -> Book:
    """Read ``.xlsx .xlsm .xltx .xltm .xlsb .xls .ods .fods .parquet .csv .tsv .json .jsonl``, recognised by
    content and not by name. ``password`` opens an encrypted workbook.

    Raises FileUnreadable (missing, empty, locked, encrypted, damaged, a kind that is not read) or FileRefused
    (beyond the limits, or not what it says it is); the message is one sentence.
    """
    opened = look(path, password)
    if near_a_limit(opened):
        return read_apart(opened.path, password)
    return read_here(opened, password, progress)
