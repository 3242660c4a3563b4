"""Ranges in, columns out: the same answers as cell by cell."""

from __future__ import annotations

import itertools
import sys
from typing import Any

import pytest

from baccarat_xl.cell_error import NA, NUM, VALUE, CellError
from baccarat_xl.functions import cells
from baccarat_xl.functions.cells import call_cell, call_columns, call_range
from baccarat_xl.functions.library import banker_draws, check_round, hand_total
from baccarat_xl.functions.registry import Function
from baccarat_xl.functions.whole_library import FUNCTIONS

CELLS = (
    None,
    "",
    "?",
    0,
    3,
    5.0,
    "8",
    9,
    13,
    -1,
    2.5,
    True,
    False,
    "K",
    "draws",
    "B",
    "x",
    CellError("#REF!"),
)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_columns_answer_as_single_cells_do(function: Function[object]) -> None:
    if len(function.arguments) <= 4:
        rows = list(itertools.product(CELLS, repeat=min(3, len(function.arguments))))
    else:
        rows = [(a, b, c, b, a, c) for a, b, c in itertools.product(CELLS, repeat=3)]
        rows += [("2", a, b, "3", c, "") for a, b, c in itertools.product(CELLS, repeat=3)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    expected = [call_cell(function, *row) for row in rows]
    answers = call_columns(function, *columns)
    assert [(type(a), a) for a in answers] == [(type(e), e) for e in expected]


def test_without_numpy_columns_answer_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = [list(column) for column in zip(*itertools.product(CELLS, repeat=2), strict=True)]
    expected = call_columns(banker_draws, *columns)
    grid = call_range(banker_draws, [[cell] for cell in CELLS], [[*CELLS]])
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert call_columns(banker_draws, *columns) == expected
    assert call_range(banker_draws, [[cell] for cell in CELLS], [[*CELLS]]) == grid


def test_codes_are_wide_where_numpy_s_index_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a browser numpy's index has four bytes; a thousand odd texts in each column make products beyond."""
    widths = []
    joined = cells._combinations

    def seen(codes: list[Any], sizes: list[int]) -> Any:
        index, first = joined(codes, sizes)
        widths.extend(array.dtype for array in (*codes, index, first))
        return index, first

    monkeypatch.setattr(cells, "_combinations", seen)
    odd = [[f"{letter}{row}" for row in range(1200)] for letter in "uvwxyz"]
    answers = call_columns(check_round, *odd)
    assert answers[::100] == [call_cell(check_round, *row) for row in list(zip(*odd, strict=True))[::100]]
    assert set(map(str, widths)) == {"int64"}


def test_true_is_told_from_one() -> None:
    assert call_columns(hand_total, [1, True, 1.0], [2, 2, 2]) == [3, VALUE, 3]


def test_a_range_keeps_its_shape() -> None:
    assert call_range(banker_draws, [[3], [4]], [["8"], [6]]) == [[False], [True]]
    assert call_range(banker_draws, 3, [["8", 6]]) == [[False, True]]
    assert call_range(banker_draws, [[3], [4]], [[8, 6, "K"]]) == [[False, True, True], [False, True, False]]
    assert call_range(banker_draws, [[3], [4], [5]], [[8], [6]]) == [[False], [True], [NA]]
    assert call_range(banker_draws, 3, 8) is False


def test_too_few_and_too_many_arguments() -> None:
    assert call_cell(banker_draws, 3) is VALUE
    assert call_cell(banker_draws, 3, 4, 5, 6) is VALUE
    assert call_columns(banker_draws, [3, 4]) == [VALUE, VALUE]


def test_errors_that_come_in_go_out() -> None:
    broken = CellError("#DIV/0!")
    assert call_cell(banker_draws, 3, broken) is broken
    assert call_cell(banker_draws, 13, broken) is NUM
    assert call_cell(check_round, "2", "3", broken, "A", "2", "") is broken


def test_a_long_range_of_rounds() -> None:
    cards = ["A", "2", "9", "10", "K", 5, 7]
    rows = list(itertools.product(cards, repeat=4))
    columns = [list(column) for column in zip(*rows, strict=True)]
    p1, p2, b1, b2 = columns
    blank = [""] * len(rows)
    answers = call_columns(check_round, p1, p2, blank, b1, b2, blank)
    assert answers == [call_cell(check_round, a, b, "", c, d, "") for a, b, c, d in rows]
