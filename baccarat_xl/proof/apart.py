"""Other ways of writing the inputs, swept apart from the verdict."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from baccarat_xl.proof.domain import Domain, Spelled, build, exact
from baccarat_xl.proof.engine import Sweeper
from baccarat_xl.proof.facts import CARD_ROLES, HAND_ROLES
from baccarat_xl.proof.hands import hands_in_words
from baccarat_xl.proof.judge import Judgement, judge
from baccarat_xl.proof.notation import NO_CARD_WAYS, WORDS, shown
from baccarat_xl.proof.question import Question, sweep
from baccarat_xl.proof.undecided import Undecided
from baccarat_xl.proof.verdict import Apart

if TYPE_CHECKING:
    from baccarat_xl.proof.text import Formula

MOST: Final = 4_000
_TRIED: Final = ("values", "tens", "numbers", "ranks", "letters", "text values", "text ranks")
_TRIED_OF_FEW: Final = ("lower ranks", "lower letters", "suited", "ranks and suit", "symbols", "suit words")
"""What is tried besides where one card by itself makes all the states, or few others beside it."""
_FEW: Final = 300
_HANDS_TRIED: Final = (
    "letters joined",
    "letters joined by space",
    "text ranks joined by dash",
    "text ranks joined by comma and space",
    "suited joined by bar",
    "symbols joined by space",
)


def other_spellings(
    question: Question, sweeper: Sweeper, formula: Formula, spelled: Spelled, judgement: Judgement
) -> list[Apart]:
    """For every other way of having no card, and of writing cards: in how many states it would be wrong."""
    bound = set(question.bind.values())
    thirds = any(role.endswith("third") for role in bound)
    cards = [role for role in bound if role in CARD_ROLES or role == "card"]
    joined = [role for role in bound if role in HAND_ROLES]
    if not (cards or joined) or len(judgement.states) > MOST:
        return []
    variants: list[tuple[str, Spelled]] = []
    if thirds and question.no_card is None:
        variants += [
            (f"no third card as {shown(way)}", replace(spelled, no_card=(way,)))
            for way in NO_CARD_WAYS
            if way not in spelled.no_card
        ]
        if 0 not in spelled.no_card:
            tens = replace(spelled, no_card=(0,), cards={**spelled.cards, **dict.fromkeys(cards, "tens")})
            variants.append(("no third card as 0, a ten as 10", tens))
    if question.cards is None and joined:
        own = {spelled.cards[role] for role in joined}
        variants += [
            (hands_in_words(name), replace(spelled, cards={**spelled.cards, **dict.fromkeys(joined, name)}))
            for name in _HANDS_TRIED
            if name not in own
        ]
    if question.cards is None and cards:
        own = {spelled.cards.get(role, "values") for role in cards}
        tried = (*_TRIED, *_TRIED_OF_FEW) if len(judgement.states) <= _FEW else _TRIED
        variants += [
            (f"cards as {WORDS[name]}", replace(spelled, cards=dict.fromkeys(cards, name)))
            for name in tried
            if name not in own
        ]
    if not variants:
        return []
    domains = [(what, _fresh(question, judgement.role, spelled, variant)) for what, variant in variants]
    states = tuple(state for _, domain in domains for state in domain.states)
    truths = tuple(right for _, domain in domains for right in domain.truths)
    together = replace(domains[0][1], states=states, truths=truths)
    try:
        found = sweep(question, sweeper, formula, together)
    except Undecided:
        return []
    out: list[Apart] = []
    start = 0
    for what, domain in domains:
        answers = found[start : start + len(domain.states)]
        start += len(domain.states)
        try:
            other = judge(judgement.role, domain, answers, means=question.means, spelled=judgement.spelled)
        except Undecided:
            continue
        out.append(Apart(what, len(domain.states), len(other.wrong)))
    return out


_FRESH: dict[tuple[object, ...], Domain] = {}


def _fresh(question: Question, role: str, own: Spelled, other: Spelled) -> Domain:
    """The states that another way of writing adds, built once."""
    bind = question.bind
    key = (tuple(bind.values()), role, own.key(bind), other.key(bind))
    if key not in _FRESH:
        if len(_FRESH) > 200:
            _FRESH.clear()
        known = {(tuple(s.facts.items()), exact(s.cells)) for s in build(bind, role, own, MOST).states}
        domain = build(bind, role, other, 2 * MOST)
        places = [
            place
            for place, state in enumerate(domain.states)
            if (tuple(state.facts.items()), exact(state.cells)) not in known
        ]
        _FRESH[key] = replace(
            domain,
            states=tuple(domain.states[place] for place in places),
            truths=tuple(domain.truths[place] for place in places),
        )
    return _FRESH[key]
