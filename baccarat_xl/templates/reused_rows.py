"""Blank rows of a template put to use: their own styles and whatever stands beside the table are kept."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from baccarat_xl.templates.learned import Learned
from baccarat_xl.workbook.quoted_styles import QuotedStyles
from baccarat_xl.workbook.sheet_part import Cell, cells_of_row, row_tag

if TYPE_CHECKING:
    from baccarat_xl.templates.row_writer import RowWriter

_STYLE: Final = re.compile(rb' s="\d+"')


class Reuser:
    """Puts new cells into rows that exist."""

    def __init__(self, learned: Learned, twins: QuotedStyles) -> None:
        self._twins = twins
        self._first, self._last = learned.place.first_column, learned.place.last_column
        self._attributes = learned.row_attributes
        self._styles = [column.pattern.style for column in learned.columns]
        self._plain = b""

    def merged(self, number: int, row: bytes, writer: RowWriter, position: int) -> bytes:
        """The row ``number`` with the cells of the round at ``position``."""
        shape = row.replace(str(number).encode(), b"#")
        if shape == self._plain:
            return writer.rows(position, position + 1)[0]
        cells = cells_of_row(row)
        before = [cell for cell in cells if cell.column < self._first]
        after = [cell for cell in cells if cell.column > self._last]
        inside = {cell.column: cell for cell in cells if self._first <= cell.column <= self._last}
        styles = [_style(inside.get(self._first + offset)) for offset in range(len(self._styles))]
        tag = row_tag(row)
        same = all(own is None or own in style for own, style in zip(styles, self._styles, strict=True))
        if same and not before and not after and _attributes(tag) == self._attributes:
            self._plain = shape
            return writer.rows(position, position + 1)[0]
        new = [
            cell if own is None else self._styled(cell, own)
            for cell, own in zip(writer.cells(position), styles, strict=True)
        ]
        everything = [*(c.whole for c in before), *new, *(c.whole for c in after)]
        return b"<row" + tag + b">" + b"".join(everything) + b"</row>"

    def _styled(self, cell: bytes, style: str) -> bytes:
        end = cell.index(b">")
        if self._twins.is_quoted(cell[:end].decode()):
            style = self._twins.quoted_style(style)
        tag = _STYLE.sub(b"", cell[:end], count=1)
        place = re.match(rb'<c r="[A-Z]+\d+"', tag)
        at = place.end() if place else len(tag)
        return tag[:at] + style.encode() + tag[at:] + cell[end:]


def _attributes(tag: bytes) -> bytes:
    return re.sub(rb"""\sr=["']\d+["']""", b"", tag).rstrip()


def _style(cell: Cell | None) -> str | None:
    """The style of an existing cell as an attribute; None where there is no cell."""
    if cell is None:
        return None
    return f' s="{cell.attributes["s"]}"' if "s" in cell.attributes else ""
