"""Copies of the template as people edit them, made by other programs than ours."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from baccarat_xl.templates.build import build_rounds
from baccarat_xl.templates.columns import COLUMNS, FIRST_ROW, HEADER_ROW, SPANS, Flavour


def built(path: Path, rows: int = 10, flavour: Flavour = "plain") -> Path:
    build_rounds(path, rows=rows, flavour=flavour)
    return path


def with_own_columns(path: Path, rows: int = 6) -> Path:
    """Saved by openpyxl, with the user's own columns: one typed, two of formulas, one of which moves."""
    import openpyxl
    from openpyxl.worksheet.table import TableColumn, TableFormula

    stream = BytesIO()
    build_rounds(stream, rows=rows)
    book = openpyxl.load_workbook(stream)
    sheet = book["Rounds"]
    table = sheet.tables["Rounds"]
    last = FIRST_ROW + rows - 1
    for offset, header in enumerate(("Dealer", "Cards dealt", "So far")):
        column = len(COLUMNS) + 1 + offset
        sheet.cell(HEADER_ROW, column, header)
        table.tableColumns.append(TableColumn(id=column, name=header))
        for row in range(FIRST_ROW, last + 1):
            if header == "Cards dealt":
                sheet.cell(
                    row, column, "=COUNTA(Rounds[[#This Row],[Player card 1]:[Banker third card (B3)]])"
                )
            elif header == "So far":
                sheet.cell(row, column, f"=SUM(AF$6:AF{row})")
    table.ref = f"A{HEADER_ROW}:AG{last}"
    table.autoFilter.ref = table.ref
    table.tableColumns[-2].calculatedColumnFormula = TableFormula(
        attr_text="COUNTA(Rounds[[#This Row],[Player card 1]:[Banker third card (B3)]])"
    )
    sheet["AJ7"] = "beside the table"
    sheet["AJ300"] = "far below, beside"
    book.save(path)
    return path


def rearranged(
    path: Path, order: Sequence[str], first_column: int = 0, header_row: int = 1, *, structured: bool = False
) -> Path:
    """The same columns in another order and place, in a plain table without the other sheets' formats.

    Formulas refer to cells, or to columns by their names, which is what people get who click while they type.
    """
    import xlsxwriter
    from xlsxwriter.utility import xl_col_to_name

    columns = [next(column for column in COLUMNS if column.key == key) for key in order]
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet("Croupier's rounds")

    def formula(short: str, row: int) -> str:
        cells = {key: f"{xl_col_to_name(first_column + at)}{row + 1}" for at, key in enumerate(order)}
        if structured:
            names = {column.key: f"[{column.header}]" for column in COLUMNS}
            cells = {key: f"Mine[[#This Row],{name}]" for key, name in names.items()}
            spans = {k: f"Mine[[#This Row],{names[a]}:{names[b]}]" for k, (a, b) in SPANS.items()}
            return "=" + short.format_map(cells | spans)
        spans = {key: f"{cells[a]}:{cells[b]}" for key, (a, b) in SPANS.items()}
        return "=" + short.format_map(cells | spans)

    options = [
        {"header": c.header, **({"formula": formula(c.plain, header_row)} if c.plain else {})}
        for c in columns
    ]
    end = first_column + len(columns) - 1
    sheet.add_table(header_row - 1, first_column, header_row + 2, end, {"name": "Mine", "columns": options})
    for row in range(header_row, header_row + 3):
        for at, column in enumerate(columns):
            if column.plain:
                sheet.write_formula(row, first_column + at, formula(column.plain, row))
    book.close()
    return path
