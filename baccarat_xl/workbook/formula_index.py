"""Which cells hold formulas, as runs of rows: small for 200,000 filled-down rows, free when there is none."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Runs:
    """Row numbers (from 1) as runs without gaps: ``firsts[i]..lasts[i]``, ascending."""

    firsts: tuple[int, ...] = ()
    lasts: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        return sum(self.lasts) - sum(self.firsts) + len(self.firsts)

    def __contains__(self, row: int) -> bool:
        at = bisect_right(self.firsts, row) - 1
        return at >= 0 and row <= self.lasts[at]

    def __iter__(self) -> Iterator[int]:
        for first, last in zip(self.firsts, self.lasts, strict=True):
            yield from range(first, last + 1)

    def within(self, first: int, last: int) -> int:
        """How many of these rows lie in first..last."""
        pairs = zip(self.firsts, self.lasts, strict=True)
        return sum(max(0, min(last, high) - max(first, low) + 1) for low, high in pairs)


NO_RUNS = Runs()


@dataclass(frozen=True, slots=True)
class FormulaIndex:
    """The formulas of a sheet by column index (from 0): all of them, and those without a stored value.

    A formula without a stored value has been written by a program that did not compute it: the cell reads as
    empty until a spreadsheet program has opened and saved the file.
    """

    columns: Mapping[int, Runs] = field(default_factory=lambda: MappingProxyType({}))
    unstored: Mapping[int, Runs] = field(default_factory=lambda: MappingProxyType({}))

    def __bool__(self) -> bool:
        return bool(self.columns)

    @property
    def count(self) -> int:
        return sum(runs.count for runs in self.columns.values())

    @property
    def unstored_count(self) -> int:
        return sum(runs.count for runs in self.unstored.values())

    def has(self, row: int, column: int) -> bool:
        """Does the cell at row number ``row`` (from 1), column index ``column`` (from 0) hold a formula?"""
        return row in self.columns.get(column, NO_RUNS)

    def lacks_value(self, row: int, column: int) -> bool:
        """Does it hold a formula whose value was never stored?"""
        return row in self.unstored.get(column, NO_RUNS)

    def in_column(self, column: int) -> Runs:
        return self.columns.get(column, NO_RUNS)

    def unstored_in_column(self, column: int) -> Runs:
        return self.unstored.get(column, NO_RUNS)
