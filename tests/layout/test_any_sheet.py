"""Whatever stands on a sheet, recognition ends and accounts for it."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from baccarat_xl.cell_error import CellError
from baccarat_xl.layout.order import better_order
from baccarat_xl.layout.recognise import recognise
from baccarat_xl.workbook.model import Book, Sheet

WORDS = [
    "Player",
    "Banker",
    "Tie",
    "P1",
    "P2",
    "P3",
    "B1",
    "B2",
    "B3",
    "Outcome",
    "Player total",
    "b total",
    "Round",
]
WORDS += [
    "Shoe",
    "閒1",
    "結果",
    "Total",
    "x",
    "-",
    "K",
    "10S",
    "A|9|5",
    "K 7",
    "Winner",
    "result",
    "Player cards",
]
CELLS = st.one_of(
    st.sampled_from(WORDS),
    st.integers(-2, 14),
    st.sampled_from(
        [
            None,
            "",
            True,
            False,
            2.5,
            float("nan"),
            10**15,
            dt.date(2026, 3, 8),
            dt.time(3, 8),
            CellError("#N/A"),
        ]
    ),
    st.text(max_size=4),
)
HEADERS = [
    WORDS[3:10],
    ["Round", "Player", "Banker", "Winner"],
    ["Player cards", "Banker cards"],
    ["Result"],
    WORDS[9:13],
]


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    width = draw(st.integers(1, 9))
    above = draw(st.lists(st.lists(CELLS, min_size=width, max_size=width), max_size=3))
    header = (draw(st.sampled_from(HEADERS)) + [None] * width)[:width]
    below = draw(st.lists(st.lists(CELLS, min_size=width, max_size=width), max_size=30))
    rows = [*above, header, *below] if draw(st.booleans()) else [*above, *below]
    return Sheet("Any", "visible", rows, range(1, len(rows) + 1))


@settings(max_examples=200, deadline=None)
@given(sheets())
def test_every_sheet_is_accounted_for(sheet: Sheet) -> None:
    found = recognise(Book(Path("any.xlsx"), "xlsx", [sheet], []))
    assert found.tables or found.not_read
    for table in found.tables:
        assert 0 < table.first_row <= table.last_row <= len(sheet.rows)
        assert list(table.rounds) == sorted(set(table.rounds))
        assert all(len(table.cells(role)) == len(table.rounds) for role in (*table.columns, *table.also))
        indexes = [c.index for c in [*table.columns.values(), *table.also.values(), *table.unknown_columns]]
        assert len(indexes) == len(set(indexes))
        better_order(table)
