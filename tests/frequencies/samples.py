"""Samples straight from dealt rounds, as the columns of a log say them."""

from __future__ import annotations

import numpy as np

from baccarat_xl.frequencies.sample import CARDS, Sample
from baccarat_xl.simulation.dealing import Dealt, deal
from baccarat_xl.simulation.procedures import VALUES, procedure

VALUE = np.array([*VALUES, 10], np.uint8)
RANK = np.array([*range(1, 14), 255], np.uint8)


def sample(rounds: int, seed: int, decks: int | None = 8, fault: str | None = None, cut: int = 14) -> Sample:
    parts = list(deal(rounds, decks=decks, seed=seed, how=procedure(fault), cut=cut))
    log = {
        name: np.concatenate([getattr(part, name) for part in parts]) for name in Dealt.__dataclass_fields__
    }
    columns = {role: VALUE[log[role]] for role in CARDS}
    for side in ("player", "banker"):
        columns[f"{side}_initial"] = (columns[f"{side}_card_1"] + columns[f"{side}_card_2"]) % 10
        columns[f"{side}_final"] = log[f"{side}_final"]
    columns["outcome"] = log["outcome"]
    ranks = {role: RANK[log[role]] for role in CARDS}
    shoe = log["shoe"] if decks is not None else None
    return Sample(columns, rounds, ranks, shoe, log["round"].astype(float))
