"""What a running balance says that each bet came to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from baccarat_xl.audit.bets.reading import Placed

AFTER: Final = "the balance after the round is settled"
STAKED: Final = "the balance after the stake is laid and before the round is settled"
ENOUGH: Final = 0.5
DIGITS: Final = 12


@dataclass(frozen=True, slots=True)
class Balance:
    """moved: position -> the profit by which the balance moved; shown: position -> the balance there.

    where  position -> position of the row in which the balance shows it
    starts positions of rounds before which the balance starts anew from its first amount
    fits   how many steps agree with what was due, of how many
    """

    meaning: str
    moved: Mapping[int, Decimal]
    shown: Mapping[int, Decimal]
    where: Mapping[int, int]
    starts: tuple[int, ...]
    fits: int
    steps: int


def balance_steps(bets: Sequence[Placed], right: Mapping[int, Decimal]) -> Balance | None:
    """The balance read in the way that fits more rounds; None where it follows neither way."""
    if sum("balance" in placed.money for placed in bets) < 2:
        return None
    ways = [_read(bets, right, meaning) for meaning in (AFTER, STAKED)]
    best = max(ways, key=lambda way: way.fits)
    return best if best.steps and best.fits >= ENOUGH * best.steps else None


def _read(bets: Sequence[Placed], right: Mapping[int, Decimal], meaning: str) -> Balance:
    moved: dict[int, Decimal] = {}
    shown: dict[int, Decimal] = {}
    where: dict[int, int] = {}
    starts: list[int] = []
    places = _places(bets)
    first = _start(bets[0], right, meaning)
    for before, after in pairwise(bets):
        if "balance" not in before.money or "balance" not in after.money or before.why or after.why:
            continue
        settled = after if meaning == AFTER else before
        step = after.money["balance"] - before.money["balance"]
        came_to = step if meaning == AFTER else step + after.stake - before.stake
        due = right.get(settled.position)
        came_to = round(came_to, places)
        if due is not None and came_to == round(due, places):
            came_to = due
        if came_to != due and first is not None and _alike(_start(after, right, meaning), first, places):
            starts.append(after.position)
            continue
        moved[settled.position] = came_to
        shown[settled.position] = after.money["balance"]
        where[settled.position] = after.position
    fits = sum(came_to == right.get(position) for position, came_to in moved.items())
    return Balance(meaning, moved, shown, where, tuple(starts), fits, len(moved))


def _places(bets: Sequence[Placed]) -> int:
    """Decimals that the largest balance can carry: beyond them stands what binary fractions leave behind."""
    largest = max(abs(placed.money.get("balance", Decimal(0))) for placed in bets)
    return max(0, DIGITS - len(str(int(largest))))


def _start(placed: Placed, right: Mapping[int, Decimal], meaning: str) -> Decimal | None:
    """The balance before this round."""
    there, due = placed.money.get("balance"), right.get(placed.position)
    if there is None or (meaning == AFTER and due is None):
        return None
    return there - due if meaning == AFTER and due is not None else there + placed.stake


def _alike(one: Decimal | None, other: Decimal, places: int) -> bool:
    return one is not None and round(one, places) == round(other, places)
