"""A formula of one row, written for another: relative references move along, as by filling down."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

CELL: Final = re.compile(r"(?<![\w$.])(\$?[A-Za-z]{1,3})(\$?)(\d+)(?![\w(.])")
ROWS: Final = re.compile(r"(?<![\w$.:])(\$?)(\d+):(\$?)(\d+)(?![\w.:])")
BOOK: Final = re.compile(r"^'?\[\d+\]")


def filler(formula: str, row: int) -> Callable[[int], str] | str:
    """The formula (without ``=``) of row ``row`` as a function of the row; as text where rows are alike."""
    joined = relative_parts(formula, row)
    if not any(isinstance(part, int) for part in joined):
        return formula
    return lambda at: "".join(part if isinstance(part, str) else str(max(at + part, 1)) for part in joined)


def relative_parts(formula: str, row: int) -> list[str | int]:
    """The formula of row ``row`` as text and relative rows in turn, these as their distance from ``row``.

    >>> relative_parts("B4+$C$2-B3", 4)
    ['B', 0, '+$C$2-B', -1]
    """
    parts: list[str | int] = []
    for text, movable in _tokens(formula):
        parts.extend(_split(text, row) if movable else [text])
    joined: list[str | int] = []
    for part in parts:
        last = joined[-1] if joined else None
        if part == "":
            continue
        if isinstance(part, str) and isinstance(last, str):
            joined[-1] = last + part
        else:
            joined.append(part)
    return joined


def moved(formula: str, from_row: int, from_column: int, to_row: int, to_column: int) -> str:
    """A shared formula as its cell in another place reads it."""
    from openpyxl.formula.translate import Translator

    from baccarat_xl.workbook.model import column_letter

    origin = f"{column_letter(from_column)}{from_row}"
    target = f"{column_letter(to_column)}{to_row}"
    return str(Translator("=" + formula, origin=origin).translate_formula(target))[1:]


def _tokens(formula: str) -> list[tuple[str, bool]]:
    """The formula's pieces, and which of them are references to cells."""
    from openpyxl.formula import Tokenizer

    return [
        (
            item.value,
            item.type == "OPERAND" and item.subtype == "RANGE" and "[" not in BOOK.sub("", item.value),
        )
        for item in Tokenizer("=" + formula).items
    ]


def _split(reference: str, row: int) -> list[str | int]:
    """A reference as text and relative rows, these as their distance from ``row``."""
    sheet, mark, cells = reference.rpartition("!")
    parts: list[str | int] = [sheet + mark]
    at = 0
    found = sorted([*CELL.finditer(cells), *ROWS.finditer(cells)], key=lambda match: match.start())
    for match in found:
        for fixed, digits in _row_places(match):
            if fixed:
                continue
            parts += [cells[at : digits[0]], int(cells[slice(*digits)]) - row]
            at = digits[1]
    parts.append(cells[at:])
    return parts


def _row_places(match: re.Match[str]) -> list[tuple[str, tuple[int, int]]]:
    if match.re is CELL:
        return [(match[2], match.span(3))]
    return [(match[1], match.span(2)), (match[3], match.span(4))]
