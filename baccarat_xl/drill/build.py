"""The drill as a workbook: questions, marks by formulas, a score by part of the rules, and a hidden key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from baccarat_xl.drill.questions import LEVELS, PARTS, Level, Question, questions
from baccarat_xl.errors import UsageError
from baccarat_xl.templates.book import Book, condition, refuse_name, validate, write_to
from baccarat_xl.templates.styles import FORMATS
from baccarat_xl.templates.validations import Validation

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

TITLE: Final = "Baccarat drill"
SHEETS: Final = ("Drill", "Score", "Key")
MOST: Final = 5_000
DEFAULT: Final = 40
HEADER_ROW: Final = 7
FIRST_ROW: Final = 8
"""Rows as a spreadsheet numbers them; the key stands in the same rows."""
RIGHT, WRONG = "✓", "✗"
ANSWERS: Final = ("Player draws?", "Banker draws?", "Outcome?")
HEADERS: Final = ("No.", "Player", "Banker", "Next card", "Card after it", *ANSWERS, "P", "B", "O", "Why")
_WIDTHS: Final = (6, 13, 13, 10, 10, 13, 13, 13, 5, 5, 5, 96)
_ANSWER_COLUMNS, _MARK_COLUMNS, _KEY_COLUMNS = "FGH", "IJK", "BCD"
_PART_COLUMNS, _WHY = "EFG", "H"
_HOW: Final = (
    "Both hands lie on the table, and the next two cards of the shoe are known. Does Player draw? Does "
    "Banker draw, by Player's card where there is one? Who wins?"
)
_HOW_MORE: Final = (
    "The next card goes to Player if Player draws, else to Banker if Banker draws. Totals are totals of two "
    "cards. Marks stand beside each answer at once; why, when all three are given."
)
_DECISION: Final = Validation(
    "list",
    title="Draws or stands",
    message="draws: takes a third card. stands: takes none, as after a natural.",
    choices=("draws", "stands"),
    error="Please choose draws or stands, or leave the cell empty.",
)
_OUTCOME: Final = Validation(
    "list",
    title="Outcome",
    message="By the final totals.",
    choices=("Player", "Banker", "Tie"),
    error="Please choose Player, Banker or Tie, or leave the cell empty.",
)


def build_drill(
    target: str | Path | BinaryIO, *, seed: int, count: int = DEFAULT, level: Level = "mixed"
) -> list[Question]:
    """Write the workbook to a path (beside it first, then moved into place) or a binary stream.

    The same seed, count and level give the same bytes. Returns the questions. Raises UsageError for an
    unknown level, a number of questions that does not fit or a name that does not end in .xlsx, OutputError
    when the path cannot be written.
    """
    if level not in LEVELS:
        raise UsageError(f"{level!r} is no level of the drill; choose {', '.join(LEVELS)}.")
    if not 1 <= count <= MOST:
        raise UsageError(f"a drill cannot have {count} questions; choose 1 to {MOST}.")
    if isinstance(target, (str, Path)):
        refuse_name(Path(target))
    asked = questions(count, seed, level)
    stream = BytesIO()
    book = Book(stream, TITLE)
    _add_questions(book, asked, f"Seed {seed}, level {level}, {count} questions.")
    _add_score(book, asked)
    _add_key(book, asked)
    book.close()
    write_to(target, stream.getvalue())
    return asked


def _add_questions(book: Book, asked: Sequence[Question], told: str) -> None:
    sheet = book.sheet("Drill", "#14532D")
    formats = book.formats
    why = book.workbook.add_format({**FORMATS["formula"], "align": "left", "text_wrap": True})
    for column, width in enumerate(_WIDTHS):
        sheet.set_column(column, column, width)
    sheet.set_row(0, 26)
    sheet.write(0, 0, TITLE, formats["title"])
    sheet.write(1, 0, _HOW, formats["text"])
    sheet.write(2, 0, _HOW_MORE, formats["text"])
    sheet.write(3, 0, f"{told} No wager is advised.", formats["quiet"])
    last = FIRST_ROW + len(asked) - 1
    sheet.write_formula(4, 0, f"={_score_line(last)}", formats["strong"], "No answer yet.")
    sheet.set_row(HEADER_ROW - 1, 32)
    for column, header in enumerate(HEADERS):
        style = "head_input" if header in ANSWERS else "head_formula"
        sheet.write(HEADER_ROW - 1, column, header, formats[style])
    for row, question in enumerate(asked, FIRST_ROW):
        _write_question(book, sheet, row, question, why)
    for place, letter in enumerate(_ANSWER_COLUMNS, 5):
        validate(sheet, (FIRST_ROW - 1, place, last - 1, place), _OUTCOME if letter == "H" else _DECISION)
    marks = (FIRST_ROW - 1, 8, last - 1, 10)
    condition(sheet, marks, f'=I{FIRST_ROW}="{RIGHT}"', book.conditions["good"])
    condition(sheet, marks, f'=I{FIRST_ROW}="{WRONG}"', book.conditions["bad"])
    sheet.freeze_panes(HEADER_ROW, 1)
    sheet.repeat_rows(HEADER_ROW - 1)
    sheet.fit_to_pages(1, 0)
    sheet.set_selection(FIRST_ROW - 1, 5, FIRST_ROW - 1, 5)
    sheet.protect("", {"format_columns": True, "format_rows": True})


def _write_question(book: Book, sheet: Worksheet, row: int, question: Question, why: object) -> None:
    formats = book.formats
    sheet.set_row(row - 1, 32)
    sheet.write_number(row - 1, 0, row - FIRST_ROW + 1, formats["formula"])
    for column, text in enumerate((question.player, question.banker, *question.following), 1):
        sheet.write_string(row - 1, column, text, formats["stands"])
    for place in range(len(ANSWERS)):
        sheet.write_blank(row - 1, 5 + place, None, formats["input"])
        answer, key = f"{_ANSWER_COLUMNS[place]}{row}", f"Key!{_KEY_COLUMNS[place]}{row}"
        mark = f'=IF(TRIM({answer})="","",IF(TRIM({answer})={key},"{RIGHT}","{WRONG}"))'
        sheet.write_formula(row - 1, 8 + place, mark, formats["formula"], "")
    given = f'COUNTIF(I{row}:K{row},"{RIGHT}")+COUNTIF(I{row}:K{row},"{WRONG}")'
    sheet.write_formula(row - 1, 11, f'=IF({given}<3,"",Key!{_WHY}{row})', why, "")


def _score_line(last: int) -> str:
    """Right answers, and of how many, in words."""
    area = f"I{FIRST_ROW}:K{last}"
    right, wrong = f'COUNTIF({area},"{RIGHT}")', f'COUNTIF({area},"{WRONG}")'
    total = 3 * (last - FIRST_ROW + 1)
    share = f'TEXT({right}/({right}+{wrong}),"0%")'
    answered = f'answered: "&({right}+{wrong})&" of {total}'
    said = f'{RIGHT} "&{right}&"   {WRONG} "&{wrong}&"   right: "&{share}&"   {answered}'
    return f'IF({right}+{wrong}=0,"No answer yet.","{said}")'


def _add_score(book: Book, asked: Sequence[Question]) -> None:
    sheet = book.sheet("Score", "#1B3A5B")
    formats = book.formats
    percent = book.workbook.add_format({**FORMATS["formula"], "num_format": "0%"})
    left = book.workbook.add_format({**FORMATS["formula"], "align": "left"})
    sheet.set_column(0, 0, 40)
    sheet.set_column(1, 5, 11)
    sheet.set_row(0, 26)
    sheet.write(0, 0, f"{TITLE}: score by part of the rules", formats["title"])
    sheet.write(1, 0, "Every answer counts in one part. Open ones count in none.", formats["text"])
    for column, header in enumerate(
        ("Part of the rules", "Asked", "Answered", "Right ✓", "Wrong ✗", "Share right")
    ):
        sheet.write(3, column, header, formats["head_formula"])
    last = FIRST_ROW + len(asked) - 1
    counts = Counter(part for question in asked for part in question.parts)
    for row, part in enumerate(PARTS, 5):
        sheet.write_string(row - 1, 0, part, left)
        _write_counts(sheet, row, last, book, counts[part])
        sheet.write_formula(row - 1, 5, f'=IF(C{row}=0,"",D{row}/C{row})', percent, "")
    total = 5 + len(PARTS)
    sheet.write_string(total - 1, 0, "All", formats["head_formula"])
    for letter in "BCDE":
        column = ord(letter) - ord("A")
        sheet.write_formula(
            total - 1,
            column,
            f"=SUM({letter}5:{letter}{total - 1})",
            formats["formula"],
            3 * len(asked) if letter == "B" else 0,
        )
    sheet.write_formula(total - 1, 5, f'=IF(C{total}=0,"",D{total}/C{total})', percent, "")
    shares = (4, 5, total - 1, 5)
    condition(sheet, shares, '=AND(F5<>"",F5=1)', book.conditions["good"])
    condition(sheet, shares, '=AND(F5<>"",F5<0.8)', book.conditions["bad"])
    sheet.fit_to_pages(1, 1)
    book.protect(sheet)


def _write_counts(sheet: Worksheet, row: int, last: int, book: Book, count: int) -> None:
    """Asked, answered, right and wrong answers of one part."""
    look = book.formats["formula"]
    parts = [f"Key!${letter}${FIRST_ROW}:${letter}${last}" for letter in _PART_COLUMNS]
    marks = [f"Drill!${letter}${FIRST_ROW}:${letter}${last}" for letter in _MARK_COLUMNS]
    asked = "+".join(f"COUNTIF({area},$A{row})" for area in parts)
    counts = {
        sign: "+".join(
            f'COUNTIFS({area},$A{row},{mark},"{sign}")' for area, mark in zip(parts, marks, strict=True)
        )
        for sign in (RIGHT, WRONG)
    }
    sheet.write_formula(row - 1, 1, f"={asked}", look, count)
    sheet.write_formula(row - 1, 2, f"=D{row}+E{row}", look, 0)
    sheet.write_formula(row - 1, 3, f"={counts[RIGHT]}", look, 0)
    sheet.write_formula(row - 1, 4, f"={counts[WRONG]}", look, 0)


def _add_key(book: Book, asked: Sequence[Question]) -> None:
    sheet = book.sheet("Key", "#7B8794")
    formats = book.formats
    widths = (6, 14, 14, 14, 22, 36, 16, 120)
    headers = (
        "No.",
        "Player",
        "Banker",
        "Outcome",
        *(f"Part: {name}" for name in ("Player", "Banker", "outcome")),
        "Why",
    )
    sheet.write(0, 0, f"{TITLE}: the key", formats["title"])
    for column, (header, width) in enumerate(zip(headers, widths, strict=True)):
        sheet.set_column(column, column, width)
        sheet.write(HEADER_ROW - 1, column, header, formats["head_formula"])
    for row, question in enumerate(asked, FIRST_ROW):
        sheet.write_number(row - 1, 0, row - FIRST_ROW + 1, formats["formula"])
        for column, text in enumerate((*question.answers, *question.parts, question.why), 1):
            sheet.write_string(row - 1, column, text, formats["formula"])
    sheet.fit_to_pages(1, 0)
    sheet.hide()
    book.protect(sheet)
