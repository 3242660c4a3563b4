"""The notes in the cells of an OpenDocument spreadsheet: where each stands, and what it says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final
from xml.parsers import expat

from baccarat_xl.workbook.model import column_letter
from baccarat_xl.workbook.ods_cells import OFFICE, TABLE, TEXT
from baccarat_xl.workbook.ods_parts import CELLS, ROW, SHEET

NOTE: Final = OFFICE + "annotation"
BLOCK_OF_TEXT: Final = (TEXT + "p", TEXT + "h")
DOWN: Final = TABLE + "number-rows-repeated"
ACROSS: Final = TABLE + "number-columns-repeated"
BREAKS: Final = {TEXT + "line-break": "\n", TEXT + "tab": "\t"}
MOST_SPACES: Final = 1_000


def notes_of(blocks: Iterable[bytes]) -> Iterator[tuple[str, str, str]]:
    """(sheet, cell, text) of every note; in a run of equal cells, the first one's.

    Raises ExpatError where the document is damaged.
    """
    notes = _Notes()
    for block in blocks:
        notes.parser.Parse(block, False)
        yield from notes.taken()
    notes.parser.Parse(b"", True)
    yield from notes.taken()


class _Notes:
    """Takes the events of a parser."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self._found: list[tuple[str, str, str]] = []
        self._sheets: list[tuple[str, int]] = []
        self._row = self._after = 1
        self._column = self._beyond = 0
        self._lines: list[str] | None = None
        self._line = False

    def taken(self) -> list[tuple[str, str, str]]:
        """What was found since."""
        found, self._found = self._found, []
        return found

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if self._lines is not None:
            self._start_in_note(name, attributes)
        elif name == SHEET:
            self._sheets.append((attributes.get(TABLE + "name", ""), self._after))
            self._after = 1
        elif len(self._sheets) != 1:
            return
        elif name == ROW:
            self._row = self._after
            self._after += _count(attributes, DOWN)
            self._beyond = 0
        elif name in CELLS:
            self._column = self._beyond
            self._beyond += _count(attributes, ACROSS)
        elif name == NOTE:
            self._lines = []

    def _start_in_note(self, name: str, attributes: dict[str, str]) -> None:
        assert self._lines is not None
        if name in BLOCK_OF_TEXT:
            self._lines.append("")
            self._line = True
        elif name == TEXT + "s":
            self._text(" " * min(_count(attributes, TEXT + "c"), MOST_SPACES))
        elif name in BREAKS:
            self._text(BREAKS[name])

    def _end(self, name: str) -> None:
        if self._lines is not None:
            if name in BLOCK_OF_TEXT:
                self._line = False
            elif name == NOTE:
                cell = f"{column_letter(self._column)}{self._row}"
                self._found.append((self._sheets[0][0], cell, "\n".join(self._lines)))
                self._lines, self._line = None, False
        elif name == SHEET and self._sheets:
            self._after = self._sheets.pop()[1]

    def _text(self, text: str) -> None:
        if self._line and self._lines:
            self._lines[-1] += text


def _count(attributes: dict[str, str], name: str) -> int:
    text = attributes.get(name)
    return int(text[:9]) if text is not None and text.isdigit() and text != "0" else 1
