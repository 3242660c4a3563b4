"""The columns of a table as codes: each cell is looked at once, a few hundred rows at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from baccarat_xl.audit.cells import HAND, Reader, read_hand, reader_for
from baccarat_xl.columns import NO_CARD_CODE, Codes
from baccarat_xl.layout.table import valued_card
from baccarat_xl.workbook.grid import Grid

if TYPE_CHECKING:
    from baccarat_xl.layout.table import Table
    from baccarat_xl.workbook.model import CellValue, Sheet

CHUNK: Final = 512
"""Rows that fit in a processor's cache, so that a second look at them is cheap."""
ANSWERS: Final = ("_draws", "natural", "outcome")
HANDS: Final = {"player_cards": "player", "banker_cards": "banker"}


class _Seen(dict[object, int]):
    """Cell -> code, each distinct cell read once. True equals 1 as a key, so booleans are kept apart."""

    def __init__(self, read: Reader) -> None:
        super().__init__()
        self.read = read
        self.booleans = {flag: read(flag)[0] for flag in (True, False)}

    def __missing__(self, cell: object) -> int:
        code = self[cell] = self.read(cell)[0]
        return code

    def code(self, cell: object) -> int:
        return self.booleans[cell] if isinstance(cell, bool) else self[cell]


class _Hands(dict[object, bytes]):
    """Joined cell -> four bytes: three card codes, and how many cards are too many."""

    def __missing__(self, cell: object) -> bytes:
        reads = read_hand(cell)
        codes = self[cell] = bytes([*(code for code, _ in reads[:HAND]), len(reads) - HAND])
        return codes


@dataclass(slots=True)
class _Group:
    """Columns read alike, side by side. numeric: cards or totals, where TRUE is not 1."""

    seen: _Seen
    roles: list[str]
    columns: list[int]
    numeric: bool
    out: bytearray = field(default_factory=bytearray)

    def take_coded(self, sheet: Sheet, rounds: Sequence[int]) -> None:
        """The same from a sheet that keeps columns of numbers: each different cell is read once."""
        block = np.empty((len(rounds), len(self.columns)), np.uint8)
        for position, column in enumerate(self.columns):
            values, numbers = coded(sheet, column, rounds)
            block[:, position] = np.frombuffer(bytes(map(self.seen.code, values)), np.uint8)[numbers]
        self.out += block.tobytes()

    def take(self, rows: Sequence[list[CellValue]], get: Callable[[list[CellValue]], Any]) -> None:
        picked = map(get, rows)
        cells = list(picked if len(self.columns) == 1 else chain.from_iterable(picked))
        apart = self.numeric and bool in set(map(type, cells))
        self.out += bytes(map(self.seen.code if apart else self.seen.__getitem__, cells))


@dataclass(frozen=True, slots=True)
class Encoded:
    """codes[role] holds one code a round; ``overfull`` marks joined hands of four cards or more.

    values[role] holds the codes of a column that repeats cards as their values: ``player_card_1_value``;
    apart[role] marks hands in one cell that differ from the cards in columns of their own.
    """

    rounds: int
    codes: dict[str, Codes]
    values: dict[str, Codes]
    overfull: Codes | None = None
    apart: dict[str, npt.NDArray[np.bool_]] = field(default_factory=dict)


def encode_table(table: Table) -> Encoded:
    """Every column of the table that can be compared, as codes."""
    groups = _groups(table)
    hands = {role: (_Hands(), bytearray()) for role in HANDS if role in table.columns}
    if isinstance(table.sheet.rows, Grid):
        for group in groups:
            group.take_coded(table.sheet, table.rounds)
        for role, (known, out) in hands.items():
            values, numbers = coded(table.sheet, table.columns[role].index, table.rounds)
            codes = np.frombuffer(b"".join(known[value] for value in values), np.uint8)
            out += codes.reshape(-1, HAND + 1)[numbers].tobytes()
        return _encoded(len(table.rounds), groups, {role: out for role, (_, out) in hands.items()})
    getters = [itemgetter(*group.columns) for group in groups]
    for rows in _chunks(table):
        for group, get in zip(groups, getters, strict=True):
            group.take(rows, get)
        for role, (known, out) in hands.items():
            column = table.columns[role].index
            out += b"".join([known[row[column]] for row in rows])
    return _encoded(len(table.rounds), groups, {role: out for role, (_, out) in hands.items()})


def coded(
    sheet: Sheet, column: int, rounds: Sequence[int]
) -> tuple[Sequence[CellValue], npt.NDArray[np.int32]]:
    """Values, and the place of each round's cell among them."""
    assert isinstance(sheet.rows, Grid)
    if not rounds:
        return [], np.empty(0, np.int32)
    values, numbers = sheet.rows.numbered(column, rounds[0], rounds[-1] + 1)
    if isinstance(rounds, range) and rounds.step == 1:
        return values, numbers
    return values, numbers[np.asarray(rounds) - rounds[0]]


def _groups(table: Table) -> list[_Group]:
    groups: dict[object, _Group] = {}
    for role, column in (*table.columns.items(), *table.also.items()):
        read = reader_for(role, table)
        if read is None:
            continue
        key: object = role if role.endswith(("third", "natural")) else read
        if role.endswith(("_draws", "outcome")):
            key = role[-5:]
        group = groups.setdefault(key, _Group(_Seen(read), [], [], not role.endswith(ANSWERS)))
        group.roles.append(role)
        group.columns.append(column.index)
    return list(groups.values())


def _chunks(table: Table) -> Iterator[Sequence[list[CellValue]]]:
    rows, rounds = table.sheet.rows, table.rounds
    if isinstance(rounds, range) and rounds.step == 1:
        for start in range(rounds.start, rounds.stop, CHUNK):
            yield rows[start : min(start + CHUNK, rounds.stop)]
    else:
        for start in range(0, len(rounds), CHUNK):
            yield [rows[index] for index in rounds[start : start + CHUNK]]


def _encoded(rounds: int, groups: list[_Group], hands: dict[str, bytearray]) -> Encoded:
    codes: dict[str, Codes] = {}
    for group in groups:
        block = np.frombuffer(group.out, np.uint8).reshape(rounds, len(group.roles))
        for position, role in enumerate(group.roles):
            codes[role] = np.ascontiguousarray(block[:, position])
    overfull: Codes | None = None
    apart = {}
    for role, out in hands.items():
        block = np.frombuffer(out, np.uint8).reshape(rounds, HAND + 1)
        side = HANDS[role]
        names = (f"{side}_card_1", f"{side}_card_2", f"{side}_third")
        if any(name in codes for name in names):
            apart[role] = _apart(block, [codes.get(name) for name in names])
        for position, name in enumerate(names):
            codes.setdefault(name, np.ascontiguousarray(block[:, position]))
        extra = block[:, HAND]
        overfull = extra if overfull is None else np.maximum(overfull, extra)
    values = {role: codes.pop(role) for role in tuple(codes) if valued_card(role)}
    return Encoded(rounds, codes, values, overfull, apart)


def _apart(block: Codes, columns: Sequence[Codes | None]) -> npt.NDArray[np.bool_]:
    """Where a hand in one cell differs from its cards in columns of their own; blanks say nothing, save that
    beside two cards no third one is none."""
    hand = block[:, :HAND]
    differs: npt.NDArray[np.bool_] = np.zeros(len(block), np.bool_)
    for place, cards in enumerate(columns):
        if cards is not None:
            known = (hand[:, place] < NO_CARD_CODE) & (cards < NO_CARD_CODE)
            third = (hand[:, place] == NO_CARD_CODE) != (cards == NO_CARD_CODE)
            third &= (hand[:, place] <= NO_CARD_CODE) & (cards <= NO_CARD_CODE)
            differs |= (hand[:, place] != cards) & (known | third if place == HAND - 1 else known)
    differs &= hand[:, 0] != NO_CARD_CODE
    return differs
