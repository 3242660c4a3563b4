"""Rounds dealt from shuffled shoes: all shoes of a part are walked in step, one round at a time across them.

A round's first four cards go to Player, Banker, Player, Banker; no card is burnt. A shoe is over when, at the
end of a round, no more than ``cut`` cards are left in it. How a round goes is looked up by the sums of both
hands and the value of the fifth card.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, fields
from itertools import count
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from baccarat_xl.errors import UsageError
from baccarat_xl.simulation.procedures import RIGHT, SUMS, Procedure
from baccarat_xl.simulation.shuffling import Ranks, bits, endless_cards, shoes_at_a_time, shuffled_shoes

CUT: Final = 14
"""Cards behind the cut card."""
LONGEST: Final = 6
MOST_DECKS: Final = 26
ENDLESS_AT_A_TIME: Final = 65_536
NO_CARD: Final = np.uint8(13)
"""The rank code of no third card."""
AHEAD: Final = 2
"""Parts that are dealt ahead for each processor."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """Rounds in columns. Cards are places in `RANKS` (0-12), third cards 13 where there is none; totals and
    outcome (0 Player, 1 Banker, 2 Tie) are as the procedure states them. shoe and round count from 1; an
    endless shoe has no number (0)."""

    shoe: npt.NDArray[np.int64]
    round: npt.NDArray[np.int64]
    player_card_1: Ranks
    player_card_2: Ranks
    player_third: Ranks
    banker_card_1: Ranks
    banker_card_2: Ranks
    banker_third: Ranks
    player_final: Ranks
    banker_final: Ranks
    outcome: Ranks

    def __len__(self) -> int:
        return len(self.outcome)

    def first(self, rounds: int) -> Dealt:
        """The first so many of them."""
        return Dealt(**{one.name: getattr(self, one.name)[:rounds] for one in fields(self)})


def deal(
    rounds: int,
    *,
    decks: int | None = 8,
    seed: int = 0,
    how: Procedure = RIGHT,
    cut: int = CUT,
    threads: int | None = None,
) -> Iterator[Dealt]:
    """So many rounds, a part at a time; the same for the same arguments, however many threads deal.

    decks: of a shoe, 1 to 26; None: an endless shoe. cut: cards behind the cut card. Raises UsageError for a
    shoe from which no round can be dealt.
    """
    _check(decks, cut)
    tables = _Tables(how)
    left = rounds
    shoes = 0
    for part in _parts(lambda number: _deal_part(tables, decks, seed, cut, number), threads, rounds):
        whole = Dealt(part.shoe + shoes, *(getattr(part, one.name) for one in fields(Dealt)[1:]))
        shoes = int(whole.shoe[-1])
        if decks is None:
            whole.round[:] += rounds - left
        yield whole.first(left) if len(whole) > left else whole
        left -= len(whole)
        if left <= 0:
            return


def _check(decks: int | None, cut: int) -> None:
    if decks is not None and not 1 <= decks <= MOST_DECKS:
        raise UsageError(f"a shoe of {decks} decks cannot be dealt; give 1 to {MOST_DECKS}, or infinite")
    if decks is None:
        return
    most = 52 * decks - LONGEST
    if not LONGEST - 1 <= cut <= most:
        raise UsageError(
            f"a cut card with {cut} cards behind it leaves no whole round; give {LONGEST - 1} to {most}"
        )


def _parts(make: Callable[[int], Dealt], threads: int | None, rounds: int) -> Iterator[Dealt]:
    """Parts 0, 1, 2 ... in order, dealt side by side where there is more than one processor."""
    # In a browser no thread can be started.
    workers = 1 if sys.platform == "emscripten" else threads or min(os.cpu_count() or 1, 8)
    if workers == 1 or rounds < ENDLESS_AT_A_TIME:
        yield from map(make, count())
        return
    numbers = count()
    with ThreadPoolExecutor(workers) as pool:
        waiting: list[Future[Dealt]] = [pool.submit(make, next(numbers)) for _ in range(AHEAD * workers)]
        try:
            while True:
                done = waiting.pop(0)
                waiting.append(pool.submit(make, next(numbers)))
                yield done.result()
        finally:
            for one in waiting:
                one.cancel()


class _Tables:
    """What a procedure answers, ready for looking up by the state of a round, `_states`."""

    def __init__(self, how: Procedure) -> None:
        self.values = np.array([*how.values, 0], np.uint8)
        self.plain = how.values == RIGHT.values
        self.steps = how.steps()
        self.length = (4 + (self.steps & 1) + (self.steps >> 1)).astype(np.int64)
        sums, third = np.divmod(np.arange(len(self.steps)), 10)
        player, banker = np.divmod(sums, SUMS)
        self.player_final = ((player + third * (self.steps & 1)) % 10).astype(np.uint8)
        self.banker_initial = (banker % 10).astype(np.uint8)
        self.player_initial = (player % 10).astype(np.uint8)
        self.outcome = None if how.outcome is None else how.outcome.ravel()

    def counted(self, ranks: Ranks) -> Ranks:
        """What each card counts; no card counts 0."""
        if self.plain:
            values = ranks + np.uint8(1)
            values *= ranks < 9
            return values
        counted: Ranks = self.values.take(ranks)
        return counted


def _deal_part(tables: _Tables, decks: int | None, seed: int, cut: int, number: int) -> Dealt:
    stream = bits(seed, number)
    if decks is None:
        ranks = endless_cards(stream, ENDLESS_AT_A_TIME * LONGEST)
        starts = np.arange(0, ranks.size, LONGEST)
        none = np.zeros(len(starts), np.int64)
        return _rounds(tables, ranks, _states(tables, ranks), starts, none, starts // LONGEST + 1)
    shoes = shuffled_shoes(stream, decks, shoes_at_a_time(decks))
    ranks = shoes.ravel()
    states = _states(tables, ranks)
    by_step, each = _walk(tables, states, len(shoes), shoes.shape[1], cut)
    # From one row a step to shoe by shoe: each round's step and shoe say where it is.
    shoe = np.repeat(np.arange(len(each)), each)
    step = np.arange(len(shoe)) - np.repeat(np.cumsum(each) - each, each)
    starts = by_step.ravel().take(step * len(each) + shoe, mode="clip")
    shoe += 1
    step += 1
    return _rounds(tables, ranks, states, starts, shoe, step)


def _states(tables: _Tables, ranks: Ranks) -> npt.NDArray[np.uint16]:
    """For every card: the state of a round that begins there. The last five begin none."""
    values = tables.counted(ranks)
    pair = values[:-2] + values[2:]
    states = pair[:-3].astype(np.uint16)
    states *= np.uint16(SUMS)
    states += pair[1:-2]
    states *= np.uint16(10)
    states += values[4:-1]
    return states


def _walk(
    tables: _Tables, states: npt.NDArray[np.uint16], shoes: int, cards: int, cut: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Where rounds begin, a row for each step of all shoes, and how many rounds each shoe has."""
    at = np.arange(shoes, dtype=np.int64) * cards
    ends = at + (cards - max(cut, LONGEST - 1))
    surely = (cards - cut) // LONGEST
    starts = np.empty((-(-(cards - cut) // 4) + 1, shoes), np.int64)
    each = np.full(shoes, surely, np.int64)
    state, wide, used = np.empty(shoes, np.uint16), np.empty(shoes, np.intp), np.empty(shoes, np.int64)
    for number, row in enumerate(starts):
        row[:] = at
        if number >= surely:
            begun = at < ends
            if not begun.any():
                break
            each += begun
        states.take(at, out=state, mode="clip")
        np.copyto(wide, state)
        tables.length.take(wide, out=used, mode="clip")
        at += used
    return starts, each


def _rounds(
    tables: _Tables,
    ranks: Ranks,
    states: npt.NDArray[np.uint16],
    starts: npt.NDArray[np.int64],
    shoe: npt.NDArray[np.int64],
    number: npt.NDArray[np.int64],
) -> Dealt:
    """The rounds that begin at these cards, as columns."""
    p1, b1, p2, b2, fifth, sixth = (ranks[place:].take(starts, mode="clip") for place in range(LONGEST))
    state = states.take(starts, mode="clip").astype(np.intp)
    steps = tables.steps.take(state, mode="clip")
    draws, more = steps & np.uint8(1), steps >> np.uint8(1)
    next_one = _chosen(draws, sixth, fifth)
    third, own = _chosen(draws, fifth, NO_CARD), _chosen(more, next_one, NO_CARD)
    player_final = tables.player_final.take(state, mode="clip")
    banker_final = _last_digit(tables.banker_initial.take(state, mode="clip") + tables.counted(own))
    outcome = _outcome(tables, state, player_final, banker_final)
    return Dealt(shoe, number, p1, p2, third, b1, b2, own, player_final, banker_final, outcome)


def _chosen(yes: Ranks, one: Ranks, other: Ranks | np.uint8) -> Ranks:
    """``one`` where yes is 1, ``other`` where it is 0."""
    mask: Any = np.uint8(0) - yes
    chosen: Ranks = (one & mask) | (other & ~mask)
    return chosen


def _last_digit(total: Ranks) -> Ranks:
    """Of sums up to 19: below 10 the subtraction wraps round to a large number."""
    digit: Ranks = np.minimum(total, total - np.uint8(10))
    return digit


def _outcome(tables: _Tables, states: npt.NDArray[np.intp], player: Ranks, banker: Ranks) -> Ranks:
    if tables.outcome is None:
        tie = (player == banker).view(np.uint8)
        ended: Ranks = (banker > player).view(np.uint8) + tie + tie
        return ended
    place: Any = tables.player_initial.take(states).astype(np.intp)
    for digit in (tables.banker_initial.take(states), player, banker):
        place = place * 10 + digit
    called: Ranks = tables.outcome.take(place)
    return called
