"""The Python rules as JavaScript data: tables, spellings, words and sentences, each written once."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable
from textwrap import dedent
from typing import Final

from baccarat_xl.functions.coerce import DRAW_WORDS, STAND_WORDS
from baccarat_xl.functions.hosts.javascript import sentences
from baccarat_xl.functions.hosts.javascript.payments import payment_values
from baccarat_xl.functions.hosts.javascript.pieces import Digits
from baccarat_xl.functions.library import OK
from baccarat_xl.functions.whole_library import FUNCTIONS
from baccarat_xl.rules import tableau
from baccarat_xl.rules.cards import HIGHEST_RANK, RANK_WORDS, SUITS
from baccarat_xl.rules.outcome import OUTCOMES, STEPS, outcome_words
from baccarat_xl.rules.unknown import NO_CARD

_PICTURES: Final = (0x1F0A0, 0x1F0DF)
_STEP_NAMES: Final = ("PLAYER_STEP", "BANKER_STEP", "ROUND_OVER")
_WIDTH: Final = 100


def literal(value: object, indent: int = 0) -> str:
    """A value as JavaScript source: one line where it fits, letters as they are, marks escaped.

    >>> literal({"a": [1, True, None], "b": "x"})
    '{"a": [1, true, null], "b": "x"}'
    """
    if isinstance(value, Digits):
        pieces = [value[start : start + _WIDTH - 8] for start in range(0, len(value), _WIDTH - 8)]
        return literal(pieces, indent) + '.join("")'
    text = _escaped(json.dumps(value, ensure_ascii=False))
    if len(text) + indent <= _WIDTH or not isinstance(value, (dict, list)) or not value:
        return text
    space = " " * (indent + 2)
    if isinstance(value, dict) and all(
        isinstance(v, (int, str)) and len(str(v)) < 10 for v in value.values()
    ):
        flowing = (f"{literal(str(k))}: {literal(v)}" for k, v in value.items())
        return "{\n" + "".join(_lines(flowing, space)) + " " * indent + "}"
    if isinstance(value, dict):
        pairs = (f"{space}{literal(str(k))}: {literal(v, indent + 2)},\n" for k, v in value.items())
        return "{\n" + "".join(pairs) + " " * indent + "}"
    if isinstance(value[0], list):
        rows = (f"{space}{literal(item, indent + 2)},\n" for item in value)
        return "[\n" + "".join(rows) + " " * indent + "]"
    return "[\n" + "".join(_lines(map(literal, value), space)) + " " * indent + "]"


def _lines(items: Iterable[str], space: str) -> Iterable[str]:
    line = ""
    for item in items:
        text = item + ","
        if line and len(space) + len(line) + len(text) > _WIDTH:
            yield f"{space}{line.rstrip()}\n"
            line = ""
        line += text + " "
    yield f"{space}{line.rstrip()}\n"


def _escaped(text: str) -> str:
    """Characters that nobody sees, or that join the one before them, by their code."""
    return "".join(
        c if c.isascii() or (c.isprintable() and not unicodedata.combining(c)) else f"\\u{ord(c):04x}"
        for c in text
    )


def _characters() -> Iterable[str]:
    """The basic plane, where all spaces and all such letters are."""
    return map(chr, range(0x10000))


def _spaces() -> str:
    return "".join(c for c in _characters() if c.isspace())


def _folded() -> dict[str, str]:
    """Letters outside ASCII that mean ASCII letters when capitals do not count: the German sharp s."""
    return {
        c: c.casefold()
        for c in _characters()
        if not c.isascii() and c == c.lower() and c.casefold().isascii() and c != c.casefold()
    }


def _ranks() -> dict[str, int]:
    """Every word for a rank, and the ranks as numbers."""
    named = {word: rank for rank, words in RANK_WORDS.items() for word in words.split()}
    return named | {str(rank): rank for rank in range(HIGHEST_RANK + 1)}


def _decision_words() -> dict[str, bool]:
    return DRAW_WORDS | STAND_WORDS | {"1": True, "0": False}


def _functions() -> dict[str, object]:
    return {
        f.name: {
            "required": f.required,
            "kinds": [argument.kind.name for argument in f.arguments],
            "errors": {
                code: "; ".join(when for other, when in f.errors if other == code) for code, _ in f.errors
            },
        }
        for f in FUNCTIONS
    }


def _table(text: str) -> str:
    return "`\n" + "".join(f"  {line}\n" for line in dedent(text).strip("\n").splitlines()) + "`"


def data() -> str:
    """The data block of the core, as JavaScript source."""
    tables = [
        ("Player's initial total, and whether Player draws (D) or stands (s). 8 and 9 are naturals.",
         "PLAYER_TABLE", _table(tableau.PLAYER_TABLE)),
        ("Banker's initial total by Player having stood, or by the value of Player's third card.",
         "BANKER_TABLE", _table(tableau.BANKER_TABLE)),
    ]  # fmt: skip
    values: list[tuple[str, str, object]] = [
        ("How possible third cards name a hand that stood, and how a card not seen is written.",
         "NO_CARD_WORD", NO_CARD.value),
        ("", "UNSEEN_MARKS", ["?", "？"]),
        ("Card spellings: words for each rank, suits, one-character pictures of cards.", "RANKS", _ranks()),
        ("", "HIGHEST_RANK", HIGHEST_RANK),
        ("", "SUITS", SUITS),
        ("", "FIRST_PICTURE", _PICTURES[0]),
        ("", "LAST_PICTURE", _PICTURES[1]),
        ("Spaces, and letters that mean others when capitals do not count.",
         "SPACES", _spaces()),
        ("", "FOLDED", _folded()),
        ("Words for decisions and outcomes.", "DECISION_WORDS", _decision_words()),
        ("", "OUTCOME_WORDS", outcome_words()),
        *(("", name, text) for name, text in zip(("PLAYER", "BANKER", "TIE"), OUTCOMES, strict=True)),
        *(("", name, text) for name, text in zip(_STEP_NAMES, STEPS, strict=True)),
        ("", "OK", OK),
        ("What explains a draw, by the situation.", "EXPLANATIONS", sentences.explanations()),
        ("What can be wrong with a round.", "FAULTS", sentences.drawing_faults()),
        ("", "CARD_FAULTS", sentences.card_faults()),
        ("", "OUTCOME_FAULT", sentences.outcome_fault()),
        ("", "WINNER_FAULTS", sentences.winner_faults()),
        *payment_values(),
        ("The functions: how many arguments must be given, what they are, and what errors mean.",
         "FUNCTIONS", _functions()),
    ]  # fmt: skip
    shown = [*tables, *((note, name, literal(value)) for note, name, value in values)]
    return "".join(
        (f"\n// {note}\n" if note else "") + f"const {name} = {text};\n" for note, name, text in shown
    )
