"""Two spreadsheet engines that nobody here wrote, and the comparison with what the rules give."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from baccarat_xl.templates.columns import COLUMNS, FIRST_ROW, Flavour
from baccarat_xl.templates.worked_out import worked_out
from tests.templates.states import Row

FORMULAS = [(index, column.key) for index, column in enumerate(COLUMNS) if not column.typed]
_CACHED = re.compile(rb"(</f>)<v>[^<]*</v>")


def without_cached_values(path: Path) -> Path:
    """The same workbook with no stored result anywhere, so that none can be mistaken for a computed one."""
    bare = path.with_name(f"bare-{path.name}")
    with ZipFile(path) as source, ZipFile(bare, "w") as target:
        for info in source.infolist():
            content = source.read(info)
            if info.filename.startswith("xl/worksheets/sheet"):
                content = _CACHED.sub(rb"\1", content)
            target.writestr(info, content)
    return bare


class IronCalc:
    """A template with one empty row, into which rounds are typed one after the other."""

    def __init__(self, path: Path) -> None:
        import ironcalc

        self.model: Any = ironcalc.load_from_xlsx(str(path), "en", "UTC", "en")

    def type_cell(self, sheet: int, row: int, column: int, content: object) -> None:
        """Type into a cell; row and column count from 1, None empties it."""
        if content is None:
            self.model.clear_cell_contents(sheet, row, column)
        elif isinstance(content, str):
            self.model.update_cell_with_text(sheet, row, column, content)
        else:
            self.model.update_cell_with_number(sheet, row, column, content)

    def round(self, typed: Row) -> list[object]:
        """All the cells of the first row after typing this round."""
        for column, description in enumerate(COLUMNS, start=1):
            if description.typed:
                self.type_cell(0, FIRST_ROW, column, typed.get(description.key))
        self.model.evaluate()
        return [self.model.get_cell_value(0, FIRST_ROW, column + 1) for column in range(len(COLUMNS))]


def mismatches(rows: Sequence[Row], computed: Iterable[Sequence[object]], flavour: Flavour) -> list[str]:
    """Where an engine's cells differ from the rules; empty cells and empty texts are the same."""
    found = []
    for typed, cells in zip(rows, computed, strict=True):
        expected = worked_out(typed, flavour)
        for index, key in FORMULAS:
            shown = "" if cells[index] is None else cells[index]
            if shown != expected[key] or isinstance(shown, bool):
                found.append(f"{key} of {typed}: the rules give {expected[key]!r}, the sheet {shown!r}")
    return found
