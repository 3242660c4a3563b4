"""Rounds as columns of whole numbers, from a log or counted exactly: both are asked the same questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from baccarat_xl.columns import NO_CARD_CODE
from baccarat_xl.odds import INFINITE, count, full_shoe
from baccarat_xl.rules.outcome import OUTCOMES
from baccarat_xl.simulation.exact import ends_of
from baccarat_xl.simulation.procedures import Procedure

Column: TypeAlias = npt.NDArray[Any]
UNKNOWN: Final = 255
"""The code of what a log does not say; totals, cards and outcomes are otherwise coded as in `columns`."""
OPENING: Final = ("player_card_1", "banker_card_1", "player_card_2", "banker_card_2")
THIRDS: Final = ("player_third", "banker_third")
CARDS: Final = (*OPENING, *THIRDS)
"""In the order in which they are dealt."""


@dataclass(frozen=True, slots=True)
class Sample:
    """columns: name -> one code a round, of what is recorded: cards' values by role, ``*_initial``,
    ``*_final`` and ``outcome``; third cards 10 for none.

    ranks       card roles -> ranks 1-13, `UNKNOWN` for none; empty where a log records values only
    shoe        the label of each round's shoe as a number, in order of appearance; None without one
    number      each round's number in its shoe as recorded (nan where it is none), None without one
    weights     how many deals each row stands for; None for a log, where each is one round
    """

    columns: Mapping[str, Column]
    rounds: int
    ranks: Mapping[str, Column] = field(default_factory=dict)
    shoe: Column | None = None
    number: Column | None = None
    weights: npt.NDArray[np.float64] | None = None


@cache
def expected(decks: int | None) -> Sample:
    """What the rules give, by the exact counts of `odds`; None: an endless shoe."""
    counts = count(INFINITE if decks is None else full_shoe(decks))
    rows = [
        (
            end.player_initial,
            end.banker_initial,
            NO_CARD_CODE if end.player_third is None else end.player_third,
            (end.banker_final - end.banker_initial) % 10 if end.banker_drew else NO_CARD_CODE,
            end.player_final,
            end.banker_final,
            OUTCOMES.index(end.outcome),
        )
        for end in counts.ends
    ]
    names = (
        *("player_initial", "banker_initial", "player_third", "banker_third"),
        *("player_final", "banker_final", "outcome"),
    )
    columns = dict(zip(names, np.array(rows).T, strict=True))
    return Sample(columns, len(rows), weights=np.array(list(counts.ends.values()), np.float64))


def under(decks: int | None, how: Procedure) -> Sample:
    """What a log of this procedure records."""
    ends = ends_of(decks, how)
    columns = {
        "player_initial": ends.player_initial,
        "banker_initial": ends.banker_initial,
        "player_third": ends.player_third,
        "banker_third": ends.banker_third,
        "player_final": ends.stated_player,
        "banker_final": ends.stated_banker,
        "outcome": ends.outcome,
    }
    return Sample(columns, len(ends.deals), weights=ends.deals)
