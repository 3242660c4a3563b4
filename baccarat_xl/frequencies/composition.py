"""Cards that are dealt more often than a shoe holds them, and shoes and rounds out of order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from baccarat_xl.frequencies.sample import CARDS, Sample

FEW: Final = 3
FEW_SHARE: Final = 0.02
CARDS_OF_VALUE: Final = (16, *(4,) * 9)
"""Cards worth 0, 1 ... 9 in a deck."""
CARDS_OF_RANK: Final = 4


@dataclass(frozen=True, slots=True)
class TooMany:
    """place: the round (from 0) and role of the first card beyond what a shoe holds; card: its rank 1-13 or
    value; by_rank: which; held: how many the shoe holds; dealt: how many it deals in the end."""

    place: int
    role: str
    card: int
    by_rank: bool
    held: int
    dealt: int


@dataclass(frozen=True, slots=True)
class Disorder:
    """place: the round (from 0) that stands out of order; kind: ``resumed`` (a shoe goes on after another),
    ``shoe`` (a lower number than the one before) or ``round`` (the same within a shoe); before: where the
    shoe was left, or the round before."""

    place: int
    kind: str
    before: int


@dataclass(frozen=True, slots=True)
class Composition:
    """shoes: how many runs of rounds with one shoe number; by: "rank" or "value", what was compared with what
    a shoe holds, "" where that was not compared; too_many: one for each shoe; restarted: whether shoe numbers
    come again as a habit, so that they say nothing about order."""

    shoes: int
    by: str
    too_many: tuple[TooMany, ...]
    disorder: tuple[Disorder, ...]
    restarted: bool


def look_into_shoes(sample: Sample, decks: int | None) -> Composition | None:
    """None for a log without shoes. An endless shoe holds any number of cards."""
    if sample.shoe is None or not sample.rounds:
        return None
    new = np.diff(sample.shoe, prepend=sample.shoe[0] - 1) != 0
    runs = np.cumsum(new) - 1
    heads = np.flatnonzero(new)
    resumed = _resumed(sample.shoe, heads)
    few = max(FEW, FEW_SHARE * len(heads))
    restarted = len(resumed) > few
    disorder = [] if restarted else resumed
    disorder += _rounds_in_order(sample, runs)
    by_rank = bool(sample.ranks)
    too_many: tuple[TooMany, ...] = ()
    compared = decks is not None and any(role in sample.columns for role in CARDS)
    if decks is not None and compared:
        too_many = _too_many(sample, runs, decks, by_rank)
    by = ("rank" if by_rank else "value") if compared else ""
    return Composition(len(heads), by, too_many, tuple(disorder), restarted)


def _resumed(shoe: npt.NDArray[np.int64], heads: npt.NDArray[np.intp]) -> list[Disorder]:
    """Labels that come again after another label stood between."""
    seen: dict[int, int] = {}
    found = []
    ends = np.append(heads[1:], len(shoe)) - 1
    labels = shoe[heads].tolist()
    if len(set(labels)) == len(labels):
        return []
    for head, end, label in zip(heads.tolist(), ends.tolist(), labels, strict=True):
        if label in seen:
            found.append(Disorder(head, "resumed", seen[label]))
        seen[label] = end
    return found


def _rounds_in_order(sample: Sample, runs: npt.NDArray[np.int64]) -> list[Disorder]:
    """Round numbers that go down within a shoe; where that is usual, they are no such numbers."""
    if sample.number is None:
        return []
    down = (np.diff(sample.number) < 0) & (np.diff(runs) == 0)
    places = np.flatnonzero(down) + 1
    if len(places) > max(FEW, FEW_SHARE * sample.rounds):
        return []
    return [Disorder(place, "round", place - 1) for place in places.tolist()]


def _too_many(sample: Sample, runs: npt.NDArray[np.int64], decks: int, by_rank: bool) -> tuple[TooMany, ...]:
    source = sample.ranks if by_rank else sample.columns
    roles = [role for role in CARDS if role in source]
    first = 1 if by_rank else 0
    kinds = 13 if by_rank else 10
    held = np.array([CARDS_OF_RANK] * 13 if by_rank else CARDS_OF_VALUE) * decks
    counts = np.zeros((int(runs[-1]) + 1) * kinds, np.int64)
    keys = []
    for role in roles:
        card = source[role].astype(np.int64) - first
        known = (card >= 0) & (card < kinds)
        key = np.where(known, runs * kinds + card, -1)
        counts += np.bincount(key[known], minlength=len(counts))
        keys.append(key)
    beyond = np.flatnonzero(counts.reshape(-1, kinds) > held)
    if not len(beyond):
        return ()
    dealt = np.stack(keys, axis=1).ravel()
    marked = np.zeros(len(counts) + 1, np.bool_)
    marked[beyond] = True
    at = np.flatnonzero(marked[dealt])
    order = np.argsort(dealt[at], kind="stable")
    heads = np.flatnonzero(np.diff(dealt[at][order], prepend=-1))
    found: dict[int, TooMany] = {}
    for head, over in zip(heads.tolist(), beyond.tolist(), strict=True):
        shoe, kind = divmod(int(over), kinds)
        row, column = divmod(int(at[order[head + int(held[kind])]]), len(roles))
        one = TooMany(row, roles[column], kind + first, by_rank, int(held[kind]), int(counts[over]))
        other = found.get(shoe)
        if other is None or (row, column) < (other.place, roles.index(other.role)):
            found[shoe] = one
    return tuple(found[shoe] for shoe in sorted(found))
