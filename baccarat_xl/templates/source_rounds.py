"""The rounds of a source as the template's typed columns, with what was assumed and what did not fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from baccarat_xl.errors import UsageError
from baccarat_xl.layout.cells import Zero, is_no_card, split_cards
from baccarat_xl.layout.recognise import Table, recognise
from baccarat_xl.layout.table import cells_of
from baccarat_xl.rules.errors import InputError
from baccarat_xl.templates import spelling
from baccarat_xl.templates.columns import TYPED_BY_ROLE
from baccarat_xl.templates.spelling import Read, Typed
from baccarat_xl.templates.zeros import THIRDS, settled
from baccarat_xl.workbook.model import CellValue, NotRead, Progress
from baccarat_xl.workbook.quoted_styles import could_be_formula
from baccarat_xl.workbook.read import read_book

HANDS: Final = {
    "player_cards": ("p1", "p2", "p3"),
    "banker_cards": ("b1", "b2", "b3"),
}
CARDS: Final = ("p1", "p2", "p3", "b1", "b2", "b3")


@dataclass(frozen=True, slots=True)
class Doubt:
    """A cell kept as text since it could not be read: the round's position, the column key, the text, why."""

    position: int
    key: str
    text: str
    why: str
    source: str


@dataclass(slots=True)
class Rounds:
    """Typed columns, all of one length, by column key; columns that the source lacks are not there.

    ``others``    columns without a role, by header: they go where the template has the same header
    ``no_place``  recognised columns for which the template has no column
    ``respelled`` cards whose spelling the sheet does not look up, and what is typed for them
    """

    count: int = 0
    columns: dict[str, list[Typed]] = field(default_factory=dict)
    others: dict[str, list[Typed]] = field(default_factory=dict)
    doubts: list[Doubt] = field(default_factory=list)
    assumptions: list[str] = field(default_factory=list)
    no_place: list[str] = field(default_factory=list)
    not_read: list[NotRead] = field(default_factory=list)
    respelled: dict[str, str] = field(default_factory=dict)


def read_rounds(
    path: Path,
    *,
    mapping: Mapping[str, str] | None = None,
    sheet: str | None = None,
    header_row: int | None = None,
    zero: Zero | None = None,
    means: Mapping[str, str] | None = None,
    password: str | None = None,
    progress: Progress | None = None,
) -> Rounds:
    """Read and recognise every table of rounds, in the order of the source.

    Raises UsageError where no table is found or a declaration does not fit, and what `read_book` raises.
    """
    book = read_book(path, password=password, progress=progress)
    if progress:
        progress("recognising columns", 0.0)
    found = recognise(book, sheet=sheet, header_row=header_row, mapping=mapping, zero=zero, means=means)
    tables = [table for table in found.tables if table.variant is None]
    rounds = Rounds(not_read=[item for item in found.not_read if item.what != "sheet" or tables])
    for table in found.tables:
        if table.variant:
            why = (
                f"this is {table.variant}, where people decide some draws; these rules cannot judge it (R0)."
            )
            rounds.not_read.append(NotRead("table", table.sheet.name or path.name, why))
    if not tables:
        why = rounds.not_read[-1].why if rounds.not_read else found.not_read[-1].why if found.not_read else ""
        raise UsageError(f"{path} holds no table of rounds that can be filled in: {why}".rstrip(": "))
    for number, table in enumerate(tables, start=1):
        _add(rounds, table, number if len(tables) > 1 else 0)
    if rounds.respelled:
        some = ", ".join(f"{text} as {typed}" for text, typed in list(rounds.respelled.items())[:5])
        rounds.assumptions.append(f"cards are written in a spelling that the sheet looks up: {some}")
    for shorter in (*rounds.columns.values(), *rounds.others.values()):
        shorter += [None] * (rounds.count - len(shorter))
    return rounds


def _add(rounds: Rounds, table: Table, number: int) -> None:
    name = f"{table.sheet.name}!row {table.header_row}" if table.sheet.name else f"row {table.header_row}"
    start, count = rounds.count, len(table.rounds)
    rounds.assumptions += [text for text in table.assumptions if text not in rounds.assumptions]
    reader = _Reader(rounds, table, start)
    for role, column in table.columns.items():
        recorded = table.also.get(f"recorded_{role}")
        if role in HANDS:
            reader.hand(role, column.index)
        elif role in TYPED_BY_ROLE:
            source = recorded or column
            key = TYPED_BY_ROLE[role].key
            reader.column(key, source.index, _read(table, key, role))
            if recorded:
                reader.left_out(column.header, "the recorded one is taken")
        else:
            reader.left_out(column.header, "the template works it out")
    for column in table.unknown_columns:
        cells = cells_of(table.sheet, column.index, table.rounds)
        _extend(rounds.others, column.header, _each(cells, spelling.as_label)[0], start)
    _settle_zeros(rounds, table, start)
    if number and "shoe" not in table.columns:
        _extend(rounds.columns, "shoe", [number] * count, start)
        rounds.assumptions.append(f"the source names no shoe: {name} is numbered {number}")
    rounds.count += count


def _settle_zeros(rounds: Rounds, table: Table, start: int) -> None:
    unsettled: set[str] = set()
    for zero in settled(rounds.columns, table, start):
        address = table.sheet.address(table.rounds[zero.offset], table.columns[zero.role].index)
        rounds.doubts.append(Doubt(start + zero.offset, zero.key, "0", zero.why, address))
        unsettled.add(zero.key)
    for key, role, _ in THIRDS:
        if role in table.columns and table.zero.get(role, "card") is None:
            where = "is taken as a card worth 0 where the hand does not have to stand"
            said = where if key in unsettled else "is taken as a card worth 0"
            rounds.assumptions.append(f"0 in column {table.columns[role].header!r} {said}")


def _read(table: Table, key: str, role: str) -> Callable[[object], Read]:
    if key in ("p3", "b3"):
        return spelling.as_third(table.zero.get(role))
    if key in CARDS:
        return spelling.as_card
    if key == "ro":
        return spelling.as_outcome({number: str(outcome) for number, outcome in table.outcome_codes.items()})
    if key in ("rpd", "rbd"):
        return spelling.as_decision
    return spelling.as_total if key in ("rpf", "rbf") else spelling.as_label


class _Once(dict[object, Typed]):
    """Cell -> what is to be typed, each distinct cell read once; ``whys``: why some could not be read."""

    def __init__(self, read: Callable[[object], Read]) -> None:
        super().__init__()
        self._read = read
        self.whys: dict[object, str] = {}

    def __missing__(self, cell: object) -> Typed:
        value, why = self._read(cell)
        if why:
            self.whys[cell] = why
        self[cell] = value
        return value


def _each(
    cells: Sequence[CellValue], read: Callable[[object], Read]
) -> tuple[list[Typed], dict[object, str]]:
    """What is to be typed for each cell, and why some distinct cells could not be read."""
    if bool in set(map(type, cells)):  # True is told from 1
        cells = [spelling.shown(cell) if isinstance(cell, bool) else cell for cell in cells]
    known = _Once(read)
    return list(map(known.__getitem__, cells)), known.whys


def _extend(columns: dict[str, list[Typed]], name: str, values: Sequence[Typed], start: int) -> None:
    column = columns.setdefault(name, [])
    column += [None] * (start - len(column))
    column += values


class _Reader:
    """Reads the columns of one table into the rounds, from position ``start`` on."""

    def __init__(self, rounds: Rounds, table: Table, start: int) -> None:
        self.rounds, self.table, self.start = rounds, table, start

    def column(self, key: str, index: int, read: Callable[[object], Read]) -> None:
        cells = cells_of(self.table.sheet, index, self.table.rounds)
        values, whys = _each(cells, read)
        if key in CARDS:
            self._note_respelled(set(cells))
        self._put(key, values, cells, whys, index)

    def hand(self, role: str, index: int) -> None:
        """Cards joined in one cell, to their columns in the order in which they are written."""
        cells = cells_of(self.table.sheet, index, self.table.rounds)
        hands = {cell: _split(cell) for cell in set(cells)}
        self._note_respelled({card for cell in hands for card in _cards_of(cell)})
        for place, key in enumerate(HANDS[role]):
            values = {cell: hand[place][0] for cell, hand in hands.items()}
            whys: dict[object, str] = {cell: hand[place][1] for cell, hand in hands.items() if hand[place][1]}
            self._put(key, list(map(values.__getitem__, cells)), cells, whys, index)

    def _note_respelled(self, cards: Iterable[object]) -> None:
        for card in cards:
            if (typed := spelling.respelled(card)) is not None:
                self.rounds.respelled[spelling.shown(card)] = str(typed)

    def left_out(self, header: str, why: str) -> None:
        text = f"{header}: {why}"
        if text not in self.rounds.no_place:
            self.rounds.no_place.append(text)

    def _put(
        self,
        key: str,
        values: list[Typed],
        cells: Sequence[CellValue],
        whys: dict[object, str],
        index: int,
    ) -> None:
        _extend(self.rounds.columns, key, values, self.start)
        if not whys:
            return
        for offset, (cell, value) in enumerate(zip(cells, values, strict=True)):
            why = whys.get(cell if not isinstance(cell, bool) else spelling.shown(cell))
            if why:
                address = self.table.sheet.address(self.table.rounds[offset], index)
                self.rounds.doubts.append(Doubt(self.start + offset, key, str(value), why, address))


def _cards_of(cell: object) -> tuple[str, ...]:
    try:
        return split_cards(cell)
    except InputError:
        return ()


def _split(cell: object) -> tuple[Read, Read, Read]:
    nothing: Read = (None, "")
    if could_be_formula(cell) and not is_no_card(cell):
        return (spelling.shown(cell), "it is no hand of cards that can be read"), nothing, nothing
    try:
        cards = split_cards(cell)
    except InputError:
        return (spelling.shown(cell), "it is no hand of cards that can be read"), nothing, nothing
    if len(cards) > 3:
        return (spelling.shown(cell), "a hand has three cards at most"), nothing, nothing
    reads = [spelling.as_card(card) for card in cards]
    return (*reads, nothing, nothing, nothing)[:3]  # type: ignore[return-value]
