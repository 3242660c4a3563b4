"""Read a file of any supported format into one shape: ``read_book``."""

from __future__ import annotations

from pathlib import Path

from baccarat_xl.cell_error import CellError
from baccarat_xl.workbook.model import Book, CellValue, NotRead, Progress, Sheet
from baccarat_xl.workbook.open import Opened, look

__all__ = ["Book", "CellError", "CellValue", "NotRead", "Progress", "Sheet", "read_book"]


def read_book(path: str | Path, *, password: str | None = None, progress: Progress | None = None) -> Book:
    """Read ``.xlsx .xlsm .xltx .xltm .xlsb .xls .ods .fods .parquet .csv .tsv .json .jsonl``, recognised by
    content and not by name. ``password`` opens an encrypted workbook.

    Raises FileUnreadable (missing, empty, locked, encrypted, damaged, a kind that is not read) or FileRefused
    (beyond the limits, or not what it says it is); the message is one sentence.
    """
    from baccarat_xl.workbook.guard import near_a_limit, read_apart

    opened = look(path, password)
    if near_a_limit(opened):
        return read_apart(opened.path, password)
    return read_here(opened, password, progress)


def read_here(opened: Opened, password: str | None = None, progress: Progress | None = None) -> Book:
    """`read_book` in this process, whatever the file may do to it."""
    if opened.kind == "workbook":
        from baccarat_xl.workbook.xlsx_reader import read_workbook

        return read_workbook(opened, progress)
    if opened.kind == "old workbook":
        from baccarat_xl.workbook.old_reader import read_old_workbook

        return read_old_workbook(opened, password, progress)
    if opened.kind == "open document":
        from baccarat_xl.workbook.ods_reader import read_open_document

        return read_open_document(opened, progress)
    if opened.kind == "parquet":
        from baccarat_xl.workbook.parquet_reader import read_parquet

        return read_parquet(opened, progress)
    from baccarat_xl.workbook.text_reader import read_text

    return read_text(opened, progress)
