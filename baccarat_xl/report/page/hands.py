"""A finding's record as hands of cards, and the way that the round took through the procedure."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal

from baccarat_xl.rules.cards import card_value
from baccarat_xl.rules.errors import InputError
from baccarat_xl.rules.outcome import winner
from baccarat_xl.rules.tableau import banker_draws, is_natural, player_draws
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, UNSEEN

HAND: Final = re.compile(
    r"(?P<side>Player|Banker)(?: (?P<initial>\d) with two cards(?: and (?P<drawn>.+?))?"
    r"| (?P<cards>(?!= \d$).+?))?"
    r"(?: = (?P<final>\d))?$"
)
NOT_RECORDED: Final = "not recorded"


@dataclass(frozen=True, slots=True)
class Drawn:
    """One card as it is drawn. text: as recorded; value: 0-9, None where it has none; third, wrong: marks."""

    text: str
    value: int | None
    third: bool = False
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class Hand:
    """One side. initial: the total of two cards, None where it is not known; final: by the cards."""

    side: Literal["Player", "Banker"]
    cards: tuple[Drawn, ...]
    initial: int | None
    third: int | None
    drew: bool
    final: str | None


@dataclass(frozen=True, slots=True)
class Step:
    """A station of the procedure that the round passed. wrong: the record does not do what the rule says."""

    node: str
    text: str
    wrong: bool = False


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


def hands_of(record: str, wrong: Collection[str] = ()) -> tuple[Hand, Hand] | None:
    """The hands of a record line, ``Player 2 3 8 = 3, Banker 1 2 5 = 8``; ``wrong``: the roles at fault.

    None for a line that shows no hands.
    """
    player, comma, banker = record.rpartition(", Banker")
    if not comma:
        return None
    read = [_hand(text.strip(), wrong) for text in (player, f"Banker{banker}")]
    if read[0] is None or read[1] is None:
        return None
    return read[0], read[1]


def _hand(text: str, wrong: Collection[str]) -> Hand | None:
    match = HAND.match(text)
    if match is None:
        return None
    side: Literal["Player", "Banker"] = "Player" if match["side"] == "Player" else "Banker"
    low = side.lower()
    texts = [] if match["cards"] in (None, NOT_RECORDED) else match["cards"].split(" ")
    roles = [f"{low}_card_1", f"{low}_card_2", f"{low}_third"]
    joined = f"{low}_cards" in wrong
    cards = [
        Drawn(text, value_of(text), place == 2, joined or (place < 3 and roles[place] in wrong))
        for place, text in enumerate(texts)
    ]
    initial = int(match["initial"]) if match["initial"] else None
    if match["drawn"]:
        cards.append(Drawn(match["drawn"], value_of(match["drawn"]), True, roles[2] in wrong))
    elif initial is None and len(cards) >= 2 and None not in (cards[0].value, cards[1].value):
        initial = (int(cards[0].value or 0) + int(cards[1].value or 0)) % 10
    third = next((card for card in cards if card.third), None)
    return Hand(
        side,
        tuple(cards),
        initial,
        third.value if third else None,
        third is not None,
        match["final"],
    )


def value_of(text: str) -> int | None:
    """A card's value, None for one that was not seen, is not there or cannot be read."""
    try:
        return card_value(text)
    except InputError:
        return None


def way_of(hands: tuple[Hand, Hand]) -> Way | None:
    """The way of a round whose initial totals are known."""
    player, banker = hands
    if player.initial is None or banker.initial is None:
        return None
    dealt = Step("deal", f"Player {player.initial}, Banker {banker.initial}")
    if is_natural(player.initial, banker.initial):
        drawn = [hand.side for hand in hands if hand.drew]
        said = f"yes, and yet {' and '.join(drawn)} drew" if drawn else "yes: no hand draws (R3)"
        steps = [dealt, Step("natural", said, bool(drawn)), _end(hands)]
        return Way(tuple(steps), ("yes",))
    steps = [dealt, Step("natural", "no (R3)"), _player(player, banker.initial)]
    steps.append(_banker(player, banker))
    branch = "draws" if player.drew else "stands"
    return Way((*steps, _end(hands)), ("no", branch))


def _player(player: Hand, banker_initial: int) -> Step:
    must = player_draws(player.initial if player.initial is not None else UNKNOWN, banker_initial)
    clause = "R4.1" if must else "R4.2"
    verb = "draws" if must else "stands"
    if player.drew is must:
        return Step("player", f"{verb} on {player.initial} ({clause})")
    did = "drew" if player.drew else "no card"
    return Step("player", f"{verb} on {player.initial} ({clause}), recorded: {did}", True)


def _banker(player: Hand, banker: Hand) -> Step:
    third = (UNSEEN if player.third is None else player.third) if player.drew else NO_CARD
    node = "against" if player.drew else "stood"
    initial = banker.initial if banker.initial is not None else UNKNOWN
    must = banker_draws(initial, third)
    beside = "" if not player.drew else f" against {'?' if player.third is None else player.third}"
    clause = "R5.2" if player.drew else "R5.1"
    if must is UNKNOWN:
        return Step(node, f"{banker.initial}{beside}: not known (R7.1)")
    verb = "draws" if must else "stands"
    if banker.drew is must:
        return Step(node, f"{verb} on {banker.initial}{beside} ({clause})")
    did = "drew" if banker.drew else "no card"
    return Step(node, f"{verb} on {banker.initial}{beside}: {did}", True)


def _end(hands: tuple[Hand, Hand]) -> Step:
    finals = [hand.final for hand in hands]
    if None in finals:
        return Step("end", "final totals not known")
    player, banker = (int(str(final)) for final in finals)
    return Step("end", f"{player} against {banker}: {winner(player, banker)} (R6)")
