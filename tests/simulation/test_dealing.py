"""Dealt rounds: what is in a shoe, how often it comes, and what the column engine says about every round."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from baccarat_xl.columns import NO_CARD_CODE, Codes, resolve_rounds
from baccarat_xl.errors import UsageError
from baccarat_xl.rules.domain import RANKS
from baccarat_xl.simulation.dealing import NO_CARD, Dealt, deal
from baccarat_xl.simulation.exact import count_ends
from baccarat_xl.simulation.procedures import VALUES, faults, procedure
from baccarat_xl.simulation.shuffling import bits, endless_cards, shuffled_shoes

COUNTED = json.loads(
    (Path(__file__).parent.parent / "cases" / "exact_counts.json").read_text(encoding="utf-8")
)["shoes"]
CARDS = ("player_card_1", "banker_card_1", "player_card_2", "banker_card_2", "player_third", "banker_third")
CODES = np.array([*VALUES, NO_CARD_CODE], np.uint8)


FIRST_ROUNDS = ["Q", "8", "9", "4", "2", "6", "8", "5", "Q", "8", "2", "10", "", "6", "", "", "8", ""]


def whole(parts: Sequence[Dealt]) -> dict[str, np.ndarray]:
    return {
        name: np.concatenate([getattr(part, name) for part in parts]) for name in Dealt.__dataclass_fields__
    }


def dealt(rounds: int, **how: object) -> dict[str, np.ndarray]:
    return whole(list(deal(rounds, **how)))  # type: ignore[arg-type]


def judged(log: dict[str, np.ndarray]) -> np.ndarray:
    """Rounds that the column engine, filled from the scalar rules, finds wrong."""
    order = (
        "player_card_1",
        "player_card_2",
        "player_third",
        "banker_card_1",
        "banker_card_2",
        "banker_third",
    )
    columns: list[Codes] = [CODES[log[name]] for name in order]
    solved = resolve_rounds(*columns)
    return (
        (solved.faulty != 0)
        | (solved.outcome != log["outcome"])
        | (solved.player_final != log["player_final"])
    )


@pytest.mark.parametrize("decks", [1, 2, 3, 6, 8, 26, None])
def test_right_rounds_are_right(decks: int | None) -> None:
    log = dealt(30_000, decks=decks, seed=3)
    assert len(log["round"]) == 30_000
    assert not judged(log).any()


@pytest.mark.parametrize("decks", [1, 6, 8])
@pytest.mark.parametrize("cut", [5, 14, 30])
def test_shoes_hold_what_they_hold_and_end_at_the_cut_card(decks: int, cut: int) -> None:
    log = dealt(20_000, decks=decks, cut=cut, seed=4)
    last = int(log["shoe"][-1])
    assert (np.diff(log["shoe"]) >= 0).all()
    used_in = np.zeros((last + 1, len(RANKS) + 1), int)
    for name in CARDS:
        np.add.at(used_in, (log["shoe"], log[name]), 1)
    assert used_in[:, :-1].max() <= 4 * decks
    cards = used_in[1:last, :-1].sum(axis=1)
    assert (52 * decks - cards <= cut).all()
    assert (52 * decks - cards > cut - 6).all()
    starts = np.flatnonzero(np.diff(log["shoe"], prepend=0))
    assert (log["round"][starts] == 1).all()
    assert set(np.diff(log["round"])[np.diff(log["shoe"]) == 0].tolist()) == {1}


def test_the_same_seed_deals_the_same_whatever_the_threads() -> None:
    one, two, other = (
        dealt(200_000, seed=5, threads=1),
        dealt(200_000, seed=5, threads=3),
        dealt(200_000, seed=6, threads=3),
    )
    assert all((one[name] == two[name]).all() for name in one)
    assert (one["player_card_1"] != other["player_card_1"]).any()
    longer = dealt(250_000, seed=5)
    assert all((longer[name][:200_000] == one[name]).all() for name in one)


def test_what_a_seed_deals_does_not_change() -> None:
    """Logs that were dealt once can be dealt again with a later version."""
    log = dealt(3, seed=1)
    words = [[*RANKS, ""][code] for name in CARDS for code in log[name].tolist()]
    assert words == FIRST_ROUNDS


@pytest.mark.parametrize(("decks", "shoes"), [(1, 60_000), (8, 6_000)])
def test_every_place_of_a_shoe_holds_every_rank_alike(decks: int, shoes: int) -> None:
    cards = shuffled_shoes(bits(1, 0), decks, shoes)
    assert cards.shape == (shoes, 52 * decks)
    assert (np.sort(cards, axis=1) == np.repeat(np.arange(13), 4 * decks)).all()
    bound = 5.5 * sqrt(shoes / 13 * 12 / 13)
    for rank in range(13):
        assert np.abs((cards == rank).sum(axis=0) - shoes / 13).max() < bound
    alike = (cards[:, 1:] == cards[:, :-1]).mean()
    expected = (4 * decks - 1) / (52 * decks - 1)
    assert abs(alike - expected) < 5 * sqrt(expected / (shoes * (52 * decks - 1)))


def test_endless_cards_are_all_ranks_alike() -> None:
    counts = np.bincount(endless_cards(bits(2, 0), 1_300_000), minlength=13)
    assert counts.sum() == 1_300_000
    assert np.abs(counts - 100_000).max() < 5 * sqrt(100_000)


@pytest.mark.parametrize("decks", sorted(COUNTED))
def test_outcomes_come_as_often_as_was_published(decks: str) -> None:
    """Shoes that are left after a few rounds, so that no cut card has a say in which rounds there are."""
    rounds = 600_000
    cut = 52 * int(decks) - 13
    log = dealt(rounds, decks=int(decks), cut=cut, seed=8)
    for place, letter in enumerate("PBT"):
        chance = COUNTED[decks][letter] / COUNTED[decks]["total"]
        assert abs((log["outcome"] == place).mean() - chance) < 5 * sqrt(chance * (1 - chance) / rounds)


def test_every_fault_shows_in_rows() -> None:
    hidden = [name for name in faults() if not judged(dealt(30_000, seed=9, how=procedure(name))).any()]
    assert hidden == []


@pytest.mark.parametrize("name", ["F01", "F02", "F05", "F12", "F16", "F17", "F18", "F19"])
def test_a_fault_shows_as_often_as_it_was_counted(name: str) -> None:
    how = procedure(name)
    log = dealt(60_000, decks=None, seed=10, how=how)
    ends = count_ends(None, how)
    for place in range(3):
        chance = ends.share(ends.outcome == place)
        assert abs((log["outcome"] == place).mean() - chance) < 5 * sqrt(chance / 60_000)
    used = (log["player_third"] != NO_CARD).astype(int) + (log["banker_third"] != NO_CARD)
    by_count = (ends.player_third != NO_CARD_CODE).astype(int) + (ends.banker_third != NO_CARD_CODE)
    for thirds in range(3):
        chance = ends.share(by_count == thirds)
        assert abs((used == thirds).mean() - chance) < 5 * sqrt(chance / 60_000)


@pytest.mark.parametrize(("decks", "cut"), [(0, 14), (27, 14), (8, 4), (1, 47)])
def test_shoes_that_cannot_be_dealt_are_named(decks: int, cut: int) -> None:
    with pytest.raises(UsageError):
        next(deal(10, decks=decks, cut=cut))
