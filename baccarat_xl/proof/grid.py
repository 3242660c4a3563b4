"""Where a formula is wrong, as the 8 x 11 grid of the drawing table (or what its role has of it)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from baccarat_xl.proof.judge import Judgement
from baccarat_xl.rules.tableau import CARD_VALUES
from baccarat_xl.rules.unknown import NO_CARD

RIGHT, WRONG, PARTLY = ".", "X", "x"
COLUMNS: Final = (NO_CARD, *CARD_VALUES)
LEGEND: Final = "X wrong, x wrong for some Player totals, . right, blank: not judged"


def grid_of(judgement: Judgement) -> dict[tuple[int, Any], str]:
    """(Banker's initial total, Player's third card) -> a sign; empty where the states have no such totals."""
    seen: dict[tuple[int, Any], set[bool]] = {}
    wrong = set(judgement.wrong)
    for place in judgement.judged:
        facts = judgement.states[place].facts
        if "banker_initial" in facts and "player_third" in facts:
            key = (facts["banker_initial"], facts["player_third"])
            seen.setdefault(key, set()).add(place in wrong)
    return {
        key: PARTLY if len(kinds) > 1 else WRONG if True in kinds else RIGHT for key, kinds in seen.items()
    }


def grid_lines(grid: Mapping[tuple[int, Any], str]) -> list[str]:
    """The grid as lines of text: Banker's initial totals down, Player's third card across."""
    if not grid:
        return []
    rows = sorted(
        {banker for banker, _ in grid if banker <= 7 or (WRONG in grid.values() and _any(grid, banker))}
    )
    lines = ["  Banker   stood 0 1 2 3 4 5 6 7 8 9"]
    for banker in rows:
        signs = [grid.get((banker, third), " ") for third in COLUMNS]
        lines.append(f"    {banker}        {signs[0]}   " + " ".join(signs[1:]))
    return lines


def _any(grid: Mapping[tuple[int, Any], str], banker: int) -> bool:
    return any(grid.get((banker, third)) in (WRONG, PARTLY) for third in COLUMNS)
