"""Misunderstandings as altered rules: each is a function from a state to the answer that it would give.

None holds a second copy of the drawing table: every altered table is made from `rules.tableau`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from baccarat_xl.proof.domain import State
from baccarat_xl.proof.facts import Facts
from baccarat_xl.rules import tableau
from baccarat_xl.rules.tableau import BANKER_DRAWS, CARD_VALUES, PLAYER_DRAWS, drawing_thirds
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, Card, Missing

Predict: TypeAlias = Callable[..., Any]
"""State -> the answer of the misunderstanding, or None where it does not apply."""
Table: TypeAlias = Mapping[tuple[int, Card], bool]
ROWS: Final = tuple(sorted({banker for banker, _ in BANKER_DRAWS}))
OPEN_ROWS: Final = tuple(row for row in ROWS if 0 < len(drawing_thirds(row)) < len(CARD_VALUES))
"""The rows in which Player's third card decides."""
NATURALS: Final = frozenset(tableau.NATURALS)
LOW_NATURAL, HIGH_NATURAL = sorted(NATURALS)
PLAYER_LAST: Final = max(total for total, draws in PLAYER_DRAWS.items() if draws)
"""The highest total on which Player draws."""


@dataclass(frozen=True, slots=True)
class Misreading:
    """roles: the results it applies to; id: F01-F19 as published, else a stable name of ours."""

    id: str
    text: str
    roles: tuple[str, ...]
    predict: Predict
    rules: Rules | None = None


@dataclass(frozen=True, slots=True)
class Rules:
    """The drawing rules with something altered; ``naturals`` are the totals each hand's check stops at."""

    table: Table = field(default_factory=lambda: BANKER_DRAWS)
    player: Mapping[int, bool] = field(default_factory=lambda: PLAYER_DRAWS)
    player_naturals: frozenset[int] = NATURALS
    banker_naturals: frozenset[int] = NATURALS
    both: bool = False
    read_third: Callable[[Facts], Card] = lambda facts: facts["player_third"]
    beyond: bool = False

    def stopped(self, player: Any, banker: Any) -> bool:
        stops = (player in self.player_naturals, banker in self.banker_naturals)
        return all(stops) if self.both else any(stops)

    def player_draws(self, facts: Facts) -> bool:
        player, banker = facts["player_initial"], facts.get("banker_initial", UNKNOWN)
        if self.stopped(player, banker):
            return False
        return self.player.get(player, self.beyond)

    def banker_draws(self, facts: Facts) -> bool:
        player, banker = facts.get("player_initial", UNKNOWN), facts["banker_initial"]
        if self.stopped(player, banker):
            return False
        return self.table.get((banker, self.read_third(facts)), self.beyond)


def altered(change: Callable[..., bool]) -> Table:
    """The table with every square changed by a rule: Banker, third card, draws -> draws."""
    return {(banker, third): change(banker, third, draws) for (banker, third), draws in BANKER_DRAWS.items()}


def predicts(rules: Rules) -> dict[str, Predict]:
    """What altered rules answer, by role of the result."""

    def instruction(state: State) -> str:
        facts = state.facts
        player = rules.player_draws(facts)
        if player and facts["player_third"] is NO_CARD:
            return "player"
        banker = rules.banker_draws(facts)
        return {(True, True): "both", (True, False): "player", (False, True): "banker"}.get(
            (player, banker), "none"
        )

    def step(state: State) -> str:
        facts = state.facts
        if rules.player_draws(facts) and facts["player_third"] is NO_CARD:
            return "Player draws"
        drew = facts.get("banker_third", NO_CARD) is not NO_CARD
        return "Banker draws" if rules.banker_draws(facts) and not drew else "Round over"

    return {
        "player_draws": lambda state: rules.player_draws(state.facts),
        "banker_draws": lambda state: rules.banker_draws(state.facts),
        "instruction": instruction,
        "next_step": step,
    }


def misreading(name: str, text: str, rules: Rules, *roles: str) -> Iterator[Misreading]:
    """One misreading a role of the result."""
    every = predicts(rules)
    for role in roles or tuple(every):
        yield Misreading(name, text, (role,), every[role], rules)


def last_digit_sum(facts: Facts, side: str) -> Card:
    """The final total in place of the third card (a hand without one gives no card)."""
    third: Card = facts[f"{side}_third"]
    if isinstance(third, Missing):
        return third
    total: int = (facts[f"{side}_initial"] + third) % 10
    return total


def rank_number(cell: Any) -> int | None:
    """The rank of a card cell as a number 1-13, read as written."""
    letters = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13}
    if isinstance(cell, bool) or cell is None:
        return None
    if isinstance(cell, int | float):
        return int(cell)
    text = str(cell).strip("SHDC♠♥♦♣ ") or str(cell)
    return letters.get(text.upper()) or (int(text) if text.isdigit() else None)


NO_CHECK: Final = (
    ("F04", "Player's natural is not looked at", frozenset({"player_naturals"})),
    ("F03", "Banker's natural is not looked at", frozenset({"banker_naturals"})),
    ("F02", "naturals are not looked at", frozenset({"player_naturals", "banker_naturals"})),
)


def compounded(library: Iterable[Misreading]) -> Iterator[Misreading]:
    """Each misreading of the table together with each way of forgetting the naturals."""
    for one in library:
        if (
            one.rules is None
            or one.rules.player_naturals != NATURALS
            or one.rules.banker_naturals != NATURALS
        ):
            continue
        for name, text, sides in NO_CHECK:
            for beyond in (False, True):
                naturals = dict.fromkeys(sides, frozenset[int]())
                rules = replace(one.rules, beyond=beyond, **naturals)  # type: ignore[arg-type]
                both = f"two at once: {text} (R3); and {one.text}"
                yield from misreading(f"{name}+{one.id}", both, rules, *one.roles)
