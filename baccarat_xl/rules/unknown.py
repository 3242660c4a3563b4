"""Three values never confused (R7), and the answer "not known".

``NO_CARD``   the hand took no third card.
``UNSEEN``    a card was drawn, but nobody recorded which.
``0``         a card worth nothing: a ten or a picture card.
``UNKNOWN``   an answer that the inputs do not settle. It is neither True nor False.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Final, Literal, NoReturn, TypeAlias, TypeVar

from baccarat_xl.rules.errors import BaccaratError


class UndecidedError(BaccaratError, TypeError):
    """UNKNOWN was used where only True or False will do."""


class Missing(Enum):
    """The two ways of having no card value."""

    NO_CARD = "no card"
    UNSEEN = "unseen card"

    def __repr__(self) -> str:
        return self.name


class Unknown(Enum):
    """The type of ``UNKNOWN``; it has that one member."""

    UNKNOWN = "not known"

    def __bool__(self) -> NoReturn:
        raise UndecidedError(
            "this decision is not known from what was recorded; compare it with UNKNOWN before testing it"
        )

    def __repr__(self) -> str:
        return self.name


NO_CARD: Final = Missing.NO_CARD
UNSEEN: Final = Missing.UNSEEN
UNKNOWN: Final = Unknown.UNKNOWN

Decision: TypeAlias = bool | Literal[Unknown.UNKNOWN]
Card: TypeAlias = int | Missing
"""A card value 0-9, NO_CARD or UNSEEN."""
Total: TypeAlias = int | Literal[Unknown.UNKNOWN]
"""A total 0-9, or UNKNOWN."""

T = TypeVar("T")


def agreed(answers: Iterable[T]) -> T | Literal[Unknown.UNKNOWN]:
    """The answer that every possibility gives, else UNKNOWN (R7.1).

    >>> agreed([True, True])
    True
    >>> agreed([True, False])
    UNKNOWN
    """
    distinct = set(answers)
    return distinct.pop() if len(distinct) == 1 else UNKNOWN
