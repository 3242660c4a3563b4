"""Which misunderstanding a set of wrong answers comes from."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from baccarat_xl.cell_error import CellError
from baccarat_xl.proof.domain import Domain
from baccarat_xl.proof.generated import generated
from baccarat_xl.proof.instructions import PLAYER_FIRST, PLAYER_ONLY
from baccarat_xl.proof.judge import Judgement
from baccarat_xl.proof.misread import Misreading, compounded, rank_number
from baccarat_xl.proof.published import published
from baccarat_xl.proof.verdict import Cause
from baccarat_xl.proof.words import FAILED
from baccarat_xl.rules.unknown import NO_CARD

_NEAR: Final = 0.5
_COMPOUNDED: Final = 2_000
_MANY: Final = 12_000
"""From so many states on, only misreadings that are likely by a few of them are worked out over all."""
_FEW: Final = 200
_LIKELY: Final = 12
_WHO: Final = {PLAYER_ONLY: "player", PLAYER_FIRST: "player"}
"""Instructions that differ only in what they say of Banker."""


@lru_cache(maxsize=32)
def library(role: str) -> tuple[Misreading, ...]:
    """The misreadings that a result of this role can come from, the published ones first."""
    return tuple(one for one in (*published(), *generated()) if role in one.roles)


@dataclass(frozen=True, slots=True)
class Departure:
    """A misreading over one domain: where it is wrong, and what it answers there."""

    one: Misreading
    answers: Mapping[int, Any]
    wrong: frozenset[int]


_KNOWN: OrderedDict[tuple[int, str, str], tuple[Domain, tuple[Departure, ...]]] = OrderedDict()
_KEPT: Final = 6


def _likely(domain: Domain, judgement: Judgement) -> tuple[Departure, ...]:
    """The departures that are most like the wrong states, chosen by a few states of either kind."""
    wrong = frozenset(judgement.wrong)
    right = [place for place in judgement.judged if place not in wrong]
    few = [*_spread(judgement.wrong), *_spread(right)]
    sampled = [(one, _departure(one, domain, few)) for one in library(judgement.role)]
    here = wrong.intersection(few)
    scores = [
        (len(departure.wrong & here) / len(departure.wrong | here), one)
        for one, departure in sampled
        if departure is not None
    ]
    scores.sort(key=lambda entry: -entry[0])
    found = (_departure(one, domain, judgement.judged) for score, one in scores[:_LIKELY] if score)
    return tuple(one for one in found if one is not None and one.wrong)


def _spread(places: Sequence[int]) -> Sequence[int]:
    return places[:: max(1, len(places) // _FEW)]


def _departures(kind: str, role: str, domain: Domain, judged: Sequence[int]) -> tuple[Departure, ...]:
    """What every misreading answers over a domain; worked out once for domains that are used again."""
    key = (id(domain.states), role, kind)
    if key not in _KNOWN:
        while len(_KNOWN) >= _KEPT:
            _KNOWN.popitem(last=False)
        misreadings = library(role) if kind == "single" else compounds(role)
        found = (_departure(one, domain, judged) for one in misreadings)
        alike: dict[tuple[frozenset[int], tuple[Any, ...]], Departure] = {}
        for one in found:
            if one is not None and one.wrong:
                alike.setdefault((one.wrong, tuple(one.answers.values())), one)
        _KNOWN[key] = (domain, tuple(alike.values()))
    return _KNOWN[key][1]


def _departure(one: Misreading, domain: Domain, judged: Sequence[int]) -> Departure | None:
    answers = {}
    try:
        for place in judged:
            answer = one.predict(domain.states[place])
            if answer is None:
                return None
            if answer not in domain.truths[place].right:
                answers[place] = answer
    except KeyError:
        return None
    return Departure(one, answers, frozenset(answers))


@lru_cache(maxsize=32)
def compounds(role: str) -> tuple[Misreading, ...]:
    """A missing natural check together with anything wrong in the table."""
    return tuple(one for one in compounded(library(role)) if role in one.roles)


def find_cause(judgement: Judgement, domain: Domain) -> Cause | None:
    """The misunderstanding whose answers are exactly those found; else two together; else the nearest."""
    special = _spelling(judgement)
    if special:
        return special
    if all(judgement.meanings[place] is FAILED for place in judgement.wrong):
        return Cause("error", "it gives an error value where the rules give an answer", True)
    wrong = frozenset(judgement.wrong)
    many = len(domain.states) > _MANY
    role, judged = judgement.role, judgement.judged
    departures = _likely(domain, judgement) if many else _departures("single", role, domain, judged)
    exact = _exact(departures, wrong, judgement)
    if exact:
        return exact
    if len(domain.states) <= _COMPOUNDED:
        compound = _departures("compound", role, domain, judged)
        exact = _exact(compound, wrong, judgement)
        if exact:
            return exact
    beside = _beside_errors(departures, wrong, judgement)
    two = beside or _two(departures, wrong, judgement)
    return two or _mostly_errors(judgement) or _nearest(departures, wrong) or _hidden(domain)


def _mostly_errors(judgement: Judgement) -> Cause | None:
    """An error value in most of the wrong states explains more than a rule that is nearly alike."""
    errors = [place for place in judgement.wrong if isinstance(judgement.found[place], CellError)]
    if 2 * len(errors) <= len(judgement.wrong):
        return None
    code = Counter(judgement.found[place].code for place in errors).most_common(1)[0][0]
    without = [judgement.states[place].facts.get("player_third") is NO_CARD for place in errors]
    where = " where there is no third card" if all(without) else ""
    return Cause("error", f"it gives {code} in {len(errors)} states{where}", False)


def _exact(departures: Sequence[Departure], wrong: frozenset[int], judgement: Judgement) -> Cause | None:
    for departure in departures:
        if departure.wrong == wrong and _fits(departure, judgement):
            return Cause(departure.one.id, departure.one.text, True)
    return None


def _beside_errors(
    departures: Sequence[Departure], wrong: frozenset[int], judgement: Judgement
) -> Cause | None:
    """The cause of what is left when states with an error value are set apart."""
    errors = frozenset(place for place in wrong if isinstance(judgement.found[place], CellError))
    rest = wrong - errors
    if not errors or not rest:
        return None
    for departure in departures:
        answers = departure.answers
        if departure.wrong - errors == rest and all(answers[p] == judgement.meanings[p] for p in rest):
            text = f"{departure.one.text}; besides, it gives an error value in {len(errors)} states"
            return Cause(departure.one.id, text, False)
    return None


def _fits(departure: Departure, judgement: Judgement) -> bool:
    return all(
        departure.answers[place] == _WHO.get(judgement.meanings[place], judgement.meanings[place])
        for place in departure.wrong
    )


def _two(departures: Sequence[Departure], wrong: frozenset[int], judgement: Judgement) -> Cause | None:
    by_places: dict[frozenset[int], Misreading] = {}
    for departure in departures:
        if departure.wrong < wrong and _fits(departure, judgement):
            by_places.setdefault(departure.wrong, departure.one)
    items = list(by_places.items())[:160]
    for places, one in items:
        other = by_places.get(wrong - places)
        if other is not None:
            return _both(one, other)
    for index, (places, one) in enumerate(items):
        for more, other in items[index + 1 :]:
            if places | more == wrong:
                return _both(one, other)
    return None


def _both(one: Misreading, other: Misreading) -> Cause:
    return Cause(f"{one.id}+{other.id}", f"two at once: {one.text}; and {other.text}", True)


def _nearest(departures: Sequence[Departure], wrong: frozenset[int]) -> Cause | None:
    best, share = None, _NEAR
    for departure in departures:
        alike = len(departure.wrong & wrong) / len(departure.wrong | wrong)
        if alike > share:
            best, share = departure.one, alike
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
