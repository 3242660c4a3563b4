"""A procedure as a simulator holds it, in tables: by the rules, or with a misunderstanding in it.

A simulator adds up cards, decides both draws and calls the outcome. The tables say what it answers in every
state; a faulty one is made from `rules.tableau` by the misreadings that `proof` knows, so that no second copy
of the drawing table stands here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from baccarat_xl.errors import UsageError
from baccarat_xl.proof.domain import State
from baccarat_xl.proof.generated import generated
from baccarat_xl.proof.misread import Misreading, Rules
from baccarat_xl.proof.published import published
from baccarat_xl.rules.cards import card_value
from baccarat_xl.rules.domain import RANKS
from baccarat_xl.rules.outcome import OUTCOMES, winner
from baccarat_xl.rules.tableau import NATURALS, TOTALS
from baccarat_xl.rules.unknown import NO_CARD, Card

Table = npt.NDArray[np.uint8]
NO_THIRD: Final = 10
"""The code of no third card."""
SUMS: Final = 19
"""Sums of two card values: 0-18."""
VALUES: Final = tuple(map(card_value, RANKS))
DECISIONS: Final = ("player_draws", "banker_draws", "outcome")
"""The results in which a misreading changes how a round goes or ends."""


@dataclass(frozen=True, slots=True, eq=False)
class Procedure:
    """What a simulator does, in every state.

    id, text    "" and "the rules" for the right one
    values      what it counts each rank as, in the order of `RANKS`: 0-9
    player      player[p, b]: 1 where Player draws; p and b are sums of two values, 0-18
    banker      banker[p, b, t]: 1 where Banker draws; t is what Player's third card counts, 10 for none
    outcome     outcome[p, b, P, B] by initial and final totals 0-9: a place in `OUTCOMES`; None: as the final
                totals say
    """

    id: str
    text: str
    values: tuple[int, ...]
    player: Table
    banker: Table
    outcome: Table | None = None

    def steps(self) -> Table:
        """Flat, by ``(p * 19 + b) * 10 + t``, t the value of the fifth card dealt: bit 0 Player draws, bit 1
        Banker draws."""
        draws = self.player[:, :, None] != 0
        banker = np.where(draws, self.banker[:, :, :NO_THIRD], self.banker[:, :, NO_THIRD:])
        steps: Table = (draws + 2 * banker).astype(np.uint8).ravel()
        return steps


def _facts(player: int, banker: int, third: int = NO_THIRD) -> State:
    card: Card = NO_CARD if third == NO_THIRD else third
    facts = {"player_initial": player, "banker_initial": banker, "player_third": card}
    return State(facts, ())


def _right_player(state: State) -> bool:
    return Rules().player_draws(state.facts)


def _right_banker(state: State) -> bool:
    return Rules().banker_draws(state.facts)


Decide = Callable[[State], object]


def _made(name: str, text: str, decide: Mapping[str, Decide]) -> Procedure:
    """Tables from decisions on totals; what ``decide`` leaves out, or answers with None, is by the rules."""
    player = np.zeros((10, 10), np.uint8)
    banker = np.zeros((10, 10, NO_THIRD + 1), np.uint8)
    for p in TOTALS:
        for b in TOTALS:
            player[p, b] = _answer(decide.get("player_draws"), _right_player, _facts(p, b))
            for t in range(NO_THIRD + 1):
                state = _facts(p, b, t)
                banker[p, b, t] = _answer(decide.get("banker_draws"), _right_banker, state)
    last_digits = np.arange(SUMS) % 10
    by_sum = np.ix_(last_digits, last_digits)
    outcome = _outcomes(decide["outcome"]) if "outcome" in decide else None
    return Procedure(name, text, VALUES, player[by_sum], banker[by_sum], outcome)


def _answer(decide: Decide | None, right: Callable[[State], bool], state: State) -> bool:
    answer = decide(state) if decide is not None else None
    return right(state) if answer is None else bool(answer)


def _outcomes(decide: Decide) -> Table:
    table = np.zeros((10, 10, 10, 10), np.uint8)
    for place in np.ndindex(*table.shape):
        roles = ("player_initial", "banker_initial", "player_final", "banker_final")
        table[place] = OUTCOMES.index(decide(State(dict(zip(roles, place, strict=True)), ())))
    return table


RIGHT: Final = _made("", "the rules", {})


@cache
def _published() -> Mapping[str, Procedure]:
    by_id = _by_id(published())
    made = {name: _of_misreadings(name, several) for name, several in by_id.items() if name not in SPECIAL}
    made |= {name: make(name, by_id[name][0].text) for name, make in SPECIAL.items()}
    return {name: made[name] for name in sorted(made)}


@cache
def _all() -> Mapping[str, Procedure]:
    """The published faults, then those of ours that differ from the rules in a state that occurs."""
    ours = {name: several for name, several in _by_id(generated()).items() if name not in _published()}
    made = [_of_misreadings(name, several) for name, several in ours.items()]
    differing = [one for one in made if one.outcome is not None or (one.steps() != RIGHT.steps()).any()]
    return {**_published(), **{one.id: one for one in differing}}


def _by_id(library: Iterable[Misreading]) -> dict[str, list[Misreading]]:
    """The misreadings that change how a round goes or ends."""
    found: dict[str, list[Misreading]] = {}
    for one in library:
        if one.id in SPECIAL or any(role in DECISIONS for role in one.roles):
            found.setdefault(one.id, []).append(one)
    return found


def faults() -> Mapping[str, str]:
    """Id -> what is misunderstood, for every fault that can be dealt: first the published F01-F19."""
    return {name: one.text for name, one in _all().items()}


def published_faults() -> tuple[str, ...]:
    """The ids of the published faults, in order."""
    return tuple(_published())


def procedure(fault: str | None) -> Procedure:
    """The procedure with this fault; None or "" for the right one. Raises UsageError for an unknown fault."""
    if not fault:
        return RIGHT
    wanted = fault.strip().casefold()
    for known in (_published, _all):
        library = known()
        names = {name.casefold(): name for name in library}
        name = names.get(wanted) or names.get(f"{wanted[:1]}0{wanted[1:]}")
        if name is not None:
            return library[name]
    near = get_close_matches(wanted, names, n=2, cutoff=0.5)
    meant = f"; did you mean {' or '.join(names[one] for one in near)}?" if near else ""
    raise UsageError(f"{fault!r} is no fault that can be dealt{meant} (--list-faults lists them)")


def _of_misreadings(name: str, several: Sequence[Misreading]) -> Procedure:
    """One id may stand for several results; where it does twice for one, the first counts."""
    decide: dict[str, Decide] = {}
    for one in several:
        for role in one.roles:
            if role in DECISIONS:
                decide.setdefault(role, one.predict)
    return _made(name, several[0].text, decide)


def _ten(name: str, text: str) -> Procedure:
    """F16 by the card's value: every card worth 0 is stored as 10 or more there."""
    four = next(one for one in published() if one.id == "F11").predict

    def banker(state: State) -> object:
        tens = state.facts["player_third"] == 0 and state.facts["player_third"] is not NO_CARD
        return four(state) if tens and state.facts["banker_initial"] == 4 else None

    return _made(name, text, {"banker_draws": banker})


def _pictures(name: str, text: str) -> Procedure:
    """F17: pictures count by their place in the pack, so that 1, 2 and 3 are left."""
    places = (place + 1 for place in range(len(RANKS)))
    values = tuple(place % 10 for place in places)
    return Procedure(name, text, values, RIGHT.player, RIGHT.banker)


def _unreduced(name: str, text: str) -> Procedure:
    """F18: the decisions look at sums 0-18; a sum above 9 is neither natural nor row: it stands."""
    rules = Rules(beyond=False)
    player = np.zeros((SUMS, SUMS), np.uint8)
    banker = np.zeros((SUMS, SUMS, NO_THIRD + 1), np.uint8)
    for p, b in np.ndindex(SUMS, SUMS):
        player[p, b] = rules.player_draws(_facts(p, b).facts)
        for t in range(NO_THIRD + 1):
            banker[p, b, t] = rules.banker_draws(_facts(p, b, t).facts)
    return Procedure(name, text, VALUES, player, banker)


def _eight_against_nine(name: str, text: str) -> Procedure:
    """F19: where both hands hold a natural, 8 against 9 is called a tie."""
    called = next(one for one in published() if one.id == "F19").predict

    def outcome(state: State) -> object:
        facts = state.facts
        naturals = facts["player_initial"] in NATURALS and facts["banker_initial"] in NATURALS
        return called(state) if naturals else winner(facts["player_final"], facts["banker_final"])

    return _made(name, text, {"outcome": outcome})


SPECIAL: Final[Mapping[str, Callable[[str, str], Procedure]]] = {
    "F16": _ten,
    "F17": _pictures,
    "F18": _unreduced,
    "F19": _eight_against_nine,
}
