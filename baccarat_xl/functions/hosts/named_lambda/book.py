"""A plain workbook that holds the named functions, and one sheet that shows each at work."""

from __future__ import annotations

import re
from datetime import datetime
from io import BytesIO
from typing import TYPE_CHECKING, Final
from zipfile import ZIP_DEFLATED, ZipFile

from baccarat_xl.functions.hosts.generated import generated_from
from baccarat_xl.functions.hosts.named_lambda.cached_values import with_typed_values
from baccarat_xl.functions.hosts.named_lambda.defined_names import with_names
from baccarat_xl.functions.hosts.named_lambda.names import Definition, lambda_syntax
from baccarat_xl.functions.hosts.named_lambda.payments import whole_definitions
from baccarat_xl.functions.registry import call_text
from baccarat_xl.functions.whole_library import FUNCTIONS

if TYPE_CHECKING:
    from xlsxwriter.workbook import Workbook

SHEET: Final = "Examples"
FIRST_ROW: Final = 5
"""The row of the first example, as an editor counts."""
_HEADERS: Final = (("Function", 62), ("What it gives", 60), ("Example", 42), ("Result", 44))
KEPT: Final = "all parts are here"
_PARAMETERS: Final = re.compile(r"_xlfn\.LAMBDA\((?:_xl[po][mp]\.\w+,)+")
_LINE: Final = 15.0
_FITS: Final = 55
_CREATED: Final = datetime(2025, 1, 1)


def lambda_book() -> bytes:
    """The workbook's bytes."""
    import xlsxwriter

    plain = BytesIO()
    book = xlsxwriter.Workbook(plain, {"in_memory": True})
    book.set_properties({"title": "Baccarat functions", "created": _CREATED})
    _write_examples(book)
    book.close()
    finished = BytesIO()
    with ZipFile(plain) as before, ZipFile(finished, "w", ZIP_DEFLATED) as after:
        for info in before.infolist():
            part = before.read(info)
            if info.filename == "xl/workbook.xml":
                part = with_names(part.decode("utf-8"), whole_definitions()).encode("utf-8")
            elif info.filename.startswith("xl/worksheets/"):
                part = with_typed_values(part.decode("utf-8")).encode("utf-8")
            after.writestr(info, part)
    return finished.getvalue()


def _write_examples(book: Workbook) -> None:
    sheet = book.add_worksheet(SHEET)
    title = book.add_format({"bold": True, "font_size": 14})
    head = book.add_format({"bold": True, "bottom": 1})
    wrapped = book.add_format({"text_wrap": True, "valign": "top", "align": "left"})
    sheet.write(
        0, 0, "Baccarat functions for cells: Excel for Microsoft 365 and Excel 2024, no macros", title
    )
    sheet.write(
        1, 0, 'Copy this sheet into a workbook and the names come along. "" = no card, "?" = not seen.'
    )
    sheet.write(2, 0, generated_from("baccarat-xl addin lambda"))
    for column, (header, width) in enumerate(_HEADERS):
        sheet.set_column(column, column, width)
        sheet.write(FIRST_ROW - 2, column, header, head)
    for row, function in enumerate(FUNCTIONS, start=FIRST_ROW - 1):
        longest = max(len(lambda_syntax(function)), len(function.summary))
        sheet.set_row(row, _LINE * (1 + (longest - 1) // _FITS))
        call = f"={call_text(function, function.example.arguments)}"
        sheet.write_string(row, 0, lambda_syntax(function), wrapped)
        sheet.write_string(row, 1, function.summary, wrapped)
        sheet.write_string(row, 2, call, wrapped)
        sheet.write_dynamic_array_formula(row, 3, row, 3, call, wrapped, function.example.result)
    last = FIRST_ROW + len(FUNCTIONS)
    sheet.write_string(
        last, 0, "Keep this row: with it, a copy of the sheet brings every part along.", wrapped
    )
    sheet.write_dynamic_array_formula(last, 3, last, 3, _every_part(), wrapped, KEPT)
    sheet.freeze_panes(FIRST_ROW - 1, 1)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)


def _every_part() -> str:
    """A formula that names every shared piece and computes none."""
    functions = {function.name for function in FUNCTIONS}
    calls = [
        f"{definition.name}({','.join('0' * _width(definition))})"
        for definition in whole_definitions()
        if definition.name not in functions
    ]
    return f'=IF(TRUE,"{KEPT}",{"&".join(calls)})'


def _width(definition: Definition) -> int:
    declared = _PARAMETERS.match(definition.formula_for_file)
    return declared[0].count(",") if declared else 0
