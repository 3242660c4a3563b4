"""Delimited text: rows of text with the line where each record starts."""

from __future__ import annotations

import csv
import io
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, cast

from baccarat_xl.errors import FileUnreadable
from baccarat_xl.workbook.long_text import long_and_plain
from baccarat_xl.workbook.model import Book, CellValue, NotRead, Sheet

DELIMITERS: Final = (",", ";", "\t", "|")
NAMES: Final = {",": "comma", ";": "semicolon", "\t": "tab", "|": "vertical bar"}
SAMPLE_LINES: Final = 60
FIELD_LIMIT: Final = 1 << 20
MOST_COLUMNS: Final = 16_384
"""As many as a spreadsheet has."""
USUAL_COLUMNS: Final = 512
LONGEST_LINE: Final = 16_000_000
MOST_CELLS: Final = 4_000_000
MOST_EMPTY: Final = 8


def read_delimited(path: Path, text: str, assumptions: list[str]) -> Book:
    """Read a delimited table; the delimiter is the one that cuts the first lines most evenly."""
    delimiter, sure = sniff(text)
    if not sure:
        assumptions = [*assumptions, f"columns are taken to be separated by a {NAMES[delimiter]}"]
    csv.field_size_limit(FIELD_LIMIT)
    _refuse_endless(path, text)
    form = "tsv" if delimiter == "\t" else "csv"
    try:
        grid = long_and_plain(text, delimiter, USUAL_COLUMNS)
        if grid is not None:
            lines = range(1, len(grid) + 1)
            long = Sheet(None, "visible", grid, lines, assumptions=tuple(assumptions))
            return Book(path, form, [long], [])
        rows, numbers = _records(text, delimiter)
    except csv.Error as error:
        raise FileUnreadable(f"{path}: the text cannot be cut into columns ({error}).") from None
    filled = len(rows)
    while filled and not any(rows[filled - 1]):
        filled -= 1
    del rows[max(filled, 1) :]
    numbers = numbers[: len(rows)]
    if not rows:
        raise FileUnreadable(f"{path}: the file is empty.")
    if _never_closed(text, numbers[-1], delimiter):
        raise FileUnreadable(
            f"{path}: the quotation mark that opens a cell in line {numbers[-1]} is never closed, so "
            "everything from there to the end would be one cell; close it or take it out."
        )
    not_read = [] if isinstance(numbers, range) else list(_swallowed(rows, numbers, delimiter))
    width = max(map(len, rows))
    if width > USUAL_COLUMNS:
        width = _fitting(path, rows, numbers, not_read)
    for row in rows:
        if len(row) != width:
            row.extend([""] * (width - len(row)))
    cells = cast("list[list[CellValue]]", rows)
    sheet = Sheet(name=None, state="visible", rows=cells, row_numbers=numbers, assumptions=tuple(assumptions))
    return Book(path, form, [sheet], not_read)


def _refuse_endless(path: Path, text: str) -> None:
    """Raise FileUnreadable where a line is longer than any log's: nothing is made of its cells first."""
    start = 0
    while len(text) - start > LONGEST_LINE:
        end = max(text.rfind(mark, start, start + LONGEST_LINE) for mark in "\n\r")
        if end < 0:
            line = text.count("\n", 0, start) + 1
            raise FileUnreadable(
                f"{path}: line {line:,} is longer than {LONGEST_LINE // 1_000_000} million characters; break "
                "it into lines, one for each round."
            )
        start = end + 1


def _records(text: str, delimiter: str) -> tuple[list[list[str]], Sequence[int]]:
    """Records and their first lines. Without quoted line breaks, a record is a line: nothing to count."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    rows = list(reader)
    if reader.line_num == len(rows):
        return rows, range(1, len(rows) + 1)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    starts = array("l")
    line = 1
    for _ in reader:
        starts.append(line)
        line = reader.line_num + 1
    return rows, starts


def _fitting(path: Path, rows: list[list[str]], numbers: Sequence[int], not_read: list[NotRead]) -> int:
    """How many columns are read. Where a few lines are much longer than the rest, what is beyond is cut off
    and named: all lines as long as the longest would not fit into memory."""
    width = max(map(len, rows))
    if width > MOST_COLUMNS:
        longest = next(number for row, number in zip(rows, numbers, strict=True) if len(row) == width)
        raise FileUnreadable(
            f"{path}: line {longest} has {width:,} columns, more than the {MOST_COLUMNS:,} of a spreadsheet; "
            "break it into lines, one for each round."
        )
    area = width * len(rows)
    if area <= MOST_CELLS or area <= MOST_EMPTY * sum(map(len, rows)):
        return width
    cut = [number for row, number in zip(rows, numbers, strict=True) if len(row) > USUAL_COLUMNS]
    for row in rows:
        del row[USUAL_COLUMNS:]
    more = f" and {len(cut) - 1:,} more" if len(cut) > 1 else ""
    why = f"the cells beyond column {USUAL_COLUMNS} stand far from the rest and were not read."
    not_read.append(NotRead("cells", f"line {cut[0]}{more}", why))
    return USUAL_COLUMNS


def _never_closed(text: str, line: int, delimiter: str) -> bool:
    """Does the last record, which starts in this line, end inside quotation marks?"""
    if '"' not in text:
        return False
    stream = io.StringIO(text, newline="")
    for _ in range(line - 1):
        stream.readline()
    try:
        list(csv.reader(stream, delimiter=delimiter, strict=True))
    except csv.Error as error:
        return "unexpected end" in str(error)
    return False


def _swallowed(rows: list[list[str]], numbers: Sequence[int], delimiter: str) -> Iterator[NotRead]:
    """Quoted cells that hold what looks like rows: a quotation mark too many, closed only by a later one."""
    marks = Counter(map(len, rows)).most_common(1)[0][0] - 1
    for row, number in zip(rows, numbers, strict=True):
        for index, cell in enumerate(row):
            if "\n" in cell and _holds_rows(cell, index, delimiter, marks):
                why = (
                    f"the quotation mark that opens a cell in line {number} is closed in line "
                    f"{number + cell.count(chr(10))} only, and what looks like rows is part of that cell; "
                    "close it where the cell ends."
                )
                yield NotRead("records", f"line {number}", why)
                break


def _holds_rows(cell: str, index: int, delimiter: str, marks: int) -> bool:
    """``index``: of the cell in its row; ``marks``: delimiters in a usual row."""
    first, *between, _ = cell.split("\n")
    rest = first.count(delimiter)
    return marks > 1 and (
        (rest > 1 and index + rest == marks) or any(line.count(delimiter) == marks for line in between)
    )


def sniff(text: str) -> tuple[str, bool]:
    """The delimiter, and whether the text leaves no doubt.

    >>> sniff("player_cards,winner\\nA-spades|9-hearts,Banker\\n")
    (',', True)
    >>> sniff("a;b\\n1,5;2\\n")
    (';', True)
    """
    if text.startswith("sep=") and text[4:5] in DELIMITERS:
        return text[4], True
    lines = [line for line in _first_lines(text) if line.strip()]
    scores = {mark: _evenness(lines, mark) for mark in DELIMITERS}
    best = max(DELIMITERS, key=lambda mark: scores[mark])
    if scores[best] == (0.0, 0):
        return ",", True
    rivals = [mark for mark in DELIMITERS if mark != best and scores[mark] == scores[best]]
    return best, not rivals


def _first_lines(text: str) -> list[str]:
    head = text[:100_000]
    return head.splitlines()[:SAMPLE_LINES]


def _evenness(lines: list[str], delimiter: str) -> tuple[float, int]:
    """(share of lines with the commonest number of columns, that number - 1); titles above do no harm."""
    counts = []
    for line in lines:
        try:
            counts.append(len(next(csv.reader([line], delimiter=delimiter), [])) - 1)
        except csv.Error:
            counts.append(0)
    full = Counter(count for count in counts if count > 0)
    if not full:
        return (0.0, 0)
    columns, times = max(full.items(), key=lambda item: (item[1], item[0]))
    in_header = max((count for count in counts[:12]), default=0)
    if not in_header:
        return (0.0, 0)
    return (round(times / len(counts), 1), columns)
