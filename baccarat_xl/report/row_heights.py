"""How high a row must be for its texts to show, since not every program makes it so by itself."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import Final

LINE: Final = 15.0
"""Points of one line of 11 point text."""
HIGHEST: Final = 405.0
"""A row is no higher than 409.5 points."""
SLACK: Final = 1.12
"""Lines break between words and end early; columns are measured in digits, and capitals are wider."""


def row_height(texts: Iterable[tuple[str, float]]) -> float:
    """Points for a row with these texts, each with the width of its column in characters.

    >>> row_height([("short", 10), ("a text of about forty characters or so", 20)])
    45.0
    """
    lines = max((_lines(text, width) for text, width in texts), default=1)
    return min(HIGHEST, LINE * lines)


def _lines(text: str, width: float) -> int:
    if len(text) * SLACK <= width and "\n" not in text:
        return 1
    return sum(max(1, ceil(len(part) * SLACK / width)) for part in text.split("\n"))
