"""Bets against payment terms: what columns of money hold, what each bet should come to, and what it did."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

from baccarat_xl.audit.bets.balance import Balance, balance_steps
from baccarat_xl.settlement.money import profit, settle

if TYPE_CHECKING:
    from baccarat_xl.audit.bets.reading import Placed
    from baccarat_xl.settlement.facts import Facts
    from baccarat_xl.settlement.terms import Terms

Profit: TypeAlias = Decimal
MEANINGS: Final[dict[str, Callable[[Decimal, Profit, Decimal], Decimal]]] = {
    "the profit": lambda _stake, profit, _won: profit,
    "what is paid beside the stake": lambda _stake, _profit, won: won,
    "what comes back, the stake included": lambda stake, profit, _won: stake + profit,
}
"""What a column of money may hold -> what stands there for stakes, their profit and what winners won."""
PROFIT, BESIDE, BACK = MEANINGS
LIKELY: Final = {"profit": (PROFIT, BESIDE, BACK), "payout": (BESIDE, BACK, PROFIT)}
"""Role -> its meanings, the one to take first where several fit alike."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A bet that did not come to what it should: where that stands, and what it says and should say.

    paid  the profits that the record allows; right: the profit that the terms give
    each  the profit that the terms give for each of the round's bets, in the order of ``placed.parts``
    """

    placed: Placed
    role: str
    meaning: str
    found: Decimal
    expected: Decimal
    right: Profit
    paid: tuple[Profit, ...]
    each: tuple[Profit, ...] = ()
    beside_payout: bool = False
    """The balance alone is at fault: it does not follow what the payout says."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a table's bets came to under some terms.

    meanings  role of a column of money -> what it is taken to hold, with how many bets fit
    judged    the positions that were compared with something; open_: position -> why a bet was not
    """

    terms: Terms
    wrong: Sequence[Wrong]
    meanings: Mapping[str, tuple[str, int, int]]
    judged: frozenset[int]
    open_: Mapping[int, str]
    balance: Balance | None = None

    @property
    def wrong_at(self) -> frozenset[int]:
        return frozenset(one.placed.position for one in self.wrong)


def judge_bets(bets: Sequence[Placed], terms: Terms) -> Verdict:
    """Compare every bet with the terms."""
    each, open_ = _expected(bets, terms)
    right = {position: sum(profits, Decimal(0)) for position, profits in each.items()}
    meanings = {role: _meaning(bets, each, role) for role in LIKELY}
    known = {role: found for role, found in meanings.items() if found is not None}
    balance = balance_steps(bets, right)
    wrong: list[Wrong] = []
    judged: set[int] = set()
    for placed in bets:
        due = right.get(placed.position)
        if due is None:
            continue
        holds = {role: found[0] for role, found in known.items()}
        at_fault, looked = _of_one(placed, each[placed.position], holds, balance)
        wrong += at_fault
        if looked and placed.bet:
            judged.add(placed.position)
        elif placed.bet:
            open_[placed.position] = _why_open(placed, known)
        elif not at_fault and any(placed.money.get(role) for role in LIKELY):
            open_[placed.position] = "an amount is recorded there, though no bet or no stake is"
    return Verdict(terms, wrong, known, frozenset(judged), open_, balance)


def _expected(bets: Sequence[Placed], terms: Terms) -> tuple[dict[int, tuple[Profit, ...]], dict[int, str]]:
    """Position -> the profit that the terms give for each of its bets; and why there is none."""
    right: dict[int, tuple[Profit, ...]] = {}
    open_: dict[int, str] = {}

    by_name: dict[str, Terms] = {terms.name: terms}

    @cache
    def due(own: str, name: str, facts: Facts) -> frozenset[Fraction]:
        return by_name[own].bets[name].possible(facts)

    @cache
    def comes_to(own: str, odds: Fraction, stake: Decimal) -> Profit:
        return profit(odds, stake, by_name[own])

    def of_one(own: str, name: str, stake: Decimal, facts: Facts) -> Profit | None:
        odds = due(own, name, facts)
        if len(odds) == 1:
            return comes_to(own, next(iter(odds)), stake)
        return settle(by_name[own].bets[name], stake, facts, by_name[own])

    for placed in bets:
        own = placed.terms or terms
        by_name[own.name] = own
        unknown = [name for name, _ in placed.parts if name not in own.bets]
        if placed.why:
            open_[placed.position] = placed.why
        elif unknown:
            open_[placed.position] = f"the terms say nothing of {unknown[0]}"
        else:
            found = [of_one(own.name, name, stake, placed.facts) for name, stake in placed.parts]
            settled = tuple(profit for profit in found if profit is not None)
            if len(settled) < len(found):
                open_[placed.position] = "the round does not say enough to settle it"
            else:
                right[placed.position] = settled
    return right, open_


def won(profits: Iterable[Profit]) -> Decimal:
    """What the winning ones among bets are paid."""
    return sum((profit for profit in profits if profit > 0), Decimal(0))


def _meaning(
    bets: Iterable[Placed], right: Mapping[int, tuple[Profit, ...]], role: str
) -> tuple[str, int, int] | None:
    """What a column holds: the meaning that most of its bets fit, how many do, and of how many."""
    rows = [
        (placed.money[role], placed.stake, sum(right[placed.position]), won(right[placed.position]))
        for placed in bets
        if placed.bet and role in placed.money and placed.position in right
    ]
    if not rows:
        return None
    fits = {
        meaning: sum(
            found == MEANINGS[meaning](stake, Decimal(due), paid) for found, stake, due, paid in rows
        )
        for meaning in LIKELY[role]
    }
    best = max(LIKELY[role], key=lambda meaning: fits[meaning])
    return best, fits[best], len(rows)


def paid_profits(
    meaning: str, stake: Decimal, found: Decimal, each: Sequence[Profit] = ()
) -> tuple[Profit, ...]:
    """The profits that a cell of this meaning allows: a payout of 0 beside the stake is a loss or a push.

    each  what is due for each of several bets: those that lose are taken to have lost
    """
    if meaning == BACK:
        return (found - stake,)
    if meaning == BESIDE and len(each) > 1:
        return (found + sum((profit for profit in each if profit < 0), Decimal(0)),)
    if meaning == BESIDE and found == 0:
        return (-stake, Decimal(0))
    return (found,)


def _why_open(placed: Placed, meanings: Mapping[str, object]) -> str:
    if any(role in placed.money for role in meanings):
        return "a payout of 0 does not tell a push from a loss"
    if "balance" in placed.money:
        return "only a balance is recorded for it, and the balance follows the bets in most rounds in no way"
    return "neither a payout nor a balance is recorded for it"


def _of_one(
    placed: Placed, each: tuple[Profit, ...], meanings: Mapping[str, str], balance: Balance | None
) -> tuple[list[Wrong], bool]:
    """What is wrong with a round's bets, and whether anything was there to compare."""
    wrong: list[Wrong] = []
    due, paid = sum(each, Decimal(0)), won(each)
    said: tuple[Profit, ...] | None = None
    told = False
    for role, meaning in meanings.items():
        if role not in placed.money:
            continue
        found, should = placed.money[role], MEANINGS[meaning](placed.stake, due, paid)
        said = paid_profits(meaning, placed.stake, found, each)
        told = told or meaning != BESIDE or 0 not in each
        if found != should and placed.bet:
            wrong.append(Wrong(placed, role, meaning, found, should, due, said, each))
    moved = balance.moved.get(placed.position) if balance else None
    if balance is None or moved is None:
        return wrong[:1], told or bool(wrong)
    if moved == due or (said is not None and wrong and moved in said):
        return wrong[:1], True
    there = balance.shown[placed.position]
    apart = said is not None and moved not in said
    one = Wrong(placed, "balance", balance.meaning, there, there + due - moved, due, (moved,), each, apart)
    return [*wrong[:1], one], True
