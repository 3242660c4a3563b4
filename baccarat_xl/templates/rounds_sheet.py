"""Sheet Rounds: one table, a round a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from baccarat_xl.templates.book import Book, condition, validate
from baccarat_xl.templates.columns import (
    BY_KEY,
    COLUMNS,
    FIRST_ROW,
    HEADER_ROW,
    SHEET,
    TABLE,
    Flavour,
    RoundsColumn,
)
from baccarat_xl.templates.validations import Validation
from baccarat_xl.templates.worked_out import worked_out
from baccarat_xl.workbook.quoted_styles import could_be_formula

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

_BANDS: Final = (
    ("shoe", "p1", "✎ which round", "band_input"),
    ("p1", "p1v", "✎ cards, as they were dealt", "band_input"),
    ("p1v", "pi", "ƒ card values", "band_formula"),
    ("pi", "pf", "ƒ initial totals, then who draws", "band_formula"),
    ("pf", "ro", "ƒ final totals, outcome, check", "band_formula"),
    ("ro", "note", "✎ as recorded: to compare (optional)", "band_recorded"),
    ("note", None, "✎ note", "band_input"),
)
_SIGNS: Final = ("✗", "…", "✓")
_LEGEND: Final = (
    ("input", "✎ type here", 2),
    ("recorded", "✎ type, optional", 2),
    ("formula", "ƒ worked out, locked", 3),
)
_HOW: Final = (
    "One round a row. Empty third card = the hand took none (or it is not dealt yet); 0 = a card worth "
    "nothing; ? = a card that was not seen. Formulas are locked without a password: Review > Unprotect Sheet."
)


def column_index(key: str) -> int:
    """Where a column stands, counted from 0."""
    return COLUMNS.index(BY_KEY[key])


def column_letter(key: str) -> str:
    """The letter of a column: 30 columns at most two letters."""
    from xlsxwriter.utility import xl_col_to_name

    return str(xl_col_to_name(column_index(key)))


def add_rounds_sheet(book: Book, rows: int, flavour: Flavour, typed: Sequence[Mapping[str, object]]) -> None:
    """Write the sheet with ``rows`` rounds; the first ones hold what is ``typed``, by column key."""
    sheet = book.sheet(SHEET, "#1B3A5B")
    for index, column in enumerate(COLUMNS):
        sheet.set_column(index, index, column.width)
    shown = [worked_out(row, flavour) for row in typed]
    _write_head(book, sheet, Counter(str(row["chk"])[:1] for row in shown))
    _write_table(book, sheet, rows, flavour)
    for offset in range(rows):
        cells = {**typed[offset], **shown[offset]} if offset < len(typed) else {}
        _write_row(book, sheet, offset, cells, flavour)
    _add_validations(sheet, rows)
    _add_conditions(book, sheet, rows)
    _set_up_print(sheet, len(typed) or rows)
    sheet.freeze_panes(HEADER_ROW, column_index("p1"))
    sheet.set_selection(FIRST_ROW - 1, 0, FIRST_ROW - 1, 0)
    book.protect(sheet)


def _write_head(book: Book, sheet: Worksheet, checks: Counter[str]) -> None:
    sheet.set_row(0, 26)
    sheet.write(0, 0, "Baccarat rounds", book.formats["title"])
    sheet.write(1, 0, _HOW, book.formats["text"])
    column = 0
    for style, text, width in _LEGEND:
        for cell in range(column, column + width):
            sheet.write_blank(2, cell, None, book.formats[f"legend_{style}"])
        sheet.write(2, column, text, book.formats[f"legend_{style}"])
        column += width
    sheet.write(
        2,
        column,
        "✓ nothing contradicts the rules   ✗ what does   … not finished, or not verifiable",
        book.formats["text"],
    )
    counts = '&"   "&'.join(f'"{sign} "&COUNTIF({TABLE}[Check],"{sign}*")' for sign in _SIGNS)
    shown = "   ".join(f"{sign} {checks[sign]}" for sign in _SIGNS)
    sheet.write_formula(2, column_index("chk"), "=" + counts, book.formats["strong"], shown)
    for first, after, text, style in _BANDS:
        start, end = column_index(first), column_index(after) if after else len(COLUMNS)
        for index in range(start, end):
            sheet.write_blank(3, index, None, book.formats[style])
        sheet.write(3, start, text, book.formats[style])


def _head_format(column: RoundsColumn) -> str:
    return f"head_{column.kind}"


def cell_format(column: RoundsColumn) -> str:
    """The name of the format of a column's cells."""
    if column.key == "note":
        return "note"
    if column.key == "chk":
        return "formula_text"
    return column.kind


def _write_table(book: Book, sheet: Worksheet, rows: int, flavour: Flavour) -> None:
    columns = []
    for column in COLUMNS:
        options = {
            "header": column.header,
            "header_format": book.formats[_head_format(column)],
            "format": book.formats[cell_format(column)],
        }
        if formula := column.formula(flavour):
            options["formula"] = formula
        columns.append(options)
    sheet.set_row(HEADER_ROW - 1, 58)
    sheet.add_table(
        HEADER_ROW - 1,
        0,
        HEADER_ROW - 1 + rows,
        len(COLUMNS) - 1,
        {"name": TABLE, "columns": columns, "style": None, "autofilter": True},
    )
    for index, column in enumerate(COLUMNS):
        message = Validation("any", title=column.header[:32], message=column.help)
        validate(sheet, (HEADER_ROW - 1, index, HEADER_ROW - 1, index), message)


def _write_row(book: Book, sheet: Worksheet, offset: int, cells: Mapping[str, Any], flavour: Flavour) -> None:
    row = FIRST_ROW - 1 + offset
    for index, column in enumerate(COLUMNS):
        style = book.formats[cell_format(column)]
        if formula := column.formula(flavour, row + 1):
            sheet.write_formula(row, index, formula, style, cells.get(column.key, ""))
            continue
        content = cells.get(column.key)
        if content is None or content == "":
            sheet.write_blank(row, index, None, style)
        elif isinstance(content, str):
            name = cell_format(column)
            sheet.write_string(row, index, content, book.quoted(name) if could_be_formula(content) else style)
        else:
            sheet.write(row, index, content, style)


def _add_validations(sheet: Worksheet, rows: int) -> None:
    for index, column in enumerate(COLUMNS):
        if column.validation:
            validate(sheet, (FIRST_ROW - 1, index, FIRST_ROW + rows - 2, index), column.validation)


def _conditions() -> Iterator[tuple[str, str, str]]:
    """Column, formula and format; ``{key}`` is the cell of that column in the first row."""
    for key in ("p1v", "p2v", "b1v", "b2v", "p3v", "b3v"):
        yield key, f'={{{key}}}="✗"', "bad"
    for card, decision in (("p3", "pd"), ("b3", "bd")):
        yield card, f'=AND({{{decision}}}="stands",{{{card}}}="")', "no_card"
        yield card, f'=AND({{{decision}}}="stands",{{{card}}}<>"")', "bad"
        yield card, f'=AND({{{decision}}}="draws",{{{card}}}="")', "due"
        yield decision, f'={{{decision}}}="draws"', "draws"
    yield "nat", '={nat}="yes"', "natural"
    yield "bd", '=OR({bd}="waits for P3",{bd}="not known")', "waits"
    for sign, name in zip(_SIGNS, ("bad", "open", "good"), strict=True):
        yield "chk", f'=LEFT({{chk}})="{sign}"', name
    for column in COLUMNS:
        if column.kind == "recorded":
            text = column.header.replace("Recorded", "recorded")
            yield column.key, f'=ISNUMBER(FIND("{text} differs",{{chk}}))', "bad"


def _add_conditions(book: Book, sheet: Worksheet, rows: int) -> None:
    cells = {column.key: f"${column_letter(column.key)}{FIRST_ROW}" for column in COLUMNS}
    for key, formula, name in _conditions():
        index = column_index(key)
        area = (FIRST_ROW - 1, index, FIRST_ROW + rows - 2, index)
        condition(sheet, area, formula.format_map(cells), book.conditions[name])


def _set_up_print(sheet: Worksheet, rows: int) -> None:
    sheet.repeat_rows(HEADER_ROW - 2, HEADER_ROW - 1)
    sheet.repeat_columns(0, column_index("round"))
    sheet.print_area(HEADER_ROW - 2, 0, FIRST_ROW + rows - 2, len(COLUMNS) - 1)
    # Two pages side by side, each with shoe and round: on one page, 30 columns are too small to read.
    sheet.fit_to_pages(2, 0)
    sheet.print_across()
    sheet.set_header("&L&B&14Baccarat rounds")
