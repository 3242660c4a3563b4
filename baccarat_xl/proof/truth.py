"""The right answer in a state, read off the rules, and whether a state is judged at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from baccarat_xl.proof.facts import Facts, occurs
from baccarat_xl.proof.instructions import PLAYER_FIRST, PLAYER_ONLY
from baccarat_xl.rules.errors import Contradiction
from baccarat_xl.rules.outcome import next_step, winner
from baccarat_xl.rules.tableau import (
    NATURALS,
    PLAYER_DRAWS,
    banker_draws,
    is_natural,
    player_draws,
    third_card_fault,
)
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, Missing

DECISIONS: Final = ("natural", "player_draws", "banker_draws")
NUMBERS: Final = (
    "card_value",
    "player_initial",
    "banker_initial",
    "player_third",
    "banker_third",
    "player_final",
    "banker_final",
)
RESULT_ROLES: Final = (*DECISIONS, *NUMBERS, "outcome", "next_step", "instruction")
INSTRUCTIONS: Final = {
    (True, True): "both",
    (True, False): "player",
    (False, True): "banker",
    (False, False): "none",
}


@dataclass(frozen=True, slots=True)
class Truth:
    """kind: ``judged``, ``open`` (not known yet, R7.1) or ``impossible``; right: every right answer."""

    kind: str
    right: tuple[Any, ...]


def _one(answer: Any) -> Truth:
    return Truth("open", ()) if answer is UNKNOWN else Truth("judged", (answer,))


def truth(role: str, facts: Facts) -> Truth:
    """What a result of this role has to be in a state."""
    answer: Truth = _ANSWERS[role](facts)
    return answer


def _initials(facts: Facts) -> tuple[Any, Any]:
    return facts.get("player_initial", UNKNOWN), facts.get("banker_initial", UNKNOWN)


def _natural(facts: Facts) -> Truth:
    player, banker = _initials(facts)
    if UNKNOWN in (player, banker):
        return _one((banker if player is UNKNOWN else player) in NATURALS)
    return _one(is_natural(player, banker))


def _player_draws(facts: Facts) -> Truth:
    player, banker = _initials(facts)
    third = facts.get("player_third", NO_CARD)
    answer = player_draws(player, banker)
    if banker is UNKNOWN:
        answer = PLAYER_DRAWS.get(player, False)
    if third is not NO_CARD and third_card_fault(player, banker):
        return Truth("impossible", (answer,))
    return _one(answer)


def _banker_draws(facts: Facts) -> Truth:
    player, banker = _initials(facts)
    third = facts["player_third"]
    clause = third_card_fault(player, banker) if third is not NO_CARD else None
    if clause == "R3":
        return Truth("impossible", (False,))
    if clause:
        return Truth("impossible", (banker_draws(banker, NO_CARD), banker_draws(banker, third)))
    return _one(banker_draws(banker, third, player))


def _third(side: str) -> Any:
    return lambda facts: _one(facts[f"{side}_third"])


def _initial(side: str) -> Any:
    return lambda facts: _one(facts[f"{side}_initial"])


def final_of(side: str, facts: Facts) -> int:
    """The total of the cards that a hand shows (R2)."""
    if f"{side}_final" in facts:
        final: int = facts[f"{side}_final"]
        return final
    third, initial = facts[f"{side}_third"], facts[f"{side}_initial"]
    total: int = initial if isinstance(third, Missing) else (initial + third) % 10
    return total


def still_due(facts: Facts) -> bool:
    """Is a third card due that is not there?"""
    player, banker = _initials(facts)
    third, other = facts.get("player_third"), facts.get("banker_third")
    if third is NO_CARD and player_draws(player, banker) is True:
        return True
    if other is not NO_CARD or banker is UNKNOWN or third is None:
        return False
    if third is not NO_CARD and third_card_fault(player, banker):
        return False
    return banker_draws(banker, third, player) is True


def _final(side: str) -> Any:
    def answer(facts: Facts) -> Truth:
        if (
            still_due({**facts, "banker_third": facts.get("banker_third")})
            and facts[f"{side}_third"] is NO_CARD
        ):
            return Truth("open", ())
        total = final_of(side, facts)
        if not occurs(facts):
            return Truth("impossible", (total, facts[f"{side}_initial"]))
        return _one(total)

    return answer


def _outcome(facts: Facts) -> Truth:
    answer = winner(final_of("player", facts), final_of("banker", facts))
    if still_due(facts):
        return Truth("open", ())
    if not occurs(facts):
        initials = (winner(*_initials(facts)),) if UNKNOWN not in _initials(facts) else ()
        return Truth("impossible", (answer, *initials))
    return _one(answer)


def _next_step(facts: Facts) -> Truth:
    third, other = facts["player_third"], facts.get("banker_third", NO_CARD)
    try:
        return _one(next_step(*_initials(facts), third, other))
    except Contradiction:
        return Truth("impossible", ("Round over", "Banker draws"))


def _instruction(facts: Facts) -> Truth:
    player, banker = _initials(facts)
    third = facts["player_third"]
    first = player_draws(player, banker)
    if third is not NO_CARD and third_card_fault(player, banker):
        return Truth("impossible", (*INSTRUCTIONS.values(), PLAYER_ONLY))
    second = banker_draws(banker, third, player)
    if first is True and third is NO_CARD:
        also = (("both",) if second is not False else ()) + ((PLAYER_ONLY,) if second is not True else ())
        return Truth("judged", ("player", PLAYER_FIRST, *also))
    right = INSTRUCTIONS[first is True, second is True]
    return Truth("judged", (right, PLAYER_ONLY) if right == "player" else (right,))


_ANSWERS: Final[dict[str, Any]] = {
    "natural": _natural,
    "player_draws": _player_draws,
    "banker_draws": _banker_draws,
    "card_value": lambda facts: _one(facts["card"]),
    "player_initial": _initial("player"),
    "banker_initial": _initial("banker"),
    "player_third": _third("player"),
    "banker_third": _third("banker"),
    "player_final": _final("player"),
    "banker_final": _final("banker"),
    "outcome": _outcome,
    "next_step": _next_step,
    "instruction": _instruction,
}
