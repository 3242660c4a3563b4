"""What is on the table in one state, by role, and whether a round can hold it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from baccarat_xl.rules.tableau import banker_draws, is_natural, player_draws, third_card_fault
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN

Facts: TypeAlias = Mapping[str, Any]
"""Role -> total, card value or NO_CARD. A role that is absent is not known and not asked for."""
SIDES: Final = ("player", "banker")
CARD_ROLES: Final = tuple(f"{side}_{card}" for side in SIDES for card in ("card_1", "card_2", "third"))
HAND_ROLES: Final = tuple(f"{side}_cards" for side in SIDES)
"""Cells that hold all the cards of a hand."""


def with_totals(facts: dict[str, Any]) -> dict[str, Any]:
    """Facts with the initial totals that the cards make (R2)."""
    for side in SIDES:
        first, second = facts.get(f"{side}_card_1"), facts.get(f"{side}_card_2")
        if first is not None and second is not None:
            facts[f"{side}_initial"] = (first + second) % 10
    return facts


def hand_facts(role: str, hand: tuple[Any, ...]) -> dict[str, Any]:
    """What a hand in one cell says: its first, second and third card by role."""
    side = role.removesuffix("_cards")
    return dict(zip((f"{side}_card_1", f"{side}_card_2", f"{side}_third"), hand, strict=True))


def occurs(facts: Facts) -> bool:
    """Can a finished round hold these facts? What is not known excludes nothing."""
    player, banker = facts.get("player_initial", UNKNOWN), facts.get("banker_initial", UNKNOWN)
    third, other = facts.get("player_third"), facts.get("banker_third")
    if third is not None and third is not NO_CARD and third_card_fault(player, banker):
        return False
    if third is NO_CARD and player_draws(player, banker) is True:
        return False
    if other is None:
        return True
    drew = other is not NO_CARD
    if drew and is_natural(player, banker) is True:
        return False
    if third is None or banker is UNKNOWN:
        return True
    decision = banker_draws(banker, third, player)
    return decision is UNKNOWN or decision is drew
