"""Cell styles with ``quotePrefix``: a cell that holds the text ``=1+1`` stays text when it is edited."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

MOST_STYLES: Final = 64_000
_XFS: Final = re.compile(rb"(<(?:\w+:)?cellXfs\b[^<>]*>)(.*?)(?=</(?:\w+:)?cellXfs>)", re.DOTALL)
_XF: Final = re.compile(rb"<((?:\w+:)?xf)\b[^<>]*?(?:/>|>.*?</\1>)", re.DOTALL)
_MARK: Final = re.compile(rb"""\squotePrefix=["'][^"']*["']""")
_STYLE: Final = re.compile(r' s="(\d+)"')
_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")


def could_be_formula(value: object) -> bool:
    """Whether this is text that a spreadsheet program would take for a formula if it were typed."""
    return isinstance(value, str) and value.startswith(_FORMULA_STARTS)


@dataclass(frozen=True, slots=True)
class QuotedStyles:
    """The styles part with a quoted twin of each cell style, and which is whose.

    ``quoted`` maps the number of a style to its twin, ``plain`` a twin to its style.
    """

    part: bytes
    quoted: dict[int, int] = field(default_factory=dict)
    plain: dict[int, int] = field(default_factory=dict)

    def quoted_style(self, attributes: str) -> str:
        """The attributes of a cell, `` s="3"``, with the twin of its style."""
        return _changed(attributes, self.quoted)

    def plain_style(self, attributes: str) -> str:
        """The same with the style whose twin it has."""
        return _changed(attributes, self.plain) if _STYLE.search(attributes) else attributes

    def is_quoted(self, attributes: str) -> bool:
        """Whether a cell with these attributes has such a twin."""
        found = _STYLE.search(attributes)
        return found is not None and int(found[1]) in self.plain


def _changed(attributes: str, numbers: dict[int, int]) -> str:
    found = _STYLE.search(attributes)
    old = int(found[1]) if found else 0
    new = numbers.get(old, old)
    if found is None:
        return f' s="{new}"{attributes}' if new else attributes
    return f'{attributes[: found.start()]} s="{new}"{attributes[found.end() :]}'


def with_twins(part: bytes) -> QuotedStyles:
    """The styles part with a quoted twin of each cell style; unchanged where that would be too many."""
    block = _XFS.search(part)
    styles = [found[0] for found in _XF.finditer(block[2])] if block else []
    if block is None or not 0 < 2 * len(styles) <= MOST_STYLES:
        return QuotedStyles(part)
    twins = [
        re.sub(rb"^<((?:\w+:)?xf)\b", rb'<\1 quotePrefix="1"', _MARK.sub(b"", style)) for style in styles
    ]
    places = {twin: n for n, twin in enumerate(twins) if _MARK.search(styles[n])}
    everything, quoted = list(styles), {}
    for number, twin in enumerate(twins):
        if twin not in places:
            places[twin] = len(everything)
            everything.append(twin)
        quoted[number] = places[twin]
    plain = {twin: number for number, twin in reversed(quoted.items()) if twin != number}
    head = re.sub(rb'count="\d+"', b'count="%d"' % len(everything), block[1])
    tail = block[2][block[2].rindex(styles[-1]) + len(styles[-1]) :]
    new = head + b"".join(everything) + tail
    return QuotedStyles(part[: block.start()] + new + part[block.end() :], quoted, plain)
