"""Between xlwings Lite and the functions: JavaScript's values in, values and the texts of errors out.

xlwings Lite turns a text such as ``#N/A`` that a function returns into the error itself, so errors travel as
in `xlwings_classic.bridge`. What comes in may still be JavaScript's own: null, arrays, error objects.
"""

from __future__ import annotations

from typing import Final

from baccarat_xl.functions.hosts.xlwings_classic import bridge
from baccarat_xl.functions.registry import Function

NOTHING: Final = ("JsNull", "JsUndefined")
"""What Pyodide calls the types of JavaScript's null and undefined: an empty cell, or an argument left out."""


def answer(function: Function[object], *arguments: object) -> object:
    """A function's answer in the form that xlwings Lite takes: one value, or rows of values.

    >>> from baccarat_xl.functions.library import banker_draws
    >>> answer(banker_draws, 3, 8), answer(banker_draws, [[6], [6]], [["?"], [6]])
    (False, [['#N/A'], [True]])
    >>> answer(banker_draws, 3, {"type": "Error", "basicValue": "#DIV/0!"})
    '#DIV/0!'
    """
    return bridge.answer(function, *map(_plain, arguments))


def _plain(value: object) -> object:
    """A JavaScript value as Python's: arrays as lists, null as None, an error as its text."""
    if type(value).__name__ in NOTHING:
        return None
    to_python = getattr(value, "to_py", None)
    if to_python is not None:
        return _plain(to_python())
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return value.get("basicValue")
    return value
