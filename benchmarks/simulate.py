"""Deal rounds from shuffled shoes: on one processor, on all of them, and in a plain Python loop.

    python benchmarks/simulate.py [--rounds 10000000]

Rounds a second, before anything is written. The loop deals from shoes as well, and decides by the rules.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from baccarat_xl.rules.tableau import BANKER_DRAWS, NATURALS, PLAYER_DRAWS
from baccarat_xl.rules.unknown import NO_CARD
from baccarat_xl.simulation.dealing import CUT, deal

SLOW_SHARE = 50
DECKS = 8


def plain_loop(rounds: int) -> int:
    """What a careful person writes by hand; how many rounds Banker wins."""
    pack = [*range(1, 10), 0, 0, 0, 0] * 4 * DECKS
    shoe: list[int] = []
    won = 0
    for _ in range(rounds):
        if len(shoe) <= CUT:
            shoe = pack[:]
            random.shuffle(shoe)
        player, banker = shoe.pop(), shoe.pop()
        player, banker = (player + shoe.pop()) % 10, (banker + shoe.pop()) % 10
        if player not in NATURALS and banker not in NATURALS:
            third = NO_CARD
            if PLAYER_DRAWS[player]:
                third = shoe.pop()
                player = (player + third) % 10
            if BANKER_DRAWS[banker, third]:
                banker = (banker + shoe.pop()) % 10
        won += banker > player
    return won


def measured(work: Callable[[], object], rounds: int) -> str:
    clock, busy = time.perf_counter(), time.process_time()
    work()
    clock, busy = time.perf_counter() - clock, time.process_time() - busy
    return f"{rounds / clock:>14,.0f} a second, {rounds / busy:>14,.0f} a second of processor time"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=10_000_000)
    rounds = parser.parse_args().rounds

    def dealt(threads: int) -> Callable[[], int]:
        return lambda: sum(map(len, deal(rounds, decks=DECKS, threads=threads)))

    processors = os.cpu_count() or 1
    print(f"{rounds:,} rounds from shuffled shoes of {DECKS} decks")
    for threads in dict.fromkeys((1, processors)):
        print(f"  {threads} thread{'s' * (threads > 1):1}  {measured(dealt(threads), rounds)}")
    few = rounds // SLOW_SHARE
    print(f"  plain loop {measured(lambda: plain_loop(few), few)}")


if __name__ == "__main__":
    main()
