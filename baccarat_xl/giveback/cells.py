"""Cells of a worksheet's part written anew; every other cell stays byte for byte as it was."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import IO, Final, TypeAlias

from baccarat_xl.cell_error import CellError
from baccarat_xl.errors import OutputError
from baccarat_xl.giveback.xml_text import escaped
from baccarat_xl.workbook.model import column_letter
from baccarat_xl.workbook.shared_formulas import Master, masters_of
from baccarat_xl.workbook.sheet_part import CELL, Cell, NotPlain, SheetPart, cells_of_row

Value: TypeAlias = str | float | int | bool | CellError | None
_DROPPED: Final = ("r", "t", "cm", "vm")
_FORMULA: Final = re.compile(rb"<f\b[^<>]*?(?:/>|>[^<]*</f>)")


class Stored(Enum):
    """In place of a stored value: one that is to be computed, and none."""

    PENDING = "to be computed"
    UNSTORED = "none"


PENDING: Final = Stored.PENDING
UNSTORED: Final = Stored.UNSTORED
PENDING_TEXT: Final = "baccarat-xl: not computed yet"
"""What stands for it while values are worked out; it never stays in a file."""


@dataclass(frozen=True, slots=True)
class NewCell:
    """What a cell will hold.

    value    the value, or the one that is stored for its formula; None is empty
    formula  without ``=``; None: no formula. ``keep``: the formula that stands there stays
    """

    value: Value | Stored = None
    formula: str | None = None
    keep: bool = False

    def stored(self, value: Value | Stored) -> NewCell:
        """The same with another stored value."""
        return replace(self, value=value)


Edits: TypeAlias = Mapping[tuple[int, int], NewCell]
"""(row from 1, column from 0) -> what stands there then."""


def edited_rows(stream: IO[bytes], edits: Edits, masters: Mapping[str, Master]) -> Iterator[bytes]:
    """A sheet's part with other cells. ``masters``: the formulas that cells share, as `lost_masters` says.

    Raises OutputError where the part is written in a way that is not edited, or lacks a cell's row.
    """
    by_row: dict[int, dict[int, NewCell]] = {}
    for (number, column), cell in edits.items():
        by_row.setdefault(number, {})[column] = cell
    try:
        part = SheetPart(stream)
        yield part.head
        for number, row in part.rows():
            wanted = by_row.pop(number, None)
            if wanted is not None:
                yield _edited(number, row, wanted, masters)
            elif masters and b"shared" in row:
                yield _edited(number, row, {}, masters)
            else:
                yield row
        yield part.tail
    except NotPlain as reason:
        raise OutputError(
            f"a sheet is written in an unusual way ({reason}) and cannot be repaired; save the file "
            "in a spreadsheet program and try again"
        ) from None
    if by_row:
        raise OutputError(
            f"row {min(by_row)} is not where it should be, so nothing was repaired; save the file in "
            "a spreadsheet program and try again"
        )


def lost_masters(stream: IO[bytes], edits: Edits) -> dict[str, Master]:
    """Formulas that cells share and whose text stands in a cell that gets another content."""
    gone = {place for place, cell in edits.items() if not cell.keep}
    found: dict[str, Master] = {}
    try:
        for number, row in SheetPart(stream).rows():
            if b"shared" in row and b"ref=" in row:
                found.update(masters_of(number, row))
    except NotPlain:
        return {}
    return {shared: master for shared, master in found.items() if (master.row, master.column) in gone}


def _edited(number: int, row: bytes, wanted: Mapping[int, NewCell], masters: Mapping[str, Master]) -> bytes:
    """A row with other cells; those that share a lost formula get its text."""
    places = [(match.start(), match.end()) for match in CELL.finditer(row)]
    cells = cells_of_row(row)
    left = dict(sorted(wanted.items()))
    out: list[bytes] = []
    at = 0
    for (start, end), cell in zip(places, cells, strict=True):
        for column in [column for column in left if column < cell.column]:
            out += [row[at:start], _written(number, column, left.pop(column), None)]
            at = start
        if cell.column in left:
            out += [row[at:start], _written(number, cell.column, left.pop(cell.column), cell)]
            at = end
        elif masters:
            out += [row[at:start], _own_text(number, cell, masters)]
            at = end
    rest = row[at:]
    if left:
        more = b"".join(_written(number, column, cell, None) for column, cell in left.items())
        if rest.endswith(b"/>") and not places:
            rest = rest[:-2].rstrip() + b">" + more + b"</row>"
        else:
            close = rest.rindex(b"</row>")
            rest = rest[:close] + more + rest[close:]
    return b"".join(out) + rest


def _own_text(number: int, cell: Cell, masters: Mapping[str, Master]) -> bytes:
    formula = cell.formula
    if formula is None or formula[0].get("t") != "shared" or formula[1]:
        return cell.whole
    master = masters.get(formula[0].get("si", ""))
    if master is None:
        return cell.whole
    text = escaped(master.text_at(number, cell.column))
    return cell.whole.replace(_first(_FORMULA, cell.whole), b"<f>%s</f>" % text, 1)


def _written(number: int, column: int, new: NewCell, old: Cell | None) -> bytes:
    """The cell's text; its style and other attributes stay."""
    kept = {} if old is None else {k: v for k, v in old.attributes.items() if k not in _DROPPED}
    formula = b""
    if new.keep and old is not None:
        formula = _first(_FORMULA, old.content)
        kept |= {k: v for k, v in old.attributes.items() if k in ("cm", "vm")}
    elif new.formula is not None:
        formula = b"<f>%s</f>" % escaped(new.formula)
    kind, content = _content(new.value, bool(formula))
    attributes = {"r": f"{column_letter(column)}{number}", **kept, **({"t": kind} if kind else {})}
    tag = b"".join(b' %s="%s"' % (name.encode(), escaped(value)) for name, value in attributes.items())
    inside = formula + content
    return b"<c%s>%s</c>" % (tag, inside) if inside else b"<c%s/>" % tag


def _content(value: Value | Stored, formula: bool) -> tuple[str, bytes]:
    """The kind of cell and its value's text."""
    if isinstance(value, Stored):
        return ("str", b"<v>%s</v>" % PENDING_TEXT.encode()) if value is PENDING else ("", b"")
    if isinstance(value, bool):
        return "b", b"<v>%d</v>" % value
    if isinstance(value, CellError):
        return "e", b"<v>%s</v>" % escaped(value.code)
    if isinstance(value, int | float):
        return "", b"<v>%s</v>" % repr(int(value) if float(value).is_integer() else value).encode()
    if formula:
        return ("str", b"<v>%s</v>" % escaped(value)) if value else ("str", b"<v></v>")
    if not value:
        return "", b""
    return "inlineStr", b'<is><t xml:space="preserve">%s</t></is>' % escaped(value)


def _first(pattern: re.Pattern[bytes], text: bytes) -> bytes:
    found = pattern.search(text)
    return found[0] if found else b""
