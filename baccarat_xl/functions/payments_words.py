"""How names of bets, terms and events are compared."""

from __future__ import annotations


def plain_word(text: str) -> str:
    """A name without spaces, hyphens and low lines, in lower case.

    >>> plain_word("Dragon 7") == plain_word("dragon_7") == "dragon7"
    True
    """
    return "".join(text.split()).casefold().replace("-", "").replace("_", "")
