"""Recorded card values against the cards that they stand beside (R1): columns first, then single rounds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from baccarat_xl.audit.catalogue import RULES
from baccarat_xl.audit.cells import ODD_CARD, OPEN_ZERO, ZERO, shown
from baccarat_xl.audit.encode import Encoded
from baccarat_xl.audit.finding import Finding, role_words
from baccarat_xl.columns import NO_CARD_CODE, UNSEEN_CODE
from baccarat_xl.layout.table import valued_card
from baccarat_xl.rules.faults import Fault, Kind
from baccarat_xl.rules.record import LABELS

if TYPE_CHECKING:
    from baccarat_xl.layout.table import Table

Mask = npt.NDArray[np.bool_]

RULE: Final = RULES["BACC114"]
FEWEST: Final = 10
MOST: Final = 0.5
"""Where more of a typed column than this differs from its card, the column is at fault and not its cells."""


def differs(card: int, value: int, *, third: bool, zero_is_none: bool) -> bool:
    """Does a value's code contradict its card's code?

    A blank or unseen value says nothing, and beside a card that is unseen or unreadable none can be judged. A
    value beside no card contradicts it where the card is a third one; 0 only where it stands for a card.
    """
    if value in (NO_CARD_CODE, UNSEEN_CODE) or card in (UNSEEN_CODE, ODD_CARD):
        return False
    if card in (ZERO, OPEN_ZERO):
        return 0 < value < NO_CARD_CODE
    if card == NO_CARD_CODE:
        return third and value < NO_CARD_CODE and not (value == 0 and zero_is_none)
    return card != value


@lru_cache(maxsize=4)
def _table(third: bool, zero_is_none: bool) -> Mask:
    codes = range(OPEN_ZERO + 1)
    rows = [[differs(c, v, third=third, zero_is_none=zero_is_none) for v in codes] for c in codes]
    return np.array(rows, np.bool_)


def differing(encoded: Encoded, zero: Mapping[str, object]) -> dict[str, Mask]:
    """Role of a column of values, or of hands in one cell -> the rounds that have other cards."""
    masks = dict(encoded.apart)
    for role, values in encoded.values.items():
        card = valued_card(role)
        cards = encoded.codes.get(card)
        if cards is not None:
            masks[role] = _table(card.endswith("third"), zero.get(role) == "none")[cards, values]
    return masks


def split(table: Table, encoded: Encoded, masks: dict[str, Mask]) -> tuple[dict[str, Mask], dict[str, str]]:
    """The masks to judge round by round, and the columns that as a whole are not what they say.

    The latter with how often they differ, in words. A column of formulas is never among them: its formula is
    judged for itself.
    """
    single: dict[str, Mask] = {}
    whole: dict[str, str] = {}
    for role, mask in masks.items():
        if not valued_card(role):
            single[role] = mask
            continue
        comparable = (encoded.codes[valued_card(role)] < NO_CARD_CODE) & (encoded.values[role] < NO_CARD_CODE)
        count, wrong = int(comparable.sum()), int((mask & comparable).sum())
        formulas = table.sheet.formulas.in_column(table.also[role].index)
        if count >= FEWEST and wrong > MOST * count and not formulas.within(table.first_row, table.last_row):
            whole[role] = f"{wrong:,} of {count:,} rounds"
        else:
            single[role] = mask
    return single, whole


def fault_of(role: str, cell: object, card: object, follows: list[str]) -> Fault:
    """The fault at the cell of a value, or of a hand. card: what is beside it, a card's value or a hand in
    words, None for no card; follows: what goes by the cell."""
    clause, expected = "R1", str(card)
    if not valued_card(role):
        why = f"the cell reads {shown(cell)}, but the cards beside it are {card} (R1)"
    elif card is None:
        name = LABELS[valued_card(role)]
        why = f"a value of {shown(cell)} is recorded for {name}, but there is no such card (R7)"
        clause, expected = "R7", "nothing"
    else:
        name = LABELS[valued_card(role)]
        why = f"{name} is worth {card}, but the cell for its value reads {shown(cell)} (R1)"
    whole = (
        f"{why}; {' and '.join(follows)} go{'es' if len(follows) == 1 else ''} by that cell"
        if follows
        else why
    )
    return Fault(Kind.UNREADABLE_CARD, (role,), shown(cell), expected, clause, why, whole)


def whole_columns(table: Table, file: str, whole: Mapping[str, str]) -> list[Finding]:
    """One finding for each value column that mostly differs from its card."""
    row = max(table.header_row, 0)
    findings = []
    for role, often in whole.items():
        column, card = table.also[role], valued_card(role)
        cell = f"{column.letter}{row}" if table.sheet.column_names is None and row else column.letter
        findings.append(
            Finding(
                rule=RULE.code,
                severity=RULE.severity,
                confidence="likely",
                file=file,
                sheet=table.sheet.name,
                cell=cell,
                row=row,
                round=None,
                found=f"other values in {often}",
                expected=f"the {role_words(role)}",
                message=f"most cells of {column.header!r} are not the {role_words(role)}",
                why=f"in {often} the cell is not what {LABELS[card]} is worth (R1)",
                clause=RULE.clause,
                fix="correct the header or the column; if it holds something else, say so with "
                f'--map "{column.letter}="',
                cells=(cell,),
            )
        )
    return findings
