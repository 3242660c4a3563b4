"""One round of a file, found by its row."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from baccarat_xl.audit.judge import Judge, Judged
from baccarat_xl.errors import UsageError
from baccarat_xl.layout.recognise import recognise
from baccarat_xl.workbook.read import read_book

if TYPE_CHECKING:
    from baccarat_xl.layout.table import Table


def round_in(path: Path, row: int, sheet: str | None = None) -> Judged:
    """The round in this row, as an editor numbers it (of JSON, the record of this number).

    Raises UsageError where there is none, or several sheets have one; FileUnreadable and FileRefused as
    reading does.
    """
    tables = [table for table in recognise(read_book(path), sheet=sheet).tables if table.variant is None]
    found = [
        (table, position)
        for table in tables
        if table.first_row <= row <= table.last_row
        for position in range(len(table.rounds))
        if table.row_number(position) == row
    ]
    if not found:
        places = "; ".join(map(_place, tables)) or "none was recognised"
        raise UsageError(f"{path}: row {row} holds no round; rounds stand in {places}.")
    if len({table.sheet.name for table, _ in found}) > 1:
        names = " and ".join(str(table.sheet.name) for table, _ in found)
        raise UsageError(f"{path}: row {row} holds a round on the sheets {names}; name one with --sheet.")
    table, position = found[0]
    return Judge(table).judge(position)


def _place(table: Table) -> str:
    rows = f"rows {table.first_row}-{table.last_row}"
    return f"{rows} of {table.sheet.name}" if table.sheet.name else rows
