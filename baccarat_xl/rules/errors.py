"""What the rules raise when an input cannot be read as baccarat.

BaccaratError
└── InputError (also a ValueError)
    ├── WrongKind       not a card, a total or an answer at all: text, a boolean, a fraction
    ├── OutOfRange      a number, but no such card or total exists: 14, -1, a total of 13
    └── Contradiction   readable, but these inputs cannot stand together: a third card after a natural
"""

from __future__ import annotations


class BaccaratError(Exception):
    """Root of every error this package raises on purpose."""


class InputError(BaccaratError, ValueError):
    """An input that cannot be used; the message says what is wrong and what is accepted."""


class WrongKind(InputError):
    """The input is not the kind of thing that is asked for."""


class OutOfRange(InputError):
    """The input is a whole number outside the range that exists."""


class Contradiction(InputError):
    """The inputs are readable one by one but cannot belong to one round (R3, R4.2)."""
