"""Headers and cells brought to one spelling, so that the vocabulary need list each word once."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
LETTER_DIGIT: Final = re.compile(r"(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])")
NO_WORD: Final = re.compile(r"[\W_]+")
LONGEST: Final = 2_000
"""Characters that are looked at: no header and no word of an outcome is longer."""
LATIN: Final = re.compile(r"[a-z0-9 ]+")


@lru_cache(maxsize=8192)
def plain(text: str) -> str:
    """Case, accents and width removed; punctuation, underscores and camelCase become single spaces.

    >>> plain("Numéro_Jeu"), plain("puntoHand"), plain("ＰＣard１"), plain("Kết quả")
    ('numero jeu', 'punto hand', 'p card 1', 'ket qua')
    """
    text = CAMEL.sub(" ", without_accents(text[:LONGEST], fold=False))
    text = LETTER_DIGIT.sub(" ", NO_WORD.sub(" ", text.casefold()))
    return " ".join(text.split())


@lru_cache(maxsize=8192)
def cell_text(text: str) -> str:
    """The same for the text of a cell, keeping punctuation, which may be all there is (``-``, ``N/A``).

    >>> cell_text(" Égalité "), cell_text("N/A")
    ('egalite', 'n/a')
    """
    return " ".join(without_accents(text[:LONGEST]).split())


def without_accents(text: str, *, fold: bool = True) -> str:
    """Full width to half, Latin accents dropped; other scripts keep their marks."""
    text = unicodedata.normalize("NFKC", text)
    if not text.isascii():
        text = "".join(map(_base, text)).replace("\ufe0f", "")
    return text.casefold() if fold else text


def _base(char: str) -> str:
    if char in "đĐ":
        return "d" if char == "đ" else "D"
    first = unicodedata.normalize("NFKD", char)[:1]
    if unicodedata.combining(char):
        return "" if ord(char) < 0x370 else char
    return first if first.isascii() and first.isalpha() else char


def is_latin(words: str) -> bool:
    """Is a normalised text written in Latin letters and digits alone?"""
    return LATIN.fullmatch(words) is not None


def counted(count: int, noun: str = "round") -> str:
    """``1 round``, ``1,650 rounds``."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def part_of(share: float, count: int) -> str:
    """A share (0-1) of so many rounds in words.

    >>> part_of(1.0, 1), part_of(0.5, 2_000), part_of(0, 38)
    ('the only round', '1,000 of 2,000 rounds', 'none of 38 rounds')
    """
    some = round(share * count)
    if some == count:
        return f"all {counted(count)}" if count > 1 else "the only round"
    return f"{some:,} of {counted(count)}" if some else f"none of {counted(count)}"
