"""What the words in a record's cells mean: outcomes, draw decisions, third cards, naturals."""

from __future__ import annotations

import re
from datetime import date, time, timedelta
from numbers import Real
from typing import Final, Literal, TypeAlias, cast

from baccarat_xl.layout.vocabulary import cell_words, outcome_words
from baccarat_xl.layout.words import cell_text, plain
from baccarat_xl.rules.cards import read_card
from baccarat_xl.rules.errors import InputError, WrongKind
from baccarat_xl.rules.unknown import NO_CARD, Card

Outcome: TypeAlias = Literal["Player", "Banker", "Tie"]
Zero: TypeAlias = Literal["card", "none", "either"]
"""What 0 means in a third-card column: a card worth 0, no card, or no card where the hand must stand."""


def read_outcome(value: object) -> Outcome | None:
    """Player, Banker or Tie by the word in a cell; None for blanks, numbers and every other word.

    Numeric codes are never read here: sources disagree about them.

    >>> read_outcome("庄赢"), read_outcome("Égalité"), read_outcome("w"), read_outcome(1)
    ('Banker', 'Tie', None, None)
    """
    if not isinstance(value, str):
        return None
    words = outcome_words()
    found = words.get(cell_text(value))
    if found is None and not SUIT_SYMBOL.search(value):
        found = words.get(plain(value))
    return cast("Outcome | None", found)


def is_bettor_word(value: object) -> bool:
    """Is this a win or a loss, which is the bettor's view and no outcome?"""
    return isinstance(value, str) and cell_text(value) in cell_words("bettor")


def read_decision(value: object) -> bool | None:
    """True for a hand that drew, False for one that stood; None for blanks and words not understood.

    >>> read_decision("Draw"), read_decision("停"), read_decision(1.0), read_decision("")
    (True, False, True, None)
    """
    return _yes_no(value, "decision")


def read_natural(value: object) -> bool | None:
    """Did the round end with a natural (R3)? None if the cell is not understood."""
    return _yes_no(value, "natural")


def _yes_no(value: object, key: str) -> bool | None:
    if isinstance(value, bool):
        return value
    if isinstance(value, Real):
        return bool(value) if value in (0, 1) else None
    if not isinstance(value, str):
        return None
    word = cell_text(value)
    if word in cell_words(key, "yes"):
        return True
    return False if word in cell_words(key, "no") else None


def is_no_card(value: object) -> bool:
    """Is the cell blank, or does it hold a word that says the hand took no card? (0 is not asked here.)"""
    if value is None or value is NO_CARD:
        return True
    if isinstance(value, str):
        return not value.strip() or cell_text(value) in cell_words("no_card")
    return isinstance(value, Real) and not isinstance(value, bool) and value == -1


def is_not_recorded(value: object) -> bool:
    """Is the cell blank, or does it hold a mark that leaves it open? A mark for a card not drawn is none.

    >>> is_not_recorded("n/a"), is_not_recorded(" "), is_not_recorded("x"), is_not_recorded(-1)
    (True, True, False, False)
    """
    if value is None or value is NO_CARD:
        return True
    return isinstance(value, str) and (not value.strip() or cell_text(value) in cell_words("not_recorded"))


def is_zero(value: object) -> bool:
    """Is the cell the number 0, typed as a number or as text?"""
    if isinstance(value, str):
        return value.strip() in ("0", "0.0", "00", "０")
    return isinstance(value, Real) and not isinstance(value, bool) and value == 0


def read_third(value: object, zero: Zero | None = "card") -> Card:
    """A third-card cell (R7): its value 0-9, NO_CARD for blanks and no-card words, UNSEEN for ``?``.

    ``zero="none"`` reads 0 as NO_CARD; every other setting reads it as a card worth 0. Who judges a column of
    kind ``either`` turns it into NO_CARD where the hand must stand.
    Raises WrongKind (also for an error cell) or OutOfRange for what is neither.
    """
    if is_no_card(value):
        return NO_CARD
    if zero == "none" and is_zero(value):
        return NO_CARD
    return read_card(value)


SEPARATORS: Final = ("|", ";", ",", "/", "+", "&")
DASHES: Final = ("-", "–")
BRACKETS: Final = re.compile(r"""[\[\](){}"'“”‘’]""")
SUIT_SYMBOL: Final = re.compile("[♠♥♦♣♤♡♢♧]")
RANK: Final = r"(?:10|[2-9]|[atjqk01])"
SUIT: Final = r"[shdc♠♥♦♣♤♡♢♧]"
RUNS: Final = tuple(
    re.compile(pattern, re.IGNORECASE) for pattern in (rf"{RANK}\s*{SUIT}?", rf"{SUIT}\s*{RANK}")
)


_MONTH: Final = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_DATE: Final = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[ T][\d:.]+)?|\d{1,2}([-/.])\d{1,2}\1\d{4}(?:[ T][\d:.]+)?"
    rf"|\d{{1,2}}[-/. ]{_MONTH}(?:[-/. ]\d{{2,4}})?|{_MONTH}[-/. ]\d{{1,4}}(?:, ?\d{{4}})?",
    re.IGNORECASE,
)


def is_date(value: object) -> bool:
    """A date or time, or text that is one, as ``3-8`` becomes when a spreadsheet program reads it.

    >>> is_date("5/4/2024"), is_date("08-Mar"), is_date("3-8"), is_date("8/7/10")
    (True, True, False, False)
    """
    if isinstance(value, str):
        return _DATE.fullmatch(value.strip()) is not None
    return isinstance(value, date | time | timedelta)


def split_cards(cell: object) -> tuple[str, ...]:
    """The cards of a hand joined in one cell, in order; no cards for a blank cell.

    Raises WrongKind for a cell that is no text or number, such as a date that ``3-8`` was turned into.

    >>> split_cards("A-spades|9-hearts"), split_cards("K 7 2"), split_cards("10SJH"), split_cards("3-8")
    (('A-spades', '9-hearts'), ('K', '7', '2'), ('10S', 'JH'), ('3', '8'))
    """
    if is_no_card(cell):
        return ()
    if isinstance(cell, Real) and not isinstance(cell, bool) and float(cell).is_integer():
        cell = str(int(float(cell)))
    if not isinstance(cell, str) or is_date(cell):
        raise WrongKind(f"{cell!r} is not a hand of cards; write the cards with | between them")
    text = BRACKETS.sub("", cell.replace("\ufe0f", "")).strip()
    for mark in SEPARATORS:
        if mark in text:
            return tuple(part.strip() for part in text.split(mark) if part.strip())
    parts = [part for part in text.split() if part not in DASHES]
    if len(parts) > 1 and "of" not in map(str.lower, parts):
        return tuple(parts)
    dashed = tuple(part.strip() for part in text.split("-"))
    if len(dashed) in (2, 3) and all(_is_card(part) for part in dashed) and not _is_card(text):
        return dashed
    for pattern in RUNS:
        run = tuple(pattern.findall(text))
        if len(run) > 1 and "".join(run) == text:
            return run
    return (text,)


def _is_card(text: str) -> bool:
    try:
        return text != "" and read_card(text) is not None
    except InputError:
        return False
