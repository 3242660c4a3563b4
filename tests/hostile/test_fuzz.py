"""A short run of the fuzzer, and the mutants that once failed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from fuzz import make, run, seed_files

ONCE_FAILED = (
    *((1, number) for number in (1013, 1166, 2183, 2842)),
    *((2, number) for number in (14_151, 15_152)),
    *((3, number) for number in (504, 848, 3560)),
    (5, 13_486),
)
"""(seed, number) of mutants that hung or ended in a fault of ours, while the seeds were what they are."""


def test_the_same_number_is_the_same_mutant() -> None:
    assert [make(number, 3) for number in range(40)] == [make(number, 3) for number in range(40)]
    assert len({make(number, 3)[1] for number in range(40)}) == 40


def test_seeds_of_several_producers() -> None:
    names = {path.stem.split("_")[0] for path in seed_files()}
    assert names >= {"xlsxwriter", "openpyxl", "libreoffice", "gnumeric", "comma", "nested"}


def test_three_hundred_mutants() -> None:
    tally = run(300, seed=2)
    print("\n".join(tally.lines()))
    assert tally.failures == {}
    assert tally.mutants == 300
    assert {"clean", "findings", "refused"} <= tally.ends.keys()


@pytest.mark.parametrize(("seed", "number"), ONCE_FAILED)
def test_what_once_failed(seed: int, number: int) -> None:
    tally = run(1, first=number, seed=seed)
    assert tally.failures == {}
    assert tally.mutants == 1
