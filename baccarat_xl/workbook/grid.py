"""Rows kept as columns of numbers: a million rows of a log are a few bytes a row, not a kilobyte.

Each column has a list of its different values, and for each cell the number of its value in that list, in one
byte or two. A column whose values hardly repeat keeps its numbers as numbers and its texts as they are.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeAlias, overload

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from baccarat_xl.workbook.model import CellValue

BLANK: Final = ""
MOST_VALUES: Final = 1 << 16
IN_A_BYTE: Final = 1 << 8
HARDLY_REPEATS: Final = 0.5
ENOUGH_TO_TELL: Final = 1_000
Chunk: TypeAlias = "array[int] | array[float] | list[CellValue]"


@dataclass(slots=True)
class Column:
    """values: the different values, of which the first is the blank; chunks: numbers of values (types B and
    H), numbers themselves (d), or a list of cells. raw: values hardly repeat."""

    values: list[CellValue] = field(default_factory=lambda: [BLANK])
    chunks: list[Chunk] = field(default_factory=list)
    raw: bool = False

    def cells(self, chunk: int, start: int, stop: int) -> list[CellValue]:
        """Some cells of a chunk."""
        part = self.chunks[chunk][start:stop]
        if isinstance(part, list):
            return part
        if part.typecode == "d":
            return list(part)
        return list(map(self.values.__getitem__, part))  # type: ignore[arg-type]

    def cell(self, chunk: int, at: int) -> CellValue:
        found = self.chunks[chunk][at]
        coded = isinstance(part := self.chunks[chunk], array) and part.typecode != "d"
        return self.values[found] if coded else found  # type: ignore[index]


@dataclass(slots=True)
class Grid(Sequence["list[CellValue]"]):
    """A sheet's rows, made anew as lists when they are asked for. ``starts``: the first row of each chunk."""

    columns: list[Column]
    starts: list[int]
    length: int

    def __len__(self) -> int:
        return self.length

    @overload
    def __getitem__(self, at: int) -> list[CellValue]: ...
    @overload
    def __getitem__(self, at: slice) -> list[list[CellValue]]: ...
    def __getitem__(self, at: int | slice) -> list[CellValue] | list[list[CellValue]]:
        if isinstance(at, slice):
            start, stop, step = at.indices(self.length)
            if step == 1:
                return list(self.span(start, stop))
            return [self[row] for row in range(start, stop, step)]
        row = at + self.length if at < 0 else at
        if not 0 <= row < self.length:
            raise IndexError("no such row")
        chunk = bisect_right(self.starts, row) - 1
        place = row - self.starts[chunk]
        return [column.cell(chunk, place) for column in self.columns]

    def __iter__(self) -> Iterator[list[CellValue]]:
        return self.span(0, self.length)

    def span(self, start: int, stop: int, most: int = 512) -> Iterator[list[CellValue]]:
        """The rows start..stop-1, some at a time."""
        for chunk, first, last in self._parts(start, stop):
            for at in range(first, last, most):
                end = min(at + most, last)
                cells = [column.cells(chunk, at, end) for column in self.columns]
                yield from map(list, zip(*cells, strict=True)) if cells else ([] for _ in range(at, end))

    def column(self, index: int, start: int, stop: int) -> list[CellValue]:
        """One column's cells in the rows start..stop-1."""
        found: list[CellValue] = []
        for chunk, first, last in self._parts(start, stop):
            found += self.columns[index].cells(chunk, first, last)
        return found

    def cell(self, row: int, index: int) -> CellValue:
        chunk = bisect_right(self.starts, row) - 1
        return self.columns[index].cell(chunk, row - self.starts[chunk])

    def distinct(self, index: int, start: int, stop: int) -> set[CellValue]:
        """The different cells of one column in the rows start..stop-1."""
        values, codes = self.numbered(index, start, stop)
        import numpy as np

        return {values[number] for number in np.flatnonzero(np.bincount(codes)).tolist()}

    def numbered(
        self, index: int, start: int, stop: int
    ) -> tuple[Sequence[CellValue], npt.NDArray[np.int32]]:
        """Values, and for each of the rows start..stop-1 the place of its cell among them."""
        import numpy as np

        column = self.columns[index]
        out = np.empty(max(stop - start, 0), np.int32)
        values: list[CellValue] = column.values
        seen: dict[Any, int] | None = None
        at = 0
        for chunk, first, last in self._parts(start, stop):
            part = column.chunks[chunk]
            if isinstance(part, array) and part.typecode != "d":
                out[at : at + last - first] = np.frombuffer(part, part.typecode)[first:last]
            else:
                if seen is None:
                    values = list(values)
                    seen = {_key(value): number for number, value in enumerate(values)}
                out[at : at + last - first] = _number(part[first:last], values, seen)
            at += last - first
        return values, out

    def _parts(self, start: int, stop: int) -> Iterator[tuple[int, int, int]]:
        """(chunk, first, last) of what lies within start..stop-1, places counted within the chunk."""
        stop = min(stop, self.length)
        chunk = max(bisect_right(self.starts, start) - 1, 0)
        while start < stop:
            begin = self.starts[chunk]
            end = self.starts[chunk + 1] if chunk + 1 < len(self.starts) else self.length
            last = min(stop, end)
            if last > start:
                yield chunk, start - begin, last - begin
                start = last
            chunk += 1


def _key(value: CellValue) -> object:
    """True and 1 are two values."""
    return ("bool", value) if isinstance(value, bool) else value


def _number(cells: Sequence[Any], values: list[CellValue], seen: dict[Any, int]) -> list[int]:
    numbers = []
    for cell in cells:
        key = _key(cell)
        number = seen.get(key)
        if number is None:
            number = seen[key] = len(values)
            values.append(cell)
        numbers.append(number)
    return numbers


class _Numbers(dict[Any, int]):
    """Value -> its number; a new value gets the next one."""

    def __init__(self, values: list[CellValue]) -> None:
        super().__init__({BLANK: 0, None: 0})
        self.known = values

    def __missing__(self, value: Any) -> int:
        number = self[value] = len(self.known)
        self.known.append(value[1] if type(value) is tuple else value)
        return number


class OutOfOrder(Exception):
    """A row came after one that stands below it."""


class GridBuilder:
    """Takes rows from the top down, a few thousand at a time."""

    def __init__(self) -> None:
        self._columns: list[Column] = []
        self._numbers: list[_Numbers] = []
        self._starts: list[int] = []
        self.length = 0

    def add(self, start: int, left: int, rows: Sequence[Sequence[CellValue]], *, booleans: bool) -> None:
        """Rows of equal width; the first is row ``start``, its first cell stands in column ``left``.

        ``booleans``: whether there may be any. Raises OutOfOrder where ``start`` lies above the last row.
        """
        if not rows:
            return
        if start < self.length:
            raise OutOfOrder("rows out of order")
        if start > self.length:
            self._chunk(start - self.length, {})
        cells: dict[int, Sequence[Any]] = dict(enumerate(zip(*rows, strict=True), left))
        if booleans:
            cells = {place: _apart(column) for place, column in cells.items()}
        self._chunk(len(rows), cells)

    def result(self) -> Grid:
        return Grid(self._columns, self._starts, self.length)

    def _chunk(self, count: int, cells: dict[int, Sequence[Any]]) -> None:
        while len(self._columns) <= max(cells, default=-1):
            column = Column()
            column.chunks += [array("B", bytes(end - begin)) for begin, end in self._bounds()]
            self._columns.append(column)
            self._numbers.append(_Numbers(column.values))
        blank = array("B", bytes(count))
        for place, column in enumerate(self._columns):
            given = cells.get(place)
            column.chunks.append(blank if given is None else self._coded(column, self._numbers[place], given))
        self._starts.append(self.length)
        self.length += count

    def _bounds(self) -> Iterator[tuple[int, int]]:
        return zip(self._starts, [*self._starts[1:], self.length], strict=False)

    @staticmethod
    def _coded(column: Column, numbers: _Numbers, cells: Sequence[Any]) -> Chunk:
        if column.raw:
            return _plain(cells)
        before = len(column.values)
        codes = list(map(numbers.__getitem__, cells))
        after = len(column.values)
        fresh = after - before
        column.raw = after > MOST_VALUES or (fresh > ENOUGH_TO_TELL and fresh > HARDLY_REPEATS * len(cells))
        if column.raw:
            del column.values[before:]
            numbers.clear()
            return _plain(cells)
        if after <= IN_A_BYTE:
            return array("B", bytes(codes))
        return array("H", codes)


def _apart(column: Sequence[Any]) -> Sequence[Any]:
    """TRUE and FALSE as keys that no number equals."""
    if bool not in set(map(type, column)):
        return column
    return [("bool", cell) if type(cell) is bool else cell for cell in column]


def _plain(cells: Sequence[Any]) -> Chunk:
    if set(map(type, cells)) == {float}:
        return array("d", cells)
    return [cell[1] if type(cell) is tuple else cell for cell in cells]


def rows_of(rows: Sequence[list[CellValue]], start: int, stop: int) -> Iterator[list[CellValue]]:
    """The rows start..stop-1 one after another, whatever holds them."""
    if isinstance(rows, Grid):
        return rows.span(start, stop)
    return (rows[at] for at in range(start, min(stop, len(rows))))
