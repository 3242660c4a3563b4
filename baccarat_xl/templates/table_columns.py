"""The columns of a template's table, as its rows show them: typed, worked out, or somebody's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

from baccarat_xl.layout.headers import meaning_of
from baccarat_xl.templates.columns import (
    BY_HEADER,
    BY_KEY,
    COLUMNS,
    FLAVOURS,
    SPANS,
    TYPED_BY_ROLE,
    Flavour,
    RoundsColumn,
)
from baccarat_xl.workbook.model import column_index

Use = Literal["typed", "known", "formula", "own"]
_NAMES: Final = re.compile(r"\[([^\[\]]+)\]")
_SPAN: Final = re.compile(r"\[([^\[\]#]+)\]:\[([^\[\]#]+)\]")
_ORDER: Final = tuple(column.header for column in COLUMNS)
_LISTS: Final = {"CardList[Value]": "CardValues", "CardList[Spelling]": "CardSpellings"}
"""Columns of a table that are also called by a name."""
_ANY_ROW: Final = 1000
_THIS_ROW: Final = re.compile(rf"(?<![\w$.!'\"])([A-Z]{{1,3}}){_ANY_ROW}(?![\w(!])")


@dataclass(frozen=True, slots=True)
class Pattern:
    """What the model row holds in one column.

    ``style``    the cell's attributes apart from its place and kind, ready to be written
    ``formula``  without ``=``; a function of the row where it holds references that move; None: there is none
    ``array``    whether it is stored as an array formula of one cell
    """

    style: str = ""
    formula: str | Callable[[int], str] | None = None
    array: bool = False


@dataclass(frozen=True, slots=True)
class TableColumn:
    """One column: its index on the sheet, from 0, its header, and how a new row fills it.

    ``key``  the column of the description that it is; None for somebody's own
    ``use``  ``typed``: gets what the source holds; ``known``: a formula whose value is worked out;
             ``formula``: one whose value is left to the spreadsheet program; ``own``: left blank
    """

    index: int
    header: str
    key: str | None
    use: Use
    pattern: Pattern

    def with_style(self, change: Callable[[str], str]) -> TableColumn:
        """The same column with another style for its new cells."""
        return replace(self, pattern=replace(self.pattern, style=change(self.pattern.style)))


def match_columns(
    first: int, headers: Sequence[str], patterns: Sequence[Pattern], table: str
) -> tuple[list[TableColumn], Flavour]:
    """Give every column its use, and say which flavour the formulas are.

    ``first`` is the index of the table's first column, ``table`` its name.
    """
    keys = _keys(headers, patterns)
    texts = {
        header: by_names(pattern.formula, headers, first, table)
        for header, pattern in zip(headers, patterns, strict=True)
        if pattern.formula is not None and not pattern.array
    }
    by_flavour = {flavour: _known(headers, keys, texts, flavour) for flavour in FLAVOURS}
    flavour = max(FLAVOURS, key=lambda name: len(by_flavour[name]))
    known = by_flavour[flavour]
    columns = []
    for offset, (header, pattern) in enumerate(zip(headers, patterns, strict=True)):
        key = keys.get(header)
        use: Use = "own" if key is None else "typed"
        if pattern.formula is not None:
            use = "known" if header in known else "formula"
        elif key is not None and not _column(key).typed:
            use = "own"
        columns.append(TableColumn(first + offset, header, key, use, pattern))
    return columns, flavour


def _column(key: str) -> RoundsColumn:
    return next(column for column in COLUMNS if column.key == key)


def _keys(headers: Sequence[str], patterns: Sequence[Pattern]) -> dict[str, str]:
    """Header -> key: by our own headers, then by what a renamed header of a typed column means."""
    keys = {header: BY_HEADER[header].key for header in headers if header in BY_HEADER}
    for header, pattern in zip(headers, patterns, strict=True):
        if header in keys or pattern.formula is not None:
            continue
        meaning = meaning_of(header)
        if meaning is None or meaning.weak:
            continue
        column = next((TYPED_BY_ROLE[role] for role in meaning.roles if role in TYPED_BY_ROLE), None)
        if column is not None and column.key not in keys.values():
            keys[header] = column.key
    return keys


def _known(
    headers: Sequence[str],
    keys: Mapping[str, str],
    texts: Mapping[str, str],
    flavour: Flavour,
) -> set[str]:
    """Headers of formula columns that say what the description says, as do all columns that they read."""
    names = {header: _column(key).header for header, key in keys.items()}
    order = [names.get(header, "") for header in headers]
    formulas = {
        names[header]: (header, _renamed(text, names)) for header, text in texts.items() if header in names
    }
    right = {
        name
        for name, (_, text) in formulas.items()
        if text == _formula(name, flavour) and _same_spans(text, order)
    }
    typed = {names[header] for header, key in keys.items() if _column(key).typed} - set(formulas)
    while wrong := {name for name in right if not _reads(formulas[name][1]) <= right | typed}:
        right -= wrong
    return {formulas[name][0] for name in right}


def _formula(header: str, flavour: Flavour) -> str:
    """The formula of the description with names of columns, as `by_names` writes it."""
    return (BY_HEADER[header].short(flavour) or "").format_map(_names_in_brackets())


@lru_cache(maxsize=1)
def _names_in_brackets() -> dict[str, str]:
    cells = {key: f"[{column.header}]" for key, column in BY_KEY.items()}
    return cells | {name: f"{cells[first]}:{cells[last]}" for name, (first, last) in SPANS.items()}


def by_names(formula: str | Callable[[int], str], headers: Sequence[str], first: int, table: str) -> str:
    """The formula with ``[header]`` for each cell of its own row, however it refers to them.

    Both ``M6`` in row 6 and ``Rounds[[#This Row],[Player initial total]]`` become ``[Player initial total]``.
    """
    text = formula if isinstance(formula, str) else formula(_ANY_ROW)
    text = re.sub(rf"(?<![\w.]){re.escape(table)}\[\[#This Row\],([^\]]*\](?::\[[^\]]*\])?)\]", r"\1", text)
    for list_column, name in _LISTS.items():
        text = text.replace(list_column, name)

    def header(found: re.Match[str]) -> str:
        offset = column_index(found[1]) - first
        return f"[{headers[offset]}]" if 0 <= offset < len(headers) else found[0]

    return _THIS_ROW.sub(header, text)


def _renamed(formula: str, names: Mapping[str, str]) -> str:
    """The formula with the names of the description for renamed columns."""
    for header, name in names.items():
        if header != name:
            formula = formula.replace(f"[{header}]", f"[{name}]")
    return formula


def _reads(formula: str) -> set[str]:
    """The columns of the table that a formula reads."""
    names = {name for name in _NAMES.findall(formula) if name in BY_HEADER}
    for first, last in _SPAN.findall(formula):
        if first in BY_HEADER and last in BY_HEADER:
            names.update(_between(_ORDER, first, last))
    return names


def _same_spans(formula: str, order: Sequence[str]) -> bool:
    """Whether spans of columns hold the same columns here as in the description."""
    spans = [pair for pair in _SPAN.findall(formula) if set(pair) <= set(_ORDER)]
    if any(name not in order for pair in spans for name in pair):
        return False
    return all(sorted(_between(order, *pair)) == sorted(_between(_ORDER, *pair)) for pair in spans)


def _between(order: Sequence[str], first: str, last: str) -> Sequence[str]:
    start, end = sorted((order.index(first), order.index(last)))
    return order[start : end + 1]
