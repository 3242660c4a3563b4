"""The questions of a drill: two hands and the next two cards of the shoe, over the whole drawing table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final, Literal, TypeAlias, TypeVar

from baccarat_xl.rules.explain import explain_draw, explain_outcome
from baccarat_xl.rules.outcome import winner
from baccarat_xl.rules.tableau import BANKER_DRAWS, CARD_VALUES, NATURALS, TOTALS, banker_draws, player_draws
from baccarat_xl.rules.unknown import NO_CARD, Card

Level: TypeAlias = Literal["first", "mixed", "hard"]
LEVELS: Final[dict[Level, str]] = {
    "first": "naturals, Player's rule, Banker when Player stood, and the rows with one answer",
    "mixed": "drawn from the whole table, most often the rows and third cards that are mistaken most",
    "hard": "only those rows, and mostly third cards at which the answer changes",
}
SUITS: Final = "♠♥♦♣"
SPELLED: Final = {1: ("A",), 0: ("10", "J", "Q", "K")}
"""Card value -> ranks of that value; any other is the rank itself."""
_LAST: Final = 12
"""So many questions before a state may come again, where there are states enough."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class State:
    """What decides: both initial totals, and the next card's value where Player draws (else NO_CARD)."""

    player: int
    banker: int
    third: Card

    @property
    def part(self) -> str:
        """The part of the rules that Banker's decision is about, one of `PARTS`."""
        if self.player in NATURALS or self.banker in NATURALS:
            return NATURAL
        if self.third is NO_CARD:
            return STOOD
        return row_part(self.banker)


NATURAL: Final = "Natural check (R3)"
PLAYER: Final = "Player's rule (R4)"
STOOD: Final = "Banker, Player stood (R5.1)"
OUTCOME: Final = "Outcome (R6)"


def row_part(banker: int) -> str:
    """``Banker 3 against a third card (R5.2)``."""
    return f"Banker {banker} against a third card (R5.2)"


ROWS: Final = tuple(sorted({banker for banker, _ in BANKER_DRAWS}))
PARTS: Final = (NATURAL, PLAYER, STOOD, *map(row_part, ROWS), OUTCOME)
"""The parts of the rules that answers are counted by."""


@dataclass(frozen=True, slots=True)
class Question:
    """One row of the drill. player, banker: the hands as shown; following: the next two cards of the shoe.

    answers  what is right: Player's decision, Banker's, the outcome
    parts    which part of the rules each is about
    why      the clauses, in words
    """

    state: State
    player: str
    banker: str
    following: tuple[str, str]
    answers: tuple[str, str, str]
    parts: tuple[str, str, str]
    why: str


@cache
def states() -> tuple[State, ...]:
    """Every state: naturals and Player standing once a pair of totals, else once a third card."""
    return tuple(
        State(player, banker, third)
        for player in TOTALS
        for banker in TOTALS
        for third in (CARD_VALUES if player_draws(player, banker) else (NO_CARD,))
    )


@cache
def boundary(banker: int) -> frozenset[int]:
    """The third cards beside which Banker's answer changes; none in a row with one answer."""
    draws = [BANKER_DRAWS[banker, value] for value in CARD_VALUES]
    edges = [value for value in CARD_VALUES[1:] if draws[value] is not draws[value - 1]]
    return frozenset(value for edge in edges for value in (edge - 1, edge))


def _is_hard(banker: int) -> bool:
    return bool(boundary(banker))


def _weights(level: Level) -> dict[State, float]:
    """State -> how often it is asked; each part has its own share, shared out evenly or by boundary."""
    grouped: dict[str, list[State]] = {}
    for state in states():
        grouped.setdefault(state.part, []).append(state)
    shares = {part: _share(part, level) for part in grouped}
    found: dict[State, float] = {}
    for part, members in grouped.items():
        own = {state: _emphasis(state, level) for state in members}
        whole = sum(own.values())
        if whole and shares[part]:
            found |= {state: shares[part] * weight / whole for state, weight in own.items() if weight}
    return found


def _share(part: str, level: Level) -> float:
    hard = part in {row_part(banker) for banker in ROWS if _is_hard(banker)}
    table: Mapping[Level, tuple[float, float, float, float]] = {
        "first": (3, 4, 1, 0),
        "mixed": (2, 2.5, 0.5, 2),
        "hard": (0, 1, 0, 2),
    }
    natural, stood, easy, difficult = table[level]
    if part == NATURAL:
        return natural
    if part == STOOD:
        return stood
    return difficult if hard else easy


def _emphasis(state: State, level: Level) -> float:
    """How often a state is asked among those of its part."""
    if state.part == STOOD:
        hard = _is_hard(state.banker)
        return {"first": 1.0, "mixed": 2.0 if hard else 1.0, "hard": float(hard)}[level]
    if isinstance(state.third, int) and _is_hard(state.banker):
        near = state.third in boundary(state.banker)
        return {"first": 1.0, "mixed": 3.0 if near else 1.0, "hard": 6.0 if near else 1.0}[level]
    return 1.0


def questions(count: int, seed: int, level: Level = "mixed") -> list[Question]:
    """So many questions; the same seed gives the same ones on every computer."""
    draw = Random(seed).random
    weights = _weights(level)
    keep = min(_LAST, len(weights) // 2)
    found: list[Question] = []
    for number in range(count):
        recent = {each.state for each in found[-keep:]} if keep else set()
        left = {state: weight for state, weight in weights.items() if state not in recent}
        found.append(_question(_weighted(draw, left), draw, cards=number % 3 != 2))
    return found


def _weighted(draw: Callable[[], float], weights: Mapping[T, float]) -> T:
    """One of these, by weight; ``random`` alone is promised to give the same in every version of Python."""
    at = draw() * sum(weights.values())
    for each, weight in weights.items():
        at -= weight
        if at < 0:
            return each
    return list(weights)[-1]


def _one_of(draw: Callable[[], float], choices: Sequence[T]) -> T:
    return choices[int(draw() * len(choices))]


def _question(state: State, draw: Callable[[], float], *, cards: bool) -> Question:
    """The state as hands of cards, or as totals."""
    after = _one_of(draw, CARD_VALUES)
    first = state.third if isinstance(state.third, int) else _one_of(draw, CARD_VALUES)
    player, other = (
        _hand(total, draw) if cards else f"total {total}" for total in (state.player, state.banker)
    )
    following = (_card(first, draw), _card(after, draw))
    third = first if state.third is not NO_CARD else NO_CARD
    drew = player_draws(state.player, state.banker) is True
    banker = banker_draws(state.banker, third, state.player) is True
    finals = (
        (state.player + first) % 10 if drew else state.player,
        (state.banker + (after if drew else first)) % 10 if banker else state.banker,
    )
    verbs = {True: "draws", False: "stands"}
    own = PLAYER if state.part != NATURAL else NATURAL
    end = explain_outcome(*finals).sentence
    return Question(
        state,
        player,
        other,
        following,
        (verbs[drew], verbs[banker], str(winner(*finals))),
        (own, state.part, OUTCOME),
        f"{explain_draw(state.player, state.banker, third).sentence} {end[:1].upper()}{end[1:]}",
    )


def _hand(total: int, draw: Callable[[], float]) -> str:
    """Two cards of this total."""
    ranks = [value for value in CARD_VALUES for _ in (SPELLED[0] if value == 0 else (value,))]
    first = _one_of(draw, ranks)
    return f"{_card(first, draw)}  {_card((total - first) % 10, draw)}"


def _card(value: int, draw: Callable[[], float]) -> str:
    """A card of this value with a suit: ``10♠``."""
    return f"{_one_of(draw, SPELLED.get(value, (str(value),)))}{_one_of(draw, SUITS)}"
