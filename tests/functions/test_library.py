"""The functions as cells and as Python call them."""

from __future__ import annotations

import inspect
import re
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import baccarat_xl
from baccarat_xl import NO_CARD, UNKNOWN, Contradiction, OutOfRange, WrongKind
from baccarat_xl.cell_error import CellError
from baccarat_xl.functions.cells import call_cell
from baccarat_xl.functions.registry import HELP_LIMIT, SUMMARY_LIMIT, Example, Function
from baccarat_xl.functions.whole_library import FUNCTIONS

EXAMPLES = [(function, example) for function in FUNCTIONS for example in function.examples]


@pytest.mark.parametrize(("function", "example"), EXAMPLES, ids=lambda value: str(value)[:60])
def test_every_example_gives_its_result(function: Function[object], example: Example) -> None:
    answer = call_cell(function, *example.arguments)
    shown = str(answer) if isinstance(answer, CellError) else answer
    assert (type(shown), shown) == (type(example.result), example.result)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_descriptions_fit_the_places_they_go_to(function: Function[object]) -> None:
    assert len(function.summary) <= SUMMARY_LIMIT
    assert re.fullmatch(r"[A-Z][A-Z0-9_]+", function.name)
    assert not re.fullmatch(r"[A-Z]{1,3}[0-9]+", function.name), "looks like a cell address"
    assert function.examples
    assert [a.optional for a in function.arguments] == sorted(a.optional for a in function.arguments)
    for argument in function.arguments:
        assert len(argument.help) <= HELP_LIMIT
        assert argument.name == argument.name.lower()
    assert str(inspect.signature(function))  # type: ignore[arg-type]


def test_the_public_surface() -> None:
    functions = {function.name.lower() for function in FUNCTIONS}
    others = {
        "NO_CARD", "UNKNOWN", "UNSEEN", "BaccaratError", "Contradiction", "InputError", "OutOfRange",
        "Record", "Round", "UndecidedError", "WrongKind", "__version__", "resolve", "round_of",
    }  # fmt: skip
    assert set(baccarat_xl.__all__) == functions | others
    assert all(getattr(baccarat_xl, name).__doc__ or name.startswith("__") for name in baccarat_xl.__all__)


def test_python_gives_exceptions_where_cells_give_errors() -> None:
    with pytest.raises(WrongKind):
        baccarat_xl.banker_draws(3, "none")
    with pytest.raises(OutOfRange):
        baccarat_xl.banker_draws(13, 4)
    with pytest.raises(Contradiction):
        baccarat_xl.banker_draws(3, 8, player_initial=7)
    assert baccarat_xl.banker_draws(initial=6, p3="?") is UNKNOWN
    assert baccarat_xl.possible_p3(4, True) == (NO_CARD, 2, 3, 4, 5, 6, 7)


@pytest.mark.parametrize("number", [1, 1.0, np.int64(1), np.float32(1), Decimal(1), Fraction(1), "1"])
def test_numbers_of_every_type_are_numbers(number: object) -> None:
    assert baccarat_xl.card_value(number) == 1
    assert baccarat_xl.winner(number, 0) == "Player"
    assert baccarat_xl.possible_p3(6, number) == (6, 7)


@pytest.mark.parametrize("huge", [10**400, -(10**400), Decimal("1e999"), 1e300])
def test_huge_numbers_are_out_of_range(huge: object) -> None:
    for call in (lambda: baccarat_xl.card_value(huge), lambda: baccarat_xl.possible_p3(4, huge)):
        with pytest.raises(OutOfRange):
            call()


def test_booleans_of_numpy_are_booleans() -> None:
    assert baccarat_xl.possible_p3(6, np.True_) == (6, 7)
    with pytest.raises(WrongKind):
        baccarat_xl.card_value(np.True_)


def test_import_brings_in_nothing_heavy() -> None:
    import subprocess
    import sys

    heavy = {"numpy", "openpyxl", "xlwings", "xlsxwriter", "rich", "python_calamine", "pandas"}
    code = f"import sys, baccarat_xl.cli; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
