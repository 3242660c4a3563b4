"""Excel's object model as Windows hands it over, as far as a check of an open workbook uses it.

Only these objects are stood in for: what xlwings makes of them (`main`, `conversion`, `_xlwindows`) is its
own code. A workbook is made from a file, with the values stored there.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import openpyxl
from openpyxl.utils import get_column_letter, range_boundaries

from tests.functions.xlwings.windows_stand_ins import ERROR_NUMBERS, ComError

NO_FILL: Final = -4142
MANUAL: Final = -4135
_LINK: Final = re.compile(r'=HYPERLINK\("(?:[^"]|"")*","((?:[^"]|"")*)"\)')
_IN_FULL: Final = re.compile(r"(\w+)\[\[#This Row\],\[([^\]]+)\]\]")
Place = tuple[int, int]


@dataclass
class Cell:
    """value: as Windows hands it over; formula: with ``=``, or empty."""

    value: Any = None
    formula: str = ""
    text: bool = False


@dataclass
class App:
    Hwnd: int = 1
    ScreenUpdating: bool = True
    DisplayAlerts: bool = True
    Calculation: int = MANUAL
    Version: str = "16.0"
    changes: list[str] = field(default_factory=list)

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, "changes"):
            self.changes.append(name)
        object.__setattr__(self, name, value)


class Items:
    """A collection: counted from 1, or by name."""

    def __init__(self, items: list[Any]) -> None:
        self.items = items

    @property
    def Count(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.items)

    def __call__(self, key: int | str) -> Any:
        if isinstance(key, int):
            return self.items[key - 1]
        for item in self.items:
            if item.Name.lower() == key.lower():
                return item
        raise ComError("no such item")

    Item = __call__


class Worksheets(Items):
    def __init__(self, parent: Workbook) -> None:
        super().__init__([])
        self.Parent = parent

    def Add(self, Before: Worksheet | None = None) -> Worksheet:
        if self.Parent.ProtectStructure:
            raise ComError("the structure is protected")
        sheet = Worksheet(self.Parent, f"Sheet{len(self.items) + 1}")
        self.items.insert(self.items.index(Before) if Before else 0, sheet)
        sheet.Activate()
        return sheet


class Workbook:
    def __init__(self, name: str) -> None:
        self.Name = self.FullName = name
        self.Application = App()
        self.Worksheets = Worksheets(self)
        self.Names = Items([])
        self.ProtectStructure = False
        self.ActiveSheet: Worksheet

    def sheet(self, name: str) -> Worksheet:
        found: Worksheet = self.Worksheets(name)
        return found


class Worksheet:
    def __init__(self, parent: Workbook, name: str) -> None:
        self.Parent, self.Name, self.Visible = parent, name, -1
        self.ProtectContents = False
        self.cells: dict[Place, Cell] = {}
        self.fills: dict[Place, int] = {}
        self.patterns: dict[Place, int] = {}
        self.merged: list[tuple[int, int, int, int]] = []
        self.widths: dict[int, float] = {}
        self.selected = "$C$7"
        self.ListObjects = Items([])

    @property
    def Index(self) -> int:
        return self.Parent.Worksheets.items.index(self) + 1

    @property
    def UsedRange(self) -> Range:
        places = [*(place for place, cell in self.cells.items() if cell.value is not None), *self.fills]
        rows, columns = [place[0] for place in places] or [1], [place[1] for place in places] or [1]
        return Range(self, min(rows), min(columns), max(rows), max(columns))

    def Cells(self, row: int, column: int) -> Range:
        return Range(self, row, column, row, column)

    def Range(self, first: Any, last: Any = None) -> Range:
        if isinstance(first, str):
            left, top, right, bottom = range_boundaries(first)
            return Range(self, top, left, bottom, right)
        last = last or first
        return Range(self, first.top, first.left, last.bottom, last.right)

    def Activate(self) -> None:
        self.Parent.ActiveSheet = self

    def Move(self, Before: Worksheet) -> None:
        items = self.Parent.Worksheets.items
        items.remove(self)
        items.insert(items.index(Before), self)
        self.Activate()

    def Delete(self) -> None:
        if self.Parent.ProtectStructure or self.Parent.Application.DisplayAlerts:
            raise ComError("a question that nobody answers")
        items = self.Parent.Worksheets.items
        position = items.index(self)
        items.remove(self)
        if self.Parent.ActiveSheet is self:
            items[min(position, len(items) - 1)].Activate()


class Interior:
    def __init__(self, sheet: Worksheet, place: Place) -> None:
        self.__dict__.update(sheet=sheet, place=place)

    def __getattr__(self, name: str) -> Any:
        fill, pattern = self.sheet.fills.get(self.place), self.sheet.patterns.get(self.place)
        if name == "ColorIndex":
            return NO_FILL if fill is None else 0
        if name == "Color":
            return 0xFFFFFF if fill is None else fill
        if name == "Pattern":
            return pattern or (NO_FILL if fill is None else 1)
        raise AttributeError(name)

    def __setattr__(self, name: str, value: int) -> None:
        if self.sheet.ProtectContents:
            raise ComError("the sheet is protected")
        if name == "Color":
            self.sheet.fills[self.place] = value
        elif name == "ColorIndex" and value == NO_FILL:
            self.sheet.fills.pop(self.place, None)
        else:
            raise AttributeError(name)


class Range:
    """A rectangle. One value, or a tuple of rows of values, goes in and out."""

    def __init__(self, sheet: Worksheet, top: int, left: int, bottom: int, right: int) -> None:
        self.Worksheet = sheet
        self.top, self.left, self.bottom, self.right = top, left, bottom, right
        self.Row, self.Column = top, left
        self.Rows = SimpleNamespace(Count=bottom - top + 1)
        self.Columns = SimpleNamespace(Count=right - left + 1)
        self.Count = self.Rows.Count * self.Columns.Count
        self.Font = SimpleNamespace()

    def __call__(self, row: int, column: int) -> Range:
        return self.Worksheet.Cells(self.top + row - 1, self.left + column - 1)

    @property
    def Address(self) -> str:
        first = f"${get_column_letter(self.left)}${self.top}"
        last = f"${get_column_letter(self.right)}${self.bottom}"
        return first if first == last else f"{first}:{last}"

    @property
    def Interior(self) -> Interior:
        assert self.Count == 1, "a fill is asked for cell by cell"
        return Interior(self.Worksheet, (self.top, self.left))

    def _get(self, what: Any) -> Any:
        cells = self.Worksheet.cells
        rows = tuple(
            tuple(what(cells.get((row, column), Cell())) for column in range(self.left, self.right + 1))
            for row in range(self.top, self.bottom + 1)
        )
        return rows[0][0] if self.Count == 1 else rows

    def _set(self, given: Any) -> None:
        if self.Worksheet.ProtectContents:
            raise ComError("the sheet is protected")
        rows = given if isinstance(given, (list, tuple)) else [[given]]
        assert len(rows) == self.Rows.Count
        for row, cells in enumerate(rows, start=self.top):
            assert len(cells) == self.Columns.Count
            for column, cell in enumerate(cells, start=self.left):
                self.Worksheet.cells[row, column] = entered(cell)

    Value = property(lambda self: self._get(lambda cell: cell.value), _set)
    Formula = property(lambda self: self._get(shown_formula), _set)

    @property
    def MergeCells(self) -> bool | None:
        inside = [self._overlap(block) for block in self.Worksheet.merged]
        if not any(inside):
            return False
        return True if sum(inside) == self.Count else None

    @property
    def MergeArea(self) -> Range:
        block = next((block for block in self.Worksheet.merged if self._overlap(block)), None)
        return Range(self.Worksheet, *block) if block else self

    def _overlap(self, block: tuple[int, int, int, int]) -> int:
        height = min(self.bottom, block[2]) - max(self.top, block[0]) + 1
        width = min(self.right, block[3]) - max(self.left, block[1]) + 1
        return max(height, 0) * max(width, 0)


def entered(given: Any) -> Cell:
    """What a cell holds after a value was put into it, as if it had been typed."""
    if given is None or given == "":
        return Cell()
    if not isinstance(given, str):
        return Cell(float(given) if isinstance(given, int) and not isinstance(given, bool) else given)
    if given.startswith("'"):
        return Cell(given[1:], text=True)
    if given.startswith(("=", "+", "-", "@")):
        link = _LINK.fullmatch(given)
        if link is None:
            raise ComError(f"that formula is not understood: {given}")
        return Cell(link[1].replace('""', '"'), given)
    if given.upper() in ("TRUE", "FALSE"):
        return Cell(given.upper() == "TRUE")
    try:
        return Cell(float(given))
    except ValueError:
        return Cell(given)


def shown_formula(cell: Cell) -> str:
    """`Range.Formula`: a constant as it would be typed, except that nothing marks text as text."""
    if cell.formula:
        return cell.formula
    if cell.value is None:
        return ""
    if isinstance(cell.value, bool):
        return str(cell.value).upper()
    if isinstance(cell.value, int):
        return next((text for text, number in ERROR_NUMBERS.items() if number == cell.value), "#SPILL!")
    return f"{cell.value:g}" if isinstance(cell.value, float) else str(cell.value)


def opened(path: Path, time_type: type) -> Workbook:
    """The workbook of a file as Excel would hold it. ``time_type``: pywin32's type of dates."""
    values, formulas = openpyxl.load_workbook(path, data_only=True), openpyxl.load_workbook(path)
    book = Workbook(path.name)
    for stored, written in zip(values.worksheets, formulas.worksheets, strict=True):
        sheet = Worksheet(book, stored.title)
        sheet.Visible = {"visible": -1, "hidden": 0, "veryHidden": 2}[stored.sheet_state]
        sheet.merged = [(r.min_row, r.min_col, r.max_row, r.max_col) for r in stored.merged_cells.ranges]
        book.Worksheets.items.append(sheet)
        for row in written.iter_rows():
            for cell in row:
                _fill(sheet, cell, stored.cell(cell.row, cell.column), time_type)
        for table in written.tables.values():
            left, top, right, bottom = range_boundaries(table.ref)
            sheet.ListObjects.items.append(
                SimpleNamespace(
                    Name=table.displayName,
                    Range=Range(sheet, top, left, bottom, right),
                    ShowHeaders=table.headerRowCount != 0,
                    ShowTotals=bool(table.totalsRowCount),
                )
            )
        for name in written.defined_names.values():
            book.Names.items.append(
                SimpleNamespace(Name=f"'{stored.title}'!{name.name}", RefersTo=f"={name.attr_text}")
            )
    for name in formulas.defined_names.values():
        book.Names.items.append(SimpleNamespace(Name=name.name, RefersTo=f"={name.attr_text}"))
    book.Worksheets.items[0].Activate()
    return book


def _fill(sheet: Worksheet, written: Any, stored: Any, time_type: type) -> None:
    value, formula = stored.value, ""
    if written.data_type == "f":
        formula = str(getattr(written.value, "text", written.value))
        formula = _IN_FULL.sub(r"[@[\2]]", formula.replace("_xlfn.", "").replace("_xlpm.", ""))
        value = "" if value is None else value
    if value is None and not formula:
        return
    if stored.data_type == "e":
        value = ERROR_NUMBERS[value]
    elif isinstance(value, datetime.datetime):
        value = time_type(*value.timetuple()[:6])
    elif isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    sheet.cells[written.row, written.column] = Cell(value, formula)
