"""Rank and suit of a card as it is written: what pair bets ask for, and no drawing rule."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from baccarat_xl.layout.words import without_accents
from baccarat_xl.rules.cards import RANK_WORDS, SUITS

RANKS: Final = {word: rank for rank, words in RANK_WORDS.items() for word in words.split()} | {
    str(rank): rank for rank in range(1, 14)
}
SHORT: Final = re.compile(r"(10|[a2-9tjqk])([shdc])")
BETWEEN: Final = re.compile(r"[\s_-]+|\bof\b")
SIGNS: Final = {"♠": "s", "♤": "s", "♥": "h", "♡": "h", "♦": "d", "♢": "d", "♣": "c", "♧": "c"}
NUMBERED: Final = (11, 12, 13)
"""Numbers that can be one rank only; a 10 may stand for every card worth 0."""


def rank_and_suit(card: object) -> tuple[int | None, str]:
    """The rank 1-13, None where it is not known, and the suit, "" where it is not written.

    >>> rank_and_suit("QS"), rank_and_suit("♠7"), rank_and_suit("Ace of Hearts"), rank_and_suit(0)
    ((12, 's'), (7, 's'), (1, 'h'), (None, ''))
    """
    if isinstance(card, int | float) and not isinstance(card, bool):
        return (int(card) if card in (*range(1, 10), *NUMBERED) else None), ""
    return _of_text(card) if isinstance(card, str) else (None, "")


@lru_cache(maxsize=1024)
def _of_text(card: str) -> tuple[int | None, str]:
    text = BETWEEN.sub(" ", without_accents(card)).strip()
    short = SHORT.fullmatch(text.replace(" ", ""))
    if short:
        return RANKS[short[1]], short[2]
    if text in RANKS:
        return RANKS[text], ""
    for suit in sorted(SUITS.split(), key=len, reverse=True):
        rank = text.removeprefix(suit) if text.startswith(suit) else text.removesuffix(suit)
        if rank != text and rank.strip() in RANKS:
            return RANKS[rank.strip()], SIGNS.get(suit, suit[0])
    return None, ""
