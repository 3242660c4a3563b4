"""Collect the formulas of a sheet part while it is scanned, block by block, in whole columns.

Texts are compared exactly: a known form, written for a cell's row, has to be what stands in the cell to the
letter. Only what no known form fits is cut into tokens. A shared formula's members have no text of their own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape
from typing import TYPE_CHECKING, Any, Final

from baccarat_xl.workbook.formula_rows import moved, relative_parts
from baccarat_xl.workbook.formulas import MOST_FORMS, Form, FormRun, FormulaMap

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Ints = npt.NDArray[np.int64]
    Codes = npt.NDArray[np.uint8]

KEPT_AT_HAND: Final = 64
NEW_IN_A_BLOCK: Final = 64
LONGEST: Final = 20_000
LONGEST_FORMULA: Final = 4 * 8_192
"""Cells take 8,192 characters, which the file's own prefixes of functions and escapes make longer."""
NOT_READ: Final = -1
_ATTRIBUTE: Final = re.compile(rb"""\b(t|si|ref)=["']([^"']*)["']""")


@dataclass(frozen=True, slots=True)
class _Template:
    """A form as the part writes it, from the tag's attributes to the text's end; row numbers as offsets."""

    number: int
    pieces: tuple[bytes | int, ...]
    shared: bytes = b""

    def match(self, codes: Codes, starts: Ints, lengths: Ints, rows: Ints, widths: Ints) -> Any:
        """Which of these cells hold exactly this form."""
        import numpy as np

        found = np.zeros(len(rows), np.bool_)
        offsets = [piece for piece in self.pieces if isinstance(piece, int)]
        fixed = sum(len(piece) for piece in self.pieces if isinstance(piece, bytes))
        for width in np.unique(widths).tolist():
            long = fixed + width * len(offsets)
            low, high = 10 ** (width - 1) if width > 1 else 1, 10**width - 1
            fits = (widths == width) & (lengths == long)
            for offset in {*offsets} - {0}:
                fits &= (rows + offset >= low) & (rows + offset <= high)
            places = np.flatnonzero(fits)
            if len(places):
                there = np.lib.stride_tricks.sliding_window_view(codes, long)[starts[places]]
                wanted = self._written(rows[places], width, long)
                found[places] = (there == wanted).all(axis=1)
        return found

    def _written(self, rows: Ints, width: int, long: int) -> Codes:
        import numpy as np

        out = np.empty((len(rows), long), np.uint8)
        powers = 10 ** np.arange(width - 1, -1, -1)
        digits = {
            offset: ((rows[:, None] + offset) // powers % 10 + 48).astype(np.uint8)
            for offset in {piece for piece in self.pieces if isinstance(piece, int)}
        }
        at = 0
        for piece in self.pieces:
            if isinstance(piece, int):
                out[:, at : at + width] = digits[piece]
                at += width
            else:
                out[:, at : at + len(piece)] = np.frombuffer(piece, np.uint8)
                at += len(piece)
        return out


class FormulaCollector:
    """Takes the formula cells of a sheet part and gives a `FormulaMap`."""

    def __init__(self) -> None:
        self.forms: list[Form] = []
        self.unread = 0
        self._known: dict[tuple[int, tuple[str | int, ...], str | None], int] = {}
        self._templates: dict[int, list[_Template]] = {}
        self._runs: dict[int, list[list[int]]] = {}
        self._shared: dict[bytes, tuple[str, int, int]] = {}

    def take(self, codes: Codes, data: bytes, starts: Ints, ends: Ints, rows: Ints, columns: Ints) -> None:
        """Cells of one block. Bytes starts..ends are what follows ``<f`` up to the next tag."""
        import numpy as np

        for column in np.unique(columns).tolist():
            mine = np.flatnonzero(columns == column)
            where = starts[mine], ends[mine] - starts[mine], rows[mine]
            numbers = self._numbers(column, codes, data, *where)
            self._add(column, rows[mine], numbers)

    def result(self) -> FormulaMap:
        columns: dict[int, tuple[FormRun, ...]] = {}
        for column, runs in sorted(self._runs.items()):
            columns[column] = tuple(FormRun(*run) for run in sorted(runs))
        return FormulaMap(tuple(self.forms), columns, self.unread)

    def _numbers(
        self, column: int, codes: Codes, data: bytes, starts: Ints, lengths: Ints, rows: Ints
    ) -> Ints:
        """The form's number for each cell of a column, NOT_READ for none."""
        import numpy as np

        numbers = np.full(len(rows), NOT_READ, np.int64)
        widths = np.searchsorted(10 ** np.arange(1, 8), rows, side="right") + 1
        waiting = np.arange(len(rows))

        def settle(template: _Template) -> None:
            nonlocal waiting
            where = waiting
            fits = template.match(codes, starts[where], lengths[where], rows[where], widths[where])
            numbers[where[fits]] = template.number
            waiting = where[~fits]

        for template in list(self._templates.get(column, ())):
            if len(waiting):
                settle(template)
        new = 0
        while len(waiting):
            at = int(waiting[0])
            waiting = waiting[1:]
            written = data[int(starts[at]) : int(starts[at] + lengths[at])]
            numbers[at], found = self._one(column, int(rows[at]), written)
            if found is not None and new < NEW_IN_A_BLOCK and len(waiting):
                settle(found)
                new += 1
        return numbers

    def _add(self, column: int, rows: Ints, numbers: Ints) -> None:
        """Runs of equal forms in rows without a gap."""
        import numpy as np

        read = numbers != NOT_READ
        self.unread += int((~read).sum())
        rows, numbers = rows[read], numbers[read]
        if not len(rows):
            return
        breaks = np.flatnonzero((np.diff(rows) != 1) | (np.diff(numbers) != 0))
        firsts = np.concatenate(([0], breaks + 1))
        lasts = np.concatenate((breaks, [len(rows) - 1]))
        runs = self._runs.setdefault(column, [])
        for first, last in zip(firsts.tolist(), lasts.tolist(), strict=True):
            run = [int(rows[first]), int(rows[last]), int(numbers[first])]
            if runs and runs[-1][2] == run[2] and runs[-1][1] == run[0] - 1:
                runs[-1][1] = run[1]
            else:
                runs.append(run)

    # ------------------------------------------------------------------ one cell
    def _one(self, column: int, row: int, written: bytes) -> tuple[int, _Template | None]:
        """The form of a cell that no known one fits."""
        attributes, _, text = written.partition(b">")
        found = dict(_ATTRIBUTE.findall(attributes))
        sort, shared = found.get(b"t", b""), found.get(b"si", b"")
        if sort == b"dataTable":
            return NOT_READ, None
        if sort == b"shared" and not text.strip():
            return self._member(column, written, shared)
        formula = unescape(text.decode("utf-8", "replace")).strip().removeprefix("=")
        if not formula or len(formula) > LONGEST_FORMULA:
            return NOT_READ, None
        ends = found.get(b"ref", b"").decode().split(":")
        block = ":".join(ends) if sort == b"array" and len(set(ends)) > 1 else None
        number, parts = self._number(formula, row, column, block)
        if sort == b"shared":
            self._shared[shared] = formula, row, column
            for templates in self._templates.values():
                templates[:] = [template for template in templates if template.shared != shared]
            return number, None
        if number == NOT_READ or sort == b"array" or len(written) > LONGEST:
            return number, None
        return number, self._kept(column, _template(number, parts, attributes, text, row))

    def _member(self, column: int, written: bytes, shared: bytes) -> tuple[int, _Template | None]:
        first = self._shared.get(shared)
        if first is None:
            return NOT_READ, None
        formula, row, origin = first
        if column != origin:
            formula = moved(formula, row, origin, row, column)
        number, _ = self._number(formula, row, column, None)
        return number, self._kept(column, _Template(number, (written,), shared))

    def _kept(self, column: int, template: _Template) -> _Template:
        known = self._templates.setdefault(column, [])
        known.insert(0, template)
        del known[KEPT_AT_HAND:]
        return template

    def _number(self, formula: str, row: int, column: int, block: str | None) -> tuple[int, list[str | int]]:
        if len(self.forms) >= MOST_FORMS:
            return NOT_READ, []
        try:
            parts = relative_parts(formula, row)
        except Exception:  # the tokenizer raises what it likes on what is no formula
            parts = [formula]
        key = column, tuple(parts), block
        number = self._known.get(key)
        if number is None:
            number = self._known[key] = len(self.forms)
            self.forms.append(Form(formula, row, column, block))
        return number, parts


def _template(number: int, parts: list[str | int], attributes: bytes, text: bytes, row: int) -> _Template:
    """The template in the part's own escapes; where they are unusual, it fits nothing but this."""
    for quote in (False, True):
        pieces = [_escaped(part, quote) if isinstance(part, str) else part for part in parts]
        written = b"".join(p if isinstance(p, bytes) else str(row + p).encode() for p in pieces)
        if written == text:
            return _Template(number, (attributes + b">", *pieces))
    return _Template(number, (attributes + b">" + text,))


def _escaped(part: str, quote: bool) -> bytes:
    text = part.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return (text.replace('"', "&quot;") if quote else text).encode()
