"""Rounds and stretches of rounds that come again, card by card, and how often chance would make them.

A stretch is looked for by a number made of each run of so many rounds that chance would hardly ever repeat it
anywhere in the log; what has the same number is compared round by round.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log, log10
from typing import Final

import numpy as np
import numpy.typing as npt

from baccarat_xl.frequencies.sample import CARDS, UNKNOWN, Column, Sample
from baccarat_xl.rules.tableau import CARD_VALUES, TOTALS, banker_draws, player_draws
from baccarat_xl.rules.unknown import NO_CARD

HARDLY_EVER: Final = 1e-9
"""The chance of one repeated stretch somewhere in a right log."""
SHORTEST: Final = 3
FEW: Final = 12
MIXED: Final = np.uint64(0x9E3779B97F4A7C15)
PLAIN: Final = ("player_initial", "banker_initial", "player_final", "banker_final", "outcome")


@dataclass(frozen=True, slots=True)
class Stretch:
    """Rounds that repeat earlier ones; places from 0. exponent: chance would give 10 to this of such."""

    first: int
    before: int
    rounds: int
    exponent: float


@dataclass(frozen=True, slots=True)
class Repeats:
    """by: what makes two rounds the same, in words; chance: of two rounds being the same.

    pairs, expected_pairs  how many pairs of rounds are the same, and how many chance gives
    next_to     how many rounds are the same as the one before; next_places: the first few of them, from 0
    shortest    rounds of the shortest stretch that is looked for
    """

    by: str
    chance: float
    rounds: int
    pairs: int
    expected_pairs: float
    next_to: int
    next_places: tuple[int, ...]
    shortest: int
    stretches: tuple[Stretch, ...]


def find_repeats(sample: Sample, exact: Sample) -> Repeats | None:
    """None where a log records nothing that tells rounds apart."""
    named = _identity(sample, exact)
    if named is None or sample.rounds < 2:
        return None
    by, codes, chance = named
    _, counts = np.unique(codes, return_counts=True)
    pairs = int((counts.astype(np.float64) * (counts - 1) / 2).sum())
    every = sample.rounds * (sample.rounds - 1) / 2
    shortest = max(SHORTEST, ceil(log(HARDLY_EVER / max(every, 1)) / log(chance)))
    stretches = _stretches(codes, shortest, every, chance)
    again = np.flatnonzero(codes[1:] == codes[:-1]) + 1
    places = tuple(again[:FEW].tolist())
    return Repeats(by, chance, sample.rounds, pairs, every * chance, len(again), places, shortest, stretches)


def _identity(sample: Sample, exact: Sample) -> tuple[str, npt.NDArray[np.uint64], float] | None:
    """What two rounds are compared by, as one number a round, and the chance that two are the same."""
    for by, source in (("rank", sample.ranks), ("value", sample.columns)):
        if all(role in source for role in CARDS):
            return f"the {by}s of their cards", _numbers([source[role] for role in CARDS]), _chance(by)
    names = [name for name in PLAIN if name in sample.columns]
    if not names:
        return None
    cells = _numbers([exact.columns[name] for name in names])
    _, place = np.unique(cells, return_inverse=True)
    assert exact.weights is not None
    shares = np.bincount(place.ravel(), exact.weights) / exact.weights.sum()
    words = " and ".join(name.replace("_", " ") for name in names)
    return words, _numbers([sample.columns[name] for name in names]), float((shares**2).sum())


def _numbers(columns: list[Column]) -> npt.NDArray[np.uint64]:
    code = np.zeros(len(columns[0]), np.uint64)
    for column in columns:
        code = code * np.uint64(UNKNOWN + 1) + column.astype(np.uint64)
    return code


def _chance(by: str) -> float:
    """The chance that two rounds have the same cards, each card from full decks."""
    alike = np.zeros(10)
    for value in CARD_VALUES:
        same = 1 if value else 4
        # Squares of chances: of each rank (1/13), or of all the ranks of a value together.
        alike[value] = same * (1 / 13) ** 2 if by == "rank" else (same / 13) ** 2
    hands = np.zeros(10)
    for first in CARD_VALUES:
        for second in CARD_VALUES:
            hands[(first + second) % 10] += alike[first] * alike[second]
    chance = 0.0
    for player in TOTALS:
        for banker in TOTALS:
            ways = hands[player] * hands[banker]
            draws = player_draws(player, banker) is True
            for third in CARD_VALUES if draws else (None,):
                more = banker_draws(banker, NO_CARD if third is None else third, player) is True
                chance += ways * (1 if third is None else alike[third]) * (alike.sum() if more else 1)
    return float(chance)


def _stretches(
    codes: npt.NDArray[np.uint64], shortest: int, every: float, chance: float
) -> tuple[Stretch, ...]:
    starts = len(codes) - shortest + 1
    if starts < 2:
        return ()
    mixed = codes * MIXED
    mixed ^= mixed >> np.uint64(29)
    runs = np.zeros(starts, np.uint64)
    for place in range(shortest):
        runs *= np.uint64(6364136223846793005)
        runs += mixed[place : place + starts]
    _, index, which = np.unique(runs, return_index=True, return_inverse=True)
    before = index[which.ravel()]
    again = np.flatnonzero(before < np.arange(starts))
    if not len(again):
        return ()
    step = (np.diff(again) == 1) & (np.diff(before[again]) == 1)
    heads = np.flatnonzero(np.concatenate([[True], ~step]))
    tails = np.append(heads[1:], len(again)) - 1
    found: list[Stretch] = []
    end = -1
    for head, tail in zip(heads.tolist(), tails.tolist(), strict=True):
        first, source = int(again[head]), int(before[again[head]])
        rounds = int(again[tail]) - first + shortest
        if first < end:
            # What overlaps the stretch before (rounds that repeat themselves) is told with it.
            rounds, first = first + rounds - end, end
            if rounds < shortest:
                end = first + rounds
                last = found[-1]
                found[-1] = Stretch(last.first, last.before, end - last.first, last.exponent)
                continue
            source += rounds
        if (codes[first : first + shortest] != codes[source : source + shortest]).any() and first >= end:
            continue
        found.append(Stretch(first, source, rounds, log10(every) + rounds * log10(chance)))
        end = first + rounds
    return tuple(found)
