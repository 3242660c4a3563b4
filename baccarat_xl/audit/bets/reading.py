"""The bets of a table, read: one for each round that has one, with what is known of the round."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from baccarat_xl.audit.bets.ranks import rank_and_suit
from baccarat_xl.audit.judge import Judge
from baccarat_xl.errors import UsageError
from baccarat_xl.layout.bets import MONEY, BetColumns, card_count, is_no_bet, pair_kind
from baccarat_xl.layout.cells import read_outcome
from baccarat_xl.layout.table import OPENING, cells_of
from baccarat_xl.layout.words import plain
from baccarat_xl.rules.outcome import OUTCOMES
from baccarat_xl.rules.tableau import NATURALS
from baccarat_xl.settlement.facts import PAIRS, Facts

if TYPE_CHECKING:
    from baccarat_xl.audit.judge import Judged
    from baccarat_xl.layout.table import Table
    from baccarat_xl.settlement.terms import Bet, Terms
    from baccarat_xl.workbook.model import CellValue

DIGITS: Final = 15
"""The digits of a number that a spreadsheet keeps."""
MONEY_SIGNS: Final = str.maketrans(dict.fromkeys("$€£¥₩₫ \u00a0\u202f'", "") | {"−": "-", "–": "-"})
CURRENCY: Final = re.compile(r"^[A-Za-z]{2,3}|[A-Za-z]{2,3}$")
NOTHING_KNOWN: Final = Facts()


@dataclass(frozen=True, slots=True)
class Placed:
    """One round's bet. bet: its name, None for no bet (the stake is then 0); money: role -> amount.

    parts  name and stake of each bet of the round: several where each has a column of its own; bet is then
           all their names, and stake their sum
    terms  the row's own, where it names some; None: those of the whole table
    facts  what is known of the round; why: set where the bet cannot be judged, and the rest is then not meant
    """

    position: int
    bet: str | None
    stake: Decimal
    money: Mapping[str, Decimal]
    facts: Facts = NOTHING_KNOWN
    why: str = ""
    parts: tuple[tuple[str, Decimal], ...] = ()
    terms: Terms | None = None


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
        text = CURRENCY.sub("", str(cell).translate(MONEY_SIGNS))
        if text.endswith("-"):
            text = f"-{text[:-1]}"
        if text.startswith("(") and text.endswith(")"):
            text = f"-{text[1:-1]}"
        text = _with_point(text)
    try:
        found = Decimal(text)
    except InvalidOperation:
        return None
    return found if found.is_finite() else None


def _with_point(text: str) -> str:
    """A number as text with a point before its decimals and nothing between thousands.

    Of two signs the last stands before decimals; one that comes again, or a comma before three digits, parts
    thousands.

    >>> [_with_point(text) for text in ("1.250,00", "1,250.00", "1.250.000", "9,50", "1,250", "9.5")]
    ['1250.00', '1250.00', '1250000', '9.50', '1250', '9.5']
    """
    if "," in text and "." in text:
        point = max(",.", key=text.rfind)
        whole, _, decimals = text.rpartition(point)
        return f"{_joined(whole, '.' if point == ',' else ',')}.{decimals}"
    for mark in ",.":
        if text.count(mark) > 1:
            return _joined(text, mark)
    if "," in text:
        whole, _, after = text.partition(",")
        return f"{whole}{after}" if len(after) == 3 else f"{whole}.{after}"
    return text


def _joined(text: str, mark: str) -> str:
    """Thousands put together; a text that is no number where they are none."""
    first, *groups = text.split(mark)
    return first + "".join(groups) if all(len(group) == 3 for group in groups) else ""


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
    table: Table,
    columns: BetColumns,
    bets: Mapping[str, Bet],
    with_findings: Collection[int] = (),
    terms_named: Callable[[str], Terms] | None = None,
) -> list[Placed]:
    """Every round of the table, in order, with its bet or without one.

    with_findings  numbers of rows that have a finding: what a bet comes to there is not settled
    terms_named    reads the terms that a row names for itself, and raises UsageError; None: rows do not
    """
    read = bet_reader(bets)
    rounds = _Rounds(table, columns)
    cells = {role: cells_of(table.sheet, one.index, table.rounds) for role, one in columns.columns.items()}
    stakes = {name: cells_of(table.sheet, one.index, table.rounds) for name, one in columns.stakes.items()}
    others = {one.named: cells_of(table.sheet, one.index, table.rounds) for one in columns.others}
    own = columns.facts.get("row_terms") if terms_named else None
    named = cells_of(table.sheet, own.index, table.rounds) if own else []
    money = [role for role in cells if role in MONEY]
    found = []
    for position in range(len(table.rounds)):
        amounts = {role: value for role in money if (value := amount(cells[role][position])) is not None}
        if stakes:
            parts, why = _side_by_side({name: column[position] for name, column in stakes.items()})
            unknown = next((name for name, column in others.items() if amount(column[position])), None)
            if unknown is not None:
                why = f"a stake stands in {unknown}, and the terms know no such bet"
        else:
            parts, why = _one(read, cells["side"][position], cells["stake"][position])
        if not parts and not why:
            found.append(Placed(position, None, Decimal(0), amounts))
            continue
        facts: Facts | None = NOTHING_KNOWN
        if not why:
            pairs = any(name in bets and bets[name].asks & PAIRS for name, _ in parts)
            facts = rounds.facts(position, pairs=pairs)
        if facts is None or (not why and table.row_number(position) in with_findings):
            why = "the round has a finding of its own"
        terms = None
        if terms_named and not why and named and str(named[position] or "").strip():
            try:
                terms = terms_named(str(named[position]))
            except UsageError as error:
                why = f"the row names its terms, but {error}"
        name = "+".join(name for name, _ in parts)
        stake = sum((stake for _, stake in parts), Decimal(0))
        found.append(Placed(position, name, stake, amounts, facts or NOTHING_KNOWN, why, parts, terms))
    return found


Parts: TypeAlias = tuple[tuple[str, Decimal], ...]


def _one(read: Callable[[CellValue], str | None], side: CellValue, staked: CellValue) -> tuple[Parts, str]:
    """A bet by its name and its stake; nothing for no bet; or why it cannot be read."""
    stake = amount(staked)
    if is_no_bet(side) or stake == 0:
        return (), ""
    name = read(side)
    if name is None:
        return (), f"what was bet on cannot be read: {side}"
    if stake is None or stake < 0:
        return (), f"its stake cannot be read: {staked}"
    return ((name, stake),), ""


def _side_by_side(staked: Mapping[str, CellValue]) -> tuple[Parts, str]:
    """The bets of a round, each by the column of its stakes; an empty cell and 0 are no bet."""
    parts: list[tuple[str, Decimal]] = []
    for name, cell in staked.items():
        if is_no_bet(cell):
            continue
        stake = amount(cell)
        if stake is None or stake < 0:
            return (), f"the stake on {name.replace('_', ' ').capitalize()} cannot be read: {cell}"
        if stake:
            parts.append((name, stake))
    return tuple(parts), ""


class _Rounds:
    """What is known of each round: those alike in what the rules read are judged once."""

    def __init__(self, table: Table, columns: BetColumns) -> None:
        from baccarat_xl.audit.encode import encode_table
        from baccarat_xl.audit.table import rounds_alike

        self.judge = Judge(table)
        self.told = {
            role: cells_of(table.sheet, one.index, table.rounds) for role, one in columns.facts.items()
        }
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
        if facts and pairs:
            facts = with_pairs(facts, self.judge.judge(position).raw)
        if facts and self.told:
            facts = with_told(facts, {role: cells[position] for role, cells in self.told.items()})
        return facts


def facts_of(judged: Judged) -> Facts:
    """What is known of a round that was judged to be right, pairs left out."""
    played = judged.round
    cards = {True: 3, False: 2}
    recorded = judged.record.outcome
    outcome = played.outcome if played.outcome in OUTCOMES else recorded if recorded in OUTCOMES else None
    return Facts(
        outcome=outcome,
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


def with_told(facts: Facts, told: Mapping[str, CellValue]) -> Facts:
    """The facts and, where the round itself does not settle them, what columns of their own tell."""
    more: dict[str, object] = {}
    for side in ("player", "banker"):
        cards, final = getattr(facts, f"{side}_cards"), getattr(facts, f"{side}_final")
        if cards is None:
            cards = more[f"{side}_cards"] = card_count(told.get(f"{side}_count"))
        if getattr(facts, f"{side}_natural") is None:
            more[f"{side}_natural"] = _natural_by_cards(cards, final)
        kind = pair_kind(told.get(f"{side}_pair"))
        if kind is not None and getattr(facts, f"{side}_pair") is None:
            more[f"{side}_pair"] = kind != "no"
            more[f"{side}_perfect"] = kind == "perfect"
    return replace(facts, **more)  # type: ignore[arg-type]


def _natural_by_cards(cards: int | None, final: int | None) -> bool | None:
    """A natural is 8 or 9 with two cards: a hand of three has none, and neither has one that ends lower."""
    if cards == 3 or (final is not None and final not in NATURALS):
        return False
    return None if cards is None or final is None else True


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
