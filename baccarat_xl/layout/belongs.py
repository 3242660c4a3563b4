"""Is a row that has header words in it a header, or a round of the table above?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from baccarat_xl.layout.cells import read_decision, read_natural, read_outcome
from baccarat_xl.layout.headers import meaning_of
from baccarat_xl.layout.table import CONTENT
from baccarat_xl.layout.values import is_listed_hand, looks_like_card, looks_like_hand, number_of
from baccarat_xl.layout.words import plain

WORDS: Final = {"outcome": read_outcome, "natural": read_natural}


@dataclass(slots=True)
class Evidence:
    """What the cells of a row are, seen from a header above them.

    data     numbers and cards below a role; letters: those of them that are a letter, which can be a header
    words    words for outcomes, decisions and naturals below their roles
    within   header words below a role; beyond: header words where that header has no column
    filled   cells below a role
    """

    data: int = 0
    letters: int = 0
    words: int = 0
    within: int = 0
    beyond: int = 0
    filled: int = 0

    @property
    def is_round(self) -> bool:
        """Header words in columns without a role, such as remarks, count for nothing."""
        if self.data > self.letters or (self.data and self.within <= self.data):
            return True
        if self.words and (not self.within or self.within + self.beyond <= self.words):
            return True
        if not self.within:
            return bool(self.filled) or self.beyond < 2
        return 2 * (self.within + self.beyond) < self.filled


def evidence(texts: Mapping[int, str], above: Mapping[int, str]) -> Evidence:
    """Weigh a row (column index -> text) against the texts of the header above it."""
    found = Evidence()
    for column, text in texts.items():
        meaning = meaning_of(text)
        strong = meaning is not None and not meaning.weak
        if column not in above:
            found.beyond += strong
            continue
        role = meaning_of(above[column])
        if role is None:
            continue
        found.filled += 1
        if any(_says(name, text) for name in role.roles):
            found.words += 1
        elif strong and not _is_short(text) and not _is_hand(role.roles[0], text):
            found.within += 1
        elif any(_holds(name, text) for name in role.roles):
            found.data += 1
            found.letters += text.isalpha()
    return found


def repeats(texts: Mapping[int, str], above: Mapping[int, str]) -> bool:
    """Are more than half of the header's texts written again?"""
    same = sum(plain(text) == plain(texts.get(column, "")) for column, text in above.items())
    return 2 * same > len(above)


def _is_short(text: str) -> bool:
    """One letter, which is sooner a card than a header."""
    return len(text) == 1 and looks_like_card(text)


def _is_hand(role: str, text: str) -> bool:
    """A hand with marks between its cards, or with spaces where hands are expected: ``J 2``."""
    return is_listed_hand(text) or (role.endswith("_cards") and " " in text and looks_like_hand(text))


def _says(role: str, text: str) -> bool:
    read = WORDS.get(role) or (read_decision if role.endswith("_draws") else None)
    return read is not None and number_of(text) is None and read(text) is not None


def _holds(role: str, text: str) -> bool:
    if number_of(text) is not None:
        return True
    if role.endswith("_cards"):
        return looks_like_hand(text) or looks_like_card(text)
    return role in CONTENT and role != "outcome" and looks_like_card(text)
