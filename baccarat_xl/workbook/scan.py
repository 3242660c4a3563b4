"""One pass over a raw sheet part for what the fast reader does not give: formulas, errors, what is hidden."""

from __future__ import annotations

import re
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Full, Queue
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Final, TypeVar

from baccarat_xl.cell_error import CellError
from baccarat_xl.workbook.formula_index import FormulaIndex, Runs
from baccarat_xl.workbook.formula_scan import FormulaCollector
from baccarat_xl.workbook.formulas import FormulaMap
from baccarat_xl.workbook.model import column_index

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Ints = npt.NDArray[np.int64]

Item = TypeVar("Item")

BLOCK: Final = 1 << 21
LONGEST_HEAD: Final = 1 << 20
ERROR_CELL: Final = re.compile(
    rb"""<(?:\w+:)?c\b([^<>]{0,999}?\bt=["']e["'][^<>]{0,999})>"""
    rb"""(?:(?!</?(?:\w+:)?c\b).)*?<(?:\w+:)?v>([^<]{1,40})<""",
    re.DOTALL,
)
HIDDEN_ROW: Final = re.compile(rb"""<(?:\w+:)?row\b([^<>]{0,999}?\bhidden=["'](?:1|true)["'][^<>]{0,999})>""")
HIDDEN_COLUMN: Final = re.compile(
    rb"""<(?:\w+:)?col\b([^<>]{0,999}?\bhidden=["'](?:1|true)["'][^<>]{0,999})>"""
)
REFERENCE: Final = re.compile(rb"""\br=["']([A-Za-z]*)(\d+)["']""")
BOUND: Final = re.compile(rb"""\b(min|max)=["'](\d+)["']""")


@dataclass(slots=True)
class Scan:
    """errors: by (row index, column index); hidden rows by number from 1; hidden columns by index from 0."""

    formulas: FormulaIndex = field(default_factory=FormulaIndex)
    written: FormulaMap = field(default_factory=FormulaMap)
    errors: dict[tuple[int, int], CellError] = field(default_factory=dict)
    hidden_rows: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()
    failure: BaseException | None = None


def blocks_of(package: zipfile.ZipFile, part: str) -> Iterator[bytes]:
    """The inflated part, block by block; raises what zipfile raises when it is broken."""
    with package.open(part) as stream:
        while block := stream.read(BLOCK):
            yield block


def ahead(blocks: Iterator[Item], depth: int = 2) -> Iterator[Item]:
    """The same blocks, made ready in a thread beside whoever looks at them."""
    waiting: Queue[Item | BaseException | None] = Queue(depth)
    stopped = Event()

    def put(item: Item | BaseException | None) -> bool:
        while not stopped.is_set():
            with suppress(Full):
                waiting.put(item, timeout=0.1)
                return True
        return False

    def fill() -> None:
        try:
            for block in blocks:
                if not put(block):
                    return
            put(None)
        except BaseException as error:
            put(error)

    Thread(target=fill, daemon=True, name="baccarat-xl inflate").start()
    try:
        while (item := waiting.get()) is not None:
            if isinstance(item, BaseException):
                raise item
            yield item
    finally:
        stopped.set()


def scan(blocks: Iterator[bytes]) -> Scan:
    """Look through a sheet part. Memory is bounded by the block and by what is found."""
    found = Collected()
    tail = b""
    prefix: bytes | None = None
    for block in blocks:
        data = tail + block
        if prefix is None:
            if b"sheetData" not in data and len(data) < LONGEST_HEAD:
                tail = data
                continue
            prefix = prefix_of(data)
            found.columns(data)
        cut = data.rfind(b"<" + prefix + b"c ")
        cut = max(cut, data.rfind(b"<" + prefix + b"c>", max(cut, 0)))
        whole, tail = (data[:cut], data[cut:]) if cut > 0 else (b"", data)
        found.take(whole, prefix)
    if prefix is None:
        prefix = prefix_of(tail)
        found.columns(tail)
    found.take(tail, prefix)
    return found.result()


def prefix_of(data: bytes) -> bytes:
    match = re.search(rb"<(\w+:)?worksheet\b", data)
    return (match[1] or b"") if match else b""


class Collected:
    """What has been found so far."""

    def __init__(self) -> None:
        self.formula_rows: dict[int, list[Any]] = defaultdict(list)
        self.unstored_rows: dict[int, list[Any]] = defaultdict(list)
        self.empty_rows: dict[int, list[Any]] = defaultdict(list)
        self.any_value = False
        self.written = FormulaCollector()
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
        opening = np.flatnonzero(codes == 60)
        tags = opening + 1 + len(prefix)
        kind, after = codes[tags], codes[tags + 1]
        ends = (after == 62) | (after == 32) | (after == 47)
        cells, which = tags[(kind == 99) & ends], np.flatnonzero((kind == 102) & ends)
        formulas = tags[which]
        if not len(formulas) or not len(cells):
            return
        values = tags[(kind == 118) & ends]
        blank = codes[np.minimum(values + 2, len(codes) - 1)] == 60
        opened = codes[values + 1] == 62
        inline = tags[(kind == 105) & (after == 115)]
        owner = np.searchsorted(cells, formulas) - 1
        first = np.concatenate(([True], np.diff(owner) > 0)) & (owner >= 0)
        owner, formulas, which = owner[first], formulas[first], which[first]
        if not len(owner):
            return
        start, stop = cells[owner], np.append(cells, len(codes))[owner + 1]
        full = _any_within(values[opened & ~blank], start, stop) | _any_within(inline, start, stop)
        rows, columns = _places(codes, data, start)
        after_tag = np.append(opening, len(data))[which + 1]
        known = columns >= 0
        where = formulas[known] + 1, after_tag[known], rows[known], columns[known]
        self.written.take(codes, data, *where)
        if not bool(full.all()):
            text = _any_within(_text_marks(codes), start, stop) & _any_within(values, start, stop)
            empty = ~full & ~text & _any_within(values[opened & blank], start, stop)
            self._add(self.empty_rows, rows, columns, empty)
            self._add(self.unstored_rows, rows, columns, ~full & ~text & ~empty)
        self.any_value |= bool(full.any())
        self._add(self.formula_rows, rows, columns, columns >= 0)

    def _add(self, where: dict[int, list[Any]], rows: Ints, columns: Ints, chosen: Any) -> None:
        import numpy as np

        for column in np.flatnonzero(np.bincount(columns[chosen & (columns >= 0)])).tolist():
            where[column].append(rows[chosen & (columns == column)])

    def result(self) -> Scan:
        if not self.any_value:
            # <v></v> is an empty text from a program that stores values, nothing from one that stores none.
            for column, rows in self.empty_rows.items():
                self.unstored_rows[column].extend(rows)
        index = FormulaIndex()
        if self.formula_rows:
            index = FormulaIndex(_runs(self.formula_rows), _runs(self.unstored_rows))
        hidden = frozenset(self.hidden_rows), frozenset(self.hidden_columns)
        return Scan(index, self.written.result(), self.errors, *hidden)


def _distinct(ascending: Ints) -> Ints:
    """Ascending numbers, each once."""
    import numpy as np

    return ascending[np.concatenate(([True], np.diff(ascending) > 0))] if len(ascending) else ascending


def _any_within(places: Ints, start: Ints, stop: Ints) -> npt.NDArray[np.bool_]:
    """For each span: does one of the ascending places lie in it?"""
    import numpy as np

    return np.asarray(np.searchsorted(places, stop) > np.searchsorted(places, start))


def _text_marks(codes: npt.NDArray[np.uint8]) -> Ints:
    """Where ``t="str"`` stands: a formula whose value is a text, which may be empty."""
    import numpy as np

    found = codes[:-6] == 116
    for offset, code in ((1, 61), (3, 115), (4, 116), (5, 114)):
        found &= codes[offset : len(codes) - 6 + offset] == code
    return np.flatnonzero(found)


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
        rows = _distinct(np.sort(np.concatenate(found[column])))
        breaks = np.flatnonzero(np.diff(rows) != 1)
        firsts = rows[np.concatenate(([0], breaks + 1))]
        lasts = rows[np.concatenate((breaks, [len(rows) - 1]))]
        result[column] = Runs(tuple(firsts.tolist()), tuple(lasts.tolist()))
    return result
