"""Whether Player can have stood, as data worked out from the rules (R7.2)."""

from __future__ import annotations

from typing import Final

from baccarat_xl.functions.hosts.named_lambda.text import text_literal
from baccarat_xl.rules.tableau import TOTALS, possible_thirds
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, Decision, Total

_TOTALS: Final[tuple[Total, ...]] = (*TOTALS, UNKNOWN)
_DECISIONS: Final[tuple[Decision, ...]] = (False, True, UNKNOWN)


def _stood_marks() -> str:
    return "".join(
        "y" if NO_CARD in possible_thirds(banker, drew, player) else "n"
        for banker in _TOTALS
        for drew in _DECISIONS
        for player in _TOTALS
    )


STOOD: Final[dict[str, tuple[str, str]]] = {
    "BACCARAT_STOOD": (
        "whether Player can have stood, by Banker's total and decision and Player's total (R7.2)",
        f"""LAMBDA(banker, drew, player,
  MID({text_literal(_stood_marks())}, (banker*{len(_DECISIONS)}+drew)*{len(_TOTALS)}+player+1, 1)="y")""",
    )
}
"""Name -> what it gives, and its formula in readable form."""
