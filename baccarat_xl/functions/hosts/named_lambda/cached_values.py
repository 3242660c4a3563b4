"""Stored results of array formulas with their right type.

XlsxWriter stores a TRUE beside an array formula as the number ``True``, which no spreadsheet can read, and an
error as text.
"""

from __future__ import annotations

import re
from typing import Final

_STORED: Final = re.compile(
    r'<c (?P<attributes>[^>]*)>(?P<formula><f t="array"[^>]*>[^<]*</f>)'
    r"<v>(?P<value>True|False|#(?:N/A|VALUE!|NUM!|REF!|DIV/0!|NAME\?|NULL!))</v>"
)


def with_typed_values(sheet_xml: str) -> str:
    """A worksheet part whose array formulas hold booleans as booleans and errors as errors.

    >>> with_typed_values('<c r="A1" cm="1"><f t="array" ref="A1">F()</f><v>True</v></c>')
    '<c r="A1" cm="1" t="b"><f t="array" ref="A1">F()</f><v>1</v></c>'
    """
    return _STORED.sub(_typed, sheet_xml)


def _typed(cell: re.Match[str]) -> str:
    attributes = cell["attributes"].replace(' t="str"', "")
    value, kind = {"True": ("1", "b"), "False": ("0", "b")}.get(cell["value"], (cell["value"], "e"))
    return f'<c {attributes} t="{kind}">{cell["formula"]}<v>{value}</v>'
