"""One round of a table, read and judged by the scalar rules: the single truth about its faults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from baccarat_xl.audit.card_values import Mask, fault_of
from baccarat_xl.audit.cells import (
    HAND,
    MAYBE_NO_CARD,
    Read,
    Reader,
    base_role,
    hand_parts,
    read_card_value,
    read_hand,
    reader_for,
    shown,
)
from baccarat_xl.audit.encode import HANDS
from baccarat_xl.columns import NO_CARD_CODE
from baccarat_xl.layout.table import valued_card
from baccarat_xl.rules.cards import read_card
from baccarat_xl.rules.faults import Fault, Kind
from baccarat_xl.rules.record import LABELS, THIRD_ROLES, Record
from baccarat_xl.rules.round import Round, resolve, resolve_around
from baccarat_xl.rules.unknown import NO_CARD

if TYPE_CHECKING:
    from baccarat_xl.layout.table import Table

EXTRA: Final = frozenset({Kind.PLAYER_EXTRA, Kind.BANKER_EXTRA, Kind.CARD_AFTER_NATURAL, Kind.LEFTOVER})
END_ROLES: Final = ("player_final", "banker_final", "outcome")
DRAWS: Final = EXTRA | {Kind.PLAYER_MISSING, Kind.BANKER_MISSING}
ENDS: Final = frozenset(
    {
        Kind.WRONG_INITIAL,
        Kind.WRONG_FINAL,
        Kind.UNREDUCED_TOTAL,
        Kind.UNREADABLE_TOTAL,
        Kind.WRONG_NATURAL,
        Kind.WRONG_DECISION,
        Kind.WRONG_OUTCOME,
    }
)
"""What can be worked out from card values."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What one round came to.

    faults      the scalar rules' faults, each with the role of the column it stands in (a second column of a
                role goes by its own name)
    missing     what a full check lacks, in words
    raw         role -> the cell as it is in the table
    overfull    roles of joined hands with more than three cards; nothing else of such a round is judged
    """

    record: Record
    round: Round
    faults: list[tuple[Fault, str]]
    missing: tuple[str, ...]
    raw: dict[str, object]
    overfull: tuple[str, ...] = ()


@dataclass(slots=True)
class Judge:
    """Reads and judges single rounds of one table."""

    table: Table
    readers: dict[str, tuple[int, Reader]] = field(init=False)
    seconds: dict[str, tuple[int, Reader]] = field(init=False)
    thirds_recorded: bool = field(init=False)
    ends_recorded: bool = field(init=False)
    differing: Mapping[str, Mask] = field(default_factory=dict)
    """Role of a column of card values, or of hands in one cell -> the rounds that have other cards."""

    def __post_init__(self) -> None:
        table = self.table
        self.readers = {}
        self.seconds = {}
        for columns, into in ((table.columns, self.readers), (table.also, self.seconds)):
            for role, column in columns.items():
                read = reader_for(role, table)
                if read is not None and base_role(role) in LABELS and column.index < table.sheet.width:
                    into[role] = (column.index, _remembering(read))
        joined = all(role in table.columns for role in HANDS)
        self.thirds_recorded = joined or all(role in table.columns for role in THIRD_ROLES)
        self.ends_recorded = any(role in table.columns for role in END_ROLES)

    def judge(self, position: int) -> Judged:
        """Judge the round at this position among the table's rounds."""
        raw, values, overfull = self._read(position)
        record = Record(
            **self._zeros_settled(values),
            thirds_recorded=self.thirds_recorded,
            ends_recorded=self.ends_recorded,
            ended=self._ended(raw),
        )
        solved = resolve_around(record)
        if position and any(fault.kind in EXTRA for fault in solved.faults):
            record = replace(record, repeated=self._repeated(position, raw) - self._counted(solved, raw))
            solved = resolve_around(record)
        faults = [(fault, fault.roles[0]) for fault in _once(solved.faults)] if not overfull else []
        if not overfull:
            faults += self._second_columns(record, faults, raw)
            faults = self._with_values(position, record, solved, faults, raw)
        return Judged(record, solved, faults, self._missing(record, solved, values), raw, overfull)

    def _ended(self, raw: dict[str, object]) -> bool | None:
        """Beside recorded ends, those in the first columns are worked out and prove nothing."""
        recorded = [raw[role] for role in self.seconds if base_role(role) in END_ROLES]
        return any(cell not in (None, "", NO_CARD) for cell in recorded) if recorded else None

    def _read(self, position: int) -> tuple[dict[str, object], dict[str, Any], tuple[str, ...]]:
        row = self.table.sheet.rows[self.table.rounds[position]]
        raw: dict[str, object] = {}
        values: dict[str, Any] = {}
        overfull = []
        for role, side in HANDS.items():
            if role not in self.table.columns:
                continue
            cell = row[self.table.columns[role].index]
            reads = read_hand(cell)
            if len(reads) > HAND:
                overfull.append(role)
            raw[role] = cell
            names = hand_roles(side)
            values.update((name, value) for name, (_, value) in zip(names, reads, strict=False))
            raw.update(zip(names, hand_parts(cell), strict=False))
        for role, (column, read) in self.readers.items():
            raw[role] = row[column]
            values[role] = read(row[column])[1]
        for role, (column, _) in self.seconds.items():
            raw[role] = row[column]
        for role in self.differing:
            if role in self.table.also:
                raw[role] = row[self.table.also[role].index]
        return raw, values, tuple(overfull)

    def _repeated(self, position: int, raw: dict[str, object]) -> frozenset[str]:
        """Third-card roles whose cell repeats the round before."""
        before = self._read(position - 1)[0]
        return frozenset(
            role
            for role in THIRD_ROLES
            if role in raw and raw[role] not in (None, "", NO_CARD) and raw[role] == before.get(role)
        )

    def _counted(self, solved: Round, raw: dict[str, object]) -> frozenset[str]:
        """Third-card roles whose card a second column of final totals, the recorded one, counts."""
        found = set()
        for role, (_, read) in self.seconds.items():
            base = base_role(role)
            side = base.removesuffix("_final")
            ends = base.endswith("_final") and read(raw[role])[1] == getattr(solved, base)
            if ends and getattr(solved, base) != getattr(solved, f"{side}_initial"):
                found.add(f"{side}_third")
        return frozenset(found)

    def _zeros_settled(self, values: dict[str, Any]) -> dict[str, Any]:
        if MAYBE_NO_CARD not in values.values():
            return values
        cells = (
            "player_card_1",
            "player_card_2",
            "banker_card_1",
            "banker_card_2",
            "player_initial",
            "banker_initial",
        )
        known: dict[str, Any] = {role: values[role] for role in cells if role in values}
        settled = dict(values)
        third = values.get("player_third", NO_CARD)
        if third is MAYBE_NO_CARD:
            third = NO_CARD if resolve(Record(**known)).player_draws is False else 0
            settled["player_third"] = third
        if values.get("banker_third") is MAYBE_NO_CARD:
            draws = resolve(Record(**known, player_third=third)).banker_draws
            settled["banker_third"] = NO_CARD if draws is False else 0
        return settled

    def _second_columns(
        self, record: Record, faults: list[tuple[Fault, str]], raw: dict[str, object]
    ) -> list[tuple[Fault, str]]:
        """Faults of second columns of a role, where the first one has none."""
        told = {fault.roles[0] for fault, _ in faults}
        found = []
        for role, (_, read) in self.seconds.items():
            base = base_role(role)
            if base in told:
                continue
            changed: Any = {base: read(raw[role])[1]}
            again = resolve(replace(record, **changed))
            found += [(fault, role) for fault in again.faults if fault.roles == (base,)]
        return found

    def _with_values(
        self,
        position: int,
        record: Record,
        solved: Round,
        faults: list[tuple[Fault, str]],
        raw: dict[str, object],
    ) -> list[tuple[Fault, str]]:
        """The faults with those of card values and hands in one cell, and without what only goes by them."""
        odd = [role for role, mask in self.differing.items() if mask[position]]
        odd = [role for role in odd if _is_judged(valued_card(role), record, solved)]
        if not odd:
            return faults
        again = replace(record, **self._as_told(odd, raw))
        told = [(fault, fault.roles[0]) for fault in _once(resolve_around(again).faults)]
        told += self._second_columns(again, told, raw)
        left = {(fault.kind, role) for fault, role in told}
        new = left - {(fault.kind, role) for fault, role in faults}
        typed = not any(self._is_formula(position, role) for role in odd)
        explains_draws = typed and not any(kind in DRAWS for kind, _ in new)
        follows = [
            (fault, role)
            for fault, role in faults
            if (fault.kind, role) not in left and fault.kind in (ENDS | DRAWS if explains_draws else ENDS)
        ]
        roles = dict.fromkeys(name for fault, _ in follows for name in fault.roles)
        names = ["the outcome" if name == "outcome" else LABELS[name] for name in roles]
        found = [(fault_of(role, raw[role], _beside(role, record), names), role) for role in odd]
        return [*found, *(item for item in faults if item not in follows)]

    def _as_told(self, odd: list[str], raw: dict[str, object]) -> dict[str, Any]:
        """The cards as these columns have them."""
        told: dict[str, Any] = {}
        for role in odd:
            if role in HANDS:
                cards = (value for _, value in read_hand(raw[role]))
                told.update(zip(hand_roles(HANDS[role]), cards, strict=False))
            elif (read := read_card_value(raw[role]))[0] < NO_CARD_CODE:
                told[valued_card(role)] = read[1]
        return told

    def _is_formula(self, position: int, role: str) -> bool:
        column = self.table.also.get(role) or self.table.columns[role]
        return self.table.sheet.formulas.has(self.table.row_number(position), column.index)

    def _missing(self, record: Record, solved: Round, values: dict[str, Any]) -> tuple[str, ...]:
        """What is missing. A 0 that may be a card or a missed draw is, unless a decision is recorded too."""
        undecided = [
            f"what 0 means as {LABELS[role]}"
            for role in THIRD_ROLES
            if values.get(role) is MAYBE_NO_CARD
            and (self.table.zero.get(role) is None or getattr(record, role) == 0)
            and values.get(role.replace("third", "draws")) is not True
        ]
        return (*solved.missing, *undecided)


def _is_judged(card: str, record: Record, solved: Round) -> bool:
    """Can a value be judged beside this card? Beside no third card only where the hand must stand."""
    if not card or read_card(getattr(record, card)) is not NO_CARD:
        return True
    draws = solved.player_draws if card == "player_third" else solved.banker_draws
    return draws is False


def hand_roles(side: str) -> tuple[str, str, str]:
    """The roles of a hand's three cards."""
    return f"{side}_card_1", f"{side}_card_2", f"{side}_third"


def _beside(role: str, record: Record) -> object:
    """What the cards say that a value or a hand stands beside: a value, None for no card; a hand in words."""
    if role in HANDS:
        cards = [getattr(record, name) for name in hand_roles(HANDS[role])]
        return " ".join(shown(card) for card in cards if card is not None and card is not NO_CARD)
    card = read_card(getattr(record, valued_card(role)))
    return None if card is NO_CARD else card


def _once(faults: tuple[Fault, ...]) -> list[Fault]:
    """A third card that cannot be read is one fault: it may be no card at all."""
    unreadable = {f.roles[0] for f in faults if f.kind in (Kind.UNREADABLE_CARD, Kind.IMPOSSIBLE_CARD)}
    return [fault for fault in faults if fault.kind not in EXTRA or not unreadable.issuperset(fault.roles)]


def _remembering(read: Reader) -> Reader:
    """The same reader, asked once for each distinct cell; True is told from 1."""
    known: dict[tuple[type, object], Read] = {}

    def reader(cell: object) -> Read:
        key = (type(cell), cell)
        if key not in known:
            known[key] = read(cell)
        return known[key]

    return reader
