"""Cell values in and out of functions: blank, text number, error, unseen card; the one error policy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from reprlib import repr as short
from typing import Final, Protocol

from baccarat_xl.cell_error import NA, NUM, VALUE, CellError
from baccarat_xl.rules.cards import as_number, read_card, read_total
from baccarat_xl.rules.errors import InputError, OutOfRange, WrongKind
from baccarat_xl.rules.outcome import read_outcome
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, UNSEEN, Decision, Missing

DRAW_WORDS: Final = {"true": True, "draws": True, "draw": True, "yes": True}
STAND_WORDS: Final = {"false": False, "stands": False, "stand": False, "no": False}
_DECISIONS: Final = DRAW_WORDS | STAND_WORDS | {"1": True, "0": False}


def read_decision(cell: object) -> Decision:
    """TRUE, FALSE, 1, 0 or the words draws/stands, draw/stand, yes/no; blank and ``"?"`` are UNKNOWN.

    Raises WrongKind for other text and for fractions, OutOfRange for other whole numbers.
    """
    if cell is None or cell is UNKNOWN or isinstance(cell, Missing):
        return UNKNOWN
    if isinstance(cell, bool) or getattr(getattr(cell, "dtype", None), "kind", "") == "b":
        return bool(cell)
    number = as_number(cell)
    if isinstance(cell, str):
        word = cell.strip().casefold()
        if word in ("", "?"):
            return UNKNOWN
        if word in _DECISIONS:
            return _DECISIONS[word]
    elif isinstance(number, int) or (number is not None and number.is_integer()):
        if number in (0, 1):
            return bool(number)
        raise OutOfRange(f"{short(cell)} is neither 1 (draws) nor 0 (stands)")
    raise WrongKind(f"{short(cell)} is not a decision; accepted are TRUE, FALSE, 1, 0, draws, stands")


class Readable(Protocol):
    """What an argument takes: a member of `Kind`, or of another enumeration like it."""

    @property
    def name(self) -> str: ...

    @property
    def value(self) -> str:
        """Its description for help pages."""

    @property
    def read(self) -> Callable[[object], object]:
        """The reader: one raw value to one parsed value, raising InputError."""


class Kind(Enum):
    """What an argument takes. The value is its description for help pages."""

    CARD = "a card: A, 2-10, T, J, Q, K, with or without a suit, or 0-13"
    THIRD = 'a card or its value 0-9; blank = no card; "?" = drawn and not seen'
    TOTAL = "a total 0-9; blank = not known"
    DECISION = "TRUE or FALSE, 1 or 0; blank = not known"
    OUTCOME = "Player, Banker, Tie or P, B, T; blank = not recorded"
    ANY_CARD = "a card cell, readable or not; blank = no card"
    ANY_OUTCOME = "an outcome cell, readable or not; blank = not recorded"

    @property
    def read(self) -> Callable[[object], object]:
        """The reader: one raw value to one parsed value, raising InputError."""
        return _READERS[self]


@dataclass(frozen=True, slots=True)
class Unread:
    """A cell that could not be read, handed on to a function that judges such cells itself."""

    cell: object


def _or_unread(read: Callable[[object], object]) -> Callable[[object], object]:
    def reader(cell: object) -> object:
        try:
            return read(cell)
        except InputError:
            return Unread(cell)

    return reader


_READERS: Final[dict[Kind, Callable[[object], object]]] = {
    Kind.CARD: read_card,
    Kind.THIRD: read_card,
    Kind.TOTAL: read_total,
    Kind.DECISION: read_decision,
    Kind.OUTCOME: read_outcome,
    Kind.ANY_CARD: _or_unread(read_card),
    Kind.ANY_OUTCOME: _or_unread(read_outcome),
}


def error_of(problem: InputError) -> CellError:
    """The cell error for an exception: #NUM! out of range, else #VALUE!."""
    return NUM if isinstance(problem, OutOfRange) else VALUE


def to_cell(result: object) -> object:
    """A result as a cell holds it: no card is empty text, not known is #N/A, a set is a list in words.

    Exact money is a number.
    """
    if result is UNKNOWN or result is UNSEEN:
        return NA
    if result is NO_CARD:
        return ""
    if isinstance(result, tuple):
        return ", ".join(item.value if isinstance(item, Missing) else str(item) for item in result)
    return float(result) if isinstance(result, Decimal) else result
