"""Card spellings: all that people write, and what must not be taken for a card."""

from __future__ import annotations

import datetime
from decimal import Decimal

import numpy as np
import pytest

from baccarat_xl import NO_CARD, UNSEEN, InputError, OutOfRange, WrongKind, card_value

VALUES = {
    "A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9,
    "T": 0, "10": 0, "J": 0, "Q": 0, "K": 0,
}  # fmt: skip
WORDS = {
    "A": "Ace", "2": "Two", "3": "Three", "4": "Four", "5": "Five", "6": "Six", "7": "Seven", "8": "Eight",
    "9": "Nine", "10": "Ten", "J": "Jack", "Q": "Queen", "K": "King",
}  # fmt: skip
SUITS = {
    "S": ("spades", "♠", "♤"),
    "H": ("hearts", "♥", "♡"),
    "D": ("diamonds", "♦", "♢"),
    "C": ("clubs", "♣", "♧"),
}


def spellings() -> list[tuple[str, int]]:
    found = []
    for rank, value in VALUES.items():
        bare = [rank, rank.lower(), f" {rank} "]
        for letter, (word, *symbols) in SUITS.items():
            for suit in (letter, letter.lower(), *symbols, *(symbol + "\ufe0f" for symbol in symbols)):
                bare += [rank + suit, suit + rank, f"{rank} {suit}", f"{rank.lower()}{suit}"]
            bare += [f"{rank}-{word}", f"{rank} of {word}", f"{word.title()} {rank}"]
            if rank in WORDS:
                bare += [f"{WORDS[rank]} of {word.title()}", f"{WORDS[rank].lower()}-{word[:-1]}"]
        if rank in WORDS:
            bare += [WORDS[rank], WORDS[rank].upper()]
        found += [(text, value) for text in bare]
    return found


def test_every_spelling_of_every_card() -> None:
    cases = spellings()
    assert len(cases) > 1_000
    assert [(text, card_value(text)) for text in dict.fromkeys(text for text, _ in cases)] == list(
        dict(cases).items()
    )


@pytest.mark.parametrize("number", range(14))
def test_numbers_0_to_13(number: int) -> None:
    value = number if number < 10 else 0
    for spelled in (
        number,
        float(number),
        str(number),
        f"{number}.0",
        f" {number} ",
        np.int64(number),
        np.float64(number),
    ):
        assert card_value(spelled) == value


@pytest.mark.parametrize(
    ("card", "value"), [("🂡", 1), ("🃁", 1), ("🂪", 0), ("🂫", 0), ("🂭", 0), ("🂮", 0), ("🃒", 2)]
)
def test_playing_card_characters(card: str, value: int) -> None:
    assert card_value(card) == value


@pytest.mark.parametrize(
    "bad",
    ["X", "Z", "1S S", "SS", "♠", "H", "11X", "A♠♠", "ace of", "of", "7 8", "3-8", "6/7", "NA", "-", "2.5",
     "½",     "joker", "🃏", "🂬", "=A1", True, False, np.True_, 2.5, float("nan"), float("inf"), [], (), b"A",
     datetime.date(2026, 3, 8), Decimal("2.5")],
)  # fmt: skip
def test_what_is_no_card_is_of_the_wrong_kind(bad: object) -> None:
    with pytest.raises(WrongKind, match="accepted are"):
        card_value_of(bad)


@pytest.mark.parametrize(
    "bad",
    [14, 15, 100, -1, -1.0, "14", "-1", "1000000", 10**400, -(10**400), 1e300],
    ids=lambda value: str(value)[:8],
)
def test_numbers_that_no_card_has(bad: object) -> None:
    with pytest.raises(OutOfRange, match="accepted are"):
        card_value_of(bad)


def card_value_of(cell: object) -> object:
    from baccarat_xl.rules.cards import card_value as value

    return value(cell)


@pytest.mark.parametrize("blank", [None, "", "  ", NO_CARD])
def test_blank_is_no_card(blank: object) -> None:
    assert card_value(blank) is NO_CARD


@pytest.mark.parametrize("unseen", ["?", " ? ", "？", UNSEEN])
def test_a_question_mark_is_a_card_not_seen(unseen: object) -> None:
    assert card_value(unseen) is UNSEEN


def test_the_message_says_what_is_wrong_and_what_is_accepted() -> None:
    with pytest.raises(InputError, match=r"'Z9' is not a card; accepted are A, 2-10"):
        card_value("Z9")
