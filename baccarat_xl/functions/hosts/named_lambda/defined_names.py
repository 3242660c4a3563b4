"""Defined names in the workbook part of a finished file, with the comments that Excel shows."""

from __future__ import annotations

import re
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from baccarat_xl.errors import FileUnreadable, UsageError
from baccarat_xl.functions.hosts.named_lambda.names import Definition

_OURS: Final = "BACCARAT_"
"""What each of our names has in it: a shared piece's name, its own or one that it calls."""
_OLD_NAMES: Final = re.compile(
    r"<(?:\w+:)?definedNames>(.*?)</(?:\w+:)?definedNames>|<(?:\w+:)?definedNames\s*/>", re.DOTALL
)
_ONE_NAME: Final = re.compile(
    r'<(?:\w+:)?definedName\b[^>]*?\bname="([^"]*)"[^>]*?(?:/>|>.*?</(?:\w+:)?definedName>)', re.DOTALL
)
_BEFORE_NAMES: Final = re.compile(
    r"</(?P<prefix>\w+:)?sheets>(?:\s*<(?:\w+:)?functionGroups\b.*?(?:/>|</(?:\w+:)?functionGroups>))?"
    r"(?:\s*<(?:\w+:)?externalReferences>.*?</(?:\w+:)?externalReferences>)?",
    re.DOTALL,
)


def with_names(workbook_xml: str, definitions: tuple[Definition, ...]) -> str:
    """The workbook part with these names among its others, sorted as Excel sorts them.

    Raises UsageError where the workbook uses one of the names for something else.
    """
    old = _OLD_NAMES.search(workbook_xml)
    named = [(match[1], match[0]) for match in _ONE_NAME.finditer(old[0])] if old else []
    ours = {definition.name.upper(): definition for definition in definitions}
    for name, element in named:
        if name.upper() in ours and _OURS not in element:
            raise UsageError(f"the workbook has a name {name} of its own; rename it and try again")
    place = _BEFORE_NAMES.search(workbook_xml)
    if place is None:
        raise FileUnreadable("the workbook lists no sheets, so it cannot hold names")
    prefix = place["prefix"] or ""
    kept = [(name, element) for name, element in named if name.upper() not in ours]
    added = [(definition.name, _element(definition, prefix)) for definition in definitions]
    merged = sorted([*kept, *added], key=lambda pair: pair[0].upper())
    block = "".join(element for _, element in merged)
    block = f"<{prefix}definedNames>{block}</{prefix}definedNames>"
    start, end = old.span() if old else (place.end(), place.end())
    return workbook_xml[:start] + block + workbook_xml[end:]


def _element(definition: Definition, prefix: str) -> str:
    comment = quoteattr(definition.comment, {'"': "&quot;"})
    formula = escape(definition.formula_for_file)
    tag = f"{prefix}definedName"
    return f'<{tag} name="{definition.name}" comment={comment}>{formula}</{tag}>'
