"""The spellings of cards that the sheets can look up, each with its value (sheet Cards)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import Final

from baccarat_xl.rules.cards import HIGHEST_RANK, RANK_WORDS, card_value, read_card
from baccarat_xl.rules.errors import InputError
from baccarat_xl.rules.unknown import NO_CARD, UNSEEN, Card

PICK_LIST: Final[tuple[str | int, ...]] = (
    *("A", *range(2, 11), "J", "Q", "K"),
    *("T", 0, 1, 11, 12, 13, "?"),
)
"""What a card cell offers to choose from: as typed, so numbers are numbers."""
_LETTERS: Final = ("S", "H", "D", "C")
_SYMBOLS: Final = ("♠", "♥", "♦", "♣", "♤", "♡", "♢", "♧")
_EMOJI: Final = tuple(f"{symbol}\ufe0f" for symbol in _SYMBOLS[:4])
_SUIT_WORDS: Final = ("spades", "hearts", "diamonds", "clubs")


def _ranks() -> Iterator[str]:
    """As they are written with a suit: A, 2-10, T, J, Q, K, then the numbers that stand for them."""
    yield from ("A", *map(str, range(2, 11)), "T", "J", "Q", "K")
    yield from ("0", "1", *map(str, range(11, HIGHEST_RANK + 1)))


def _words() -> Iterator[str]:
    for words in RANK_WORDS.values():
        yield from (word.capitalize() for word in words.split() if len(word) > 1)


def _with_suits(rank: str) -> Iterator[str]:
    for suit in (*_LETTERS, *_SYMBOLS, *_EMOJI):
        yield from (f"{rank}{suit}", f"{suit}{rank}")
    for suit in _SUIT_WORDS:
        yield from (f"{rank}-{suit}", f"{rank} of {suit}")


@lru_cache(maxsize=1)
def spellings() -> dict[str, int]:
    """Every spelling that the sheets look up, with its value 0-9; common ones first; any case."""
    english = [words.split()[1 if rank in (1, *range(10, 14)) else 0] for rank, words in RANK_WORDS.items()]
    texts = chain(
        _ranks(),
        _words(),
        (f"{number}.0" for number in range(HIGHEST_RANK + 1)),
        chain.from_iterable(map(_with_suits, _ranks())),
        (f"{word.capitalize()} of {suit}" for word in english for suit in _SUIT_WORDS),
    )
    once = {text.casefold(): text for text in reversed(list(texts))}
    return {text: card_value(text) for text in reversed(once.values())}


@lru_cache(maxsize=1)
def _folded() -> dict[str, int]:
    return {text.casefold(): value for text, value in spellings().items()}


def sheet_reads(cell: object) -> Card | None:
    """What the value columns make of a card cell: 0-9, NO_CARD, UNSEEN, or None for ✗ (no card in that list).

    The sheets know fewer spellings than `baccarat_xl.rules.cards.read_card`, and none that it does not know.
    """
    if isinstance(cell, bool):
        return None
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    text = "" if cell is None else " ".join(part for part in str(cell).split(" ") if part)
    if not text:
        return NO_CARD
    return UNSEEN if text == "?" else _folded().get(text.casefold())


def functions_read(cell: object) -> Card | None:
    """The same for the workbook with named functions, which read every spelling that the rules read."""
    try:
        return read_card(cell)
    except InputError:
        return None
