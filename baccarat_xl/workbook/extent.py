"""How far a sheet reaches, from its raw part, before a reader that allocates the whole rectangle meets it.

One stray cell at XFD1048576 makes a rectangle of 17 thousand million cells; a fast reader then ends the process.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from baccarat_xl.workbook.model import column_index

CELL_REF: Final = re.compile(rb"""\br\s*=\s*["']\$?([A-Za-z]{1,3})\$?(\d{1,9})["']""")
ROW_REF: Final = re.compile(rb"""<(?:\w+:)?row\b[^>]*?\br\s*=\s*["'](\d{1,9})["']""")
OVERLAP: Final = 256
MAX_DENSE: Final = 4_000_000
MAX_DENSE_SHARE: Final = 8


@dataclass(frozen=True, slots=True)
class Extent:
    """rows x columns is the rectangle from A1; cells is how many cells the part writes down."""

    rows: int
    columns: int
    cells: int

    @property
    def safe(self) -> bool:
        """May the whole rectangle be allocated?"""
        area = self.rows * self.columns
        return area <= MAX_DENSE or area <= MAX_DENSE_SHARE * self.cells


def measure(blocks: Iterable[bytes]) -> Extent:
    """The extent of a sheet part given as blocks of its XML, whatever its <dimension> claims."""
    rows = columns = cells = unplaced = row_tags = 0
    tail = b""
    for block in blocks:
        data = tail + block
        far = len(tail) == 0 or _may_reach_far(data)
        block_rows, block_columns = _exact(data) if far else _ordinary(data)
        rows, columns = max(rows, block_rows), max(columns, block_columns)
        cells += block.count(b'r="') + block.count(b"r='")
        row_tags += block.count(b"<row") + block.count(b":row")
        unplaced += block.count(b"<c>") + block.count(b"<c t=") + block.count(b"<c s=") + block.count(b":c ")
        tail = data[-OVERLAP:]
    if unplaced > cells:
        rows, columns = max(rows, row_tags), max(columns, min(16_384, unplaced))
    return Extent(max(rows, 1), max(columns, 1), max(cells, unplaced, 1))


def _may_reach_far(data: bytes) -> bool:
    """Could any cell of this block stand right of column Z or below row 999,999?"""
    import numpy as np

    codes = np.frombuffer(data, np.uint8)
    if b" r='" in data or b"r =" in data or b"r= " in data or len(codes) < 32:
        return True
    at = np.flatnonzero(codes[:-16] == 61)
    at = at[(codes[at - 1] == 114) & (codes[at + 1] == 34)]
    letters = (codes[at + 3] | 32) - np.uint8(97)
    if bool((letters < 26).any()):
        return True
    seventh = at[((codes[at + 8] - np.uint8(48)) < 10) & ((codes[at + 9] - np.uint8(48)) < 10)]
    return any(
        re.match(rb'="[A-Za-z]?\d{7}', data[i : i + 12]) for i in seventh[:64].tolist()
    ) or _seven_digits(data, seventh.tolist()[64:])


def _seven_digits(data: bytes, places: list[int]) -> bool:
    return any(data[i + 3 : i + 10].isdigit() for i in places)


def _ordinary(data: bytes) -> tuple[int, int]:
    """Rows by the last row tag; all columns are known to lie within A-Z."""
    last = data.rfind(b"<row")
    found = ROW_REF.search(data, last) if last >= 0 else None
    return (int(found[1]) if found else 0), 26


def _exact(data: bytes) -> tuple[int, int]:
    """Rows and columns by looking at every reference of the block."""
    references = CELL_REF.findall(data)
    rows = max((int(digits) for _, digits in references), default=0)
    rows = max(rows, max((int(digits) for digits in ROW_REF.findall(data)), default=0))
    widest = {letters for letters, _ in references}
    columns = max((column_index(letters.decode()) + 1 for letters in widest), default=0)
    return rows, columns
