"""The boxes in which a spreadsheet program shows notes: a drawing in VML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from baccarat_xl.errors import OutputError
from baccarat_xl.giveback.marks import place_of

IDS_AT_ONCE: Final = 1024
LETTERS_A_LINE: Final = 46
COLUMNS_WIDE: Final = 5
LAST_COLUMN, LAST_ROW = 16_383, 1_048_575
MOST_LINES: Final = 30
_DATA: Final = re.compile(rb"""(<(?:\w+:)?idmap\b[^<>]*?\sdata\s*=\s*["'])([\d,]*)(["'])""", re.IGNORECASE)
_TYPE: Final = (
    b'<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe">'
    b'<v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>'
)
_NAMESPACES: Final = (
    b'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" '
    b'xmlns:x="urn:schemas-microsoft-com:office:excel"'
)
_NAMED: Final = re.compile(rb"<v:shape(?:type)?(?=\s)")
_OPEN: Final = b"<xml %s>" % _NAMESPACES
_SHAPE: Final = (
    '<v:shape id="_x0000_s{id}" type="#_x0000_t202" style="position:absolute;width:240pt;height:{height}pt;'
    'z-index:{z};visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/>'
    '<v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/>'
    '<v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox>'
    '<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/>'
    "<x:Anchor>{left}, 15, {top}, 4, {right}, 15, {bottom}, 4</x:Anchor><x:AutoFill>False</x:AutoFill>"
    "<x:Row>{row}</x:Row><x:Column>{column}</x:Column></x:ClientData></v:shape>"
)


def new_boxes(notes: Mapping[str, str], others: Iterable[bytes]) -> bytes:
    """A drawing with a box for each note (cell -> text). ``others``: the workbook's drawings of this kind."""
    groups = _free_groups(others, len(notes))
    shown = ",".join(map(str, groups)).encode()
    layout = b'<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="%s"/></o:shapelayout>' % shown
    return _OPEN + layout + _TYPE + _shapes(notes, groups) + b"</xml>"


def boxes_with(data: bytes, notes: Mapping[str, str], others: Iterable[bytes]) -> bytes:
    """A drawing that is there, with boxes added. Raises OutputError where it has no end."""
    if not notes:
        return data
    end = data.rfind(b"</xml>")
    if end < 0:
        raise OutputError(
            "the drawing of a sheet's notes is written in an unusual way, and no note can be added to it; "
            "save the file in a spreadsheet program and try again"
        )
    groups = _free_groups([data, *others], len(notes))
    kind = b"" if b'"_x0000_t202"' in data or b"'_x0000_t202'" in data else _TYPE
    more_boxes = kind + _shapes(notes, groups)
    if not all(b"xmlns:%s=" % prefix in data for prefix in (b"v", b"o", b"x")):
        more_boxes = _NAMED.sub(rb"\g<0> " + _NAMESPACES, more_boxes)
    made = data[:end] + more_boxes + data[end:]
    more = ",".join(map(str, groups)).encode()

    def listed(found: re.Match[bytes]) -> bytes:
        return b"%s%s,%s%s" % (found[1], found[2], more, found[3]) if found[2] else found[1] + more + found[3]

    return _DATA.sub(listed, made, count=1)


def _free_groups(others: Iterable[bytes], count: int) -> list[int]:
    """Numbers of groups of ids that no drawing of the workbook uses; a group holds `IDS_AT_ONCE` ids."""
    taken = {0}
    for data in others:
        for found in _DATA.finditer(data):
            taken |= {int(number) for number in found[2].split(b",") if number}
        taken |= {int(number) // IDS_AT_ONCE for number in re.findall(rb"_x0000_s(\d+)", data)}
    first = max(taken) + 1
    return list(range(first, first + count // (IDS_AT_ONCE - 1) + 1))


def _shapes(notes: Mapping[str, str], groups: list[int]) -> bytes:
    out = []
    for number, (cell, text) in enumerate(notes.items()):
        row, column = place_of(cell)
        group, within = divmod(number, IDS_AT_ONCE - 1)
        lines = min(MOST_LINES, sum(1 + len(line) // LETTERS_A_LINE for line in text.split("\n")) + 1)
        left = min(column + 1, LAST_COLUMN - COLUMNS_WIDE)
        top = min(max(row - 1, 0), LAST_ROW - lines)
        out.append(
            _SHAPE.format(
                id=groups[group] * IDS_AT_ONCE + within + 1,
                z=number + 1,
                height=lines * 12,
                left=left,
                right=left + COLUMNS_WIDE,
                top=top,
                bottom=top + max(2, lines * 3 // 4),
                row=row,
                column=column,
            )
        )
    return "".join(out).encode()
