"""Workbooks and logs for the tests of baselines, notes and configuration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import xlsxwriter

HEADER = ("Round", "P1", "P2", "P3", "B1", "B2", "B3", "Winner")
EXTRA = (3, 2, 3, 8, "A", 2, 5, "Banker")
"""Banker's third card is one too many, and the right outcome is Tie."""
CLEAN = (2, 9, "K", None, 5, 3, None, "Player")
OUTCOME = (4, 2, 4, None, 1, 6, None, "Player")
"""Banker wins on 7."""


def write_book(
    path: Path,
    rows: Sequence[Sequence[object]],
    *,
    above: int = 0,
    notes: Mapping[str, str] | None = None,
    formula: str | None = None,
) -> Path:
    """A workbook of one sheet. above: empty rows over the header; formula: of the last column, with {row}."""
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet("Shoe 1")
    header = [*HEADER, *(["Player initial total"] if formula else [])]
    sheet.write_row(above, 0, header)
    for number, row in enumerate(rows, above + 1):
        sheet.write_row(number, 0, row)
        if formula:
            text = formula.format(row=number + 1, header=above + 1)
            sheet.write_formula(number, len(HEADER), text, None, "")
    for cell, text in (notes or {}).items():
        sheet.write_comment(cell, text, {"author": "Ann"})
    book.close()
    return path


def write_csv(path: Path, rows: Sequence[Sequence[object]]) -> Path:
    lines = [",".join("" if cell is None else str(cell) for cell in row) for row in (HEADER, *rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
