"""The vocabulary as tokens: which meaning each word of a header carries."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any, Final

from baccarat_xl.layout.words import cell_text, is_latin, plain
from baccarat_xl.rules import outcome


@dataclass(frozen=True, slots=True)
class Token:
    """One meaning. group: side, kind, ordinal, qualifier, noise, blocked or unknown; word: which of them."""

    group: str
    word: str


_LATIN: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
NOISE: Final = Token("noise", "")
BLOCKED: Final = Token("blocked", "")


@lru_cache(maxsize=1)
def vocabulary() -> dict[str, Any]:
    """The parsed vocabulary.toml."""
    source = resources.files("baccarat_xl.layout").joinpath("vocabulary.toml")
    return tomllib.loads(source.read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of headers with their tokens, and the lengths that words have, longest first."""

    tokens: dict[str, tuple[Token, ...]]
    lengths: tuple[int, ...]

    def at(self, text: str, place: int) -> str | None:
        """The longest word that starts here; a word in Latin letters has no such letter beside it."""
        for length in self.lengths:
            word = text[place : place + length]
            if len(word) == length and word in self.tokens and _stands_alone(text, place, word):
                return word
        return None


def _stands_alone(text: str, place: int, word: str) -> bool:
    beside = (text[place - 1 : place], text[place + len(word) : place + len(word) + 1])
    return not is_latin(word) or not any(letter and letter in _LATIN for letter in beside)


@lru_cache(maxsize=1)
def _table() -> _Words:
    """Every word of the vocabulary."""
    header = vocabulary()["header"]
    words: dict[str, tuple[Token, ...]] = {}
    for word in header["noise"]["words"]:
        words[plain(word)] = (NOISE,)
    for word in header["blocked"]["words"]:
        words[plain(word)] = (BLOCKED,)
    for group in ("qualifier", "ordinal", "kind", "side"):
        for meaning, spellings in header[group].items():
            for spelling in spellings:
                words[plain(spelling)] = (Token(group, meaning),)
    simple = _known(words)
    for word, meaning in header["compound"].items():
        words[plain(word)] = _cut(plain(meaning), simple)
    return _known(words)


def _known(words: dict[str, tuple[Token, ...]]) -> _Words:
    return _Words(dict(words), tuple(sorted(set(map(len, filter(None, words))), reverse=True)))


def _cut(text: str, words: _Words) -> tuple[Token, ...]:
    tokens: list[Token] = []
    at = place = 0
    while place < len(text):
        word = words.at(text, place)
        if word is None:
            place += 1
            continue
        if rest := text[at:place].strip():
            tokens.append(Token("unknown", rest))
        tokens.extend(words.tokens[word])
        at = place = place + len(word)
    if rest := text[at:].strip():
        tokens.append(Token("unknown", rest))
    return tuple(tokens)


@lru_cache(maxsize=8192)
def tokens_of(header: str) -> tuple[Token, ...]:
    """The tokens of a header in order; words that are not in the vocabulary become ``unknown``."""
    return _cut(plain(header), _table())


@lru_cache(maxsize=64)
def cell_words(*keys: str) -> frozenset[str]:
    """The normalised spellings of a list in the ``cell`` part: ``cell_words("decision", "yes")``."""
    node = vocabulary()["cell"]
    for key in keys:
        node = node[key]
    return frozenset(map(cell_text, node["words"] if isinstance(node, dict) else node))


@lru_cache(maxsize=1)
def outcome_words() -> dict[str, str]:
    """Normalised spelling -> Player, Banker or Tie."""
    return {cell_text(word): meaning for word, meaning in outcome.outcome_words().items()}


def is_practice(text: str) -> bool:
    """Does the title of a sheet that asks questions and records no rounds begin so?"""
    return plain(text).startswith(tuple(map(plain, vocabulary()["practice"]["words"])))


@lru_cache(maxsize=2048)
def variant_not_judged(text: str) -> str | None:
    """The name of a game that these rules cannot judge, when the text names one (R0)."""
    words = f" {plain(text)} "
    for variant, spellings in vocabulary()["not_judged"].items():
        if any(f" {plain(spelling)} " in words for spelling in spellings):
            return str(variant).replace("_", " ")
    return None
