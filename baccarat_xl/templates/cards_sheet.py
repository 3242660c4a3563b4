"""Sheet Cards: the spellings that the value columns look up, the short list that card cells offer, and the
words that column Check takes for outcomes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from baccarat_xl.rules.outcome import outcome_words
from baccarat_xl.templates.card_list import PICK_LIST, spellings

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

    from baccarat_xl.templates.book import Book

SHEET: Final = "Cards"
TABLE: Final = "CardList"
_HEADER_ROW: Final = 4


def add_cards_sheet(book: Book) -> None:
    """Write the list as table ``CardList`` in columns A and B, and the short list in column E from row 5.

    The names ``CardSpellings`` and ``CardValues`` stand for its columns.
    """
    sheet = book.sheet(SHEET, "#7B8794")
    head, cell = book.formats["head_formula"], book.formats["formula"]
    sheet.set_row(0, 26)
    sheet.write(0, 0, "Cards and their values", book.formats["title"])
    text = "Every spelling that sheet Rounds reads. A = 1, 2-9 = face, 10 J Q K = 0. Case does not matter."
    sheet.write(1, 0, text, book.formats["text"])
    printed = "On paper: the common spellings. All stand in columns A and B, then the words for outcomes."
    sheet.write(2, 0, printed, book.formats["quiet"])
    sheet.set_column(0, 0, 22)
    sheet.set_column(1, 3, 9)
    sheet.set_column(4, 4, 16)
    known = spellings()
    columns = [{"header": name, "header_format": head, "format": cell} for name in ("Spelling", "Value")]
    last = _HEADER_ROW - 1 + len(known)
    sheet.add_table(_HEADER_ROW - 1, 0, last, 1, {"name": TABLE, "columns": columns, "style": None})
    for column, name in (("A", "CardSpellings"), ("B", "CardValues")):
        book.workbook.define_name(name, f"={SHEET}!${column}${_HEADER_ROW + 1}:${column}${last + 1}")
    for row, (spelling, value) in enumerate(known.items(), start=_HEADER_ROW):
        sheet.write_string(row, 0, spelling, cell)
        sheet.write_number(row, 1, value, cell)
    sheet.write(_HEADER_ROW - 1, 4, "Offered in card cells", head)
    for row, pick in enumerate(PICK_LIST, start=_HEADER_ROW):
        sheet.write(row, 4, pick, cell)
    sheet.freeze_panes(_HEADER_ROW, 0)
    # The whole list would be 27 pages; its common spellings, which come first, and the short list are one.
    sheet.print_area(0, 0, _HEADER_ROW - 1 + len(PICK_LIST), 8)
    sheet.fit_to_pages(1, 1)
    _add_outcome_words(book, sheet)
    book.protect(sheet)


def _add_outcome_words(book: Book, sheet: Worksheet) -> None:
    """Words for outcomes below the spellings of cards, called ``OutcomeWords`` and ``OutcomeMeans``."""
    words = outcome_words()
    head = _HEADER_ROW + len(spellings()) + 2
    for column, (header, name) in enumerate((("Word", "OutcomeWords"), ("Read as", "OutcomeMeans"))):
        sheet.write(head - 1, column, header, book.formats["head_formula"])
        area = f"${'AB'[column]}${head + 1}:${'AB'[column]}${head + len(words)}"
        book.workbook.define_name(name, f"={SHEET}!{area}")
    for row, pair in enumerate(words.items(), start=head):
        for column, text in enumerate(pair):
            sheet.write_string(row, column, text, book.formats["formula"])
