"""Small words that all text reports share."""

from __future__ import annotations

from typing import TypeAlias

Line: TypeAlias = tuple[str, str]
"""A style and a text."""


def number(count: int) -> str:
    """A count with separators: 1,650."""
    return f"{count:,}"


def counted(count: int, noun: str) -> str:
    """``1 round``, ``1,650 rounds``."""
    return f"{number(count)} {noun}{'' if count == 1 else 's'}"
