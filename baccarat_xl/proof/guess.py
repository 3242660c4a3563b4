"""What a formula gives, and how its helper columns spell yes and no, where nobody says so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from baccarat_xl.layout.vocabulary import cell_words
from baccarat_xl.layout.words import cell_text
from baccarat_xl.proof.domain import Spelled, build, needed_facts
from baccarat_xl.proof.notation import compared_texts
from baccarat_xl.proof.surroundings import Value
from baccarat_xl.proof.text import Formula
from baccarat_xl.proof.truth import DECISIONS, RESULT_ROLES
from baccarat_xl.proof.undecided import Undecided

if TYPE_CHECKING:
    from baccarat_xl.proof.engine import Sweeper
    from baccarat_xl.proof.prove import Question

_OPPOSITE: Final = {
    "yes": "No",
    "y": "N",
    "d": "S",
    "draw": "Stand",
    "true": "FALSE",
    "natural": "",
    "hit": "Stand",
}
_ENOUGH: Final = 0.75


def decision_spellings(formula: Formula, bind: Mapping[str, str]) -> dict[str, tuple[Value, Value]]:
    """How a bound natural or decision is written, as far as the formula compares it with words."""
    roles = {key: role for key, role in bind.items() if role in DECISIONS}
    found: dict[str, tuple[Value, Value]] = {}
    texts = compared_texts(formula)
    for key, role in roles.items():
        lists = "natural" if role == "natural" else "decision"
        yes = next((text for text in texts if cell_text(text) in cell_words(lists, "yes")), None)
        no = next((text for text in texts if text and cell_text(text) in cell_words(lists, "no")), None)
        if yes is not None or no is not None:
            found[key] = (
                yes if yes is not None else "Yes",
                no if no is not None else _OPPOSITE.get(cell_text(str(yes)), "No"),
            )
    return found


def role_of(question: Question, formula: Formula, spelled: Spelled, sweeper: Sweeper) -> tuple[str, str]:
    """The role whose right answers the formula gives most often, and that assumption. Raises Undecided."""
    from baccarat_xl.proof.judge import judge
    from baccarat_xl.proof.prove import sweep

    bound = frozenset(question.bind.values())
    scores: dict[str, float] = {}
    for role in RESULT_ROLES:
        if role in bound or not _has_inputs(role, question.bind):
            continue
        try:
            domain = build(question.bind, role, spelled, min(question.most_states, 20_000))
            judgement = judge(role, domain, sweep(question, sweeper, formula, domain), means=question.means)
        except Undecided as reason:
            failed = str(reason)
            if not scores and role == RESULT_ROLES[-1]:
                raise Undecided(f"nothing says what it gives, and no role fits ({failed})") from None
            continue
        guessed = sum("fits best" in assumption for assumption in judgement.assumptions)
        right = len(judgement.judged) - len(judgement.wrong)
        scores[role] = right / max(len(judgement.judged), 1) - 0.02 * guessed
    ranked = sorted(scores, key=lambda role: -scores[role])
    if not ranked or scores[ranked[0]] < _ENOUGH:
        raise Undecided("nothing says what it gives: name its role")
    if len(ranked) > 1 and scores[ranked[0]] - scores[ranked[1]] < 0.02:
        raise Undecided(f"it could be {ranked[0]} or {ranked[1]}: name its role")
    return ranked[0], f"taken to be {ranked[0]}, whose answers it gives most often"


def _has_inputs(role: str, bind: Mapping[str, str]) -> bool:
    bound = set(bind.values())
    needed = set(needed_facts(role, frozenset(bound)))
    for side in ("player", "banker"):
        if {f"{side}_card_1", f"{side}_card_2"} <= bound:
            bound.add(f"{side}_initial")
    if role == "natural":
        return bool(bound & {"player_initial", "banker_initial"}) and not any(
            r.endswith("third") for r in bound
        )
    if role == "banker_draws":
        return "banker_initial" in bound
    return bool(needed) and needed <= bound
