"""What the tests of filling share: sources to fill from, and the parts of what came out."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

CARD_HEADERS = (
    "Player card 1",
    "Player card 2",
    "Player card 3",
    "Banker card 1",
    "Banker card 2",
    "Banker card 3",
)
HEADERS = ("Shoe", "Round", *CARD_HEADERS, "Winner")


def write_csv(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]]) -> Path:
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(header)
        writer.writerows(rows)
    return path


def simple_rounds(count: int) -> Iterator[list[object]]:
    """Naturals with cards that change from round to round; right by R3 alone."""
    for number in range(count):
        banker = number % 8
        winner = "Banker" if banker > 8 else "Player"
        yield [1 + number // 70, 1 + number % 70, "9S", "KD", "", f"{banker or 'Q'}H", "10C", "", winner]


def all_states() -> Iterator[list[object]]:
    """Every pair of initial totals, known or not, by every third card of Player; Banker's takes turns."""
    thirds = ("", "?", *range(10))
    totals = (*range(10), None)
    for number, (player, banker, third, two) in enumerate(product(totals, totals, thirds, range(2))):
        opening = [c for total in (player, banker) for c in (("?", 5) if total is None else ("K", total))]
        banker_third = thirds[1 + number // 2 % 11] if two else ""
        yield [1, number + 1, opening[0], opening[1], third, opening[2], opening[3], banker_third, ""]


def parts(path: Path) -> dict[str, bytes]:
    with ZipFile(path) as package:
        assert package.testzip() is None
        return {name: package.read(name) for name in package.namelist()}


def sheet_xml(path: Path, name: str = "xl/worksheets/sheet1.xml") -> str:
    return parts(path)[name].decode()


def stored(path: Path, sheet: str = "Rounds", header_row: int = 5) -> list[dict[str, object]]:
    """The values that the file itself stores, a mapping a row, by header."""
    import openpyxl

    rows = openpyxl.load_workbook(path, data_only=True)[sheet].iter_rows(values_only=True)
    dense = [list(row) for row in rows]
    header = {at: str(cell) for at, cell in enumerate(dense[header_row - 1]) if cell is not None}
    return [{name: row[at] for at, name in header.items()} for row in dense[header_row:]]


def formula_cells(path: Path, part: str = "xl/worksheets/sheet1.xml") -> set[str]:
    return set(re.findall(r'<c r="([A-Z]+\d+)"[^>]*><f', sheet_xml(path, part)))


def write_json(path: Path, records: object) -> Path:
    path.write_text(json.dumps(records, ensure_ascii=False), encoding="utf-8")
    return path


def rewritten(path: Path, part: str, change: Callable[[str], str]) -> Path:
    """The same package with one part's text changed, by the standard library's own writer."""
    content = parts(path)
    content[part] = change(content[part].decode()).encode()
    with ZipFile(path, "w", ZIP_DEFLATED) as package:
        for name, data in content.items():
            package.writestr(name, data)
    return path
