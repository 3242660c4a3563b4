"""Right formulas in different styles, and every formula that is one token away from each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from baccarat_xl.rules.tableau import BANKER_DRAWS
from baccarat_xl.rules.unknown import NO_CARD

TOTALS = {"B2": "player_initial", "E2": "banker_initial"}
THREE = {**TOTALS, "H2": "player_third"}
TWO = {"E2": "banker_initial", "H2": "player_third"}
GRID = {
    f"Table!{'BCDEFGHIJKL'[0 if third is NO_CARD else third + 1]}{banker + 2}": "D" if draws else "S"
    for (banker, third), draws in BANKER_DRAWS.items()
}
"""The drawing table as a worksheet holds it: the column for "stood" first, then 0-9."""


@dataclass(frozen=True)
class Style:
    name: str
    role: str
    bind: dict[str, str]
    formula: str
    cells: dict[str, Any] = field(default_factory=dict)


STYLES = (
    Style(
        "nested IF",
        "banker_draws",
        THREE,
        '=IF(OR(B2>=8,E2>=8),"S",IF(H2="",IF(E2<=5,"D","S"),IF(E2<=2,"D",IF(E2=3,IF(H2=8,"S","D"),'
        'IF(E2=4,IF(AND(H2>=2,H2<=7),"D","S"),IF(E2=5,IF(AND(H2>=4,H2<=7),"D","S"),'
        'IF(E2=6,IF(OR(H2=6,H2=7),"D","S"),"S")))))))',
    ),
    Style(
        "IFS",
        "banker_draws",
        TWO,
        '=IFS(E2>=7,"S",E2<=2,"D",H2="",IF(E2<6,"D","S"),E2=3,IF(H2<>8,"D","S"),H2>7,"S",E2=4,IF(H2>=2,"D","S"),'
        'E2=5,IF(H2>=4,"D","S"),E2=6,IF(H2>=6,"D","S"))',
    ),
    Style(
        "AND/OR arithmetic",
        "banker_draws",
        TWO,
        '=OR(E2<=2,AND(H2="",E2<=5),AND(E2=3,H2<>8),AND(H2<>"",H2>=2*E2-6,H2<=7))',
    ),
    Style(
        "INDEX into a table on a sheet",
        "banker_draws",
        THREE,
        '=IF(OR(B2>=8,E2>=8),"S",INDEX(Table!B2:L9,E2+1,IF(H2="",1,H2+2)))',
        GRID,
    ),
    Style(
        "CHOOSE",
        "banker_draws",
        TWO,
        '=IF(E2>7,0,CHOOSE(E2+1,1,1,1,IF(H2=8,IF(H2="",1,0),1),IF(H2="",1,IF(H2>=2,IF(H2<=7,1,0),0)),'
        'IF(H2="",1,IF(H2>=4,IF(H2<=7,1,0),0)),IF(H2="",0,IF(H2>=6,IF(H2<=7,1,0),0)),0))',
    ),
    Style(
        "LET",
        "banker_draws",
        THREE,
        '=LET(low,2*E2-6,stood,H2="",IF(B2>7,"Stand",IF(OR(E2<=2,AND(stood,E2<=5),AND(E2=3,H2<>8),'
        'AND(NOT(stood),H2>=low,H2<=7)),"Draw","Stand")))',
    ),
    Style(
        "SUMPRODUCT",
        "banker_draws",
        TWO,
        '=SUMPRODUCT((E2<=2)+(H2="")*(E2>2)*(E2<=5)+(H2<>"")*(E2=3)*(H2<>8)'
        '+(H2<>"")*(E2>=4)*(H2>=2*E2-6)*(H2<=7))',
    ),
    Style("two conditions", "player_draws", TOTALS, '=IF(OR(B2>=8,E2>=8),"S",IF(B2<=5,"D","S"))'),
    Style("one condition", "natural", TOTALS, "=OR(B2>7,E2>7)"),
    Style(
        "outcome",
        "outcome",
        {"B2": "player_final", "E2": "banker_final"},
        '=IF(B2>E2,"Player",IF(B2=E2,"Tie","Banker"))',
    ),
)

PIECE = re.compile(
    r'"[^"]*"|[A-Za-z]+!\$?[A-Z]+\d+:\$?[A-Z]+\d+|[A-Z]{1,2}\d+|[A-Za-z]+\(|[A-Za-z]+|\d+|<=|>=|<>|.'
)
SIGNS = ("<=", ">=", "<>", "<", ">", "=")


def pieces(formula: str) -> list[str]:
    return PIECE.findall(formula)


def mutants(style: Style) -> Iterator[tuple[str, str]]:
    """(what was done, the mutant): comparisons, constants, references, branches, AND and OR."""
    own = pieces(style.formula)
    seen = {style.formula}
    for place, piece in enumerate(own):
        for text in _instead(piece, place, style):
            mutant = "".join([*own[:place], text, *own[place + 1 :]])
            if mutant not in seen:
                seen.add(mutant)
                yield f"{piece} -> {text} at {place}", mutant
    for what, mutant in _flipped(own):
        if mutant not in seen:
            seen.add(mutant)
            yield what, mutant


def _instead(piece: str, place: int, style: Style) -> list[str]:
    if place == 0:
        return []
    if piece in SIGNS:
        return [sign for sign in SIGNS if sign != piece]
    if piece.isdigit():
        return [str(int(piece) + 1), *([str(int(piece) - 1)] if int(piece) else [])]
    if piece in ("AND(", "OR("):
        return ["OR(" if piece == "AND(" else "AND("]
    if piece in style.bind:
        return [cell for cell in style.bind if cell != piece]
    return []


def _flipped(own: list[str]) -> Iterator[tuple[str, str]]:
    """The two branches of every IF exchanged."""
    for place, piece in enumerate(own):
        if piece != "IF(":
            continue
        ends, depth = [], 0
        for at in range(place + 1, len(own)):
            if own[at] == ")" and depth == 0:
                ends.append(at)
                break
            if own[at] == "," and depth == 0:
                ends.append(at)
            depth += own[at].endswith("(") - (own[at] == ")")
        first, second, end = ends
        yield (
            f"branches exchanged at {place}",
            "".join(own[: first + 1] + own[second + 1 : end] + [","] + own[first + 1 : second] + own[end:]),
        )
