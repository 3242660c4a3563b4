"""Dealt rounds as text, a part at a time and without a loop over rounds.

A line is laid out in a block of bytes of one width, what is shorter being filled up with zero bytes, and the
zero bytes are left out at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from baccarat_xl.rules.domain import RANKS
from baccarat_xl.rules.outcome import OUTCOMES
from baccarat_xl.simulation.dealing import Dealt

Block = npt.NDArray[np.uint8]
HEADERS: Final = {
    "shoe": "Shoe",
    "round": "Round",
    "player_card_1": "Player card 1",
    "player_card_2": "Player card 2",
    "player_third": "Player third card",
    "banker_card_1": "Banker card 1",
    "banker_card_2": "Banker card 2",
    "banker_third": "Banker third card",
    "player_final": "Player total",
    "banker_final": "Banker total",
    "outcome": "Outcome",
}
"""What a log records, in order: role -> header."""
NUMBERS: Final = ("shoe", "round")
TOTALS: Final = ("player_final", "banker_final")


def roles_of(*, endless: bool) -> tuple[str, ...]:
    """The roles that a log has; rounds of an endless shoe have no shoe."""
    return tuple(role for role in HEADERS if not (endless and role == "shoe"))


def header_line(roles: Sequence[str]) -> bytes:
    """The first line of a CSV log."""
    return ",".join(HEADERS[role] for role in roles).encode() + b"\n"


def csv_lines(part: Dealt, roles: Sequence[str]) -> bytes:
    """The rounds as CSV; an empty cell is no third card."""
    pieces: list[bytes | Block] = []
    for role in roles:
        pieces += [b"," if pieces else b"", _field(part, role, quoted=False)]
    return _joined(len(part), [*pieces, b"\n"])


def json_lines(part: Dealt, roles: Sequence[str]) -> bytes:
    """The rounds as JSON Lines; null is no third card."""
    pieces: list[bytes | Block] = []
    for role in roles:
        pieces += [f'{", " if pieces else "{"}"{role}": '.encode(), _field(part, role, quoted=True)]
    return _joined(len(part), [*pieces, b"}\n"])


def _field(part: Dealt, role: str, *, quoted: bool) -> Block:
    column: npt.NDArray[np.int64] = getattr(part, role)
    if role in NUMBERS:
        return _digits(column)
    if role in TOTALS:
        return (column + ord("0")).astype(np.uint8)[:, None]
    words: Block = _words(role == "outcome", quoted)[column]
    return words


@cache
def _words(outcome: bool, quoted: bool) -> Block:
    """One row of bytes for each code."""
    words = [*OUTCOMES] if outcome else [*RANKS]
    texts = [f'"{word}"' if quoted else word for word in words]
    texts += [] if outcome else ["null" if quoted else ""]
    width = max(map(len, texts))
    return np.array([list(text.encode().ljust(width, b"\0")) for text in texts], np.uint8)


def _digits(column: npt.NDArray[np.int64]) -> Block:
    """Whole numbers in decimal, each row as wide as the widest needs."""
    width = len(str(int(column.max(initial=0))))
    block = np.empty((len(column), width), np.uint8)
    rest = column
    for place in range(width - 1, -1, -1):
        digit = rest % 10 + ord("0")
        block[:, place] = np.where(rest > 0, digit, 0) if place < width - 1 else digit
        rest = rest // 10
    return block


def _joined(rows: int, pieces: Sequence[bytes | Block]) -> bytes:
    widths = [len(piece) if isinstance(piece, bytes) else piece.shape[1] for piece in pieces]
    block = np.empty((rows, sum(widths)), np.uint8)
    at = 0
    for piece, width in zip(pieces, widths, strict=True):
        if isinstance(piece, bytes):
            block[:, at : at + width] = np.frombuffer(piece, np.uint8)
        else:
            block[:, at : at + width] = piece
        at += width
    return bytes(block[block != 0])


def cell_rows(part: Dealt, roles: Sequence[str]) -> Iterator[tuple[int | str | None, ...]]:
    """The rounds as rows of cells; None is no third card."""
    return zip(*(cells(part, role) for role in roles), strict=True)


def cells(part: Dealt, role: str) -> list[int | str | None]:
    """One column's cells."""
    column = getattr(part, role)
    if role in (*NUMBERS, *TOTALS):
        return [*column.tolist()]
    words: tuple[str | None, ...] = OUTCOMES if role == "outcome" else (*RANKS, None)
    return [words[code] for code in column.tolist()]
