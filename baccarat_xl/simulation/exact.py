"""How often each round ends how under a procedure, right or wrong: all ordered deals of six cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

from baccarat_xl.columns import NO_CARD_CODE
from baccarat_xl.simulation.procedures import NO_THIRD, RIGHT, VALUES, Procedure

Column = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Ends:
    """Ways in which rounds go and end, as columns, and ``deals``: how many deals of six cards each has.

    Cards and totals are those of the cards themselves; ``outcome`` and the stated totals are what the
    procedure says. Third cards are values 0-9, or 10 for none. Outcomes: 0 Player, 1 Banker, 2 Tie.
    ``wrong_draw`` and ``wrong_outcome`` mark what the rules would have done otherwise with the same cards.
    """

    player_initial: Column
    banker_initial: Column
    player_third: Column
    banker_third: Column
    stated_player: Column
    stated_banker: Column
    outcome: Column
    wrong_draw: npt.NDArray[np.bool_]
    wrong_outcome: npt.NDArray[np.bool_]
    deals: npt.NDArray[np.float64]

    def share(self, mask: npt.NDArray[np.bool_]) -> float:
        """The share of deals that are marked."""
        return float(self.deals[mask].sum() / self.deals.sum())


def count_ends(decks: int | None, how: Procedure = RIGHT) -> Ends:
    """Every way in which a round from a full shoe of so many decks goes; None: each card from full decks."""
    kinds, cards = _kinds(how.values, decks)
    true, counted = np.array(kinds).T
    sums, deals = _openings(kinds, cards, endless=decks is None)
    # One axis each: the opening hands, the fifth and the sixth card.
    p_true, b_true, p_sum, b_sum = (sums[:, place][:, None, None] for place in range(4))
    fifth, sixth = np.arange(len(kinds))[None, :, None], np.arange(len(kinds))[None, None, :]
    shape = deals.shape

    def played(by: Procedure, p: Column, b: Column, value: Column) -> tuple[Column, ...]:
        draws = by.player[p, b] != 0
        third = np.where(draws, value[fifth], NO_THIRD)
        more = by.banker[p, b, third] != 0
        own = np.where(draws, value[sixth], value[fifth])
        finals = (p + np.where(draws, value[fifth], 0)) % 10, (b + np.where(more, own, 0)) % 10
        if by.outcome is None:
            ended = np.where(finals[0] > finals[1], 0, np.where(finals[0] < finals[1], 1, 2))
        else:
            ended = by.outcome[p % 10, b % 10, finals[0], finals[1]].astype(np.int64)
        return tuple(np.broadcast_to(one, shape).ravel() for one in (draws, more, *finals, ended))

    draws, more, stated_player, stated_banker, outcome = played(how, p_sum, b_sum, counted)
    right_draws, right_more, _, _, right_outcome = played(RIGHT, p_true, b_true, true)
    third = np.where(draws, np.broadcast_to(true[fifth], shape).ravel(), NO_CARD_CODE)
    own = np.where(
        draws, np.broadcast_to(true[sixth], shape).ravel(), np.broadcast_to(true[fifth], shape).ravel()
    )
    return Ends(
        np.broadcast_to(p_true % 10, shape).ravel(),
        np.broadcast_to(b_true % 10, shape).ravel(),
        third,
        np.where(more, own, NO_CARD_CODE),
        stated_player,
        stated_banker,
        outcome,
        (draws != right_draws) | (more != right_more),
        outcome != right_outcome,
        deals.ravel(),
    )


def _kinds(values: tuple[int, ...], decks: int | None) -> tuple[list[tuple[int, int]], npt.NDArray[np.int64]]:
    """(value, what it counts as) of the cards that a procedure tells apart, and how many of each."""
    found: dict[tuple[int, int], int] = {}
    for kind in zip(VALUES, values, strict=True):
        found[kind] = found.get(kind, 0) + (1 if decks is None else 4 * decks)
    return list(found), np.array(list(found.values()), np.int64)


def _openings(
    kinds: list[tuple[int, int]], cards: npt.NDArray[np.int64], *, endless: bool
) -> tuple[Column, npt.NDArray[np.float64]]:
    """Sums of both opening hands, true and as counted, and for each the deals by fifth and sixth card."""
    hands, true, counted = _hands(tuple(kinds))
    size = len(hands)
    first, second = np.divmod(np.arange(size * size), size)
    four = np.concatenate([hands[first], hands[second]], axis=1)
    ways = np.where(hands[first][:, 0] == hands[first][:, 1], 1, 2)
    ways = ways * np.where(hands[second][:, 0] == hands[second][:, 1], 1, 2)
    taken = np.zeros((len(four), len(cards)), np.int64)
    rows = np.arange(len(four))
    for card in four.T:
        ways = ways * np.maximum(cards[card] - taken[rows, card], 0)
        if not endless:
            taken[rows, card] += 1
    left = np.maximum(cards - taken, 0)
    keys = np.stack([true[first], true[second], counted[first], counted[second]], axis=1)
    sums, group = np.unique(keys, axis=0, return_inverse=True)
    order = np.argsort(group.ravel(), kind="stable")
    starts = np.flatnonzero(np.diff(group.ravel()[order], prepend=-1))
    after = left[:, :, None] * (left[:, None, :] - (0 if endless else np.eye(len(cards), dtype=np.int64)))
    deals = (ways[:, None, None] * np.maximum(after, 0))[order]
    return sums, np.add.reduceat(deals, starts, axis=0).astype(np.float64)


@cache
def _hands(kinds: tuple[tuple[int, int], ...]) -> tuple[Column, Column, Column]:
    """Every hand of two kinds in one order, its true sum and its sum as counted."""
    hands = np.array(list(combinations_with_replacement(range(len(kinds)), 2)))
    values = np.array(kinds)[hands]
    return hands, values[:, :, 0].sum(axis=1), values[:, :, 1].sum(axis=1)


@cache
def ends_of(decks: int | None, how: Procedure) -> Ends:
    """`count_ends`, remembered."""
    return count_ends(decks, how)
