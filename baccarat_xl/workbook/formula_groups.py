"""Formulas that come cell by cell, kept as the reader of .xlsx keeps them: by form, in runs of rows."""

from __future__ import annotations

from typing import Final

from baccarat_xl.workbook.formula_index import FormulaIndex, Runs
from baccarat_xl.workbook.formula_rows import relative_parts
from baccarat_xl.workbook.formulas import MOST_FORMS, Form, FormRun, FormulaMap

AT_HAND: Final = 16


class FormulaGroups:
    """Takes the formulas of a column with rows ascending; gives what `workbook.model.Sheet` holds."""

    def __init__(self) -> None:
        self._forms: list[Form] = []
        self._numbers: dict[tuple[int, tuple[str | int, ...], str | None], int] = {}
        self._recent: dict[int, list[int]] = {}
        self._runs: dict[int, list[list[int]]] = {}
        self._rows: dict[int, list[list[int]]] = {}
        self._unstored: dict[int, list[list[int]]] = {}
        self._unread = 0
        self._any_stored = False

    def add(
        self, column: int, row: int, text: str | None, *, array: str | None = None, stored: bool = True
    ) -> None:
        """The formula of one cell, without ``=``; row from 1, column from 0.

        text: None where it cannot be read; array: the block it fills; stored: whether its value is there.
        """
        _extend(self._rows.setdefault(column, []), row, 0)
        self._any_stored |= stored
        if not stored:
            _extend(self._unstored.setdefault(column, []), row, 0)
        number = None if text is None else self._number(column, row, text, array)
        if number is None:
            self._unread += 1
        else:
            _extend(self._runs.setdefault(column, []), row, number)

    def index(self) -> FormulaIndex:
        """Which cells hold formulas, and which of them no value.

        No value beside formulas that have one is an empty text from a program that stores values.
        """
        return FormulaIndex(_as_runs(self._rows), _as_runs({} if self._any_stored else self._unstored))

    def written(self) -> FormulaMap:
        """The formulas themselves."""
        columns = {
            column: tuple(FormRun(*run) for run in runs) for column, runs in sorted(self._runs.items())
        }
        return FormulaMap(tuple(self._forms), columns, self._unread)

    def _number(self, column: int, row: int, text: str, array: str | None) -> int | None:
        recent = self._recent.setdefault(column, [])
        for number in recent:
            if array is None is self._forms[number].array and self._forms[number].at(row) == text:
                return number
        try:
            parts = relative_parts(text, row)
        except Exception:  # the tokenizer raises what it likes on what is no formula
            parts = [text]
        key = column, tuple(parts), array
        found = self._numbers.get(key)
        if found is None:
            if len(self._forms) >= MOST_FORMS:
                return None
            found = self._numbers[key] = len(self._forms)
            self._forms.append(Form(text, row, column, array))
        recent.insert(0, found)
        del recent[AT_HAND:]
        return found


def _as_runs(found: dict[int, list[list[int]]]) -> dict[int, Runs]:
    return {
        column: Runs(tuple(run[0] for run in runs), tuple(run[1] for run in runs))
        for column, runs in sorted(found.items())
    }


def _extend(runs: list[list[int]], row: int, number: int) -> None:
    if runs and runs[-1][1] == row - 1 and runs[-1][2] == number:
        runs[-1][1] = row
    else:
        runs.append([row, row, number])
