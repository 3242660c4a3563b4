"""A finding's record as hands of cards, and the way that the round took through the procedure."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal

from baccarat_xl.explanation.way import Way, way_of
from baccarat_xl.rules.cards import card_value
from baccarat_xl.rules.errors import InputError

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


def way_of_record(hands: tuple[Hand, Hand]) -> Way | None:
    """The way of a round whose initial totals are known."""
    known = all(hand.initial is not None for hand in hands)
    return way_of(hands) if known else None
