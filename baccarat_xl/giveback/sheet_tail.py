"""What stands in a worksheet's part after its rows: rules for fills and the link to its notes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import IO, Final

from baccarat_xl.errors import OutputError
from baccarat_xl.giveback.xml_text import Element, attributes, elements

BLOCK: Final = 1 << 20
HEAD: Final = 1 << 16
AREAS_AT_ONCE: Final = 400
"""Areas in one rule: Excel itself keeps such lists short."""
_ROWS: Final = b"sheetData"
_ROWS_END: Final = re.compile(rb"</(?:[\w.-]+:)?sheetData\s*>|<(?:[\w.-]+:)?sheetData\s*/>")
_ROWS_END_LENGTH: Final = 80
_ROOT: Final = re.compile(rb"<((?:[\w.-]+:)?)worksheet\b([^<>]*)>")
_PRIORITY: Final = re.compile(rb"""(<(?:[\w.-]+:)?cfRule\b[^<>]*?\spriority\s*=\s*)(["'])(\d+)\2""")
_OFFICE: Final = (
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "http://purl.oclc.org/ooxml/officeDocument/relationships",
)
ORDER: Final = (
    "sheetCalcPr",
    "sheetProtection",
    "protectedRanges",
    "scenarios",
    "autoFilter",
    "sortState",
    "dataConsolidate",
    "customSheetViews",
    "mergeCells",
    "phoneticPr",
    "conditionalFormatting",
    "dataValidations",
    "hyperlinks",
    "printOptions",
    "pageMargins",
    "pageSetup",
    "headerFooter",
    "rowBreaks",
    "colBreaks",
    "customProperties",
    "cellWatches",
    "ignoredErrors",
    "smartTags",
    "drawing",
    "legacyDrawing",
    "legacyDrawingHF",
    "drawingHF",
    "picture",
    "oleObjects",
    "controls",
    "webPublishItems",
    "tableParts",
    "extLst",
)
"""The elements after the rows in the order that the format demands."""


def with_tail(stream: IO[bytes], edit: Callable[[bytes, bytes], bytes]) -> Iterator[bytes]:
    """A sheet's part with another tail: ``edit(head, tail)``, where head is the part's beginning.

    Raises OutputError where no rows end.
    """
    data = stream.read(BLOCK)
    head = data[:HEAD]
    while (end := _rows_end(data)) is None:
        block = stream.read(BLOCK)
        if not block:
            raise OutputError(
                "a sheet has no end of rows, and cannot be marked; open and save it in a spreadsheet"
            )
        if len(data) > _ROWS_END_LENGTH:
            yield data[:-_ROWS_END_LENGTH]
            data = data[-_ROWS_END_LENGTH:]
        data += block
    yield data[:end]
    tail = data[end:] + stream.read()
    yield edit(head, tail)


def _rows_end(data: bytes) -> int | None:
    """Where the rows have ended; None where they do not in this text."""
    at = data.find(_ROWS)
    while at >= 0:
        found = _ROWS_END.search(data, max(0, at - _ROWS_END_LENGTH), at + _ROWS_END_LENGTH)
        if found:
            return found.end()
        at = data.find(_ROWS, at + 1)
    return None


def prefix(head: bytes) -> bytes:
    """The prefix of the sheet's own elements, with its colon."""
    found = _ROOT.search(head)
    return found[1] if found else b""


def relation_attribute(head: bytes, relation: str) -> bytes:
    """``r:id="rId3"``, with the namespace declared where the root does not."""
    found = _ROOT.search(head)
    for name, value in attributes(found[2] if found else b"").items():
        if name.startswith("xmlns:") and value in _OFFICE:
            return f'{name[6:]}:id="{relation}"'.encode()
    return f'xmlns:r="{_OFFICE[0]}" r:id="{relation}"'.encode()


def put_in(tail: bytes, name: str, content: bytes) -> bytes:
    """Content that belongs where elements called ``name`` stand, after those that are there."""
    rank = ORDER.index(name)
    at = None
    end = 0
    for element in elements(tail):
        if _rank(tail, element) > rank:
            at = element.start
            break
        end = element.end
    if at is None:
        at = end
    return tail[:at] + content + tail[at:]


def _rank(tail: bytes, element: Element) -> int:
    """An element's place in the order; alternatives stand where what is in them belongs."""
    if element.local in ORDER:
        return ORDER.index(element.local)
    inside = [one.local for one in elements(tail, element.inner, element.inner_end, depth=1)]
    return next((ORDER.index(one) for one in inside if one in ORDER), -1)


def legacy_drawing(tail: bytes) -> str | None:
    """The id of the relation to the drawing that holds the notes' boxes; None without one."""
    for element in elements(tail):
        if element.local == "legacyDrawing":
            known = attributes(tail[element.start : element.inner])
            return next((value for name, value in known.items() if name.rpartition(":")[2] == "id"), None)
    return None


def with_fills(
    tail: bytes, named: bytes, areas: Mapping[str, Sequence[str]], formats: Mapping[str, int]
) -> bytes:
    """The tail with rules that fill areas always, ahead of the rules that are there.

    areas: severity -> addresses, the gravest first; formats: severity -> number of the format.
    """
    parts: list[bytes] = []
    for severity, format_number in formats.items():
        here = areas.get(severity, ())
        for first in range(0, len(here), AREAS_AT_ONCE):
            together = " ".join(here[first : first + AREAS_AT_ONCE])
            parts.append(_rule(named, together, format_number, len(parts) + 1))
    if not parts:
        return tail
    later = _PRIORITY.sub(lambda m: b"%s%s%d%s" % (m[1], m[2], int(m[3]) + len(parts), m[2]), tail)
    return put_in(later, "conditionalFormatting", b"".join(parts))


def _rule(named: bytes, areas: str, format_number: int, priority: int) -> bytes:
    """One rule that is always true."""
    made = (
        b'<{}conditionalFormatting sqref="%s"><{}cfRule type="expression" dxfId="%d" priority="%d">'
        b"<{}formula>TRUE</{}formula></{}cfRule></{}conditionalFormatting>"
    ) % (areas.encode(), format_number, priority)
    return made.replace(b"<{}", b"<" + named).replace(b"</{}", b"</" + named)
