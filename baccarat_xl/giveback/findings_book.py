"""Findings of a file that is no package, such as CSV or .xls, in a workbook of their own with links to it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from baccarat_xl.audit.finding import CheckResult, Finding
from baccarat_xl.report.sheet_rows import COLOURS, HEADERS, NAME, SIGNED, WIDTHS, about, row_of
from baccarat_xl.report.text import place_of
from baccarat_xl.workbook.patch import written_beside

HEADER_ROW: Final = 5
MOST_LINKS: Final = 65_000
MOST_ROWS: Final = 1_000_000
LONGEST: Final = 32_000
_ROOMS: Final = (".xls", ".xlsb", ".ods", ".xlsx", ".xlsm")


def findings_book(source: Path, result: CheckResult, out: Path) -> list[str]:
    """Write the workbook; returns what to know about it, one sentence each. Raises OutputError."""
    import xlsxwriter

    with written_beside(out) as stream:
        book = xlsxwriter.Workbook(stream, {"strings_to_formulas": False, "strings_to_urls": False})
        sheet = book.add_worksheet(NAME)
        bold = book.add_format({"bold": True})
        wrapped = book.add_format({"text_wrap": True, "valign": "top"})
        fills = {
            severity: book.add_format({"text_wrap": True, "valign": "top", "bg_color": colour})
            for severity, colour in COLOURS.items()
        }
        for column, width in enumerate(WIDTHS):
            sheet.set_column(column, column, width)
        summary, looked_at = about(result)
        _texts(sheet, 0, [NAME], bold)
        _texts(sheet, 1, [SIGNED], None)
        _texts(sheet, 2, [summary], None)
        _texts(sheet, HEADER_ROW - 1, HEADERS, bold)
        sheet.freeze_panes(HEADER_ROW, 0)
        row = HEADER_ROW
        for finding in result.findings[:MOST_ROWS]:
            shown, *rest = row_of(finding)
            del shown
            _link(sheet, row, source, finding, link=row - HEADER_ROW < MOST_LINKS)
            _texts(sheet, row, rest, wrapped, first=1)
            sheet.write_string(row, 1, finding.severity, fills[finding.severity])
            row += 1
        for line in looked_at:
            row += 1
            _texts(sheet, row, [line], None)
        book.close()
    kind = source.suffix.lstrip(".") or "file"
    return [
        f"A {kind} file takes no marks without losing something, "
        "so its findings stand in a workbook of their own."
    ]


def _texts(sheet: Any, row: int, texts: Sequence[str], look: Any, first: int = 0) -> None:
    for column, text in enumerate(texts, first):
        if text:
            sheet.write_string(row, column, text[:LONGEST], look)


def _link(sheet: Any, row: int, source: Path, finding: Finding, *, link: bool) -> None:
    """The place, and a link to the file; to the cell where it is a workbook. They lie in one folder."""
    place = place_of(finding).removeprefix(f"{finding.file}:")
    if not link or any(letter in source.name for letter in "#?%"):
        sheet.write_string(row, 0, place)
        return
    target = f"external:{source.name}"
    if finding.sheet and finding.cell and source.suffix.lower() in _ROOMS:
        quoted = finding.sheet.replace("'", "''")
        target += f"#'{quoted}'!{finding.cell}"
    if sheet.write_url(row, 0, target, string=place[:LONGEST]):
        sheet.write_string(row, 0, place)
