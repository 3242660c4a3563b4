"""Cells outside of tables: what the text beside or above one says that it holds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from baccarat_xl.layout.headers import Meaning, meaning_of
from baccarat_xl.layout.values import is_blank

if TYPE_CHECKING:
    from baccarat_xl.workbook.model import Sheet

FAR: Final = 3
_ORNAMENT: Final = re.compile(r"^[^\w(]*\s|^ƒ\s*")


def label_of(sheet: Sheet, row: int, column: int) -> tuple[str, Meaning | None]:
    """The nearest text to the left, else above, that means something; row from 1, column from 0."""
    first = ""
    for text in (_left(sheet, row - 1, column), _above(sheet, row - 1, column)):
        if not text:
            continue
        meaning = meaning_of(_ORNAMENT.sub("", text).strip().rstrip(":："))
        if meaning is not None:
            return text.strip(), meaning
        first = first or text.strip()
    return first, None


def _left(sheet: Sheet, row: int, column: int) -> str:
    if row >= len(sheet.rows):
        return ""
    for place in range(column - 1, max(column - 1 - FAR, -1), -1):
        value = sheet.rows[row][place] if place < len(sheet.rows[row]) else None
        if not is_blank(value):
            return value if isinstance(value, str) and not _is_formula(sheet, row, place) else ""
    return ""


def _above(sheet: Sheet, row: int, column: int) -> str:
    for place in range(min(row, len(sheet.rows)) - 1, max(row - 1 - FAR, -1), -1):
        value = sheet.rows[place][column] if column < len(sheet.rows[place]) else None
        if isinstance(value, str) and value.strip():
            return "" if _is_formula(sheet, place, column) else value
    return ""


def _is_formula(sheet: Sheet, row: int, column: int) -> bool:
    return sheet.formulas.has(row + 1, column)
