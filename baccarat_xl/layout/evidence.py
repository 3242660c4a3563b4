"""Choices that only the rows can settle: which total it is, what a numeric outcome stands for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Final

from baccarat_xl.layout.cells import Outcome, Zero, is_no_card, read_outcome
from baccarat_xl.layout.codes import solve, total_codes
from baccarat_xl.layout.headers import Meaning
from baccarat_xl.layout.table import JOINED, OPENING, THIRDS, Column, cells_of
from baccarat_xl.layout.values import fits, is_blank, number_of
from baccarat_xl.layout.words import part_of
from baccarat_xl.workbook.model import CellValue, NotRead, Sheet

if TYPE_CHECKING:
    from baccarat_xl.columns import Codes, Rounds
    from baccarat_xl.layout.assign import Assigned

OUTCOMES: Final[tuple[Outcome, ...]] = ("Player", "Banker", "Tie")
LOOK_AT: Final = 20_000
FIRST_LOOK: Final = 500
NEARLY_ALL: Final = 0.97
CLEARLY_LESS: Final = 0.9
MOST: Final = 0.85
FAR_LESS: Final = 0.65
"""Of few rounds one or two that are wrong are a larger share: the other readings must then fit far worse."""
FITS_AT_ALL: Final = 0.3
ENOUGH: Final = 0.2
FEW_ODD: Final = 2
FEW_ODD_SHARE: Final = 0.02


def fits_by_header(
    found: Assigned, meaning: Meaning, column: Column, values: Sequence[CellValue]
) -> list[str]:
    """The roles that a column has by its header, though most of its filled cells cannot be read as such.

    A column of cards is one when a fifth of its filled cells are cards, or when hardly any cell is odd; a
    column of totals, decisions or outcomes when both are so. Its odd cells are then told one by one. A column
    that only sounds like one, such as one of remarks, is none. Marks for no card speak for nothing.
    """
    if meaning.weak:
        return []
    few = max(FEW_ODD, FEW_ODD_SHARE * len(values))
    fitting: list[str] = []
    for role in meaning.roles:
        cards = role in (*OPENING, *THIRDS, *JOINED)
        if fitting and not cards:
            break
        filled = [value for value in values if not (is_no_card(value) if cards else is_blank(value))]
        readable = sum(fits(role, [value]) for value in filled)
        enough, hardly_odd = readable >= ENOUGH * len(filled), len(filled) - readable <= few
        if (enough or hardly_odd) if cards and role == meaning.roles[0] else (enough and hardly_odd):
            fitting.append(role)
            if not hardly_odd:
                found.assumptions.append(
                    f"{column.named} holds cards, as its header says, though many of its cells cannot be read"
                )
    return fitting


def settle_totals(sheet: Sheet, rounds: Sequence[int], found: Assigned) -> None:
    """Decide for a total whose header does not say which one it is, and say what was assumed."""
    if not found.open_totals:
        return
    solved = solve(sheet, rounds[:LOOK_AT], found.columns) if rounds else None
    own = {
        side: _fits(sheet, rounds[:LOOK_AT], column, side, solved)
        for side, column in found.open_totals.items()
        if solved is not None
    }
    alike = [sum(both) / len(own) for both in zip(*own.values(), strict=True)]
    for side, column in sorted(found.open_totals.items()):
        free = [role for role in (f"{side}_final", f"{side}_initial") if role not in found.columns]
        if not free:
            why = f"{column.named} may be either total of a hand, and both have columns of their own."
            found.not_read.append(NotRead("column", column.letter, why))
            continue
        count = len(rounds[:LOOK_AT])
        role, why = _by_fit(side, own[side], alike, count) if own else _which_total(side, found)
        if role not in free:
            role, why = free[0], "the other total has a column of its own"
        found.columns[role] = column
        name = role.split("_")[1]
        found.assumptions.append(f"{column.named} is taken as the {name} total: {why}")
    found.open_totals.clear()


def _which_total(side: str, found: Assigned) -> tuple[str, str]:
    cards = [role for role in found.columns if "_card" in role]
    if f"{side}_third" in found.columns and not any(role.startswith(side) for role in cards):
        return f"{side}_initial", "a third card stands beside it and the opening cards are not recorded"
    if set(THIRDS) & set(found.columns) and not cards:
        return f"{side}_initial", "third cards are recorded and opening cards are not"
    return f"{side}_final", "nothing in the table tells it from the initial total"


def _fits(
    sheet: Sheet, rounds: Sequence[int], column: Column, side: str, solved: Rounds
) -> tuple[float, float]:
    """The shares of rounds in which a column is the final total, and the initial total, of its cards."""
    import numpy as np

    total = np.array(
        [-1 if (n := number_of(v)) is None else n for v in cells_of(sheet, column.index, rounds)]
    )
    reduced = np.where(total >= 0, total % 10, -1)
    final, initial = (
        float(np.mean(reduced == getattr(solved, f"{side}_{end}"))) for end in ("final", "initial")
    )
    return final, initial


def _by_fit(side: str, own: tuple[float, float], alike: Sequence[float], count: int) -> tuple[str, str]:
    """The role and why. Both hands' totals are judged together: who writes one as final does so with both."""
    final, initial = (part_of(share, count) for share in own)
    if alike[1] > alike[0] and alike[1] >= FITS_AT_ALL:
        return f"{side}_initial", f"it fits the opening cards in {initial}, all the cards in {final}"
    if alike[0] < FITS_AT_ALL:
        most = part_of(max(own), count)
        return f"{side}_final", f"that is the usual one, though it fits the cards in no more than {most}"
    if own[0] == own[1]:
        return f"{side}_final", f"it fits as well as the initial one, in {final}, and is the usual one"
    return f"{side}_final", f"it fits all the cards in {final}, the opening cards in {initial}"


def outcome_codes(
    sheet: Sheet,
    rounds: Sequence[int],
    found: Assigned,
    declared: dict[str, Outcome],
    zero: dict[str, Zero | None],
) -> dict[float, Outcome]:
    """Numbers in the outcome column -> outcomes: as declared, or the one reading that fits nearly all rounds.

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
    fitted = _fit(sheet, rounds, found, cells, numbers, zero)
    if fitted is not None:
        codes, part = fitted
        reading = ", ".join(f"{number:g} = {outcome}" for number, outcome in codes.items())
        found.assumptions.append(
            f"{column.named} is read as {reading}: this alone fits {part_of(part, len(rounds[:LOOK_AT]))}"
        )
        return codes
    del found.columns["outcome"]
    found.unknown.append(column)
    shown = ", ".join(f"{number:g}" for number in numbers[:4])
    why = (
        f"{column.header!r} holds numbers ({shown}) whose meaning differs between sources; "
        "say it with --means."
    )
    found.not_read.append(NotRead("column", column.letter, why))
    return {}


def _fit(
    sheet: Sheet,
    rounds: Sequence[int],
    found: Assigned,
    cells: list[CellValue],
    numbers: list[float],
    zero: dict[str, Zero | None],
) -> tuple[dict[float, Outcome], float] | None:
    import numpy as np

    if not 2 <= len(numbers) <= 3:
        return None
    part = rounds[:LOOK_AT]
    true = true_outcomes(sheet, part, found, zero)
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
    best, second = scored[0][0], scored[1][0]
    if (best < NEARLY_ALL or second > CLEARLY_LESS) and (best < MOST or second > FAR_LESS):
        return None
    return {number: OUTCOMES[code] for number, code in zip(numbers, scored[0][1], strict=True)}, scored[0][0]


def true_outcomes(
    sheet: Sheet, rounds: Sequence[int], found: Assigned, zero: dict[str, Zero | None]
) -> Codes | None:
    """Outcomes by the cards, else by the final totals: codes 0 Player, 1 Banker, 2 Tie, 3 not known; None
    where neither is recorded."""
    import numpy as np

    solved = solve(sheet, rounds, found.columns, zero)
    if solved is not None:
        return solved.outcome
    if not all(f"{side}_final" in found.columns for side in ("player", "banker")):
        return None
    player, banker = (
        total_codes(sheet, rounds, found.columns[f"{side}_final"]).astype(np.int16)
        for side in ("player", "banker")
    )
    known = (player < 10) & (banker < 10)
    true = np.select([player > banker, player < banker], [0, 1], 2)
    return np.where(known, true, 3).astype(np.uint8)


def outcomes_of(
    sheet: Sheet, rounds: Sequence[int], column: Column | None, codes: dict[float, Outcome]
) -> Codes | None:
    """Recorded outcomes as codes 0 Player, 1 Banker, 2 Tie, 3 not read; None without an outcome column."""
    if column is None:
        return None
    import numpy as np

    cells = cells_of(sheet, column.index, rounds)
    known = {value: _outcome_code(value, codes) for value in set(cells)}
    return np.fromiter((known[value] for value in cells), np.uint8, len(cells))


def _outcome_code(value: CellValue, codes: dict[float, Outcome]) -> int:
    number = number_of(value)
    outcome = codes.get(number) if number is not None else read_outcome(value)
    return OUTCOMES.index(outcome) if outcome else 3
