"""Tests of counts against exact shares, by scipy: chi-square, exact ones, Holm's correction, power.

scipy is optional: it comes with ``baccarat-xl[statistics]``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import inf, sqrt
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from baccarat_xl.errors import MissingPart

ALPHA: Final = 0.001
"""The chance that a right log of independent rounds has any test that deviates, all tests together."""
POWER: Final = 0.95
"""The chance of seeing a fault from which on its rounds are called enough."""
FEWEST: Final = 5.0
"""The least expected count of a cell; smaller ones are pooled."""
SUSPICIOUS: Final = 0.01
AMPLE: Final = 20.0
"""Where some cell expects fewer rounds than this, a p-value below `SUSPICIOUS` is made by simulation."""
DRAWS: Final = 100_000
PARTS: Final = 20
INTERVAL: Final = 0.95
Counts = npt.NDArray[np.float64]


def library() -> Any:
    """scipy.stats. Raises MissingPart where it is not installed."""
    try:
        from scipy import stats
    except ImportError:
        raise MissingPart(
            "comparing frequencies needs scipy; install it with pip install 'baccarat-xl[statistics]'"
        ) from None
    return stats


@dataclass(frozen=True, slots=True)
class Difference:
    """A cell's count beside the expected one; points: the difference in percentage points, with the ends of
    its interval at 95 %."""

    cell: str
    observed: int
    expected: float
    points: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Test:
    """One test.

    method      "chi-square", the same "simulated" where cells are small, or "exact binomial"
    rounds      how many rounds (or cards) it counts; cells: into how many; pooled: how many of those were
                too small and were counted as one
    statistic, freedom  of chi-square, else None
    p, adjusted the p-value, and that of Holm's correction over all tests
    effect      Cohen's w
    differences the cells that stand out most, the largest first
    """

    name: str
    label: str
    method: str
    rounds: int
    cells: int
    pooled: int
    statistic: float | None
    freedom: int | None
    p: float
    effect: float
    differences: tuple[Difference, ...]
    adjusted: float = 1.0

    @property
    def deviates(self) -> bool:
        """Whether it deviates by `ALPHA`, all tests considered."""
        return self.adjusted < ALPHA


def compare(name: str, label: str, cells: Sequence[str], counts: Counts, shares: Counts) -> Test | None:
    """Counts against shares; None where so few were counted that nothing can be said."""
    stats = library()
    total = float(counts.sum())
    expected = shares * total
    impossible = bool(((shares == 0) & (counts > 0)).any())
    groups = pooled_cells(expected)
    if total == 0 or (len(groups) < 2 and not impossible):
        return None
    found = np.array([counts[group].sum() for group in groups])
    awaited = np.array([expected[group].sum() for group in groups])
    pooled = max(len(group) for group in groups)
    effect = (
        sqrt(float((((found - awaited) / total) ** 2 / (awaited / total)).sum())) if len(groups) > 1 else inf
    )
    differences = tuple(_differences(cells, counts, shares))
    common = (int(total), int((shares > 0).sum()), pooled if pooled > 1 else 0)
    if impossible:
        return Test(name, label, "exact", *common, None, None, 0.0, effect, differences)
    if len(groups) == 2:
        exact = stats.binomtest(int(found[0]), int(total), float(awaited[0] / total))
        return Test(
            name, label, "exact binomial", *common, None, None, float(exact.pvalue), effect, differences
        )
    done = stats.chisquare(found, awaited * (found.sum() / awaited.sum()))
    freedom, p, method = len(groups) - 1, float(done.pvalue), "chi-square"
    if p < SUSPICIOUS and awaited.min() < AMPLE:
        method, p = "chi-square, simulated", simulated(float(done.statistic), awaited)
    return Test(name, label, method, *common, float(done.statistic), freedom, p, effect, differences)


def simulated(statistic: float, awaited: Counts) -> float:
    """The p-value of chi-square by `DRAWS` samples of as many rounds: where cells are small, its distribution
    has a longer tail than the formula. The same every time."""
    rounds = round(float(awaited.sum()))
    shares = awaited / awaited.sum()
    generator = np.random.Generator(np.random.PCG64(rounds))
    beyond = 0
    for _ in range(PARTS):
        counts = generator.multinomial(rounds, shares, size=DRAWS // PARTS)
        found = ((counts - awaited) ** 2 / awaited).sum(axis=1)
        beyond += int((found >= statistic * (1 - 1e-12)).sum())
    return (beyond + 1) / (DRAWS + 1)


def at_least(name: str, label: str, cell: str, count: int, total: int, chance: float) -> Test:
    """Whether something comes more often than by chance: exact, one-sided."""
    stats = library()
    done = stats.binomtest(count, total, chance, alternative="greater")
    counts, shares = np.array([total - count, count], float), np.array([1 - chance, chance])
    differences = tuple(_differences(("", cell), counts, shares))[:1]
    effect = abs(count / total - chance) / sqrt(chance * (1 - chance))
    return Test(
        name, label, "exact binomial", total, 2, 0, None, None, float(done.pvalue), effect, differences
    )


def pooled_cells(expected: Counts) -> list[npt.NDArray[np.intp]]:
    """The cells to test: those that are too small together as one, with the next larger ones until that one
    is large enough. Cells of which none is expected are left out."""
    order = np.argsort(expected, kind="stable")
    order = order[expected[order] > 0]
    small = int((expected[order] < FEWEST).sum())
    while small and small < len(order) and expected[order[:small]].sum() < FEWEST:
        small += 1
    groups = [order[place : place + 1] for place in range(small, len(order))]
    if small:
        groups.insert(0, order[:small])
    return groups


def _differences(cells: Sequence[str], counts: Counts, shares: Counts) -> list[Difference]:
    """The three cells that are farthest from what is expected, by their share of chi-square."""
    stats = library()
    total = float(counts.sum())
    expected = shares * total
    far = np.where(
        expected > 0, (counts - expected) ** 2 / np.maximum(expected, 1e-300), np.where(counts, inf, 0)
    )
    found = []
    for place in np.argsort(-far, kind="stable")[:3].tolist():
        count = int(counts[place])
        between = stats.binomtest(count, int(total)).proportion_ci(INTERVAL, method="wilson")
        share = float(shares[place])
        points = [100 * (value - share) for value in (count / total, between.low, between.high)]
        found.append(Difference(cells[place], count, float(expected[place]), *map(float, points)))
    return found


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's adjusted p-values, in the given order.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for done, place in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - done) * p_values[place]))
        adjusted[place] = largest
    return adjusted


def rounds_needed(shares: Counts, faulty: Counts, counted: float, tests: int) -> float:
    """How many rounds until a test with these shares sees the faulty ones with the chance `POWER`, at the
    level that each of so many tests has; ``counted``: the share of rounds that it counts. inf where it
    never does."""
    if ((shares == 0) & (faulty > 0)).any():
        return 1 / (counted * float(faulty[shares == 0].sum()))
    real = shares > 0
    effect = float(((faulty[real] - shares[real]) ** 2 / shares[real]).sum())
    if effect < 1e-15 or not counted:
        return inf
    return noncentrality(int(real.sum()) - 1, ALPHA / tests) / effect / counted


@cache
def noncentrality(freedom: int, level: float, power: float = POWER) -> float:
    """How far the chi-square of a fault must lie from the centre to be seen at this level."""
    stats = library()
    critical = stats.chi2.isf(level, freedom)
    low, high = 0.0, 10.0
    while stats.ncx2.sf(critical, freedom, high) < power:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if stats.ncx2.sf(critical, freedom, middle) < power else (low, middle)
    return high
