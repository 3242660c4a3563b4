"""The bets of a table, read: one for each round that has one, with what is known of the round."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from baccarat_xl.audit.bets.ranks import rank_and_suit
from baccarat_xl.audit.judge import Judge
from baccarat_xl.layout.bets import BetColumns, is_no_bet
from baccarat_xl.layout.cells import read_outcome
from baccarat_xl.layout.table import OPENING, cells_of
from baccarat_xl.layout.words import plain
from baccarat_xl.rules.outcome import OUTCOMES
from baccarat_xl.rules.tableau import NATURALS
from baccarat_xl.settlement.facts import PAIRS, Facts

if TYPE_CHECKING:
    from baccarat_xl.audit.judge import Judged
    from baccarat_xl.layout.table import Table
    from baccarat_xl.settlement.terms import Bet
    from baccarat_xl.workbook.model import CellValue

DIGITS: Final = 15
"""The digits of a number that a spreadsheet keeps."""
MONEY_SIGNS: Final = str.maketrans(dict.fromkeys("$€£¥₩₫ \u00a0\u202f'", "") | {"−": "-", "–": "-"})


NOTHING_KNOWN: Final = Facts()


@dataclass(frozen=True, slots=True)
class Placed:
    """One round's bet. bet: its name, None for no bet (the stake is then 0); money: role -> amount.

    facts  what is known of the round; why: set where the bet cannot be judged, and the rest is then not meant
    """

    position: int
    bet: str | None
    stake: Decimal
    money: Mapping[str, Decimal]
    facts: Facts = NOTHING_KNOWN
    why: str = ""


@lru_cache(maxsize=1 << 15, typed=True)
def amount(cell: CellValue) -> Decimal | None:
    """An amount of money, exactly as a spreadsheet shows it; None for what is none.

    >>> amount(0.1 + 0.2), amount("$1,000.50"), amount("(10)"), amount("ten")
    (Decimal('0.3'), Decimal('1000.50'), Decimal('-10'), None)
    """
    if isinstance(cell, bool) or cell is None:
        return None
    if isinstance(cell, int | float):
        text = f"{cell:.{DIGITS}g}"
    else:
        text = str(cell).translate(MONEY_SIGNS)
        if text.startswith("(") and text.endswith(")"):
            text = f"-{text[1:-1]}"
        if "," in text and len(text.rpartition(",")[2]) != 3 and text.count(",") == 1 and "." not in text:
            text = text.replace(",", ".")
        text = text.replace(",", "")
    try:
        found = Decimal(text)
    except InvalidOperation:
        return None
    return found if found.is_finite() else None


def bet_reader(bets: Mapping[str, Bet]) -> Callable[[CellValue], str | None]:
    """Reads the name of a bet; None for what is none."""
    known = {plain(word): name for name, bet in bets.items() for word in (name, bet.label, *bet.words)}

    def read(cell: CellValue) -> str | None:
        if not isinstance(cell, str):
            return None
        outcome = read_outcome(cell)
        return outcome.casefold() if outcome else known.get(plain(cell))

    return read


def placed_bets(
    table: Table, columns: BetColumns, bets: Mapping[str, Bet], with_findings: Collection[int] = ()
) -> list[Placed]:
    """Every round of the table, in order, with its bet or without one.

    with_findings  numbers of rows that have a finding: what a bet comes to there is not settled
    """
    read = bet_reader(bets)
    rounds = _Rounds(table)
    cells = {role: cells_of(table.sheet, one.index, table.rounds) for role, one in columns.columns.items()}
    money = [role for role in cells if role not in ("side", "stake")]
    found = []
    for position in range(len(table.rounds)):
        side, staked = cells["side"][position], cells["stake"][position]
        amounts = {role: value for role in money if (value := amount(cells[role][position])) is not None}
        stake = amount(staked)
        if is_no_bet(side) or stake == 0:
            found.append(Placed(position, None, Decimal(0), amounts))
            continue
        name, why = read(side), ""
        facts: Facts | None = NOTHING_KNOWN
        if name is None:
            why = f"what was bet on cannot be read: {side}"
        elif stake is None or stake < 0:
            why = f"its stake cannot be read: {staked}"
        else:
            facts = rounds.facts(position, pairs=name in bets and bool(bets[name].asks & PAIRS))
        if facts is None or (not why and table.row_number(position) in with_findings):
            why = "the round has a finding of its own"
        found.append(Placed(position, name, stake or Decimal(0), amounts, facts or NOTHING_KNOWN, why))
    return found


class _Rounds:
    """What is known of each round: those alike in what the rules read are judged once."""

    def __init__(self, table: Table) -> None:
        from baccarat_xl.audit.encode import encode_table
        from baccarat_xl.audit.table import rounds_alike

        self.judge = Judge(table)
        self.known: dict[int, Facts | None] = {}
        self.group: dict[int, int] = {}
        everything = np.arange(len(table.rounds))
        for alike in rounds_alike(encode_table(table), everything, {}):
            self.group.update(dict.fromkeys(alike, alike[0]))

    def facts(self, position: int, *, pairs: bool) -> Facts | None:
        """None for a round that the rules find fault with."""
        first = self.group[position]
        if first not in self.known:
            judged = self.judge.judge(first)
            self.known[first] = None if judged.faults or judged.overfull else facts_of(judged)
        facts = self.known[first]
        return with_pairs(facts, self.judge.judge(position).raw) if facts and pairs else facts


def facts_of(judged: Judged) -> Facts:
    """What is known of a round that was judged to be right, pairs left out."""
    played = judged.round
    cards = {True: 3, False: 2}
    return Facts(
        outcome=played.outcome if played.outcome in OUTCOMES else None,
        player_final=_total(played.player_final),
        banker_final=_total(played.banker_final),
        player_cards=cards.get(played.player_draws) if isinstance(played.player_draws, bool) else None,
        banker_cards=cards.get(played.banker_draws) if isinstance(played.banker_draws, bool) else None,
        player_natural=_natural(played.player_initial),
        banker_natural=_natural(played.banker_initial),
    )


def with_pairs(facts: Facts, raw: Mapping[str, object]) -> Facts:
    """The facts and what the opening cards say of pairs."""
    player_pair, player_perfect, banker_pair, banker_perfect = _pairs(raw)
    return replace(
        facts,
        player_pair=player_pair,
        banker_pair=banker_pair,
        player_perfect=player_perfect,
        banker_perfect=banker_perfect,
    )


def _total(total: object) -> int | None:
    return total if isinstance(total, int) else None


def _natural(total: object) -> bool | None:
    return total in NATURALS if isinstance(total, int) else None


def _pairs(raw: Mapping[str, object]) -> Sequence[bool | None]:
    """Player's and Banker's pair and perfect pair, from the opening cards as they are written."""
    found: list[bool | None] = []
    for names in (OPENING[:2], OPENING[2:]):
        (rank, suit), (other, its) = (rank_and_suit(raw.get(name)) for name in names)
        pair = None if rank is None or other is None else rank == other
        suited = suit == its if suit and its else None
        found += [pair, suited if pair else pair]
    return found
