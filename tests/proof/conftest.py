"""Right answers for the tests, worked out without the package's judge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from baccarat_xl.rules.outcome import winner
from baccarat_xl.rules.tableau import CARD_VALUES, TOTALS, banker_draws, is_natural, player_draws
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN


def judged_states(role: str, bind: dict[str, str]) -> Iterator[tuple[dict[str, Any], Any]]:
    """(cells, right answer) for every state that can occur and whose answer is known."""
    roles = list(bind.values())
    for player in TOTALS if "player_initial" in roles else (UNKNOWN,):
        for banker in TOTALS if "banker_initial" in roles else (UNKNOWN,):
            for third in (NO_CARD, *CARD_VALUES) if "player_third" in roles else (None,):
                if third is not None and third is not NO_CARD and player_draws(player, banker) is False:
                    continue
                if third not in (None, NO_CARD) and is_natural(player, banker) is True:
                    continue
                if role == "outcome":
                    yield from _outcomes(bind)
                    return
                right = {
                    "natural": lambda p=player, b=banker: is_natural(p, b),
                    "player_draws": lambda p=player, b=banker: player_draws(p, b),
                    "banker_draws": lambda p=player, b=banker, t=third: banker_draws(b, t, p),
                }[role]()
                if right is not UNKNOWN:
                    known = {"player_initial": player, "banker_initial": banker, "player_third": third}
                    cells = {cell: known[name] for cell, name in bind.items()}
                    yield {c: None if v is NO_CARD else v for c, v in cells.items()}, right


def _outcomes(bind: dict[str, str]) -> Iterator[tuple[dict[str, Any], Any]]:
    cell = {role: key for key, role in bind.items()}
    for player in TOTALS:
        for banker in TOTALS:
            yield {cell["player_final"]: player, cell["banker_final"]: banker}, winner(player, banker)


WORDS = {
    "D": True,
    "Draw": True,
    "S": False,
    "Stand": False,
    "Player": "Player",
    "Banker": "Banker",
    "Tie": "Tie",
}


def says(value: Any) -> Any:
    """The meaning of an answer of one of the tests' own formulas."""
    if isinstance(value, bool):
        return value
    if isinstance(value, float | int):
        return {1: True, 0: False}.get(int(value) if float(value).is_integer() else -1)
    return WORDS.get(value)
