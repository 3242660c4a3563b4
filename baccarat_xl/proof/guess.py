"""What a formula gives, and how its helper columns spell yes and no, where nobody says so."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Final

from baccarat_xl.proof.domain import Domain, Spelled, build, needed_facts, sample
from baccarat_xl.proof.engine import Sweeper
from baccarat_xl.proof.facts import HAND_ROLES
from baccarat_xl.proof.judge import judge
from baccarat_xl.proof.question import Question, sweep
from baccarat_xl.proof.spelling import spelled_for
from baccarat_xl.proof.text import Formula, read_formula
from baccarat_xl.proof.truth import RESULT_ROLES
from baccarat_xl.proof.undecided import Undecided

_ENOUGH: Final = 0.75
HANDFUL: Final = 60
MOST_GUESSED: Final = 20_000
"""States up to which a formula is tried against every role."""
FITTED: Final = "fits best"
"""Stands in the assumption where a word's meaning was taken from the right answers themselves."""


def role_of(question: Question, formula: Formula, spelled: Spelled, sweeper: Sweeper) -> tuple[str, str]:
    """The role whose right answers the formula gives most often, and that assumption. Raises Undecided."""
    scores: dict[str, float] = {}
    failed = ""
    for role in _candidates(question):
        try:
            domain = _domain(question, role, spelled)
            judgement = judge(role, domain, sweep(question, sweeper, formula, domain), means=question.means)
        except Undecided as reason:
            failed = str(reason)
            continue
        guessed = sum(FITTED in assumption for assumption in judgement.assumptions)
        right = len(judgement.judged) - len(judgement.wrong)
        scores[role] = right / max(len(judgement.judged), 1) - 0.02 * guessed
    if not scores and failed:
        raise Undecided(f"nothing says what it gives, and no role fits ({failed})")
    ranked = sorted(scores, key=lambda role: -scores[role])
    if not ranked or scores[ranked[0]] < _ENOUGH:
        raise Undecided(
            "nothing says what it gives: name its role by a header (Banker draws), or by prove --role"
        )
    if len(ranked) > 1 and scores[ranked[0]] - scores[ranked[1]] < 0.02:
        raise Undecided(
            f"it could be {ranked[0]} or {ranked[1]}: name its role by a header (Banker draws), or by "
            "prove --role"
        )
    return ranked[0], f"taken to be {ranked[0]}, whose answers it gives most often"


def _domain(question: Question, role: str, spelled: Spelled) -> Domain:
    """The states that a role is tried with: all, or of hands in one cell a sample. Raises Undecided."""
    if set(question.bind.values()) & set(HAND_ROLES):
        return sample(question.bind, role, spelled)
    return build(question.bind, role, spelled, min(question.most_states, MOST_GUESSED))


def could_be(question: Question) -> bool:
    """Are the answers to a handful of states the words of any role, and mostly right for it?

    A quick look, before every state is tried: remarks and texts put together for people are none. True
    where it cannot be told.
    """
    formula = read_formula(question.formula)
    spelled, _ = spelled_for(question, formula)
    sweeper = Sweeper(question.around, list(question.bind), seconds=question.seconds)
    for role in _candidates(question):
        try:
            few = _handful(_domain(question, role, spelled))
            answers = sweep(question, sweeper, formula, few)
        except Undecided:
            return True
        with suppress(Undecided):
            judgement = judge(role, few, answers, means=question.means)
            by_words = not any(FITTED in assumption for assumption in judgement.assumptions)
            if by_words and 2 * len(judgement.wrong) <= len(judgement.judged):
                return True
    return False


def _handful(domain: Domain) -> Domain:
    step = max(1, len(domain.states) // HANDFUL)
    return replace(domain, states=domain.states[::step], truths=domain.truths[::step])


def _candidates(question: Question) -> list[str]:
    """The roles whose inputs are there, and that no input has already."""
    bound = frozenset(question.bind.values())
    return [role for role in RESULT_ROLES if role not in bound and _has_inputs(role, question.bind)]


def _has_inputs(role: str, bind: Mapping[str, str]) -> bool:
    bound = set(bind.values())
    needed = set(needed_facts(role, frozenset(bound)))
    for side in ("player", "banker"):
        if {f"{side}_card_1", f"{side}_card_2"} <= bound:
            bound.add(f"{side}_initial")
        if f"{side}_cards" in bound:
            bound |= {f"{side}_{fact}" for fact in ("card_1", "card_2", "initial", "third")}
    if role == "natural":
        return bool(bound & {"player_initial", "banker_initial"}) and not any(
            r.endswith("third") for r in bind.values()
        )
    if role.endswith("_draws") and len(set(HAND_ROLES) & set(bind.values())) == 1:
        return False  # a hand with its third card tells who drew; who must draw is asked of both
    if role == "banker_draws":
        return "banker_initial" in bound
    return bool(needed) and needed <= bound
