"""Prove or refute one formula over every state of its inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from baccarat_xl.errors import UsageError
from baccarat_xl.proof import guess
from baccarat_xl.proof.apart import other_spellings
from baccarat_xl.proof.causes import find_cause
from baccarat_xl.proof.domain import MOST_STATES, Domain, Spelled, build, check_roles
from baccarat_xl.proof.elsewhere import contents, does_not_matter
from baccarat_xl.proof.engine import SECONDS, Sweeper, engine_version
from baccarat_xl.proof.grid import grid_of
from baccarat_xl.proof.grouping import group
from baccarat_xl.proof.hands import is_hand_notation
from baccarat_xl.proof.judge import Judgement, judge, notes_of
from baccarat_xl.proof.notation import NOTATIONS, shown
from baccarat_xl.proof.offer import offers
from baccarat_xl.proof.question import Question, sweep
from baccarat_xl.proof.recheck import recheck_of
from baccarat_xl.proof.second_opinion import compared
from baccarat_xl.proof.spelling import spelled_for
from baccarat_xl.proof.surroundings import Surroundings, Value
from baccarat_xl.proof.text import Formula, read_formula, reference_key
from baccarat_xl.proof.truth import RESULT_ROLES
from baccarat_xl.proof.undecided import Undecided
from baccarat_xl.proof.verdict import Counterexample, Verdict
from baccarat_xl.proof.words import said
from baccarat_xl.rules.record import LABELS

EXAMPLES = 20
_NEARLY_AS_GOOD = 0.1


def prove(
    formula: str,
    role: str | None = None,
    *,
    bind: Mapping[str, str],
    means: Mapping[str, str] | None = None,
    around: Surroundings | None = None,
    cards: Mapping[str, str] | str | None = None,
    no_card: Sequence[Value] | None = None,
    decisions: Mapping[str, tuple[Value, Value]] | None = None,
    at: str | None = None,
    functions: frozenset[str] = frozenset(),
    second_opinion: bool = False,
    offer: bool = True,
    apart: bool = True,
    seconds: float = SECONDS,
    most_states: int = MOST_STATES,
) -> Verdict:
    """The verdict on a formula; the package's docstring says what each argument means.

    Raises UsageError for unknown roles, notations and meanings. Everything else that prevents a judgement
    is a verdict ``undecided`` with its reason.
    """
    if role is not None and role not in RESULT_ROLES:
        raise UsageError(f"{role!r} is no result that can be judged; those are {', '.join(RESULT_ROLES)}")
    check_roles(bind)
    _check_notations(cards)
    own = around or Surroundings()
    if own.unknown:
        own = replace(own, cells={**own.cells, **contents(own.unknown)[0]})
    question = Question(
        formula,
        role,
        {own.key(reference_key(key)): name for key, name in bind.items()},
        means or {},
        own,
        cards,
        no_card,
        {own.key(key): pair for key, pair in (decisions or {}).items()},
        at,
        functions,
        seconds,
        most_states,
    )
    try:
        verdict = _decide(question, offer, apart)
    except Undecided as reason:
        return Verdict(
            formula,
            role,
            "undecided",
            reason=str(reason),
            inputs=dict(question.bind),
            engine=engine_version(),
        )
    if second_opinion and verdict.verdict != "undecided":
        verdict = compared(question, verdict)
    return verdict


def _check_notations(cards: Mapping[str, str] | str | None) -> None:
    for name in [cards] if isinstance(cards, str) else (cards or {}).values():
        if name not in NOTATIONS and not is_hand_notation(name):
            raise UsageError(
                f"{name!r} is no way of writing cards; those are {', '.join(NOTATIONS)}, and for hands in "
                "one cell such a name and 'joined', or 'joined by dash', space, comma, bar and the like"
            )


def _with_role(
    question: Question, sweeper: Sweeper, formula: Formula, spelled: Spelled
) -> tuple[Question, list[str]]:
    if question.role is not None:
        return question, []
    role, why = guess.role_of(question, formula, spelled, sweeper)
    return replace(question, role=role), [why]


def _decide(question: Question, offer: bool, apart: bool) -> Verdict:
    formula = read_formula(question.formula)
    spelled, assumptions = spelled_for(question, formula)
    sweeper = Sweeper(question.around, list(question.bind), seconds=question.seconds)
    question, guessed = _with_role(question, sweeper, formula, spelled)
    role = str(question.role)
    domain = build(question.bind, role, spelled, question.most_states)
    found = sweep(question, sweeper, formula, domain)
    judgement = judge(role, domain, found, means=question.means)
    if not judgement.judged:
        raise Undecided("no state of its inputs has a right answer that could be compared")
    if whatever := does_not_matter(question, formula, domain, found):
        assumptions.append(whatever)
    base = Verdict(
        question.formula,
        role,
        "refuted" if judgement.wrong else "proved",
        states=len(domain.states),
        judged=len(judgement.judged),
        wrong=len(judgement.wrong),
        assumptions=[*assumptions, *guessed, *missing_inputs(role, domain), *judgement.assumptions],
        notes=notes_of(judgement),
        coverage=domain.coverage,
        inputs=dict(question.bind),
        engine=engine_version(),
        grid=grid_of(judgement),
        apart=other_spellings(question, sweeper, formula, spelled, judgement) if apart else (),
    )
    if not judgement.wrong:
        return replace(base, recheck=recheck_of(question, sweeper, formula))
    return _refuted(base, question, sweeper, formula, domain, judgement, offer)


def _refuted(
    base: Verdict,
    question: Question,
    sweeper: Sweeper,
    formula: Formula,
    domain: Domain,
    judgement: Judgement,
    offer: bool,
) -> Verdict:
    examples = [example(judgement, place, question.bind) for place in smallest_first(judgement)[:EXAMPLES]]
    groups = group([domain.states[place].facts for place in judgement.wrong])
    if judgement.role in ("card_value", "player_third", "banker_third"):
        cells = (domain.states[place].cells for place in judgement.wrong[:EXAMPLES])
        groups = [", ".join(dict.fromkeys(shown(cell) for row in cells for cell in row))]
    verdict = replace(base, counterexamples=examples, groups=groups, cause=find_cause(judgement, domain))
    if not offer:
        return verdict
    suggested, repair = offers(question, sweeper, formula, domain, judgement)
    if question.unknown:
        repair = None  # it was tried with one content of the cells that nothing is known of
    return replace(verdict, suggested_formula=suggested, repair=repair)


def smallest_first(judgement: Judgement) -> list[int]:
    order = ("banker_initial", "player_third", "player_initial", "banker_third")

    def size(place: int) -> list[int]:
        facts = judgement.states[place].facts
        return [value if isinstance(value, int) else -1 for value in (facts.get(role) for role in order)]

    return sorted(judgement.wrong, key=size)


def example(judgement: Judgement, place: int, bind: Mapping[str, str]) -> Counterexample:
    state = judgement.states[place]
    expected = " or ".join(said(judgement.role, one) for one in judgement.truths[place].right)
    return Counterexample(
        state.facts, dict(zip(bind, state.cells, strict=True)), judgement.found[place], expected
    )


def missing_inputs(role: str, domain: Domain) -> list[str]:
    told = [
        f"no input cell gives {LABELS.get(name, name)}: every value of it was tried" for name in domain.hidden
    ]
    facts = domain.states[0].facts if domain.states else {}
    if role == "player_draws" and "banker_initial" not in facts:
        told.append("Banker's initial total is no input: judged as if Banker had no natural (R3)")
    if role == "banker_draws" and "player_initial" not in facts:
        told.append("Player's initial total is no input: judged as if Player had no natural (R3)")
    if role == "natural" and len({"player_initial", "banker_initial"} & facts.keys()) == 1:
        told.append("one initial total is no input: judged as the natural of the one hand")
    return told
