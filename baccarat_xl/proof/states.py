"""The states of some inputs: everything that Player's cells can hold times everything in Banker's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final, TypeAlias

from baccarat_xl.proof.facts import HAND_ROLES, Facts, hand_facts, occurs, with_totals
from baccarat_xl.proof.surroundings import Value
from baccarat_xl.rules.tableau import banker_draws, is_natural, player_draws, third_card_fault
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, Missing

Options: TypeAlias = tuple[tuple[Any, Value], ...]
"""Every (meaning, cell content) that a role can have; the meaning of a hand is its three cards."""
SUMS: Final = ("initial", "third", "final")
"""What decides of one hand; its first two cards do so through their total."""


@dataclass(frozen=True, slots=True)
class Part:
    """One side of a state. facts: by role; cells: role -> content; sums: what decides of it."""

    facts: Mapping[str, Any]
    cells: Mapping[str, Value]
    sums: Any


@dataclass(frozen=True, slots=True)
class Found:
    """A state in the making; sums: what the right answer depends on, the same for many states."""

    facts: Facts
    cells: tuple[Value, ...]
    sums: tuple[Any, ...]


def parts(side: str, axes: Sequence[tuple[str, Options]]) -> list[Part]:
    """Everything that one side can show: ``player``, ``banker``, or ``card`` for a card by itself."""
    own = [(role, options) for role, options in axes if role.partition("_")[0] == side]
    roles = [role for role, _ in own]
    out = []
    for chosen in product(*(options for _, options in own)):
        facts: dict[str, Any] = {}
        for role, (meaning, _) in zip(roles, chosen, strict=True):
            if role in HAND_ROLES:
                facts.update(hand_facts(role, meaning))
            else:
                facts[role] = meaning
        facts = with_totals(facts)
        sums = facts.get("card") if side == "card" else tuple(facts.get(f"{side}_{what}") for what in SUMS)
        cells = {role: cell for role, (_, cell) in zip(roles, chosen, strict=True)}
        out.append(Part(facts, cells, sums))
    return out


def found_states(
    inputs: Mapping[str, str],
    axes: Sequence[tuple[str, Options]],
    derived: Callable[[str, str, Facts], Value],
    only_possible: bool,
) -> Iterator[Found]:
    """Player's hands times Banker's; ``derived`` gives the cell (key, role) that follows from the facts."""
    cards, players, bankers = (parts(side, axes) for side in ("card", "player", "banker"))
    swept = {role for role, _ in axes}
    beside: dict[Any, list[Part]] = {}
    for card, player in product(cards, players):
        if player.sums not in beside:
            beside[player.sums] = _beside(player, bankers) if only_possible else bankers
        for banker in beside[player.sums]:
            facts = {**card.facts, **player.facts, **banker.facts}
            cells = {**card.cells, **player.cells, **banker.cells}
            yield Found(
                facts,
                tuple(
                    [
                        cells[role] if role in swept else derived(key, role, facts)
                        for key, role in inputs.items()
                    ]
                ),
                (card.sums, player.sums, banker.sums),
            )


def _beside(player: Part, bankers: Sequence[Part]) -> list[Part]:
    """The hands of Banker that a finished round can have beside one of Player."""
    known: dict[Any, bool] = {}
    for banker in bankers:
        if banker.sums not in known:
            known[banker.sums] = occurs({**player.facts, **banker.facts})
    return [banker for banker in bankers if known[banker.sums]]


def count_possible(axes: Sequence[tuple[str, Options]]) -> int:
    """How many states can occur, without making them."""
    players, bankers = parts("player", axes), parts("banker", axes)
    many: dict[Any, int] = {}
    seen: dict[Any, Part] = {}
    for banker in bankers:
        many[banker.sums] = many.get(banker.sums, 0) + 1
        seen.setdefault(banker.sums, banker)
    beside: dict[Any, int] = {}
    count = 0
    for player in players:
        if player.sums not in beside:
            beside[player.sums] = sum(
                many[sums] for sums, banker in seen.items() if occurs({**player.facts, **banker.facts})
            )
        count += beside[player.sums]
    return count * len(parts("card", axes))


def derived_cell(role: str, facts: Facts, yes_no: tuple[Value, Value]) -> Value:
    """What a column of totals or decisions holds in a state; ``""`` where it is not known yet."""
    player, banker = facts.get("player_initial", UNKNOWN), facts.get("banker_initial", UNKNOWN)
    third = facts.get("player_third", NO_CARD)
    if role in ("player_initial", "banker_initial"):
        total: int = facts[role]
        return total
    if role.endswith("final"):
        side = role.partition("_")[0]
        card = facts[f"{side}_third"]
        initial: int = facts[f"{side}_initial"]
        return initial if isinstance(card, Missing) else (initial + card) % 10
    if role == "natural":
        answer = is_natural(player, banker)
    elif role == "player_draws":
        answer = player_draws(player, banker)
    elif third is not NO_CARD and third_card_fault(player, banker):
        answer = False
    else:
        answer = banker_draws(banker, third, player)
    yes, no = yes_no
    return "" if answer is UNKNOWN else yes if answer else no
