"""The formulas of a live sheet as the reader of files keeps them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_THIS_ROW: Final = re.compile(r"(\w*)\[@(?:\[([^\]]+)\]|([^\[\]]+))\]")


def as_stored(text: str, tables: Iterable[str]) -> str:
    """A formula as a file holds it: ``[@P3]`` with its table in full. ``tables``: those around the cell.

    >>> as_stored('IF([@P3]="[@P3]",Rounds[@[Player 1]],1)', ["Rounds"])
    'IF(Rounds[[#This Row],[P3]]="[@P3]",Rounds[[#This Row],[Player 1]],1)'
    """
    if "[@" not in text:
        return text
    own = next(iter(tables), "")
    parts = text.split('"')
    parts[::2] = [_THIS_ROW.sub(lambda m: _in_full(m, own), part) for part in parts[::2]]
    return '"'.join(parts)


def _in_full(match: re.Match[str], own: str) -> str:
    return f"{match[1] or own}[[#This Row],[{match[2] or match[3]}]]"
