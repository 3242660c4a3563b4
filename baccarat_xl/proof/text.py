"""A formula as text: read with the separators and function names that it was typed with, cut into tokens.

The cutting itself is openpyxl's. Tokens here are small pairs, so that they can be exchanged one for another.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Final

from baccarat_xl.proof.undecided import Undecided

LONGEST: Final = 8192
DEEPEST: Final = 64
_ADDRESS: Final = re.compile(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})")
_PREFIX: Final = re.compile(r"_xl(?:fn|ws|pm|udf)\.", re.IGNORECASE)
"""What files put before newer functions and parameters; ``_xlop.`` stays, it marks an optional parameter."""
_FULL_WIDTH: Final = str.maketrans("（），；：＝＜＞＋－＊／“”＂", '(),;:=<>+-*/"""')


@dataclass(frozen=True, slots=True)
class Token:
    """kind: number, text, logical, error, reference, call (with its bracket), end, open, close, separator,
    row, array, array end, prefix, infix, postfix. ``text`` is what stands in the canonical formula."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Formula:
    """source: as typed; tokens: canonical (English names, commas); separator and language: as typed."""

    source: str
    tokens: tuple[Token, ...]
    separator: str = ","
    language: str = "en"

    @property
    def text(self) -> str:
        """The canonical formula, with its equals sign."""
        return render(self.tokens)

    @property
    def functions(self) -> frozenset[str]:
        """The names of the functions that it calls, in capitals."""
        return frozenset(token.text[:-1].upper() for token in self.tokens if token.kind == "call")

    @property
    def references(self) -> tuple[str, ...]:
        """Cells, ranges, names and structured references, each once, in order, as `reference_key`."""
        found = (reference_key(token.text) for token in self.tokens if token.kind == "reference")
        return tuple(dict.fromkeys(found))

    @property
    def literals(self) -> tuple[str, ...]:
        """The texts in quotes, unquoted, each once, in order."""
        found = (unquoted(token.text) for token in self.tokens if token.kind == "text")
        return tuple(dict.fromkeys(found))

    def with_tokens(self, tokens: tuple[Token, ...]) -> Formula:
        """The same formula with other tokens, written as this one is typed."""
        return Formula("", tokens, self.separator, self.language)

    @property
    def typed(self) -> str:
        """As its writer types it: the source, or the tokens in the writer's separators and language."""
        return self.source or localised(self)


def render(tokens: tuple[Token, ...]) -> str:
    """Tokens as a canonical formula."""
    return "=" + "".join(token.text for token in tokens)


def unquoted(literal: str) -> str:
    """The text of a quoted literal."""
    return literal[1:-1].replace('""', '"')


def quoted(text: str) -> str:
    """A text as a literal."""
    return '"' + text.replace('"', '""') + '"'


@lru_cache(maxsize=4096)
def reference_key(reference: str) -> str:
    """One spelling for one reference: no dollar signs, capitals in addresses, sheets without quotes.

    >>> reference_key("'Shoe 1'!$b$2"), reference_key("$A$1:B2"), reference_key("Rounds[[#This Row],[P3]]")
    ('Shoe 1!B2', 'A1:B2', 'Rounds[[#This Row],[P3]]')
    """
    if "[@" in reference:
        return _this_row(reference)
    sheet, sign, cells = reference.rpartition("!")
    parts = cells.split(":")
    if all(_ADDRESS.fullmatch(part) for part in parts):
        cells = ":".join(part.replace("$", "").upper() for part in parts)
    sheet = sheet[1:-1].replace("''", "'") if sheet.startswith("'") else sheet
    return f"{sheet}{sign}{cells}"


def _this_row(reference: str) -> str:
    table, _, column = reference.partition("[@")
    column = column.removesuffix("]").strip("[]")
    return f"{table}[[#This Row],[{column}]]"


def is_address(key: str) -> bool:
    """Is a reference key one cell?"""
    return _ADDRESS.fullmatch(key.rpartition("!")[2]) is not None


@lru_cache(maxsize=1)
def function_names() -> dict[str, dict[str, str]]:
    """Language -> the function names typed there -> the English ones."""
    source = resources.files("baccarat_xl.proof").joinpath("function_names.toml")
    return tomllib.loads(source.read_text("utf-8"))


def read_formula(source: str) -> Formula:
    """A formula as typed in a cell, a formula bar or a file.

    Raises Undecided beyond Excel's own limits (8,192 characters, 64 levels) and for what is no formula.
    """
    text = (
        source.strip().removeprefix("{").removesuffix("}") if source.strip()[:2] == "{=" else source.strip()
    )
    if len(text) > LONGEST:
        raise Undecided(f"the formula has {len(text)} characters; Excel allows {LONGEST}")
    text = _outside_texts(text)
    text = _PREFIX.sub("", text).lstrip("=").strip()
    text = text.removeprefix("+")
    _guard_depth(text)
    separator = ","
    if _separates_by_semicolon(text):
        text, separator = _with_commas(text), ";"
    tokens = _cut(text)
    language = _language(tokens)
    if language != "en":
        names = function_names()[language]
        tokens = tuple(_renamed(token, names) for token in tokens)
    return Formula(source.strip(), tokens, separator, language)


def localised(formula: Formula) -> str:
    """The formula as its writer would type it: the same separator and the same language."""
    names: dict[str, str] = {}
    if formula.language != "en":
        names = {english: own for own, english in function_names()[formula.language].items()}
    out = []
    for token in formula.tokens:
        text = token.text
        if token.kind in ("call", "logical"):
            text = names.get(text.rstrip("(").upper(), text.rstrip("(")) + "(" * text.endswith("(")
        elif token.kind == "separator":
            text = formula.separator
        elif token.kind == "number" and formula.separator == ";":
            text = text.replace(".", ",")
        out.append(text)
    return "=" + "".join(out)


def _pieces(text: str) -> list[tuple[bool, str]]:
    """(is it quoted, piece) in order; a quoted piece is a text, a sheet name or a structured reference."""
    parts = re.split(r"(\"(?:[^\"]|\"\")*\"|'(?:[^']|'')*'|\[[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*\])", text)
    return [(index % 2 == 1, part) for index, part in enumerate(parts)]


def _outside_texts(text: str) -> str:
    if any(char in text for char in "（），；“”＝"):
        text = text.translate(_FULL_WIDTH)
    return "".join(
        part if quoted_ else " ".join(part.replace("\xa0", " ").split()) if "\n" in part else part
        for quoted_, part in _pieces(text)
    )


def _guard_depth(text: str) -> None:
    depth = deepest = 0
    for quoted_, part in _pieces(text):
        for char in "" if quoted_ else part:
            depth += (char == "(") - (char == ")")
            deepest = max(deepest, depth)
    if deepest > DEEPEST:
        raise Undecided(f"the formula is {deepest} levels deep; Excel allows {DEEPEST}")
    if depth:
        raise Undecided("the formula's brackets do not match")


def _separates_by_semicolon(text: str) -> bool:
    braces = 0
    for quoted_, part in _pieces(text):
        for char in "" if quoted_ else part:
            braces += (char == "{") - (char == "}")
            if char == ";" and not braces:
                return True
    return False


def _with_commas(text: str) -> str:
    """Semicolons to commas, decimal commas to points, ``\\`` (or ``.``) between the columns of an array."""
    out = []
    braces = False
    for quoted_, part in _pieces(text):
        if quoted_:
            out.append(part)
            continue
        for piece in re.split(r"([{}])", part):
            if piece in ("{", "}"):
                braces = piece == "{"
            elif braces:
                piece = piece.replace("\\", ",") if "\\" in piece else piece
                piece = piece.replace(".", ",") if piece.count(".") > 1 else piece
            else:
                piece = re.sub(r"(?<=\d),(?=\d)", ".", piece).replace(";", ",")
            out.append(piece)
    return "".join(out)


_KINDS: Final = {
    ("OPERAND", "NUMBER"): "number",
    ("OPERAND", "TEXT"): "text",
    ("OPERAND", "LOGICAL"): "logical",
    ("OPERAND", "ERROR"): "error",
    ("OPERAND", "RANGE"): "reference",
    ("FUNC", "OPEN"): "call",
    ("FUNC", "CLOSE"): "end",
    ("PAREN", "OPEN"): "open",
    ("PAREN", "CLOSE"): "close",
    ("ARRAY", "OPEN"): "array",
    ("ARRAY", "CLOSE"): "array end",
    ("SEP", "ARG"): "separator",
    ("SEP", "ROW"): "row",
    ("OPERATOR-PREFIX", ""): "prefix",
    ("OPERATOR-INFIX", ""): "infix",
    ("OPERATOR-POSTFIX", ""): "postfix",
}


def _one_of(text: str) -> str:
    """What follows ``@``: the sign changes nothing for one cell, and is not settled for a range."""
    plain = text[1:]
    first, sign, last = reference_key(plain).rpartition("!")[2].partition(":")
    if sign and first != last and not plain.endswith("("):
        raise Undecided(f"it takes one cell out of the range {plain} by its own row (@)")
    return plain


_ENDS: Final = frozenset({"reference", "end", "close", "number", "text", "logical"})
_STARTS: Final = frozenset({"reference", "call", "open", "number", "text", "logical", "array"})


def _cut(text: str) -> tuple[Token, ...]:
    from openpyxl.formula.tokenizer import Tokenizer, TokenizerError

    try:
        raw = Tokenizer("=" + text).items
    except (TokenizerError, IndexError, AssertionError) as error:
        raise Undecided(f"this is no formula that can be read: {error}") from None
    tokens: list[Token] = []
    spaced = False
    around: list[bool] = []  # for every bracket that is open: does it hand arguments to a LAMBDA?
    for item in raw:
        if item.type == "WHITE-SPACE":
            spaced = True
            continue
        kind = _KINDS.get((item.type, item.subtype))
        if spaced and tokens and tokens[-1].kind in _ENDS and kind in _STARTS:
            raise Undecided("the formula intersects ranges with a space, which is not evaluated here")
        spaced = False
        if kind is None:
            raise Undecided(f"{item.value!r} in the formula cannot be read")
        if kind in ("call", "open", "array"):
            around.append(kind == "open" and bool(tokens) and tokens[-1].kind in ("end", "close"))
        elif kind in ("end", "close", "array end") and around:
            around.pop()
        elif kind == "infix" and item.value == "," and around and around[-1]:
            kind = "separator"
        value = item.value
        if value.startswith("@") and kind in ("reference", "call"):
            value = _one_of(value)
        tokens.append(Token(kind, value.strip() if kind in ("infix", "call", "end") else value))
    if not tokens:
        raise Undecided("there is no formula")
    return tuple(tokens)


def _language(tokens: tuple[Token, ...]) -> str:
    called = {token.text[:-1].upper() for token in tokens if token.kind == "call"}
    english = {name for names in function_names().values() for name in names.values()}
    foreign = called - english
    if not foreign:
        return "en"
    counts = {language: len(called & names.keys()) for language, names in function_names().items()}
    best = max(counts, key=lambda language: counts[language])
    return best if counts[best] and foreign & function_names()[best].keys() else "en"


def _renamed(token: Token, names: dict[str, str]) -> Token:
    if token.kind == "call":
        name = token.text[:-1].upper()
        return Token("call", names.get(name, name) + "(")
    if token.kind == "reference" and names.get(token.text.upper()) in ("TRUE", "FALSE"):
        return Token("logical", names[token.text.upper()])
    return token
