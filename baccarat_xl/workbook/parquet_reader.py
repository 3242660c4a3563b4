"""Parquet files: one sheet headed by the columns' names, read in batches by pyarrow, which is optional."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any, Final

from baccarat_xl.errors import FileRefused, FileUnreadable
from baccarat_xl.pause import collector_paused
from baccarat_xl.workbook.model import Book, CellValue, Progress, Sheet
from baccarat_xl.workbook.names import Names
from baccarat_xl.workbook.open import Opened
from baccarat_xl.workbook.zip_in import words_of

BATCH: Final = 20_000
MOST_ROWS: Final = 5_000_000
MOST_COLUMNS: Final = 16_384
LARGEST: Final = 2**53
JOIN: Final = "|"
CELLS: Final = (str, bool, float, datetime, date, time, timedelta)


def read_parquet(opened: Opened, progress: Progress | None = None) -> Book:
    """Read the whole table. Raises FileUnreadable (also where pyarrow is not installed) and FileRefused."""
    try:
        import pyarrow.parquet as parquet
    except ImportError:
        raise FileUnreadable(
            f"{opened.path}: this is a Parquet file; to read it, install what it needs "
            "(pip install 'baccarat-xl[parquet]'), or save it as .csv."
        ) from None
    path = opened.path
    try:
        with opened.stream() as stream, collector_paused(), parquet.ParquetFile(stream) as file:
            names = tuple(map(str, file.schema_arrow.names))
            if file.metadata.num_rows > MOST_ROWS or len(names) > MOST_COLUMNS:
                raise FileRefused(f"{path}: the table has more rows or columns than are read.")
            rows = _rows(file, names, progress)
    except FileRefused:
        raise
    except Exception as error:
        first = words_of(error) or type(error).__name__
        raise FileUnreadable(f"{path}: the Parquet file is damaged ({first}); write it again.") from None
    if progress:
        progress("read", 1.0)
    sheet = Sheet(name=None, state="visible", rows=rows, row_numbers=range(len(rows)), column_names=names)
    return Book(path, opened.format, [sheet], [], Names())


def _rows(file: Any, names: tuple[str, ...], progress: Progress | None) -> list[list[CellValue]]:
    rows: list[list[CellValue]] = [list(names)]
    total = max(file.metadata.num_rows, 1)
    for batch in file.iter_batches(batch_size=BATCH):
        columns = [[_cell(value) for value in column.to_pylist()] for column in batch.columns]
        rows.extend(map(list, zip(*columns, strict=True)))
        if progress:
            progress("reading rows", min(len(rows) / total, 1.0))
    return rows


def _cell(value: Any) -> CellValue:
    """A value as a cell holds it; a list of cards becomes one text, as in JSON."""
    if value is None or isinstance(value, CELLS):
        return value
    if isinstance(value, int):
        return float(value) if abs(value) <= LARGEST else str(value)
    if isinstance(value, list):
        return JOIN.join("" if item is None else str(item) for item in value)
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return str(value)
