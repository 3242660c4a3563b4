"""Formulas as OpenDocument writes them, from Excel's words."""

from __future__ import annotations

import re
from typing import Final

from baccarat_xl.proof.text import Token, read_formula
from baccarat_xl.proof.undecided import Undecided
from baccarat_xl.workbook.open_formula import as_excel

MICROSOFT: Final = frozenset({"IFS", "SWITCH", "CONCAT", "TEXTJOIN", "MAXIFS", "MINIFS"})
"""Functions that OpenDocument has no word of its own for."""
UNKNOWN: Final = frozenset(
    {"LET", "LAMBDA", "XLOOKUP", "XMATCH", "FILTER", "SORT", "SORTBY", "UNIQUE", "SEQUENCE"}
)
"""Functions that files of OpenDocument do not hold."""
_CELLS: Final = re.compile(
    r"(?:((?:'(?:[^']|'')+'|[^'!\[\]:]+))!)?(\$?[A-Za-z]{1,3}\$?\d+)(?::(\$?[A-Za-z]{1,3}\$?\d+))?"
)
_WORD: Final = re.compile(r"(?!\d)\w+")
MARKS: Final = {"separator": ";", "row": "|", "array": "{", "array end": "}"}


def as_open_formula(text: str) -> str | None:
    """A formula in Excel's words, without ``=``, as it stands in a cell after ``of:=``; None where it cannot
    be written there.

    >>> as_open_formula('IF(A1="x;",SUM(Cards!B$2:B4),{1,2;3,4})')
    'IF([.A1]="x;";SUM([$Cards.B$2:.B4]);{1;2|3;4})'
    >>> as_open_formula("XLOOKUP(A1,B1:B9,C1:C9)") is None
    True
    """
    try:
        formula = read_formula("=" + text)
        parts = [_part(token) for token in formula.tokens]
        made = "".join(part for part in parts if part is not None)
        again = as_excel("of:=" + made)
        if None in parts or again is None:
            return None
        back = read_formula("=" + again).text.replace("TRUE()", "TRUE").replace("FALSE()", "FALSE")
    except Undecided:
        return None
    return made if back == formula.text.replace("TRUE()", "TRUE").replace("FALSE()", "FALSE") else None


def _part(token: Token) -> str | None:
    kind, text = token.kind, token.text
    if kind in MARKS:
        return MARKS[kind]
    if kind == "reference":
        return _reference(text)
    if kind == "call":
        name = text[:-1].upper()
        if name in UNKNOWN or name.startswith("_"):
            return None
        return f"COM.MICROSOFT.{text}" if name in MICROSOFT else text
    if kind == "logical":
        return f"{text.upper()}()"
    if kind == "infix" and text in (" ", ","):
        return None
    return text


def _reference(text: str) -> str | None:
    found = _CELLS.fullmatch(text)
    if found is None:
        return text if _WORD.fullmatch(text) else None
    sheet, first, last = found.groups()
    where = "" if sheet is None else f"${sheet}"
    return f"[{where}.{first}{f':.{last}' if last else ''}]"
