"""What payment terms may ask of a finished round (R9). None stands for what is not known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from baccarat_xl.rules.outcome import Outcome

Value: TypeAlias = str | int | bool | None
CARDS: Final = (2, 3)
ANSWERS: Final = (False, True)


@dataclass(frozen=True, slots=True)
class Facts:
    """A finished round. Totals 0-9, numbers of cards 2 or 3; any may be None, not known.

    A pair is two opening cards of one rank; ``perfect``: of one rank and one suit. A natural is a hand's own.

    >>> Facts("Banker", player_final=6, banker_final=7).value("margin")
    1
    """

    outcome: Outcome | None = None
    player_final: int | None = None
    banker_final: int | None = None
    player_cards: int | None = None
    banker_cards: int | None = None
    player_natural: bool | None = None
    banker_natural: bool | None = None
    player_pair: bool | None = None
    banker_pair: bool | None = None
    player_perfect: bool | None = None
    banker_perfect: bool | None = None

    def value(self, name: str) -> Value:
        """The fact of this name, one of `NAMES`."""
        if name == "cards":
            known = self.player_cards is not None and self.banker_cards is not None
            return (self.player_cards or 0) + (self.banker_cards or 0) if known else None
        if name == "margin":
            if self.player_final is None or self.banker_final is None:
                return None
            return abs(self.player_final - self.banker_final)
        if name == "either_pair":
            return _either(self.player_pair, self.banker_pair)
        if name == "perfect_pair":
            return _either(self.player_perfect, self.banker_perfect)
        if name == "both_perfect_pairs":
            return _both(self.player_perfect, self.banker_perfect)
        found: Value = getattr(self, name)
        return found


NAMES: Final[dict[str, tuple[str | int | bool, ...]]] = {
    "outcome": ("Player", "Banker", "Tie"),
    "player_final": tuple(range(10)),
    "banker_final": tuple(range(10)),
    "player_cards": CARDS,
    "banker_cards": CARDS,
    "cards": (4, 5, 6),
    "margin": tuple(range(10)),
    "player_natural": ANSWERS,
    "banker_natural": ANSWERS,
    "player_pair": ANSWERS,
    "banker_pair": ANSWERS,
    "either_pair": ANSWERS,
    "perfect_pair": ANSWERS,
    "both_perfect_pairs": ANSWERS,
}
"""Each fact that a line of terms may ask for, and the values that it can have."""
PAIRS: Final = frozenset({"player_pair", "banker_pair", "either_pair", "perfect_pair", "both_perfect_pairs"})
"""Those that the ranks and suits of the opening cards alone decide."""
SUITED: Final = frozenset({"perfect_pair", "both_perfect_pairs"})


def _either(one: bool | None, other: bool | None) -> bool | None:
    if one or other:
        return True
    return None if one is None or other is None else False


def _both(one: bool | None, other: bool | None) -> bool | None:
    if one is False or other is False:
        return False
    return None if one is None or other is None else True
