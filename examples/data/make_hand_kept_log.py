"""Make hand_kept_log.xlsx: ten rounds as a person keeps them, five with a mistake put in on purpose."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import xlsxwriter

HEADER = ("Round", "P1", "P2", "P3", "B1", "B2", "B3", "Player total", "Banker total", "Winner")
ROUNDS = (
    (4, 5, "", "K", 7, "", 9, 7, "Player"),
    (7, 8, 2, "Q", 6, "", 7, 6, "Player"),
    (2, 3, 8, "A", 2, 5, 3, 8, "Banker"),  # Banker 3 must stand against 8
    (5, "A", "", 2, 3, "", 6, 5, "Player"),  # Player stood, so Banker 5 must draw
    (2, 6, "", "A", 3, 7, 8, 1, "Player"),  # Player's natural 8 ends the draw
    ("K", 4, "J", 6, "J", "", 4, 6, "Banker"),
    (6, 7, 5, "A", 3, "K", 18, 4, "Player"),  # a sum, where the total is 8
    (3, 4, "", 2, 5, "", 7, 7, "Banker"),  # 7 against 7 is a Tie
    (10, "Q", 9, 8, 5, 2, 9, 5, "Player"),
    ("A", 2, 6, 7, 9, 5, 9, 1, "Player"),
)


def make(path: Path) -> None:
    """Write the log."""
    with xlsxwriter.Workbook(path) as book:
        book.set_properties({"title": "Hand-kept log", "created": datetime(2026, 1, 17)})
        sheet = book.add_worksheet("Shoe 1")
        sheet.write("A1", "Table 7, evening, first shoe", book.add_format({"bold": True, "font_size": 14}))
        sheet.write_row("A3", HEADER, book.add_format({"bold": True, "bottom": 1, "text_wrap": True}))
        centred = book.add_format({"align": "center"})
        for number, cells in enumerate(ROUNDS, start=1):
            sheet.write_row(number + 2, 0, (number, *cells), centred)
        sheet.set_column("B:G", 5)
        sheet.freeze_panes(3, 0)


if __name__ == "__main__":
    make(Path(__file__).with_name("hand_kept_log.xlsx"))
