"""One array formula that fills a column, as the formula of one row that does the same, filled down."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from baccarat_xl.audit.formulas.references import ADDRESS, Block, block_of
from baccarat_xl.proof import Undecided, read_formula
from baccarat_xl.proof.text import Token, render
from baccarat_xl.workbook.formulas import Form
from baccarat_xl.workbook.model import column_letter

ROW_BY_ROW: Final = frozenset(
    [
        "IF",
        "IFS",
        "SWITCH",
        "CHOOSE",
        "NOT",
        "IFERROR",
        "IFNA",
        "TRUE",
        "FALSE",
        "NA",
        "VLOOKUP",
        "MOD",
        "INT",
        "TRUNC",
        "ROUND",
        "ABS",
        "QUOTIENT",
        "POWER",
        "VALUE",
        "N",
        "T",
        "LEFT",
        "RIGHT",
        "MID",
        "LEN",
        "UPPER",
        "LOWER",
        "TRIM",
        "SUBSTITUTE",
        "EXACT",
        "FIND",
        "SEARCH",
        "TEXT",
        "ISBLANK",
        "ISNUMBER",
        "ISTEXT",
        "ISERROR",
        "ISERR",
        "ISNA",
        "ISEVEN",
        "ISODD",
    ]
)
"""Functions that give an answer for each row of the ranges given to them; AND and SUM give one for all."""


def block_rows(form: Form) -> tuple[int, int] | None:
    """The rows that an array formula fills, where it fills some of one column; else None."""
    block = block_of(form.array, "") if form.array else None
    if block is None or block.left != block.right or (block.top, block.left) != (form.row, form.column):
        return None
    return block.top, block.bottom


def row_by_row(form: Form) -> Form | None:
    """The formula of the first row that gives, filled down, what an array formula gives; None where there is
    none.

    >>> row_by_row(Form("MOD(B4:B41+$C$4:$C$41,10)-Z1", 4, 7, "H4:H41")).text
    'MOD(B4+C4,10)-$Z$1'
    >>> row_by_row(Form("AND(B4:B41<6)", 4, 7, "H4:H41")) is None
    True
    """
    rows = block_rows(form)
    if rows is None:
        return None
    try:
        formula = read_formula("=" + form.text)
    except Undecided:
        return None
    if not formula.functions <= ROW_BY_ROW:
        return None
    tokens = []
    for token in formula.tokens:
        text = _of_one_row(token.text, rows) if token.kind == "reference" else token.text
        if text is None:
            return None
        tokens.append(Token(token.kind, text))
    return replace(form, text=render(tuple(tokens))[1:], array=None)


def _of_one_row(reference: str, rows: tuple[int, int]) -> str | None:
    """A reference as the formula of the first row has it: of a range as high as the array its first cell,
    other cells held in place; None where other rows of the array's own sheet are read."""
    block = block_of(reference, "")
    if block is None:
        return None if "[" in reference else reference
    prefix = reference[: reference.rfind("!") + 1]
    if block.left == block.right and block.bottom - block.top == rows[1] - rows[0]:
        return f"{prefix}{column_letter(block.left)}{block.top}"
    beside = not prefix and block.top <= rows[1] and block.bottom >= rows[0]
    return None if beside and block.left == block.right else prefix + _held(block)


def _held(block: Block) -> str:
    ends = block.address.split(":")
    places = [match for end in ends if (match := ADDRESS.fullmatch(end))]
    return ":".join(f"${match[1]}${match[2]}" for match in places)
