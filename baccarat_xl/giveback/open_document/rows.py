"""Rows of ``content.xml`` with other cells: what is repeated is split, all else stays as it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from baccarat_xl.giveback.open_document.tags import TABLE, Prefixes, closed, without_identity
from baccarat_xl.giveback.open_document.walk import Cell, Row

ACROSS: Final = (TABLE, "number-columns-repeated")
DOWN: Final = (TABLE, "number-rows-repeated")
Make: TypeAlias = Callable[[int, int, Cell | None, bytes], bytes]
"""(row, column, the cell that stands there or is repeated there, its text) -> the cell's new text."""


class RowEditor:
    """Writes rows anew. ``data``: the document; ``make``: what makes a changed cell."""

    def __init__(self, data: bytes, prefixes: Prefixes, make: Make) -> None:
        self._data = data
        self._prefixes = prefixes
        self._make = make

    def edited(self, row: Row, wanted: Mapping[int, set[int]]) -> bytes:
        """The row's text. wanted: row number -> the columns (from 0) in which something changes there."""
        out: list[bytes] = []
        number, last = row.first, row.first + row.times
        for one in sorted(wanted):
            if one > number:
                out.append(self._copy(row, one - number, first=not out))
            out.append(self._row(row, one, wanted[one], first=not out))
            number = one + 1
        if number < last:
            out.append(self._copy(row, last - number, first=False))
        return b"".join(out)

    def _tag(self, row: Row, times: int) -> bytes:
        tag = self._data[row.span.start : row.span.inner]
        if times == row.times:
            return tag
        return self._prefixes.changed(tag, {DOWN: str(times) if times > 1 else None})

    def _copy(self, row: Row, times: int, *, first: bool) -> bytes:
        """The row as it is, so many times."""
        made = self._tag(row, times) + self._data[row.span.inner : row.span.end]
        return made if first else without_identity(made)

    def _row(self, row: Row, number: int, columns: set[int], *, first: bool) -> bytes:
        opened, end = closed(self._tag(row, 1))
        out: list[bytes] = [opened]
        at = row.span.inner
        left = sorted(columns)
        for cell in row.cells:
            here = [column for column in left if cell.first <= column < cell.first + cell.times]
            if not here:
                continue
            left = [column for column in left if column not in here]
            out.append(self._data[at : cell.span.start])
            out += self._cells(cell, number, here)
            at = cell.span.end
        out.append(self._data[at : row.span.inner_end])
        width = row.cells[-1].first + row.cells[-1].times if row.cells else 0
        out += self._beyond(width, number, left)
        made = b"".join(out) + end
        return made if first else without_identity(made)

    def _cells(self, cell: Cell, number: int, columns: list[int]) -> Iterator[bytes]:
        """A run of equal cells, some of them changed."""
        text = self._data[cell.span.start : cell.span.end]
        column, last = cell.first, cell.first + cell.times
        first = True
        for one in columns:
            if one > column:
                yield self._cell(cell, text, one - column, first=first)
                first = False
            made = self._make(number, one, cell, text)
            yield made if first else without_identity(made)
            first = False
            column = one + 1
        if column < last:
            yield self._cell(cell, text, last - column, first=False)

    def _cell(self, cell: Cell, text: bytes, times: int, *, first: bool) -> bytes:
        inner = cell.span.inner - cell.span.start
        tag = self._prefixes.changed(text[:inner], {ACROSS: str(times) if times > 1 else None})
        made = tag + text[inner:]
        return made if first else without_identity(made)

    def _beyond(self, width: int, number: int, columns: list[int]) -> Iterator[bytes]:
        """Cells to the right of all that stand in the row."""
        name = self._prefixes.name(TABLE, "table-cell")
        for column in columns:
            if column > width:
                gap = self._prefixes.attribute(*ACROSS, str(column - width)) if column - width > 1 else b""
                yield b"<%s%s/>" % (name, gap)
            yield self._make(number, column, None, b"<%s/>" % name)
            width = column + 1
