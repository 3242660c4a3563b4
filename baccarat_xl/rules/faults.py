"""What can be wrong with a recorded round: the kinds, and one fault found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """A kind of contradiction. Kinds never change their meaning; rule codes are made from them."""

    UNREADABLE_CARD = "unreadable card"
    IMPOSSIBLE_CARD = "impossible card"
    UNREADABLE_TOTAL = "unreadable total"
    UNREDUCED_TOTAL = "unreduced total"
    WRONG_INITIAL = "wrong initial total"
    WRONG_FINAL = "wrong final total"
    BANKER_EXTRA = "Banker drew but must stand"
    BANKER_MISSING = "Banker must draw"
    PLAYER_EXTRA = "Player drew but must stand"
    PLAYER_MISSING = "Player must draw"
    CARD_AFTER_NATURAL = "third card after a natural"
    LEFTOVER = "leftover third card"
    WRONG_NATURAL = "wrong natural"
    WRONG_DECISION = "wrong recorded decision"
    WRONG_OUTCOME = "wrong outcome"
    UNREADABLE_OUTCOME = "unreadable outcome"
    UNREADABLE_DECISION = "unreadable decision"


@dataclass(frozen=True, slots=True)
class Fault:
    """One contradiction in one round.

    ``roles`` names the cells at fault, the first being where it is reported. ``found`` and ``expected`` are
    words; ``text`` is the short form that CHECK_ROUND shows; ``why`` says it in a sentence. ``certain`` is
    False where another reading of the row exists.
    """

    kind: Kind
    roles: tuple[str, ...]
    found: str
    expected: str
    clause: str
    text: str
    why: str
    certain: bool = True
