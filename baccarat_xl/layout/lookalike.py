"""Columns below unknown headers whose cells are plainly outcomes, decisions or totals of these rounds.

Passed over in silence, a wrong one would look as if it had been checked: it is taken for what it is where the
cards leave no doubt, and else named as not read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from baccarat_xl.layout.cells import Zero, read_decision, read_natural, read_outcome
from baccarat_xl.layout.codes import solve
from baccarat_xl.layout.evidence import FIRST_LOOK, LOOK_AT, true_outcomes
from baccarat_xl.layout.table import Column, cells_of, role_words
from baccarat_xl.layout.values import is_blank, number_of, share
from baccarat_xl.layout.vocabulary import tokens_of
from baccarat_xl.layout.words import part_of
from baccarat_xl.workbook.model import CellValue, NotRead, Sheet

if TYPE_CHECKING:
    from baccarat_xl.columns import Codes
    from baccarat_xl.layout.assign import Assigned

MOSTLY: Final = 0.9
"""Of the rounds, how many have a word or a number there, and of those, how many are of the kind."""
ENOUGH_ROUNDS: Final = 8
FEWEST_ROUNDS: Final = 4
"""So few rounds say enough when they agree in each."""
AGREES: Final = 0.8
EITHER_AT_LEAST: Final = 2
"""Times that each of two answers must occur: a column that always says no agrees with much."""
DIFFERENT_TOTALS: Final = 4
TOTALS: Final = ("player_initial", "banker_initial", "player_final", "banker_final")
DECISIONS: Final = ("player_draws", "banker_draws", "natural")
OUTCOMES: Final = ("Player", "Banker", "Tie")
_Reader = Callable[[CellValue], int | None]


def take_lookalikes(
    sheet: Sheet, rounds: Sequence[int], found: Assigned, zero: dict[str, Zero | None]
) -> None:
    """Give columns of unknown headers the role that their cells have, or name them as not read."""
    named = {item.where for item in found.not_read}
    waiting = [
        (column, kind)
        for column in found.unknown
        if column.letter not in named
        and (kind := _kind(cells_of(sheet, column.index, rounds[:FIRST_LOOK]))) is not None
    ]
    if not waiting:
        return
    part = rounds[:LOOK_AT]
    true = _true(sheet, part, found, zero)
    for column, kind in waiting:
        cells = cells_of(sheet, column.index, part)
        scores = {
            role: _agreement(cells, reader, true[role]) for role, reader in kind.items() if role in true
        }
        fitting = {role: score for role, score in scores.items() if _fits(*score)}
        role = max(fitting, key=lambda one: fitting[one][0] / fitting[one][1], default=None)
        if role is not None:
            _take(found, column, role, *fitting[role])
        elif "outcome" in kind and "outcome" not in found.columns and not _blocked(column):
            _name(found, column, scores.get("outcome"))


def _kind(cells: Sequence[CellValue]) -> dict[str, _Reader] | None:
    """role -> how its cells are read, for the roles that such cells can have; None for cells of none."""
    filled = [value for value in cells if not is_blank(value)]
    if len(filled) < max(FEWEST_ROUNDS, MOSTLY * len(cells)):
        return None
    outcomes = [read_outcome(value) for value in filled]
    if share(outcomes, lambda value: value is not None) >= MOSTLY and len(set(outcomes) - {None}) > 1:
        return {"outcome": _outcome}
    for readers in (_DECISION_READERS, _TOTAL_READERS):
        reader = next(iter(readers.values()))
        codes = [reader(value) for value in filled]
        different = set(codes) - {None}
        if share(codes, lambda value: value is not None) < MOSTLY:
            continue
        if readers is _TOTAL_READERS:
            return readers if len(different) >= DIFFERENT_TOTALS else None
        if min(codes.count(0), codes.count(1)) >= EITHER_AT_LEAST:
            return readers
    return None


def _outcome(value: CellValue) -> int | None:
    outcome = read_outcome(value)
    return None if outcome is None else OUTCOMES.index(outcome)


def _yes_no(value: CellValue) -> int | None:
    said = read_decision(value)
    return None if said is None else int(said)


def _natural(value: CellValue) -> int | None:
    said = read_natural(value)
    return None if said is None else int(said)


def _total(value: CellValue) -> int | None:
    number = number_of(value)
    return int(number) if number is not None and number in range(10) else None


_DECISION_READERS: Final[dict[str, _Reader]] = {
    "player_draws": _yes_no,
    "banker_draws": _yes_no,
    "natural": _natural,
}
_TOTAL_READERS: Final[dict[str, _Reader]] = dict.fromkeys(TOTALS, _total)


def _true(
    sheet: Sheet, rounds: Sequence[int], found: Assigned, zero: dict[str, Zero | None]
) -> dict[str, Codes]:
    """role -> what the cards give in each round; codes that no cell has where that is not known."""
    outcomes = true_outcomes(sheet, rounds, found, zero)
    true: dict[str, Any] = {} if outcomes is None else {"outcome": outcomes}
    solved = solve(sheet, rounds, found.columns, zero)
    if solved is None:
        return true
    return true | {role: getattr(solved, role) for role in (*TOTALS, *DECISIONS)}


def _agreement(cells: Sequence[CellValue], reader: _Reader, true: Codes) -> tuple[int, int]:
    """(rounds that agree, rounds that can be compared)."""
    known = {value: reader(value) for value in set(cells)}
    pairs = [
        (known[value], answer)
        for value, answer in zip(cells, true.tolist(), strict=True)
        if known[value] is not None
    ]
    return sum(own == answer for own, answer in pairs), len(pairs)


def _fits(agree: int, compared: int) -> bool:
    if compared < ENOUGH_ROUNDS:
        return compared >= FEWEST_ROUNDS and agree == compared
    return agree >= AGREES * compared


def _blocked(column: Column) -> bool:
    """Is its header a word for something else, such as a bet?"""
    return any(token.group == "blocked" for token in tokens_of(column.header))


def _take(found: Assigned, column: Column, role: str, agree: int, compared: int) -> None:
    if role not in found.columns:
        found.columns[role] = column
    elif f"recorded_{role}" not in found.also:
        found.also[f"recorded_{role}"] = column
    else:
        return
    found.unknown.remove(column)
    found.assumptions.append(
        f"{column.named} is taken as {role_words(role)}: it agrees with the cards in "
        f"{part_of(agree / compared, compared)}"
    )


def _name(found: Assigned, column: Column, score: tuple[int, int] | None) -> None:
    agrees = ""
    if score is not None and score[1]:
        agrees = f", though it agrees with the cards in {part_of(score[0] / score[1], score[1])} only"
    why = (
        f"{column.header!r} looks like outcomes{agrees}, and was not compared; say "
        f'--map "{column.header}=outcome" if it holds them, --map "{column.header}=" if not.'
    )
    found.not_read.append(NotRead("column", column.letter, why))
