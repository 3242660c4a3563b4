"""The reader for each kind of file."""

from __future__ import annotations

from baccarat_xl.workbook.model import Book, Progress
from baccarat_xl.workbook.open import Opened


def read_here(opened: Opened, password: str | None = None, progress: Progress | None = None) -> Book:
    """`baccarat_xl.workbook.read.read_book` in this process, whatever the file may do to it."""
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
