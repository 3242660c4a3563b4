"""Work out a million rounds: in columns, in a plain Python loop, and by the rules of the package pybaccarat.

    python benchmarks/rounds.py [--rounds 1000000]

Every contender gets the same rounds in the form that suits it best, already in memory, and gives the same
answers: initial totals, natural, both decisions, final totals, outcome, and whether the draw keeps the rules.
They are compared before the clock starts.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from side_by_side import report, timed

from baccarat_xl.columns import NO_CARD_CODE, Codes, resolve_rounds, resolve_totals

SLOW_SHARE = 20


def deal(rounds: int, seed: int = 1) -> list[Codes]:
    """Six columns of card codes, dealt by the rules from an endless shoe."""
    rng = np.random.default_rng(seed)
    values = np.array([*range(1, 10), 0, 0, 0, 0], np.uint8)
    p1, p2, p3, b1, b2, b3 = (values[rng.integers(0, 13, rounds)] for _ in range(6))
    none = np.full(rounds, NO_CARD_CODE, np.uint8)
    player, banker = (p1 + p2) % 10, (b1 + b2) % 10
    p3[resolve_totals(player, banker, none, none).player_draws == 0] = NO_CARD_CODE
    b3[resolve_totals(player, banker, p3, none).banker_draws == 0] = NO_CARD_CODE
    return [p1, p2, p3, b1, b2, b3]


Row = tuple[int, int, int | None, int, int, int | None]
Answer = tuple[int, int, bool, bool, bool, int, int, str, bool]


def plain_loop(rows: list[Row]) -> list[Answer]:
    """What a careful person writes by hand, one round after another."""
    answers = []
    for p1, p2, p3, b1, b2, b3 in rows:
        player, banker = (p1 + p2) % 10, (b1 + b2) % 10
        natural = player >= 8 or banker >= 8
        if natural:
            player_draws = banker_draws = False
        else:
            player_draws = player <= 5
            if not player_draws:
                banker_draws = banker <= 5
            elif banker <= 2:
                banker_draws = True
            elif banker == 3:
                banker_draws = p3 != 8
            elif banker == 7:
                banker_draws = False
            else:
                banker_draws = p3 is not None and 2 * banker - 6 <= p3 <= 7
        right = player_draws is (p3 is not None) and banker_draws is (b3 is not None)
        player_final = player if p3 is None else (player + p3) % 10
        banker_final = banker if b3 is None else (banker + b3) % 10
        outcome = "P" if player_final > banker_final else "B" if banker_final > player_final else "T"
        answers.append(
            (player, banker, natural, player_draws, banker_draws, player_final, banker_final, outcome, right)
        )
    return answers


def by_pybaccarat() -> Callable[[list[Row]], list[Answer]] | None:
    """The draw as the package pybaccarat decides it, or None where it is not installed (it needs Windows)."""
    try:
        from pybaccarat.baccarat import Hand
        from pybaccarat.playingcards import Card
    except ImportError:
        return None

    def run(rows: list[Row]) -> list[Answer]:
        answers = []
        for p1, p2, p3, b1, b2, b3 in rows:
            player, banker = Hand(), Hand()
            for hand, cards in ((player, (p1, p2)), (banker, (b1, b2))):
                for card in cards:
                    hand.add(Card(card or 10, "s"))
            initial = (player.value(), banker.value())
            natural = player.is_natural() or banker.is_natural()
            draws = []
            for hand, other, card in ((player, None, p3), (banker, player, b3)):
                draws.append(not natural and hand.need_hit(other))
                if card is not None:
                    hand.add(Card(card or 10, "s"))
            right = draws == [p3 is not None, b3 is not None]
            difference = player.value() - banker.value()
            outcome = "P" if difference > 0 else "B" if difference < 0 else "T"
            answers.append((*initial, natural, *draws, player.value(), banker.value(), outcome, right))
        return answers

    return run


def in_columns(columns: list[Codes]) -> list[Answer]:
    solved = resolve_rounds(*columns)
    yes = [(column == 1).tolist() for column in (solved.natural, solved.player_draws, solved.banker_draws)]
    finals = [solved.player_final.tolist(), solved.banker_final.tolist()]
    outcomes = np.array(["P", "B", "T"])[solved.outcome].tolist()
    initial = [solved.player_initial.tolist(), solved.banker_initial.tolist()]
    return list(zip(*initial, *yes, *finals, outcomes, (solved.faulty == 0).tolist(), strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=1_000_000)
    rounds = parser.parse_args().rounds
    columns = deal(rounds)
    lists = [[None if v == NO_CARD_CODE else v for v in column.tolist()] for column in columns]
    rows = list(zip(*lists, strict=True))
    assert in_columns(columns) == plain_loop(rows), "the contenders disagree"

    times = {
        "columns": timed(lambda: resolve_rounds(*columns), repeat=9),
        "plain Python loop": timed(lambda: plain_loop(rows), repeat=3),
    }
    package = by_pybaccarat()
    if package is None:
        print("left out: pybaccarat is not installed (its set-up imports msvcrt, which Windows alone has)")
    else:
        some = list(islice(rows, rounds // SLOW_SHARE))
        assert package(some) == plain_loop(some), "pybaccarat disagrees"
        times["pybaccarat's rules"] = SLOW_SHARE * timed(lambda: package(some), repeat=1)
    report(f"{rounds:,} rounds worked out: totals, decisions, outcome, faults", times, base="columns")


if __name__ == "__main__":
    main()
