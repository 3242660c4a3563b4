"""A sweep in stages: every helper cell by itself, over what it reads, then the formulas over what those read.

A cell's answer hangs on the cells that it reads and on nothing else, so each distinct content of those is
evaluated once, however many states lead to it; what was evaluated is kept for the next sweep.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from baccarat_xl.cell_error import CellError
from baccarat_xl.proof.model import NO_ANSWER, SPILL, Place, answer, put
from baccarat_xl.proof.undecided import Undecided

if TYPE_CHECKING:
    import ironcalc

MOST_KEPT: Final = 100_000
LOOKS_AT_FORMULAS: Final = frozenset({"ISFORMULA", "FORMULATEXT", "SUBTOTAL", "AGGREGATE"})
"""Functions that tell a formula from its value, so that its value cannot stand in its place."""
_PLAIN: Final = frozenset({str, int, float, bool, CellError})
Typed: TypeAlias = tuple[type, Any]
"""A content with its type: TRUE is not 1."""
Row: TypeAlias = tuple[Typed, ...]


class NotInStages(Exception):
    """A helper cell has an answer that cannot be put in its place, or leads back to itself."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A cell with a formula: its key and place, what is evaluated, the inputs and helpers it reads."""

    key: str
    place: Place
    text: str
    reads: tuple[str, ...]


@dataclass(slots=True)
class Kept:
    """Answers of earlier sweeps: (what was evaluated, where, tolerant) -> contents read -> answer."""

    answers: dict[tuple[str, str, bool], dict[Row, Any]] = field(default_factory=dict)
    count: int = 0

    def of(self, stage: Stage, tolerant: bool) -> dict[Row, Any]:
        if self.count > MOST_KEPT:
            self.answers.clear()
            self.count = 0
        return self.answers.setdefault((stage.text, stage.key, tolerant), {})


@dataclass(slots=True)
class Bench:
    """One model, made when it is needed, in which cells are rewritten and formulas evaluated one by one."""

    make: Callable[[], ironcalc.Model]
    places: Mapping[str, Place]
    seconds: float
    states: int
    tolerant: bool
    end: float
    model: Any = None
    held: dict[str, Any] = field(default_factory=dict)

    def put(self, key: str, value: Any) -> None:
        held = self.held.get(key)
        if value is not held and (value != held or type(value) is not type(held)):
            put(self.model, self.places[key], value)
            self.held[key] = value

    def answers(self, stages: Sequence[Stage], reads: Sequence[str], rows: Iterable[Row]) -> list[list[Any]]:
        """For each row of contents the answers of all stages. Raises Undecided out of time."""
        if self.model is None:
            self.model = self.make()
        for stage in stages:
            place = stage.place
            self.model.update_cell_with_formula(place.sheet, place.row, place.column, stage.text)
        found = []
        for number, row in enumerate(rows):
            for key, (_, value) in zip(reads, row, strict=True):
                self.put(key, value)
            self.model.evaluate()
            found.append([answer(self.model, stage.place, self.tolerant) for stage in stages])
            if not number & 63 and time.monotonic() > self.end:
                raise Undecided(f"its {self.states:,} states take longer than {self.seconds:g} seconds")
        for stage in stages:
            self.model.clear_cell_contents(stage.place.sheet, stage.place.row, stage.place.column)
        return found


def in_stages(
    bench: Bench,
    helpers: Mapping[str, Stage],
    targets: Sequence[Stage],
    inputs: Mapping[str, Sequence[Any]],
    kept: Kept,
) -> list[list[Any]]:
    """The answers of every target, state by state. inputs: key -> its content in each state.

    Raises NotInStages where helper cells cannot be taken one by one, Undecided where there is no answer.
    """
    columns = {key: _typed(column) for key, column in inputs.items()}
    order = _in_order(helpers)
    tolerant, bench.tolerant = bench.tolerant, True
    for key in order:
        answers = _typed(_answers(bench, helpers[key], columns, kept))
        _check(answers)
        columns[key] = answers
    bench.tolerant = tolerant
    if tolerant or len(targets) != 1:
        return _together(bench, targets, columns)
    return [_answers(bench, targets[0], columns, kept)]


def _typed(column: Iterable[Any]) -> list[Typed]:
    return [(type(value), value) for value in column]


def _rows(reads: Sequence[str], columns: Mapping[str, list[Typed]], count: int) -> list[Row]:
    if not reads:
        return [()] * count
    return list(zip(*(columns[key] for key in reads), strict=True))


def _answers(bench: Bench, stage: Stage, columns: Mapping[str, list[Typed]], kept: Kept) -> list[Any]:
    rows = _rows(stage.reads, columns, bench.states)
    known = kept.of(stage, bench.tolerant)
    new = [row for row in dict.fromkeys(rows) if row not in known]
    if new:
        found = bench.answers([stage], stage.reads, new)
        known.update(zip(new, (one[0] for one in found), strict=True))
        kept.count += len(new)
    return [known[row] for row in rows]


def _check(answers: list[Typed]) -> None:
    """Can every answer of a helper cell be put in its place?"""
    for kind, value in set(answers):
        unknown = kind is CellError and (value == SPILL or value.code in NO_ANSWER)
        if unknown or kind not in _PLAIN:
            raise NotInStages


def _together(bench: Bench, targets: Sequence[Stage], columns: Mapping[str, list[Typed]]) -> list[list[Any]]:
    """Several formulas at once: candidates of a search, each of which comes but once."""
    reads = tuple(dict.fromkeys(key for target in targets for key in target.reads))
    rows = _rows(reads, columns, bench.states)
    distinct = list(dict.fromkeys(rows))
    known = dict(zip(distinct, bench.answers(targets, reads, distinct), strict=True))
    every = [known[row] for row in rows]
    return [[one[index] for one in every] for index in range(len(targets))]


def _in_order(helpers: Mapping[str, Stage]) -> list[str]:
    """Helpers before those that read them."""
    try:
        order = list(TopologicalSorter({key: stage.reads for key, stage in helpers.items()}).static_order())
    except CycleError:
        raise NotInStages from None
    return [key for key in order if key in helpers]


def at_once(
    bench: Bench, helpers: Mapping[str, Stage], targets: Sequence[Stage], inputs: Mapping[str, Sequence[Any]]
) -> list[list[Any]]:
    """The same with all helper cells in their places as formulas, evaluated in every state."""
    columns = {key: _typed(column) for key, column in inputs.items()}
    bench.model = bench.make()
    bench.held.clear()
    for stage in helpers.values():
        place = stage.place
        bench.model.update_cell_with_formula(place.sheet, place.row, place.column, stage.text)
    rows = _rows(tuple(inputs), columns, bench.states)
    found = bench.answers(targets, tuple(inputs), rows)
    return [[one[index] for one in found] for index in range(len(targets))]
