"""A long log is one table, whatever its cards look like: no data row is taken for a header."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from baccarat_xl.layout.recognise import recognise
from baccarat_xl.workbook.model import Book, Sheet
from baccarat_xl.workbook.read import read_book

RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
NOTATIONS = {
    "ranks": lambda rank, suit: rank,
    "pictures as letters, others as numbers": lambda rank, suit: int(rank) if rank.isdigit() else rank,
    "only letters": lambda rank, suit: "ATJQK"[RANKS.index(rank) % 5],
    "with suits": lambda rank, suit: rank + suit,
    "with symbols": lambda rank, suit: "♠♥♦♣"["SHDC".index(suit)] + rank,
    "values": lambda rank, suit: min(RANKS.index(rank) + 1, 10) % 10,
    "words": lambda rank, suit: {"A": "Ace", "J": "Jack", "Q": "Queen", "K": "King"}.get(rank, rank),
}
OUTCOMES = {"words": ("Player", "Banker", "Tie"), "letters": ("P", "B", "T")}
HEADERS = {
    "grouped": ("P1", "P2", "P3", "B1", "B2", "B3", "Winner"),
    "numbered": ("Round", "P1", "P2", "P3", "B1", "B2", "B3", "Player total", "Banker total", "Winner"),
}


def cells(
    header: tuple[str, ...], notation: str, outcomes: str, number: int, rng: random.Random
) -> list[object]:
    spell = NOTATIONS[notation]

    def card() -> object:
        return spell(rng.choice(RANKS), rng.choice("SHDC"))

    made: dict[str, object] = {"Round": number, "Winner": rng.choice(OUTCOMES[outcomes])}
    made |= {name: rng.randrange(10) for name in ("Player total", "Banker total")}
    made |= {name: card() for name in ("P1", "P2", "B1", "B2")}
    made |= {name: card() if rng.random() < 0.5 else None for name in ("P3", "B3")}
    return [made[name] for name in header]


@pytest.mark.parametrize("outcomes", OUTCOMES)
@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("header", HEADERS)
def test_a_long_log_is_one_table(header: str, notation: str, outcomes: str, tmp_path: Path) -> None:
    rng = random.Random(f"{header} {notation} {outcomes}")
    rows = [cells(HEADERS[header], notation, outcomes, number, rng) for number in range(1, 3_001)]
    lines = [",".join("" if cell is None else str(cell) for cell in row) for row in (HEADERS[header], *rows)]
    path = tmp_path / "log.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    recognised = recognise(read_book(path))
    assert [(table.first_row, table.last_row, len(table.rounds)) for table in recognised.tables] == [
        (2, 3001, 3000)
    ]
    assert recognised.not_read == []


def test_the_same_rows_as_a_workbook_sheet() -> None:
    rng = random.Random(5)
    rows: list[list[object]] = [list(HEADERS["grouped"])]
    rows += [cells(HEADERS["grouped"], "only letters", "words", number, rng) for number in range(2_000)]
    sheet = Sheet(name="Log", state="visible", rows=rows, row_numbers=range(1, len(rows) + 1))  # type: ignore[arg-type]
    recognised = recognise(Book(Path("log.xlsx"), "xlsx", [sheet], []))
    assert [len(table.rounds) for table in recognised.tables] == [2_000]
