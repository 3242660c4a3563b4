"""Contenders timed in one run and printed as ratios: absolute seconds differ from machine to machine."""

from __future__ import annotations

import time
from collections.abc import Callable


def timed(work: Callable[[], object], repeat: int) -> float:
    """The best of several runs, in seconds."""
    best = float("inf")
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def report(title: str, times: dict[str, float], base: str) -> None:
    """A table of seconds, and of each contender's time as a multiple of ``base``'s."""
    print(title)
    width = max(map(len, times))
    for name, seconds in times.items():
        print(f"  {name:{width}}  {seconds:9.4f} s  {seconds / times[base]:9.2f} x")
