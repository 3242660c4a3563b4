"""The formulas of a live sheet as the reader of files keeps them: grouped by form, in runs of rows."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from baccarat_xl.workbook.formula_index import FormulaIndex, Runs
from baccarat_xl.workbook.formula_rows import relative_parts
from baccarat_xl.workbook.formulas import MOST_FORMS, Form, FormRun, FormulaMap

AT_HAND: Final = 16
_THIS_ROW: Final = re.compile(r"(\w*)\[@(?:\[([^\]]+)\]|([^\[\]]+))\]")


class FormulaGroups:
    """Takes the formulas of a column with rows ascending; gives what `workbook.model.Sheet` holds."""

    def __init__(self) -> None:
        self._forms: list[Form] = []
        self._numbers: dict[tuple[int, tuple[str | int, ...]], int] = {}
        self._recent: dict[int, list[int]] = {}
        self._runs: dict[int, list[list[int]]] = {}
        self._rows: dict[int, list[list[int]]] = {}
        self._unread = 0

    def add(self, column: int, row: int, text: str) -> None:
        """The formula of one cell, without ``=``; row from 1, column from 0."""
        _extend(self._rows.setdefault(column, []), row, 0)
        number = self._number(column, row, text)
        if number is None:
            self._unread += 1
        else:
            _extend(self._runs.setdefault(column, []), row, number)

    def index(self) -> FormulaIndex:
        """Which cells hold formulas. An open workbook has a value for each."""
        return FormulaIndex(
            {
                column: Runs(tuple(run[0] for run in runs), tuple(run[1] for run in runs))
                for column, runs in sorted(self._rows.items())
            }
        )

    def written(self) -> FormulaMap:
        """The formulas themselves."""
        columns = {
            column: tuple(FormRun(*run) for run in runs) for column, runs in sorted(self._runs.items())
        }
        return FormulaMap(tuple(self._forms), columns, self._unread)

    def _number(self, column: int, row: int, text: str) -> int | None:
        recent = self._recent.setdefault(column, [])
        for number in recent:
            if self._forms[number].at(row) == text:
                return number
        try:
            parts = relative_parts(text, row)
        except Exception:  # the tokenizer raises what it likes on what is no formula
            parts = [text]
        key = column, tuple(parts)
        found = self._numbers.get(key)
        if found is None:
            if len(self._forms) >= MOST_FORMS:
                return None
            found = self._numbers[key] = len(self._forms)
            self._forms.append(Form(text, row, column))
        recent.insert(0, found)
        del recent[AT_HAND:]
        return found


def _extend(runs: list[list[int]], row: int, number: int) -> None:
    if runs and runs[-1][1] == row - 1 and runs[-1][2] == number:
        runs[-1][1] = row
    else:
        runs.append([row, row, number])


def as_stored(text: str, tables: Iterable[str]) -> str:
    """A formula as a file holds it: ``[@P3]`` with its table in full. ``tables``: those around the cell.

    >>> as_stored('IF([@P3]="[@P3]",Rounds[@[Player 1]],1)', ["Rounds"])
    'IF(Rounds[[#This Row],[P3]]="[@P3]",Rounds[[#This Row],[Player 1]],1)'
    """
    if "[@" not in text:
        return text
    own = next(iter(tables), "")
    parts = text.split('"')
    parts[::2] = [_THIS_ROW.sub(lambda m: _in_full(m, own), part) for part in parts[::2]]
    return '"'.join(parts)


def _in_full(match: re.Match[str], own: str) -> str:
    return f"{match[1] or own}[[#This Row],[{match[2] or match[3]}]]"
