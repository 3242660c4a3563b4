"""A workbook with other cells, written as a draft: sheets, the calculation chain, columns of tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import Final

from baccarat_xl.errors import OutputError
from baccarat_xl.giveback.cells import Edits, edited_rows, lost_masters
from baccarat_xl.giveback.package import Package
from baccarat_xl.giveback.xml_text import (
    appended,
    attributes,
    child,
    elements,
    escaped,
    prefix_of,
    required,
    root_of,
)
from baccarat_xl.workbook.model import column_letter
from baccarat_xl.workbook.open import look
from baccarat_xl.workbook.patch import Streamed
from baccarat_xl.workbook.shared_formulas import Master

OPEN_DOCUMENT: Final = "ods"
A_CELL: Final = 12_000
"""More bytes than a changed cell takes."""
AFTER_CALCULATION: Final = (
    "oleSize",
    "customWorkbookViews",
    "pivotCaches",
    "smartTagPr",
    "smartTagTypes",
    "webPublishing",
    "fileRecoveryPr",
    "webPublishObjects",
    "extLst",
)
_FULL: Final = re.compile(rb"""\sfullCalcOnLoad\s*=\s*["'][^"']*["']""")


def write_draft(
    source: Path,
    target: Path,
    edits: Mapping[str, Edits],
    columns: Mapping[tuple[str, str], str | None],
    *,
    recalculate: bool,
) -> tuple[str, ...]:
    """Write ``source`` with other cells to ``target``; returns the names of the parts that changed.

    edits: sheet -> cells; columns: (sheet, a formula that tables fill columns with) -> the formula in its
    place, None for none. recalculate: whoever opens it is asked to compute everything.
    """
    if look(source).format == OPEN_DOCUMENT:
        from baccarat_xl.giveback.open_document.draft import write_open_draft

        return write_open_draft(source, target, edits)
    with Package(source) as package:
        chained: list[tuple[str, int, int]] = []
        for sheet in package.sheets():
            here = edits.get(sheet.name)
            if here and sheet.part is not None:
                _edit(package, sheet.part, here)
                chained += [(sheet.name, *place) for place, cell in here.items() if cell.formula is not None]
                _columns(package, sheet.part, sheet.name, columns)
        if chained:
            _chain(package, chained)
        if recalculate:
            _ask_for_calculation(package)
        with target.open("wb") as stream:
            package.write(stream)
        return tuple(package.changed)


def _edit(package: Package, part: str, edits: Edits) -> None:
    with package.zip.open(part) as stream:
        masters = lost_masters(stream, edits)
    size = package.zip.getinfo(part).file_size
    children = size if masters else 0
    at_most = size + len(edits) * A_CELL + children * 8
    package.change(part, Streamed(_rows(package, part, edits, masters), at_most))


def _rows(package: Package, part: str, edits: Edits, masters: Mapping[str, Master]) -> Iterator[bytes]:
    with package.zip.open(part) as stream:
        yield from edited_rows(stream, edits, masters)


def _columns(package: Package, part: str, sheet: str, columns: Mapping[tuple[str, str], str | None]) -> None:
    """The formulas that tables fill new rows with: a wrong one goes together with its cells."""
    for _, kind, target in list(package.relations(part)):
        table = package.find(target)
        if kind != "table" or table is None:
            continue
        data = package.read(table)
        made = data
        listed = child(made, root_of(made), "tableColumns")
        for column in reversed(elements(made, listed.inner, listed.inner_end) if listed else []):
            formula = child(made, column, "calculatedColumnFormula")
            if formula is None:
                continue
            key = sheet, unescape(made[formula.inner : formula.inner_end].decode("utf-8"))
            if key in columns:
                new = columns[key]
                inside = escaped(new) if new is not None else b""
                whole = made[formula.start : formula.inner] + inside + made[formula.inner_end : formula.end]
                made = made[: formula.start] + (whole if new is not None else b"") + made[formula.end :]
        if made != data:
            package.change(table, made)


def _chain(package: Package, cells: list[tuple[str, int, int]]) -> None:
    """Cells that hold a formula now stand in the calculation chain, where there is one."""
    chain = package.related(package.workbook, "calcChain")
    if chain is None:
        return
    numbers = _sheet_numbers(package)
    data = package.read(chain)
    root = root_of(data)
    there: set[tuple[str, str]] = set()
    sheet = ""
    for one in elements(data, root.inner, root.inner_end):
        known = attributes(data[one.start : one.inner])
        sheet = known.get("i", sheet)
        there.add((sheet, known.get("r", "")))
    new = [(numbers[name], f"{column_letter(column)}{row}") for name, row, column in cells]
    prefix = prefix_of(root)
    more = b"".join(
        b'<%sc r="%s" i="%s"/>' % (prefix, address.encode(), number.encode())
        for number, address in new
        if (number, address) not in there
    )
    if more:
        package.change(chain, appended(data, root, more))


def _sheet_numbers(package: Package) -> dict[str, str]:
    data = package.read(package.workbook)
    sheets = required(data, root_of(data), "sheets")
    tags = [attributes(data[s.start : s.inner]) for s in elements(data, sheets.inner, sheets.inner_end)]
    return {tag.get("name", ""): tag.get("sheetId", "") for tag in tags}


def _ask_for_calculation(package: Package) -> None:
    """``fullCalcOnLoad`` in the workbook."""
    data = package.read(package.workbook)
    root = root_of(data)
    found = child(data, root, "calcPr")
    if found is not None:
        tag = _FULL.sub(b"", data[found.start : found.inner])
        name = found.name.encode()
        made = tag.replace(b"<" + name, b"<" + name + b' fullCalcOnLoad="1"', 1)
        package.change(package.workbook, data[: found.start] + made + data[found.inner :])
        return
    inside = elements(data, root.inner, root.inner_end)
    at = next((one.start for one in inside if one.local in AFTER_CALCULATION), root.inner_end)
    made = b'<%scalcPr fullCalcOnLoad="1"/>' % prefix_of(root)
    package.change(package.workbook, data[:at] + made + data[at:])


def require_package(source: Path) -> None:
    """Raises OutputError for an annotated copy: what it keeps of its original would no longer be true."""
    from baccarat_xl.giveback import original

    with Package(source) as package:
        if package.find(original.PART):
            raise OutputError(
                f"{source}: this is an annotated copy; get the original from it with `baccarat-xl undo`, and "
                "repair that"
            )
