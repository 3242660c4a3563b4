"""The line above the table that counts the signs of column Check, kept right after filling."""

from __future__ import annotations

import re
from collections import Counter
from html import escape
from typing import Final

from baccarat_xl.templates.columns import BY_KEY
from baccarat_xl.workbook.sheet_part import Cell, cells_of_row

_TERM: Final = r'"[^"]*"|COUNTIF\({table}\[{check}\],"[^"*]\*"\)'


def recount(row: bytes, table: str, checks: Counter[str] | None) -> bytes:
    """The row with new values for formulas that count signs of column Check; without where not known."""
    if b"COUNTIF(" not in row:
        return row
    for cell in cells_of_row(row):
        formula = cell.formula
        if formula is None:
            continue
        text = _worked_out(formula[1], table, checks or Counter())
        if text is not None:
            row = row.replace(cell.whole, _with_value(cell, text if checks is not None else None), 1)
    return row


def _worked_out(formula: str, table: str, checks: Counter[str]) -> str | None:
    """The text that the formula gives; None for a formula of another kind."""
    term = _TERM.format(table=re.escape(table), check=re.escape(BY_KEY["chk"].header))
    if not re.fullmatch(rf"(?:{term})(?:&(?:{term}))*", formula) or "COUNTIF" not in formula:
        return None
    terms = re.findall(term, formula)
    return "".join(str(checks[part[-4]]) if part.startswith("COUNTIF") else part[1:-1] for part in terms)


def _with_value(cell: Cell, value: str | None) -> bytes:
    stored = b"" if value is None else f"<v>{escape(value, quote=False)}</v>".encode()
    content = re.sub(rb"<v>[^<]*</v>|<v\s*/>", b"", cell.content) + stored
    tag = re.sub(rb"""\st=["']\w*["']""", b"", cell.whole[: cell.whole.index(b">")])
    return tag + (b' t="str">' if stored else b">") + content + b"</c>"
