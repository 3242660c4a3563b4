"""The states a formula is swept over: every combination of what its input cells can hold.

A state has ``facts`` (what is on the table: totals and cards by role) and ``cells`` (what input cells hold).
Roles that the right answer needs and that no cell gives are swept as well: a formula that ignores Player's
third card has to be right whatever that card is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from typing import Any, Final

from baccarat_xl.errors import UsageError
from baccarat_xl.proof.facts import CARD_ROLES, SIDES, Facts, occurs, with_totals
from baccarat_xl.proof.notation import NOTATIONS, WORDS, Spelling, shown
from baccarat_xl.proof.surroundings import Value
from baccarat_xl.proof.truth import Truth, truth
from baccarat_xl.proof.undecided import Undecided
from baccarat_xl.rules.record import LABELS
from baccarat_xl.rules.tableau import TOTALS, banker_draws, is_natural, player_draws, third_card_fault
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, Missing

DERIVED: Final = ("natural", "player_draws", "banker_draws", "player_final", "banker_final")
INPUT_ROLES: Final = (*CARD_ROLES, "player_initial", "banker_initial", *DERIVED, "card")
_ORDER: Final = (
    "card",
    "player_card_1",
    "player_card_2",
    "player_initial",
    "player_final",
    "banker_card_1",
    "banker_card_2",
    "banker_initial",
    "banker_final",
    "player_third",
    "banker_third",
)
MOST_STATES: Final = 400_000
_BEYOND: Final = 40
_KEPT: Final = 64
_WORTH_KEEPING: Final = 20_000
_BUILT: dict[tuple[Any, ...], Domain] = {}


@dataclass(frozen=True, slots=True)
class State:
    """facts: role -> total, card value, NO_CARD; cells: what the input cells hold, in the domain's order."""

    facts: Facts
    cells: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Axis:
    """One role, with every (meaning, cell content) it can have."""

    role: str
    options: tuple[tuple[Any, Value], ...]


@dataclass(frozen=True, slots=True)
class Spelled:
    """How things are written: cards, having no card, and the yes and no of helper columns, by input key."""

    cards: Mapping[str, str] = field(default_factory=dict)
    no_card: tuple[Value, ...] = (None,)
    decisions: Mapping[str, tuple[Value, Value]] = field(default_factory=dict)

    def key(self, inputs: Mapping[str, str]) -> tuple[Any, ...]:
        """What tells one way of writing from another, whichever cells are bound."""
        decisions = tuple((place, self.decisions.get(key)) for place, key in enumerate(inputs))
        ways = tuple((type(way), way) for way in self.no_card)
        return (tuple(sorted(self.cards.items())), ways, decisions)

    def cards_of(self, role: str) -> tuple[Spelling, ...]:
        name = self.cards.get(role, "values")
        if 0 in self.no_card and role.endswith("third"):
            return tuple((value, 10 if cell == 0 else cell) for value, cell in NOTATIONS[name])
        return NOTATIONS[name]


@dataclass(frozen=True, slots=True)
class Domain:
    """inputs: cell key -> role, in the order of a state's cells; truths: the right answers, state by state;
    hidden: roles swept without a cell."""

    inputs: Mapping[str, str]
    states: tuple[State, ...]
    truths: tuple[Truth, ...]
    coverage: str
    hidden: tuple[str, ...] = ()


def exact(cells: tuple[Value, ...]) -> tuple[tuple[type, Value], ...]:
    """Cell contents told apart by type as well: TRUE is not 1."""
    return tuple([(type(value), value) for value in cells])


def check_roles(inputs: Mapping[str, str]) -> None:
    """Raises UsageError for a role that no input can have, and for two cells of one role."""
    for key, role in inputs.items():
        if role not in INPUT_ROLES:
            known = ", ".join(INPUT_ROLES)
            raise UsageError(f"{key} is bound to {role!r}, which is no input; inputs are {known}")


def needed_facts(role: str, bound: frozenset[str]) -> tuple[str, ...]:
    """The facts without which no right answer exists for a result of this role."""
    finals = tuple(
        fact
        for side in SIDES
        for fact in (
            (f"{side}_final",) if _final_alone(side, bound) else (f"{side}_initial", f"{side}_third")
        )
    )
    return {
        "player_draws": ("player_initial",),
        "banker_draws": ("banker_initial", "player_third"),
        "player_initial": ("player_card_1", "player_card_2"),
        "banker_initial": ("banker_card_1", "banker_card_2"),
        "player_third": ("player_third",),
        "banker_third": ("banker_third",),
        "player_final": ("player_initial", "player_third"),
        "banker_final": ("banker_initial", "banker_third"),
        "outcome": finals,
        "next_step": ("player_initial", "banker_initial", "player_third"),
        "instruction": ("player_initial", "banker_initial", "player_third"),
        "card_value": ("card",),
    }.get(role, ())


def _final_alone(side: str, bound: frozenset[str]) -> bool:
    parts = {f"{side}_initial", f"{side}_third", f"{side}_card_1", f"{side}_card_2"}
    return f"{side}_final" in bound and not parts & bound


def _facts_behind(role: str) -> tuple[str, ...]:
    both = ("player_initial", "banker_initial")
    return {
        "natural": both,
        "player_draws": both,
        "banker_draws": (*both, "player_third"),
        "player_final": ("player_initial", "player_third"),
        "banker_final": ("banker_initial", "banker_third"),
    }.get(role, (role,))


def base_roles(inputs: Mapping[str, str], result: str) -> tuple[str, ...]:
    """The roles that are swept, cards in place of the totals that they make."""
    bound = frozenset(inputs.values())
    wanted: list[str] = []
    for role in (*inputs.values(), *needed_facts(result, bound)):
        if role in ("player_final", "banker_final") and result == "outcome" and _final_alone(role[:6], bound):
            wanted.append(role)
        else:
            wanted += _facts_behind(role)
    for side in SIDES:
        cards = [f"{side}_card_1", f"{side}_card_2"]
        if set(cards) & set(wanted):
            wanted = [role for role in wanted if role != f"{side}_initial"] + cards
    return tuple(role for role in _ORDER if role in wanted)


def build(inputs: Mapping[str, str], result: str, spelled: Spelled, limit: int = MOST_STATES) -> Domain:
    """Every state of the inputs. Raises Undecided when there are more than ``limit``.

    Domains of the same roles, written in the same way, are built once.
    """
    key = (tuple(inputs.values()), result, spelled.key(inputs), limit)
    found = _BUILT.get(key)
    if found is None:
        found = _build(inputs, result, spelled, limit)
        if len(found.states) <= _WORTH_KEEPING:
            while len(_BUILT) >= _KEPT:
                _BUILT.pop(next(iter(_BUILT)), None)
            _BUILT[key] = found
    return replace(found, inputs=dict(inputs))


def _build(inputs: Mapping[str, str], result: str, spelled: Spelled, limit: int) -> Domain:
    bases = base_roles(inputs, result)
    every = [Axis(role, _options(role, spelled, role in inputs.values())) for role in bases]
    axes = every if _count(every) <= limit else [_one_spelling_a_value(axis) for axis in every]
    count = _count(axes)
    if count > _BEYOND * limit:
        raise Undecided(f"its inputs have {count:,} states, more than the {limit:,} that are swept")
    only_possible = count > limit
    states = tuple(_states(inputs, axes, spelled, only_possible))
    if len(states) > limit:
        raise Undecided(f"its inputs have {len(states):,} states, more than the {limit:,} that are swept")
    if axes != every:
        states += tuple(_spelling_by_spelling(inputs, every, axes, spelled))
    hidden = tuple(role for role in bases if role not in inputs.values())
    coverage = _coverage(every, len(states), only_possible, spelled, hidden)
    if axes != every:
        coverage += "; every value at every place, and each other spelling at each place in turn"
    return Domain(
        dict(inputs), states, tuple(truth(result, state.facts) for state in states), coverage, hidden
    )


def _count(axes: Sequence[Axis]) -> int:
    return prod(len(axis.options) for axis in axes)


def _one_spelling_a_value(axis: Axis) -> Axis:
    first: dict[Any, Value] = {}
    for meaning, cell in axis.options:
        first.setdefault(meaning, cell)
    return Axis(axis.role, tuple(first.items()))


def _spelling_by_spelling(
    inputs: Mapping[str, str], every: Sequence[Axis], slim: Sequence[Axis], spelled: Spelled
) -> Iterator[State]:
    """Each spelling that was left out, at each place, beside a few of the other cards."""
    few = [Axis(axis.role, (axis.options[0], *axis.options[1::4])) for axis in slim]
    for place, axis in enumerate(every):
        others = tuple(option for option in axis.options if option not in slim[place].options)
        if others:
            axes = [*few[:place], Axis(axis.role, others), *few[place + 1 :]]
            yield from _states(inputs, axes, spelled, only_possible=True)


def _options(role: str, spelled: Spelled, has_cell: bool) -> tuple[tuple[Any, Value], ...]:
    if role.endswith(("initial", "final")):
        return tuple((total, total) for total in TOTALS)
    cards = spelled.cards_of(role) if has_cell else NOTATIONS["values"]
    if role.endswith("third"):
        ways = spelled.no_card if has_cell else (None,)
        return (*((NO_CARD, way) for way in ways), *cards)
    return cards


def _states(
    inputs: Mapping[str, str], axes: Sequence[Axis], spelled: Spelled, only_possible: bool
) -> Iterator[State]:
    roles = [axis.role for axis in axes]
    sources = [(roles.index(role) if role in roles else None, key, role) for key, role in inputs.items()]
    for chosen in product(*(axis.options for axis in axes)):
        facts = with_totals(dict(zip(roles, (meaning for meaning, _ in chosen), strict=True)))
        if only_possible and not occurs(facts):
            continue
        cells = tuple(
            chosen[index][1] if index is not None else _derived(role, key, facts, spelled)
            for index, key, role in sources
        )
        yield State(facts, cells)


def _derived(role: str, key: str, facts: Facts, spelled: Spelled) -> Value:
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
    yes, no = spelled.decisions.get(key, (True, False))
    return "" if answer is UNKNOWN else yes if answer else no


def _coverage(
    axes: Sequence[Axis], count: int, only_possible: bool, spelled: Spelled, hidden: tuple[str, ...]
) -> str:
    parts = []
    for axis in axes:
        label = LABELS.get(axis.role, axis.role.replace("_", " "))
        text = f"{label} 0-9"
        if axis.role in CARD_ROLES or axis.role == "card":
            text = f"{label} ({WORDS[spelled.cards.get(axis.role, 'values')]})"
        if axis.role.endswith("third"):
            ways = " or ".join(map(shown, spelled.no_card if axis.role not in hidden else (None,)))
            text += f" and none ({ways})" if axis.role not in hidden else " and none"
        if axis.role in hidden:
            text += ", which no input cell gives"
        parts.append(text)
    which = "the states that can occur" if only_possible else "all states"
    return f"{count:,} of {count:,}, {which}: " + " x ".join(parts)
