"""A cell of a known role as a value for the scalar rules, and as a one-byte code for columns.

One function per role gives both, so that what the columns see and what the rules judge cannot differ.
Codes are those of `baccarat_xl.columns`, and beyond them: `ZERO` for a 0 that is no card where the hand must
stand, `OPEN_ZERO` for a 0 whose meaning nobody has said, and an ``odd`` code for what cannot be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime, time
from typing import TYPE_CHECKING, Final, TypeAlias

from baccarat_xl.layout.cells import is_date as is_written_date
from baccarat_xl.layout.cells import (
    is_no_card,
    is_not_recorded,
    is_zero,
    read_decision,
    read_natural,
    read_outcome,
    read_third,
    split_cards,
)
from baccarat_xl.layout.table import valued_card
from baccarat_xl.layout.vocabulary import cell_words
from baccarat_xl.layout.words import cell_text
from baccarat_xl.rules.cards import read_card, read_total
from baccarat_xl.rules.errors import InputError
from baccarat_xl.rules.outcome import OUTCOMES
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, UNSEEN, Card

if TYPE_CHECKING:
    from baccarat_xl.layout.table import Table

Read: TypeAlias = tuple[int, object]
"""(code, value): the value is what a Record takes; for an odd cell it is the cell as shown."""
Reader: TypeAlias = Callable[[object], Read]

ODD_CARD: Final = 12
ZERO: Final = 13
OPEN_ZERO: Final = 14
BLANK_TOTAL: Final = 10
ODD_TOTAL: Final = 11
BLANK_DECISION: Final = 2
ODD_DECISION: Final = 3
BLANK_OUTCOME: Final = 3
ODD_OUTCOME: Final = 4
HAND: Final = 3
MAYBE_NO_CARD: Final = object()
"""The value of such a 0: a card worth 0, or no card where the hand must stand."""
_CARD_CODE: Final[dict[Card, int]] = {**{n: n for n in range(10)}, NO_CARD: 10, UNSEEN: 11}
_DAY: Final = r"\d{1,2}"
_MONTH: Final = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_DATE: Final = re.compile(
    rf"\d{{4}}-{_DAY}-{_DAY}(?:[ T].*)?|{_DAY}/{_DAY}/\d{{2,4}}|{_DAY}[- ]{_MONTH}|{_MONTH}[- ]{_DAY}",
    re.IGNORECASE,
)


def shown(cell: object) -> str:
    """A cell's content in words, as a spreadsheet shows it."""
    if cell is None or (isinstance(cell, str) and not cell.strip()):
        return "nothing"
    if isinstance(cell, bool):
        return str(cell).upper()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime):
        return cell.date().isoformat() if cell.time() == time() else cell.isoformat(" ")
    return str(cell)


def is_date(cell: object) -> bool:
    """A date or time, or text that is one."""
    if isinstance(cell, str):
        return _DATE.fullmatch(cell.strip()) is not None or is_written_date(cell)
    return is_written_date(cell)


def _plain(cell: object) -> object:
    """The cell for a Record; what is odd goes there as it is shown, and stays odd."""
    return cell if isinstance(cell, str | bool) else shown(cell)


def _is_mark(cell: object) -> bool:
    return isinstance(cell, str) and is_no_card(cell)


def read_opening(cell: object) -> Read:
    """An opening card, which is always dealt: blanks and marks such as ``-`` leave it open, a mark that only
    a card not drawn can have is no card that can be read."""
    if is_not_recorded(cell):
        return _CARD_CODE[NO_CARD], NO_CARD
    return _card(lambda: read_card(cell), cell)


def read_card_value(cell: object) -> Read:
    """A card's value beside the card; blanks and marks for no card say nothing."""
    if is_no_card(cell):
        return _CARD_CODE[NO_CARD], NO_CARD
    return _card(lambda: read_card(cell), cell)


def third_reader(zero: str | None) -> Reader:
    """Reads a third-card cell, with 0 as the column has it."""

    def read(cell: object) -> Read:
        if zero not in ("card", "none") and is_zero(cell):
            return (OPEN_ZERO if zero is None else ZERO), MAYBE_NO_CARD
        return _card(lambda: read_third(cell, "none" if zero == "none" else "card"), cell)

    return read


def _card(read: Callable[[], Card], cell: object) -> Read:
    try:
        card = read()
    except InputError:
        return ODD_CARD, _plain(cell)
    return _CARD_CODE[card], card


def read_total_cell(cell: object) -> Read:
    """A total; marks such as ``-`` count as not recorded."""
    if is_not_recorded(cell):
        return BLANK_TOTAL, None
    try:
        total = read_total(cell)
    except InputError:
        return ODD_TOTAL, _plain(cell)
    return (BLANK_TOTAL, None) if total is UNKNOWN else (total, total)


def _answer(read: Callable[[object], bool | None]) -> Reader:
    def reader(cell: object) -> Read:
        if cell is None or (isinstance(cell, str) and not cell.strip()):
            return BLANK_DECISION, None
        said = read(cell)
        if said is not None:
            return int(said), said
        silent = isinstance(cell, str) and cell_text(cell) in cell_words("decision", "unknown")
        if silent or _is_mark(cell):
            return BLANK_DECISION, None
        return ODD_DECISION, shown(cell)

    return reader


def outcome_reader(codes: Mapping[float, str]) -> Reader:
    """Reads an outcome in words, or by the numbers that the table declares."""

    def read(cell: object) -> Read:
        if is_not_recorded(cell):
            return BLANK_OUTCOME, None
        outcome = read_outcome(cell) or codes.get(_number(cell), None)
        if outcome is None:
            return ODD_OUTCOME, shown(cell)
        return OUTCOMES.index(outcome), outcome

    return read


def _number(cell: object) -> float:
    try:
        return float(cell) if isinstance(cell, str | int | float) else float("nan")
    except ValueError:
        return float("nan")


def hand_parts(cell: object) -> tuple[object, ...]:
    """The cards of a hand joined in one cell, as written; a cell that is no hand is one part."""
    try:
        return split_cards(cell)
    except InputError:
        return (cell,)


def read_hand(cell: object) -> list[Read]:
    """A hand joined in one cell: its reads in order, padded to three with no card; a fourth is kept."""
    reads = [_card_part(part) for part in hand_parts(cell)]
    return reads + [(_CARD_CODE[NO_CARD], NO_CARD)] * (HAND - len(reads))


def _card_part(part: object) -> Read:
    return _card(lambda: read_card(part), part)


def base_role(role: str) -> str:
    """The role that a second column of it stands for: ``recorded_outcome`` -> ``outcome``."""
    return role.removeprefix("recorded_").removeprefix("computed_")


def reader_for(role: str, table: Table) -> Reader | None:
    """How to read a column of this role in this table; None for one that is not compared."""
    base = base_role(role)
    if valued_card(role):
        return read_card_value
    if base.endswith(("_card_1", "_card_2")):
        return read_opening
    if base in ("player_third", "banker_third"):
        return third_reader(table.zero.get(base, "card"))
    if base.endswith(("_initial", "_final")):
        return read_total_cell
    if base == "natural":
        return _answer(read_natural)
    if base in ("player_draws", "banker_draws"):
        return _answer(read_decision)
    return outcome_reader(table.outcome_codes) if base == "outcome" else None
