"""Baccarat's drawing rules for spreadsheets: the public names.

Functions take cards and totals as people write them (``"K"``, ``"10S"``, ``7``, ``None``), answer with Python
values, and raise from `baccarat_xl.errors`. A decision is True, False or UNKNOWN, and UNKNOWN refuses to be
used as a truth value.
"""

from __future__ import annotations

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
    "card_value",
    "check_round",
    "draw_clause",
    "explain_draw",
    "final_total",
    "hand_total",
    "is_natural",
    "next_step",
    "player_draws",
    "possible_p3",
    "resolve",
    "round_of",
    "round_outcome",
    "third_value",
    "winner",
]
