"""Formula text: from the form that people read to the form that a workbook stores.

In the readable form variables are lower case, functions and names upper case, optional parameters stand in
brackets, and line breaks with their indentation are free. The stored form marks variables and newer
functions as the file format asks for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

FORMULA_LIMIT: Final = 8192
_TEXT_LIMIT: Final = 255
_NEWER: Final = frozenset({"LAMBDA", "LET", "ISOMITTED", "UNICODE", "UNICHAR"})
_CELL_LIKE: Final = re.compile(r"[a-z]{1,3}[0-9]+|r|c|r[0-9]*c[0-9]*", re.IGNORECASE)
_TOKEN: Final = re.compile(
    r"""(?P<text>"(?:[^"]|"")*")
    |(?P<error>\#[A-Z/0]+[!?A]?)
    |\[(?P<optional>[a-z][a-z0-9_]*)\]
    |(?P<word>[A-Za-z_][A-Za-z0-9_.]*)
    |(?P<space>\s+)
    |(?P<other>.)""",
    re.VERBOSE,
)


def looks_like_a_cell(name: str) -> bool:
    """Whether a spreadsheet would read this name as a cell address (``p3``, ``R``, ``R1C1``)."""
    return _CELL_LIKE.fullmatch(name) is not None


def text_literal(text: str) -> str:
    """A text as a formula holds it: pieces of at most 255 characters, joined."""
    pieces = [text[start : start + _TEXT_LIMIT] for start in range(0, len(text), _TEXT_LIMIT)] or [""]
    return "&".join('"' + piece.replace('"', '""') + '"' for piece in pieces)


def substituted(expression: str, pairs: Iterable[tuple[str, str]]) -> str:
    """The expression with each old text replaced by the new one, in order.

    >>> substituted("word", [("a", "b")])
    'SUBSTITUTE(word,"a","b")'
    """
    for old, new in pairs:
        expression = f"SUBSTITUTE({expression},{_as_argument(old)},{text_literal(new)})"
    return expression


def _as_argument(text: str) -> str:
    # Control characters have no place inside a stored formula.
    return f"CHAR({ord(text)})" if len(text) == 1 and ord(text) < 32 else text_literal(text)


def stored(formula: str) -> str:
    """A readable formula as a file stores it, without the equals sign.

    >>> stored("LAMBDA(total, [third], IF(ISOMITTED(third), total, 0))")
    '_xlfn.LAMBDA(_xlpm.total,_xlop.third,IF(_xlfn.ISOMITTED(_xlpm.third),_xlpm.total,0))'
    """
    return "".join(map(_stored_token, _TOKEN.finditer(formula)))


def renamed(formula: str, names: Mapping[str, str]) -> str:
    """A readable formula with other variable names; texts inside it stay as they are."""
    return "".join(names.get(token["word"] or "", token[0]) for token in _TOKEN.finditer(formula))


def _stored_token(token: re.Match[str]) -> str:
    if token["space"]:
        return ""
    if token["optional"]:
        return f"_xlop.{token['optional']}"
    word = token["word"]
    if word and word.islower():
        return f"_xlpm.{word}"
    return f"_xlfn.{word}" if word in _NEWER else token[0]
