"""Which rounds the scalar rules must look at: all but those in which every recorded cell agrees.

Conservative: a round may be marked for nothing, but none with a fault or a gap is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from baccarat_xl.audit.cells import BLANK_TOTAL, ODD_CARD, OPEN_ZERO, ZERO, base_role
from baccarat_xl.audit.encode import Encoded
from baccarat_xl.columns import (
    NO_CARD_CODE,
    UNKNOWN_TOTAL,
    UNSEEN_CODE,
    Codes,
    Rounds,
    add_cards,
    resolve_totals,
)

Mask = npt.NDArray[np.bool_]

BLANKS: Final = {
    "player_initial": BLANK_TOTAL,
    "banker_initial": BLANK_TOTAL,
    "player_final": BLANK_TOTAL,
    "banker_final": BLANK_TOTAL,
    "natural": 2,
    "player_draws": 2,
    "banker_draws": 2,
    "outcome": 3,
}
"""Compared role -> the code of a cell that says nothing."""


@dataclass(frozen=True, slots=True)
class Solved:
    """Rounds worked out from codes, and those that need a scalar look."""

    rounds: Rounds
    suspicious: Mask


def solve(encoded: Encoded, *, thirds_recorded: bool, ends_recorded: bool) -> Solved:
    """Work the rounds out in columns and mark the suspicious ones."""
    codes, count = encoded.codes, encoded.rounds
    totals = [_initial(codes, side, count) for side in ("player", "banker")]
    none = np.full(count, NO_CARD_CODE, np.uint8)
    thirds = [codes.get(f"{side}_third", none) for side in ("player", "banker")]
    suspicious = np.zeros(count, np.bool_)
    for third in thirds:
        suspicious |= (third == UNSEEN_CODE) | (third == ODD_CARD) | (third == OPEN_ZERO)
    if not thirds_recorded:
        thirds = [none, none]
    written = thirds
    thirds = settle_zeros(totals, thirds)
    for before, after in zip(written, thirds, strict=True):
        suspicious |= (before == ZERO) & (after == 0)
    rounds = resolve_totals(*totals, *thirds, thirds_recorded=thirds_recorded, ends_recorded=ends_recorded)
    suspicious |= (rounds.faulty | rounds.unverified).astype(np.bool_)
    for role, column in codes.items():
        blank = BLANKS.get(base_role(role))
        if blank is not None:
            suspicious |= (column != blank) & (column != getattr(rounds, base_role(role)))
        elif role.endswith(("_card_1", "_card_2")):
            suspicious |= column >= NO_CARD_CODE
    if encoded.overfull is not None:
        suspicious |= encoded.overfull > 0
    return Solved(rounds, suspicious)


def _initial(codes: dict[str, Codes], side: str, count: int) -> Codes:
    """A hand's initial total by its cards, else as recorded."""
    recorded = codes.get(f"{side}_initial")
    if recorded is None:
        recorded = np.full(count, UNKNOWN_TOTAL, np.uint8)
    recorded = np.minimum(recorded, np.uint8(UNKNOWN_TOTAL))
    if not all(f"{side}_card_{n}" in codes for n in (1, 2)):
        return recorded
    by_cards = add_cards(codes[f"{side}_card_1"], codes[f"{side}_card_2"])
    return np.where(by_cards == UNKNOWN_TOTAL, recorded, by_cards)


def settle_zeros(totals: list[Codes], thirds: list[Codes]) -> list[Codes]:
    """A 0 that may also mean no card is none where the hand must stand, else a card worth 0."""
    if not any((third >= ZERO).any() for third in thirds):
        return thirds
    none = np.full(len(totals[0]), NO_CARD_CODE, np.uint8)
    player, banker = thirds
    player = np.where(
        player >= ZERO, _zero_or_none(resolve_totals(totals[0], totals[1], none, none).player_draws), player
    )
    banker = np.where(
        banker >= ZERO, _zero_or_none(resolve_totals(totals[0], totals[1], player, none).banker_draws), banker
    )
    return [player, banker]


def _zero_or_none(draws: Codes) -> Codes:
    return np.where(draws == 0, NO_CARD_CODE, 0).astype(np.uint8)
