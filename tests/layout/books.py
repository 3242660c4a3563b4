"""Makes workbooks from text for the tests of recognition."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import xlsxwriter

from baccarat_xl.layout.recognise import recognise
from baccarat_xl.layout.table import Recognition, Table
from baccarat_xl.workbook.read import read_book

HEADER = "Round P1 P2 P3 B1 B2 B3 Outcome"
ROUNDS = (
    "1 A 9 5 K 7 . Banker",
    "2 8 K . 3 4 . Player",
    "3 2 3 8 A 2 . Tie",
    "4 7 J . 6 2 . Banker",
)


@dataclass
class Grid:
    """A sheet as lines of words: ``.`` is an empty cell, ``_`` stands for a space; merges are A1:B1 texts."""

    lines: list[str]
    name: str = "Shoe 1"
    hidden: bool = False
    merges: dict[str, str] = field(default_factory=dict)


def value(word: str) -> str | float | None:
    if word == ".":
        return None
    try:
        return float(word)
    except ValueError:
        return word.replace("_", " ")


def write(path: Path, *grids: Grid) -> Path:
    book = xlsxwriter.Workbook(str(path))
    for grid in grids:
        sheet = book.add_worksheet(grid.name)
        for row, line in enumerate(grid.lines):
            for column, word in enumerate(line.split()):
                if (cell := value(word)) is not None:
                    sheet.write(row, column, cell)
        for block, text in grid.merges.items():
            sheet.merge_range(block, text)
        if grid.hidden:
            sheet.hide()
    if grids[0].hidden:
        book.add_worksheet("shown").activate()
    book.close()
    return path


def find(path: Path, *grids: Grid, **options: object) -> Recognition:
    return recognise(read_book(write(path, *grids)), **options)  # type: ignore[arg-type]


def roles(table: Table) -> str:
    return " ".join(f"{role}={column.letter}" for role, column in sorted(table.columns.items()))


CARDS = (
    "banker_card_1={} banker_card_2={} banker_third={} outcome={} player_card_1={} player_card_2={} "
    "player_third={} round={}"
)


def cards_from(first: str) -> str:
    """The roles of HEADER when it starts at this column."""
    r, p1, p2, p3, b1, b2, b3, outcome = (chr(ord(first) + i) for i in range(8))
    return CARDS.format(b1, b2, b3, outcome, p1, p2, p3, r)
