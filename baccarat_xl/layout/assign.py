"""Columns -> roles, where headers leave a choice by looking at the values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from baccarat_xl.layout.evidence import fits_by_header
from baccarat_xl.layout.headers import Meaning, meaning_of
from baccarat_xl.layout.table import CONTENT, JOINED, Column, role_words
from baccarat_xl.layout.values import fits_outcome, fitting_roles, is_blank
from baccarat_xl.workbook.model import CellValue, NotRead, Sheet

SAMPLE: Final = 200
FEWEST_BESIDE: Final = 2
"""Columns that hold what their headers say, beside which an odd one of cards is taken by its header."""
_Waiting: TypeAlias = tuple[Meaning, Column, list[CellValue]]


@dataclass(slots=True)
class Assigned:
    """Roles so far; ``open_totals``: side -> column of a total that may be the initial or the final one."""

    columns: dict[str, Column] = field(default_factory=dict)
    also: dict[str, Column] = field(default_factory=dict)
    unknown: list[Column] = field(default_factory=list)
    not_read: list[NotRead] = field(default_factory=list)
    assumptions: list[str] = field(default_factory=list)
    open_totals: dict[str, Column] = field(default_factory=dict)


def assign(
    sheet: Sheet, texts: dict[int, str], start: int, stop: int, fixed: dict[int, str], taken: set[str]
) -> Assigned:
    """Give every column of a header its role. fixed: column index -> role, as declared by the user.

    taken: roles that the user gave to columns elsewhere; no other column gets them.
    """
    result = Assigned()
    columns = {index: Column(index, sheet.column_letter(index), text) for index, text in texts.items()}
    for index, role in fixed.items():
        if index in columns:
            result.columns[role] = columns[index]
    sample = sample_rows(sheet, start, stop)
    waiting: list[_Waiting] = []
    for index, column in columns.items():
        if index in fixed:
            continue
        meaning = meaning_of(column.header)
        if meaning is None:
            result.unknown.append(column)
        else:
            waiting.append((meaning, column, [row[index] for row in sample]))
    waiting.sort(key=lambda item: (item[0].weak, item[0].note != "", item[0].rank, item[1].index))
    odd: list[_Waiting] = []
    solid = 0
    for meaning, column, values in waiting:
        fitting = fitting_roles(meaning.roles, values)
        if fitting:
            _place(result, meaning, fitting, column, values, taken)
            solid += fitting[0] in CONTENT and any(not is_blank(value) for value in values)
        else:
            odd.append((meaning, column, values))
    for meaning, column, values in odd:
        beside = 1 if meaning.roles[0] in JOINED else FEWEST_BESIDE
        fitting = fits_by_header(result, meaning, column, values) if solid >= beside else []
        if fitting:
            _place(result, meaning, fitting, column, values, taken)
        else:
            _refuse(result, meaning, column, values)
    result.unknown.sort(key=lambda column: column.index)
    return result


def sample_rows(sheet: Sheet, start: int, stop: int, count: int = SAMPLE) -> list[list[CellValue]]:
    """The first rows of the data and some from its middle, so that the sample is not one shoe's habit."""
    middle = (start + stop) // 2
    if stop - start <= 2 * count:
        return list(sheet.span(start, stop))
    return [*sheet.span(start, start + count), *sheet.span(middle, middle + count // 4)]


def _place(
    result: Assigned,
    meaning: Meaning,
    fitting: list[str],
    column: Column,
    values: list[CellValue],
    taken: set[str],
) -> None:
    if meaning.weak and all(is_blank(value) for value in values):
        result.unknown.append(column)
        return
    free = [role for role in fitting if role not in result.columns and role not in taken]
    if meaning.note == "value" and f"{fitting[0].partition('_')[0]}_cards" in result.columns:
        free = []
    totals = [role for role in free if role.endswith(("_initial", "_final"))]
    if meaning.note != "recorded" and len(totals) == 2 and totals == free:
        side = totals[0].split("_")[0]
        if side not in result.open_totals:
            result.open_totals[side] = column
            return
    if free:
        result.columns[free[0]] = column
        return
    key = f"{meaning.note}_{fitting[0]}" if meaning.note != "value" else f"{fitting[0]}_value"
    if meaning.note and key not in result.also:
        result.also[key] = column
    elif fitting[0] == "outcome" and meaning.note != "computed" and "recorded_outcome" not in result.also:
        result.unknown.append(column)
        result.not_read.append(
            NotRead(
                "column",
                column.letter,
                f"{column.header!r} is a second outcome column; the other one is read.",
            )
        )
    else:
        result.unknown.append(column)


def _refuse(result: Assigned, meaning: Meaning, column: Column, values: list[CellValue]) -> None:
    result.unknown.append(column)
    if meaning.weak:
        return
    filled = [value for value in values if not is_blank(value)]
    if meaning.roles[0] == "outcome" and not fits_outcome(filled):
        why = "holds the bettor's wins and losses or other words, not Player, Banker and Tie"
    else:
        why = f"is headed as {role_words(meaning.roles[0])}, but holds something else"
    result.not_read.append(NotRead("column", column.letter, f"{column.header!r} {why}; it is not read."))
