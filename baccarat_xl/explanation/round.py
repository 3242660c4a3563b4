"""A round explained: a note on every decision so far, contradictions, the way, and what would change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from baccarat_xl.explanation.changes import Change, Decided, changes_of, decided
from baccarat_xl.explanation.way import Way, way_of
from baccarat_xl.rules.errors import Contradiction
from baccarat_xl.rules.explain import (
    VARIANT,
    Explanation,
    banker_words,
    explain_natural,
    explain_outcome,
    explain_player,
)
from baccarat_xl.rules.outcome import next_step
from baccarat_xl.rules.record import LABELS
from baccarat_xl.rules.round import resolve_around
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, UNSEEN, Card, Missing, Total

if TYPE_CHECKING:
    from baccarat_xl.explanation.given import Given
    from baccarat_xl.rules.faults import Fault
    from baccarat_xl.rules.round import Round


@dataclass(frozen=True, slots=True)
class Seen:
    """A hand as the diagram takes it."""

    side: Literal["Player", "Banker"]
    initial: int | None
    third: int | None
    drew: bool | None
    final: str | None


@dataclass(frozen=True, slots=True)
class Explained:
    """All that is to say of a round.

    heading         the round on one line
    notes           a note on each decision so far: stage, inputs, clause, decision, sentence
    contradictions  what the inputs hold against the rules
    inferred        what follows for cards that were not seen, in words
    next            what happens next, "" where the inputs contradict the rules
    """

    heading: str
    notes: tuple[Explanation, ...]
    contradictions: tuple[Fault, ...]
    inferred: tuple[str, ...]
    next: str
    way: Way
    changes: tuple[Change, ...]
    round: Round
    variant: str = VARIANT


def explained(given: Given) -> Explained:
    """Explain a round, as far as it is given. Raises nothing."""
    solved = resolve_around(given.record())
    player, banker = solved.player_initial, solved.banker_initial
    third = _worked_out(given, solved)
    rule = decided(player, banker, third)
    if (given.player_stood and rule.player is True) or (given.banker_stood and rule.banker is True):
        solved = resolve_around(given.record(ended=True))
    seen = _seen(given, solved, third)
    notes = list(_notes(player, banker, third))
    if not solved.faults and all(hand.drew is not None and hand.final is not None for hand in seen):
        notes.append(explain_outcome(*(int(str(hand.final)) for hand in seen)))
    return Explained(
        _heading(given, seen),
        tuple(notes),
        solved.faults,
        tuple(_inferred(given, solved)),
        "" if solved.faults else _next(given, player, banker, third),
        way_of(seen),
        changes_of(player, banker, third),
        solved,
    )


def _worked_out(given: Given, solved: Round) -> Card:
    """Player's third card, or the one value that the rest leaves for a card not seen (R7.2)."""
    left = _left(given, solved, "player_third")
    return left[0] if len(left) == 1 else given.player_third


def _left(given: Given, solved: Round, role: str) -> tuple[Card, ...]:
    """The values that the rest leaves for a card not seen. What is not dealt yet leaves nothing out."""
    told = given.banker_stood or given.banker_third is not NO_CARD
    if getattr(given, role) is not UNSEEN or not (told or given.ended):
        return ()
    return solved.inferred.get(role, ())


def _seen(given: Given, solved: Round, third: Card) -> tuple[Seen, Seen]:
    """Both hands. A third card that is due is still to come, unless it is said that there is none."""
    rule = decided(solved.player_initial, solved.banker_initial, third)
    over = bool(solved.faults) or given.ended
    drew: list[bool | None] = []
    hands = (
        (given.player_third, given.player_stood, rule.player),
        (given.banker_third, given.banker_stood, rule.banker),
    )
    for card, stood, due in hands:
        none = False if stood or over or due is False else None
        drew.append(True if card is not NO_CARD else none)
    if drew[0] is None:
        drew[1] = drew[1] or None
    finals = (solved.player_final, solved.banker_final)
    return (
        Seen("Player", _known(solved.player_initial), _value(third), drew[0], _final(finals[0])),
        Seen("Banker", _known(solved.banker_initial), _value(given.banker_third), drew[1], _final(finals[1])),
    )


def _known(total: Total) -> int | None:
    return None if total is UNKNOWN else total


def _value(card: Card) -> int | None:
    return None if isinstance(card, Missing) else card


def _final(total: Total) -> str | None:
    return None if total is UNKNOWN else str(total)


def _notes(player: Total, banker: Total, third: Card) -> Iterator[Explanation]:
    """One for each decision that the rules come to: the natural check, then Player's, then Banker's."""
    natural = explain_natural(player, banker)
    rule = decided(player, banker, third)
    if natural.decision is UNKNOWN and rule.player is False:
        yield natural
        said = f"Player takes no third card on {player}, with a natural or without (R3, R4.2)."
        yield Explanation("Player rule", natural.inputs, "R4.2", False, said)
    elif natural.decision is UNKNOWN and rule.natural is False:
        said = "Player has a third card, so there was no natural (R3)."
        yield replace(
            natural, decision=False, sentence=said, inputs={**natural.inputs, "player_third": "drawn"}
        )
        yield Explanation(
            "Player rule",
            {"player_third": "drawn"},
            "R4.1",
            True,
            "Player drew, as the third card says (R4.1).",
        )
    else:
        yield natural
        if natural.decision is True:
            return
        if natural.decision is False:
            yield explain_player(player, banker)
    yield _banker_note(banker, third, rule)


def _banker_note(banker: Total, third: Card, rule: Decided) -> Explanation:
    """Banker's decision by itself; against a third card that cannot be there the rules have Player stand."""
    dealt = third is not NO_CARD
    against: Card = NO_CARD if rule.player is False else third if dealt else UNSEEN
    words = "none (Player stood)" if against is NO_CARD else "not seen" if dealt else "not dealt yet"
    inputs: dict[str, int | str] = {
        "banker_initial": "not known" if banker is UNKNOWN else banker,
        "player_third": words if isinstance(against, Missing) else against,
    }
    if rule.natural is UNKNOWN:
        said = "without both initial totals Banker's decision is not known (R7)."
        return Explanation("Banker rule", inputs, "R7", UNKNOWN, said)
    if banker is UNKNOWN:
        said = "without Banker's initial total Banker's decision is not known (R7)."
        return Explanation("Banker rule", inputs, "R7", rule.banker, said)
    said = banker_words(banker, against, rule.banker, dealt=dealt)
    return Explanation("Banker rule", inputs, rule.clause, rule.banker, f"{said}.")


def _heading(given: Given, seen: tuple[Seen, Seen]) -> str:
    """``Player 2 3 8 = 3, Banker 1 2 = 3``, or totals where those were given."""
    thirds = (given.player_third, given.banker_third)
    return ", ".join(
        _hand(hand, cards, third) for hand, cards, third in zip(seen, given.cards, thirds, strict=True)
    )


def _hand(hand: Seen, cards: tuple[str, ...], third: Card) -> str:
    total = "" if hand.final is None or hand.drew is None else f" = {hand.final}"
    if cards:
        return f"{hand.side} {' '.join(cards)}{total}"
    if hand.initial is None and third is NO_CARD:
        return f"{hand.side} not known"
    drawn = {NO_CARD: "", UNSEEN: " and a card not seen"}
    card = drawn[third] if isinstance(third, Missing) else f" and {third}"
    initial = "?" if hand.initial is None else hand.initial
    return f"{hand.side} {initial} with two cards{card}{total if card else ''}"


def _inferred(given: Given, solved: Round) -> Iterator[str]:
    """What the totals leave for cards that were not seen (R7.2)."""
    for role in solved.inferred:
        values = _left(given, solved, role)
        if values:
            told = ", ".join("no card" if value is NO_CARD else str(value) for value in values)
            yield f"{LABELS[role]}: {told} (inferred from the rest, not recorded; R7.2)"


def _next(given: Given, player: Total, banker: Total, third: Card) -> str:
    try:
        step = next_step(player, banker, third, given.banker_third)
    except Contradiction:
        return ""
    return "not known" if step is UNKNOWN else step
