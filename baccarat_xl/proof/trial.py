"""Candidates for a formula, put to the test of the same sweep."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from baccarat_xl.proof.domain import Domain, exact
from baccarat_xl.proof.judge import Judgement, due_without_card, may_wait
from baccarat_xl.proof.text import Formula
from baccarat_xl.proof.truth import NUMBERS
from baccarat_xl.proof.words import FAILED, meaning_of, typed
from baccarat_xl.rules.unknown import UNKNOWN

if TYPE_CHECKING:
    from baccarat_xl.proof.engine import Sweeper
    from baccarat_xl.proof.question import Question

_PROBES: Final = 20
SECONDS: Final = 8.0
"""Of the processor's time, how long repairs of one formula are looked for."""
_AT_ONCE: Final = 60


class Trial:
    """Candidates put to the test of the same sweep as the formula itself. When the time is up, those that are
    left count as wrong."""

    def __init__(self, question: Question, sweeper: Sweeper, domain: Domain, judgement: Judgement) -> None:
        self.question = question
        self.sweeper = sweeper
        self.judgement = judgement
        self.domain = domain
        self.in_words = judgement.role not in NUMBERS and any(key[0] == "str" for key in judgement.spelled)
        wrong, right = judgement.wrong, sorted(set(judgement.judged) - set(judgement.wrong))
        self.wrong_probes = _spread(wrong, _PROBES)
        self.right_probes = _spread(right, _PROBES)
        self.until = time.process_time() + SECONDS

    def scores(self, candidates: Sequence[Formula]) -> list[tuple[int, int]]:
        """(wrong probes that each gets right, right probes that it gets wrong)."""
        places = [*self.wrong_probes, *self.right_probes]
        answers = self._answers(candidates, places)
        border = len(self.wrong_probes)
        return [(sum(row[:border]), sum(not good for good in row[border:])) for row in answers]

    def proved(self, candidates: Sequence[Formula]) -> list[Formula]:
        """Those that are right in every judged state, in the order given."""
        fixed = [
            formula
            for formula, (right, broken) in zip(candidates, self.scores(candidates), strict=True)
            if right == len(self.wrong_probes) and not broken
        ][:40]
        answers = self._answers(fixed, self.judgement.judged)
        return [formula for formula, row in zip(fixed, answers, strict=True) if all(row)]

    def _answers(self, candidates: Sequence[Formula], places: Sequence[int]) -> list[list[bool]]:
        if not candidates:
            return []
        states = self.domain.states
        distinct = list(dict.fromkeys(exact(states[place].cells) for place in places))
        rows = [tuple(value for _, value in cells) for cells in distinct]
        at = self.question.at
        size = _AT_ONCE if at is None else 1
        found: list[list[Any]] = []
        for first in range(0, len(candidates), size):
            if time.process_time() > self.until:
                break
            found += self.sweeper.sweep(candidates[first : first + size], rows, at=at, tolerant=True)
        wrong = [[False] * len(places)] * (len(candidates) - len(found))
        index = {cells: number for number, cells in enumerate(distinct)}
        order = [index[exact(states[place].cells)] for place in places]
        return [
            [self._right(place, column[number]) for place, number in zip(places, order, strict=True)]
            for column in found
        ] + wrong

    def _right(self, place: int, value: Any) -> bool:
        key = typed(value)
        role = self.judgement.role
        spelled = self.judgement.spelled
        if key not in spelled and self.in_words and key[0] == "number":
            return False  # a bare number among words is no repair, though 1 can mean yes
        meaning = spelled[key] if key in spelled else meaning_of(role, value)
        if meaning is UNKNOWN and role == "banker_draws":
            return due_without_card(self.domain.states[place].facts)
        if may_wait(self.judgement, meaning, self.domain.states[place].facts):
            return True
        right = self.domain.truths[place].right
        return meaning is not FAILED and any(type(meaning) is type(one) and meaning == one for one in right)


def _spread(places: Sequence[int], most: int) -> list[int]:
    step = max(1, len(places) // most)
    return list(places[::step])[: most * 2]
