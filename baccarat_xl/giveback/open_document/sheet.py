"""The sheet ``Baccarat check`` as a table of OpenDocument: every text as text, every place as a link."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from baccarat_xl.audit.finding import CheckResult, Finding
from baccarat_xl.giveback.findings_sheet import HEADER_ROW, HOW_TO_UNDO, LONGEST, MOST_ROWS
from baccarat_xl.giveback.open_document.looks import Looks
from baccarat_xl.giveback.open_document.tags import OFFICE, TABLE, TEXT, XLINK, Prefixes
from baccarat_xl.report.sheet_rows import HEADERS, NAME, SIGNED, WIDTHS, about, row_of

A_LETTER: Final = 0.21
"""Centimetres that a letter takes."""


def findings_table(
    prefixes: Prefixes, looks: Looks, name: str, result: CheckResult, remarks: Sequence[str]
) -> bytes:
    """The whole table. ``name``: the sheet's; ``remarks``: what to know about the copy."""
    table = prefixes.name(TABLE, "table")
    cells = looks.of_sheet()
    columns = b"".join(
        b"<%s%s/>" % (prefixes.name(TABLE, "table-column"), prefixes.attribute(TABLE, "style-name", style))
        for style in (looks.of_column(width * A_LETTER) for width in WIDTHS)
    )
    rows = b"".join(_rows(prefixes, looks.of_row(), cells, result, remarks))
    return b"<%s%s>%s%s</%s>" % (table, prefixes.attribute(TABLE, "name", name), columns, rows, table)


def _rows(
    prefixes: Prefixes, high: str, looks: Mapping[str, str], result: CheckResult, remarks: Sequence[str]
) -> Iterator[bytes]:
    summary, looked_at = about(result)
    findings = result.findings[:MOST_ROWS]
    row = _Row(prefixes, high)
    yield row.of([row.cell(NAME, looks["bold"])])
    yield row.of([row.cell(f"{SIGNED} {HOW_TO_UNDO}")])
    yield row.of([row.cell(summary)])
    yield row.of([row.cell("")]) * (HEADER_ROW - 4)
    yield row.of([row.cell(header, looks["bold"]) for header in HEADERS])
    for finding in findings:
        place, severity, *rest = row_of(finding)
        first = row.link(place, finding, looks["wrapped"])
        second = row.cell(severity, looks[finding.severity])
        yield row.of([first, second, *(row.cell(text, looks["wrapped"]) for text in rest)])
    notes = list(remarks)
    if len(findings) < len(result.findings):
        notes.append(f"{len(result.findings) - len(findings):,} more findings found no room here.")
    for line in ("", *notes, *looked_at):
        yield row.of([row.cell(line)])


class _Row:
    """Writes rows and their cells."""

    def __init__(self, prefixes: Prefixes, high: str) -> None:
        self._prefixes = prefixes
        self._name = prefixes.name(TABLE, "table-row")
        self._start = b"<%s%s>" % (self._name, prefixes.attribute(TABLE, "style-name", high))

    def of(self, cells: Sequence[bytes]) -> bytes:
        return b"%s%s</%s>" % (self._start, b"".join(cells), self._name)

    def cell(self, text: str, look: str | None = None) -> bytes:
        return self._cell(self._prefixes.paragraphs(text[:LONGEST]) if text else b"", look)

    def link(self, text: str, finding: Finding, look: str) -> bytes:
        """A place that leads to its cell."""
        prefixes = self._prefixes
        sheet = (finding.sheet or "").replace("'", "''")
        target = f"#'{sheet}'.{finding.cell or f'A{finding.row}'}"
        paragraph, link = prefixes.name(TEXT, "p"), prefixes.name(TEXT, "a")
        said = prefixes.paragraphs(text[:LONGEST].replace("\n", " "))
        said = said[len(paragraph) + 2 : -len(paragraph) - 3]
        known = prefixes.attribute(XLINK, "href", target) + prefixes.attribute(XLINK, "type", "simple")
        inside = b"<%s><%s%s>%s</%s></%s>" % (paragraph, link, known, said, link, paragraph)
        return self._cell(inside, look)

    def _cell(self, inside: bytes, look: str | None) -> bytes:
        prefixes = self._prefixes
        name = prefixes.name(TABLE, "table-cell")
        style = prefixes.attribute(TABLE, "style-name", look) if look is not None else b""
        if not inside:
            return b"<%s%s/>" % (name, style)
        kind = prefixes.attribute(OFFICE, "value-type", "string")
        return b"<%s%s%s>%s</%s>" % (name, style, kind, inside, name)
