"""Sheet Functions: one worked example a function, with its result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from baccarat_xl.functions.library import FUNCTIONS
from baccarat_xl.functions.registry import Function, call_text, literal
from baccarat_xl.templates.book import Book
from baccarat_xl.templates.columns import Flavour

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

SHEET: Final = "Functions"
HEADER_ROW: Final = 5
_CARD: Final = "INDEX(CardValues,MATCH({},CardSpellings,0))"
PLAIN_EQUIVALENTS: Final = {
    'CARD_VALUE("K")': _CARD.format('"K"'),
    'HAND_TOTAL("7", "8")': "MOD(" + _CARD.format('"7"') + "+" + _CARD.format('"8"') + ",10)",
    "FINAL_TOTAL(5, 8)": "MOD(5+8,10)",
    "THIRD_VALUE(5, 3)": "MOD(3-5,10)",
    "IS_NATURAL(4, 8)": "MAX(4,8)>=8",
    "PLAYER_DRAWS(5, 6)": "AND(MAX(5,6)<8,5<=5)",
    "BANKER_DRAWS(3, 8)": 'INDEX(DrawingTable,3+1,8+2)="draws"',
    "WINNER(9, 8)": 'IF(9>8,"Player",IF(9<8,"Banker","Tie"))',
}
"""A call -> a formula without named functions that gives the same, where a short one exists."""
_ELSEWHERE: Final = {
    "NEXT_STEP": "sheet Rounds, column Check: … waits for",
    "ROUND_OUTCOME": "sheet Rounds, column Outcome",
    "EXPLAIN_DRAW": "sheet Tableau, In words",
    "DRAW_CLAUSE": "sheet Tableau, Clause",
    "CHECK_ROUND": "sheet Rounds, column Check",
}
_WIDTHS: Final = (20, 46, 52, 40, 30, 46, 14)
_HEADERS: Final = ("Function", "What it gives", "Arguments", "Example", "Result")
_PLAIN_HEADERS: Final = ("The same as a plain formula", "Its result")
_LINE: Final = 15.0


def add_functions_sheet(book: Book, flavour: Flavour) -> None:
    """Write one row a function of the library; in the ``lambda`` flavour the results are live calls."""
    sheet = book.sheet(SHEET, "#4C2A85")
    headers = _HEADERS if flavour == "lambda" else (*_HEADERS, *_PLAIN_HEADERS)
    sheet.set_row(0, 26)
    sheet.write(0, 0, "Functions for cells", book.formats["title"])
    for row, line in enumerate(_introduction(flavour), start=1):
        sheet.write(row, 0, line, book.formats["text"])
    for column, header in enumerate(headers):
        sheet.set_column(column, column, _WIDTHS[column])
        sheet.write(HEADER_ROW - 1, column, header, book.formats["head_formula"])
    for row, function in enumerate(FUNCTIONS, start=HEADER_ROW):
        _write_function(book, sheet, row, function, flavour)
    sheet.freeze_panes(HEADER_ROW, 1)
    sheet.repeat_rows(HEADER_ROW - 1)
    sheet.fit_to_pages(1, 0)
    book.protect(sheet)


def _introduction(flavour: Flavour) -> tuple[str, str]:
    values = '"" = no card, "?" = a card that was not seen, 0 = a card worth nothing. #N/A = not known.'
    if flavour == "lambda":
        return (
            "The names are part of this workbook: Excel for Microsoft 365 or Excel 2024, no macros.",
            values,
        )
    return (
        "These calls work in any cell with the add-in, or in the workbook with named functions. Here they "
        "are shown as text, beside a plain formula that gives the same.",
        values,
    )


def _argument_lines(function: Function[object]) -> str:
    return "\n".join(
        f"[{argument.name}]: {argument.help}" if argument.optional else f"{argument.name}: {argument.help}"
        for argument in function.arguments
    )


def _height(*cells: tuple[str, float]) -> float:
    """A row's height for wrapped texts in columns of these widths."""
    lines = (sum(-(-len(line) // int(width)) or 1 for line in text.split("\n")) for text, width in cells)
    return _LINE * max(lines) + 3


def _write_function(
    book: Book, sheet: Worksheet, row: int, function: Function[object], flavour: Flavour
) -> None:
    wrapped, code = book.formats["boxed"], book.formats["code"]
    arguments, call = _argument_lines(function), call_text(function, function.example.arguments)
    result = function.example.result
    sheet.set_row(row, _height((function.summary, 52), (arguments, 60), (call, 36), (str(result), 30)))
    sheet.write_string(row, 0, function.name, book.formats["boxed_strong"])
    sheet.write_string(row, 1, function.summary, wrapped)
    sheet.write_string(row, 2, arguments, wrapped)
    sheet.write_string(row, 3, f"={call}", code)
    if flavour == "lambda":
        sheet.write_dynamic_array_formula(row, 4, row, 4, f"={call}", book.formats["result"], result)
        return
    if isinstance(result, bool):
        # LibreOffice shows a typed-in TRUE as 1.
        sheet.write_formula(row, 4, f"={literal(result)}", book.formats["result"], result)
    else:
        sheet.write(row, 4, result, book.formats["result"])
    if plain := PLAIN_EQUIVALENTS.get(call):
        sheet.write_string(row, 5, f"={plain}", code)
        sheet.write_formula(row, 6, f"={plain}", book.formats["result"], result)
    else:
        sheet.write_string(row, 5, _ELSEWHERE.get(function.name, "–"), wrapped)
        sheet.write_blank(row, 6, None, wrapped)
