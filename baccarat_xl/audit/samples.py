"""Tables of rounds as one sample for counting: what each column says, as whole numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from baccarat_xl.audit.bets.ranks import rank_and_suit
from baccarat_xl.audit.cells import hand_parts, shown
from baccarat_xl.audit.encode import Encoded, coded
from baccarat_xl.audit.mask import settle_zeros
from baccarat_xl.columns import NO_CARD_CODE, UNKNOWN_TOTAL, UNSEEN_CODE, Codes, add_cards
from baccarat_xl.frequencies.sample import CARDS, THIRDS, UNKNOWN, Column, Sample
from baccarat_xl.layout.table import cells_of
from baccarat_xl.layout.words import counted as so_many
from baccarat_xl.workbook.grid import Grid

if TYPE_CHECKING:
    from baccarat_xl.layout.table import Table

SIDES: Final = ("player", "banker")
TEN: Final = 10
PLACES: Final = {"card_1": 0, "card_2": 1, "third": 2}
"""Where a card stands in a hand that is written in one cell."""
PICTURES: Final = frozenset({11, 12, 13})
NAMES: Final = (*CARDS, "player_initial", "banker_initial", "player_final", "banker_final", "outcome")


@dataclass(frozen=True, slots=True)
class Counted:
    """A table and what it says: columns as in `Sample`; labels: the shoe of each round, None without one."""

    table: Table
    columns: dict[str, Column]
    ranks: dict[str, Column]
    labels: list[str] | None
    shoe: Column | None
    number: Column | None

    @property
    def rounds(self) -> int:
        return len(self.table.rounds)


def once(table: Table, encoded: Encoded) -> tuple[Table, Encoded]:
    """The table without rows that have the round above again, the same shoe, number and cards, as where each
    bet on a round has a row."""
    named = [table.columns.get(role) for role in ("shoe", "round")]
    cards = [encoded.codes[role] for role in CARDS if role in encoded.codes]
    if None in named or not cards or len(table.rounds) < 2:
        return table, encoded
    again = np.ones(len(table.rounds) - 1, np.bool_)
    for codes in cards:
        again &= codes[1:] == codes[:-1]
    for column in named:
        if column is not None and again.any():
            texts = [shown(cell) for cell in cells_of(table.sheet, column.index, table.rounds)]
            again &= np.fromiter((a == b for a, b in pairwise(texts)), np.bool_, len(again))
    if not again.any():
        return table, encoded
    keep = np.flatnonzero(np.concatenate([[True], ~again]))
    kept = replace(
        encoded,
        rounds=len(keep),
        codes={role: codes[keep] for role, codes in encoded.codes.items()},
        values={role: codes[keep] for role, codes in encoded.values.items()},
        overfull=None if encoded.overfull is None else encoded.overfull[keep],
        apart={role: mask[keep] for role, mask in encoded.apart.items()},
    )
    said = f"{so_many(int(again.sum()), 'row')} with the round above again, as for a second bet, counted once"
    rounds = [table.rounds[place] for place in keep.tolist()]
    return replace(table, rounds=rounds, assumptions=[*table.assumptions, said]), kept


def counted(table: Table, encoded: Encoded) -> Counted:
    """One table's columns, from its codes."""
    shoe, labels = _shoes(table)
    columns = _columns(encoded)
    return Counted(table, columns, _ranks(table, columns), labels, shoe, _numbers(table))


def together(tables: Sequence[Counted]) -> Sample:
    """All tables of a file one below another; what one of them does not record is not known there."""
    rounds = sum(one.rounds for one in tables)
    names = [name for name in NAMES if any(name in one.columns for one in tables)]
    shoe = number = None
    if all(one.shoe is not None for one in tables):
        offsets = np.cumsum([0, *(len(one.labels or ()) for one in tables)])
        shoe = np.concatenate([one.shoe + offset for one, offset in zip(tables, offsets, strict=False)])
    if all(one.number is not None for one in tables):
        number = np.concatenate([one.number for one in tables])
    with_ranks = [role for role in CARDS if all(role in one.ranks for one in tables)]
    return Sample(
        {name: _joined([one.columns for one in tables], name, tables) for name in names},
        rounds,
        {role: _joined([one.ranks for one in tables], role, tables) for role in with_ranks},
        shoe,
        number,
    )


def _joined(several: Sequence[dict[str, Column]], name: str, tables: Sequence[Counted]) -> Column:
    parts = [
        columns[name] if name in columns else np.full(one.rounds, UNKNOWN, np.uint8)
        for columns, one in zip(several, tables, strict=True)
    ]
    return np.concatenate(parts)


def _columns(encoded: Encoded) -> dict[str, Column]:
    codes = encoded.codes
    found: dict[str, Column] = {}
    initial = {side: _initial(codes, side) for side in SIDES}
    known = {f"{side}_initial": total for side, total in initial.items() if total is not None}
    thirds = {role: codes[role] for role in THIRDS if role in codes}
    if len(thirds) == len(THIRDS) and len(known) == len(SIDES):
        totals = [np.minimum(known[f"{side}_initial"], np.uint8(UNKNOWN_TOTAL)) for side in SIDES]
        thirds = dict(zip(THIRDS, settle_zeros(totals, [thirds[role] for role in THIRDS]), strict=True))
    for role in CARDS:
        if role in thirds:
            found[role] = np.where(thirds[role] > UNSEEN_CODE, UNKNOWN, thirds[role]).astype(np.uint8)
        elif role in codes:
            found[role] = np.where(codes[role] < NO_CARD_CODE, codes[role], UNKNOWN).astype(np.uint8)
    found |= known
    for side in SIDES:
        final = _final(codes, found, side)
        if final is not None:
            found[f"{side}_final"] = final
    outcome = _outcome(codes, found)
    if outcome is not None:
        found["outcome"] = outcome
    return found


def _initial(codes: dict[str, Codes], side: str) -> Column | None:
    """By the opening cards, else as recorded."""
    cards = [codes.get(f"{side}_card_{place}") for place in (1, 2)]
    total = codes.get(f"{side}_initial")
    if cards[0] is not None and cards[1] is not None:
        total = add_cards(cards[0], cards[1])
    return None if total is None else np.where(total < UNKNOWN_TOTAL, total, UNKNOWN).astype(np.uint8)


def _final(codes: dict[str, Codes], found: dict[str, Column], side: str) -> Column | None:
    """As recorded, else by the cards."""
    total = codes.get(f"recorded_{side}_final", codes.get(f"{side}_final"))
    if total is not None:
        return np.where(total < UNKNOWN_TOTAL, total, UNKNOWN).astype(np.uint8)
    initial, third = found.get(f"{side}_initial"), found.get(f"{side}_third")
    if initial is None or third is None:
        return None
    total = (initial + np.where(third < NO_CARD_CODE, third, 0)) % np.uint8(10)
    known = (initial < UNKNOWN_TOTAL) & (third <= NO_CARD_CODE)
    return np.where(known, total, UNKNOWN).astype(np.uint8)


def _outcome(codes: dict[str, Codes], found: dict[str, Column]) -> Column | None:
    """As recorded, else by the final totals."""
    recorded = codes.get("recorded_outcome", codes.get("outcome"))
    if recorded is not None:
        return np.where(recorded < 3, recorded, UNKNOWN).astype(np.uint8)
    player, banker = (found.get(f"{side}_final") for side in SIDES)
    if player is None or banker is None:
        return None
    ended = np.where(player == banker, 2, banker > player)
    return np.where((player < UNKNOWN_TOTAL) & (banker < UNKNOWN_TOTAL), ended, UNKNOWN).astype(np.uint8)


def _by_cell(table: Table, index: int, code: Callable[[object], Any], kind: Any) -> npt.NDArray[Any]:
    """A code for every round, each different cell read once."""
    if isinstance(table.sheet.rows, Grid):
        values, numbers = coded(table.sheet, index, table.rounds)
        return np.array([code(value) for value in values], kind)[numbers]
    cells = cells_of(table.sheet, index, table.rounds)
    known = {cell: code(cell) for cell in set(cells)}
    return np.fromiter(map(known.__getitem__, cells), kind, len(cells))


def _ranks(table: Table, columns: dict[str, Column]) -> dict[str, Column]:
    """Ranks by card role, where the log tells the cards worth 0 apart: where each of them has a rank, and
    pictures are among them. Other ranks are their values."""
    found: dict[str, Column] = {}
    pictures: set[int] = set()
    for role in CARDS:
        if role not in columns:
            continue
        side, _, card = role.partition("_")
        place = PLACES[card]
        if role in table.columns:
            index, read = table.columns[role].index, _rank
        elif f"{side}_cards" in table.columns:
            index, read = table.columns[f"{side}_cards"].index, partial(_rank_in, place=place)
        else:
            continue
        ranks = np.where((columns[role] > 0) & (columns[role] < NO_CARD_CODE), columns[role], UNKNOWN)
        zeros = np.flatnonzero(columns[role] == 0)
        ranks[zeros] = _some_cells(table, index, zeros, read)
        if (ranks[zeros] == UNKNOWN).any():
            return {}
        pictures |= set(np.unique(ranks[zeros]).tolist()) & PICTURES
        found[role] = ranks.astype(np.uint8)
    return found if pictures == PICTURES else {}


def _some_cells(
    table: Table, index: int, places: npt.NDArray[np.intp], code: Callable[[object], int]
) -> npt.NDArray[np.uint8]:
    """A code for each of these rounds."""
    if isinstance(table.sheet.rows, Grid):
        return _by_cell(table, index, code, np.uint8)[places]
    rows, rounds = table.sheet.rows, table.rounds
    cells = [rows[rounds[place]][index] for place in places.tolist()]
    known = {cell: code(cell) for cell in set(cells)}
    return np.fromiter(map(known.__getitem__, cells), np.uint8, len(cells))


def _rank(cell: object) -> int:
    if isinstance(cell, int | float) and not isinstance(cell, bool) and cell == TEN:
        return TEN
    return rank_and_suit(cell)[0] or UNKNOWN


def _rank_in(hand: object, place: int) -> int:
    parts = hand_parts(hand)
    return _rank(parts[place]) if place < len(parts) else UNKNOWN


def _shoes(table: Table) -> tuple[Column | None, list[str] | None]:
    """The shoe of each round as a place among the labels; a blank goes on with the one above."""
    if "shoe" not in table.columns:
        return None, None
    labels: dict[str, int] = {}

    def place(cell: object) -> int:
        text = shown(cell)
        return -1 if text == "nothing" else labels.setdefault(text, len(labels))

    found = _by_cell(table, table.columns["shoe"].index, place, np.int64)
    if not len(found) or found[0] < 0:
        return None, None
    carried = np.maximum.accumulate(np.where(found >= 0, np.arange(len(found)), 0))
    return found[carried], list(labels)


def _numbers(table: Table) -> Column | None:
    if "round" not in table.columns:
        return None
    return _by_cell(table, table.columns["round"].index, _number, np.float64)


def _number(cell: object) -> float:
    try:
        return float(cell) if isinstance(cell, str | int | float) else float("nan")
    except ValueError:
        return float("nan")
