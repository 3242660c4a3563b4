"""The sheet ``Baccarat check`` as a part of a package: every text as text, every place as a link."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from baccarat_xl.audit.finding import CheckResult
from baccarat_xl.giveback.package import RELATIONS, SPREADSHEET, Package
from baccarat_xl.giveback.styles import Formats
from baccarat_xl.giveback.xml_text import (
    appended,
    attribute,
    attributes,
    elements,
    escaped,
    prefix_of,
    required,
    root_of,
)
from baccarat_xl.report.sheet_rows import (
    HEADERS,
    SIGNED,
    WIDTHS,
    about,
    free_name,
    height_of,
    linked_place,
    row_of,
)
from baccarat_xl.workbook.model import column_letter

HEADER_ROW: Final = 5
MOST_LINKS: Final = 65_000
"""A sheet holds no more links than 65,530."""
MOST_ROWS: Final = 1_000_000
LONGEST: Final = 32_000
HOW_TO_UNDO: Final = "baccarat-xl undo gives the original back, byte for byte."
_HEAD: Final = (
    b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetPr>'
    b'<pageSetUpPr fitToPage="1"/></sheetPr><sheetViews>'
    b'<sheetView workbookViewId="0"><pane ySplit="%d" topLeftCell="A%d" activePane="bottomLeft" '
    b'state="frozen"/>'
    b"</sheetView></sheetViews><cols>%s</cols><sheetData>"
)
_SHEET_ID: Final = re.compile(rb"""\bsheetId\s*=\s*["'](\d+)["']""")


def add_findings_sheet(
    package: Package, result: CheckResult, remarks: Sequence[str], formats: Formats
) -> str:
    """Add the sheet behind the others; returns its name."""
    part = package.free("xl/worksheets/sheet{}.xml")
    content = b"".join(_content(result, remarks, formats))
    workbook = package.workbook
    relation = package.relate(workbook, "worksheet", part)
    package.add(part, content, SPREADSHEET + "worksheet+xml")
    data = package.read(workbook)
    root = root_of(data)
    sheets = required(data, root, "sheets")
    listed = elements(data, sheets.inner, sheets.inner_end)
    tags = [data[one.start : one.inner] for one in listed]
    known = [attributes(tag) for tag in tags]
    name = free_name({one.get("name", "").lower() for one in known})
    number = 1 + max((int(found[1]) for tag in tags if (found := _SHEET_ID.search(tag))), default=0)
    spelled = next((key for one in known for key in one if key.endswith(":id")), None)
    link = f'{spelled}="{relation}"' if spelled else f'xmlns:r="{RELATIONS}" r:id="{relation}"'
    tag = b'<%ssheet name="%s" sheetId="%d" %s/>' % (
        prefix_of(root),
        attribute(name),
        number,
        link.encode(),
    )
    package.change(workbook, appended(data, sheets, tag))
    return name


def _content(result: CheckResult, remarks: Sequence[str], formats: Formats) -> Iterator[bytes]:
    widths = b"".join(
        b'<col min="%d" max="%d" width="%d" customWidth="1"/>' % (number, number, width)
        for number, width in enumerate(WIDTHS, 1)
    )
    yield _HEAD % (HEADER_ROW, HEADER_ROW + 1, widths)
    summary, looked_at = about(result)
    findings = result.findings[:MOST_ROWS]
    yield _row(1, ["Baccarat check"], formats.bold)
    yield _row(2, [f"{SIGNED} {HOW_TO_UNDO}"], 0)
    yield _row(3, [summary], 0)
    yield _row(HEADER_ROW, HEADERS, formats.bold)
    number = HEADER_ROW
    for finding in findings:
        number += 1
        texts = row_of(finding)
        yield _row(number, texts, formats.wrapped, formats.link, height=height_of(texts))
    last = number
    notes = list(remarks)
    if len(findings) > MOST_LINKS:
        notes.append(f"Only the first {MOST_LINKS:,} places are links.")
    if len(findings) < len(result.findings):
        notes.append(f"{len(result.findings) - len(findings):,} more findings found no room here.")
    number += 1
    for line in (*notes, *looked_at):
        number += 1
        yield _row(number, [line], 0)
    yield b"</sheetData>"
    links = [
        b'<hyperlink ref="A%d" location="%s"/>' % (row, attribute(linked_place(finding)))
        for row, finding in zip(range(HEADER_ROW + 1, last + 1), findings[:MOST_LINKS], strict=False)
        if finding.sheet
    ]
    if links:
        yield b"<hyperlinks>" + b"".join(links) + b"</hyperlinks>"
    yield b'<pageSetup orientation="landscape" fitToHeight="0"/></worksheet>'


def _row(
    number: int,
    texts: Sequence[str],
    look: int,
    first_look: int | None = None,
    *,
    height: float | None = None,
) -> bytes:
    cells = []
    for column, text in enumerate(texts):
        if text:
            style = first_look if column == 0 and first_look is not None else look
            cells.append(
                b'<c r="%s%d" s="%d" t="inlineStr"><is><t xml:space="preserve">%s</t></is></c>'
                % (column_letter(column).encode(), number, style, escaped(text[:LONGEST]))
            )
    tall = b' ht="%g" customHeight="1"' % height if height else b""
    return b'<row r="%d"%s>%s</row>' % (number, tall, b"".join(cells))
