"""Answers found against the right ones, state by state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from baccarat_xl.cell_error import CellError
from baccarat_xl.proof.domain import Domain, State
from baccarat_xl.proof.engine import SPILL, UNSETTLED, Unsettled
from baccarat_xl.proof.instructions import PLAYER_FIRST
from baccarat_xl.proof.truth import DECISIONS, NUMBERS, Truth
from baccarat_xl.proof.undecided import Undecided
from baccarat_xl.proof.words import FAILED, read_answers, typed
from baccarat_xl.rules.tableau import player_draws
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN

_UNCLEAR: Final[dict[Any, str]] = {
    UNSETTLED: "it looks up an empty cell, and spreadsheet programs differ about what that finds",
    SPILL: "it fills several cells (#SPILL!)",
}
_MARKS: Final = (Unsettled, CellError)


@dataclass(slots=True)
class Judgement:
    """meanings: what the formula says in each state; the lists hold places in ``states``.

    wrong       judged and wrong; judged: all that were judged
    waits       says that it is not known where R7.1 knows it already: no error
    certain     says more than can be known yet; elsewhere: differs in states that cannot occur
    first       answers of an instruction that leave Banker open, where Player's third card is no input
    """

    role: str
    states: Sequence[State]
    truths: Sequence[Truth]
    found: Sequence[Any]
    meanings: list[Any]
    spelled: dict[Any, Any]
    assumptions: list[str]
    judged: list[int] = field(default_factory=list)
    wrong: list[int] = field(default_factory=list)
    waits: list[int] = field(default_factory=list)
    certain: list[int] = field(default_factory=list)
    elsewhere: list[int] = field(default_factory=list)
    first: frozenset[Any] = frozenset()


def due_without_card(facts: Mapping[str, Any]) -> bool:
    """Is Player due to draw, with no card there yet?"""
    if facts.get("player_third") is not NO_CARD:
        return False
    player, banker = facts.get("player_initial", UNKNOWN), facts.get("banker_initial", UNKNOWN)
    return player_draws(player, banker) is True


def may_wait(result: Judgement, meaning: Any, facts: Mapping[str, Any]) -> bool:
    """Does an answer leave open what it need not say yet: Banker's decision before Player's card is there?"""
    if result.role == "banker_draws":
        return meaning is UNKNOWN and due_without_card(facts)
    player, banker = facts.get("player_initial", UNKNOWN), facts.get("banker_initial", UNKNOWN)
    return meaning in result.first and player_draws(player, banker) is True


def _first(role: str, domain: Domain, meanings: Sequence[Any]) -> frozenset[Any]:
    if role != "instruction" or "player_third" not in domain.hidden:
        return frozenset()
    return frozenset({PLAYER_FIRST} if "both" in meanings else {PLAYER_FIRST, "player"})


def judge(
    role: str,
    domain: Domain,
    found: Sequence[Any],
    *,
    means: Mapping[str, str] | None = None,
    spelled: Mapping[Any, Any] | None = None,
) -> Judgement:
    """Compare. ``spelled``: meanings already settled by another sweep of the same formula.

    Raises Undecided where nothing says what an answer means, or programs differ about one that counts.
    """
    states, truths = domain.states, domain.truths
    unclear = {
        place: _UNCLEAR[value]
        for place, (value, right) in enumerate(zip(found, truths, strict=True))
        if right.kind == "judged" and isinstance(value, _MARKS) and value in _UNCLEAR
    }
    settled = [None if value is UNSETTLED else value for value in found]
    read, assumptions = read_answers(role, settled, truths, means)
    read.update({key: meaning for key, meaning in (spelled or {}).items() if key in read})
    meanings = [read[typed(value)] for value in settled]
    result = Judgement(role, states, truths, settled, meanings, read, assumptions)
    result.first = _first(role, domain, meanings)
    for place, (meaning, right) in enumerate(zip(meanings, truths, strict=True)):
        _sort_in(result, place, meaning, right)
    if unclear:
        # What is unclear is no evidence: without it, is there anything wrong left?
        result.wrong = [place for place in result.wrong if place not in unclear]
        if not result.wrong:
            raise Undecided(next(iter(unclear.values())))
    return result


def _sort_in(result: Judgement, place: int, meaning: Any, right: Truth) -> None:
    if right.kind == "open":
        if meaning is not UNKNOWN and result.role not in NUMBERS:
            result.certain.append(place)
        return
    if right.kind == "impossible":
        if meaning not in right.right and meaning is not UNKNOWN and meaning is not FAILED:
            result.elsewhere.append(place)
        return
    result.judged.append(place)
    if _same(meaning, right.right):
        return
    if may_wait(result, meaning, result.states[place].facts):
        result.waits.append(place)
        return
    result.wrong.append(place)


def _same(meaning: Any, right: tuple[Any, ...]) -> bool:
    return any(meaning is one or (type(meaning) is type(one) and meaning == one) for one in right)


def notes_of(result: Judgement) -> list[str]:
    """What is no error and yet worth knowing."""
    notes = []
    if result.role in NUMBERS and any(isinstance(v, str) and v.strip().isdigit() for v in result.found):
        notes.append("its answer is text, which formulas do not compare as a number: put VALUE( ) around it")
    if result.waits and result.role == "instruction":
        notes.append("it names Player's draw and leaves Banker open: no cell gives it the card that decides")
    elif result.waits:
        notes.append(
            f"in {len(result.waits)} states it waits for Player's third card although every card would give "
            "the same decision (R7.1)"
        )
    if result.certain:
        what = "decides" if result.role in DECISIONS else "answers"
        notes.append(
            f"in {len(result.certain)} states a third card is still to come, and it {what} before that card "
            "is known (R7.1)"
        )
    if result.elsewhere:
        notes.append(
            f"in {len(result.elsewhere)} states that cannot occur (a third card after a natural or on a "
            "standing hand) it answers otherwise than the rules would"
        )
    return notes
