"""Combined instructions in words: "P draws, B stands", "P3?", "D/S", "Both draw", "閒補 莊停"."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from baccarat_xl.layout.vocabulary import cell_words, outcome_words
from baccarat_xl.layout.words import cell_text
from baccarat_xl.rules.unknown import UNKNOWN

PLAYER_ONLY: Final = "player only"
"""Player draws and Banker is said to stand; ``player`` says nothing of Banker."""
PLAYER_FIRST: Final = "player first"
"""Player draws, and what Banker does is said to be not known yet."""
_PARTS: Final = re.compile(
    r"\s*(?:[,;/|&+·•、，；\n→>]|\band\b|\bthen\b|\bund\b|\bet\b|\by\b|\be\b|\s[-–—]\s)\s*"
)
_WORD: Final = re.compile(r"[^\W\d_]+|\?")
_CODE: Final = re.compile(r"([pb])[\s+]*3?([pb])?3?(\?)?")
_BOTH: Final = frozenset(
    ["both", "all", "beide", "deux", "ambos", "entrambi", "双方", "雙方", "都", "两家", "兩家"]
)
_NEITHER: Final = frozenset(["none", "neither", "nobody", "nothing", "keiner", "aucun", "ninguno", "nessuno"])
_OPEN: Final = frozenset(
    ["?", "waits", "wait", "depends", "see", "table", "check", "later", "unknown", "tbd"]
)
_DASHES: Final = ("-", "–", "—")
Decide = Callable[[str], Any]
"""What a text says of one hand: True, False or None."""


def read_instruction(value: str, decide: Decide) -> str | None:
    """Who draws by a text: both, player, banker, none, player only, player first; None for other texts."""
    text = cell_text(value)
    if text in ("both", "player", "banker", "none", PLAYER_ONLY, PLAYER_FIRST):
        return text
    code = _CODE.fullmatch(text)
    if code and code[1] != code[2]:
        return "both" if code[2] else {"p": "player", "b": "banker"}[code[1]]
    clauses = [clause for part in _PARTS.split(text) if part for clause in _by_side(part)]
    if len(clauses) == 2 and not any(_sides(clause) for clause in clauses):
        said = [_says(clause, decide) for clause in clauses]
        return None if None in said else _together({"Player": said[0], "Banker": said[1]})
    if text in _DASHES:
        return "none"
    found: dict[str, Any] = {}
    general = []
    decisions = [_says(clause, decide) for clause in clauses]
    for place, (clause, says) in enumerate(zip(clauses, decisions, strict=True)):
        sides = _sides(clause)
        if says is None and len(sides) == 1 and any(map(_sides, clauses[place + 1 : place + 2])):
            says = decisions[place + 1]  # "Player and Banker stand"
        if len(sides) == 2 and says is False:
            found |= dict.fromkeys(("Player", "Banker"), False)
        elif len(sides) == 2:
            found |= dict.fromkeys(("Player", "Banker"), says if says is not None else True)
        elif sides:
            found[sides.pop()] = says
        else:
            general.append(says)
    return _whole(found, general)


def _whole(found: dict[str, Any], general: list[Any]) -> str | None:
    if found and None in found.values():
        # A side and no decision: the decision stands in a part of its own ("Player: draw"), or is to draw.
        rest = [says for says in general if says is not None]
        found = {side: rest.pop(0) if says is None and rest else says for side, says in found.items()}
        found = {side: True if says is None else says for side, says in found.items()}
        general = rest
    if found.get("Player") is True and "Banker" not in found and UNKNOWN in general:
        return PLAYER_FIRST
    if not found:
        return "none" if general and all(says is False for says in general) else None
    return _together(found)


def _together(found: dict[str, Any]) -> str | None:
    player, banker = found.get("Player"), found.get("Banker")
    if player is True:
        if banker is UNKNOWN:
            return PLAYER_FIRST
        return "both" if banker else "player" if banker is None else PLAYER_ONLY
    if player is UNKNOWN or banker is UNKNOWN:
        return None
    return "banker" if banker is True else "none"


def _says(clause: str, decide: Decide) -> Any:
    words = set(_WORD.findall(clause))
    if words & _NEITHER:
        return False
    says = decide(clause)
    if says is None:
        says = decide(_without_sides(clause))
    if says is None and words & _OPEN:
        return UNKNOWN if len(words - _OPEN) <= 1 else None
    return says


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    """A word for a hand -> Player or Banker, words for winning left out."""
    decision = cell_words("decision", "yes") | cell_words("decision", "no")
    return {
        word: side
        for word, side in outcome_words().items()
        if side in ("Player", "Banker") and " " not in word and word not in decision
    }


def _sides(clause: str) -> set[str]:
    """The hands that a clause names."""
    words = _WORD.findall(clause)
    if set(words) & (_BOTH | _NEITHER) or any(mark in clause for mark in _BOTH if not mark.isascii()):
        return {"Player", "Banker"}
    found = {_names()[word] for word in words if word in _names()}
    return found | {side for word, side in _names().items() if not word.isascii() and word in clause}


def _without_sides(clause: str) -> str:
    """A clause without the names of hands that are written without spaces."""
    names = sorted((word for word in _names() if not word.isascii()), key=len, reverse=True)
    for word in names:
        clause = clause.replace(word, "")
    return clause.strip()


def _by_side(part: str) -> list[str]:
    """A part cut before the second hand that it names: "p draws b stands"."""
    places: list[tuple[int, str]] = []
    for match in re.finditer(r"[^\W\d_]+", part):
        side = _names().get(match[0])
        inner = [
            (part.index(word, match.start()), side_)
            for word, side_ in _names().items()
            if not word.isascii() and word in match[0]
        ]
        places += [(match.start(), side)] if side else inner
    places.sort()
    second = next((at for at, side in places if side != places[0][1]), None)
    return [part] if second is None else [part[:second].strip(), part[second:].strip()]
