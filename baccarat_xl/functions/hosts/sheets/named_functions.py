"""The functions as named functions of Google Sheets: each is one formula that stands by itself.

They are made from the LAMBDA functions. What those share becomes LET variables inside each formula, so that
one paste is one function. Sheets has no optional parameters (a place is left empty instead), no ISOMITTED,
and no error constants that are sure to be read; the errors come from functions that give them.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Final

from baccarat_xl.functions.hosts.named_lambda.names import parameter
from baccarat_xl.functions.hosts.named_lambda.payments import whole_definitions
from baccarat_xl.functions.registry import Argument, Function, literal
from baccarat_xl.functions.whole_library import FUNCTIONS

LIMIT: Final = 50_000
"""The most characters that a cell of Sheets takes."""
VALUE_ERROR: Final = 'VALUE("wrong kind of input")'
NUM_ERROR: Final = "SQRT(-1)"
_RENAMED: Final = {"card1": "first_card", "card2": "second_card", "card3": "third_card"}
"""Names that have the form of a cell address, however far to the right -> the names used in Sheets."""
_LEFT_OUT: Final = re.compile(r"IF\(ISOMITTED\(\w+\), \d+, (.*)\),$", re.MULTILINE)
_LAMBDA: Final = re.compile(r"LAMBDA\([^()]*?,\s*(?=LET\()")
_WORD: Final = re.compile(r'"(?:[^"]|"")*"|#[A-Z/0]+[!?A]?|[A-Za-z_][A-Za-z0-9_]*')


@dataclass(frozen=True, slots=True)
class Placeholder:
    """One argument as the dialog of Sheets asks for it."""

    name: str
    description: str
    example: str


@dataclass(frozen=True, slots=True)
class NamedFunction:
    """One named function: what goes into each field of the dialog. ``formula`` has its equals sign."""

    name: str
    description: str
    placeholders: tuple[Placeholder, ...]
    formula: str


@cache
def named_functions() -> tuple[NamedFunction, ...]:
    """Every function that is a LAMBDA too, in the order of help pages."""
    names = {definition.name for definition in whole_definitions()}
    return tuple(_named(function) for function in FUNCTIONS if function.name in names)


def only_in_the_script() -> tuple[Function[object], ...]:
    """The functions that are no named functions."""
    names = {named.name for named in named_functions()}
    return tuple(function for function in FUNCTIONS if function.name not in names)


def placeholder(argument: Argument) -> str:
    """An argument's name in Sheets."""
    name = parameter(argument)
    return _RENAMED.get(name, name)


def _named(function: Function[object]) -> NamedFunction:
    shown = [*function.example.arguments, *[None] * len(function.arguments)]
    placeholders = tuple(
        Placeholder(placeholder(a), a.help, '""' if value is None else literal(value))
        for a, value in zip(function.arguments, shown, strict=False)
    )
    formula = f"={_formula(function)}"
    if len(formula) > LIMIT:
        raise ValueError(f"the formula of {function.name} is too long for Google Sheets")
    return NamedFunction(
        function.name, f"{function.summary} Returns {function.returns}", placeholders, formula
    )


def _formula(function: Function[object]) -> str:
    texts = {definition.name: definition.formula_for_reading for definition in whole_definitions()}
    body = _LAMBDA.sub("", _LEFT_OUT.sub(r"\1,", texts[function.name]), count=1).removesuffix(")")
    shared = _needed(body, texts)
    lines = [f"  {name.lower()}, {_indented(_for_sheets(texts[name]))},\n" for name in shared]
    return f"LET(\n{''.join(lines)}  {_indented(_for_sheets(body))})"


def _needed(text: str, texts: dict[str, str], found: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The shared pieces that a formula calls, each after those it calls itself."""
    for name in dict.fromkeys(word for word in _WORD.findall(text) if word in texts):
        if name not in found:
            found = (*_needed(texts[name], texts, found), name)
    return found


def _for_sheets(text: str) -> str:
    """Shared pieces in lower case, as variables are; errors from functions; no names like addresses."""
    return _WORD.sub(_word_for_sheets, text)


def _word_for_sheets(match: re.Match[str]) -> str:
    word = match[0]
    if word.startswith('"'):
        return _visible(word)
    if word.startswith("#"):
        return {"#VALUE!": VALUE_ERROR, "#NUM!": NUM_ERROR, "#N/A": "NA()"}[word]
    if word.startswith("BACCARAT_"):
        return word.lower()
    return re.sub(r"^card[123]", lambda found: _RENAMED[found[0]], word)


def _visible(quoted: str) -> str:
    """A text of one character that nobody sees, or that joins the one before it, as its number."""
    character = quoted[1:-1]
    hidden = len(character) == 1 and not character.isascii()
    hidden = hidden and (character.isspace() or unicodedata.category(character).startswith("M"))
    return f"UNICHAR({ord(character)})" if hidden else quoted


def _indented(text: str) -> str:
    return text.strip().replace("\n", "\n  ")
