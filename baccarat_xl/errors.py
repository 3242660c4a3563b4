"""The exception tree.

BaccaratError
├── InputError (also a ValueError)
│   ├── WrongKind          in a cell: #VALUE!
│   ├── OutOfRange         in a cell: #NUM!
│   └── Contradiction      in a cell: #VALUE!
├── UndecidedError (also a TypeError)   UNKNOWN was used as True or False
├── UsageError             wrong options or configuration            exit code 2
├── FileError              a file that cannot be used                exit code 3
│   ├── FileRefused        unsafe, too large, or not what it says it is
│   ├── FileUnreadable     missing, locked, damaged, or of an unknown kind
│   └── OutputError        the result could not be written
└── MissingPart (also an ImportError)   an optional library is needed; the message says what to install
"""

from __future__ import annotations

from baccarat_xl.rules.errors import BaccaratError, Contradiction, InputError, OutOfRange, WrongKind
from baccarat_xl.rules.unknown import UndecidedError

__all__ = [
    "BaccaratError",
    "Contradiction",
    "FileError",
    "FileRefused",
    "FileUnreadable",
    "InputError",
    "MissingPart",
    "OutOfRange",
    "OutputError",
    "UndecidedError",
    "UsageError",
    "WrongKind",
]


class UsageError(BaccaratError):
    """The command or its options do not make sense together."""


class FileError(BaccaratError):
    """A file could not be used."""


class FileRefused(FileError):
    """The file is unsafe, beyond the limits, or not what its name says."""


class FileUnreadable(FileError):
    """The file is missing, locked, damaged or of a kind that is not read."""


class OutputError(FileError):
    """A result could not be written; what stood there before is untouched."""


class MissingPart(BaccaratError, ImportError):
    """A library that this feature needs is not installed."""
