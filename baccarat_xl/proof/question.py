"""The question that a proof answers, and the sweep that answers it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from baccarat_xl.proof.domain import MOST_STATES, Domain, exact
from baccarat_xl.proof.engine import SECONDS, Sweeper
from baccarat_xl.proof.surroundings import Surroundings, Value

if TYPE_CHECKING:
    from baccarat_xl.proof.text import Formula


@dataclass(frozen=True, slots=True)
class Question:
    """A formula, what it is to give, and what its inputs are; see `prove`."""

    formula: str
    role: str | None
    bind: Mapping[str, str]
    means: Mapping[str, str] = field(default_factory=dict)
    around: Surroundings = field(default_factory=Surroundings)
    cards: Mapping[str, str] | str | None = None
    no_card: Sequence[Value] | None = None
    decisions: Mapping[str, tuple[Value, Value]] = field(default_factory=dict)
    at: str | None = None
    functions: frozenset[str] = frozenset()
    seconds: float = SECONDS
    most_states: int = MOST_STATES

    @property
    def unknown(self) -> Mapping[str, Sequence[Value]]:
        """Cells of which nothing is known, with what to try; ``around.cells`` holds the first of it."""
        return self.around.unknown


def sweep(question: Question, sweeper: Sweeper, formula: Formula, domain: Domain) -> list[Any]:
    """The formula's answer in every state; equal cell contents are evaluated once."""
    distinct = list(dict.fromkeys(exact(state.cells) for state in domain.states))
    answers = sweeper.sweep([formula], [tuple(v for _, v in cells) for cells in distinct], at=question.at)[0]
    known = dict(zip(distinct, answers, strict=True))
    return [known[exact(state.cells)] for state in domain.states]
