"""The columns of a table that hold bets: what was bet on, the stake, and what came of it. Never a round's."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from baccarat_xl.layout.table import cells_of
from baccarat_xl.layout.values import number_of
from baccarat_xl.layout.vocabulary import vocabulary
from baccarat_xl.layout.words import cell_text, is_latin, plain

if TYPE_CHECKING:
    from baccarat_xl.layout.table import Column, Table
    from baccarat_xl.workbook.model import CellValue

Named: TypeAlias = "Callable[[CellValue], str | None]"
ROLES: Final = ("side", "stake", "payout", "profit", "balance")
MONEY: Final = ROLES[2:]
"""What came of a bet."""
FACTS: Final = ("player_count", "banker_count", "player_pair", "banker_pair", "row_terms")
"""What a bettor's table may tell of the round itself: numbers of cards, pairs; and terms of its own."""
FACT_WORDS: Final = {
    "player_count": "how many cards Player took",
    "banker_count": "how many cards Banker took",
    "player_pair": "whether Player began with a pair",
    "banker_pair": "whether Banker began with a pair",
    "row_terms": "the payment terms of a row, where they are others",
}
WORDS: Final = {"side": "what was bet on", "stake": "the stake"}
"""How a sentence calls a role; the others go by their own names."""
SAMPLE: Final = 500
MOSTLY: Final = 0.6
AMOUNT: Final = re.compile(r"\D{0,5}\d[\d.,' \u00a0\u202f]*\D{0,5}")
"""A number with signs of money around it."""


@dataclass(frozen=True, slots=True)
class BetColumns:
    """Role (one of `ROLES`) -> column: one at least of `MONEY`, with ``side`` and ``stake`` or ``stakes``.

    stakes  a bet's name -> the column of its stakes, where each bet has a column of its own
    facts   one of `FACTS` -> column
    others  columns of stakes, beside ``stakes``, on bets that nobody knows
    """

    columns: dict[str, Column]
    stakes: dict[str, Column] = field(default_factory=dict)
    facts: dict[str, Column] = field(default_factory=dict)
    others: tuple[Column, ...] = ()

    @property
    def letters(self) -> dict[str, str]:
        """What each column is -> its letter."""
        every = {**self.columns, **self.facts}
        every |= {f"stake on {name}": column for name, column in self.stakes.items()}
        return {role: column.letter for role, column in every.items()}

    def in_words(self) -> str:
        """Which column is what."""
        said = [(column, WORDS.get(role, role)) for role, column in self.columns.items()]
        said += [
            (column, f"the stake on {name.replace('_', ' ').capitalize()}")
            for name, column in self.stakes.items()
        ]
        said += [(column, FACT_WORDS[role]) for role, column in self.facts.items()]
        ordered = sorted(said, key=lambda item: item[0].index)
        return ", ".join(f"{column.named} is {words}" for column, words in ordered)


def bet_columns(table: Table, named: Named) -> BetColumns | None:
    """The columns of bets among those that no round has a use for; None where they make no record of bets.

    Where several columns may be one, the first is. ``named`` reads the name of a bet.
    """
    found: dict[str, Column] = {}
    stakes: dict[str, Column] = {}
    facts: dict[str, Column] = {}
    others: list[Column] = []
    for column in table.unknown_columns:
        roles, told = _roles(column.header), _fact(column.header)
        staked = _staked(column.header)
        bet = next(filter(None, map(named, staked)), None)
        if not (roles or told or staked) or column.index >= table.sheet.width:
            continue
        cells = cells_of(table.sheet, column.index, table.rounds[:SAMPLE])
        if told and told not in facts and _tells(told, cells):
            facts[told] = column
            continue
        if bet and bet not in stakes and _fitting(["stake"], cells):
            stakes[bet] = column
            continue
        if staked and not bet and not roles and _fitting(["stake"], cells):
            others.append(column)
            continue
        for role in _fitting(roles, cells):
            if role not in found:
                found[role] = column
                break
    if not set(found) & set(MONEY):
        return None
    if "side" in found and "stake" in found:
        return BetColumns(found, {}, facts)
    money = {role: column for role, column in found.items() if role in MONEY}
    return BetColumns(money, stakes, facts, tuple(others)) if stakes else None


def _staked(header: str) -> list[str]:
    """What the bet may be called whose stakes a column of this header holds: what stands beside a word for a
    stake."""
    text = plain(header)
    found = []
    for word in _stake_words():
        gap = " " if is_latin(word) else ""
        for rest in (
            text.removeprefix(word + gap) if text.startswith(word + gap) else "",
            text.removesuffix(gap + word) if text.endswith(gap + word) else "",
        ):
            words = rest.split()
            while words and words[0] in _between():
                words = words[1:]
            if words and not set(words) & _no_names():
                found.append(" ".join(words))
    return found


@lru_cache(maxsize=1)
def _stake_words() -> tuple[str, ...]:
    """The longest first."""
    by_role = _phrases()[1]
    return tuple(sorted(by_role["side"] | by_role["stake"], key=len, reverse=True))


@lru_cache(maxsize=1)
def _no_names() -> frozenset[str]:
    return frozenset(map(plain, vocabulary()["bets"]["no_names"]))


@lru_cache(maxsize=1)
def _between() -> frozenset[str]:
    return frozenset(map(plain, vocabulary()["bets"]["between"]))


def _fact(header: str) -> str | None:
    text = plain(header)
    return next(
        (role for role in FACTS if text in {plain(word) for word in vocabulary()["bets"][role]}), None
    )


def _tells(role: str, cells: Iterable[CellValue]) -> bool:
    """Do most cells say how many cards, or whether there is a pair?"""
    filled = [cell for cell in cells if cell is not None and str(cell).strip()]
    if role == "row_terms":
        return bool(filled) and all(isinstance(cell, str) for cell in filled)
    read = card_count if role.endswith("count") else pair_kind
    return bool(filled) and sum(read(cell) is not None for cell in filled) >= MOSTLY * len(filled)


def card_count(cell: CellValue) -> int | None:
    """2 or 3; None for anything else."""
    number = number_of(cell)
    return int(number) if number in (2, 3) else None


def pair_kind(cell: CellValue) -> str | None:
    """``no``, ``pair`` or ``perfect``; None for a blank and for anything else."""
    if isinstance(cell, bool):
        return "pair" if cell else "no"
    words = {"yes": "pair", "true": "pair", "pair": "pair", "perfect": "perfect", "perfect pair": "perfect"}
    text = cell_text(cell) if isinstance(cell, str) else ""
    return {**words, "no": "no", "false": "no", "no pair": "no"}.get(text)


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
        isinstance(cell, str) and AMOUNT.fullmatch(cell.strip()) is not None
    )


def is_no_bet(cell: CellValue) -> bool:
    """Does the cell say that nothing was bet?"""
    if cell is None:
        return True
    return isinstance(cell, str) and (not cell.strip() or cell_text(cell) in _nothing())


@lru_cache(maxsize=1)
def _nothing() -> frozenset[str]:
    return frozenset(map(cell_text, vocabulary()["bets"]["nothing"]))
