"""Which rows between a header and the end are rounds: not blanks, totals, notes or repeated headers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from baccarat_xl.layout.cells import is_no_card, read_outcome
from baccarat_xl.layout.headers import meaning_of
from baccarat_xl.layout.table import CONTENT, Column, Skipped
from baccarat_xl.layout.values import is_blank, looks_like_card, looks_like_hand, looks_like_total
from baccarat_xl.layout.vocabulary import cell_words
from baccarat_xl.layout.words import cell_text
from baccarat_xl.workbook.model import CellValue, Sheet

FIRST_LOOK: Final = 500
MOST_COLUMNS: Final = 40
LAST_ROWS: Final = 500
"""Where cards are recorded, a totals row is known by having none; only at the end is the word looked for."""


def rounds_of(
    sheet: Sheet, start: int, stop: int, columns: dict[str, Column], span: range
) -> tuple[Sequence[int], Skipped]:
    """Row indexes of the rounds in start..stop, and what was skipped among them."""
    rows = sheet.rows
    content = {role: column.index for role, column in columns.items() if role in CONTENT}
    doubtful = _doubtful(rows, start, stop, content, columns, span)
    kinds = {index: _kind(rows[index], content, span) for index in doubtful}
    no_round = {index: kind for index, kind in kinds.items() if kind != "round"}
    while stop > start and stop - 1 in no_round and no_round[stop - 1] == "blank":
        stop -= 1
        del no_round[stop]
    if not no_round:
        return range(start, stop), Skipped()
    last = max((i for i in range(stop - 1, start - 1, -1) if i not in no_round), default=start - 1)
    rounds: Sequence[int] = [i for i in range(start, last + 1) if i not in no_round]
    if rounds and rounds[-1] - rounds[0] + 1 == len(rounds):
        rounds = range(rounds[0], rounds[-1] + 1)
    numbers = sheet.row_numbers
    named = {
        kind: tuple(numbers[i] for i in sorted(no_round) if no_round[i] == kind)
        for kind in ("headers", "totals", "notes")
    }
    blank = sum(1 for index, kind in no_round.items() if kind == "blank" and index < last)
    return rounds, Skipped(blank, named["headers"], named["totals"], named["notes"])


def _doubtful(
    rows: list[list[CellValue]],
    start: int,
    stop: int,
    content: dict[str, int],
    columns: dict[str, Column],
    span: range,
) -> list[int]:
    """Rows that may be no rounds, by the distinct values of few columns: a clean table costs little."""
    anchor = _anchor(rows, start, stop, content)
    part = [row[content[anchor]] for row in rows[start:stop]]
    odd = {value for value in set(part) if not _readable(anchor, value) or is_blank(value)}
    doubtful = {start + i for i, value in enumerate(part) if value in odd} if odd else set()
    top = start if not anchor.endswith(("_cards", "_card_1", "_card_2")) else max(start, stop - LAST_ROWS)
    for index in {columns[role].index for role in ("shoe", "round") if role in columns} | {span.start}:
        part = [row[index] for row in rows[top:stop]]
        totals = {v for v in set(part) if type(v) is str and not v[:1].isdigit() and _is_totals_word(v)}
        if totals:
            doubtful |= {top + i for i, value in enumerate(part) if value in totals}
    return sorted(doubtful)


def _anchor(rows: list[list[CellValue]], start: int, stop: int, content: dict[str, int]) -> str:
    """The content column with the fewest blanks at the top; opening cards before all others."""
    sample = rows[start : min(stop, start + 200)]
    order = list(CONTENT)
    return min(
        content, key=lambda role: (sum(is_blank(row[content[role]]) for row in sample), order.index(role))
    )


def _readable(role: str, value: CellValue) -> bool:
    if role == "outcome":
        return read_outcome(value) is not None or looks_like_total(value)
    if role.endswith("_cards"):
        return looks_like_hand(value)
    if role.endswith(("_card_1", "_card_2", "_third")):
        return looks_like_card(value) and not (is_no_card(value) and not is_blank(value) and role[-1] in "12")
    return looks_like_total(value)


def _kind(row: list[CellValue], content: dict[str, int], span: range) -> str:
    cells = [row[index] for index in span if index < len(row)]
    if all(is_blank(cell) for cell in cells):
        return "blank"
    texts = [cell for cell in cells if isinstance(cell, str) and cell.strip()]
    if texts and _is_totals_word(texts[0]):
        return "totals"
    roles = {m.roles[0] for text in texts if (m := meaning_of(text)) is not None and not m.weak}
    if len(roles & set(content)) >= 2:
        return "headers"
    filled = {role: row[index] for role, index in content.items() if not is_blank(row[index])}
    if any(_readable(role, value) for role, value in filled.items()):
        return "round"
    return "notes" if len(filled) <= max(1, len(content) // 2) else "round"


def _is_totals_word(text: str) -> bool:
    word = cell_text(text).rstrip(" :：.=")
    return word in cell_words("totals_row")


def resembles_rounds(sheet: Sheet) -> bool:
    """Does a sheet without a recognised table look as if rounds stood on it all the same?

    Five of the first rows or more with four cells that could be cards, or with the word for an outcome.
    """
    rows = 0
    for row in sheet.rows[:FIRST_LOOK]:
        filled = [v for v in row[:MOST_COLUMNS] if not is_blank(v) and not isinstance(v, bool)]
        cards = sum(looks_like_card(value) and not is_no_card(value) for value in filled)
        outcomes = any(read_outcome(value) is not None for value in filled)
        hands = sum(isinstance(value, str) and looks_like_hand(value) for value in filled)
        rows += cards >= 4 or outcomes or hands >= 2
        if rows >= 5:
            return True
    return False
