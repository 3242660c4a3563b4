"""Formulas of a template whose values are not stored, which a program that computes nothing sees as empty."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from zipfile import ZipFile

from baccarat_xl.templates.learned import Place
from baccarat_xl.workbook.package import sheet_parts
from baccarat_xl.workbook.patch import opened
from baccarat_xl.workbook.scan import blocks_of, scan

_SAID: Final = (
    "the template was saved without the values of its formulas: outside the new rows, {where} show nothing "
    "until a spreadsheet program has opened and saved the file"
)


def note_without_values(template: Path | bytes, place: Place, new: range) -> list[str]:
    """One sentence where formulas outside the rows ``new`` of the table hold no value; otherwise none."""
    if isinstance(template, bytes):
        return []
    counts: dict[str, int] = {}
    with opened(template) as stream, ZipFile(stream) as package:
        for sheet in sheet_parts(template, package):
            if sheet.part is None or sheet.kind != "worksheet":
                continue
            index = scan(blocks_of(package, sheet.part)).formulas
            count = index.unstored_count
            if sheet.part == place.part and new:
                columns = range(place.first_column, place.last_column + 1)
                count -= sum(index.unstored_in_column(at).within(new[0], new[-1]) for at in columns)
            if count:
                counts[sheet.name] = count
    where = ", ".join(
        f"{count:,} {'formula' if count == 1 else 'formulas'} on sheet {name}"
        for name, count in counts.items()
    )
    return [_SAID.format(where=where)] if where else []
