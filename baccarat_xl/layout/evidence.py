"""Choices that only the rows can settle: which total it is, what 0 means, what a numeric outcome stands for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final

from baccarat_xl.layout.assign import Assigned
from baccarat_xl.layout.cells import Outcome, Zero, is_no_card, is_zero, read_outcome, read_third, split_cards
from baccarat_xl.layout.table import JOINED, OPENING, THIRDS, Column, cells_of
from baccarat_xl.layout.values import is_blank, number_of
from baccarat_xl.workbook.model import CellValue, NotRead, Sheet

if TYPE_CHECKING:
    from baccarat_xl.columns import Codes, Rounds

OUTCOMES: Final[tuple[Outcome, ...]] = ("Player", "Banker", "Tie")
LOOK_AT: Final = 20_000
FIRST_LOOK: Final = 500
NEARLY_ALL: Final = 0.97
CLEARLY_LESS: Final = 0.9


def settle_totals(sheet: Sheet, rounds: Sequence[int], found: Assigned) -> None:
    """Decide for a total whose header does not say which one it is, and say what was assumed."""
    if not found.open_totals:
        return
    solved = solve(sheet, rounds[:LOOK_AT], found.columns)
    for side, column in sorted(found.open_totals.items()):
        free = [role for role in (f"{side}_final", f"{side}_initial") if role not in found.columns]
        role, why = _which_total(sheet, rounds[:LOOK_AT], column, side, solved, found)
        if role not in free:
            role, why = free[0], "the other total has a column of its own"
        found.columns[role] = column
        name = role.split("_")[1]
        found.assumptions.append(f"{column.header!r} ({column.letter}) is taken as the {name} total: {why}")
    found.open_totals.clear()


def _which_total(
    sheet: Sheet, rounds: Sequence[int], column: Column, side: str, solved: Rounds | None, found: Assigned
) -> tuple[str, str]:
    final, initial = f"{side}_final", f"{side}_initial"
    if solved is None:
        if f"{side}_third" in found.columns and not any(f"{side}_card" in role for role in found.columns):
            return initial, "a third card stands beside it and the opening cards are not recorded"
        return final, "nothing in the table tells it from the initial total"
    import numpy as np

    total = np.array(
        [-1 if (n := number_of(v)) is None else n for v in cells_of(sheet, column.index, rounds)]
    )
    reduced = np.where(total >= 0, total % 10, -1)
    as_final = float(np.mean(reduced == getattr(solved, final)))
    as_initial = float(np.mean(reduced == getattr(solved, initial)))
    if as_initial > as_final:
        return (
            initial,
            f"it fits the opening cards in {as_initial:.1%} of the rounds, all the cards in {as_final:.1%}",
        )
    return (
        final,
        f"it fits all the cards in {as_final:.1%} of the rounds, the opening cards in {as_initial:.1%}",
    )


def solve(
    sheet: Sheet,
    rounds: Sequence[int],
    columns: dict[str, Column],
    zero: dict[str, Zero | None] | None = None,
) -> Rounds | None:
    """The rounds worked out from their cards; None when the table has no opening cards."""
    codes = card_codes(sheet, rounds, columns, zero or {})
    if codes is None:
        return None
    from baccarat_xl.columns import resolve_rounds

    return resolve_rounds(*codes)


def card_codes(
    sheet: Sheet, rounds: Sequence[int], columns: dict[str, Column], zero: dict[str, Zero | None]
) -> list[Codes] | None:
    """Six columns of card codes: Player's three, then Banker's; None when they are not recorded."""
    from baccarat_xl.columns import encode

    if all(role in columns for role in OPENING):
        names = (
            "player_card_1",
            "player_card_2",
            "player_third",
            "banker_card_1",
            "banker_card_2",
            "banker_third",
        )
        blank: list[CellValue] = [None] * len(rounds)
        cells = [cells_of(sheet, columns[n].index, rounds) if n in columns else blank for n in names]
        thirds = {n: _third_reader(zero.get(n)) for n in THIRDS}
        return [encode(column, thirds.get(n, _opening)) for n, column in zip(names, cells, strict=True)]
    if all(role in columns for role in JOINED):
        hands = [_hands(cells_of(sheet, columns[role].index, rounds)) for role in JOINED]
        return [encode([hand[i] for hand in side], _opening) for side in hands for i in range(3)]
    return None


def _opening(cell: object) -> Any:
    from baccarat_xl.rules.cards import read_card

    return read_card(cell)


def _third_reader(zero: Zero | None) -> Any:
    return lambda cell: read_third(cell, zero)


def _hands(cells: list[CellValue]) -> list[tuple[object, ...]]:
    from baccarat_xl.rules.errors import InputError

    known: dict[CellValue, tuple[object, ...]] = {}
    for cell in set(cells):
        try:
            cards = split_cards(cell)
        except InputError:
            cards = ("unreadable",)
        known[cell] = (*cards, None, None, None)[:3]
    return [known[cell] for cell in cells]


def decide_zero(
    sheet: Sheet, rounds: Sequence[int], found: Assigned, declared: Zero | None
) -> dict[str, Zero | None]:
    """What 0 means in each third-card column that has one; ambiguous stays None and is reported."""
    zero: dict[str, Zero | None] = {}
    for role in THIRDS:
        if role not in found.columns:
            continue
        column = found.columns[role]
        if declared is not None:
            zero[role] = declared
            continue
        if any(is_no_card(value) for value in cells_of(sheet, column.index, rounds[:FIRST_LOOK])):
            zero[role] = "card"
            continue
        cells = cells_of(sheet, column.index, rounds)
        distinct = set(cells)
        if not any(is_zero(value) for value in distinct):
            continue
        if any(is_no_card(value) for value in distinct):
            zero[role] = "card"
        else:
            zero[role] = _zero_by_rule(sheet, rounds, found, role, zero, column, cells)
    return zero


def _zero_by_rule(
    sheet: Sheet,
    rounds: Sequence[int],
    found: Assigned,
    role: str,
    zero: dict[str, Zero | None],
    column: Column,
    cells: list[CellValue],
) -> Zero | None:
    """No blank and no mark in the column: 0 on hands that must stand then also stands for no card."""
    import numpy as np

    where = f"{column.header!r} ({column.letter})"
    solved = _solve_for_zero(sheet, rounds, found, zero)
    if solved is None:
        why = f"{where}: 0 may be a ten or no card, and nothing in the table tells; say which with --zero."
        found.not_read.append(NotRead("column", column.letter, why))
        return None
    draws = solved.player_draws if role == "player_third" else solved.banker_draws
    known = {value: is_zero(value) for value in set(cells)}
    zeros = np.fromiter((known[value] for value in cells), np.bool_, len(cells))
    standing, drawing = int((zeros & (draws == 0)).sum()), int((zeros & (draws == 1)).sum())
    stand_rows = int((draws == 0).sum())
    if standing == 0:
        return "card"
    if standing >= 0.5 * stand_rows:
        found.assumptions.append(
            f"{where}: 0 is taken as no card where the hand must stand ({standing} rounds), and as a card worth 0 "
            f"where it must draw ({drawing} rounds): the column has no blank and no other mark for no card"
        )
        return "either"
    why = (
        f"{where}: 0 stands on {standing} of {stand_rows} hands that must stand, and other cards on the rest; "
        "say what 0 means with --zero."
    )
    found.not_read.append(NotRead("column", column.letter, why))
    return None


def _solve_for_zero(
    sheet: Sheet, rounds: Sequence[int], found: Assigned, zero: dict[str, Zero | None]
) -> Rounds | None:
    """Rounds with Player's zeros already turned into no card where Player must stand."""
    import numpy as np

    from baccarat_xl.columns import NO_CARD_CODE, add_cards, encode, resolve_totals

    codes = card_codes(sheet, rounds, found.columns, zero)
    if codes is not None:
        totals = [add_cards(codes[0], codes[1]), add_cards(codes[3], codes[4])]
        player_third = codes[2]
    elif all(role in found.columns for role in ("player_initial", "banker_initial")):
        totals = [
            _total_codes(sheet, rounds, found.columns[f"{side}_initial"]) for side in ("player", "banker")
        ]
        third = found.columns.get("player_third")
        cells = cells_of(sheet, third.index, rounds) if third else [None] * len(rounds)
        player_third = encode(cells, _third_reader(zero.get("player_third")))
    else:
        return None
    none = np.full(len(rounds), NO_CARD_CODE, np.uint8)
    first = resolve_totals(totals[0], totals[1], none, none)
    player_third = np.where((first.player_draws == 0) & (player_third == 0), NO_CARD_CODE, player_third)
    return resolve_totals(totals[0], totals[1], player_third.astype(np.uint8), none)


def _total_codes(sheet: Sheet, rounds: Sequence[int], column: Column) -> Codes:
    import numpy as np

    cells = cells_of(sheet, column.index, rounds)
    known = {value: _total_code(value) for value in set(cells)}
    return np.fromiter((known[value] for value in cells), np.uint8, len(cells))


def _total_code(value: CellValue) -> int:
    number = number_of(value)
    return int(number) if number is not None and number in range(10) else 10


def outcome_codes(
    sheet: Sheet, rounds: Sequence[int], found: Assigned, declared: dict[str, Outcome]
) -> dict[float, Outcome]:
    """Numbers in the outcome column -> outcomes: as declared, or where exactly one reading fits nearly all rounds.

    Where none does, the column is not read and loses its role.
    """
    column = found.columns.get("outcome")
    if column is None:
        return {}
    if all(number_of(value) is None for value in cells_of(sheet, column.index, rounds[:FIRST_LOOK])):
        return {}
    cells = cells_of(sheet, column.index, rounds)
    distinct = set(cells)
    numbers = sorted({n for value in distinct if not is_blank(value) and (n := number_of(value)) is not None})
    words = [value for value in distinct if not is_blank(value) and read_outcome(value) is not None]
    if not numbers or len(words) >= len(numbers):
        return {}
    told = {n: declared[key] for n in numbers if (key := f"{n:g}") in declared}
    if len(told) == len(numbers):
        return told
    fitted = _fit(sheet, rounds, found, cells, numbers)
    if fitted is not None:
        codes, part = fitted
        reading = ", ".join(f"{number:g} = {outcome}" for number, outcome in codes.items())
        found.assumptions.append(
            f"{column.header!r} ({column.letter}) is read as {reading}: this alone fits {part:.1%} of the rounds"
        )
        return codes
    del found.columns["outcome"]
    found.unknown.append(column)
    shown = ", ".join(f"{number:g}" for number in numbers[:4])
    why = f"{column.header!r} holds numbers ({shown}) whose meaning differs between sources; say it with --means."
    found.not_read.append(NotRead("column", column.letter, why))
    return {}


def _fit(
    sheet: Sheet, rounds: Sequence[int], found: Assigned, cells: list[CellValue], numbers: list[float]
) -> tuple[dict[float, Outcome], float] | None:
    import numpy as np

    if not 2 <= len(numbers) <= 3:
        return None
    part = rounds[:LOOK_AT]
    true = _true_outcomes(sheet, part, found)
    if true is None:
        return None
    recorded = np.array([np.nan if (n := number_of(value)) is None else n for value in cells[: len(part)]])
    usable = ~np.isnan(recorded) & (true < 3)
    if int(usable.sum()) < 10:
        return None
    scored = []
    for order in permutations(range(3), len(numbers)):
        read = np.select([recorded == number for number in numbers], list(order), 9)
        scored.append((float(np.mean((read == true)[usable])), order))
    scored.sort(reverse=True)
    if scored[0][0] < NEARLY_ALL or scored[1][0] > CLEARLY_LESS:
        return None
    return {number: OUTCOMES[code] for number, code in zip(numbers, scored[0][1], strict=True)}, scored[0][0]


def _true_outcomes(sheet: Sheet, rounds: Sequence[int], found: Assigned) -> Codes | None:
    import numpy as np

    solved = solve(sheet, rounds, found.columns)
    if solved is not None:
        return solved.outcome
    if not all(f"{side}_final" in found.columns for side in ("player", "banker")):
        return None
    player, banker = (
        _total_codes(sheet, rounds, found.columns[f"{side}_final"]).astype(np.int16)
        for side in ("player", "banker")
    )
    known = (player < 10) & (banker < 10)
    true = np.select([player > banker, player < banker], [0, 1], 2)
    return np.where(known, true, 3).astype(np.uint8)
