"""The parsers of our own, each as a function of bytes that may end in a refusal and in nothing else."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final
from xml.parsers import expat

from baccarat_xl.config.notes import Note
from baccarat_xl.config.open_notes import notes_of
from baccarat_xl.config.suppressions import suppressions
from baccarat_xl.errors import FileError, OutputError
from baccarat_xl.giveback.marks import is_area, place_of
from baccarat_xl.giveback.open_document.formulas import as_open_formula
from baccarat_xl.giveback.open_document.walk import Walk
from baccarat_xl.giveback.xml_text import attributes, elements
from baccarat_xl.layout.cells import read_decision, read_outcome, read_third, split_cards
from baccarat_xl.proof.text import read_formula
from baccarat_xl.proof.undecided import Undecided
from baccarat_xl.rules.cards import read_card
from baccarat_xl.rules.errors import InputError
from baccarat_xl.rules.unknown import NO_CARD, UNSEEN
from baccarat_xl.workbook.compound import Broken, workbook_stream
from baccarat_xl.workbook.csv_reader import read_delimited
from baccarat_xl.workbook.json_reader import read_json
from baccarat_xl.workbook.model import column_letter
from baccarat_xl.workbook.open_formula import as_excel
from baccarat_xl.workbook.records import Encrypted, walk_xls, walk_xlsb
from baccarat_xl.workbook.sheet_part import NotPlain, SheetPart, cells_of_row, has_typed
from baccarat_xl.workbook.text_reader import decode

HERE: Final = Path("log.csv")


def card(data: bytes) -> None:
    """A card as somebody typed it, and what else a cell of a log can say."""
    text = data.decode("utf-8", "replace")
    for read in (read_card, read_third):
        try:
            found = read(text)
        except InputError:
            continue
        assert found in (NO_CARD, UNSEEN) or found in range(10)
    read_outcome(text)
    read_decision(text)
    with suppress(InputError):
        split_cards(text)


def table(data: bytes) -> None:
    """A text file: encoding, delimiter, quotation marks, lines."""
    try:
        text, _ = decode(data, "log.csv")
        if not text.strip():
            return
        for sheet in read_delimited(HERE, text, []).sheets:
            assert len({len(row) for row in sheet.rows}) <= 1
            assert len(sheet.row_numbers) == len(sheet.rows)
    except FileError:
        return


def records(data: bytes) -> None:
    """JSON and JSON Lines."""
    try:
        read_json(HERE, data.decode("utf-8", "replace"), [])
    except FileError:
        return


def formula(data: bytes) -> None:
    """A formula in Excel's words and in those of OpenDocument, there and back."""
    text = data.decode("utf-8", "replace")
    as_excel("of:=" + text)
    as_excel(text)
    with suppress(Undecided):
        read_formula("=" + text)
    made = as_open_formula(text)
    assert made is None or as_excel("of:=" + made) is not None


def address(data: bytes) -> None:
    """An address of a cell or a block."""
    text = data.decode("utf-8", "replace")
    if is_area(text):
        row, column = place_of(text.partition(":")[0])
        assert place_of(f"{column_letter(column)}{row + 1}") == (row, column)


def order(data: bytes) -> None:
    """What a note says."""
    for one in suppressions("log.xlsx", [Note("Log", "A1", data.decode("utf-8", "replace"))]):
        assert one.refused or one.reason


def markup(data: bytes) -> None:
    """Markup that is edited as text."""
    for element in elements(data):
        assert data[element.start : element.start + 1] == b"<"
        attributes(data[element.start : element.inner])


def sheet(data: bytes) -> None:
    """A sheet's part, row by row."""
    try:
        for _, row in SheetPart(io.BytesIO(data)).rows():
            for cell in cells_of_row(row):
                assert cell.formula is None or cell.whole
                assert cell.filled in (True, False)
            has_typed(row, 0, 9)
    except NotPlain:
        return


def document(data: bytes) -> None:
    """The content of an OpenDocument spreadsheet."""
    seen: list[object] = []
    with suppress(OutputError):
        Walk(data, {"Log": [1, 2, 3]}, lambda _, row: seen.append(row))
    with suppress(expat.ExpatError, ValueError, LookupError):
        list(notes_of([data]))


def old(data: bytes) -> None:
    """The records of .xls and .xlsb."""
    for walk in (lambda: walk_xls(data), lambda: walk_xls(workbook_stream(data)), lambda: walk_xlsb(data)):
        try:
            walk()
        except (Broken, Encrypted, struct.error, IndexError):
            continue


TARGETS: Final[dict[str, Callable[[bytes], None]]] = {
    one.__name__: one for one in (card, table, records, formula, address, order, markup, sheet, document, old)
}
SEEDS: Final[dict[str, tuple[bytes, ...]]] = {
    "card": (b"A", b"10 of Hearts", "♠7".encode(), b"K Q 3", b"?", b"-", b"Banker", b"1e1"),
    "table": (b'P1,P2\n9,"K"\n', b"a;b\n1;2\n", "庄,闲\n".encode("gb18030"), b"\xff\xfea\0,\0b\0\n\0"),
    "records": (b'[{"p1": 9, "b": [1, 2]}]', b'{"a": {"rank": "K"}}\n{"a": 1}\n', b'{"rounds": [[1]]}'),
    "formula": (b"MOD([.A1]+B2,10)", b'IF(A1="x;",{1,2;3,4},SUM($Cards!A1:B2))', b"T[[#This Row],[P1]]"),
    "address": (b"A1", b"XFD1048576:A1", b"$A$1"),
    "order": (b"baccarat-xl: ignore BACC201 why", b"baccarat xl:ignore BACC2, BACC3"),
    "markup": (b"<a b='c'><d/><!-- e --></a>", b'<![CDATA[x]]><?p?><x:y z="<">'),
    "sheet": (b'<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>',),
    "document": (
        b'<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        b'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
        b'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
        b'<table:table table:name="Log"><table:table-row table:number-rows-repeated="2"><table:table-cell>'
        b"<office:annotation><text:p>x</text:p></office:annotation></table:table-cell></table:table-row>"
        b"</table:table></office:spreadsheet></office:body></office:document-content>",
    ),
    "old": (bytes.fromhex("09080400000610000a000000"), bytes.fromhex("00000c00000000010000000000000000")),
}
