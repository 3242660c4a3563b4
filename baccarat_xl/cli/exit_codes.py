"""The exit codes, and which one wins when several apply."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final


class Exit(IntEnum):
    """What the command's exit code says."""

    CLEAN = 0
    FINDINGS = 1
    USAGE = 2
    REFUSED = 3
    INCOMPLETE = 4
    BUG = 5


ORDER: Final = (Exit.BUG, Exit.USAGE, Exit.REFUSED, Exit.FINDINGS, Exit.INCOMPLETE, Exit.CLEAN)
"""The first that applies wins: a refused file outweighs findings, and they outweigh what was left unread."""


def worst(codes: Iterable[Exit]) -> Exit:
    """The code that wins among all that apply.

    >>> worst([Exit.INCOMPLETE, Exit.FINDINGS]).name
    'FINDINGS'
    """
    return min(codes, key=ORDER.index, default=Exit.CLEAN)
