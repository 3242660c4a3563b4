"""The columns of a table that hold bets: what was bet on, the stake, and what came of it. Never a round's."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from baccarat_xl.layout.table import cells_of
from baccarat_xl.layout.values import number_of
from baccarat_xl.layout.vocabulary import vocabulary
from baccarat_xl.layout.words import cell_text, plain

if TYPE_CHECKING:
    from baccarat_xl.layout.table import Column, Table
    from baccarat_xl.workbook.model import CellValue

ROLES: Final = ("side", "stake", "payout", "profit", "balance")
WORDS: Final = {"side": "what was bet on", "stake": "the stake"}
"""How a sentence calls a role; the others go by their own names."""
SAMPLE: Final = 500
MOSTLY: Final = 0.6


@dataclass(frozen=True, slots=True)
class BetColumns:
    """Role (one of `ROLES`) -> column; ``side`` and ``stake`` are there, and one of the others at least."""

    columns: dict[str, Column]

    def in_words(self) -> str:
        """Which column is what."""
        ordered = sorted(self.columns.items(), key=lambda item: item[1].index)
        return ", ".join(f"{column.named} is {WORDS.get(role, role)}" for role, column in ordered)


def bet_columns(table: Table) -> BetColumns | None:
    """The columns of bets among those that no round has a use for; None where they make no record of bets.

    Where several columns may be one, the first is.
    """
    found: dict[str, Column] = {}
    for column in table.unknown_columns:
        roles = _roles(column.header)
        if not roles or column.index >= table.sheet.width:
            continue
        cells = cells_of(table.sheet, column.index, table.rounds[:SAMPLE])
        for role in _fitting(roles, cells):
            if role not in found:
                found[role] = column
                break
    enough = "side" in found and "stake" in found and len(found) > 2
    return BetColumns(found) if enough else None


def _roles(header: str) -> list[str]:
    words = plain(header).split()
    while len(words) > 1 and words[0] in ("bet", "bets") and words[1:2] != ["size"]:
        if " ".join(words) in _phrases()[0]:
            break
        words = words[1:]
    text = " ".join(words)
    return [role for role in ROLES if text in _phrases()[1][role]]


@lru_cache(maxsize=1)
def _phrases() -> tuple[set[str], dict[str, set[str]]]:
    said = vocabulary()["bets"]
    by_role = {role: {plain(word) for word in said[role]} for role in ROLES}
    return set().union(*by_role.values()), by_role


def _fitting(roles: Iterable[str], cells: list[CellValue]) -> list[str]:
    """The roles that the cells can have: words are what was bet on, numbers anything else."""
    filled = [cell for cell in cells if cell is not None and str(cell).strip()]
    if not filled:
        return []
    numbers = sum(has_amount(cell) for cell in filled) >= MOSTLY * len(filled)
    return [role for role in roles if (role != "side") == numbers]


def has_amount(cell: CellValue) -> bool:
    """Is there a number in it, whatever signs of money stand around it?"""
    if isinstance(cell, bool):
        return False
    return number_of(cell) is not None or (
        isinstance(cell, str) and any(map(str.isdigit, cell)) and "," in cell
    )


def is_no_bet(cell: CellValue) -> bool:
    """Does the cell say that nothing was bet?"""
    if cell is None:
        return True
    return isinstance(cell, str) and (not cell.strip() or cell_text(cell) in _nothing())


@lru_cache(maxsize=1)
def _nothing() -> frozenset[str]:
    return frozenset(map(cell_text, vocabulary()["bets"]["nothing"]))
