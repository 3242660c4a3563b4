"""A worksheet's part as text: what stands before the rows, each row, and what stands after."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from typing import IO, Final

from baccarat_xl.workbook.model import column_index, column_letter

BLOCK: Final = 1 << 20
ROW_NUMBER: Final = re.compile(rb"""<row\b[^>]*?\sr=["'](\d+)["']""")
CELL: Final = re.compile(rb"<c\b([^<>]*?)(?:/>|>((?:[^<]++|<(?!/?c[\s/>]))*+)</c>)")
"""Never goes back: what is between the tags ends at the next cell, whether it is closed or not."""
FORMULA: Final = re.compile(rb"<f\b([^<>]*?)(?:/>|>([^<]*)</f>)")
VALUE: Final = re.compile(rb"<v>([^<]+)</v>")
ATTRIBUTE: Final = re.compile(rb"""([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_OPEN: Final = b"<sheetData>"
_TYPED: Final = re.compile(rb'<c r="([A-Z]{1,3})\d+"[^<>]*>(?:<v>[^<]|<is>)')
_REFERENCE_ELSEWHERE: Final = re.compile(rb'<c(?! r="[A-Z])[\s/>]')


class NotPlain(Exception):
    """The part is written in a way that is not handled; the message says which."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell as written. ``content`` is what stands between its tags, ``b""`` for an empty cell."""

    column: int
    attributes: dict[str, str]
    content: bytes
    whole: bytes

    @property
    def formula(self) -> tuple[dict[str, str], str] | None:
        """Attributes and text of the formula; None where there is none."""
        found = FORMULA.search(self.content)
        return None if found is None else (attributes_of(found[1]), unescape(_decoded(found[2] or b"")))

    @property
    def value(self) -> str:
        """The stored value as text; ``""`` for none. Shared and inline strings are not looked up."""
        found = VALUE.search(self.content)
        return unescape(_decoded(found[1])) if found else ""

    @property
    def filled(self) -> bool:
        """Whether somebody typed something: a value that no formula gave."""
        return b"<f" not in self.content and (
            b"<is>" in self.content or VALUE.search(self.content) is not None
        )


def attributes_of(tag: bytes) -> dict[str, str]:
    """The attributes in the text of a tag. Raises NotPlain where it is not UTF-8."""
    return {_decoded(name): unescape(_decoded(a or b)) for name, a, b in ATTRIBUTE.findall(tag)}


def _decoded(text: bytes) -> str:
    try:
        return text.decode()
    except UnicodeDecodeError:
        raise NotPlain("it is not written in UTF-8") from None


def cells_of_row(row: bytes) -> list[Cell]:
    """The cells of a row's text in their order; a cell without a reference follows the one before it."""
    cells: list[Cell] = []
    for found in CELL.finditer(row):
        attributes = attributes_of(found[1])
        letters = attributes.get("r", "").rstrip("0123456789")
        column = column_index(letters) if letters else (cells[-1].column + 1 if cells else 0)
        cells.append(Cell(column, attributes, found[2] or b"", found[0]))
    return cells


def has_typed(row: bytes, first: int, last: int) -> bool:
    """Whether something is typed in one of the columns ``first`` to ``last`` (indexes from 0)."""
    if _REFERENCE_ELSEWHERE.search(row):
        return any(cell.filled for cell in cells_of_row(row) if first <= cell.column <= last)
    return any(first <= column_index(found[1].decode()) <= last for found in _TYPED.finditer(row))


def cell_at(row: bytes, column: int, number: int) -> Cell | None:
    """One cell of the row with this number; None where it has none."""
    at = row.find(f'<c r="{column_letter(column)}{number}"'.encode())
    found = CELL.match(row, at) if at >= 0 else None
    if found is None:
        return next((cell for cell in cells_of_row(row) if cell.column == column), None)
    return Cell(column, attributes_of(found[1]), found[2] or b"", found[0])


def row_tag(row: bytes) -> bytes:
    """The opening tag's text between ``<row`` and its end."""
    return row[len(b"<row") : row.index(b">")].rstrip(b"/")


class SheetPart:
    """Reads a part once: first ``head``, then `rows`, then ``tail``. Memory is bounded by the longest row."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        data = b""
        while (at := data.find(_OPEN)) < 0:
            block = stream.read(BLOCK)
            if not block:
                raise NotPlain("it has no rows, or its names carry prefixes")
            data += block
        self.head = data[: at + len(_OPEN)]
        self.tail = b""
        self._data = data[at + len(_OPEN) :]

    def rows(self) -> Iterator[tuple[int, bytes]]:
        """Row numbers and the rows' text."""
        number = 0
        data, at = self._data, 0
        while True:
            end = _row_end(data, at)
            if end < 0:
                block = self._stream.read(BLOCK)
                if not block:
                    break
                data, at = data[at:] + block, 0
                continue
            start = data.index(b"<row", at)
            row = data[start:end]
            found = ROW_NUMBER.match(row)
            number = int(found[1]) if found else number + 1
            yield number, row
            at = end
        self.tail = data[at:]
        if not self.tail.lstrip().startswith(b"</sheetData>"):
            raise NotPlain("its rows do not end where they should")


def _row_end(data: bytes, at: int) -> int:
    """Where the row that starts at or after ``at`` ends; -1 where more text is needed or no row follows."""
    start = data.find(b"<", at)
    if start < 0 or not data.startswith((b"<row ", b"<row>"), start):
        return -1
    tag = data.find(b">", start)
    if tag < 0:
        return -1
    if data[tag - 1 : tag] == b"/":
        return tag + 1
    end = data.find(b"</row>", tag)
    return end + len(b"</row>") if end >= 0 else -1
