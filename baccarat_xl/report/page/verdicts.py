"""A refuted formula for a page: where it is wrong as a map, and the formula beside its repair."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, Final, Literal

from baccarat_xl.proof.grid import COLUMNS, PARTLY, RIGHT, WRONG
from baccarat_xl.rules.tableau import BANKER_DRAWS
from baccarat_xl.rules.unknown import NO_CARD

if TYPE_CHECKING:
    from baccarat_xl.proof.verdict import Verdict

SIGNS: Final = {WRONG: "✗", PARTLY: "◐", RIGHT: "✓"}
WORDS: Final = {WRONG: "wrong", PARTLY: "wrong for some Player totals", RIGHT: "right"}
CLASSES: Final = {WRONG: "bad", PARTLY: "part", RIGHT: "good"}
MOST_EXAMPLES: Final = 6


@dataclass(frozen=True, slots=True)
class Square:
    """One state of the map. must: what the rule says there, "" where the map is of something else."""

    sign: str
    words: str
    kind: str
    must: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a formula: the same before and after, or not."""

    text: str
    changed: bool


def heads() -> list[str]:
    """The map's columns."""
    return ["stood" if third is NO_CARD else str(third) for third in COLUMNS]


def heat_map(verdict: Verdict) -> list[tuple[int, list[Square]]]:
    """Rows of the map by Banker's initial total; naturals only where something is wrong there."""
    grid: Mapping[tuple[int, Any], str] = verdict.grid
    totals = sorted({banker for banker, _ in grid})
    draws = verdict.role == "banker_draws"
    rows = []
    for banker in totals:
        signs = [grid.get((banker, third)) for third in COLUMNS]
        if (banker, NO_CARD) in BANKER_DRAWS or {WRONG, PARTLY} & set(signs):
            rows.append((banker, [_square(banker, place, sign, draws) for place, sign in enumerate(signs)]))
    return rows


def _square(banker: int, place: int, sign: str | None, draws: bool) -> Square:
    if sign is None:
        return Square("", "not judged", "none", "")
    must = BANKER_DRAWS.get((banker, COLUMNS[place])) if draws else None
    said = "" if must is None else "draws" if must else "stands"
    return Square(SIGNS[sign], WORDS[sign], CLASSES[sign], said)


def side_by_side(verdict: Verdict) -> tuple[list[Piece], list[Piece]] | None:
    """The formula and its repair, or the right formula for its cells, in pieces; None without one."""
    after = verdict.repair or verdict.suggested_formula
    if not after:
        return None
    old, new = _tokens(verdict.formula), _tokens(after)
    before: list[Piece] = []
    repaired: list[Piece] = []
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        changed = kind != "equal"
        if b > a:
            before.append(Piece("".join(old[a:b]), changed))
        if d > c:
            repaired.append(Piece("".join(new[c:d]), changed))
    return before, repaired


def _tokens(formula: str) -> list[str]:
    from openpyxl.formula.tokenizer import Tokenizer, TokenizerError

    try:
        return ["=", *(token.value for token in Tokenizer(formula).items)]
    except TokenizerError:
        return [formula]


def examples(verdict: Verdict) -> list[tuple[str, str, str]]:
    """(cells, found, expected) of some wrong states."""
    from baccarat_xl.audit.cells import shown

    rows = []
    for one in verdict.counterexamples[:MOST_EXAMPLES]:
        cells = ", ".join(f"{cell} = {shown(value)}" for cell, value in one.cells.items())
        rows.append((cells, shown(one.found), one.expected))
    return rows


VERDICTS: Final[Mapping[Literal["proved", "refuted", "undecided"], str]] = {
    "proved": "proved right",
    "refuted": "refuted",
    "undecided": "undecided",
}
