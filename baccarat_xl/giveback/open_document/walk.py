"""A walk over ``content.xml`` that says where the rows and cells stand that are to be changed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat

from baccarat_xl.errors import OutputError
from baccarat_xl.giveback.open_document.tags import TAG, Prefixes
from baccarat_xl.workbook.ods_cells import OFFICE, STYLE, TABLE
from baccarat_xl.workbook.ods_parts import AROUND, CELLS, COLUMN, ROW, SHEET, SPREADSHEET

BLOCK: Final = 1 << 24
NOTE: Final = OFFICE + "annotation"
SOURCE: Final = TABLE + "cell-range-source"
AUTOMATIC: Final = OFFICE + "automatic-styles"
BODY: Final = OFFICE + "body"
A_STYLE: Final = STYLE + "style"
STYLE_NAME: Final = TABLE + "style-name"
DEFAULT: Final = TABLE + "default-cell-style-name"
ACROSS: Final = TABLE + "number-columns-repeated"
DOWN: Final = TABLE + "number-rows-repeated"


@dataclass(slots=True)
class Span:
    """An element in the text: from ``start`` to ``end``; its content from ``inner`` to ``inner_end``, which
    are both ``end`` for an empty element."""

    start: int
    inner: int
    inner_end: int = 0
    end: int = 0


@dataclass(slots=True)
class Cell:
    """A cell or a run of equal ones. first: its column from 0; children: (name, where) of what is in it."""

    first: int
    times: int
    style: str | None
    span: Span
    children: list[tuple[str, Span]] = field(default_factory=list)


@dataclass(slots=True)
class Row:
    """A row or a run of equal ones. first: its number from 1; defaults: a column's own style."""

    sheet: str
    first: int
    times: int
    style: str | None
    span: Span
    columns: Sequence[tuple[int, int, str]]
    cells: list[Cell] = field(default_factory=list)

    def style_of(self, column: int, cell: Cell | None) -> str | None:
        """The style by which a cell of the row is shown; None for the default one."""
        if cell is not None and cell.style:
            return cell.style
        if self.style:
            return self.style
        return next((style for first, last, style in self.columns if first <= column < last), None)


class Walk:
    """Takes the text; calls ``on_row`` for each row in which something is to be changed.

    wanted      sheet -> the numbers of those rows
    prefixes    of the document's root; root, body, spreadsheet, automatic: where these elements stand
    styles      name -> the text of each automatic style of cells
    sheets      the names of the sheets, in order; last: where the last of them stands
    """

    def __init__(
        self, data: bytes, wanted: Mapping[str, Sequence[int]], on_row: Callable[[Walk, Row], None]
    ) -> None:
        self.data = data
        self.root: Span | None = None
        self.body: Span | None = None
        self.automatic: Span | None = None
        self.last: Span | None = None
        self.styles: dict[str, bytes] = {}
        self.sheets: list[str] = []
        self._wanted = {sheet: sorted(rows) for sheet, rows in wanted.items()}
        self._on_row = on_row
        self._skip = 0
        self._style: tuple[str, Span] | None = None
        self._inside = False
        self._sheet: str | None = None
        self._rows: Sequence[int] = ()
        self._columns: list[tuple[int, int, str]] = []
        self._number = 1
        self._width = 0
        self._times = 1
        self._row = False
        self._found: Row | None = None
        self._cell = False
        self._at = 0
        parser = self._parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.StartNamespaceDeclHandler = self._declared
        self.prefixes: Prefixes | None = None
        try:
            for at in range(0, len(data), BLOCK):
                parser.Parse(data[at : at + BLOCK], False)
            parser.Parse(b"", True)
        except (expat.ExpatError, LookupError, ValueError) as error:
            raise OutputError(
                f"the workbook's content.xml cannot be changed ({error}); save the file in a spreadsheet "
                "program and try again"
            ) from None
        finally:
            parser.StartElementHandler = parser.EndElementHandler = parser.StartNamespaceDeclHandler = None

    # ------------------------------------------------------------------ places
    def _here(self) -> Span:
        start = self._parser.CurrentByteIndex
        found = TAG.match(self.data, start)
        if found is None:
            raise ValueError("a tag is not where it should be")
        return Span(start, found.end())

    def _close(self, span: Span) -> Span:
        if self.data[span.inner - 2 : span.inner] == b"/>":
            span.inner_end = span.end = span.inner
        else:
            span.inner_end = self._parser.CurrentByteIndex
            span.end = self.data.index(b">", span.inner_end) + 1
        return span

    def _declared(self, prefix: str | None, uri: str) -> None:
        if self.prefixes is not None:
            self.prefixes.refuse_other(prefix, uri)

    # ------------------------------------------------------------------ events
    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if self._skip:
            self._skip += 1
        elif self._cell:
            self._skip = 1
            if self._found is not None:
                self._found.cells[-1].children.append((name, self._here()))
        elif self._row:
            self._start_cell(name, attributes)
        elif self._sheet is not None:
            self._start_in_sheet(name, attributes)
        elif self._inside:
            self._start_sheet(name, attributes)
        else:
            self._start_outside(name, attributes)

    def _end(self, name: str) -> None:
        if self._skip:
            self._skip -= 1
            if not self._skip and self._cell and self._found is not None:
                self._close(self._found.cells[-1].children[-1][1])
        elif self._cell:
            self._cell = False
            if self._found is not None:
                self._close(self._found.cells[-1].span)
        elif self._row:
            self._end_row()
        elif self._sheet is not None:
            if name == SHEET:
                assert self.last is not None
                self._close(self.last)
                self._sheet = None
        elif name == SPREADSHEET:
            self._inside = False
        elif name == AUTOMATIC and self.automatic is not None:
            self._close(self.automatic)
        elif name == A_STYLE and self._style is not None:
            title, span = self._style
            self._close(span)
            self.styles[title] = self.data[span.start : span.end]
            self._style = None

    def _start_outside(self, name: str, attributes: dict[str, str]) -> None:
        if self.root is None:
            self.root = self._here()
            self.prefixes = Prefixes(self.data[self.root.start : self.root.inner])
        elif name == SPREADSHEET:
            self._inside = True
        elif name == AUTOMATIC:
            self.automatic = self._here()
        elif name == BODY:
            self.body = self._here()
        elif name == A_STYLE and attributes.get(STYLE + "family") == "table-cell":
            self._style = attributes.get(STYLE + "name", ""), self._here()

    def _start_sheet(self, name: str, attributes: dict[str, str]) -> None:
        if name != SHEET:
            self._skip = 1
            return
        self._sheet = attributes.get(TABLE + "name", "")
        self.sheets.append(self._sheet)
        self.last = self._here()
        self._rows = self._wanted.get(self._sheet, ())
        self._columns, self._width, self._number = [], 0, 1

    def _start_in_sheet(self, name: str, attributes: dict[str, str]) -> None:
        if name == ROW:
            self._row = True
            self._at = 0
            self._times = times = count(attributes, DOWN)
            at = bisect_left(self._rows, self._number)
            if at < len(self._rows) and self._rows[at] < self._number + times:
                assert self._sheet is not None
                style = attributes.get(DEFAULT)
                self._found = Row(self._sheet, self._number, times, style, self._here(), tuple(self._columns))
        elif name == COLUMN:
            times = count(attributes, ACROSS)
            style = attributes.get(DEFAULT)
            if style:
                self._columns.append((self._width, self._width + times, style))
            self._width += times
        elif name not in AROUND:
            self._skip = 1

    def _start_cell(self, name: str, attributes: dict[str, str]) -> None:
        if name not in CELLS:
            self._skip = 1
            return
        self._cell = True
        if self._found is not None:
            times = count(attributes, ACROSS)
            self._found.cells.append(Cell(self._at, times, attributes.get(STYLE_NAME), self._here()))
            self._at += times

    def _end_row(self) -> None:
        self._row = False
        if self._found is not None:
            self._close(self._found.span)
            self._on_row(self, self._found)
            self._found = None
        self._number += self._times


def count(attributes: Mapping[str, str], name: str) -> int:
    """How often a row or a cell stands there."""
    text = attributes.get(name)
    return int(text[:9]) if text is not None and text.isdigit() and text != "0" else 1
