"""Baccarat's drawing rules for spreadsheets: the public names.

Functions take cards and totals as people write them (``"K"``, ``"10S"``, ``7``, ``None``), answer with Python
values, and raise from `baccarat_xl.errors`. A decision is True, False or UNKNOWN, and UNKNOWN refuses to be
used as a truth value. Functions on payments and chances are loaded when one is asked for: no draw needs them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from baccarat_xl._version import __version__
from baccarat_xl.errors import (
    BaccaratError,
    Contradiction,
    InputError,
    OutOfRange,
    UndecidedError,
    WrongKind,
)
from baccarat_xl.functions.library import (
    banker_draws,
    card_value,
    check_round,
    draw_clause,
    explain_draw,
    final_total,
    hand_total,
    is_natural,
    next_step,
    player_draws,
    possible_p3,
    round_outcome,
    third_value,
    winner,
)
from baccarat_xl.rules.record import Record
from baccarat_xl.rules.round import Round, resolve, round_of
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, UNSEEN

if TYPE_CHECKING:
    from baccarat_xl.functions.payments import bet_profit, bet_return, house_edge, outcome_chance

__all__ = [
    "NO_CARD",
    "UNKNOWN",
    "UNSEEN",
    "BaccaratError",
    "Contradiction",
    "InputError",
    "OutOfRange",
    "Record",
    "Round",
    "UndecidedError",
    "WrongKind",
    "__version__",
    "banker_draws",
    "bet_profit",
    "bet_return",
    "card_value",
    "check_round",
    "draw_clause",
    "explain_draw",
    "final_total",
    "hand_total",
    "house_edge",
    "is_natural",
    "next_step",
    "outcome_chance",
    "player_draws",
    "possible_p3",
    "resolve",
    "round_of",
    "round_outcome",
    "third_value",
    "winner",
]
_PAYMENTS = ("bet_profit", "bet_return", "house_edge", "outcome_chance")


def __getattr__(name: str) -> object:
    if name in _PAYMENTS:
        from baccarat_xl.functions import payments

        return getattr(payments, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
