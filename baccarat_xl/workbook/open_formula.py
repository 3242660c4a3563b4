"""Formulas and references of OpenDocument files, written as Excel writes them."""

from __future__ import annotations

import re
from typing import Final

_HALF: Final = (
    r"(?:(\$?(?:'(?:[^']|'')*'|[^\s.'\[\]#:]+))?\.)?(\$?[A-Za-z]{1,3}\$?\d+|\$?[A-Za-z]{1,3}|\$?\d+|#REF!)"
)
_REFERENCE: Final = re.compile(rf"{_HALF}(?::{_HALF})?")
_PREFIX: Final = re.compile(r"(?i)^(?:(of|oooc|msoxl):)?=")
_PIECE: Final = re.compile(
    r"""(?P<text>"(?:[^"]|"")*")|(?P<reference>\[(?:'(?:[^']|'')*'|[^\]'])*\])|(?P<quoted>'(?:[^']|'')*')"""
    r"""|(?P<call>[A-Za-z_][\w.]*(?=\())|(?P<mark>[;|{}~!])|(?P<error>\#[A-Z/0-9]+[!?]?)|(?P<rest>.)""",
    re.DOTALL,
)
_PLAIN: Final = re.compile(r"(?!\d)[\w]+")
_MICROSOFT: Final = "COM.MICROSOFT."


def as_excel(formula: str) -> str | None:
    """A formula as its cell holds it, without ``=``, in Excel's words; None where it has none there.

    >>> as_excel('of:=IF([.A1]="x;";SUM([$Cards.B$2:.B4]);{1;2|3;4})')
    'IF(A1="x;",SUM(Cards!B$2:B4),{1,2;3,4})'
    >>> as_excel("of:=[.A1:.A9]~[.C1]") is None
    True
    """
    start = _PREFIX.match(formula)
    if start is None:
        return None
    body = formula[start.end() :]
    if (start[1] or "").lower() == "msoxl":
        return body
    out: list[str] = []
    array = 0
    for found in _PIECE.finditer(body):
        kind, text = found.lastgroup, found[0]
        if kind == "reference":
            inner = as_address(text[1:-1])
            if inner is None:
                return None
            text = inner
        elif kind == "call":
            text = text.removeprefix(_MICROSOFT)
        elif kind == "mark":
            if text == "~":
                return None
            array += {"{": 1, "}": -1}.get(text, 0)
            text = {";": ",", "|": ";" if array else "|", "!": " "}.get(text, text)
        out.append(text)
    return "".join(out)


def as_address(reference: str) -> str | None:
    """A reference, or the address of a named range, in Excel's form; None for other files and the like.

    >>> as_address("$'My sheet'.$A$1:.B2"), as_address(".A:.A"), as_address("'file:///x.ods'#$Log.A1")
    ("'My sheet'!$A$1:B2", 'A:A', None)
    """
    found = _REFERENCE.fullmatch(reference.strip())
    if found is None:
        return None
    sheet, first, other, last = found.groups()
    if "#REF!" in (first, last):
        return "#REF!"
    where = _sheet(sheet)
    if other and _sheet(other) != where:
        return f"{_quoted(f'{where}:{_sheet(other)}')}!{first}:{last}"
    cells = f"{first}:{last}" if last else first
    return f"{_quoted(where)}!{cells}" if where else cells


def _sheet(written: str | None) -> str:
    name = (written or "").removeprefix("$")
    return name[1:-1].replace("''", "'") if name.startswith("'") else name


def _quoted(name: str) -> str:
    plain = all(_PLAIN.fullmatch(part) for part in name.split(":"))
    return name if plain else "'" + name.replace("'", "''") + "'"
