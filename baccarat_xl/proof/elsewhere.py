"""Cells of which nothing is known, those of other rows first: does what stands there change the answer?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from baccarat_xl.proof.engine import Sweeper
from baccarat_xl.proof.question import Question, sweep
from baccarat_xl.proof.surroundings import Value
from baccarat_xl.proof.undecided import Undecided
from baccarat_xl.proof.words import typed

if TYPE_CHECKING:
    from baccarat_xl.proof.domain import Domain
    from baccarat_xl.proof.text import Formula

_NAMED: Final = 6
_OUT_OF_STEP: Final = 6
_INPUTS: Final = 4
_MOST: Final = 1_000_000


def contents(unknown: Mapping[str, Sequence[Value]]) -> list[dict[str, Value]]:
    """What stands in all of these cells at once: each of their contents, in step and a little out of step.

    >>> contents({"A1": ("P", "B"), "B1": (1, 2)})
    [{'A1': 'P', 'B1': 1}, {'A1': 'B', 'B1': 2}, {'A1': 'P', 'B1': 2}, {'A1': 'B', 'B1': 1}]
    """
    longest = max(map(len, unknown.values()), default=0)
    out: list[dict[str, Value]] = []
    for shift in (0, 1):
        for turn in range(longest if not shift else min(longest, _OUT_OF_STEP)):
            one = {
                key: values[(turn + shift * place) % len(values)]
                for place, (key, values) in enumerate(unknown.items())
            }
            if not any(_alike(one, other) for other in out):
                out.append(one)
    return out


def _more(question: Question, formulas: Sequence[Formula], domain: Domain) -> dict[str, Sequence[Value]]:
    """What to try besides: everything that the formulas name, and some of what the inputs hold."""
    named: list[Value] = [text for formula in formulas for text in formula.literals if text]
    numbers = {token.text for formula in formulas for token in formula.tokens if token.kind == "number"}
    named += [int(text) + step for text in sorted(numbers) if text.isdigit() for step in (0, -1, 1)]
    step = len(domain.states) // _INPUTS + 1
    named += [cell for state in domain.states[::step] for cell in state.cells if cell not in (None, "")]
    out: dict[str, Sequence[Value]] = {}
    for key, values in question.unknown.items():
        # What is never blank stands beside the formula and shows what it can hold.
        different = {typed(value): value for value in (*values, *(named if None in values else ()))}
        out[key] = list(different.values())
    return out


def _alike(one: Mapping[str, Value], other: Mapping[str, Value]) -> bool:
    return [*map(typed, one.values())] == [*map(typed, other.values())]


def does_not_matter(question: Question, formula: Formula, domain: Domain, found: Sequence[Any]) -> str | None:
    """The assumption that no such cell changes an answer; None where there are no such cells.

    ``found``: the answers with the first contents. Raises Undecided where one does.
    """
    if not question.unknown:
        return None
    own = Sweeper(question.around, list(question.bind), seconds=question.seconds)
    helpers = own.helper_formulas([own.read(formula)])
    tried = contents(_more(question, [formula, *helpers.values()], domain))
    if len(domain.states) * len(tried) > _MOST:
        raise Undecided(
            f"it reads {_named(question.unknown)}, and has too many states to try what stands there"
        )
    for one in tried[1:]:
        other = replace(question, around=replace(question.around, cells={**question.around.cells, **one}))
        sweeper = Sweeper(other.around, list(other.bind), seconds=other.seconds)
        answers = sweep(other, sweeper, formula, domain)
        for right, first, second in zip(domain.truths, found, answers, strict=True):
            if right.kind == "judged" and typed(first) != typed(second):
                raise Undecided(
                    f"its answer depends on {_named(question.unknown)}, in another row or of no known meaning"
                )
    return (
        f"it also reads {_named(question.unknown)}: {len(tried)} contents were tried there, and none changes "
        "an answer"
    )


def _named(unknown: Mapping[str, Sequence[Value]]) -> str:
    keys = list(unknown)
    more = f" and {len(keys) - _NAMED:,} more cells" if len(keys) > _NAMED else ""
    return ", ".join(keys[:_NAMED]) + more
