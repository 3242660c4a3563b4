"""What 0 means in a third-card column: a card worth 0, or no card (R7)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from baccarat_xl.layout.assign import Assigned
from baccarat_xl.layout.cells import Zero, is_no_card, is_zero
from baccarat_xl.layout.codes import card_codes, hand_of, read_column, total_codes
from baccarat_xl.layout.find import text_of
from baccarat_xl.layout.table import OPENING, THIRDS, Column, cells_of, distinct_cells, valued_card
from baccarat_xl.layout.values import looks_like_card, number_of
from baccarat_xl.layout.vocabulary import cell_words
from baccarat_xl.layout.words import cell_text, counted
from baccarat_xl.workbook.model import CellValue, NotRead, Sheet

if TYPE_CHECKING:
    from baccarat_xl.columns import Rounds

MOST: Final = 0.5
TEN: Final = re.compile(r"(?i)(?:\W*|[shdc])(?:10|ten\b|t(?=\W|[shdc]?$))")


def decide_zero(
    sheet: Sheet, rounds: Sequence[int], found: Assigned, declared: Zero | None
) -> dict[str, Zero | None]:
    """What 0 means in each third-card column that has one; ambiguous stays None and is reported.

    In a table that writes its tens as 10 or T, 0 is no card. Else a blank or a word for no card elsewhere in
    the column makes 0 a card. In a column without any, 0 on hands that must stand stands for no card; on a
    hand that must draw it may be a ten or a draw that was missed, and such a round is not verified.
    """
    zero: dict[str, Zero | None] = {}
    columns = {role: found.columns[role] for role in THIRDS if role in found.columns}
    if declared is not None:
        return dict.fromkeys([*columns, *(role for role in found.also if valued_card(role))], declared)
    seen = {role: distinct_cells(sheet, column.index, rounds) for role, column in columns.items()}
    with_zero = {role for role, distinct in seen.items() if any(map(is_zero, distinct))}
    ten = _written_ten(sheet, rounds, found) if with_zero else None
    for role, column in columns.items():
        marked = any(map(is_no_card, seen[role]))
        if role not in with_zero:
            if marked:
                zero[role] = "card"
        elif ten is not None:
            zero[role] = "none"
            where = column.named
            found.assumptions.append(
                f"{where}: 0 is taken as no card, since the table writes a ten as {ten}; "
                "if it is a card, say so with --zero card"
            )
        else:
            zero[role] = "card" if marked else _by_rule(sheet, rounds, found, role, zero)
    for role in THIRDS:
        if f"{role}_value" in found.also:
            zero[f"{role}_value"] = _of_values(sheet, rounds, found, role)
    return zero


def note_marks(sheet: Sheet, rounds: Sequence[int], found: Assigned) -> None:
    """Say which doubtful marks are read as no third card."""
    doubtful = cell_words("doubtful_no_card")
    for role in THIRDS:
        column = found.columns.get(role)
        if column is None:
            continue
        distinct = distinct_cells(sheet, column.index, rounds)
        marks = {cell: text_of(cell) for cell in distinct if cell_text(text_of(cell)) in doubtful}
        if not marks:
            continue
        count = sum(cell in marks for cell in cells_of(sheet, column.index, rounds))
        named = " and ".join(repr(text) for text in sorted(set(marks.values())))
        found.assumptions.append(f"{column.named}: {named} is read as no third card ({counted(count)})")


def _of_values(sheet: Sheet, rounds: Sequence[int], found: Assigned, role: str) -> Zero:
    """What 0 means as the value of a third card: no card, where most cells beside no card hold it."""
    column = found.also[f"{role}_value"]
    values = Counter(_values_without_card(sheet, rounds, found, role, column))
    zeros = sum(count for value, count in values.items() if is_zero(value))
    blanks = sum(count for value, count in values.items() if is_no_card(value))
    if zeros <= blanks:
        return "card"
    found.assumptions.append(
        f"{column.named}: 0 is taken as no card where there is no third card ({counted(zeros)})"
    )
    return "none"


def _values_without_card(
    sheet: Sheet, rounds: Sequence[int], found: Assigned, role: str, column: Column
) -> list[CellValue]:
    """The values that stand beside no card."""
    values = cells_of(sheet, column.index, rounds)
    if role in found.columns:
        cards = cells_of(sheet, found.columns[role].index, rounds)
        none = {card: is_no_card(card) for card in set(cards)}
    elif (hand := found.columns.get(f"{role.partition('_')[0]}_cards")) is not None:
        cards = cells_of(sheet, hand.index, rounds)
        none = {hand: len(hand_of(hand)) == 2 for hand in set(cards)}
    else:
        return []
    return [value for card, value in zip(cards, values, strict=True) if none[card]]


def _written_ten(sheet: Sheet, rounds: Sequence[int], found: Assigned) -> str | None:
    """How a card of the table says ten, other than by 0; None when none does or an opening card is 0."""
    tens = None
    for role in (*OPENING, *THIRDS):
        column = found.columns.get(role)
        if column is None:
            continue
        distinct = distinct_cells(sheet, column.index, rounds)
        if role in OPENING and any(is_zero(value) for value in distinct):
            return None
        tens = tens or next((text_of(value) for value in sorted(distinct, key=str) if _is_ten(value)), None)
    return tens


def _is_ten(value: CellValue) -> bool:
    if isinstance(value, str):
        return TEN.match(value) is not None and looks_like_card(value)
    return number_of(value) == 10


def _by_rule(
    sheet: Sheet,
    rounds: Sequence[int],
    found: Assigned,
    role: str,
    zero: dict[str, Zero | None],
) -> Zero | None:
    import numpy as np

    column = found.columns[role]
    cells = cells_of(sheet, column.index, rounds)
    where = column.named
    solved = _solved(sheet, rounds, found.columns, zero)
    if solved is None:
        why = f"{where}: 0 may be a ten or no card, and nothing in the table tells; say which with --zero."
        found.not_read.append(NotRead("column", column.letter, why))
        return None
    draws = solved.player_draws if role == "player_third" else solved.banker_draws
    known = {value: is_zero(value) for value in set(cells)}
    zeros = np.fromiter((known[value] for value in cells), np.bool_, len(cells))
    standing, drawing = int((zeros & (draws == 0)).sum()), int((zeros & (draws == 1)).sum())
    must_stand = int((draws == 0).sum())
    if standing == 0:
        return "card"
    if standing >= MOST * must_stand:
        found.assumptions.append(
            f"{where}: 0 is taken as no card where the hand must stand ({counted(standing)}); where it must "
            f"draw ({counted(drawing)}) it may be a card worth 0 or a draw that was missed: say what it "
            "means with --zero"
        )
        return "either"
    why = (
        f"{where}: 0 stands on {standing} of {must_stand:,} hands that must stand, other cards on the rest; "
        "say what 0 means with --zero."
    )
    found.not_read.append(NotRead("column", column.letter, why))
    return None


def _solved(
    sheet: Sheet, rounds: Sequence[int], columns: dict[str, Column], zero: dict[str, Zero | None]
) -> Rounds | None:
    """What each hand must do, with 0 in Player's column already read as no card where Player must stand."""
    import numpy as np

    from baccarat_xl.columns import NO_CARD_CODE, add_cards, resolve_totals

    codes = card_codes(sheet, rounds, columns, zero)
    if codes is not None:
        totals = [add_cards(codes[0], codes[1]), add_cards(codes[3], codes[4])]
        third = codes[2]
    elif all(f"{side}_initial" in columns for side in ("player", "banker")):
        totals = [total_codes(sheet, rounds, columns[f"{side}_initial"]) for side in ("player", "banker")]
        third = read_column(sheet, rounds, columns.get("player_third"), zero.get("player_third"))
    else:
        return None
    none = np.full(len(rounds), NO_CARD_CODE, np.uint8)
    first = resolve_totals(totals[0], totals[1], none, none)
    stale = (first.player_draws == 0) & (third == 0)
    return resolve_totals(totals[0], totals[1], np.where(stale, NO_CARD_CODE, third).astype(np.uint8), none)
