"""What is inside a file, with the risk of each thing. Nothing is executed, fetched or unpacked."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from baccarat_xl.errors import FileError
from baccarat_xl.inspection.packages import few, inspect_package
from baccarat_xl.inspection.thing import Inspection, Thing
from baccarat_xl.workbook.model import Book, Sheet
from baccarat_xl.workbook.open import Opened, look
from baccarat_xl.workbook.read import read_book

PACKAGES: Final = ("xlsx", "xlsm", "xltx", "xltm", "xlam", "xlsb", "ods")
LIKE_A_FORMULA: Final = re.compile(r"[=+@\t\r-]\s*[^\s\d.,+-]")
CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
TURNING: Final = re.compile(r"[\u202a-\u202e\u2066-\u2069]")
MARKS: Final = {"_VBA_PROJECT_CUR": "macros", "_VBA_PROJECT": "macros", "\x01Ole": "embedded object"}
MOST_ROWS: Final = 200_000


def inspect(path: str | Path, password: str | None = None) -> Inspection:
    """What is inside the file. One that is refused is told in the result, with what could be seen of it."""
    found = Inspection(str(path))
    try:
        opened = look(path, password)
        found.size, found.format = opened.size, opened.format
        found.encrypted = opened.content is not None
        if found.encrypted:
            words = "the content is encrypted; it was opened in memory and is not written anywhere."
            found.things.append(Thing("encryption", "", "none", words))
        if opened.format in PACKAGES:
            inspect_package(opened, found)
        elif opened.format == "xls":
            _old(opened, found)
        book = read_book(path, password=password)
    except FileError as error:
        found.refused = str(error)
        return found
    found.format = book.format
    _book(book, found)
    return found


def _old(opened: Opened, found: Inspection) -> None:
    """An .xls by the names in its directory."""
    with opened.stream() as stream:
        data = stream.read()
    for name, what in MARKS.items():
        if name.encode("utf-16-le") in data and not any(thing.what == what for thing in found.things):
            words = (
                "programs that run once they are allowed to."
                if what == "macros"
                else "a file within the file."
            )
            found.things.append(Thing(what, name.strip("\x01"), "acts", words))
    words = "formulas, links and old macro sheets of .xls files are not looked at; save it as .xlsx for that."
    found.things.append(Thing("not looked at", "", "odd", words))


def _book(book: Book, found: Inspection) -> None:
    if not found.sheets:
        found.sheets += [(sheet.name or "", sheet.state) for sheet in book.sheets]
    for name, state in found.sheets:
        if state != "visible":
            words = "is not shown" + (
                ", not even among the sheets to unhide." if state == "very hidden" else "."
            )
            found.things.append(Thing(f"{state} sheet", name, "reveals", words))
    for sheet in book.sheets:
        found.things += _cells(sheet, text=book.format in ("csv", "tsv", "json", "jsonl"))
        hidden = len(sheet.hidden_rows), len(sheet.hidden_columns)
        if any(hidden):
            words = f"{hidden[0]:,} rows and {hidden[1]:,} columns are hidden; they are checked all the same."
            found.things.append(Thing("hidden rows or columns", sheet.name or "", "reveals", words))
        for sentence in sheet.assumptions:
            found.things.append(Thing("assumed", sheet.name or "", "odd", f"{sentence}."))
    for item in (*book.not_read, *book.not_looked_at):
        found.things.append(Thing("not read", item.where or item.what, "odd", item.why))


def _cells(sheet: Sheet, *, text: bool) -> Iterable[Thing]:
    """Texts of cells that would be more than text elsewhere."""
    formulas: list[str] = []
    controls: list[str] = []
    turning: list[str] = []
    for number, row in enumerate(sheet.rows):
        if number >= MOST_ROWS:
            break
        for column, cell in enumerate(row):
            if not isinstance(cell, str) or not cell:
                continue
            if text and LIKE_A_FORMULA.match(cell):
                formulas.append(sheet.address(number, column))
            if CONTROL.search(cell):
                controls.append(sheet.address(number, column))
            if not cell.isascii() and TURNING.search(cell):
                turning.append(sheet.address(number, column))
    place = f"{sheet.name}!" if sheet.name else ""
    for where, what, words in (
        (
            formulas,
            "cells like formulas",
            "a spreadsheet that opens this file would compute them; here they are text.",
        ),
        (
            controls,
            "control characters",
            "a terminal could take them as commands; here they are shown as text.",
        ),
        (turning, "characters that turn text around", "what is shown may not be what is there."),
    ):
        if where:
            yield Thing(what, place + few(where), "acts" if where is formulas else "odd", words)
