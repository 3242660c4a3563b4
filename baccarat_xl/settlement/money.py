"""What a bet comes to, in exact decimal money (R9)."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, Final

from baccarat_xl.rules.errors import OutOfRange

if TYPE_CHECKING:
    from baccarat_xl.settlement.facts import Facts
    from baccarat_xl.settlement.terms import Bet, Terms

HALF: Final = Fraction(1, 2)
LOST: Final = Fraction(-1)
"""What each unit of a lost stake comes to."""


def rounded(amount: Fraction, unit: Decimal, rounding: str) -> Decimal:
    """An amount of money, not negative, as a multiple of a unit: half up, half even, up or down.

    >>> rounded(Fraction("2.375"), Decimal("0.01"), "half up")
    Decimal('2.38')
    """
    units = amount / Fraction(unit)
    whole = {
        "half up": lambda: floor(units + HALF),
        "half even": lambda: round(units),
        "up": lambda: ceil(units),
        "down": lambda: floor(units),
    }[rounding]()
    return whole * unit


def settle(bet: Bet, stake: Decimal, facts: Facts, terms: Terms) -> Decimal | None:
    """The profit of a bet: below 0 the stake is lost, 0 is a push; None where the facts do not settle it.

    What a winning bet is paid, after commission, is rounded once, as the terms say. Raises OutOfRange for a
    stake below 0 or without an end.
    """
    if not stake.is_finite() or stake < 0:
        raise OutOfRange(f"a stake of {stake} is no stake; it is an amount of 0 or more")
    profits = {profit(odds, stake, terms) for odds in bet.possible(facts)}
    return profits.pop() if len(profits) == 1 else None


def profit(odds: Fraction, stake: Decimal, terms: Terms) -> Decimal:
    """What a stake at these odds comes to; odds of -1 lose it."""
    if odds <= 0:
        return -stake if odds == LOST else Decimal(0)
    return rounded(odds * Fraction(stake), terms.unit, terms.rounding)


def bet_return(bet: Bet, stake: Decimal, facts: Facts, terms: Terms) -> Decimal | None:
    """What comes back over the table, the stake included: profit "to", return "for". None as `settle`."""
    found = settle(bet, stake, facts, terms)
    return None if found is None else stake + found
