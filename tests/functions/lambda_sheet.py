"""Functions called from the cells of a real spreadsheet engine, many states at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import ironcalc
import xlsxwriter

from baccarat_xl.cell_error import CellError
from baccarat_xl.functions.cells import call_cell
from baccarat_xl.functions.hosts.named_lambda.names import add_names_xlsxwriter
from baccarat_xl.functions.hosts.named_lambda.payments import whole_definitions
from baccarat_xl.functions.registry import Function
from tests.functions.cell_values import EMPTY_TEXT, as_cell

ROWS = 500


class Sheet:
    """One sheet with a call to one function in each row; the arguments stand in the cells beside it."""

    def __init__(self, folder: Path, function: Function[object], rows: int = ROWS) -> None:
        self.function, self.rows = function, rows
        self.width = len(function.arguments)
        path = folder / f"{function.name}.xlsx"
        book = xlsxwriter.Workbook(str(path))
        add_names_xlsxwriter(book, whole_definitions())
        sheet = book.add_worksheet("Calls")
        for row in range(rows):
            cells = ",".join(f"{chr(ord('A') + column)}{row + 1}" for column in range(self.width))
            sheet.write_formula(row, self.width, f"={function.name}({cells})")
        book.close()
        self.model = ironcalc.load_from_xlsx(str(path), "en", "UTC", "en")
        self.held: dict[tuple[int, int], object] = {}

    def answers(self, states: Iterable[Sequence[object]]) -> Iterator[tuple[Sequence[object], object]]:
        """Each state with what the engine's cell then shows."""
        states = iter(states)
        while batch := list(islice(states, self.rows)):
            for row, state in enumerate(batch, start=1):
                for column, value in enumerate(state, start=1):
                    self._put(row, column, value)
            self.model.evaluate()
            for row, state in enumerate(batch, start=1):
                yield state, self._shown(row)

    def mismatches(self, states: Iterable[Sequence[object]]) -> tuple[int, list[tuple[object, ...]]]:
        """How many states were compared with `call_cell`, and those that differ in value or type."""
        count, wrong = 0, []
        for state, shown in self.answers(states):
            count += 1
            cells = [as_cell(value) for value in state]
            expected = call_cell(self.function, *cells)
            if not same(shown, expected):
                wrong.append((tuple(cells), expected, shown))
        return count, wrong

    def _put(self, row: int, column: int, value: object) -> None:
        if (row, column) in self.held and self.held[row, column] is value:
            return
        self.held[row, column] = value
        if value is None:
            self.model.clear_cell_contents(0, row, column)
        elif value is EMPTY_TEXT:
            self.model.set_user_input(0, row, column, '=""')
        elif isinstance(value, CellError):
            self.model.set_user_input(0, row, column, f"={value.code}")
        elif isinstance(value, bool):
            self.model.update_cell_with_bool(0, row, column, value)
        elif isinstance(value, str):
            self.model.update_cell_with_text(0, row, column, value)
        else:
            self.model.update_cell_with_number(0, row, column, float(value))  # type: ignore[arg-type]

    def _shown(self, row: int) -> object:
        kind = self.model.get_cell_type(0, row, self.width + 1)
        value = self.model.get_cell_value(0, row, self.width + 1)
        return CellError(str(value)) if kind == ironcalc.CellType.ErrorValue else value


def same(shown: object, expected: object) -> bool:
    """Equal, and of one kind: TRUE is not 1, an error is not its text."""
    if isinstance(expected, bool) or isinstance(shown, bool):
        return shown is expected
    if isinstance(expected, (int, float)) and isinstance(shown, (int, float)):
        return shown == expected
    return type(shown) is type(expected) and shown == expected
