"""The vocabulary as tokens: which meaning each word of a header carries."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any, Final

from baccarat_xl.layout.words import cell_text, is_latin, plain


@dataclass(frozen=True, slots=True)
class Token:
    """One meaning. group: side, kind, ordinal, qualifier, noise, blocked or unknown; word: which of them."""

    group: str
    word: str


NOISE: Final = Token("noise", "")
BLOCKED: Final = Token("blocked", "")


@lru_cache(maxsize=1)
def vocabulary() -> dict[str, Any]:
    """The parsed vocabulary.toml."""
    source = resources.files("baccarat_xl.layout").joinpath("vocabulary.toml")
    return tomllib.loads(source.read_text("utf-8"))


@lru_cache(maxsize=1)
def _table() -> tuple[dict[str, tuple[Token, ...]], re.Pattern[str]]:
    """Every word with its tokens, and a pattern that finds the longest one first."""
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
    pattern = _pattern(words)
    for word, meaning in header["compound"].items():
        words[plain(word)] = _cut(plain(meaning), words, pattern)
    return words, _pattern(words)


def _pattern(words: dict[str, tuple[Token, ...]]) -> re.Pattern[str]:
    longest = sorted(filter(None, words), key=len, reverse=True)
    choices = (rf"(?<![a-z0-9]){re.escape(w)}(?![a-z0-9])" if is_latin(w) else re.escape(w) for w in longest)
    return re.compile("|".join(choices))


def _cut(text: str, words: dict[str, tuple[Token, ...]], pattern: re.Pattern[str]) -> tuple[Token, ...]:
    tokens: list[Token] = []
    at = 0
    for match in pattern.finditer(text):
        if rest := text[at : match.start()].strip():
            tokens.append(Token("unknown", rest))
        tokens.extend(words[match[0]])
        at = match.end()
    if rest := text[at:].strip():
        tokens.append(Token("unknown", rest))
    return tuple(tokens)


@lru_cache(maxsize=8192)
def tokens_of(header: str) -> tuple[Token, ...]:
    """The tokens of a header in order; words that are not in the vocabulary become ``unknown``."""
    return _cut(plain(header), *_table())


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
    lists = vocabulary()["cell"]["outcome"]
    return {cell_text(word): outcome for outcome, words in lists.items() for word in words}


@lru_cache(maxsize=2048)
def variant_not_judged(text: str) -> str | None:
    """The name of a game that these rules cannot judge, when the text names one (R0)."""
    words = f" {plain(text)} "
    for variant, spellings in vocabulary()["not_judged"].items():
        if any(f" {plain(spelling)} " in words for spelling in spellings):
            return str(variant).replace("_", " ")
    return None
