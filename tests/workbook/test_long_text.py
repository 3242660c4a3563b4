"""A long text read in pieces gives what reading it whole gives."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baccarat_xl.audit.engine import check
from baccarat_xl.workbook import long_text
from baccarat_xl.workbook.csv_reader import read_delimited
from baccarat_xl.workbook.grid import Grid
from baccarat_xl.workbook.read import read_book

CELLS = st.sampled_from(["", "K", "10", " 7", "Tie", "庄", "-1", "0", "a b"])
ENDS = st.sampled_from(["\n", "\r\n", "\r"])
LINES = st.lists(st.tuples(st.lists(CELLS, max_size=5), ENDS), min_size=1, max_size=60)


def whole(text: str) -> tuple[list[list[object]], list[int]]:
    (sheet,) = read_delimited(Path("log.csv"), text, []).sheets
    return [list(row) for row in sheet.rows], list(sheet.row_numbers)


@given(LINES, st.integers(1, 40), st.integers(1, 7))
def test_the_same_rows(lines: list[tuple[list[str], str]], piece: int, records: int) -> None:
    text = "a,b\n" + "".join(",".join(cells) + end for cells, end in lines)
    expected = whole(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(long_text, "LONG", 1)
        patch.setattr(long_text, "PIECE", piece)
        patch.setattr(long_text, "RECORDS", records)
        grid = long_text.long_and_plain(text, ",", 100)
        assert grid is not None
        assert ([list(row) for row in grid], list(range(1, len(grid) + 1))) == expected
        assert whole(text) == expected


@pytest.mark.parametrize("text", ['a,b\n"1",2\n', "a,b\n1\x0b,2\n", "a" + ",b" * 200 + "\n", "\n\n"])
def test_what_is_read_whole(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_text, "LONG", 1)
    assert long_text.long_and_plain(text, ",", 100) is None


def test_a_long_log_is_judged_as_a_short_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = ["9,K,,5,3,,Player", "2,3,8,A,2,5,Banker", "x,3,8,A,2,,Tie", "7,K,,9,Q,,Banker"]
    path = tmp_path / "log.csv"
    path.write_text("P1,P2,P3,B1,B2,B3,Winner\n" + "\n".join(rows * 500) + "\n", encoding="utf-8")
    told = [(one.rule, one.cell, one.record) for one in check([path]).findings]
    assert len(told) == 1_000
    monkeypatch.setattr(long_text, "LONG", 1)
    assert isinstance(read_book(path).sheets[0].rows, Grid)
    assert [(one.rule, one.cell, one.record) for one in check([path]).findings] == told
