"""What somebody may have meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(wanted: str, known: Iterable[str]) -> str:
    """``; did you mean A or B?`` for the nearest known words, empty when nothing is near.

    >>> nearest("BANKER_DRAW", ["BANKER_DRAWS", "WINNER"])
    '; did you mean BANKER_DRAWS?'
    """
    near = get_close_matches(wanted, list(known), n=2, cutoff=0.5)
    return f"; did you mean {' or '.join(near)}?" if near else ""
