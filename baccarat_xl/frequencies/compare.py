"""A log's frequencies beside the exact ones: every test, what was not tested, what a fault would need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final

import numpy as np

from baccarat_xl.frequencies.composition import Composition, look_into_shoes
from baccarat_xl.frequencies.power import Visibility, right_shares, visibility
from baccarat_xl.frequencies.questions import QUESTIONS, Question
from baccarat_xl.frequencies.repeats import Repeats, find_repeats
from baccarat_xl.frequencies.sample import CARDS, Column, Sample, expected
from baccarat_xl.frequencies.statistics import ALPHA, Test, at_least, compare, holm

ALONE: Final = (
    "Frequencies alone cannot clear a simulator or a log: a fault can stay hidden in them for millions of "
    "rounds."
)
NO_FORECAST: Final = "They audit what was recorded; they forecast no round and advise no wager."
TENS: Final = ("10", "J", "Q", "K")
LONG: Final = 1_000_000
"""Rounds a deck from which on it shows that a cut card leaves fewer rounds in shoes whose rounds are long."""
MOST_LEFT_OUT: Final = 0.4


@dataclass(frozen=True, slots=True)
class Frequencies:
    """What a log's frequencies came to.

    decks       of a shoe, None for an endless one; assumed: nobody said so
    rounds      how many there are; counted: how many the tests count (of long logs the certain ones)
    tests       every test, the smallest p-value first; alpha: the level that all share
    not_tested  what could not be tested, and why
    repeats, composition  None where the log records nothing to go by
    faults      for each published fault, how many rounds it takes to see it in these tests
    says        how to read it, in sentences
    """

    decks: int | None
    assumed: bool
    rounds: int
    counted: int
    tests: tuple[Test, ...]
    not_tested: tuple[str, ...]
    repeats: Repeats | None
    composition: Composition | None
    faults: tuple[Visibility, ...]
    says: tuple[str, ...]
    alpha: float = ALPHA

    @property
    def shoe(self) -> str:
        """The shoe in words."""
        if self.decks is None:
            return "an endless shoe"
        return f"a full shoe of {self.decks} deck{'s' * (self.decks > 1)}"


def compare_log(
    sample: Sample, decks: int | None, *, assumed: bool = False, faults: Sequence[str] = ()
) -> Frequencies:
    """Every test that the log's columns allow. faults: more of them than the published ones.
    Raises MissingPart where scipy is not installed."""
    exact = expected(decks)
    composition = look_into_shoes(sample, decks)
    kept = _reached_by_all(sample, decks)
    asked = [question for question in QUESTIONS if all(name in sample.columns for name in question.needs)]
    tests: list[Test] = []
    not_tested = _not_recorded(sample)
    too_few = []
    for question in asked:
        shares, _ = right_shares(decks, question)
        test = compare(question.name, question.label, question.cells, question.counts(kept), shares)
        if test is None:
            too_few.append(question.label)
        else:
            tests.append(test)
    if too_few:
        not_tested.append(f"{', '.join(too_few)}: too few rounds to say anything about them")
    tests += [test for test in (_tens(kept),) if test is not None]
    repeats = find_repeats(sample, exact)
    if repeats is not None:
        tests.append(
            at_least(
                "same_as_before", "rounds the same as the one before", "the same", repeats.next_to,
                repeats.rounds - 1, repeats.chance,
            )
        )  # fmt: skip
    adjusted = holm([test.p for test in tests])
    tests = [replace(test, adjusted=p) for test, p in zip(tests, adjusted, strict=True)]
    names = [question.name for question in asked]
    return Frequencies(
        decks,
        assumed,
        sample.rounds,
        kept.rounds,
        tuple(sorted(tests, key=lambda test: test.p)),
        tuple(not_tested),
        repeats,
        composition,
        visibility(decks, names, max(len(tests), len(asked)), faults),
        tuple(_says(sample, kept, decks)),
    )


def _not_recorded(sample: Sample) -> list[str]:
    missing = [question.label for question in QUESTIONS if not _has(sample, question)]
    said = [f"{', '.join(missing)}: not recorded"] if missing else []
    if not sample.ranks:
        said.append("ranks among the cards worth 0: the log does not tell 10, J, Q and K apart")
    if sample.shoe is None:
        said.append("what each shoe holds, and the order of shoes: the log has no column of shoes")
    return [*said, "suits: they are not compared"]


def _has(sample: Sample, question: Question) -> bool:
    return all(name in sample.columns for name in question.needs)


def _tens(sample: Sample) -> Test | None:
    """10, J, Q and K are alike in every shoe, wherever they are dealt."""
    if not sample.ranks:
        return None
    counts = np.zeros(14)
    for role in CARDS:
        if role in sample.ranks:
            ranks = sample.ranks[role]
            counts += np.bincount(ranks[ranks < 14], minlength=14)
    return compare("tens", "ranks among the cards worth 0", TENS, counts[10:], np.full(4, 0.25))


def _reached_by_all(sample: Sample, decks: int | None) -> Sample:
    """In very long logs, the rounds of each shoe that every shoe reaches, whatever cards its rounds take:
    a cut card leaves fewer rounds in the others, so that later rounds are a choice and no chance sample."""
    if decks is None or sample.shoe is None or sample.rounds < LONG * decks:
        return sample
    if not all(role in sample.columns for role in ("player_third", "banker_third")):
        return sample
    used = 4 + sum((sample.columns[role] != 10).astype(np.int64) for role in ("player_third", "banker_third"))
    heads = np.flatnonzero(np.diff(sample.shoe, prepend=sample.shoe[0] - 1) != 0)
    each = np.diff(np.append(heads, sample.rounds))
    dealt = np.add.reduceat(used, heads)
    certain = int(dealt[:-1].min(initial=52 * decks)) // 6
    place = np.arange(sample.rounds) - np.repeat(heads, each)
    reached = place < certain
    if reached.mean() < 1 - MOST_LEFT_OUT:
        return sample
    return _picked(sample, reached)


def _picked(sample: Sample, which: Column) -> Sample:
    def some(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {name: column[which] for name, column in value.items()}
        return value[which] if isinstance(value, np.ndarray) else value

    made = {one.name: some(getattr(sample, one.name)) for one in fields(sample)}
    return Sample(**{**made, "rounds": int(which.sum())})


def _says(sample: Sample, kept: Sample, decks: int | None) -> list[str]:
    said = [ALONE, NO_FORECAST]
    if decks is not None:
        said.append(
            "Each round's chances are those of the full shoe, but rounds of one shoe are dealt without "
            "putting cards back: counts of cards scatter less than those of independent rounds, so that "
            "their p-values come out too large rather than too small."
        )
    if kept.rounds < sample.rounds:
        said.append(
            f"Tests count the {kept.rounds:,} rounds that every shoe reaches: whether a later round is dealt "
            "before the cut card depends on the cards of the others."
        )
    return said
