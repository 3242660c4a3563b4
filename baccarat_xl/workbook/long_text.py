"""A long delimited text without quotation marks, read some lines at a time into columns of numbers."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import islice
from typing import Final

from baccarat_xl.workbook.grid import Grid, GridBuilder

LONG: Final = 4 << 20
"""Characters from which it is worth the while."""
PIECE: Final = 1 << 20
RECORDS: Final = 4096
OTHER_BREAKS: Final = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
"""What ends a line for Python, and none for a text file."""


def long_and_plain(text: str, delimiter: str, most_columns: int) -> Grid | None:
    """The records of a long text in which each line is a record, blank ones at the end left out; else None.

    Raises csv.Error where a cell is too long.
    """
    if len(text) < LONG or '"' in text or any(mark in text for mark in OTHER_BREAKS):
        return None
    width = max(line.count(delimiter) for line in _lines(text)) + 1
    if width > most_columns:
        return None
    grid = GridBuilder()
    reader = csv.reader(_lines(text), delimiter=delimiter)
    at = 0
    while rows := list(islice(reader, RECORDS)):
        filled = len(rows)
        while filled and not any(rows[filled - 1]):
            filled -= 1
        whole = [row if len(row) == width else row + [""] * (width - len(row)) for row in rows[:filled]]
        grid.add(at, 0, whole, booleans=False)
        at += len(rows)
    return grid.result() if grid.length else None


def _lines(text: str) -> Iterator[str]:
    """The lines with their ends; no second copy of the whole text is made."""
    start = 0
    while start < len(text):
        stop = start + PIECE
        end = max(text.rfind("\n", start, stop), text.rfind("\r", start, stop)) + 1
        if stop >= len(text):
            end = len(text)
        elif text[end - 1 : end + 1] == "\r\n":
            end += 1
        elif end <= start:
            end = _next_end(text, stop)
        yield from text[start:end].splitlines(keepends=True)
        start = end


def _next_end(text: str, start: int) -> int:
    """Behind the first line break from here on."""
    found = [place for mark in "\n\r" if (place := text.find(mark, start)) >= 0]
    end = min(found, default=len(text) - 1) + 1
    return end + 1 if text[end - 1 : end + 1] == "\r\n" else end
