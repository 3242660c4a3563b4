"""What kind of values a column holds, from a sample of its cells."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from numbers import Real

from baccarat_xl.layout.cells import (
    DASHES,
    SEPARATORS,
    is_bettor_word,
    is_date,
    is_no_card,
    read_decision,
    read_outcome,
    read_third,
    split_cards,
)
from baccarat_xl.layout.vocabulary import Token, tokens_of
from baccarat_xl.rules.cards import read_card
from baccarat_xl.rules.errors import InputError
from baccarat_xl.workbook.model import CellValue

MOSTLY = 0.6
FEW_NUMBERS = 4


def is_blank(value: CellValue) -> bool:
    """None, or text without a visible character."""
    return value is None or (isinstance(value, str) and not value.strip())


def number_of(value: CellValue) -> float | None:
    """A finite number, typed as one or as text; None for everything else, booleans too."""
    if isinstance(value, bool) or not isinstance(value, Real | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def share(values: Iterable[CellValue], test: object) -> float:
    """The share of the values that pass; 0 for none."""
    tested = [bool(test(value)) for value in values]  # type: ignore[operator]
    return sum(tested) / len(tested) if tested else 0.0


def looks_like_total(value: CellValue) -> bool:
    """A whole number that a total, or an unreduced sum, can be."""
    number = number_of(value)
    return number is not None and number.is_integer() and 0 <= number <= 27


def looks_like_card(value: CellValue) -> bool:
    """A card, or a mark for none."""
    try:
        read_third(value)
    except InputError:
        return False
    return True


def looks_like_hand(value: CellValue) -> bool:
    """Two or three cards in one cell."""
    try:
        cards = split_cards(value)
        return 2 <= len(cards) <= 4 and all(read_card(card) is not None for card in cards)
    except InputError:
        return False


def is_listed_hand(text: str) -> bool:
    """Two or three cards with a mark between them, as ``J|2``: a hand, and no header such as ``J2``.

    >>> is_listed_hand("3|J"), is_listed_hand("J2"), is_listed_hand("Player / Banker")
    (True, False, False)
    """
    return any(mark in text for mark in (*SEPARATORS, *DASHES)) and looks_like_hand(text)


def fits(role: str, sample: Sequence[CellValue]) -> bool:
    """Could these cells stand in a column of this role? An empty column fits everything."""
    values = [value for value in sample if not is_blank(value)]
    if not values:
        return True
    if role == "outcome":
        return fits_outcome(values)
    if role.endswith("_cards"):
        return share(values, lambda v: looks_like_hand(v) or is_no_card(v) or is_date(v)) >= MOSTLY
    if role.endswith(("_card_1", "_card_2", "_third")):
        return share(values, looks_like_card) >= MOSTLY
    if role.endswith(("_initial", "_final")):
        return share(values, looks_like_total) >= MOSTLY
    if role.endswith("_draws"):
        return share(values, looks_like_decision) >= MOSTLY
    return True


def fitting_roles(roles: Sequence[str], sample: Sequence[CellValue]) -> list[str]:
    """The roles that these cells could have, best first: a column of yes and no has no third cards."""
    fitting = [role for role in roles if fits(role, sample)]
    if len(fitting) == 2 and fitting[0].endswith("_third"):
        values = [value for value in sample if not is_blank(value)]
        if share(values, looks_like_decision) > share(values, looks_like_card):
            fitting.reverse()
    return fitting


def looks_like_decision(value: CellValue) -> bool:
    """A word or a number for draw or stand."""
    return read_decision(value) is not None


def fits_outcome(values: Sequence[CellValue]) -> bool:
    """Words for outcomes, or small whole numbers; never the bettor's wins and losses."""
    distinct = set(values)
    if share(distinct, lambda v: is_bettor_word(v) and read_outcome(v) is None) > 0.3:
        return False
    return share(values, read_outcome) >= MOSTLY or is_numeric_outcome(values)


def is_numeric_outcome(values: Sequence[CellValue]) -> bool:
    """At most four small whole numbers and nothing else."""
    numbers = {number_of(value) for value in values if not is_blank(value)}
    return (
        bool(numbers)
        and len(numbers) <= 4
        and all(n is not None and n.is_integer() and -1 <= n <= 4 for n in numbers)
    )


def cards_in(header: str, sample: Sequence[CellValue]) -> int:
    """How many cards a round has in a column without a role: 2 for hands, 1 for cards, else 0.

    Numbers alone are taken for cards only when they vary, and not below a word that means something else.
    """
    values = [value for value in sample if not is_blank(value)]
    if not values or any(token.group == "blocked" for token in tokens_of(header)):
        return 0
    if share(values, lambda v: isinstance(v, str) and looks_like_hand(v)) >= MOSTLY:
        return 2
    if share(values, looks_like_card) < MOSTLY or all(is_no_card(value) for value in values):
        return 0
    card = any(token == Token("kind", "card") for token in tokens_of(header))
    letters = any(isinstance(v, str) and number_of(v) is None and not is_no_card(v) for v in values)
    return int(card or letters or len(set(values)) > FEW_NUMBERS)
