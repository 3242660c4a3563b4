"""Sheet Settlement: one bet a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from baccarat_xl.ledger.columns import Column
from baccarat_xl.templates.book import condition, validate
from baccarat_xl.templates.styles import FORMATS
from baccarat_xl.templates.validations import Validation

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

    from baccarat_xl.templates.book import Book

SHEET: Final = "Settlement"
TERMS, START = "$D$4", "$D$5"
"""The cells in which the terms of the sheet, and the balance to begin with, are typed."""
HEADER_ROW: Final = 8
FIRST_ROW: Final = 9
MONEY: Final = "#,##0.00##"
CAME_TO: Final = "+#,##0.00##;-#,##0.00##;0.00"
FREE: Final = {"format_columns": True, "format_rows": True}
_HOW: Final = (
    "One bet a row; several bets on one round are several rows. What is left empty is not known, and nothing "
    "is assumed of it. No bet is advised."
)
_BANDS: Final = {
    "input": "✎ type",
    "recorded": "✎ type, optional",
    "formula": "ƒ worked out",
    "step": "ƒ on the way: how it is worked out",
}
_LISTS: Final = {
    "pp": Validation(
        "list",
        "Player pair",
        "no, pair or perfect.",
        choices=("no", "pair", "perfect"),
        error="Please choose no, pair or perfect, or leave the cell empty.",
    ),
    "bp": Validation(
        "list",
        "Banker pair",
        "no, pair or perfect.",
        choices=("no", "pair", "perfect"),
        error="Please choose no, pair or perfect, or leave the cell empty.",
    ),
    "pc": Validation(
        "list", "Number of cards", "2 or 3.", choices=("2", "3"), error="A hand has 2 or 3 cards."
    ),
    "bc": Validation(
        "list", "Number of cards", "2 or 3.", choices=("2", "3"), error="A hand has 2 or 3 cards."
    ),
    "pf": Validation(
        "total",
        "Final total",
        "0-9.",
        error="A total is a whole number from 0 to 9: only the last digit of the sum counts.",
    ),
    "bf": Validation(
        "total",
        "Final total",
        "0-9.",
        error="A total is a whole number from 0 to 9: only the last digit of the sum counts.",
    ),
    "bet": Validation(
        "list",
        "Bet",
        "One of the bets of sheet Terms.",
        source="BetNames",
        error="Please choose one of the bets that sheet Terms lists.",
    ),
    "terms": Validation(
        "list",
        "Terms of this row",
        "Leave empty for the terms of the sheet.",
        source="TermsNames",
        error="Please choose terms that sheet Terms lists, or leave the cell empty.",
    ),
}


def add_settlement_sheet(
    book: Book, columns: Sequence[Column], rows: int, terms: str, typed: Sequence[Mapping[str, object]]
) -> None:
    """Write the sheet with ``rows`` rows, the first of which hold what is ``typed``, by column key."""
    sheet = book.sheet(SHEET, "#8A5A00")
    looks = _looks(book)
    for place, column in enumerate(columns):
        sheet.set_column(place, place, column.width)
    _write_head(book, sheet, columns, terms)
    letters = {column.key: _letter(place) for place, column in enumerate(columns)}
    for offset in range(rows):
        _write_row(sheet, columns, letters, looks, offset, typed[offset] if offset < len(typed) else {})
    _add_validations(sheet, columns, rows)
    _add_conditions(book, sheet, letters, rows)
    steps = next(place for place, column in enumerate(columns) if column.kind == "step")
    sheet.freeze_panes(HEADER_ROW, 1)
    sheet.set_selection(FIRST_ROW - 1, 0, FIRST_ROW - 1, 0)
    sheet.repeat_rows(HEADER_ROW - 1)
    sheet.print_area(0, 0, FIRST_ROW + rows - 2, steps - 1)
    sheet.fit_to_pages(1, 0)
    # A row's balance stands on the row above it, so rows must not be sorted or taken out.
    sheet.protect("", dict(FREE))


def _letter(place: int) -> str:
    from xlsxwriter.utility import xl_col_to_name

    return str(xl_col_to_name(place))


def _looks(book: Book) -> dict[str, Any]:
    """The formats of the columns' cells."""
    add = book.workbook.add_format
    return {
        "input": book.formats["input"],
        "recorded": book.formats["recorded"],
        "formula": book.formats["formula"],
        "step": book.formats["formula"],
        "stake": add({**FORMATS["input"], "num_format": MONEY}),
        "profit": add({**FORMATS["formula"], "num_format": CAME_TO}),
        "back": add({**FORMATS["formula"], "num_format": MONEY}),
        "bal": add({**FORMATS["formula"], "num_format": MONEY, "bold": True}),
        "chk": book.formats["formula_text"],
    }


def _write_head(book: Book, sheet: Worksheet, columns: Sequence[Column], terms: str) -> None:
    formats = book.formats
    sheet.set_row(0, 26)
    sheet.write(0, 0, "Settlement of bets", formats["title"])
    sheet.write(1, 0, _HOW, formats["text"])
    sheet.write(3, 0, "✎ Terms of the sheet", formats["strong"])
    sheet.merge_range(3, 3, 3, 6, terms, formats["input"])
    validate(sheet, (3, 3, 3, 3), _LISTS["terms"])
    chosen = f"INDEX(TermsSay,SUMPRODUCT((TermsNames={TERMS})*ROW(TermsNames))-MIN(ROW(TermsNames))+1)"
    says = f'IF({TERMS}="","name the terms: nothing is assumed",{chosen})'
    sheet.write_formula(3, 7, f'=IFERROR({says},"✗ sheet Terms has no such terms")', formats["text"], "")
    sheet.write(4, 0, "✎ Balance to begin with", formats["strong"])
    money = book.workbook.add_format({**FORMATS["input"], "num_format": MONEY})
    sheet.merge_range(4, 3, 4, 4, "", money)
    sheet.write_number(4, 3, 0, money)
    sheet.data_validation(4, 3, 4, 3, _amount("The balance before the first row.", least=-1e9))
    place = 0
    for kind, group in groupby(columns, key=lambda column: column.kind):
        count = len(list(group))
        style = f"band_{'formula' if kind == 'step' else kind}"
        for number in range(place, place + count):
            sheet.write_blank(HEADER_ROW - 2, number, None, formats[style])
        sheet.write(
            HEADER_ROW - 2,
            place,
            _BANDS[kind] if count > 1 or place == 0 else _BANDS[kind][:1],
            formats[style],
        )
        place += count
    sheet.set_row(HEADER_ROW - 1, 44)
    for number, column in enumerate(columns):
        style = f"head_{'formula' if column.kind == 'step' else column.kind}"
        sheet.write(HEADER_ROW - 1, number, column.header, formats[style])
        message = Validation("any", title=column.header[:32], message=column.help)
        validate(sheet, (HEADER_ROW - 1, number, HEADER_ROW - 1, number), message)


def _write_row(
    sheet: Worksheet,
    columns: Sequence[Column],
    letters: Mapping[str, str],
    looks: Mapping[str, Any],
    offset: int,
    typed: Mapping[str, object],
) -> None:
    row = FIRST_ROW + offset
    cells = {key: f"${letter}{row}" for key, letter in letters.items()}
    above = f"N({START})" if offset == 0 else f"${letters['carried']}{row - 1}"
    cells |= {"above": above, "sheet": TERMS}
    for place, column in enumerate(columns):
        look = looks.get(column.key, looks[column.kind])
        content = typed.get(column.key)
        if column.formula:
            sheet.write_formula(row - 1, place, "=" + column.formula.format_map(cells), look, "")
        elif isinstance(content, str) and content:
            sheet.write_string(row - 1, place, content, look)
        elif content is None or content == "":
            sheet.write_blank(row - 1, place, None, look)
        else:
            sheet.write(row - 1, place, content, look)


def _amount(message: str, least: float = 0) -> dict[str, Any]:
    return {
        "validate": "decimal",
        "criteria": "between",
        "minimum": least,
        "maximum": 100_000_000,
        "input_title": "An amount",
        "input_message": message,
        "error_title": "An amount",
        "error_message": "Please type an amount as a number, with four decimals at most.",
    }


def _add_validations(sheet: Worksheet, columns: Sequence[Column], rows: int) -> None:
    for place, column in enumerate(columns):
        area = (FIRST_ROW - 1, place, FIRST_ROW + rows - 2, place)
        if column.key == "stake":
            sheet.data_validation(*area, _amount(column.help))
        elif column.key in _LISTS:
            validate(sheet, area, _LISTS[column.key])


def _add_conditions(book: Book, sheet: Worksheet, letters: Mapping[str, str], rows: int) -> None:
    from xlsxwriter.utility import xl_cell_to_rowcol

    signs = (("✗", "bad"), ("…", "open"), ("✓", "good"))
    wanted = [("chk", f'LEFT({{cell}})="{sign}"', name) for sign, name in signs]
    wanted += [("profit", "N({cell})<0", "bad"), ("profit", "N({cell})>0", "good")]
    for key, formula, name in wanted:
        _, place = xl_cell_to_rowcol(f"{letters[key]}1")
        cell = f"${letters[key]}{FIRST_ROW}"
        area = (FIRST_ROW - 1, place, FIRST_ROW + rows - 2, place)
        condition(sheet, area, "=" + formula.format(cell=cell), book.conditions[name])
