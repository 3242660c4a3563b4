"""Which misunderstanding a set of wrong answers comes from."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from baccarat_xl.proof.domain import Domain
from baccarat_xl.proof.generated import generated
from baccarat_xl.proof.judge import Judgement
from baccarat_xl.proof.misread import Misreading, rank_number
from baccarat_xl.proof.published import published
from baccarat_xl.proof.verdict import Cause
from baccarat_xl.proof.words import FAILED

_NEAR: Final = 0.5


@lru_cache(maxsize=32)
def library(role: str) -> tuple[Misreading, ...]:
    """The misreadings that a result of this role can come from, the published ones first."""
    return tuple(one for one in (*published(), *generated()) if role in one.roles)


def find_cause(judgement: Judgement, domain: Domain) -> Cause | None:
    """The misunderstanding whose answers are exactly those found; else two together; else the nearest."""
    special = _spelling(judgement)
    if special:
        return special
    if all(judgement.meanings[place] is FAILED for place in judgement.wrong):
        return Cause("error", "it gives an error value where the rules give an answer", True)
    wrong = frozenset(judgement.wrong)
    departures = _departures(judgement)
    for one, places in departures:
        if places == wrong and _agrees(one, judgement):
            return Cause(one.id, one.text, True)
    two = _two(departures, wrong, judgement)
    return two or _nearest(departures, wrong) or _hidden(domain)


def _departures(judgement: Judgement) -> list[tuple[Misreading, frozenset[int]]]:
    found = []
    for one in library(judgement.role):
        places = set()
        try:
            for place in judgement.judged:
                answer = one.predict(judgement.states[place])
                if answer is None:
                    break
                if answer not in judgement.truths[place].right:
                    places.add(place)
            else:
                if places:
                    found.append((one, frozenset(places)))
        except KeyError:
            continue
    return found


def _agrees(one: Misreading, judgement: Judgement) -> bool:
    return all(one.predict(judgement.states[place]) == judgement.meanings[place] for place in judgement.wrong)


def _two(
    departures: list[tuple[Misreading, frozenset[int]]], wrong: frozenset[int], judgement: Judgement
) -> Cause | None:
    parts = [(one, places) for one, places in departures if places < wrong and _fits(one, places, judgement)]
    by_places: dict[frozenset[int], Misreading] = {}
    for one, places in parts:
        by_places.setdefault(places, one)
    for places, one in by_places.items():
        other = by_places.get(wrong - places)
        if other is not None:
            return Cause(f"{one.id}+{other.id}", f"two at once: {one.text}; and {other.text}", True)
    items = list(by_places.items())[:160]
    for index, (places, one) in enumerate(items):
        for more, other in items[index + 1 :]:
            if places | more == wrong:
                return Cause(f"{one.id}+{other.id}", f"two at once: {one.text}; and {other.text}", True)
    return None


def _fits(one: Misreading, places: frozenset[int], judgement: Judgement) -> bool:
    return all(one.predict(judgement.states[place]) == judgement.meanings[place] for place in places)


def _nearest(departures: list[tuple[Misreading, frozenset[int]]], wrong: frozenset[int]) -> Cause | None:
    best, share = None, _NEAR
    for one, places in departures:
        alike = len(places & wrong) / len(places | wrong)
        if alike > share:
            best, share = one, alike
    return Cause(best.id, f"nearest known cause, not an exact match: {best.text}", False) if best else None


def _hidden(domain: Domain) -> Cause | None:
    if "player_third" in domain.hidden:
        return Cause("third-ignored", "it does not look at Player's third card", False)
    return None


def _spelling(judgement: Judgement) -> Cause | None:
    """A ten written as 10 (or a picture) that is not read as 0: wrong there and nowhere else."""
    if judgement.role not in ("banker_draws", "player_draws", "instruction", "next_step"):
        return None

    def is_ten(cell: Any) -> bool:
        return (rank_number(cell) or 0) > 9 if not isinstance(cell, str) or len(cell) < 4 else False

    tens = {place for place in judgement.judged if any(map(is_ten, judgement.states[place].cells))}
    if tens and set(judgement.wrong) <= tens and "player_card_1" not in judgement.states[0].facts:
        text = "a ten stored as 10 is not read as 0, so no test of the third card matches it"
        return Cause("F16", text, True)
    return None
