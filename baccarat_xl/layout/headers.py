"""A header's words -> the roles it can stand for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from baccarat_xl.layout.vocabulary import Token, tokens_of, vocabulary
from baccarat_xl.layout.words import plain

CARD_ROLES: Final = {"1": "card_1", "2": "card_2", "3": "third"}
LONGEST: Final = 80


@dataclass(frozen=True, slots=True)
class Meaning:
    """roles: the candidates, best first; note: recorded, computed, value or ""; rank: 0 is the plainest word.

    weak: the header alone does not settle it (``Player``), so it is no evidence of a header row.
    """

    roles: tuple[str, ...]
    note: str = ""
    rank: int = 0
    weak: bool = False


@lru_cache(maxsize=8192)
def meaning_of(header: str) -> Meaning | None:
    """What a header can stand for; None when it has no role.

    >>> meaning_of("Player third card (P3)").roles
    ('player_third', 'player_draws')
    >>> meaning_of("莊點").roles
    ('banker_final', 'banker_initial')
    >>> meaning_of("Bet outcome") is None
    True
    """
    words = plain(header)
    if not words or len(header) > LONGEST:
        return None
    if words.replace(" ", "") in vocabulary()["header"]["kind"]["pictures"]:
        return Meaning(("outcome",), rank=2)
    tokens = [token for token in tokens_of(header) if token.group != "noise"]
    if not tokens or any(token.group == "blocked" for token in tokens):
        return None
    strangers = [token.word for token in tokens if token.group == "unknown"]
    if strangers and not _is_range(strangers, tokens):
        return None
    found = {
        group: {t.word for t in tokens if t.group == group}
        for group in ("side", "kind", "ordinal", "qualifier")
    }
    note = next((word for word in ("recorded", "computed") if word in found["qualifier"]), "")
    if len(found["ordinal"]) > 1 or len(found["side"]) > 1:
        both = len(found["side"]) > 1 and not found["ordinal"] and found["kind"] <= {"outcome", "result"}
        return Meaning(("outcome",), note, rank=2) if both else None
    if found["side"]:
        return _of_a_hand(found, note)
    return None if found["ordinal"] else _of_a_round(found["kind"], note)


def _is_range(words: list[str], tokens: list[Token]) -> bool:
    """``(0-9)`` beside a total says nothing new."""
    return Token("kind", "total") in tokens and all(word in ("0", "9", "0 9") for word in words)


def _of_a_round(kinds: set[str], note: str) -> Meaning | None:
    if kinds & {"outcome", "result"} and kinds <= {"outcome", "result", "round", "hand", "game"}:
        return Meaning(("outcome",), note, rank=0 if "outcome" in kinds else 1)
    if kinds == {"natural"}:
        return Meaning(("natural",), note)
    if kinds == {"shoe"}:
        return Meaning(("shoe",), note)
    if kinds and kinds <= {"round", "hand", "game", "shoe"}:
        rank = 0 if "round" in kinds else 1 if "hand" in kinds else 2
        return Meaning(("round",), note, rank=rank, weak=rank > 0)
    return None


def _of_a_hand(found: dict[str, set[str]], note: str) -> Meaning | None:
    side, kinds, qualifiers = next(iter(found["side"])), found["kind"], found["qualifier"]
    ordinal = next(iter(found["ordinal"]), "")
    if kinds - {"card", "hand", "total", "draw"}:
        return None
    if "draw" in kinds:
        if ordinal in ("1", "2") or "total" in kinds:
            return None
        roles = (f"{side}_third", f"{side}_draws") if ordinal else (f"{side}_draws", f"{side}_third")
        return Meaning(roles, note)
    if ordinal:
        if "total" in kinds and "card" not in kinds and "value" not in qualifiers:
            return None
        role = f"{side}_{CARD_ROLES[ordinal]}"
        if "total" in kinds or "value" in qualifiers:
            return Meaning((role,), note or "value")
        return Meaning((role, f"{side}_draws") if ordinal == "3" else (role,), note)
    if "card" in kinds:
        if qualifiers & {"initial", "final", "value"}:
            return None
        return Meaning((f"{side}_cards",), note)
    if "total" in kinds or qualifiers & {"value", "initial", "final"}:
        ends = [end for end in ("initial", "final") if end in qualifiers] or ["final", "initial"]
        return Meaning(tuple(f"{side}_{end}" for end in ends), note) if len(ends) < 3 else None
    if "hand" in kinds:
        return Meaning((f"{side}_cards",), note)
    return Meaning((f"{side}_cards", f"{side}_final", f"{side}_initial"), note, weak=True)
