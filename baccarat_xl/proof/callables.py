"""A Python function in place of a formula, swept over the same states."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from baccarat_xl.cell_error import CellError
from baccarat_xl.errors import UsageError
from baccarat_xl.proof.causes import find_cause
from baccarat_xl.proof.domain import MOST_STATES, Spelled, build, check_roles
from baccarat_xl.proof.grid import grid_of
from baccarat_xl.proof.grouping import group
from baccarat_xl.proof.judge import judge, notes_of
from baccarat_xl.proof.proving import EXAMPLES, example, missing_inputs, smallest_first
from baccarat_xl.proof.surroundings import Value
from baccarat_xl.proof.truth import RESULT_ROLES
from baccarat_xl.proof.undecided import Undecided
from baccarat_xl.proof.verdict import Verdict


def prove_callable(
    function: Callable[..., Any],
    arguments: Sequence[str],
    role: str,
    *,
    means: Mapping[str, str] | None = None,
    cards: str | None = None,
    no_card: Sequence[Value] = (None,),
    most_states: int = MOST_STATES,
) -> Verdict:
    """The verdict on a function whose positional arguments have these roles; no card is None.

    An exception is an answer that is never right; a function that raises in every state is undecided.
    Raises UsageError for unknown roles.
    """
    if role not in RESULT_ROLES:
        raise UsageError(f"{role!r} is no result that can be judged; those are {', '.join(RESULT_ROLES)}")
    name = getattr(function, "__qualname__", repr(function))
    unique = len(set(arguments)) == len(arguments)
    inputs = {
        argument if unique else f"{argument} ({place})": argument
        for place, argument in enumerate(arguments, 1)
    }
    check_roles(inputs)
    spelled = Spelled(dict.fromkeys(arguments, cards) if cards else {}, tuple(no_card))
    shown = f"{name}({', '.join(arguments)})"
    empty = Verdict(shown, role, "undecided", inputs=inputs, engine="Python")
    try:
        domain = build(inputs, role, spelled, most_states)
        found = [_call(function, state.cells) for state in domain.states]
        if all(isinstance(value, CellError) for value in found):
            raise Undecided(f"it raises an exception in every state ({found[0]})")
        judgement = judge(role, domain, found, means=means)
    except Undecided as reason:
        return replace(empty, reason=str(reason))
    verdict = replace(
        empty,
        verdict="refuted" if judgement.wrong else "proved",
        states=len(domain.states),
        judged=len(judgement.judged),
        wrong=len(judgement.wrong),
        assumptions=[*missing_inputs(role, domain), *judgement.assumptions],
        notes=notes_of(judgement),
        coverage=domain.coverage,
        grid=grid_of(judgement),
    )
    if not judgement.wrong:
        return verdict
    return replace(
        verdict,
        counterexamples=[example(judgement, place, inputs) for place in smallest_first(judgement)[:EXAMPLES]],
        groups=group([domain.states[place].facts for place in judgement.wrong]),
        cause=find_cause(judgement, domain),
    )


def _call(function: Callable[..., Any], cells: Sequence[Value]) -> Any:
    try:
        value = function(*cells)
    except Exception as error:
        return CellError(f"{type(error).__name__}: {error}")
    if value is None or isinstance(value, str | int | float):
        return value
    return str(value)
