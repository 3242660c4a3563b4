"""What the arguments of the payment functions take: names of bets, terms and events, money, decks, pairs."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from functools import lru_cache
from math import floor
from reprlib import repr as short
from typing import Final, Literal, TypeAlias

from baccarat_xl.functions.payments_data import BET_WORDS, EVENT_WORDS, MAINS, TERMS, TERMS_WORDS, TIES
from baccarat_xl.functions.payments_words import plain_word
from baccarat_xl.rules.cards import as_number
from baccarat_xl.rules.errors import OutOfRange, WrongKind
from baccarat_xl.rules.outcome import OUTCOMES, Outcome, outcome_words
from baccarat_xl.rules.unknown import UNKNOWN, Missing, Unknown

NotKnown: TypeAlias = Literal[Unknown.UNKNOWN]
PARTS: Final = 10_000
"""A stake is counted in whole ten-thousandths."""
HIGHEST_STAKE: Final = 1_000_000_000
CLOSE: Final = 0.005
"""How far, in ten-thousandths, a stake may be off a whole number of them: 0.1+0.2 is 0.3."""
JOIN: Final = "+"
PAIR_WORDS: Final = {
    "no": 0, "false": 0, "0": 0, "pair": 1, "yes": 1, "true": 1, "1": 1, "mixed": 2, "mixedpair": 2,
    "perfect": 3, "perfectpair": 3,
}  # fmt: skip
"""No pair; a pair, perfect or not; a pair that is not perfect; a perfect pair."""
PAIR_NOT_KNOWN: Final = 4
FULL_SHOES: Final = tuple(range(1, 9))
DECKS_WORDS: Final = {"infinite": 9, "endless": 9}
USUAL_DECKS: Final = 8
_NUMBER: Final = re.compile(r"[+-]?\d+(?:\.\d*)?|[+-]?\.\d+")


@lru_cache(maxsize=1)
def bet_words() -> dict[str, int]:
    """Plain word -> number of the bet, outcome words among them."""
    return _with_outcomes(BET_WORDS, {"Player": "player", "Banker": "banker", "Tie": "tie"})


@lru_cache(maxsize=1)
def event_words() -> dict[str, int]:
    """Plain word -> number of the event, outcome words among them."""
    return _with_outcomes(EVENT_WORDS, {outcome: outcome[0].casefold() for outcome in OUTCOMES})


def _with_outcomes(words: dict[str, int], names: dict[Outcome, str]) -> dict[str, int]:
    found = {plain_word(word): words[names[outcome]] for word, outcome in outcome_words().items()}
    return {**found, **words}


def _blank(cell: object) -> bool:
    return (
        cell is None or isinstance(cell, (Missing, Unknown)) or (isinstance(cell, str) and not cell.strip())
    )


def _not_seen(cell: object) -> bool:
    return isinstance(cell, str) and cell.strip() in ("?", "？")


def _number(cell: object) -> int | float | None:
    if isinstance(cell, str):
        text = cell.strip()
        return float(text) if _NUMBER.fullmatch(text) else None
    return as_number(cell)


def _whole(cell: object, what: str) -> int | None:
    """A whole number, or None for a number of no other kind. Raises WrongKind for a fraction."""
    number = _number(cell)
    if number is None or isinstance(number, int):
        return number
    if not number.is_integer():
        raise WrongKind(f"{short(cell)} is no {what}, which is a whole number")
    return int(number)


def read_bet(cell: object) -> int | NotKnown:
    """The number of a bet by its name, label or word; blank is UNKNOWN. Raises WrongKind."""
    if _blank(cell) or _not_seen(cell):
        return UNKNOWN
    code = bet_words().get(plain_word(cell)) if isinstance(cell, str) else None
    if code is None:
        raise WrongKind(f"{short(cell)} is no bet; accepted are Player, Banker, Tie, Dragon 7 and others")
    return code


def read_event(cell: object) -> int | NotKnown:
    """The number of an event; blank is UNKNOWN. Raises WrongKind."""
    if _blank(cell) or _not_seen(cell):
        return UNKNOWN
    code = event_words().get(plain_word(cell)) if isinstance(cell, str) else None
    if code is None:
        raise WrongKind(f"{short(cell)} is no outcome; accepted are Player, Banker, Tie, natural and others")
    return code


def read_terms(cell: object) -> int:
    """The code of payment terms; 0 for a blank. Raises WrongKind for other names.

    >>> TERMS[read_terms("Tie 9 + commission 5")]
    'commission-5+tie-9'
    """
    if _blank(cell) or _not_seen(cell):
        return 0
    codes = [TERMS_WORDS.get(part) for part in plain_word(cell).split(JOIN)] if isinstance(cell, str) else []
    known = sorted(code for code in codes if code is not None)
    if len(known) == len(codes) == 1:
        return known[0]
    if len(known) == len(codes) == 2 and known[0] <= MAINS < known[1]:
        return joined(known[0], known[1])
    raise WrongKind(f"{short(cell)} are no payment terms; accepted are {', '.join(TERMS[1:])}")


def joined(main: int, tie: int) -> int:
    """The code of two terms put together, from the codes of both: those of one main follow one another."""
    return MAINS + TIES + (main - 1) * TIES + tie - MAINS


def read_stake(cell: object) -> int | NotKnown:
    """A stake in ten-thousandths; blank is UNKNOWN.

    Raises WrongKind for what is no number, OutOfRange below 0, above `HIGHEST_STAKE` or for more than four
    decimals.
    """
    number = _number(cell)
    if number is None:
        if _blank(cell) or _not_seen(cell):
            return UNKNOWN
        raise WrongKind(f"{short(cell)} is no stake; a stake is a number")
    if not 0 <= number <= HIGHEST_STAKE:
        raise OutOfRange(f"{short(cell)} is no stake; it is a number from 0 to {HIGHEST_STAKE:,}")
    scaled = float(number) * PARTS
    whole = floor(scaled + 0.5)
    if abs(scaled - whole) > CLOSE:
        raise OutOfRange(f"{short(cell)} is no stake; it has at most four decimals")
    return whole


def read_cards(cell: object) -> int | NotKnown:
    """How many cards a hand had, 2 or 3; blank is UNKNOWN. Raises WrongKind, OutOfRange."""
    if _blank(cell) or _not_seen(cell):
        return UNKNOWN
    number = _whole(cell, "number of cards")
    if number is None:
        raise WrongKind(f"{short(cell)} is no number of cards; it is 2 or 3")
    if number not in (2, 3):
        raise OutOfRange(f"{short(cell)} is no number of cards; it is 2 or 3")
    return number


def read_pair(cell: object) -> int:
    """What a hand's first two cards are: a value of `PAIR_WORDS`, or `PAIR_NOT_KNOWN` for a blank.

    Raises WrongKind for other words and for fractions, OutOfRange for whole numbers other than 0 and 1.
    """
    if _blank(cell) or _not_seen(cell):
        return PAIR_NOT_KNOWN
    if isinstance(cell, bool) or getattr(getattr(cell, "dtype", None), "kind", "") == "b":
        return int(bool(cell))
    if isinstance(cell, str):
        code = PAIR_WORDS.get(plain_word(cell))
        if code is not None:
            return code
    else:
        number = _whole(cell, "pair")
        if number in (0, 1):
            return int(number)
        if number is not None:
            raise OutOfRange(f"{short(cell)} is neither 1 (a pair) nor 0 (no pair)")
    raise WrongKind(f"{short(cell)} is not accepted; give FALSE, TRUE, no, pair, mixed or perfect")


def read_decks(cell: object) -> int:
    """Decks of a full shoe 1-8, 9 for an endless one; a blank is 8. Raises WrongKind, OutOfRange."""
    if _blank(cell):
        return USUAL_DECKS
    if isinstance(cell, str) and plain_word(cell) in DECKS_WORDS:
        return DECKS_WORDS[plain_word(cell)]
    number = _whole(cell, "number of decks")
    if number is None:
        raise WrongKind(f'{short(cell)} is no number of decks; it is 1 to 8, or "infinite"')
    if number not in FULL_SHOES:
        raise OutOfRange(f'{short(cell)} is no number of decks; it is 1 to 8, or "infinite"')
    return number


class PaymentKind(Enum):
    """What an argument takes. The value is its description for help pages."""

    BET = "a bet by name, such as Banker or Dragon 7; blank = not known"
    STAKE = "a number from 0 to 1,000,000,000 with at most four decimals; blank = not known"
    CARDS = "2 or 3; blank = not known"
    PAIR = "FALSE or no, TRUE or pair, mixed, perfect; blank = not known"
    TERMS = "payment terms by name; blank = none chosen"
    EVENT = "Player, Banker or Tie, or another event by name; blank = not known"
    DECKS = "a number of decks 1-8, or infinite; blank = 8"

    @property
    def read(self) -> Callable[[object], object]:
        """The reader: one raw value to one parsed value, raising InputError."""
        return _READERS[self]


_READERS: Final[dict[PaymentKind, Callable[[object], object]]] = {
    PaymentKind.BET: read_bet,
    PaymentKind.STAKE: read_stake,
    PaymentKind.CARDS: read_cards,
    PaymentKind.PAIR: read_pair,
    PaymentKind.TERMS: read_terms,
    PaymentKind.EVENT: read_event,
    PaymentKind.DECKS: read_decks,
}
