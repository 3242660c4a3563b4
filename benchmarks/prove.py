"""Prove formulas: one over its 1,100 states, and the search for its cause and its repair.

    python benchmarks/prove.py [--repeat 5]

The second line is the evaluator alone; the others are whole verdicts. Start-up (imports, the states, the
library of causes) is timed apart, since it is paid once a run, however many formulas are proved.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from baccarat_xl.proof import Surroundings, Sweeper, prove, read_formula

BIND = {"B2": "player_initial", "E2": "banker_initial", "H2": "player_third"}
NESTED = (
    '=IF(OR(B2>=8,E2>=8),"S",IF(H2="",IF(E2<=5,"D","S"),IF(E2<=2,"D",IF(E2=3,IF(H2<>8,"D","S"),'
    'IF(E2=4,IF(AND(H2>=2,H2<=7),"D","S"),IF(E2=5,IF(AND(H2>=4,H2<=7),"D","S"),'
    'IF(E2=6,IF(OR(H2=6,H2=7),"D","S"),"S")))))))'
)
WRONG = NESTED.replace("H2<=7", "H2<=6")


def best(work: Callable[[], object], repeat: int) -> float:
    """The shortest of several runs, in seconds."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeat", type=int, default=5)
    repeat = parser.parse_args().repeat
    totals = range(10)
    states = [(p, b, third) for p in totals for b in totals for third in (None, *totals)]
    formula = read_formula(NESTED)
    start_up = best(lambda: prove(WRONG, "banker_draws", bind=BIND), 1)
    print(f"the first verdict of all, with start-up          {start_up * 1000:8.0f} ms")
    rows = {
        "evaluator alone, 1,100 states": lambda: Sweeper(Surroundings(), list(BIND)).sweep([formula], states),
        "proved, 1,100 states": lambda: prove(NESTED, "banker_draws", bind=BIND, apart=False),
        "proved, and 13 other ways of writing (5,400)": lambda: prove(NESTED, "banker_draws", bind=BIND),
        "refuted, with its cause": lambda: prove(WRONG, "banker_draws", bind=BIND, offer=False, apart=False),
        "refuted, with cause, formula and repair": lambda: prove(
            WRONG, "banker_draws", bind=BIND, apart=False
        ),
    }
    for name, work in rows.items():
        print(f"{name:48} {best(work, repeat) * 1000:8.0f} ms")


if __name__ == "__main__":
    main()
