"""Which rows between a header and the end are rounds: not blanks, totals, notes or repeated headers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from baccarat_xl.layout.belongs import repeats
from baccarat_xl.layout.cells import is_no_card, read_outcome
from baccarat_xl.layout.table import CONTENT, JOINED, OPENING, Column, Skipped
from baccarat_xl.layout.values import is_blank, looks_like_card, looks_like_hand, looks_like_total, number_of
from baccarat_xl.layout.vocabulary import cell_words
from baccarat_xl.layout.words import cell_text
from baccarat_xl.workbook.model import CellValue, Sheet

FIRST_LOOK: Final = 500
MOST_COLUMNS: Final = 40
MOST_FOOTERS: Final = 40
FEWEST_LETTERS: Final = 3
ENOUGH: Final = 3
"""Opening cards that make a row a round, though one of the four is missing."""
LAST_ROWS: Final = 500
"""Where cards are recorded, a totals row is known by having none; only at the end is the word looked for."""


def rounds_of(
    sheet: Sheet,
    start: int,
    stop: int,
    columns: dict[str, Column],
    span: range,
    repeated: Collection[int] = (),
) -> tuple[Sequence[int], Skipped]:
    """Row indexes of the rounds in start..stop, and what was skipped among them.

    repeated: indexes of rows that are known to be the header written again.
    """
    rows = sheet.rows
    content = {role: column.index for role, column in columns.items() if role in CONTENT}
    numbered = [columns[role].index for role in ("shoe", "round") if role in columns]
    texts = {column.index: column.header for column in columns.values()}
    kinds = {
        index: _kind(rows[index], content, numbered, texts, span)
        for index in _doubtful(sheet, start, stop, content, columns, span)
    }
    kinds |= {index: "headers" for index in repeated if start <= index < stop}
    for index in _footers(rows, start, stop, content, span):
        if kinds.get(index, "round") == "round":
            kinds[index] = "notes"
    if "round" in columns:
        for index in _numbered_between(rows, kinds, columns["round"].index, content):
            kinds[index] = "round"
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


def _numbered_between(
    rows: Sequence[list[CellValue]], kinds: Mapping[int, str], number: int, content: Mapping[str, int]
) -> list[int]:
    """Rows that have a round's number and nothing of the round, with rounds below them: not recorded (R7.3).
    Below the last round such rows wait for rounds to come."""
    empty = [
        index
        for index, kind in kinds.items()
        if kind == "notes"
        and number_of(rows[index][number]) is not None
        and all(is_blank(rows[index][place]) for place in content.values())
    ]
    if not empty:
        return []
    waiting = len(rows)
    while waiting > 0 and kinds.get(waiting - 1, "round") != "round":
        waiting -= 1
    return [index for index in empty if index < waiting]


def _footers(
    rows: Sequence[list[CellValue]], start: int, stop: int, content: Mapping[str, int], span: range
) -> list[int]:
    """Rows at the end, below an empty one, that begin with words and hold no hand: totals, signatures."""
    if not set(OPENING) & set(content):
        return []
    found: list[int] = []
    below: list[int] = []
    for index in range(stop - 1, max(start, stop - MOST_FOOTERS) - 1, -1):
        row = rows[index]
        first = next((place for place in span if place < len(row) and not is_blank(row[place])), None)
        if first is None:
            found += below
            below = []
        elif _is_words(row[first], first == content.get("outcome")) and _opening_cards(row, content) < ENOUGH:
            below.append(index)
        else:
            break
    return found


def _is_words(cell: CellValue, may_be_outcome: bool) -> bool:
    """Text of several letters and no digit, which is no card and, where outcomes stand, no outcome."""
    if not isinstance(cell, str) or any(map(str.isdigit, cell)):
        return False
    if sum(map(str.isalpha, cell)) < FEWEST_LETTERS or looks_like_card(cell) or looks_like_hand(cell):
        return False
    return not (may_be_outcome and read_outcome(cell) is not None)


def _opening_cards(row: Sequence[CellValue], content: Mapping[str, int]) -> int:
    places = [content[role] for role in OPENING if role in content]
    return sum(looks_like_card(row[place]) and not is_no_card(row[place]) for place in places)


def _doubtful(
    sheet: Sheet,
    start: int,
    stop: int,
    content: dict[str, int],
    columns: dict[str, Column],
    span: range,
) -> list[int]:
    """Rows that may be no rounds, by the distinct values of few columns: a clean table costs little."""
    anchor = _anchor(sheet, start, stop, content)
    values = sheet.distinct(content[anchor], start, stop)
    odd = {value for value in values if not _readable(anchor, value) or is_blank(value)}
    doubtful = set(sheet.rows_with(content[anchor], odd, start, stop))
    top = start if not anchor.endswith(("_cards", "_card_1", "_card_2")) else max(start, stop - LAST_ROWS)
    for index in {columns[role].index for role in ("shoe", "round") if role in columns} | {span.start}:
        values = sheet.distinct(index, top, stop)
        totals = {v for v in values if type(v) is str and not v[:1].isdigit() and _is_totals_word(v)}
        doubtful |= set(sheet.rows_with(index, totals, top, stop))
    return sorted(doubtful)


def _anchor(sheet: Sheet, start: int, stop: int, content: dict[str, int]) -> str:
    """The content column with the fewest blanks at the top; opening cards before all others."""
    sample = list(sheet.span(start, min(stop, start + 200)))
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


def _kind(
    row: list[CellValue],
    content: dict[str, int],
    numbered: Sequence[int],
    header: Mapping[int, str],
    span: range,
) -> str:
    """What a row is. One with cards or an outcome is a round, whatever words stand beside them."""
    cells = [row[index] for index in span if index < len(row)]
    first = next((cell for cell in cells if not is_blank(cell)), None)
    if first is None:
        return "blank"
    filled = {role: row[index] for role, index in content.items() if not is_blank(row[index])}
    if _is_played(filled):
        return "round"
    if isinstance(first, str) and _is_totals_word(first):
        return "totals"
    if repeats({c: str(row[c]).strip() for c in span if c < len(row) and not is_blank(row[c])}, header):
        return "headers"
    if any(_readable(role, value) for role, value in filled.items()):
        return "round"
    if filled and any(number_of(row[index]) is not None for index in numbered):
        return "round"
    return "notes" if len(filled) <= 1 else "round"


def _is_played(filled: Mapping[str, CellValue]) -> bool:
    """The word for an outcome, four opening cards or two hands: nothing that a totals row has."""
    if read_outcome(filled.get("outcome")) is not None:
        return True
    return any(
        all(role in filled and not is_no_card(filled[role]) and test(filled[role]) for role in roles)
        for roles, test in ((OPENING, looks_like_card), (JOINED, looks_like_hand))
    )


def _is_totals_word(text: str) -> bool:
    word = cell_text(text).rstrip(" :：.=")
    return word in cell_words("totals_row")


def resembles_rounds(sheet: Sheet) -> bool:
    """Does a sheet without a recognised table look as if rounds stood on it all the same?

    Five of the first rows or more with four cells that could be cards, or with the word for an outcome.
    """
    rows = 0
    for row in sheet.rows[:FIRST_LOOK]:
        rows += resembles_a_round(row) or any(read_outcome(value) is not None for value in row[:MOST_COLUMNS])
        if rows >= 5:
            return True
    return False


def resembles_a_round(row: Sequence[CellValue]) -> bool:
    """Four cells that could be cards, or two that could be hands."""
    filled = [v for v in row[:MOST_COLUMNS] if not is_blank(v) and not isinstance(v, bool)]
    cards = sum(looks_like_card(value) and not is_no_card(value) for value in filled)
    return cards >= 4 or sum(isinstance(value, str) and looks_like_hand(value) for value in filled) >= 2
