"""Sheet Terms: the payment terms as data that the formulas of sheet Settlement go through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from baccarat_xl.ledger.columns import BET, FACTS, condition_name, in_cell
from baccarat_xl.ledger.lines import PARTS

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

    from baccarat_xl.ledger.lines import Offered
    from baccarat_xl.templates.book import Book

SHEET: Final = "Terms"
_HEAD_ROW: Final = 5
"""The row of the headings of the lines, as a spreadsheet numbers it."""
_GAP: Final = 1


def add_terms_sheet(book: Book, told: Offered) -> None:
    """Write the lines from column A, then the names of the terms and of the bets; each column gets a name."""
    sheet = book.sheet(SHEET, "#7B8794")
    sheet.set_row(0, 26)
    sheet.write(0, 0, "Payment terms", book.formats["title"])
    how = (
        "A bet's lines are read from the top: the first whose conditions all hold decides. An empty one "
        "always holds."
    )
    sheet.write(1, 0, how, book.formats["text"])
    once = (
        "What a winning bet is paid, after commission, is rounded once, as the terms say. A stake that is "
        "lost or given back is never rounded."
    )
    sheet.write(2, 0, once, book.formats["text"])
    sheet.set_row(_HEAD_ROW - 1, 44)
    after = _write_lines(book, sheet, told)
    after = _write_terms(book, sheet, told, after + _GAP)
    _write_column(book, sheet, after + _GAP, "Bet", "BetNames", list(told.bets), 22)
    sheet.freeze_panes(_HEAD_ROW, 0)
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(_HEAD_ROW - 1)
    book.protect(sheet)


def _write_lines(book: Book, sheet: Worksheet, told: Offered) -> int:
    rows = told.rows
    columns: list[tuple[str, str, list[str | int], float]] = [
        ("Line", "LineNo", [row.number for row in rows], 6),
        ("Terms", "LineTerms", [row.terms for row in rows], 24),
        ("Bet", "LineBet", [f"{row.bet}{BET}" for row in rows], 24),
    ]
    for fact in told.facts:
        wanted = [in_cell(fact, row.conditions.get(fact, "")) for row in rows]
        columns.append((f"Bet needs: {FACTS[fact][1]}", condition_name(fact), wanted, 10))
    columns.append(
        (f"Pays, in 1/{told.under} of the stake", "LinePays", [told.over(row) for row in rows], 11)
    )
    for place, (header, name, content, width) in enumerate(columns):
        _write_column(book, sheet, place, header, name, content, width)
    said = [row.says for row in rows]
    _write_column(book, sheet, len(columns), "In words", "", said, 34)
    return len(columns) + 1


def _write_terms(book: Book, sheet: Worksheet, told: Offered, place: int) -> int:
    terms = told.terms
    columns: list[tuple[str, str, list[str | int], float]] = [
        ("Terms", "TermsNames", [each.name for each in terms], 24),
        ("What they say", "TermsSay", [each.label for each in terms], 60),
        ("Rounded to, in 1/10,000", "TermsUnit", [int(each.unit * PARTS) for each in terms], 10),
        ("Rounding", "TermsRounding", [each.rounding for each in terms], 10),
    ]
    for offset, (header, name, content, width) in enumerate(columns):
        _write_column(book, sheet, place + offset, header, name, content, width)
    return place + len(columns)


def _write_column(
    book: Book,
    sheet: Worksheet,
    place: int,
    header: str,
    name: str,
    content: list[str | int] | list[str],
    width: float,
) -> None:
    _head(book, sheet, place, header, width)
    for number, cell in enumerate(content, _HEAD_ROW):
        if cell == "":
            sheet.write_blank(number, place, None, book.formats["formula"])
        elif isinstance(cell, int):
            sheet.write_number(number, place, cell, book.formats["formula"])
        else:
            sheet.write_string(number, place, cell, book.formats["formula"])
    if name:
        _name(book, name, place, len(content))


def _head(book: Book, sheet: Worksheet, place: int, header: str, width: float) -> None:
    sheet.set_column(place, place, width)
    sheet.write(_HEAD_ROW - 1, place, header, book.formats["head_formula"])


def _name(book: Book, name: str, place: int, count: int) -> None:
    from xlsxwriter.utility import xl_range_abs

    area = xl_range_abs(_HEAD_ROW, place, _HEAD_ROW + count - 1, place)
    book.workbook.define_name(name, f"={SHEET}!{area}")
