"""Workbooks made by hand, byte by byte, for what no writing library writes."""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
TYPES = """<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/>
<Override PartName="/xl/workbook.xml"
 ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>"""
RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>'
)


def xlsx(
    path: Path, rows: str, *, after: str = "", before: str = "", strings: str = "", old: bool = False
) -> Path:
    """One sheet ``Log``: ``rows`` stand in its sheetData, the rest around that; style 1 is a date."""
    links = f'<Relationship Id="r1" Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
    links += f'<Relationship Id="r2" Type="{OFFICE}/styles" Target="styles.xml"/>'
    links += f'<Relationship Id="r3" Type="{OFFICE}/sharedStrings" Target="sharedStrings.xml"/>'
    parts = {
        "[Content_Types].xml": TYPES,
        "_rels/.rels": RELATIONS.format(
            f'<Relationship Id="r0" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
        ),
        "xl/_rels/workbook.xml.rels": RELATIONS.format(links),
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><workbookPr date1904="{int(old)}"/>'
        '<sheets><sheet name="Log" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/styles.xml": f'<styleSheet xmlns="{MAIN}"><cellXfs count="2"><xf numFmtId="0"/>'
        '<xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>',
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">{strings}</sst>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{MAIN}">{before}<sheetData>{rows}</sheetData>{after}'
        "</worksheet>",
    }
    return packed(path, parts)


def packed(path: Path, parts: Mapping[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return path


# ---------------------------------------------------------------------- .xlsb
def _record(kind: int, content: bytes = b"") -> bytes:
    head = bytes([kind]) if kind < 0x80 else bytes([kind & 0x7F | 0x80, kind >> 7])
    size, length = b"", len(content)
    while True:
        size += bytes([length & 0x7F | (0x80 if length > 0x7F else 0)])
        length >>= 7
        if not length:
            return head + size + content


def _text(text: str) -> bytes:
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


class Formula(float):
    """A number that a formula gave."""


class Error(int):
    """An error value by its code: 7 is #DIV/0!, 42 is #N/A."""


def _cell(column: int, value: object) -> bytes:
    place = struct.pack("<II", column, 0)
    if isinstance(value, Formula):  # the formula is the number 1, in three bytes
        return _record(9, place + struct.pack("<dHI", value, 0, 3) + b"\x1e\x01\x00" + struct.pack("<I", 0))
    if isinstance(value, Error):
        return _record(3, place + bytes([value]))
    if isinstance(value, bool):
        return _record(4, place + bytes([value]))
    if isinstance(value, str):
        return _record(6, place + _text(value))
    return _record(5, place + struct.pack("<d", value))


def xlsb(path: Path, rows: Mapping[int, Sequence[object]], *, hidden: Sequence[int] = ()) -> Path:
    """One sheet ``Log``. rows: number from 1 -> cells from column A, None for no cell."""
    wide = max(map(len, rows.values()))
    reach = struct.pack("<IIII", min(rows) - 1, max(rows) - 1, 0, wide - 1)
    sheet = _record(129) + _record(148, reach) + _record(145)
    for number, cells in rows.items():
        flags = bytes([0, 0x10 if number in hidden else 0])
        head = struct.pack("<IIH", number - 1, 0, 300) + flags + b"\0" + struct.pack("<I", 0)
        sheet += _record(0, head)
        sheet += b"".join(_cell(place, value) for place, value in enumerate(cells) if value is not None)
    sheet += _record(146) + _record(130)
    bundle = struct.pack("<II", 0, 1) + _text("r1") + _text("Log")
    workbook = _record(131) + _record(143) + _record(156, bundle) + _record(144) + _record(132)
    link = f'<Relationship Id="r1" Type="{OFFICE}/worksheet" Target="worksheets/sheet1.bin"/>'
    root = f'<Relationship Id="r0" Type="{OFFICE}/officeDocument" Target="xl/workbook.bin"/>'
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": TYPES,
        "_rels/.rels": RELATIONS.format(root),
        "xl/workbook.bin": workbook,
        "xl/_rels/workbook.bin.rels": RELATIONS.format(link),
        "xl/worksheets/sheet1.bin": sheet,
    }
    return packed(path, parts)
