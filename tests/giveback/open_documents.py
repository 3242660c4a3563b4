"""OpenDocument spreadsheets for tests: made by hand and by programs, and taken apart by another reader."""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path
from xml.etree import ElementTree

from tests.giveback.producers import FIRST, HEADER, ROUNDS, xlsxwriter_rich

MIME = "application/vnd.oasis.opendocument.spreadsheet"
NAMES = {
    "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
    "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
    "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
    "style": "urn:oasis:names:tc:opendocument:xmlns:style:1.0",
    "fo": "urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0",
    "xlink": "http://www.w3.org/1999/xlink",
}
MANIFEST = (
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" '
    f'manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="{MIME}"/>'
    '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
    "</manifest:manifest>"
)
HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<office:document-content {names} office:version="1.2">{styles}'
    "<office:body><office:spreadsheet>"
)
TAIL = "</office:spreadsheet></office:body></office:document-content>"


def package(path: Path, content: str, *, manifest: str | None = MANIFEST) -> Path:
    """A package with this content and no more."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
        target.writestr("mimetype", MIME, zipfile.ZIP_STORED)
        target.writestr("content.xml", content)
        if manifest is not None:
            target.writestr("META-INF/manifest.xml", manifest)
    return path


def document(tables: str, styles: str = "", names: dict[str, str] | None = None) -> str:
    """A whole ``content.xml``; ``names``: the prefixes that it declares."""
    declared = " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in (names or NAMES).items())
    return HEAD.format(names=declared, styles=styles) + tables + TAIL


def cell(value: object = None, attributes: str = "", inside: str = "") -> str:
    """One cell as programs write it."""
    if value is None:
        return f"<table:table-cell{attributes}>{inside}</table:table-cell>"
    if isinstance(value, int):
        kind = f' office:value-type="float" office:value="{value}"'
    else:
        kind = ' office:value-type="string"'
    return f"<table:table-cell{attributes}{kind}>{inside}<text:p>{value}</text:p></table:table-cell>"


def row(*cells: str, attributes: str = "") -> str:
    return f"<table:table-row{attributes}>{''.join(cells)}</table:table-row>"


def log_rows() -> list[str]:
    """The log of the other producers, a row each, title and blank rows before it."""
    rows = [row(cell("Table 7, evening")), row(cell(), attributes=' table:number-rows-repeated="2"')]
    assert FIRST == 4
    return rows + [row(*map(cell, values)) for values in (HEADER, *ROUNDS)]


def by_hand(path: Path) -> Path:
    """The log with styles of many kinds, in groups, with runs of equal rows and cells."""
    styles = (
        '<office:automatic-styles><style:style style:name="ce1" style:family="table-cell" '
        'style:parent-style-name="Default"><style:text-properties fo:font-weight="bold"/></style:style>'
        '<style:style style:name="ce2" style:family="table-cell"><style:table-cell-properties '
        'fo:background-color="#00ff00" fo:border="none"/></style:style>'
        '<style:style style:name="ce3" style:family="table-cell"/></office:automatic-styles>'
    )
    rows = log_rows()
    rows[9] = rows[9].replace("<table:table-cell", '<table:table-cell table:style-name="ce3"')
    rows[6] = rows[6].replace("<table:table-row", '<table:table-row table:default-cell-style-name="ce1"')
    columns = (
        '<table:table-column table:number-columns-repeated="7" table:default-cell-style-name="ce2"/>'
        '<table:table-column table:number-columns-repeated="3"/>'
    )
    grouped = f"<table:table-row-group>{''.join(rows[3:])}</table:table-row-group>"
    more = row(cell(attributes=' table:number-columns-repeated="16384"'))
    table = f'<table:table table:name="Shoe 1">{columns}{"".join(rows[:3])}{grouped}{more * 2}</table:table>'
    return package(path, document(table, styles))


def by_program(soffice_or_ssconvert: object, folder: Path) -> Path:
    """The rich workbook as another program saves it."""
    book = folder / "log.xlsx"
    xlsxwriter_rich(book)
    return soffice_or_ssconvert.convert(book, "ods")  # type: ignore[attr-defined, no-any-return]


def by_gnumeric(folder: Path) -> Path:
    book, path = folder / "log.xlsx", folder / "log.ods"
    xlsxwriter_rich(book)
    subprocess.run(["ssconvert", str(book), str(path)], check=True, capture_output=True, timeout=120)
    return path


# ---------------------------------------------------------------------- another reader
def tag(prefix: str, local: str) -> str:
    return f"{{{NAMES[prefix]}}}{local}"


class Sheet:
    """A table unfolded: (row from 1, column from 0) -> its attributes but the style, its texts; its note;
    the fill that its style gives."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], tuple[object, ...]] = {}
        self.notes: dict[tuple[int, int], str] = {}
        self.styles: dict[tuple[int, int], str | None] = {}
        self.links: dict[str, str] = {}


def sheets_of(path: Path) -> dict[str, Sheet]:
    """Name -> sheet, by ElementTree and nothing of ours."""
    with zipfile.ZipFile(path) as archive:
        root = ElementTree.fromstring(archive.read("content.xml"))
    found = {}
    for table in root.iterfind(f"{tag('office', 'body')}/*/{tag('table', 'table')}"):
        sheet = found[table.get(tag("table", "name"), "")] = Sheet()
        number = 1
        for line in table.iter(tag("table", "table-row")):
            times = int(line.get(tag("table", "number-rows-repeated"), "1"))
            for step in range(times if times < 1000 else 0):
                _unfold(sheet, line, number + step)
            number += times
    return found


def _unfold(sheet: Sheet, line: ElementTree.Element, number: int) -> None:
    column = 0
    for one in line:
        times = int(one.get(tag("table", "number-columns-repeated"), "1"))
        left_out = (tag("table", "style-name"), tag("table", "number-columns-repeated"))
        known = tuple(sorted((key, value) for key, value in one.items() if key not in left_out))
        texts = tuple("".join(p.itertext()) for p in one.iterfind(tag("text", "p")))
        note = one.find(tag("office", "annotation"))
        for place in range(column, column + (times if times < 1000 else 0)):
            if known or texts:
                sheet.cells[number, place] = known, texts
            sheet.styles[number, place] = one.get(tag("table", "style-name"))
            if note is not None:
                lines = ("".join(p.itertext()) for p in note.iterfind(tag("text", "p")))
                sheet.notes[number, place] = "\n".join(lines)
        for link in one.iter(tag("text", "a")):
            sheet.links["".join(link.itertext())] = link.get(tag("xlink", "href"), "")
        column += times


def styles_of(path: Path) -> dict[str, ElementTree.Element]:
    """Name -> automatic style of cells."""
    with zipfile.ZipFile(path) as archive:
        root = ElementTree.fromstring(archive.read("content.xml"))
    return {one.get(tag("style", "name"), ""): one for one in root.iter(tag("style", "style"))}
