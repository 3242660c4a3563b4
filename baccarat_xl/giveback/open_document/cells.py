"""Cells of ``content.xml`` with other values and formulas; their style, note and shapes stay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from baccarat_xl.cell_error import CellError
from baccarat_xl.errors import OutputError
from baccarat_xl.giveback.cells import PENDING_TEXT, Edits, NewCell, Stored, Value
from baccarat_xl.giveback.open_document.formulas import as_open_formula
from baccarat_xl.giveback.open_document.rows import ACROSS, RowEditor
from baccarat_xl.giveback.open_document.tags import OF, OFFICE, TABLE, Prefixes, closed
from baccarat_xl.giveback.open_document.walk import Cell, Row, Walk
from baccarat_xl.workbook.ods_parts import PARAGRAPH

CALCEXT: Final = "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"
OLDER: Final = "urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0"
FORMULA: Final = (TABLE, "formula")
KIND: Final = (OFFICE, "value-type")
Attributes: TypeAlias = "dict[tuple[str, str], str | None]"
VALUES: Final = (
    *((OFFICE, name) for name in ("value", "currency", "date-value", "time-value", "boolean-value")),
    (OFFICE, "string-value"),
    KIND,
    (CALCEXT, "value-type"),
    (OLDER, "value-type"),
)
ARRAY: Final = ((TABLE, "number-matrix-columns-spanned"), (TABLE, "number-matrix-rows-spanned"))


class CellWriter:
    """Takes the rows of a walk, and keeps what stands in their place. edits: sheet -> cells."""

    def __init__(self, data: bytes, edits: Mapping[str, Edits]) -> None:
        self.made: list[tuple[int, int, bytes]] = []
        self._data = data
        self._edits = edits
        self._left = {(sheet, place) for sheet, cells in edits.items() for place in cells}
        rows = {sheet: [row for row, _ in cells] for sheet, cells in edits.items()}
        self._rows: dict[str, dict[int, set[int]]] = {}
        for sheet, cells in edits.items():
            here = self._rows.setdefault(sheet, {})
            for row, column in cells:
                here.setdefault(row, set()).add(column)
        self.walk = Walk(data, rows, self._take)
        if self._left:
            sheet, (row, _) = min(self._left)
            raise OutputError(
                f"row {row} of {sheet} is not where it should be, so nothing was repaired; save the file in "
                "a spreadsheet program and try again"
            )

    def _take(self, walk: Walk, row: Row) -> None:
        assert walk.prefixes is not None
        prefixes = walk.prefixes
        edits = self._edits[row.sheet]
        every = self._rows[row.sheet]
        last = row.first + row.times
        numbers = range(row.first, last) if row.times < len(every) else sorted(every)
        here = {number: every[number] for number in numbers if row.first <= number < last and number in every}

        def make(number: int, column: int, cell: Cell | None, text: bytes) -> bytes:
            self._left.discard((row.sheet, (number, column)))
            return written(prefixes, edits[number, column], cell, text)

        self.made.append(
            (row.span.start, row.span.end, RowEditor(self._data, prefixes, make).edited(row, here))
        )


def written(prefixes: Prefixes, new: NewCell, cell: Cell | None, text: bytes) -> bytes:
    """A cell's text with another value. Raises OutputError for a formula that cannot be written."""
    inner = cell.span.inner - cell.span.start if cell is not None else len(text)
    changes: Attributes = dict.fromkeys((*VALUES, ACROSS))
    if not new.keep:
        changes |= dict.fromkeys(ARRAY)
        changes[FORMULA] = None if new.formula is None else _formula(prefixes, new.formula)
    more, shown = _content(prefixes, new.value, formula=new.keep or new.formula is not None)
    tag = prefixes.changed(text[:inner], changes | more)
    opened, end = closed(tag)
    inside = _inside(cell, text[inner:], shown)
    return opened + inside + end if inside else tag[: -2 if tag.endswith(b"/>") else -1].rstrip() + b"/>"


def _inside(cell: Cell | None, rest: bytes, shown: bytes) -> bytes:
    """What is in a cell, with other paragraphs. rest: its text after the start tag."""
    if cell is None:
        return shown
    first = cell.span.inner
    out: list[bytes] = []
    at = 0
    for name, span in cell.children:
        if name == PARAGRAPH:
            out += [rest[at : span.start - first], shown]
            shown = b""
            at = span.end - first
    return b"".join(out) + rest[at : cell.span.inner_end - first] + shown


def _formula(prefixes: Prefixes, text: str) -> str:
    made = as_open_formula(text)
    if made is None:
        raise OutputError(f"the formula ={text} cannot be written into an OpenDocument spreadsheet")
    return f"{prefixes.name(OF, '').decode()}={made}"


def _content(prefixes: Prefixes, value: Value | Stored, *, formula: bool) -> tuple[Attributes, bytes]:
    """(attributes, paragraphs) of a value."""
    if isinstance(value, Stored):
        return _text(prefixes, PENDING_TEXT) if value is Stored.PENDING else ({}, b"")
    if value is None or (value == "" and not formula):
        return {}, b""
    if isinstance(value, bool):
        said = "true" if value else "false"
        return {KIND: "boolean", (OFFICE, "boolean-value"): said}, prefixes.paragraphs(said.upper())
    if isinstance(value, CellError):
        known: Attributes = {KIND: "string", (OFFICE, "string-value"): ""}
        if prefixes.has(CALCEXT):
            known[CALCEXT, "value-type"] = "error"
        else:
            known[OFFICE, "string-value"] = value.code
        return known, prefixes.paragraphs(value.code)
    if isinstance(value, int | float):
        number = repr(int(value) if float(value).is_integer() else value)
        return {KIND: "float", (OFFICE, "value"): number}, prefixes.paragraphs(number)
    return _text(prefixes, value)


def _text(prefixes: Prefixes, text: str) -> tuple[Attributes, bytes]:
    return {KIND: "string"}, prefixes.paragraphs(text)
