"""Columns of cells -> columns of card and total codes, for the questions that only arithmetic answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from baccarat_xl.layout.cells import Zero, read_third, split_cards
from baccarat_xl.layout.table import JOINED, OPENING, Column, cells_of
from baccarat_xl.layout.values import number_of
from baccarat_xl.rules.cards import read_card
from baccarat_xl.rules.errors import InputError
from baccarat_xl.workbook.model import CellValue, Sheet

if TYPE_CHECKING:
    from baccarat_xl.columns import Codes, Rounds
    from baccarat_xl.rules.unknown import Card

SIX: Final = (
    "player_card_1",
    "player_card_2",
    "player_third",
    "banker_card_1",
    "banker_card_2",
    "banker_third",
)
PLAYER_THIRD, BANKER_THIRD = 2, 5
UNREADABLE: Final = ("unreadable",)


def solve(
    sheet: Sheet,
    rounds: Sequence[int],
    columns: dict[str, Column],
    zero: dict[str, Zero | None] | None = None,
) -> Rounds | None:
    """The rounds worked out from their cards; None when the table has no opening cards."""
    codes = card_codes(sheet, rounds, columns, zero)
    if codes is None:
        return None
    from baccarat_xl.columns import resolve_rounds

    return resolve_rounds(*codes)


def card_codes(
    sheet: Sheet,
    rounds: Sequence[int],
    columns: dict[str, Column],
    zero: dict[str, Zero | None] | None = None,
) -> list[Codes] | None:
    """Six columns of card codes in the order of ``SIX``; None when the cards are not recorded.

    Third cards are read as ``zero`` says, ``either`` being settled by what each hand must do (R3-R5).
    A third-card column that the table lacks counts as no card.
    """
    zero = zero or {}
    if all(role in columns for role in OPENING):
        codes = [
            read_column(sheet, rounds, columns.get(role), zero.get(role) if role.endswith("third") else None)
            for role in SIX
        ]
    elif all(role in columns for role in JOINED):
        codes = [code for role in JOINED for code in _hand_codes(sheet, rounds, columns[role])]
    else:
        return None
    either = [role in zero and zero[role] == "either" for role in ("player_third", "banker_third")]
    return settle_either(codes, *either) if any(either) else codes


def read_column(
    sheet: Sheet, rounds: Sequence[int], column: Column | None, zero: Zero | None = None
) -> Codes:
    """One column of cards or third cards as codes, with the words for no card; no column gives no cards."""
    from baccarat_xl.columns import encode

    cells = [None] * len(rounds) if column is None else cells_of(sheet, column.index, rounds)

    def read(cell: object) -> Card:
        return read_third(cell, zero)

    return encode(cells, read)


def _hand_codes(sheet: Sheet, rounds: Sequence[int], column: Column) -> list[Codes]:
    from baccarat_xl.columns import encode

    cells = cells_of(sheet, column.index, rounds)
    hands = {cell: (*hand_of(cell), None, None, None)[:3] for cell in set(cells)}
    return [encode([hands[cell][place] for cell in cells], read_card) for place in range(3)]


def hand_of(cell: CellValue) -> tuple[str, ...]:
    """The cards of a joined hand; ``UNREADABLE`` for a cell that is no hand."""
    try:
        cards = split_cards(cell)
    except InputError:
        return UNREADABLE
    return cards if len(cards) <= 3 else UNREADABLE


def settle_either(codes: list[Codes], player: bool, banker: bool) -> list[Codes]:
    """0 as no card where the hand must stand and as a card where it must draw, for the sides asked for."""
    import numpy as np

    from baccarat_xl.columns import NO_CARD_CODE, add_cards, resolve_totals

    totals = add_cards(codes[0], codes[1]), add_cards(codes[3], codes[4])
    settled = list(codes)
    none = np.full(len(codes[0]), NO_CARD_CODE, np.uint8)
    for place, asked in ((PLAYER_THIRD, player), (BANKER_THIRD, banker)):
        if not asked:
            continue
        solved = resolve_totals(*totals, settled[PLAYER_THIRD], none)
        draws = solved.player_draws if place == PLAYER_THIRD else solved.banker_draws
        stale = (draws == 0) & (settled[place] == 0)
        settled[place] = np.where(stale, NO_CARD_CODE, settled[place]).astype(np.uint8)
    return settled


def total_codes(sheet: Sheet, rounds: Sequence[int], column: Column) -> Codes:
    """One column of totals as codes; sums of 10 and above are not known."""
    import numpy as np

    cells = cells_of(sheet, column.index, rounds)
    known = {value: _total_code(value) for value in set(cells)}
    return np.fromiter((known[value] for value in cells), np.uint8, len(cells))


def _total_code(value: CellValue) -> int:
    number = number_of(value)
    return int(number) if number is not None and number in range(10) else 10
