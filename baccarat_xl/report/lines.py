"""Small words that all text reports share."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

Line: TypeAlias = tuple[str, str]
"""A style and a text."""
UNSEEN: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
IN_JSON: Final = re.compile(r"[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Those that JSON lets through."""


def visible(text: str) -> str:
    """A line in which nothing acts: commands to a terminal, line breaks, marks that turn text around and half
    characters, all of which a cell or a sheet's name may hold, are shown as what they are.

    >>> visible("A\\x1b[2J\\nB")
    'A\\\\x1b[2J\\\\nB'
    """
    return UNSEEN.sub(_shown, text)


def visible_lines(text: str) -> str:
    """The same for a text of many lines: its own line breaks and tabs stay."""
    return UNSEEN.sub(lambda found: found[0] if found[0] in "\n\t" else _shown(found), text)


def visible_json(text: str) -> str:
    """The same for a whole JSON text: such characters are written as JSON escapes them."""
    return IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _shown(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")


def number(count: int) -> str:
    """A count with separators: 1,650."""
    return f"{count:,}"


def counted(count: int, noun: str) -> str:
    """``1 round``, ``1,650 rounds``."""
    return f"{number(count)} {noun}{'' if count == 1 else 's'}"
