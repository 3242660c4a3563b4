"""One pass over a sheet's raw part for what the fast reader does not give: formulas, errors, what is hidden."""

from __future__ import annotations

import re
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from queue import Queue
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

from baccarat_xl.workbook.formula_index import FormulaIndex, Runs
from baccarat_xl.workbook.model import CellError, column_index

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Ints = npt.NDArray[np.int64]

BLOCK: Final = 1 << 21
ERROR_CELL: Final = re.compile(
    rb"""<(?:\w+:)?c\b([^>]*?\bt=["']e["'][^>]*)>(?:(?!</?(?:\w+:)?c\b).)*?<(?:\w+:)?v>([^<]{1,40})<""",
    re.DOTALL,
)
HIDDEN_ROW: Final = re.compile(rb"""<(?:\w+:)?row\b([^>]*?\bhidden=["'](?:1|true)["'][^>]*)>""")
HIDDEN_COLUMN: Final = re.compile(rb"""<(?:\w+:)?col\b([^>]*?\bhidden=["'](?:1|true)["'][^>]*)>""")
REFERENCE: Final = re.compile(rb"""\br=["']([A-Za-z]*)(\d+)["']""")
BOUND: Final = re.compile(rb"""\b(min|max)=["'](\d+)["']""")


@dataclass(slots=True)
class Scan:
    """errors: by (row index, column index); hidden rows by number from 1; hidden columns by index from 0."""

    formulas: FormulaIndex = field(default_factory=FormulaIndex)
    errors: dict[tuple[int, int], CellError] = field(default_factory=dict)
    hidden_rows: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()
    failure: BaseException | None = None


def blocks_of(package: zipfile.ZipFile, part: str, size: int = BLOCK) -> Iterator[bytes]:
    """The inflated part, block by block; raises what zipfile raises when it is broken."""
    with package.open(part) as stream:
        while block := stream.read(size):
            yield block


def ahead(blocks: Iterator[bytes], depth: int = 2) -> Iterator[bytes]:
    """The same blocks, inflated in a thread beside whoever looks at them."""
    waiting: Queue[bytes | BaseException | None] = Queue(depth)

    def fill() -> None:
        try:
            for block in blocks:
                waiting.put(block)
            waiting.put(None)
        except BaseException as error:
            waiting.put(error)

    Thread(target=fill, daemon=True, name="baccarat-xl inflate").start()
    while (item := waiting.get()) is not None:
        if isinstance(item, BaseException):
            raise item
        yield item


def scan(blocks: Iterator[bytes]) -> Scan:
    """Look through a sheet part. Memory is bounded by the block and by what is found."""
    found = _Found()
    tail = b""
    prefix: bytes | None = None
    for block in blocks:
        data = tail + block
        if prefix is None:
            prefix = _prefix(data)
            found.columns(data)
        cut = max(data.rfind(b"<" + prefix + b"c "), data.rfind(b"<" + prefix + b"c>"))
        whole, tail = (data[:cut], data[cut:]) if cut > 0 else (b"", data)
        found.take(whole, prefix)
    found.take(tail, prefix or b"")
    return found.result()


def _prefix(data: bytes) -> bytes:
    match = re.search(rb"<(\w+:)?worksheet\b", data)
    return (match[1] or b"") if match else b""


class _Found:
    """What has been found so far."""

    def __init__(self) -> None:
        self.formula_rows: dict[int, list[Any]] = defaultdict(list)
        self.unstored_rows: dict[int, list[Any]] = defaultdict(list)
        self.errors: dict[tuple[int, int], CellError] = {}
        self.hidden_rows: set[int] = set()
        self.hidden_columns: set[int] = set()

    def take(self, data: bytes, prefix: bytes) -> None:
        if b"<" + prefix + b"f" in data:
            self._formulas(data, prefix)
        if b't="e"' in data or b"t='e'" in data:
            self._errors(data)
        if b" hidden=" in data:
            for match in HIDDEN_ROW.finditer(data):
                if row := re.search(rb"""\br=["'](\d+)["']""", match[1]):
                    self.hidden_rows.add(int(row[1]))

    def columns(self, data: bytes) -> None:
        for match in HIDDEN_COLUMN.finditer(data[: data.find(b"sheetData")]):
            bounds = {name: int(number) for name, number in BOUND.findall(match[1])}
            low, high = bounds.get(b"min", 1), min(bounds.get(b"max", 1), 16_384)
            self.hidden_columns.update(range(low - 1, high))

    def _errors(self, data: bytes) -> None:
        for match in ERROR_CELL.finditer(data):
            if place := REFERENCE.search(match[1]):
                key = int(place[2]) - 1, column_index(place[1].decode())
                self.errors[key] = CellError(match[2].decode("utf-8", "replace").replace("&amp;", "&"))

    def _formulas(self, data: bytes, prefix: bytes) -> None:
        import numpy as np

        codes = np.frombuffer(data + b" " * 32, np.uint8)
        tags = np.flatnonzero(codes == 60) + 1 + len(prefix)
        kind, after = codes[tags], codes[tags + 1]
        ends = (after == 62) | (after == 32) | (after == 47)
        cells = tags[(kind == 99) & ends]
        formulas = tags[(kind == 102) & ends]
        # An empty <v/> is a value only where the cell says that it holds text: some writers put one on every formula.
        full = (kind == 118) & (after == 62) & (codes[np.minimum(tags + 2, len(codes) - 1)] != 60)
        values = tags[full | ((kind == 105) & (after == 115))]
        if not len(formulas) or not len(cells):
            return
        owner = np.searchsorted(cells, formulas) - 1
        owner = np.unique(owner[owner >= 0])
        stop = np.append(cells, len(codes))[owner + 1]
        stored = np.searchsorted(values, stop) > np.searchsorted(values, cells[owner])
        for at in np.flatnonzero(~stored).tolist():
            start = int(cells[owner[at]])
            tag = data[start : data.find(b">", start)]
            stored[at] = b't="str"' in tag and b"<" + prefix + b"v" in data[start : int(stop[at])]
        rows, columns = _places(codes, data, cells[owner])
        for column in np.unique(columns[columns >= 0]).tolist():
            here = columns == column
            self.formula_rows[column].append(rows[here])
            if not bool(stored[here].all()):
                self.unstored_rows[column].append(rows[here & ~stored])

    def result(self) -> Scan:
        return Scan(
            FormulaIndex(_runs(self.formula_rows), _runs(self.unstored_rows))
            if self.formula_rows
            else FormulaIndex(),
            self.errors,
            frozenset(self.hidden_rows),
            frozenset(self.hidden_columns),
        )


def _places(codes: npt.NDArray[np.uint8], data: bytes, cells: Ints) -> tuple[Ints, Ints]:
    """Row numbers from 1 and column indexes from 0 of cell tags; column -1 where the tag has no reference."""
    import numpy as np

    rows, columns = np.zeros(len(cells), np.int64), np.zeros(len(cells), np.int64)
    plain = (codes[cells + 2] == 114) & (codes[cells + 3] == 61)
    going = plain.copy()
    for step in range(5, 16):
        code = codes[np.minimum(cells + step, len(codes) - 1)]
        letter, digit = (code - np.uint8(65)) < 26, (code - np.uint8(48)) < 10
        columns = np.where(going & letter, columns * 26 + code.astype(np.int64) - 64, columns)
        rows = np.where(going & digit, rows * 10 + code.astype(np.int64) - 48, rows)
        going &= letter | digit
    for at in np.flatnonzero(~plain | (rows == 0)).tolist():
        start = int(cells[at])
        place = REFERENCE.search(data, start, data.find(b">", start))
        rows[at] = int(place[2]) if place else 0
        columns[at] = column_index(place[1].decode()) + 1 if place else 0
    return rows, columns - 1


def _runs(found: dict[int, list[Any]]) -> dict[int, Runs]:
    import numpy as np

    result = {}
    for column in sorted(found):
        rows = np.unique(np.concatenate(found[column]))
        breaks = np.flatnonzero(np.diff(rows) != 1)
        firsts = rows[np.concatenate(([0], breaks + 1))]
        lasts = rows[np.concatenate((breaks, [len(rows) - 1]))]
        result[column] = Runs(tuple(firsts.tolist()), tuple(lasts.tolist()))
    return result
