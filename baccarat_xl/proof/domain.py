"""The states a formula is swept over: every combination of what its input cells can hold.

A state has ``facts`` (what is on the table: totals and cards by role) and ``cells`` (what input cells hold).
Roles that the right answer needs and that no cell gives are swept as well: a formula that ignores Player's
third card has to be right whatever that card is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any, Final, TypeAlias

from baccarat_xl.errors import UsageError
from baccarat_xl.pause import collector_paused
from baccarat_xl.proof.facts import CARD_ROLES, HAND_ROLES, SIDES, Facts
from baccarat_xl.proof.hands import DEFAULT, hands, hands_in_words, written_cards
from baccarat_xl.proof.notation import NOTATIONS, WORDS, Spelling, shown
from baccarat_xl.proof.states import Options, count_possible, derived_cell, found_states
from baccarat_xl.proof.surroundings import Value
from baccarat_xl.proof.truth import Truth, truth
from baccarat_xl.proof.undecided import Undecided
from baccarat_xl.rules.record import LABELS
from baccarat_xl.rules.tableau import TOTALS
from baccarat_xl.rules.unknown import NO_CARD

Axes: TypeAlias = list[tuple[str, Options]]
"""Roles with every (meaning, cell content) that they can have."""

DERIVED: Final = ("natural", "player_draws", "banker_draws", "player_final", "banker_final")
INPUT_ROLES: Final = (*CARD_ROLES, *HAND_ROLES, "player_initial", "banker_initial", *DERIVED, "card")
_ORDER: Final = (
    "card",
    "player_cards",
    "banker_cards",
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
_HANDS_BESIDE: Final = 12
ONE_BESIDE: Final = "every hand of each side beside one of the other for each of its totals and thirds"
OTHER_SPELLINGS: Final = (
    "every value at every place, and each other spelling at each place in turn, beside a few other cards"
)
_KEPT: Final = 64
_WORTH_KEEPING: Final = 20_000
_BUILT: dict[tuple[Any, ...], Domain] = {}


@dataclass(frozen=True, slots=True)
class State:
    """facts: role -> total, card value, NO_CARD; cells: what the input cells hold, in the domain's order."""

    facts: Facts
    cells: tuple[Value, ...]


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

    def notation_of(self, role: str) -> str:
        """The notation of a card that stands by itself; beside hands in one cell, that of their cards."""
        side = role.partition("_")[0]
        return written_cards(self.cards.get(role) or self.cards.get(f"{side}_cards", "values"))

    def cards_of(self, role: str) -> tuple[Spelling, ...]:
        name = self.notation_of(role)
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
    parts = {f"{side}_{part}" for part in ("initial", "third", "card_1", "card_2", "cards")}
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
        if f"{side}_cards" in bound:
            wanted = [role for role in wanted if role.partition("_")[0] != side or role in HAND_ROLES]
            continue
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
    every = [(role, _options(role, spelled, role in inputs.values())) for role in bases]
    axes = every if _count(every) <= limit else [(role, _one_a_meaning(options)) for role, options in every]
    only_possible = _count(axes) > limit
    sweeps, how = [axes], []
    if only_possible and (count := count_possible(axes)) > limit:
        sweeps, how = _one_beside_the_other(axes), [ONE_BESIDE]
        if not sweeps or sum(map(count_possible, sweeps)) > limit:
            raise Undecided(f"its inputs have {count:,} states, more than the {limit:,} that are swept")
    if axes != every:
        how.append(OTHER_SPELLINGS)
    states: dict[Any, State] = {}
    truths: list[Truth] = []
    known: dict[Any, Truth] = {}

    def derived(key: str, role: str, facts: Facts) -> Value:
        if role in CARD_ROLES:
            meaning = facts[role]
            ways = spelled.no_card if meaning is NO_CARD else ()
            return next((cell for value, cell in spelled.cards_of(role) if value == meaning), *ways[:1])
        return derived_cell(role, facts, spelled.decisions.get(key, (True, False)))

    with collector_paused():
        spelt = _spelling_by_spelling(every, axes) if axes != every else []
        plain = not spelt and len(sweeps) == 1
        for part in (*sweeps, *spelt):
            for found in found_states(inputs, part, derived, only_possible or part in spelt):
                own = len(truths) if plain else (found.sums, exact(found.cells))
                if own in states:
                    continue
                states[own] = State(found.facts, found.cells)
                if found.sums not in known:
                    known[found.sums] = truth(result, found.facts)
                truths.append(known[found.sums])
    hidden = tuple(role for role in bases if role not in inputs.values())
    coverage = _coverage(every, len(states), only_possible, spelled, hidden, how)
    return Domain(dict(inputs), tuple(states.values()), tuple(truths), coverage, hidden)


def _count(axes: Axes) -> int:
    return prod(len(options) for _, options in axes)


def _one_a_meaning(options: Options) -> Options:
    first: dict[Any, Value] = {}
    for meaning, cell in options:
        first.setdefault(meaning, cell)
    return tuple(first.items())


def _one_beside_the_other(axes: Axes) -> list[Axes]:
    """Every hand of one side beside one hand for each total and third card of the other, both ways."""
    out = []
    for side in SIDES:
        slim: Axes = []
        for role, options in axes:
            if role.startswith(side) and role.endswith("card_1"):
                options = options[:1]
            elif role.startswith(side) and role in HAND_ROLES:
                options = tuple({((m[0] + m[1]) % 10, m[2]): (m, cell) for m, cell in options}.values())
            slim.append((role, options))
        out.append(slim)
    return out if any(slim != axes for slim in out) else []


def _spelling_by_spelling(every: Axes, slim: Axes) -> list[Axes]:
    """Each spelling that was left out, at each place, beside a few of the other cards."""
    few = [(role, _a_few(role, options)) for role, options in slim]
    out = []
    for place, (role, options) in enumerate(every):
        kept = set(map(_exact_option, slim[place][1]))
        others = tuple(option for option in options if _exact_option(option) not in kept)
        if others:
            out.append([*few[:place], (role, others), *few[place + 1 :]])
    return out


def _a_few(role: str, options: Options) -> Options:
    if role not in HAND_ROLES:
        return (options[0], *options[1::4])
    two = [option for option in options if option[0][2] is NO_CARD]
    three = [option for option in options if option[0][2] is not NO_CARD]
    return tuple(one for few in (two, three) for one in few[:: len(few) // _HANDS_BESIDE + 1])


def sample(inputs: Mapping[str, str], result: str, spelled: Spelled) -> Domain:
    """A few hands of either side, to see how a formula takes them: no proof of anything."""
    axes = []
    for role in base_roles(inputs, result):
        options = _options(role, spelled, role in inputs.values())
        axes.append((role, options if len(options) < 15 else _a_few(role, options)))
    yes_no = spelled.decisions
    found = list(
        found_states(
            inputs,
            axes,
            lambda key, role, facts: derived_cell(role, facts, yes_no.get(key, (True, False))),
            only_possible=True,
        )
    )
    states = tuple(State(one.facts, one.cells) for one in found)
    return Domain(dict(inputs), states, tuple(truth(result, state.facts) for state in states), "a few hands")


def _exact_option(option: tuple[Any, Value]) -> tuple[Any, type, Value]:
    return (option[0], type(option[1]), option[1])


def _options(role: str, spelled: Spelled, has_cell: bool) -> Options:
    if role.endswith(("initial", "final")):
        return tuple((total, total) for total in TOTALS)
    if role in HAND_ROLES:
        return hands(spelled.cards.get(role, DEFAULT))
    cards = spelled.cards_of(role) if has_cell else NOTATIONS["values"]
    if role.endswith("third"):
        ways = spelled.no_card if has_cell else (None,)
        return (*((NO_CARD, way) for way in ways), *cards)
    return cards


def _coverage(
    axes: Axes,
    count: int,
    only_possible: bool,
    spelled: Spelled,
    hidden: tuple[str, ...],
    how: Sequence[str],
) -> str:
    parts = []
    for role, _ in axes:
        label = LABELS.get(role, role.replace("_", " "))
        text = f"{label} 0-9"
        if role in HAND_ROLES:
            side = role.partition("_")[0].title()
            written = hands_in_words(spelled.cards.get(role, DEFAULT))
            text = f"{side}'s hands of two and three cards ({written})"
        elif role in CARD_ROLES or role == "card":
            text = f"{label} ({WORDS[spelled.notation_of(role)]})"
        if role.endswith("third"):
            ways = " or ".join(map(shown, spelled.no_card if role not in hidden else (None,)))
            text += f" and none ({ways})" if role not in hidden else " and none"
        if role in hidden:
            text += ", which no input cell gives"
        parts.append(text)
    which = "the states that can occur" if only_possible else "all states"
    inputs = " x ".join(parts)
    if how:
        return f"{count:,} states, a part of {which}: {inputs}; {'; '.join(how)}"
    return f"{count:,} of {count:,}, {which}: {inputs}"
