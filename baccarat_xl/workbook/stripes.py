"""A large sheet read in stripes of rows: each is handed to the fast reader as a small workbook of its own.

So the whole sheet is inflated once and never held as cells; what is kept is a `Grid`. A sheet that is not
written as usual (rows without numbers or out of order, cells far from the rest) is left to the other way.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from baccarat_xl.cell_error import CellError
from baccarat_xl.workbook.extent import OVERLAP, extent_of
from baccarat_xl.workbook.grid import Grid, GridBuilder, OutOfOrder
from baccarat_xl.workbook.model import column_index
from baccarat_xl.workbook.scan import LONGEST_HEAD, Collected, Scan, ahead, prefix_of

if TYPE_CHECKING:
    from baccarat_xl.workbook.model import CellValue

STRIPE: Final = 4 << 20
SHARE: Final = 6
"""A stripe is at least so many times the texts that are read again for each."""
LONGEST_ROW: Final = 32 << 20
MOST_SHARED: Final = 24 << 20
MERGED: Final = re.compile(
    rb"""<(?:\w+:)?mergeCell\b[^<>]{0,999}?\bref=["']"""
    rb"""\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})["']"""
)
ROW_WITH_NUMBER: Final = re.compile(rb"""<(?:\w+:)?row\s[^<>]{0,999}?\br=["']\d""")
DATE_1904: Final = re.compile(rb"""\bdate1904=["'](?:1|true)["']""")
MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006/relationships"
TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml."
Blocks = tuple[tuple[int, int, int, int], ...]


class Unusual(Exception):
    """The sheet is not written as stripes need it."""


@dataclass(slots=True)
class Striped:
    """A sheet that was read in stripes."""

    rows: Grid
    found: Scan
    merged: Blocks


@dataclass(slots=True)
class _Piece:
    """Whole rows of the part, and the errors that stand in them."""

    data: bytes
    errors: dict[tuple[int, int], CellError] = field(default_factory=dict)


def read_in_stripes(shared: dict[str, bytes], blocks: Iterator[bytes]) -> Striped:
    """Read a part. ``shared``: the content of the parts ``workbook``, ``styles`` and ``sharedStrings``.

    Raises Unusual, and whatever the package raises where it is damaged.
    """
    stripe = max(STRIPE, SHARE * sum(map(len, shared.values())))
    pieces = _Pieces(blocks, stripe)
    frame = _Frame(shared)
    builder = GridBuilder()
    for piece in ahead(iter(pieces), depth=1):
        start, left, rows = frame.rows(pieces.head, piece.data, pieces.closing)
        for (row, column), error in piece.errors.items():
            if start <= row < start + len(rows) and left <= column < left + len(rows[row - start]):
                rows[row - start][column - left] = error
        try:
            builder.add(start, left, rows, booleans=b't="b"' in piece.data or b"t='b'" in piece.data)
        except OutOfOrder as reason:
            raise Unusual(str(reason)) from None
    return Striped(builder.result(), pieces.found.result(), tuple(pieces.merged.values()))


class _Pieces:
    """Cuts a part into pieces of whole rows, looks through each, and keeps what stands around the rows."""

    def __init__(self, blocks: Iterator[bytes], size: int) -> None:
        self._blocks, self._size = blocks, size
        self.head = b""
        self.closing = b""
        self.prefix = b""
        self.found = Collected()
        self.merged: dict[bytes, tuple[int, int, int, int]] = {}

    def __iter__(self) -> Iterator[_Piece]:
        data = self._start()
        parts, held = [data], len(data)
        end = b"</" + self.prefix + b"sheetData"
        for block in self._blocks:
            parts.append(block)
            held += len(block)
            ended = block.find(end) >= 0 or (parts[-2][-32:] + block[:32]).find(end) >= 0
            if held < self._size and not ended:
                continue
            data = b"".join(parts)
            stop = data.find(end) if ended else -1
            if stop >= 0:
                yield from self._piece(data[:stop])
                self._after(data[stop:])
                return
            cut = data.rfind(b"<" + self.prefix + b"row ")
            if cut > 0:
                yield from self._piece(data[:cut])
                data = data[cut:]
            elif held > LONGEST_ROW:
                raise Unusual("a row is too long")
            parts, held = [data], len(data)
        data = b"".join(parts)
        stop = data.find(end)
        if stop < 0:
            raise Unusual("the rows do not end")
        yield from self._piece(data[:stop])
        self._after(data[stop:])

    def _start(self) -> bytes:
        """Read up to the first row; what follows is given back."""
        data = b""
        for block in self._blocks:
            data += block
            at = data.find(b"sheetData")
            opened = data.find(b">", at)
            if at >= 0 and opened >= 0:
                self.prefix = prefix_of(data)
                if data[opened - 1 : opened] == b"/" or b"<!" in data[:opened]:
                    break
                self.head = data[: opened + 1]
                self.closing = b"</%bsheetData></%bworksheet>" % (self.prefix, self.prefix)
                self.found.columns(self.head)
                return data[opened + 1 :]
            if len(data) > LONGEST_HEAD:
                break
        raise Unusual("no rows at the start")

    def _piece(self, data: bytes) -> Iterator[_Piece]:
        if not data.strip():
            return
        tag = b"<" + self.prefix + b"row"
        tags = data.count(tag)
        if data.count(tag + b' r="') != tags and len(ROW_WITH_NUMBER.findall(data)) != tags:
            raise Unusual("rows without numbers")
        extent = extent_of(data)
        if extent is None or not extent.safe:
            raise Unusual("cells without places, or far from the rest")
        errors: dict[tuple[int, int], CellError] = {}
        if not extent.plain or b" hidden=" in data:
            self.found.take(data, self.prefix)
            errors, self.found.errors = self.found.errors, {}
        yield _Piece(data, errors)

    def _after(self, data: bytes) -> None:
        """Merged blocks are named after the rows."""
        while True:
            for match in MERGED.finditer(data):
                left, top, right, bottom = (each.decode() for each in match.groups())
                self.merged[match[0]] = int(top) - 1, column_index(left), int(bottom) - 1, column_index(right)
            block = next(self._blocks, b"")
            if not block:
                return
            data = data[-OVERLAP:] + block


class _Frame:
    """The small workbook around a stripe."""

    def __init__(self, shared: dict[str, bytes]) -> None:
        here = {name: shared[name] for name in ("styles", "sharedStrings") if name in shared}
        kinds = {"workbook": "sheet.main", "sheet": "worksheet"} | {name: name for name in here}
        overrides = "".join(
            f'<Override PartName="/xl/{name}.xml" ContentType="{TYPE}{kind}+xml"/>'
            for name, kind in kinds.items()
        )
        links = "".join(
            f'<Relationship Id="{name}" Type="{OFFICE}/{kind}" Target="{name}.xml"/>'
            for name, kind in kinds.items()
            if name != "workbook"
        )
        old = ' date1904="1"' if DATE_1904.search(shared.get("workbook", b"")) else ""
        self._parts = {
            "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            f'<Default Extension="rels" ContentType="application/xml"/>{overrides}</Types>',
            "_rels/.rels": f'<Relationships xmlns="{PACKAGE}"><Relationship Id="r0" '
            f'Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}">{links}</Relationships>',
            "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><workbookPr{old}/><sheets>'
            '<sheet name="S" sheetId="1" r:id="sheet"/></sheets></workbook>',
        }
        self._shared = {f"xl/{name}.xml": content for name, content in here.items()}

    def rows(self, head: bytes, rows: bytes, closing: bytes) -> tuple[int, int, list[list[CellValue]]]:
        """(first row's index, first column's index, rows of equal width)."""
        from python_calamine import CalamineWorkbook

        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as package:
            for name, text in self._parts.items():
                package.writestr(name, text)
            for name, content in self._shared.items():
                package.writestr(name, content)
            with package.open("xl/sheet.xml", "w") as part:
                for content in (head, rows, closing):
                    part.write(content)
        stream.seek(0)
        try:
            sheet: Any = CalamineWorkbook.from_filelike(stream).get_sheet_by_index(0)
            start = sheet.start
            found = sheet.to_python(skip_empty_area=True)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt | SystemExit):
                raise
            raise Unusual(str(error)) from None
        return (start[0], start[1], found) if start is not None else (0, 0, [])
