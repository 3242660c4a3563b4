"""Card spellings to card values (R1): A = 1, 2-9 = face, 10 J Q K = 0.

Accepted: ranks and words (``A``, ``7``, ``T``, ``10``, ``Jack``, ``Ten``), a suit before or after them as a
letter, a symbol or a word (``10S``, ``♠7``, ``A-spades``, ``Ace of Hearts``), one playing-card character
(``🂡``), and the numbers 0-13 as int, float or text, of which 10-13 are worth 0.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from functools import lru_cache
from numbers import Integral, Real
from reprlib import repr as short
from typing import Final

from baccarat_xl.rules.errors import OutOfRange, WrongKind
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, UNSEEN, Card, Missing, Total

ACCEPTED: Final = (
    "accepted are A, 2-10, T, J, Q, K with or without a suit, and the numbers 0 to 13 (10 to 13 are worth 0)"
)
RANK_WORDS: Final = {
    1: "a ace as ass asso",
    2: "two deuce",
    3: "three trey",
    4: "four",
    5: "five",
    6: "six",
    7: "seven",
    8: "eight",
    9: "nine",
    10: "t ten",
    11: "j jack knave bube valet valete fante sota",
    12: "q queen dame dama donna regina reina",
    13: "k king konig roi rey rei re",
}
SUITS: Final = (
    "s h d c spade spades heart hearts diamond diamonds club clubs "
    "♠ ♥ ♦ ♣ ♤ ♡ ♢ ♧ 黑桃 红桃 紅桃 红心 紅心 方块 方塊 方片 梅花"
)
HIGHEST_RANK: Final = 13

_RANKS: Final = {word: rank for rank, words in RANK_WORDS.items() for word in words.split()} | {
    str(rank): rank for rank in range(HIGHEST_RANK + 1)
}


def _any_of(words: list[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_SUIT: Final = _any_of(SUITS.split())
_CARD: Final = re.compile(
    rf"(?:(?P<before>{_SUIT})[\s_-]*)?(?P<rank>{_any_of(list(_RANKS))})(?:(?:\s+of\s+|[\s_-]*)(?P<after>{_SUIT}))?"
)
_NUMBER: Final = re.compile(r"[+-]?\d+(?:\.\d*)?|[+-]?\.\d+")
_PLAYING_CARDS: Final = range(0x1F0A0, 0x1F0E0)
_KNIGHT, _QUEEN, _KING = 12, 13, 14


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    return "".join(c for c in decomposed if not unicodedata.combining(c) and c != "\ufe0f").strip()


def as_number(cell: object) -> int | float | None:
    """A number of any numeric type as int or float; None for booleans and for what is no number."""
    if isinstance(cell, bool):
        return None
    if isinstance(cell, Integral):
        return int(cell)
    if isinstance(cell, Decimal):
        return int(cell) if cell.is_finite() and cell == cell.to_integral_value() else float(cell)
    return float(cell) if isinstance(cell, Real) else None


def _worth(rank: int) -> int:
    return rank if rank < 10 else 0


def _from_number(number: float, shown: object) -> int:
    if number in range(HIGHEST_RANK + 1):
        return _worth(int(number))
    if isinstance(number, int) or number.is_integer():
        raise OutOfRange(f"{short(shown)} is not a card: there is none of that number; {ACCEPTED}")
    raise WrongKind(f"{short(shown)} is not a card: a card value is a whole number; {ACCEPTED}")


def _from_character(text: str) -> int | None:
    if len(text) != 1 or ord(text) not in _PLAYING_CARDS:
        return None
    rank = ord(text) & 0xF
    if rank in (0, _KNIGHT, 0xF):
        return None
    return _worth(rank)


@lru_cache(maxsize=4096)
def _from_text(text: str) -> int:
    plain = _plain(text)
    match = _CARD.fullmatch(plain)
    if match and not (match["before"] and match["after"]):
        return _worth(_RANKS[match["rank"]])
    if _NUMBER.fullmatch(plain):
        return _from_number(float(plain), text)
    value = _from_character(text.strip())
    if value is None:
        raise WrongKind(f"{short(text)} is not a card; {ACCEPTED}")
    return value


def card_value(card: object) -> int:
    """The value 0-9 of one card.

    Raises WrongKind for what is no card at all (other text, a boolean, a fraction, a blank, a date) and
    OutOfRange for a whole number below 0 or above 13.

    >>> card_value("K"), card_value("10S"), card_value("♠7"), card_value(1)
    (0, 0, 7, 1)
    """
    if isinstance(card, str):
        return _from_text(card)
    number = as_number(card)
    if number is not None:
        return _from_number(number, number)
    if card is None or isinstance(card, Missing):
        raise WrongKind(f"there is no card here; {ACCEPTED}")
    raise WrongKind(f"{short(card)} is not a card; {ACCEPTED}")


def read_card(cell: object) -> Card:
    """A cell that may hold a card: its value 0-9, NO_CARD for None or blank text, UNSEEN for ``"?"`` (R7).

    Raises as `card_value`.

    >>> read_card(""), read_card("?"), read_card("10")
    (NO_CARD, UNSEEN, 0)
    """
    if cell is None or isinstance(cell, Missing):
        return cell or NO_CARD
    if isinstance(cell, str):
        text = cell.strip()
        if not text:
            return NO_CARD
        if text in ("?", "？"):
            return UNSEEN
    return card_value(cell)


def read_total(cell: object) -> Total:
    """A cell that holds a total 0-9 (number or numeric text); None, blank, ``"?"`` and UNKNOWN give UNKNOWN.

    Raises WrongKind for other text, booleans and fractions, OutOfRange outside 0-9: a sum of 13 is not
    quietly reduced to 3 (R2).
    """
    if cell is None or cell is UNKNOWN or isinstance(cell, Missing):
        return UNKNOWN
    number = as_number(cell)
    if isinstance(cell, str):
        text = cell.strip()
        if text in ("", "?", "？"):
            return UNKNOWN
        number = float(text) if _NUMBER.fullmatch(text) else None
    if number is None or (isinstance(number, float) and not number.is_integer()):
        raise WrongKind(f"{short(cell)} is not a total; a total is a whole number from 0 to 9")
    if not 0 <= number <= 9:
        hint = f"; the last digit of {int(number)} is {int(number) % 10}" if 9 < number < 100 else ""
        raise OutOfRange(f"{short(cell)} is not a total; a total is a whole number from 0 to 9{hint} (R2)")
    return int(number)


def hand_total(cards: tuple[Card, ...]) -> Total:
    """The total of a hand (R2): values added, last digit kept. A card not seen makes it UNKNOWN."""
    if UNSEEN in cards:
        return UNKNOWN
    return sum(card for card in cards if not isinstance(card, Missing)) % 10
