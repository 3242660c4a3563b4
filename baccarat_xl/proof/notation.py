"""How cards, and having no card, are written in cells."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from baccarat_xl.proof.surroundings import Value
from baccarat_xl.proof.text import Formula, unquoted
from baccarat_xl.rules.cards import HIGHEST_RANK, card_value
from baccarat_xl.rules.domain import RANKS
from baccarat_xl.rules.tableau import CARD_VALUES

Spelling = tuple[int, Value]
"""(card value, what the cell holds)."""

_TYPED: Final[tuple[Value, ...]] = tuple(int(rank) if rank.isdigit() else rank for rank in RANKS)
_LETTERS: Final = tuple("T" if rank == "10" else rank for rank in RANKS)
_SUIT_WORDS: Final = ("spades", "hearts", "diamonds", "clubs")


def _spelled(cells: Iterable[Value]) -> tuple[Spelling, ...]:
    return tuple((card_value(cell), cell) for cell in cells)


NOTATIONS: Final[dict[str, tuple[Spelling, ...]]] = {
    "values": _spelled(CARD_VALUES),
    "tens": _spelled(range(1, 11)),
    "numbers": _spelled(range(1, HIGHEST_RANK + 1)),
    "ranks": _spelled(_TYPED),
    "text ranks": _spelled(RANKS),
    "letters": _spelled(_LETTERS),
    "suited": _spelled(f"{rank}{suit}" for rank in RANKS for suit in "SHDC"),
    "symbols": _spelled(f"{suit}{rank}" for rank in RANKS for suit in "♠♥♦♣"),
    "symbols after": _spelled(f"{rank}{suit}" for rank in RANKS for suit in "♠♥♦♣"),
    "letters and suit": _spelled(f"{rank}{suit}" for rank in _LETTERS for suit in "shdc"),
    "ranks and suit": _spelled(f"{rank}{suit}" for rank in RANKS for suit in "shdc"),
    "suit words": _spelled(f"{rank}-{suit}" for rank in RANKS for suit in _SUIT_WORDS),
    "lower ranks": _spelled(rank.lower() if isinstance(rank, str) else rank for rank in _TYPED),
    "lower letters": _spelled(rank.lower() for rank in _LETTERS),
    "text values": _spelled(map(str, CARD_VALUES)),
    "text numbers": _spelled(map(str, range(1, HIGHEST_RANK + 1))),
}
"""values: 0-9; tens: 1-10; numbers: 1-13; ranks: A, 2-10 as numbers, J, Q, K; text ranks: the same as text;
letters: A 2-9 T J Q K as text; suited: ``10S``; symbols: ``♠10``; symbols after: ``10♠``; letters and suit:
``Ts``; ranks and suit: ``10s``; suit words: ``10-spades``; lower ranks, lower letters: a, j, q, k, t;
text values, text numbers: digits that are text."""
WORDS: Final = {
    "values": "card values 0-9",
    "tens": "numbers 1-10, a ten as 10",
    "numbers": "numbers 1-13",
    "ranks": "A, 2-10, J, Q, K",
    "text ranks": "A, 2-10, J, Q, K typed as text",
    "letters": "A, 2-9, T, J, Q, K as text",
    "suited": "rank and suit, as 10S",
    "symbols": "suit and rank, as ♠10",
    "symbols after": "rank and suit, as 10♠",
    "letters and suit": "rank and suit, as Ts",
    "ranks and suit": "rank and suit, as 10s",
    "suit words": "rank and suit, as 10-spades",
    "lower ranks": "a, 2-10, j, q, k",
    "lower letters": "a, 2-9, t, j, q, k as text",
    "text values": "card values 0-9 typed as text",
    "text numbers": "numbers 1-13 typed as text",
}
NO_CARD_MARKS: Final = (
    "-",
    "–",
    "—",
    "NA",
    "N/A",
    "x",
    "none",
    "null",
    "nil",
    "no card",
    "/",
    "*",
    ".",
    "无",
    "無",
    "없음",
    "なし",
)
NO_CARD_WAYS: Final[tuple[Value, ...]] = (None, "", " ", "-", "NA", "n/a", "x")
"""What is tried apart: an empty cell, an empty text, a space, and the commonest marks."""


def shown(value: Value) -> str:
    """A cell's content in words.

    >>> shown(None), shown(""), shown("-"), shown(0)
    ('an empty cell', 'an empty text', '"-"', '0')
    """
    if value is None:
        return "an empty cell"
    if isinstance(value, str) and not value.strip():
        return "a space" if value else "an empty text"
    return f'"{value}"' if isinstance(value, str) else str(value)


def compared_texts(formula: Formula) -> tuple[str, ...]:
    """The texts that a formula compares something with."""
    found = []
    tokens = formula.tokens
    for index, token in enumerate(tokens):
        beside = tokens[max(index - 1, 0) : index + 2]
        if token.kind == "text" and any(t.kind == "infix" and t.text in ("=", "<>") for t in beside):
            found.append(unquoted(token.text))
    return tuple(dict.fromkeys(found))


def no_card_ways(formula: Formula) -> tuple[tuple[Value, ...], str | None]:
    """The ways of having no card that a formula asks for, and the assumption that this makes, if any."""
    compared = compared_texts(formula)
    folded = {mark.casefold() for mark in NO_CARD_MARKS}
    marks: tuple[Value, ...] = tuple(text for text in compared if text.strip().casefold() in folded)
    if not marks:
        return (None,), None
    blank = "" in compared or bool(formula.functions & {"ISBLANK", "LEN", "COUNTBLANK"})
    ways: tuple[Value, ...] = (None, *marks) if blank else marks
    return ways, f"no third card is written {' or '.join(map(shown, ways))}, which the formula asks for"


def card_notation(formula: Formula, third_only: bool) -> tuple[str, str | None]:
    """The notation that a formula's own texts speak of, and the assumption that this makes, if any."""
    upper = {text.strip().upper() for text in formula.literals}
    letters = upper & {"A", "J", "Q", "K"}
    if not letters and not any(set("JQK") <= set(text) or set("AJQ") <= set(text) for text in upper):
        return "values", None
    if "T" in upper or any("T" in text and "K" in text for text in upper):
        name = "letters"
    elif (
        formula.functions & {"LEFT", "MID", "RIGHT", "SUBSTITUTE"}
        and not third_only
        and "FIND" not in formula.functions
    ):
        name = "suited"
    else:
        name = "ranks"
    return name, f"cards are written as {WORDS[name]}, since the formula names such letters"
