"""What somebody says of a round, read: totals and third cards, or the cards of both hands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from baccarat_xl.rules.cards import read_card, read_total
from baccarat_xl.rules.errors import InputError, WrongKind
from baccarat_xl.rules.outcome import read_outcome
from baccarat_xl.rules.record import Record
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, UNSEEN, Card, Missing, Total

if TYPE_CHECKING:
    from baccarat_xl.rules.round import Round

NONE_WORDS: Final = ("none", "-", "–", "no", "no card")
"""How it is said that a hand took no third card. One that is left out may still be to come."""
HOW: Final = 'write both hands, as in "P 2 3 8 B 1 2"'
_BETWEEN: Final = re.compile(r"[\s,;:|/]+")
_MOST_CARDS: Final = 3


@dataclass(frozen=True, slots=True)
class Given:
    """The inputs. Totals 0-9 or UNKNOWN; third cards a value, UNSEEN or NO_CARD.

    stood  whether it is said that the hand took no third card: with NO_CARD alone it may be still to come
    cards  all cards of Player and of Banker as written, where they are
    recorded  the record of a file that says all this, and perhaps more
    """

    player_initial: Total = UNKNOWN
    banker_initial: Total = UNKNOWN
    player_third: Card = NO_CARD
    banker_third: Card = NO_CARD
    player_stood: bool = False
    banker_stood: bool = False
    player_final: Total = UNKNOWN
    banker_final: Total = UNKNOWN
    cards: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    recorded: Record | None = None

    @property
    def ended(self) -> bool:
        """Is a final total given, so that no card is still to come?"""
        return self.player_final is not UNKNOWN or self.banker_final is not UNKNOWN

    def record(self, *, ended: bool = False) -> Record:
        """The same as a recorded round. ended: it is over, so that a card that is not there will not come."""
        if self.recorded is not None:
            return replace(self.recorded, ended=True) if ended else self.recorded
        cells: dict[str, object] = {
            "player_initial": self.player_initial,
            "banker_initial": self.banker_initial,
            "player_third": self.player_third,
            "banker_third": self.banker_third,
            "player_final": self.player_final,
            "banker_final": self.banker_final,
        }
        for place, side in enumerate(("player", "banker")):
            for number, card in enumerate(self.cards[place][:2], 1):
                cells[f"{side}_card_{number}"] = card
        cells = {role: None if cell is UNKNOWN else cell for role, cell in cells.items()}
        return Record(**cells, ends_recorded=True, ended=ended or self.ended)  # type: ignore[arg-type]


def given_by_totals(
    player: str | None = None, banker: str | None = None, p3: str | None = None, b3: str | None = None
) -> Given:
    """Initial totals and third cards as typed; None: nothing is said, ``?``: not known. Raises InputError."""
    player_third, player_stood = _third(p3, "Player's third card")
    banker_third, banker_stood = _third(b3, "Banker's third card")
    return Given(
        _total(player, "Player's initial total"),
        _total(banker, "Banker's initial total"),
        player_third,
        banker_third,
        player_stood,
        banker_stood,
    )


def given_by_cards(text: str) -> Given:
    """Both hands on a line: ``P 2 3 8 B 1 2``, or as reports write: ``Player 2 3 8 = 3, Banker 1 2 = 3``.

    ``?`` is a card that was not seen; ``-`` in the third place: the hand took none. Raises InputError.
    """
    hands: dict[str, list[str]] = {}
    finals: dict[str, str] = {}
    side = ""
    words = iter(_BETWEEN.split(text.strip().replace("=", " = ")))
    for word in words:
        named = _side(word)
        if named:
            if named in hands:
                raise WrongKind(f"{text!r} names {named.capitalize()} twice; {HOW}")
            side = named
            hands[side] = []
        elif word == "=" and side:
            finals[side] = next(words, "")
        elif not side:
            raise WrongKind(f"{text!r} does not begin with a hand; {HOW}")
        elif word:
            hands[side].append(word)
    for name in ("player", "banker"):
        if name not in hands:
            raise WrongKind(f"{text!r} says nothing of {name.capitalize()}; {HOW}")
        if not 2 <= len(hands[name]) <= _MOST_CARDS:
            raise WrongKind(
                f"{text!r}: {name.capitalize()} has {len(hands[name])} cards; a hand has two or three ({HOW})"
            )
    return _of_hands(hands["player"], hands["banker"], finals)


def given_by_record(
    record: Record, solved: Round, *, ended: bool, cells: Mapping[str, object] | None = None
) -> Given:
    """A recorded round whose cells are read already.

    ended  nothing is missing of it, so that no card is still to come
    cells  role -> what is written there, to show cards as they are written
    """
    thirds: list[Card] = []
    for side in ("player", "banker"):
        third = getattr(record, f"{side}_third")
        due = getattr(solved, f"{side}_draws") is not False
        nowhere = UNSEEN if due and not record.thirds_recorded else NO_CARD
        thirds.append(nowhere if third is None or third is NO_CARD else third)
    cards = tuple(
        tuple(
            _shown(card, (cells or {}).get(f"{side}_card_{number}"))
            for number in (1, 2)
            if (card := getattr(record, f"{side}_card_{number}")) not in (None, NO_CARD)
        )
        for side in ("player", "banker")
    )
    return Given(
        player_initial=UNKNOWN if cards[0] else solved.player_initial,
        banker_initial=UNKNOWN if cards[1] else solved.banker_initial,
        player_third=thirds[0],
        banker_third=thirds[1],
        player_stood=ended and thirds[0] is NO_CARD,
        banker_stood=ended and thirds[1] is NO_CARD,
        cards=(
            _with_third(cards[0], thirds[0], (cells or {}).get("player_third")),
            _with_third(cards[1], thirds[1], (cells or {}).get("banker_third")),
        ),
        recorded=record,
    )


def _with_third(cards: tuple[str, ...], third: Card, cell: object) -> tuple[str, ...]:
    return cards if not cards or third is NO_CARD else (*cards, _shown(third, cell))


def _shown(card: object, cell: object) -> str:
    """A card as it is written in a cell of its own, else by its value."""
    if isinstance(card, Missing):
        return "?"
    return str(cell).strip() if isinstance(cell, str | int) and str(cell).strip() else str(card)


def _of_hands(player: list[str], banker: list[str], finals: dict[str, str]) -> Given:
    for side, hand in (("Player", player), ("Banker", banker)):
        for number, card in enumerate(hand[:2], 1):
            if _card(card, f"{side} card {number}") is NO_CARD:
                raise WrongKind(f"{side} card {number} is missing; write ? for a card that was not seen")
    player_third, player_stood = _third(_at(player, 2), "Player's third card")
    banker_third, banker_stood = _third(_at(banker, 2), "Banker's third card")
    return Given(
        player_third=player_third,
        banker_third=banker_third,
        player_stood=player_stood,
        banker_stood=banker_stood,
        player_final=_total(finals.get("player"), "Player's final total"),
        banker_final=_total(finals.get("banker"), "Banker's final total"),
        cards=(tuple(player), tuple(banker)),
    )


def _at(hand: list[str], place: int) -> str | None:
    return hand[place] if len(hand) > place else None


def _side(word: str) -> Literal["player", "banker", ""]:
    try:
        outcome = read_outcome(word)
    except WrongKind:
        return ""
    if outcome == "Player":
        return "player"
    return "banker" if outcome == "Banker" else ""


def _total(text: str | None, what: str) -> Total:
    try:
        return read_total(text)
    except InputError as error:
        raise type(error)(f"{what}: {error}") from None


def _third(text: str | None, what: str) -> tuple[Card, bool]:
    """The card, and whether it is said that there is none."""
    if text is not None and text.strip().casefold() in NONE_WORDS:
        return NO_CARD, True
    return _card(text, what), False


def _card(text: str | None, what: str) -> Card:
    try:
        return read_card(text)
    except InputError as error:
        raise type(error)(f"{what}: {error}") from None
