"""What would change if one input were another (R8): each value tried, those alike put together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from baccarat_xl.rules.explain import banker_clause
from baccarat_xl.rules.tableau import CARD_VALUES, TOTALS, banker_draws, is_natural, player_draws
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, UNSEEN, Card, Decision, Total

Effect: TypeAlias = Literal["same", "other", "settles", "opens"]
SIGNS: Final[dict[Effect, str]] = {"same": "=", "other": "≠", "settles": "→", "opens": "?"}
IN_WORDS: Final[dict[Effect, str]] = {
    "same": "as it is",
    "other": "another decision",
    "settles": "settles it",
    "opens": "leaves it open",
}


@dataclass(frozen=True, slots=True)
class Decided:
    """The decisions for some inputs; False: takes no card. clause: what decides Banker's."""

    natural: Decision
    player: Decision
    banker: Decision
    clause: str


@dataclass(frozen=True, slots=True)
class Group:
    """Values that lead to the same decisions. effect: beside the decisions as they are."""

    values: tuple[int, ...]
    effect: Effect
    words: str

    @property
    def sign(self) -> str:
        return SIGNS[self.effect]

    @property
    def listed(self) -> str:
        return in_ranges(self.values)


@dataclass(frozen=True, slots=True)
class Change:
    """One input, what it is now, and every value that it could have, in groups."""

    input: str
    label: str
    now: str
    groups: tuple[Group, ...]


def decided(player: Total, banker: Total, third: Card) -> Decided:
    """All decisions. A third card that cannot be there is left out; one that is due is not seen."""
    natural = is_natural(player, banker)
    if natural is True:
        return Decided(True, False, False, "R3")
    if natural is UNKNOWN and third is NO_CARD:
        return Decided(UNKNOWN, UNKNOWN, UNKNOWN, "R7")
    due = player_draws(player, banker)
    if due is UNKNOWN:
        due = True  # so the third card says
    if due is False:
        third = NO_CARD
    elif third is NO_CARD:
        third = UNSEEN
    return Decided(False, due, banker_draws(banker, third), banker_clause(third))


def changes_of(player: Total, banker: Total, third: Card) -> tuple[Change, ...]:
    """For each input that is known, or a third card that is due: each value that it could have."""
    now = decided(player, banker, third)
    found = []
    if now.natural is False and now.player is True:
        known = {NO_CARD: "not dealt yet", UNSEEN: "not seen"}
        said = known[third] if third in (NO_CARD, UNSEEN) else str(third)
        tried = _tried(CARD_VALUES, lambda value: decided(player, banker, value))
        groups = _groups(tried, now, lambda each: _banker(each))
        found.append(Change("player_third", "Player's third card", said, groups))
    if banker is not UNKNOWN:
        tried = _tried(TOTALS, lambda total: decided(player, total, third))
        groups = _groups(tried, now, lambda each: _words(each, now, third))
        found.append(Change("banker_initial", "Banker's initial total", str(banker), groups))
    if player is not UNKNOWN:
        tried = _tried(TOTALS, lambda total: decided(total, banker, third))
        groups = _groups(tried, now, lambda each: _words(each, now, third, hand="player"))
        found.append(Change("player_initial", "Player's initial total", str(player), groups))
    return tuple(found)


def _tried(values: Iterable[int], outcome: Callable[[int], Decided]) -> list[tuple[int, Decided]]:
    return [(value, outcome(value)) for value in values]


def _groups(
    tried: Sequence[tuple[int, Decided]], now: Decided, words: Callable[[Decided], str]
) -> tuple[Group, ...]:
    groups: dict[Decided, list[int]] = {}
    for value, each in tried:
        groups.setdefault(each, []).append(value)
    return tuple(Group(tuple(values), _effect(each, now), words(each)) for each, values in groups.items())


def _effect(each: Decided, now: Decided) -> Effect:
    pairs = [(now.natural, each.natural), (now.player, each.player), (now.banker, each.banker)]
    changed = [(before, after) for before, after in pairs if before is not after]
    if not changed:
        return "same"
    if any(UNKNOWN not in pair for pair in changed):
        return "other"
    return "settles" if any(before is UNKNOWN for before, _ in changed) else "opens"


def _banker(each: Decided) -> str:
    if each.banker is UNKNOWN:
        why = "goes by Player's third card" if each.clause == "R7.1" else "not known"
        return f"Banker {why} ({each.clause})"
    return f"Banker {'draws' if each.banker else 'stands'} ({each.clause})"


def _words(each: Decided, now: Decided, third: Card, hand: str = "banker") -> str:
    if each.natural is True:
        return "a natural: neither hand draws (R3)"
    if each.natural is UNKNOWN:
        return "not known (R7)"
    if hand == "banker" and each.player is now.player:
        return _banker(each)
    if each.player is False:
        none = ", so there is no third card" if third is not NO_CARD else ""
        return f"Player stands (R4.2){none}; {_banker(each)}"
    if each.player is UNKNOWN:
        return f"Player's decision is not known (R7); {_banker(each)}"
    return f"Player draws (R4.1); {_banker(each)}"


def in_ranges(values: Sequence[int]) -> str:
    """``0-7, 9``.

    >>> in_ranges([0, 1, 2, 4, 8, 9])
    '0-2, 4, 8, 9'
    """
    runs: list[list[int]] = []
    for value in values:
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)
