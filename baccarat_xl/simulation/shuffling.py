"""Shuffled shoes, many at a time: every order of the cards equally likely, and the same for the same seed.

A card gets a random number of 28 bits, and a shoe's cards are sorted by them; where two cards of a shoe have
the same number, the whole shoe is shuffled again, so that no order is favoured. The bits come straight from
the generator SFC64, whose stream is fixed, and not from a method that a later numpy may do otherwise.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from baccarat_xl.rules.domain import RANKS

Ranks = npt.NDArray[np.uint8]
"""Places in `RANKS`, 0-12."""
SUITS: Final = 4
CARDS_AT_A_TIME: Final = 400_000
"""About as many cards as stay within a processor's cache."""
LOW: Final = np.uint32(15)
PICKED: Final = 247
"""The largest multiple of 13 below 256: bytes from there on are left out, so that all ranks are alike."""


def bits(seed: int, part: int) -> np.random.SFC64:
    """The stream of one part; parts are independent of each other."""
    return np.random.SFC64(np.random.SeedSequence([seed, part]))


def shoes_at_a_time(decks: int) -> int:
    """How many shoes make a part: fixed, since it decides what is dealt."""
    return max(1, CARDS_AT_A_TIME // (52 * decks))


def shuffled_shoes(stream: np.random.SFC64, decks: int, shoes: int) -> Ranks:
    """So many shoes of so many decks, one a row."""
    pack = np.repeat(np.arange(len(RANKS), dtype=np.uint32), SUITS * decks)
    keys = _keys(stream, pack, shoes)
    while True:
        again = _alike(keys)
        if not len(again):
            break
        keys[again] = _keys(stream, pack, len(again))
    ranks = keys.astype(np.uint8)
    ranks &= np.uint8(LOW)
    return ranks


def _keys(stream: np.random.SFC64, pack: npt.NDArray[np.uint32], shoes: int) -> npt.NDArray[np.uint32]:
    """Sorted rows of random numbers, each with its card in the lowest four bits."""
    size = shoes * len(pack)
    keys = np.asarray(stream.random_raw((size + 1) // 2)).astype("<u8", copy=False).view("<u4")[:size]
    keys = keys.reshape(shoes, len(pack))
    keys &= ~LOW
    keys |= pack
    keys.sort(axis=1)
    return keys


def _alike(keys: npt.NDArray[np.uint32]) -> npt.NDArray[np.intp]:
    """The rows in which two random numbers are the same."""
    flat = keys.ravel()
    # From one row to the next the difference may wrap round: then the slower look below decides.
    if (flat[1:] - flat[:-1]).min(initial=LOW + 1) > LOW:
        return np.empty(0, np.intp)
    same = keys[:, 1:] ^ keys[:, :-1]
    return np.flatnonzero((same <= LOW).any(axis=1))


def endless_cards(stream: np.random.SFC64, cards: int) -> Ranks:
    """So many cards, each from full decks: all ranks alike every time."""
    found: list[Ranks] = []
    wanted = cards
    while wanted > 0:
        raw = np.asarray(stream.random_raw(wanted // 7 + 8)).astype("<u8", copy=False).view(np.uint8)
        kept = raw[raw < PICKED][:wanted]
        found.append(kept % np.uint8(len(RANKS)))
        wanted -= len(kept)
    return np.concatenate(found)
