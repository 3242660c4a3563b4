"""Workbooks with formulas, written cell by cell; values are left to a spreadsheet program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import xlsxwriter

HEADER = ("Round", "P1", "P2", "P3", "B1", "B2", "B3", "Player initial total", "Banker initial total")
ROUNDS = (
    (2, 3, 8, 1, 2, None),
    (9, 0, None, 5, 3, None),
    (4, 2, None, 0, 5, 3),
    (1, 3, 6, 2, 4, 7),
    (0, 7, None, 1, 5, None),
    (2, 2, 0, 3, 0, 4),
    (5, 0, 9, 2, 1, 6),
    (1, 1, 4, 0, 4, 2),
)
BANKER_RIGHT = (
    '=IF(OR(H{r}>=8,I{r}>=8),"S",IF(D{r}="",IF(I{r}<=5,"D","S"),IF(OR(I{r}<=2,AND(I{r}=3,D{r}<>8),'
    'AND(I{r}=4,D{r}>=2,D{r}<=7),AND(I{r}=5,D{r}>=4,D{r}<=7),AND(I{r}=6,D{r}>=6,D{r}<=7)),"D","S")))'
)
BANKER_EMPTY_AS_0 = (
    '=IF(OR(H{r}>=8,I{r}>=8),"S",IF(OR(I{r}<=2,AND(I{r}=3,D{r}<>8),'
    'AND(I{r}=4,D{r}>=2,D{r}<=7),AND(I{r}=5,D{r}>=4,D{r}<=7),AND(I{r}=6,D{r}>=6,D{r}<=7)),"D","S"))'
)


def log_book(
    path: Path,
    columns: Mapping[str, str],
    *,
    over: Mapping[str, object] | None = None,
    stored: Mapping[str, Sequence[object]] | None = None,
) -> Path:
    """A log from row 2 on. columns: header -> formula with ``{r}``; over: address -> what stands there;
    stored: header -> the values that the file stores with the formulas."""
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet("Shoe 1")
    given = {
        "Player initial total": "=MOD(B{r}+C{r},10)",
        "Banker initial total": "=MOD(E{r}+F{r},10)",
        **columns,
    }
    headers = [*HEADER[:7], *given]
    sheet.write_row(0, 0, headers)
    for index, cards in enumerate(ROUNDS):
        row = index + 1
        sheet.write(row, 0, index + 1)
        for place, card in enumerate(cards, 1):
            if card is not None:
                sheet.write(row, place, card)
        totals = (cards[0] + cards[1]) % 10, (cards[3] + cards[4]) % 10  # type: ignore[operator]
        for place, (header, formula) in enumerate(given.items(), 7):
            values = (stored or {}).get(header)
            value = values[index] if values else totals[place - 7] if place < 9 else ""
            sheet.write_formula(row, place, formula.format(r=row + 1), None, value)
    for address, content in (over or {}).items():
        sheet.write(address, content)
    book.close()
    return path
