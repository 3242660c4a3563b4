"""How far a sheet reaches, from its raw part, before a reader that allocates the whole rectangle meets it.

One stray cell at XFD1048576 makes a rectangle of 17 thousand million cells; a fast reader then ends the
process. So the part is looked through first, at a few nanoseconds a byte: blocks whose references all lie
within A1:Z999999 are told from the others by arithmetic on bytes, and only the others are read exactly.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from baccarat_xl.workbook.model import column_index

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Bytes = npt.NDArray[np.uint8]

CELL_REF: Final = re.compile(rb"""\br\s*=\s*["']\$?([A-Za-z]{1,3})\$?(\d{1,10})["']""")
ROW_REF: Final = re.compile(rb"""<(?:\w+:)?row\b[^<>]{0,999}?\br\s*=\s*["'](\d{1,10})["']""")
CELL_TAG: Final = re.compile(rb"<(?:\w+:)?c[\s/>]")
ROW_TAG: Final = re.compile(rb"<(?:\w+:)?row[\s/>]")
HIDDEN: Final = b" hidden="
NOT_PLAIN: Final = (b"<f", b't="e"', HIDDEN)
UNUSUAL: Final = (*NOT_PLAIN, b"='", b":worksheet", b":row", b" =", b"= ")
OVERLAP: Final = 128
LANE: Final = 1 << 17
MAX_DENSE: Final = 4_000_000
MAX_DENSE_SHARE: Final = 8
LAST_ROW: Final = 1_048_576
LAST_COLUMN: Final = 16_384


@dataclass(frozen=True, slots=True)
class Extent:
    """rows x columns is the rectangle from A1; cells is how many cells the part writes down.

    plain: the part holds values alone, no formula, no error and nothing hidden.
    """

    rows: int
    columns: int
    cells: int
    plain: bool = False

    @property
    def safe(self) -> bool:
        """May the whole rectangle be allocated?"""
        area = self.rows * self.columns
        return area <= MAX_DENSE or area <= MAX_DENSE_SHARE * self.cells


def measure(blocks: Iterable[bytes]) -> Extent:
    """The extent of a sheet part given as blocks of its XML, whatever its <dimension> claims."""
    rows = columns = cells = unplaced = row_tags = 0
    plain = True
    tail = b""
    for number, block in enumerate(blocks):
        data = tail + block
        near = None if number == 0 else _near(data)
        if near is not None:
            plain = plain and near.plain and HIDDEN not in data
        else:
            plain = plain and not any(sign in data for sign in (NOT_PLAIN if number else UNUSUAL))
        found = near or _exact(data)
        rows, columns = max(rows, found.rows), max(columns, found.columns)
        cells += found.cells
        unplaced += found.unplaced
        row_tags += found.row_tags
        tail = data[-OVERLAP:]
    if unplaced:
        rows, columns = max(rows, row_tags), max(columns, min(LAST_COLUMN, columns + unplaced))
    return Extent(max(rows, 1), max(columns, 1), max(cells, 1), plain)


def extent_of(data: bytes) -> Extent | None:
    """The extent of a piece of rows, counted from its first row; None where a cell says no place."""
    found = _near(data) or _exact(data)
    first = ROW_REF.search(data)
    if found.unplaced or first is None:
        return None
    plain = found.plain or not any(sign in data for sign in NOT_PLAIN)
    rows = found.rows - int(first[1]) + 1
    return Extent(max(rows, 1), max(found.columns, 1), max(found.cells, 1), plain)


@dataclass(frozen=True, slots=True)
class _Block:
    rows: int
    columns: int
    cells: int
    unplaced: int
    row_tags: int
    plain: bool = False


def _near(data: bytes) -> _Block | None:
    """The block's extent when all its cells surely lie within A1:Z999999, else None."""
    import numpy as np

    codes = np.frombuffer(data, np.uint8)
    cells = tags = 0
    plain = True
    for start in range(0, len(codes), LANE):
        lane = codes[start : start + LANE + 12]
        if len(lane) < 16:
            break
        found = _near_lane(lane)
        if found is None:
            return None
        cells += found[0]
        tags += found[1]
        plain = plain and found[2]
    if tags > cells + 1:  # one tag may be cut from its reference at the end of the block
        return None
    last = data.rfind(b"<row")
    match = ROW_REF.search(data, last) if last >= 0 else None
    return _Block(int(match[1]) if match else 0, 26, cells, 0, 0, plain)


def _near_lane(lane: Bytes) -> tuple[int, int, bool] | None:
    """(cells with a reference, cell tags, neither formula nor error), or None when a reference may be far."""
    import numpy as np

    stop = len(lane) - 12
    here, after = lane[:stop], lane[1 : stop + 1]
    opens = here == 60
    tags = opens & (after == 99)
    quoted = after == 61
    quoted &= lane[2 : stop + 2] == 34
    at = np.flatnonzero(quoted & (here == 114))
    errors = quoted & (lane[3 : stop + 3] == 101)
    plain = not (opens & (after == 102)).any() and not (errors & (here == 116)).any()
    first, second = lane[at + 3], lane[at + 4]
    letter = ((first | 32) - np.uint8(97)) < 26
    if bool((letter & (((second | 32) - np.uint8(97)) < 26)).any()):
        return None
    tenth = (lane[at + 10] - np.uint8(48)) < 10
    ninth = (lane[at + 9] - np.uint8(48)) < 10
    if bool((tenth & letter).any()) or bool((ninth & ~letter).any()):
        return None
    return int(np.count_nonzero(letter)), int(np.count_nonzero(tags)), bool(plain)


def _exact(data: bytes) -> _Block:
    """The block's extent by looking at every reference."""
    references = CELL_REF.findall(data)
    rows = max((int(digits) for _, digits in references), default=0)
    rows = max(rows, max((int(digits) for digits in ROW_REF.findall(data)), default=0))
    columns = max((column_index(letters.decode()) + 1 for letters in {r[0] for r in references}), default=0)
    tags = len(CELL_TAG.findall(data))
    unplaced = max(0, tags - len(references) - 1)
    return _Block(rows, columns, tags, unplaced, len(ROW_TAG.findall(data)) if unplaced else 0)
