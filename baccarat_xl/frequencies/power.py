"""How many rounds it takes to see a fault in frequencies, said beforehand: from exact shares alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import isfinite

from baccarat_xl.frequencies.questions import QUESTIONS, Question, shares
from baccarat_xl.frequencies.sample import expected, under
from baccarat_xl.frequencies.statistics import Counts, rounds_needed
from baccarat_xl.odds import INFINITE, full_shoe
from baccarat_xl.simulation.exact import ends_of
from baccarat_xl.simulation.procedures import Procedure, procedure, published_faults


@dataclass(frozen=True, slots=True)
class Visibility:
    """When a fault shows.

    rows        the share of rounds with a draw or an outcome that it gets wrong
    question    the question that sees it first, "" where none does; rounds: how many that one needs, None
                where no number of rounds is enough
    outcomes    how many rounds the outcomes alone need, None where no number is enough
    """

    id: str
    text: str
    rows: float
    question: str
    rounds: int | None
    outcomes: int | None


@cache
def values_of(decks: int | None) -> tuple[int, ...]:
    """Cards of each value in a shoe."""
    return (INFINITE if decks is None else full_shoe(decks)).values


@cache
def right_shares(decks: int | None, question: Question) -> tuple[Counts, float]:
    """(share of each cell among the rounds that say, share of rounds that say) by the rules."""
    return shares(question, expected(decks), values_of(decks))


def known_faults(names: Sequence[str]) -> tuple[str, ...]:
    """The ids of these faults as they are listed. Raises UsageError for one that is not known."""
    return tuple(procedure(name).id for name in names)


def visibility(
    decks: int | None, names: Sequence[str], tests: int, more: Sequence[str] = ()
) -> tuple[Visibility, ...]:
    """For each published fault, and for ``more`` of them, by the questions of these names; ``tests``: how
    many tests share the level. Raises UsageError for a fault that is not known."""
    asked = [question for question in QUESTIONS if question.name in names]
    wanted = dict.fromkeys((*published_faults(), *known_faults(more)))
    return tuple(_visible(decks, procedure(fault), asked, max(tests, 1)) for fault in wanted)


def _visible(decks: int | None, how: Procedure, asked: Sequence[Question], tests: int) -> Visibility:
    faulty = under(decks, how)
    needs: dict[str, float] = {}
    for question in asked:
        right, _ = right_shares(decks, question)
        wrong, counted = shares(question, faulty, values_of(decks))
        needs[question.label] = rounds_needed(right, wrong, counted, tests)
    ends = ends_of(decks, how)
    rows = ends.share(ends.wrong_draw | ends.wrong_outcome)
    label = min(needs, key=lambda name: needs[name]) if needs else ""
    best = needs.get(label, float("inf"))
    alone = needs.get("outcomes", float("inf"))
    return Visibility(how.id, how.text, rows, label if isfinite(best) else "", _whole(best), _whole(alone))


def _whole(rounds: float) -> int | None:
    """Rounded up to three digits, since no more of them mean anything."""
    if not isfinite(rounds):
        return None
    size = 10 ** max(0, len(str(int(rounds))) - 3)
    return int(-(-rounds // size) * size)
