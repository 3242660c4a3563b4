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
from baccarat_xl.workbook.formula_rows import relative_parts
from baccarat_xl.workbook.model import column_letter
from baccarat_xl.workbook.quoted_styles import could_be_formula
from baccarat_xl.workbook.shared_formulas import can_be_shared

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


def formula_cell(pattern: Pattern, formula: str, value: Shown | None, attributes: str = "") -> str:
    """What follows the row's number in a formula cell; ``value`` None: left to the spreadsheet program."""
    return f"{_before_formula(pattern, value)}<f{attributes}>{text_xml(formula)}</f>{_after_formula(value)}"


def _before_formula(pattern: Pattern, value: Shown | None) -> str:
    kind = ' t="str"' if isinstance(value, str) else ""
    return f'"{pattern.style}{kind}>'


def _after_formula(value: Shown | None) -> str:
    return "</c>" if value is None else f"<v>{text_xml(str(value))}</v></c>"


class RowWriter:
    """Writes rows for the columns of a table, in the order of the sheet.

    ``typed``   typed columns by their index on the sheet
    ``worked``  formula columns of known values by their index on the sheet
    ``share``   the first free number for formulas that all the rows share
    ``quoted``  gives the style of a cell whose text looks like a formula
    """

    def __init__(
        self,
        columns: Sequence[TableColumn],
        row_attributes: bytes,
        typed: Mapping[int, Sequence[Typed]],
        worked: Mapping[int, Coded],
        rows: range,
        share: int = 0,
        quoted: Callable[[str], str] = str,
    ) -> None:
        self._rows = rows
        self._quoted = quoted
        self._share = share
        self._sizes = 0
        opens = [f'<c r="{column_letter(column.index)}' for column in columns]
        self._start = b'<row r="'
        self._open = b'"' + row_attributes + b">" + opens[0].encode()
        self._pieces: list[Pieces] = []
        for number, column in enumerate(columns):
            after = opens[number + 1] if number + 1 < len(opens) else "</row>"
            self._pieces += self._column(column, after, typed, worked)

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
        numbers = [b"%d" % row for row in self._rows[start:stop]]
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
    ) -> list[Pieces]:
        pattern = column.pattern
        if pattern.formula is None:
            return [self._typed(pattern.style, after, typed.get(column.index))]
        coded = None if pattern.array else worked.get(column.index)
        if isinstance(pattern.formula, str) and not pattern.array:
            if coded is not None:
                return [self._coded(pattern, pattern.formula, after, coded)]
            return [self._same(formula_cell(pattern, pattern.formula, None) + after)]
        if coded is None or isinstance(pattern.formula, str) or pattern.formula is None:
            return [self._moving(pattern, column, after)]
        if len(self._rows) > 1 and can_be_shared(pattern.formula(self._rows[0])):
            return [self._shared(pattern, pattern.formula(self._rows[0]), column, after, coded)]
        return self._in_parts(pattern, pattern.formula(self._rows[0]), after, coded)

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

        quoted = self._quoted(style)

        def piece(value: Typed) -> bytes:
            return (typed_cell(quoted if could_be_formula(value) else style, value) + after).encode()

        if len(distinct) > MOST_KEPT:
            return lambda start, stop: list(map(piece, values[start:stop]))
        ready = {value: piece(value) for value in distinct}
        return lambda start, stop: list(map(ready.__getitem__, values[start:stop]))

    def _coded(self, pattern: Pattern, formula: str, after: str, coded: Coded) -> Pieces:
        return self._of_values(coded, lambda value: formula_cell(pattern, formula, value) + after)

    def _of_values(self, coded: Coded, text: Callable[[Shown], str]) -> Pieces:
        ready = [text(value).encode() for value in coded.values]
        self._sizes += max(map(len, ready), default=0)
        codes = coded.codes
        return lambda start, stop: list(map(ready.__getitem__, codes[start:stop].tolist()))

    def _shared(
        self, pattern: Pattern, formula: str, column: TableColumn, after: str, coded: Coded
    ) -> Pieces:
        """The formula once, in the first row; the other rows refer to it by its number."""
        letter, number = column_letter(column.index), self._share
        master = f' t="shared" ref="{letter}{self._rows[0]}:{letter}{self._rows[-1]}" si="{number}"'
        first = formula_cell(pattern, formula, coded.values[int(coded.codes[0])], master)
        other = f'<f t="shared" si="{number}"/>'
        others = self._of_values(
            coded, lambda value: _before_formula(pattern, value) + other + _after_formula(value) + after
        )
        self._share += 1

        def pieces(start: int, stop: int) -> Sequence[bytes]:
            found = others(start, stop)
            return [(first + after).encode(), *found[1:]] if start == 0 and stop else found

        return pieces

    def _in_parts(self, pattern: Pattern, formula: str, after: str, coded: Coded) -> list[Pieces]:
        """The formula in each row, cut where the row's number stands."""
        parts = relative_parts(formula, self._rows[0])
        texts = [text_xml(part) for part in parts if isinstance(part, str)]
        last = f"{texts[-1]}</f>"
        return [
            self._of_values(coded, lambda value: f"{_before_formula(pattern, value)}<f>{texts[0]}"),
            *map(self._same, texts[1:-1]),
            self._of_values(coded, lambda value: f"{last}{_after_formula(value)}{after}"),
        ]

    def _moving(self, pattern: Pattern, column: TableColumn, after: str) -> Pieces:
        """A formula that differs from row to row, its value left to the spreadsheet program."""
        formula, letter = pattern.formula, column_letter(column.index)

        def piece(row: int) -> bytes:
            text = formula if isinstance(formula, str) else formula(row) if formula else ""
            kind = f' t="array" ref="{letter}{row}"' if pattern.array else ""
            return f'"{pattern.style}><f{kind}>{text_xml(text)}</f></c>{after}'.encode()

        self._sizes += len(piece(1_048_576)) * 2
        return lambda start, stop: list(map(piece, self._rows[start:stop]))
