"""The way that a round takes through the procedure: its stations, and the branches between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from baccarat_xl.rules.outcome import winner
from baccarat_xl.rules.tableau import NATURALS, PLAYER_DRAWS, banker_draws, is_natural, player_draws
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, UNSEEN, Card, Decision, Total

SIGNS: Final = {"passed": "✓", "wrong": "✗", "open": "?"}
"""A sign for each state of a station, beside its colour."""


class Side(Protocol):
    """One hand. Totals and the third card's value 0-9, None where there is none that is known.

    drew: whether there is a third card, None where it is still to come
    """

    @property
    def side(self) -> Literal["Player", "Banker"]: ...
    @property
    def initial(self) -> int | None: ...
    @property
    def third(self) -> int | None: ...
    @property
    def drew(self) -> bool | None: ...
    @property
    def final(self) -> str | None: ...


@dataclass(frozen=True, slots=True)
class Step:
    """A station that the round passed.

    state  ``wrong`` where the record does not do what the rule says; ``open`` where the way ends, since
           something is not known or not dealt yet
    """

    node: str
    text: str
    state: Literal["passed", "wrong", "open"] = "passed"

    @property
    def wrong(self) -> bool:
        return self.state == "wrong"

    @property
    def sign(self) -> str:
        return SIGNS[self.state]


@dataclass(frozen=True, slots=True)
class Way:
    """The stations that a round passed, and the branches between them."""

    steps: tuple[Step, ...]
    branches: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """The way in words, for those who do not see the picture."""
        return "; ".join(f"wrong: {step.text}" if step.wrong else step.text for step in self.steps)

    def at(self, node: str) -> Step | None:
        return next((step for step in self.steps if step.node == node), None)


def way_of(hands: tuple[Side, Side]) -> Way:
    """The way of a round, as far as what is known leads."""
    player, banker = hands
    dealt = Step("deal", f"Player {_shown(player.initial)}, Banker {_shown(banker.initial)}")
    natural = is_natural(_total(player), _total(banker))
    if natural is UNKNOWN and player.drew:
        natural = False
    if natural is UNKNOWN:
        open_ = Step("natural", "not known without both totals (R7)", "open")
        return Way((dealt, open_), ())
    if natural:
        drawn = [hand.side for hand in hands if hand.drew]
        said = f"yes, and yet {' and '.join(drawn)} drew" if drawn else "yes: no hand draws (R3)"
        end = _end(hands, right=not drawn)
        return Way((dealt, Step("natural", said, "wrong" if drawn else "passed"), *end), ("yes",))
    due = player_draws(_total(player), _total(banker))
    draws = player.drew is True or (player.drew is None and due is True)
    steps = [dealt, Step("natural", "no (R3)"), _player(player, due), _banker(player, banker, draws=draws)]
    right = not any(step.wrong for step in steps)
    return Way((*steps, *_end(hands, right=right)), ("no", "draws" if draws else "stands"))


def _shown(initial: int | None) -> str:
    return "?" if initial is None else str(initial)


def _total(hand: Side) -> Total:
    return UNKNOWN if hand.initial is None else hand.initial


def _player(player: Side, due: Decision) -> Step:
    verb, clause = ("draws", "R4.1") if due is True else ("stands", "R4.2")
    said = f"{verb} on {player.initial} ({clause})" if due is not UNKNOWN else "drew (R4.1)"
    if player.drew is None or player.drew is due or due is UNKNOWN:
        return Step("player", said)
    did = "drew" if player.drew else "no card"
    return Step("player", f"{said}, recorded: {did}", "wrong")


def _banker(player: Side, banker: Side, *, draws: bool) -> Step:
    dealt = player.drew is not None
    third: Card = (UNSEEN if player.third is None else player.third) if draws else NO_CARD
    node = "against" if draws else "stood"
    initial = _total(banker)
    must = banker_draws(initial, third)
    beside = "" if not draws else f" against {'?' if player.third is None else player.third}"
    clause = "R5.2" if draws else "R5.1"
    if must is UNKNOWN:
        if not dealt:
            return Step(node, f"{_shown(banker.initial)} waits for that card (R7.1)", "open")
        return Step(node, f"{_shown(banker.initial)}{beside}: not known (R7.1)", "open")
    verb = "draws" if must else "stands"
    if draws and player.third is None:
        beside, clause = " against any card", "R7.1"
    if banker.drew is None or banker.drew is must:
        return Step(node, f"{verb} on {banker.initial}{beside} ({clause})")
    did = "drew" if banker.drew else "no card"
    return Step(node, f"{verb} on {banker.initial}{beside}: {did}", "wrong")


def _end(hands: Sequence[Side], *, right: bool) -> tuple[Step, ...]:
    """The last station. After a wrong draw the totals are not those of a right round, and have no outcome."""
    finals = [hand.final for hand in hands]
    if None in (hand.drew for hand in hands):
        return ()
    if None in finals:
        return (Step("end", "final totals not known", "open"),)
    player, banker = (int(str(final)) for final in finals)
    if not right:
        return (Step("end", f"{player} against {banker}, as recorded", "wrong"),)
    return (Step("end", f"{player} against {banker}: {winner(player, banker)} (R6)"),)


def span(totals: Sequence[int]) -> str:
    """``0–5``, ``6–7``, ``8``."""
    return f"{totals[0]}–{totals[-1]}" if len(totals) > 1 else str(totals[0])


PLAYER_DRAWS_ON: Final = span([total for total, draws in PLAYER_DRAWS.items() if draws])
PLAYER_STANDS_ON: Final = span([total for total, draws in PLAYER_DRAWS.items() if not draws])
NATURAL_TOTALS: Final = " or ".join(map(str, sorted(NATURALS)))
