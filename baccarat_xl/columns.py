"""Rounds in columns: a million at a time, by looking up a table that the scalar rules fill.

A column is a numpy array of one unsigned byte a row. Card codes: 0-9 the card value, `NO_CARD_CODE`,
`UNSEEN_CODE`, `UNREADABLE_CODE`. Total codes: 0-9, or `UNKNOWN_TOTAL`. Decision codes: 0 no, 1 yes,
2 not known. Outcome codes: 0 Player, 1 Banker, 2 Tie, 3 not known.

No rule stands here: each state that occurs is worked out once by `baccarat_xl.rules.round.resolve`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from baccarat_xl.rules.cards import hand_total, read_card
from baccarat_xl.rules.errors import InputError
from baccarat_xl.rules.outcome import OUTCOMES, winner
from baccarat_xl.rules.record import Record
from baccarat_xl.rules.round import Round, resolve
from baccarat_xl.rules.tableau import CARD_VALUES
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, UNSEEN, Card, Decision, Total

Codes = npt.NDArray[np.uint8]

NO_CARD_CODE: Final = 10
UNSEEN_CODE: Final = 11
UNREADABLE_CODE: Final = 12
CARD_CODES: Final = 13
UNKNOWN_TOTAL: Final = 10
TOTAL_CODES: Final = 11
_UNREADABLE: Final = object()
_CARDS: Final[tuple[object, ...]] = (*range(10), NO_CARD, UNSEEN, _UNREADABLE)


@dataclass(frozen=True, slots=True)
class Rounds:
    """Rounds worked out in columns; codes as the module says. ``state`` numbers each round's state,
    ``faulty`` is nonzero where the cards contradict the rules, ``unverified`` where something is missing."""

    player_initial: Codes
    banker_initial: Codes
    natural: Codes
    player_draws: Codes
    banker_draws: Codes
    player_final: Codes
    banker_final: Codes
    outcome: Codes
    faulty: Codes
    unverified: Codes


_PART: Final = 1 << 17
_PACKED: Final = tuple(Rounds.__dataclass_fields__)[2:]
"""The fields that a state's row holds, one byte each; the initial totals are the input's own."""
_BLANK: Final = np.uint64(0xFFFFFFFFFFFFFFFF)
"""A row not worked out yet: no real row is all 255."""


def encode(column: Iterable[object], read: Callable[[object], Card] = read_card) -> Codes:
    """Cells to card codes; each distinct cell is read once. What cannot be read becomes `UNREADABLE_CODE`.

    ``read`` turns one cell into a Card or raises InputError.
    """
    cells = column if isinstance(column, (list, tuple)) else list(column)
    return np.frombuffer(encode_distinct(cells, lambda cell: _card_code(cell, read)), dtype=np.uint8)


def encode_distinct(cells: Sequence[object], code: Callable[[object], int]) -> bytes:
    """One byte a cell, asking ``code`` once for each distinct cell. True is told from 1, and 1.0 is 1."""
    if bool in set(map(type, cells)):
        cells = [("a boolean", cell) if isinstance(cell, bool) else cell for cell in cells]
    codes: dict[object, int] = {}
    for cell in set(cells):
        codes[cell] = code(cell[1] if isinstance(cell, tuple) else cell)
    return bytes(map(codes.__getitem__, cells))


def _card_code(cell: object, read: Callable[[object], Card]) -> int:
    try:
        return _CARDS.index(read(cell))
    except InputError:
        return UNREADABLE_CODE


def _parts(rows: int) -> Iterator[slice]:
    """Slices whose temporary arrays stay within the processor's cache."""
    return (slice(start, start + _PART) for start in range(0, rows, _PART))


def add_cards(first: Codes, second: Codes) -> Codes:
    """The initial total of each hand (R2); an opening card that is not there leaves it unknown."""
    totals = np.empty(len(first), np.uint8)
    for part in _parts(len(first)):
        total = first[part] + second[part]
        # Below 10 the subtraction wraps round to a large number, so the smaller of the two is the last digit.
        np.minimum(total, total - np.uint8(10), out=totals[part])
        larger = np.maximum(first[part], second[part])
        if larger.max() >= NO_CARD_CODE:
            totals[part][larger >= NO_CARD_CODE] = UNKNOWN_TOTAL
    return totals


@dataclass(frozen=True, slots=True)
class _StateTable:
    """State number -> one packed row of codes, worked out when the state first occurs."""

    rows: npt.NDArray[np.uint64]
    options: dict[str, bool]

    def look_up(self, states: npt.NDArray[np.intp], out: npt.NDArray[np.uint64]) -> None:
        """The packed row of each state, into ``out``."""
        self.rows.take(states, mode="clip", out=out)
        if out.max(initial=0) == _BLANK:
            for state in np.unique(states[out == _BLANK]).tolist():
                if self.rows[state] == _BLANK:
                    self._work_out(state)
            self.rows.take(states, mode="clip", out=out)

    def _work_out(self, state: int) -> None:
        third = state % CARD_CODES
        if third in CARD_VALUES and self.options["thirds_recorded"]:
            # Rounds that differ in the value of Banker's third card alone differ in their end alone.
            solved = resolve(_record_of(state - third, self.options))
            for value in CARD_VALUES:
                banker_final: Total = UNKNOWN
                if solved.banker_final is not UNKNOWN:
                    banker_final = hand_total((solved.banker_final, value))
                outcome = winner(solved.player_final, banker_final)
                self._store(
                    state - third + value, replace(solved, banker_final=banker_final, outcome=outcome)
                )
        else:
            self._store(state, resolve(_record_of(state, self.options)))

    def _store(self, state: int, solved: Round) -> None:
        self.rows[state] = np.frombuffer(bytes(_pack(solved)), np.uint64)[0]


@lru_cache(maxsize=4)
def _state_table(thirds_recorded: bool, ends_recorded: bool) -> _StateTable:
    size = TOTAL_CODES**2 * CARD_CODES**2
    options = {"thirds_recorded": thirds_recorded, "ends_recorded": ends_recorded}
    return _StateTable(np.full(size, _BLANK, np.uint64), options)


def _record_of(state: int, options: dict[str, bool]) -> Record:
    state, banker_third = divmod(state, CARD_CODES)
    state, player_third = divmod(state, CARD_CODES)
    player, banker = divmod(state, TOTAL_CODES)
    totals: list[Total] = [UNKNOWN if total == UNKNOWN_TOTAL else total for total in (player, banker)]
    return Record(
        player_third=_CARDS[player_third],
        banker_third=_CARDS[banker_third],
        player_initial=totals[0],
        banker_initial=totals[1],
        thirds_recorded=options["thirds_recorded"],
        ends_recorded=options["ends_recorded"],
    )


def total_code(total: Total) -> int:
    """A total as a code."""
    return UNKNOWN_TOTAL if total is UNKNOWN else total


def decision_code(decision: Decision) -> int:
    """A decision as a code."""
    return 2 if decision is UNKNOWN else int(decision)


def outcome_code(outcome: object) -> int:
    """An outcome as a code; 3 for None and UNKNOWN."""
    return OUTCOMES.index(outcome) if outcome in OUTCOMES else 3


def _pack(solved: Round) -> list[int]:
    return [
        decision_code(solved.natural),
        decision_code(solved.player_draws),
        decision_code(solved.banker_draws),
        total_code(solved.player_final),
        total_code(solved.banker_final),
        outcome_code(solved.outcome),
        int(bool(solved.faults)),
        int(bool(solved.missing)),
    ]


def resolve_totals(
    player_initial: Codes,
    banker_initial: Codes,
    player_third: Codes,
    banker_third: Codes,
    *,
    thirds_recorded: bool = True,
    ends_recorded: bool = False,
) -> Rounds:
    """Rounds from total and third-card codes, all of one length."""
    table = _state_table(thirds_recorded, ends_recorded)
    packed = np.empty(len(player_initial), np.uint64)
    for part in _parts(len(packed)):
        thirds = player_third[part] * np.uint8(CARD_CODES) + banker_third[part]
        states = player_initial[part] * np.uint8(TOTAL_CODES) + banker_initial[part]
        states = states * np.uint16(CARD_CODES**2) + thirds
        table.look_up(states.astype(np.intp), packed[part])
    fields = packed.view(np.uint8).reshape(len(packed), len(_PACKED))
    return Rounds(player_initial, banker_initial, *(fields[:, field] for field in range(len(_PACKED))))


def resolve_rounds(
    player_card_1: Codes,
    player_card_2: Codes,
    player_third: Codes,
    banker_card_1: Codes,
    banker_card_2: Codes,
    banker_third: Codes,
) -> Rounds:
    """Rounds from six columns of card codes, all of one length (R2-R6).

    >>> columns = [encode(cells) for cells in (["2"], ["3"], ["8"], ["A"], ["2"], [""])]
    >>> int(resolve_rounds(*columns).outcome[0])
    2
    """
    return resolve_totals(
        add_cards(player_card_1, player_card_2),
        add_cards(banker_card_1, banker_card_2),
        player_third,
        banker_third,
    )
