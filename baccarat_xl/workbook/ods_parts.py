"""The sheets of an OpenDocument file, built from the events of a streaming parser."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from baccarat_xl.errors import FileRefused
from baccarat_xl.workbook.model import NotRead, Sheet
from baccarat_xl.workbook.ods_cells import OFFICE, STYLE, TABLE, TEXT
from baccarat_xl.workbook.ods_sheet import SheetBuilder
from baccarat_xl.workbook.open_formula import as_address, as_excel

SPREADSHEET: Final = OFFICE + "spreadsheet"
SHEET: Final = TABLE + "table"
ROW: Final = TABLE + "table-row"
COLUMN: Final = TABLE + "table-column"
CELLS: Final = (TABLE + "table-cell", TABLE + "covered-table-cell")
PARAGRAPH: Final = TEXT + "p"
AROUND: Final = frozenset(
    TABLE + name
    for name in (
        *("table-row-group", "table-rows", "table-header-rows"),
        *("table-column-group", "table-columns", "table-header-columns"),
    )
)
NAMED: Final = frozenset((TABLE + "named-range", TABLE + "named-expression"))
IN_TEXT: Final = frozenset(TEXT + name for name in ("span", "a", "meta", "ruby", "ruby-base", "bookmark"))
MOST_SPACES: Final = 10_000
MOST_SHEETS: Final = 10_000


class OpenDocument:
    """Takes start, end and text; gives sheets, names and what was not read.

    Whatever is neither a sheet, a row, a cell nor its text is skipped with all that is in it: notes, shapes,
    embedded charts and their tables, recorded changes, links.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.found = False
        self.sheets: list[Sheet] = []
        self.not_read: list[NotRead] = []
        self.names: dict[tuple[str, str | None], str] = {}
        self._skip = 0
        self._hidden_styles: set[str] = set()
        self._style = ""
        self._inside = False
        self._sheet: SheetBuilder | None = None
        self._cell = False
        self._text: list[str] | None = None
        self._paragraphs: list[str] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if self._skip:
            self._skip += 1
        elif self._text is not None:
            self._start_in_text(name, attributes)
        elif self._cell:
            if name == PARAGRAPH:
                self._text = []
            else:
                self._skip = 1
        elif not self._inside:
            self._start_outside(name, attributes)
        elif self._sheet is None:
            self._start_between(name, attributes)
        else:
            self._start_in_sheet(self._sheet, name, attributes)

    def end(self, name: str) -> None:
        if self._skip:
            self._skip -= 1
        elif self._text is not None:
            if name == PARAGRAPH:
                self._paragraphs.append("".join(self._text))
                self._text = None
        elif self._cell:
            self._cell = False
            assert self._sheet is not None
            self._sheet.end_cell("\n".join(self._paragraphs) if self._paragraphs else "")
            self._paragraphs = []
        elif self._sheet is not None:
            if name == ROW:
                self._sheet.end_row()
            elif name == SHEET:
                self.sheets.append(self._sheet.result(self.not_read))
                self._sheet = None
        elif name == SPREADSHEET:
            self._inside = False

    def characters(self, text: str) -> None:
        if self._text is not None and not self._skip:
            self._text.append(text)

    def _start_in_text(self, name: str, attributes: dict[str, str]) -> None:
        assert self._text is not None
        if name == TEXT + "s":
            count = attributes.get(TEXT + "c", "1")
            self._text.append(" " * min(int(count) if count.isdigit() else 1, MOST_SPACES))
        elif name == TEXT + "tab":
            self._text.append("\t")
        elif name == TEXT + "line-break":
            self._text.append("\n")
        elif name not in IN_TEXT and not name.startswith(TEXT):
            self._skip = 1

    def _start_outside(self, name: str, attributes: dict[str, str]) -> None:
        if name == SPREADSHEET:
            self._inside = self.found = True
        elif name == STYLE + "style":
            self._style = attributes.get(STYLE + "name", "")
        elif name == STYLE + "table-properties" and attributes.get(TABLE + "display") == "false":
            self._hidden_styles.add(self._style)

    def _start_between(self, name: str, attributes: dict[str, str]) -> None:
        if name == SHEET:
            if len(self.sheets) >= MOST_SHEETS:
                raise FileRefused(f"{self.path}: the file has more than {MOST_SHEETS:,} sheets.")
            hidden = attributes.get(TABLE + "style-name") in self._hidden_styles
            title = attributes.get(TABLE + "name", "")
            self._sheet = SheetBuilder(self.path, title, "hidden" if hidden else "visible")
        elif name in NAMED:
            self._name(attributes, None)
        elif name != TABLE + "named-expressions":
            self._skip = 1

    def _start_in_sheet(self, sheet: SheetBuilder, name: str, attributes: dict[str, str]) -> None:
        if name in CELLS:
            self._cell = True
            sheet.start_cell(attributes)
        elif name == ROW:
            sheet.start_row(attributes)
        elif name == COLUMN:
            sheet.column(attributes)
        elif name in NAMED:
            self._name(attributes, sheet.name)
        elif name not in AROUND and name != TABLE + "named-expressions":
            self._skip = 1

    def _name(self, attributes: dict[str, str], sheet: str | None) -> None:
        address = attributes.get(TABLE + "cell-range-address")
        expression = attributes.get(TABLE + "expression", "")
        meaning = as_address(address) if address else as_excel(expression) or as_excel("of:=" + expression)
        if meaning:
            self.names[attributes.get(TABLE + "name", "").upper(), sheet] = meaning
