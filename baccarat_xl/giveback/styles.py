"""Formats added to a workbook's styles: fills for marks, and the looks of the sheet of findings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from baccarat_xl.giveback.package import SPREADSHEET, Package
from baccarat_xl.giveback.xml_text import appended, child, elements, prefix_of, root_of, with_count
from baccarat_xl.report.sheet_rows import COLOURS

_MINIMAL: Final = (
    b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    b'<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    b'<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>'
    b'<fills count="2"><fill><patternFill patternType="none"/></fill>'
    b'<fill><patternFill patternType="gray125"/></fill></fills>'
    b'<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    b'<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    b'<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>'
    b"</styleSheet>"
)
_ORDER: Final = (
    "numFmts",
    "fonts",
    "fills",
    "borders",
    "cellStyleXfs",
    "cellXfs",
    "cellStyles",
    "dxfs",
    "tableStyles",
    "colors",
    "extLst",
)
_FONTS: Final = (
    b'<%(p)sfont><%(p)sb/><%(p)ssz val="11"/><%(p)sname val="Calibri"/></%(p)sfont>',
    b'<%(p)sfont><%(p)su/><%(p)ssz val="11"/><%(p)scolor rgb="FF0563C1"/>'
    b'<%(p)sname val="Calibri"/></%(p)sfont>',
)
_XF: Final = (
    b'<%%(p)sxf numFmtId="0" fontId="%d" fillId="0" borderId="0"%s applyFont="1" applyAlignment="1">'
    b'<%%(p)salignment vertical="top"%s/></%%(p)sxf>'
)


@dataclass(frozen=True, slots=True)
class Formats:
    """Numbers of formats. fills: severity -> a differential format; bold, link, wrapped: cell formats."""

    fills: dict[str, int]
    bold: int = 0
    link: int = 0
    wrapped: int = 0


def add_formats(package: Package) -> Formats:
    """Put the formats into the styles part, which is made where there is none."""
    part = package.related(package.workbook, "styles")
    if part is None:
        part = "xl/baccaratStyles.xml" if package.find("xl/styles.xml") else "xl/styles.xml"
        package.add(part, _MINIMAL, SPREADSHEET + "styles+xml")
        package.relate(package.workbook, "styles", part)
    data = package.read(part)
    prefix = prefix_of(root_of(data))

    def made(pattern: bytes) -> bytes:
        return pattern % {b"p": prefix}

    fills = [
        made(
            b'<%%(p)sdxf><%%(p)sfill><%%(p)spatternFill patternType="solid"><%%(p)sfgColor rgb="FF%s"/>'
            b'<%%(p)sbgColor rgb="FF%s"/></%%(p)spatternFill></%%(p)sfill></%%(p)sdxf>'
            % ((colour[1:].upper().encode(),) * 2)
        )
        for colour in COLOURS.values()
    ]
    data, first_fill = _added(data, "dxfs", fills)
    numbers = {severity: first_fill + place for place, severity in enumerate(COLOURS)}
    root = root_of(data)
    if child(data, root, "fonts") is None or child(data, root, "cellXfs") is None:
        package.change(part, data)
        return Formats(numbers)
    data, font = _added(data, "fonts", [made(font) for font in _FONTS])
    based = b' xfId="0"' if child(data, root_of(data), "cellStyleXfs") else b""
    looks = ((font, b""), (font + 1, b""), (0, b' wrapText="1"'))
    data, look = _added(data, "cellXfs", [made(_XF % (number, based, how)) for number, how in looks])
    package.change(part, data)
    return Formats(numbers, look, look + 1, look + 2)


def _added(data: bytes, name: str, items: list[bytes]) -> tuple[bytes, int]:
    """The text with items at the end of a list of the styles, and the number of the first of them."""
    root = root_of(data)
    parent = child(data, root, name)
    if parent is None:
        prefix = prefix_of(root)
        empty = b"<%s%s></%s%s>" % (prefix, name.encode(), prefix, name.encode())
        data = _put_in_order(data, name, empty)
        parent = child(data, root_of(data), name)
        assert parent is not None
    count = len(elements(data, parent.inner, parent.inner_end))
    data = appended(data, parent, b"".join(items))
    again = child(data, root_of(data), name)
    assert again is not None
    return with_count(data, again, count + len(items)), count


def _put_in_order(data: bytes, name: str, content: bytes) -> bytes:
    root = root_of(data)
    later = _ORDER[_ORDER.index(name) :]
    after = [one for one in elements(data, root.inner, root.inner_end) if one.local in later]
    at = after[0].start if after else root.inner_end
    return data[:at] + content + data[at:]
