"""Rows of a sheet's part, made in bulk.

All that does not change from row to row is prepared once: a row is a list of ready pieces joined by its
number, since between two places where the number stands there is always the same text, or one of a few.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from baccarat_xl.templates.filled_values import Coded
from baccarat_xl.templates.spelling import Typed
from baccarat_xl.templates.table_columns import Pattern, TableColumn
from baccarat_xl.templates.worked_out import Shown
from baccarat_xl.workbook.model import column_letter

BATCH_BYTES: Final = 1 << 20
MOST_KEPT: Final = 1 << 14
_FORBIDDEN: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_LOOKS_ESCAPED: Final = re.compile("_(?=x[0-9A-Fa-f]{4}_)")

Pieces = Callable[[int, int], Sequence[bytes]]
"""The pieces of one column for the rows at positions ``start`` to ``stop``."""


def text_xml(text: str) -> str:
    """Text as a part holds it: signs of XML escaped, characters that XML lacks written as ``_x0008_``."""
    text = _LOOKS_ESCAPED.sub("_x005F_", text)
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "_x000D_")
    return _FORBIDDEN.sub(lambda found: f"_x{ord(found[0]):04X}_", text)


def typed_cell(style: str, value: Typed) -> str:
    """What follows the row's number in a typed cell. Text is stored as text, never as a formula."""
    if value is None or value == "":
        return f'"{style}/>'
    if isinstance(value, str):
        keep = ' xml:space="preserve"' if value != value.strip() or "\n" in value else ""
        return f'"{style} t="inlineStr"><is><t{keep}>{text_xml(value)}</t></is></c>'
    return f'"{style}><v>{value!r}</v></c>'


def formula_cell(pattern: Pattern, formula: str, value: Shown | None) -> str:
    """What follows the row's number in a formula cell; ``value`` None: left to the spreadsheet program."""
    kind = ' t="str"' if isinstance(value, str) else ""
    stored = "" if value is None else f"<v>{text_xml(str(value))}</v>"
    return f'"{pattern.style}{kind}><f>{text_xml(formula)}</f>{stored}</c>'


class RowWriter:
    """Writes rows for the columns of a table, in the order of the sheet.

    ``typed``   typed columns by their index on the sheet
    ``worked``  formula columns of known values by their index on the sheet
    """

    def __init__(
        self,
        columns: Sequence[TableColumn],
        row_attributes: bytes,
        typed: Mapping[int, Sequence[Typed]],
        worked: Mapping[int, Coded],
        first_row: int,
    ) -> None:
        self._first_row = first_row
        self._sizes = 0
        opens = [f'<c r="{column_letter(column.index)}' for column in columns]
        self._start = b'<row r="'
        self._open = b'"' + row_attributes + b">" + opens[0].encode()
        self._pieces: list[Pieces] = []
        for number, column in enumerate(columns):
            after = opens[number + 1] if number + 1 < len(opens) else "</row>"
            self._pieces.append(self._column(column, after, typed, worked))

    @property
    def row_size(self) -> int:
        """Bytes that no row exceeds."""
        return self._sizes + len(self._start) + len(self._open) + 7 * (len(self._pieces) + 1)

    def batches(self, start: int, stop: int) -> Iterator[tuple[bytes, int]]:
        """The rows at positions ``start`` to ``stop``, a megabyte at a time, and the position reached."""
        step = max(1, BATCH_BYTES // max(self.row_size, 1))
        for at in range(start, stop, step):
            reached = min(at + step, stop)
            yield b"".join(self.rows(at, reached)), reached

    def rows(self, start: int, stop: int) -> list[bytes]:
        """The rows at positions ``start`` to ``stop``, counted from 0."""
        numbers = [b"%d" % (self._first_row + at) for at in range(start, stop)]
        size = stop - start
        columns = [pieces(start, stop) for pieces in self._pieces]
        rows = zip([self._start] * size, [self._open] * size, *columns, strict=True)
        return [number.join(row) for number, row in zip(numbers, rows, strict=True)]

    def cells(self, at: int) -> list[bytes]:
        """The cells of one row, for rows that hold other cells as well."""
        row = self.rows(at, at + 1)[0]
        inner = row[row.index(b"><c ") + 1 : -len(b"</row>")]
        return [b"<c " + cell for cell in inner.split(b"<c ")[1:]]

    def _column(
        self,
        column: TableColumn,
        after: str,
        typed: Mapping[int, Sequence[Typed]],
        worked: Mapping[int, Coded],
    ) -> Pieces:
        pattern = column.pattern
        if pattern.formula is None:
            return self._typed(pattern.style, after, typed.get(column.index))
        if isinstance(pattern.formula, str) and not pattern.array:
            coded = worked.get(column.index)
            if coded is not None:
                return self._coded(pattern, pattern.formula, after, coded)
            return self._same(formula_cell(pattern, pattern.formula, None) + after)
        return self._moving(pattern, column, after)

    def _same(self, text: str) -> Pieces:
        piece = text.encode()
        self._sizes += len(piece)
        return lambda start, stop: [piece] * (stop - start)

    def _typed(self, style: str, after: str, values: Sequence[Typed] | None) -> Pieces:
        if values is None:
            return self._same(typed_cell(style, None) + after)
        distinct = set(values)
        self._sizes += max((len(str(value).encode("utf-8", "replace")) for value in distinct), default=0) * 7
        self._sizes += len(style) + len(after) + 80

        def piece(value: Typed) -> bytes:
            return (typed_cell(style, value) + after).encode()

        if len(distinct) > MOST_KEPT:
            return lambda start, stop: list(map(piece, values[start:stop]))
        ready = {value: piece(value) for value in distinct}
        return lambda start, stop: list(map(ready.__getitem__, values[start:stop]))

    def _coded(self, pattern: Pattern, formula: str, after: str, coded: Coded) -> Pieces:
        ready = [(formula_cell(pattern, formula, value) + after).encode() for value in coded.values]
        self._sizes += max(map(len, ready), default=0)
        codes = coded.codes
        return lambda start, stop: list(map(ready.__getitem__, codes[start:stop].tolist()))

    def _moving(self, pattern: Pattern, column: TableColumn, after: str) -> Pieces:
        """A formula that differs from row to row, its value left to the spreadsheet program."""
        formula, letter = pattern.formula, column_letter(column.index)

        def piece(row: int) -> bytes:
            text = formula if isinstance(formula, str) else formula(row) if formula else ""
            kind = f' t="array" ref="{letter}{row}"' if pattern.array else ""
            return f'"{pattern.style}><f{kind}>{text_xml(text)}</f></c>{after}'.encode()

        self._sizes += len(piece(1_048_576)) * 2
        return lambda start, stop: [piece(self._first_row + at) for at in range(start, stop)]
