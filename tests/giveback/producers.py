"""Workbooks of many producers, each with the same log of rounds, five of them at fault."""

from __future__ import annotations

import importlib.util
import re
import shutil
import struct
import subprocess
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

HEADER = ("Round", "P1", "P2", "P3", "B1", "B2", "B3", "Player total", "Banker total", "Winner")
ROUNDS: tuple[tuple[Any, ...], ...] = (
    (1, 4, 5, None, "K", 7, None, 9, 7, "Player"),
    (2, 7, 8, 2, "Q", 6, None, 7, 6, "Player"),
    (3, 2, 3, 8, "A", 2, 5, 3, 8, "Banker"),
    (4, 5, "A", None, 2, 3, None, 6, 5, "Player"),
    (5, 2, 6, None, "A", 3, 7, 8, 1, "Player"),
    (6, "K", 4, "J", 6, "J", None, 4, 6, "Banker"),
    (7, 6, 7, 5, "A", 3, "K", 18, 4, "Player"),
    (8, 3, 4, None, 2, 5, None, 7, 7, "Banker"),
    (9, 10, "Q", 9, 8, 5, 2, 9, 5, "Player"),
    (10, "A", 2, 6, 7, 9, 5, 9, 1, "Player"),
)
FIRST = 4
"""The row of the header; above it a title."""
MARKED = ("G7", "G8", "G9", "H11", "J12")
NOTED = "G7"
"""A cell at fault that has a note of the user's own where the producer can write notes."""


def picture() -> bytes:
    """A PNG of one red dot."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    dot = zlib.compress(b"\x00\xff\x00\x00")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", dot) + chunk(b"IEND", b"")


# ---------------------------------------------------------------------- XlsxWriter
def xlsxwriter_plain(path: Path) -> None:
    """Nothing but cells."""
    import xlsxwriter

    with xlsxwriter.Workbook(path) as book:
        _xlsxwriter_log(book)


def _xlsxwriter_log(book: Any) -> Any:
    sheet = book.add_worksheet("Shoe 1")
    sheet.write(0, 0, "Table 7, evening")
    sheet.write_row(FIRST - 1, 0, HEADER)
    for number, row in enumerate(ROUNDS, FIRST):
        for column, cell in enumerate(row):
            if cell is not None:
                sheet.write(number, column, cell)
    return sheet


def xlsxwriter_rich(path: Path) -> None:
    """Chart, picture, shape, button, sparkline, notes, rules, table, filter, validation, header."""
    import xlsxwriter

    with xlsxwriter.Workbook(path) as book:
        _rich(book, path)


def _rich(book: Any, path: Path) -> None:
    sheet = _xlsxwriter_log(book)
    red = book.add_format({"bg_color": "#FF0000"})
    sheet.conditional_format("J5:J14", {"type": "cell", "criteria": "==", "value": '"Banker"', "format": red})
    sheet.conditional_format("H5:I14", {"type": "data_bar", "data_bar_2010": True})
    sheet.write_comment(NOTED, "looked at twice <me & you>", {"author": "Ann"})
    sheet.write_comment("A5", "first of the evening")
    sheet.data_validation("J5:J14", {"validate": "list", "source": ["Player", "Banker", "Tie"]})
    sheet.insert_textbox("L20", "a shape")
    sheet.insert_button("L26", {"caption": "press"})
    dot = path.with_suffix(".png")
    dot.write_bytes(picture())
    sheet.insert_image("L2", str(dot))
    sheet.set_header("&L&G", {"image_left": str(dot)})
    sheet.add_sparkline("K5", {"range": "Shoe 1!H5:I5"})
    sheet.autofilter(FIRST - 1, 0, FIRST + 9, 9)
    sheet.freeze_panes(FIRST, 0)
    sheet.write_url("L1", "https://example.com/")
    sheet.merge_range("A2:C2", "merged")
    chart = book.add_chart({"type": "column"})
    chart.add_series({"values": "='Shoe 1'!$H$5:$H$14"})
    sheet.insert_chart("L8", chart)
    other = book.add_worksheet("Table")
    other.add_table("A1:B3", {"name": "Other", "data": [[1, 2], [3, 4]]})
    other.hide()
    book.define_name("Rate", "=0.05")


def xlsxwriter_macro(path: Path) -> None:
    """With the VBA project of xlwings' own workbook."""
    import xlsxwriter

    project = path.with_suffix(".bin")
    with zipfile.ZipFile(xlwings_file("quickstart_standalone.xlsm")) as package:
        project.write_bytes(package.read("xl/vbaProject.bin"))
    with xlsxwriter.Workbook(path) as book:
        _rich(book, path)
        book.add_vba_project(str(project))


def xlwings_file(name: str) -> Path:
    """A workbook in xlwings' package; Excel saved it."""
    import xlwings

    return Path(xlwings.__file__).parent / name


# ---------------------------------------------------------------------- openpyxl, pandas, rust
def openpyxl_notes(path: Path) -> None:
    """Notes, a chart, a rule, dates."""
    import openpyxl
    from openpyxl.chart import BarChart, Reference
    from openpyxl.comments import Comment
    from openpyxl.formatting.rule import CellIsRule
    from openpyxl.styles import PatternFill

    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    _openpyxl_log(sheet)
    sheet[NOTED].comment = Comment("looked at twice <me & you>", "Ann")
    fill = PatternFill(bgColor="FFCC00", fill_type="solid")
    sheet.conditional_formatting.add("J5:J14", CellIsRule("equal", ['"Tie"'], fill=fill))
    chart = BarChart()
    chart.add_data(Reference(sheet, min_col=8, min_row=5, max_row=14))
    sheet.add_chart(chart, "L5")
    book.save(path)


def _openpyxl_log(sheet: Any) -> None:
    sheet.title = "Shoe 1"
    sheet.cell(1, 1, "Table 7, evening")
    for column, text in enumerate(HEADER, 1):
        sheet.cell(FIRST, column, text)
    for number, row in enumerate(ROUNDS, FIRST + 1):
        for column, cell in enumerate(row, 1):
            sheet.cell(number, column, cell)


def openpyxl_macro(path: Path) -> None:
    """xlwings' workbook with macros, loaded and saved."""
    import openpyxl

    book = openpyxl.load_workbook(xlwings_file("quickstart_standalone.xlsm"), keep_vba=True)
    _openpyxl_log(book.create_sheet("Shoe 1"))
    book.save(path)


def pandas_frame(path: Path) -> None:
    """A frame as pandas writes it; the header stands in the first rows."""
    import pandas

    frame = pandas.DataFrame(ROUNDS, columns=HEADER)
    with pandas.ExcelWriter(path, engine="openpyxl") as writer:
        frame.to_excel(writer, sheet_name="Shoe 1", index=False, startrow=FIRST - 1)


def rust_frame(path: Path) -> None:
    """As rustpy-xlsxwriter writes rows; the header stands in the first row that it writes."""
    import rustpy_xlsxwriter

    records = [dict(zip(HEADER, row, strict=True)) for row in ROUNDS]
    base = path.with_name("base.xlsx")
    rustpy_xlsxwriter.write_worksheet(records, str(base), sheet_name="Shoe 1")
    _copied(base, path, lambda name, old: _lowered(old) if name.endswith("sheet1.xml") else old)
    base.unlink()


def _lowered(data: bytes) -> bytes:
    """The sheet with its rows three further down, where the others have them."""

    def moved(found: re.Match[bytes]) -> bytes:
        return b"%s%d%s" % (found[1], int(found[2]) + FIRST - 1, found[3])

    data = re.sub(rb'(<row r=")(\d+)(")', moved, data)
    data = re.sub(rb'(<c r="[A-Z]+)(\d+)(")', moved, data)
    return re.sub(rb"<dimension[^>]*/>", b"", data)


# ---------------------------------------------------------------------- Excel's own, through xlwings
def excel_macro(path: Path) -> None:
    """xlwings' workbook as Excel saved it, with the log put into its first sheet's part."""
    _into_package(xlwings_file("quickstart.xlsm"), path)


def excel_standalone(path: Path) -> None:
    _into_package(xlwings_file("quickstart_standalone.xlsm"), path)


def excel_add_in(path: Path) -> None:
    """xlwings' own add-in: macros, a ribbon of its own."""
    _into_package(xlwings_file("addin/xlwings.xlam"), path)


def excel_ribbon(path: Path) -> None:
    _into_package(xlwings_file("quickstart_addin_ribbon.xlam"), path)


def _into_package(source: Path, path: Path) -> None:
    rows = [(1, ("Table 7, evening",)), (FIRST, HEADER)]
    rows += [(number, row) for number, row in enumerate(ROUNDS, FIRST + 1)]
    text = "".join(
        f'<row r="{number}">{"".join(_cell(number, i, v) for i, v in enumerate(row))}</row>'
        for number, row in rows
    )
    data = re.compile(rb"<sheetData\s*/>|<sheetData>.*</sheetData>", re.DOTALL)
    _copied(
        source,
        path,
        lambda name, old: (
            data.sub(b"<sheetData>" + text.encode() + b"</sheetData>", old)
            if name == "xl/worksheets/sheet1.xml"
            else re.sub(rb'(<sheet\b[^>]*?\bname=)"[^"]*"', rb'\1"Shoe 1"', old, count=1)
            if name == "xl/workbook.xml"
            else old
        ),
    )


def _cell(number: int, column: int, value: object) -> str:
    place = f"{chr(65 + column)}{number}"
    if value is None:
        return ""
    if isinstance(value, str):
        return f'<c r="{place}" t="inlineStr"><is><t>{value}</t></is></c>'
    return f'<c r="{place}"><v>{value}</v></c>'


def _copied(
    source: Path,
    path: Path,
    change: Callable[[str, bytes], bytes] = lambda _, old: old,
    more: dict[str, bytes] | None = None,
) -> None:
    with zipfile.ZipFile(source) as package, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
        for info in package.infolist():
            target.writestr(info, change(info.filename, package.read(info)), zipfile.ZIP_DEFLATED)
        for name, data in (more or {}).items():
            target.writestr(name, data)


# ---------------------------------------------------------------------- what newer programs add
def everything(path: Path) -> None:
    """Threaded comments, persons, slicers, pivot caches, custom XML, printer settings, a signature."""
    base = path.with_name("base.xlsx")
    xlsxwriter_rich(base)
    kinds = {
        "xl/threadedComments/threadedComment1.xml": "application/vnd.ms-excel.threadedcomments+xml",
        "xl/persons/person.xml": "application/vnd.ms-excel.person+xml",
        "xl/slicers/slicer1.xml": "application/vnd.ms-excel.slicer+xml",
        "xl/pivotCache/pivotCacheDefinition1.xml": "application/xml",
        "customXml/item1.xml": "application/xml",
        "xl/printerSettings/printerSettings1.bin": "application/octet-stream",
        "_xmlsignatures/sig1.xml": "application/xml",
    }
    more = {name: b'<?xml version="1.0"?><a xmlns="urn:any">' + name.encode() + b"</a>" for name in kinds}
    more["xl/threadedComments/threadedComment1.xml"] = (
        b'<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments">'
        b'<threadedComment ref="G8" dT="2026-01-01T00:00:00.00" personId="{1}" id="{2}"><text>why?</text>'
        b"</threadedComment></ThreadedComments>"
    )
    overrides = "".join(
        f'<Override PartName="/{name}" ContentType="{kind}"/>' for name, kind in kinds.items()
    )
    relation = (
        b'<Relationship Id="rIdT" Type="http://schemas.microsoft.com/office/2017/10/relationships/'
        b'threadedComment" Target="../threadedComments/threadedComment1.xml"/></Relationships>'
    )

    def change(name: str, old: bytes) -> bytes:
        if name == "[Content_Types].xml":
            return old.replace(b"</Types>", overrides.encode() + b"</Types>")
        if name == "xl/worksheets/_rels/sheet1.xml.rels":
            return old.replace(b"</Relationships>", relation)
        return old

    _copied(base, path, change, more)
    base.unlink()


def prefixed(path: Path) -> None:
    """Names with prefixes, as some libraries write them, and relations from the root."""
    base = path.with_name("base.xlsx")
    xlsxwriter_plain(base)

    def change(name: str, old: bytes) -> bytes:
        if not re.match(r"xl/(worksheets/sheet\d+|styles|workbook|sharedStrings)\.xml", name):
            return old
        old = re.sub(rb"<(/?)(?![?!])([A-Za-z])", rb"<\1x:\2", old)
        return old.replace(b' xmlns="', b' xmlns:x="')

    _copied(base, path, change)
    base.unlink()


def streamed(path: Path) -> None:
    """A package as one that is written to a stream: sizes stand behind the content."""
    base = path.with_name("base.xlsx")
    xlsxwriter_rich(base)

    class Pipe:
        def __init__(self, stream: Any) -> None:
            self.stream = stream

        def write(self, data: bytes) -> int:
            return int(self.stream.write(data))

        def flush(self) -> None:
            self.stream.flush()

    with (
        zipfile.ZipFile(base) as package,
        path.open("wb") as raw,
        zipfile.ZipFile(Pipe(raw), "w", zipfile.ZIP_DEFLATED) as target,  # type: ignore[type-var]
    ):
        target.comment = b"written to a stream"
        for name in package.namelist():
            target.writestr(name, package.read(name))
    base.unlink()


# ---------------------------------------------------------------------- other programs
def gnumeric(path: Path) -> None:
    """Saved by Gnumeric."""
    base = path.with_name("base.xlsx")
    xlsxwriter_rich(base)
    subprocess.run(
        ["ssconvert", "-T", "Gnumeric_Excel:xlsx2", str(base), str(path)],
        check=True,
        capture_output=True,
        timeout=120,
    )
    base.unlink()


def has_gnumeric() -> bool:
    return shutil.which("ssconvert") is not None


ALWAYS: dict[str, tuple[Callable[[Path], None], str]] = {
    "XlsxWriter": (xlsxwriter_plain, "xlsx"),
    "XlsxWriter, rich": (xlsxwriter_rich, "xlsx"),
    "XlsxWriter, macros": (xlsxwriter_macro, "xlsm"),
    "openpyxl": (openpyxl_notes, "xlsx"),
    "openpyxl, xlwings' macros": (openpyxl_macro, "xlsm"),
    "Excel, xlwings' quickstart": (excel_macro, "xlsm"),
    "Excel, xlwings' standalone": (excel_standalone, "xlsm"),
    "Excel, xlwings' add-in": (excel_add_in, "xlam"),
    "Excel, xlwings' ribbon": (excel_ribbon, "xlam"),
    "threaded comments and slicers": (everything, "xlsx"),
    "prefixes": (prefixed, "xlsx"),
    "a stream": (streamed, "xlsx"),
}
"""Name -> (what writes it, its ending): needs no program but Python."""
ADD_INS = ("Excel, xlwings' add-in", "Excel, xlwings' ribbon")
"""Those that openpyxl does not read."""
if importlib.util.find_spec("pandas") is not None:
    ALWAYS["pandas"] = (pandas_frame, "xlsx")
if importlib.util.find_spec("rustpy_xlsxwriter") is not None:
    ALWAYS["rustpy-xlsxwriter"] = (rust_frame, "xlsx")
