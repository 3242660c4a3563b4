"""How the inputs of a question are written, as declared or as the formula's own texts say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from baccarat_xl.layout.vocabulary import cell_words
from baccarat_xl.layout.words import cell_text
from baccarat_xl.proof.domain import Domain, Spelled, build, sample
from baccarat_xl.proof.engine import Sweeper
from baccarat_xl.proof.facts import CARD_ROLES, HAND_ROLES
from baccarat_xl.proof.hands import OR, hands_in_words, is_hand_notation, likely_notations
from baccarat_xl.proof.judge import Judgement, judge
from baccarat_xl.proof.notation import card_notation, compared_texts, no_card_ways
from baccarat_xl.proof.question import Question, sweep
from baccarat_xl.proof.surroundings import Value
from baccarat_xl.proof.text import Formula, read_formula
from baccarat_xl.proof.truth import DECISIONS
from baccarat_xl.proof.undecided import Undecided

_NEARLY_AS_GOOD: Final = 0.1
_OPPOSITE: Final = {
    "yes": "No",
    "y": "N",
    "d": "S",
    "draw": "Stand",
    "true": "FALSE",
    "natural": "",
    "hit": "Stand",
}


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


def spelled_for(question: Question, formula: Formula) -> tuple[Spelled, list[str]]:
    """How the inputs are written, as declared or as the formula's own texts say; with the assumptions."""
    assumptions = []
    joined = [role for role in question.bind.values() if role in HAND_ROLES]
    roles = [role for role in question.bind.values() if role in CARD_ROLES or role == "card"]
    third_only = all(role.endswith("third") for role in roles)
    chosen: dict[str, str] = {}
    if isinstance(question.cards, str):
        fitting = joined if is_hand_notation(question.cards) else roles
        chosen = dict.fromkeys(fitting, question.cards)
    elif question.cards:
        declared = {
            question.bind.get(question.around.key(key), key): name for key, name in question.cards.items()
        }
        chosen = {role: declared[role] for role in (*roles, *joined) if role in declared}
    elif roles:
        name, assumption = card_notation(formula, third_only)
        chosen = dict.fromkeys(roles, name)
        assumptions += [assumption] if assumption else []
    allowed = next((chosen[role].split(OR) for role in joined if role in chosen), None)
    if joined and (allowed is None or len(allowed) > 1):
        name = _fitting_hands(question, formula, allowed or likely_notations(formula))
        chosen.update(dict.fromkeys(joined, name))
        assumptions.append(f"{hands_in_words(name)}, which fits best; say it with cards if it is another way")
    ways = tuple(question.no_card) if question.no_card is not None else None
    if ways is None:
        ways, assumption = (
            no_card_ways(formula) if any(r.endswith("third") for r in roles) else ((None,), None)
        )
        assumptions += [assumption] if assumption else []
    decisions = {**decision_spellings(formula, question.bind), **question.decisions}
    return Spelled(chosen, ways, decisions), assumptions


def _fitting_hands(question: Question, formula: Formula, names: Sequence[str]) -> str:
    """The way of writing hands with which the formula is right most often, of these."""
    if question.role is None or len(names) == 1:
        return names[0]
    joined = [role for role in question.bind.values() if role in HAND_ROLES]
    sweeper = Sweeper(question.around, list(question.bind), seconds=question.seconds)
    scores: dict[str, float] = {}
    for name in names:
        spelled = Spelled(dict.fromkeys(joined, name))
        domain = sample(question.bind, question.role, spelled)
        try:
            answers = sweep(question, sweeper, formula, domain)
            judgement = judge(question.role, domain, answers, means=question.means)
        except Undecided:
            continue
        scores[name] = 1 - len(judgement.wrong) / max(1, len(judgement.judged))
    best = max(scores.values(), default=0.0)
    near = best if best == 1 else best - _NEARLY_AS_GOOD
    return next((name for name in names if scores.get(name, 0.0) >= near), names[0])


def opened(question: Question) -> tuple[Formula, Sweeper, Domain, Judgement]:
    """A question of known role, read, swept and judged. Raises Undecided."""
    formula = read_formula(question.formula)
    spelled, _ = spelled_for(question, formula)
    sweeper = Sweeper(question.around, list(question.bind), seconds=question.seconds)
    domain = build(question.bind, str(question.role), spelled, question.most_states)
    found = sweep(question, sweeper, formula, domain)
    return formula, sweeper, domain, judge(str(question.role), domain, found, means=question.means)
