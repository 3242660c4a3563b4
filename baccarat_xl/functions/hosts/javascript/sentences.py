"""The rules' own sentences as patterns, taken from the rules over their whole domain.

A pattern holds ``{player}``, ``{banker}`` and ``{third}`` where a sentence names a total or a card. Every
state is asked; two sentences for one situation would raise.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from baccarat_xl.rules.domain import THIRDS, drawing_states
from baccarat_xl.rules.draws import judge_draws
from baccarat_xl.rules.errors import Contradiction
from baccarat_xl.rules.explain import explain_draw
from baccarat_xl.rules.outcome import OUTCOMES
from baccarat_xl.rules.record import CARD_ROLES, Record
from baccarat_xl.rules.round import resolve
from baccarat_xl.rules.tableau import NATURALS, TOTALS, player_draws
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, UNSEEN, Card, Decision, Missing, Total

_NO_CARD_AT_ALL: Final = "no card at all"
_SEEN: Final = {NO_CARD: "not dealt", UNSEEN: "not seen"}


class _Slot(int):
    """A number that a sentence shows as a place to be filled."""

    shown: str

    def __str__(self) -> str:
        return self.shown

    def __format__(self, _: str) -> str:
        return self.shown


def _slot(name: Literal["player", "banker", "third"], value: int) -> int:
    slot = _Slot(value)
    slot.shown = f"{{{name}}}"
    return slot


def _third_slot(third: Card) -> Card:
    return third if isinstance(third, Missing) else _slot("third", third)


def _marked(decision: Decision) -> str:
    return "not known" if decision is UNKNOWN else "draws" if decision else "stands"


def _situation(player: int, banker: int, third: Card, decision: Decision) -> str:
    naturals = [hand for hand, total in (("Player", player), ("Banker", banker)) if total in NATURALS]
    if naturals:
        return "both natural" if len(naturals) == 2 else f"{naturals[0]} natural"
    if player_draws(player, banker) is True:
        seen = f"third {_SEEN[third] if isinstance(third, Missing) else 'seen'}"
    else:
        seen = "Player stood"
    return f"{seen}, Banker {_marked(decision)}"


def _add(patterns: dict[str, str], key: str, pattern: str) -> None:
    if patterns.setdefault(key, pattern) != pattern:
        raise ValueError(f"two sentences for {key}: {patterns[key]} and {pattern}")


def explanations() -> dict[str, dict[str, str]]:
    """Situation -> its ``sentence`` and its ``clause``."""
    sentences: dict[str, str] = {}
    clauses: dict[str, str] = {}
    for player, banker, third in drawing_states():
        try:
            found = explain_draw(_slot("player", player), _slot("banker", banker), _third_slot(third))
        except Contradiction:
            continue
        decision = found.decision if found.decision is UNKNOWN else found.decision is True
        key = _situation(player, banker, third, decision)
        _add(sentences, key, found.sentence)
        _add(clauses, key, found.clause)
    return {key: {"sentence": sentences[key], "clause": clauses[key]} for key in sorted(sentences)}


def _drawing_faults() -> Iterator[tuple[str, str]]:
    totals: tuple[Total, ...] = (*TOTALS, UNKNOWN)
    for player in totals:
        for banker in totals:
            for third in THIRDS:
                for banker_third in THIRDS:
                    judged = judge_draws(
                        player if player is UNKNOWN else _slot("player", player),
                        banker if banker is UNKNOWN else _slot("banker", banker),
                        _third_slot(third),
                        banker_third,
                    )
                    yield from ((f"{fault.kind.name} {fault.clause}", fault.text) for fault in judged.faults)


def drawing_faults() -> dict[str, str]:
    """Kind of fault and clause -> the text of CHECK_ROUND for a third card that breaks the rules."""
    patterns: dict[str, str] = {}
    for key, pattern in _drawing_faults():
        _add(patterns, key, pattern)
    return dict(sorted(patterns.items()))


def card_faults() -> list[str]:
    """For each of the six cards, the text of CHECK_ROUND when its cell cannot be read."""
    return [resolve(Record(**{role: _NO_CARD_AT_ALL})).faults[0].text for role in CARD_ROLES]  # type: ignore[arg-type]


def outcome_fault() -> str:
    """The text of CHECK_ROUND for an outcome that cannot be read."""
    return resolve(Record(outcome=_NO_CARD_AT_ALL)).faults[0].text


def winner_faults() -> dict[str, str]:
    """The right outcome -> the text of CHECK_ROUND for a recorded outcome that differs."""
    texts: dict[str, str] = {}
    for player, banker, right in ((9, 8, "Player"), (8, 9, "Banker"), (9, 9, "Tie")):
        wrong = next(outcome for outcome in OUTCOMES if outcome != right)
        cards = (player, 0, None, banker, 0, None)
        texts[right] = resolve(Record(*cards, outcome=wrong)).faults[0].text
    return texts
