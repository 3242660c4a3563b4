"""Cells of a source as the template's typed cells: cards as the sheet spells them, words of its lists.

Each function takes one cell and returns what is to be typed, None for an empty cell. A cell that cannot be
read comes back as its text, with the reason.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from datetime import date, datetime, time
from functools import lru_cache
from typing import Final, TypeAlias

from baccarat_xl.layout.cells import (
    Zero,
    is_not_recorded,
    read_decision,
    read_outcome,
    read_third,
)
from baccarat_xl.layout.values import number_of
from baccarat_xl.layout.vocabulary import cell_words
from baccarat_xl.layout.words import cell_text
from baccarat_xl.rules.cards import RANK_WORDS, read_card
from baccarat_xl.rules.errors import InputError
from baccarat_xl.rules.unknown import NO_CARD, UNSEEN, Card
from baccarat_xl.templates.card_list import sheet_reads
from baccarat_xl.templates.tableau_grid import DRAWS, STANDS

Typed: TypeAlias = int | float | str | None
Read: TypeAlias = tuple[Typed, str]
"""What is to be typed, and why it could not be read (empty: it could)."""

LONGEST: Final = 32_767
NO_CARD_HERE: Final = "no card"
_RANK_NAMES: Final = {
    1: "A", **{rank: str(rank) for rank in range(2, 11)}, 11: "J", 12: "Q", 13: "K",
}  # fmt: skip
_RANKS: Final = {word: rank for rank, words in RANK_WORDS.items() for word in words.split()} | {
    str(rank): rank for rank in range(1, 14)
}
_SUITS: Final = {
    "♠": "spades spade s ♠ ♤ 黑桃",
    "♥": "hearts heart h ♥ ♡ 红桃 紅桃 红心 紅心",
    "♦": "diamonds diamond d ♦ ♢ 方块 方塊 方片",
    "♣": "clubs club c ♣ ♧ 梅花",
}
_SUIT_OF: Final = {word: suit for suit, words in _SUITS.items() for word in words.split()}


def as_card(cell: object) -> Read:
    """An opening card; a mark that leaves it open leaves the cell empty."""
    return _card(cell, lambda value: NO_CARD if is_not_recorded(value) else read_card(value))


def as_third(zero: Zero | None) -> Callable[[object], Read]:
    """A third card, where 0 means what ``zero`` says (`layout.cells.read_third`)."""
    return lambda cell: _card(cell, lambda value: read_third(value, zero))


def _card(cell: object, read: Callable[[object], Card]) -> Read:
    try:
        card = read(cell)
    except InputError:
        return shown(cell), "it is no card that can be read"
    if card is NO_CARD:
        return None, ""
    if card is UNSEEN:
        return "?", ""
    typed = tidy(cell)
    if sheet_reads(typed) == card:
        return typed, ""
    return _respelled(str(typed), card), ""


def respelled(cell: object) -> Typed:
    """What is typed for a card whose own spelling the sheet does not look up; None for all other cells."""
    typed, why = as_card(cell)
    same = why or typed in (None, "?") or typed == tidy(cell)
    return None if same else typed


@lru_cache(maxsize=4096)
def _respelled(text: str, card: int) -> int | str:
    """A spelling that the sheet looks up, for one that only the rules read: 黑桃A becomes A♠."""
    plain = unicodedata.normalize("NFKD", text.replace("\ufe0f", "")).casefold().strip()
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    suit, rest = "", plain
    if plain not in _RANKS:
        words = sorted(_SUIT_OF, key=len, reverse=True)
        word = next((word for word in words if plain.startswith(word) or plain.endswith(word)), "")
        suit = _SUIT_OF.get(word, "")
        rest = plain.removeprefix(word) if plain.startswith(word) else plain.removesuffix(word)
    rank = _RANKS.get(re.sub(r"^[\s_-]*(?:of\b)?|(?:\bof)?[\s_-]*$", "", rest))
    for spelling in (f"{_RANK_NAMES.get(rank or 0, '')}{suit}", _RANK_NAMES.get(rank or 0, "")):
        if spelling and sheet_reads(spelling) == card:
            return spelling
    return card


def as_outcome(codes: dict[float, str]) -> Callable[[object], Read]:
    """Player, Banker or Tie; numbers as ``codes`` says."""

    def read(cell: object) -> Read:
        if is_not_recorded(cell):
            return None, ""
        number = number_of(cell)  # type: ignore[arg-type]
        outcome = codes.get(number) if number is not None else read_outcome(cell)
        return (outcome, "") if outcome else (shown(cell), "it is no outcome that can be read")

    return read


def as_decision(cell: object) -> Read:
    """``draws`` or ``stands``; words for an open decision leave the cell empty."""
    if cell is None or (
        isinstance(cell, str) and cell_text(cell) in {"", *cell_words("decision", "unknown")}
    ):
        return None, ""
    drew = read_decision(cell)
    if drew is None:
        return shown(cell), "it says neither draws nor stands"
    return (DRAWS if drew else STANDS), ""


def as_total(cell: object) -> Read:
    """A number; one outside 0-9 stays as it is, for column Check to name."""
    if cell is None or (isinstance(cell, str) and cell_text(cell) in {"", "?", "-", "–", "na", "n/a"}):
        return None, ""
    number = number_of(cell)  # type: ignore[arg-type]
    if number is None or number != number or number in (float("inf"), float("-inf")):
        return shown(cell), "it is no number"
    return (int(number) if number.is_integer() else number), ""


def as_label(cell: object) -> Read:
    """A shoe, a round or a note: numbers as numbers, everything else as its text."""
    if cell is None:
        return None, ""
    typed = tidy(cell) if not isinstance(cell, str) or cell.strip().isdigit() else shown(cell)
    if isinstance(typed, str) and len(typed) > LONGEST:
        return typed[:LONGEST], f"it is longer than the {LONGEST:,} characters of a cell and was cut"
    return (typed if typed != "" else None), ""


def tidy(cell: object) -> Typed:
    """A number that text spells is a number, unless it would look different (007); outer blanks go."""
    if isinstance(cell, bool):
        return shown(cell)
    if isinstance(cell, (int, float)) and abs(cell) < 10**15:
        return int(cell) if cell == int(cell) else float(cell)
    text = shown(cell)
    number = text.removesuffix(".0")
    if number.isascii() and number.isdigit() and len(number) < 16 and str(int(number)) == number:
        return int(number)
    return text


def shown(cell: object) -> str:
    """The text of a cell as a reader sees it."""
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, (datetime, date, time)):
        return cell.isoformat(" ") if isinstance(cell, datetime) else cell.isoformat()
    return " ".join(str(cell).split()) if cell is not None else ""
