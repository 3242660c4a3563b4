"""The UDFs through xlwings' own dispatch and converters, against Python, state by state."""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator
from importlib.metadata import version
from io import StringIO
from typing import Any

import pytest

from baccarat_xl.cell_error import CellError
from baccarat_xl.functions.cells import call_cell, call_range
from baccarat_xl.functions.hosts.xlwings_classic.bridge import ERROR_TEXTS
from baccarat_xl.functions.hosts.xlwings_classic.module import MODULE_NAME, module_text
from baccarat_xl.functions.library import banker_draws
from baccarat_xl.functions.payments import PAYMENTS
from baccarat_xl.functions.registry import CATEGORY, HELP_LIMIT, Function
from baccarat_xl.functions.whole_library import FUNCTIONS
from tests.functions.cell_values import as_cell, combinations, sweep
from tests.functions.conformance import keep

pytest.importorskip("xlwings", reason="xlwings is not installed")
from tests.functions.xlwings.windows_stand_ins import ERROR_NUMBERS, MISSING, SheetRange, xlwings_on_windows

pytestmark = pytest.mark.skipif(
    sys.platform in ("win32", "darwin"),
    reason="the stand-ins for pywin32 would hide this system's own xlwings",
)
EVERY = 7
"""Of the payment functions, every so many states are called cell by cell; as columns all are."""
READY = "baccarat_xl.functions.hosts.xlwings_classic.udfs"
BY_NAME = pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)


class Excel:
    """What Excel does with a module of UDFs: call a function by name, with what pywin32 makes of cells."""

    def __init__(self, udfs: Any, module: str) -> None:
        self.udfs, self.module = udfs, module

    def call(self, name: str, *arguments: object) -> list[list[object]]:
        result: list[list[object]] = self.udfs.call_udf(self.module, name, arguments)
        return [[CellError(cell) if cell in ERROR_TEXTS else cell for cell in row] for row in result]

    def vba(self) -> str:
        text = StringIO()
        module = self.udfs.get_udf_module(self.module, None)
        self.udfs.generate_vba_wrapper(self.module, module, text, types.SimpleNamespace(Name="a.xlsm"))
        return text.getvalue()


@pytest.fixture(scope="module", params=[READY, MODULE_NAME])
def excel(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Excel]:
    """The ready module, then the written one."""
    folder = tmp_path_factory.mktemp("udfs")
    (folder / f"{MODULE_NAME}.py").write_text(module_text(), encoding="utf-8")
    sys.path.insert(0, str(folder))
    sys.modules.pop(request.param, None)
    with xlwings_on_windows() as udfs:
        yield Excel(udfs, request.param)
    sys.modules.pop(request.param, None)
    sys.path.remove(str(folder))


def from_windows(value: object) -> object:
    """A cell as pywin32 hands it over: numbers as floats, errors as their numbers, blank as None."""
    value = as_cell(value)
    if isinstance(value, CellError):
        return ERROR_NUMBERS[value.code]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def kinds(values: list[object]) -> list[tuple[type, object]]:
    """Values with their types: TRUE is not 1, and an error is not its text."""
    return [(type(value), value) for value in values]


@BY_NAME
def test_cells_one_at_a_time(excel: Excel, function: Function[object]) -> None:
    wrong = []
    states = list(combinations(function))
    for state in states[:: EVERY if function in PAYMENTS else 1]:
        shown = excel.call(function.name, *map(from_windows, state))
        expected = call_cell(function, *map(as_cell, state))
        if kinds([shown[0][0]]) != kinds([expected]) or len(shown) != 1:
            wrong.append((state, expected, shown))
    assert not wrong, wrong[:5]


@BY_NAME
def test_every_state_as_columns(excel: Excel, function: Function[object]) -> None:
    states = list(sweep(function) if excel.module == READY else combinations(function))
    columns = [
        SheetRange(*((from_windows(cell),) for cell in column)) for column in zip(*states, strict=True)
    ]
    shown = [row[0] for row in excel.call(function.name, *columns)]
    expected = [call_cell(function, *map(as_cell, state)) for state in states]
    wrong = sum(pair[0] != pair[1] for pair in zip(kinds(shown), kinds(expected), strict=True))
    if excel.module == READY:
        engine = f"xlwings {version('xlwings')}'s dispatch, stand-ins for pywin32"
        keep("xlwings", engine, function.name, len(states), wrong)
    assert not wrong


def test_ranges_keep_their_shape(excel: Excel) -> None:
    row, column = SheetRange((8.0, None, "?")), SheetRange((3.0,), (6.0,))
    expected = call_range(banker_draws, [[3.0], [6.0]], [[8.0, None, "?"]])
    assert excel.call("BANKER_DRAWS", column, row, MISSING) == expected
    assert excel.call("BANKER_DRAWS", 3.0, row) == [[False, True, CellError("#N/A")]]
    assert excel.call("CARD_VALUE", SheetRange((None,))) == [[""]]
    assert excel.call("CARD_VALUE", SheetRange((0.0,))) == [[0]]


@BY_NAME
def test_arguments_left_out(excel: Excel, function: Function[object]) -> None:
    given = [1.0] * function.required
    left_out = [MISSING] * (len(function.arguments) - function.required)
    assert excel.call(function.name, *given, *left_out) == [[call_cell(function, *given)]]
    assert excel.call(function.name, *given) == [[call_cell(function, *given)]]


def test_every_error_comes_out_again(excel: Excel) -> None:
    assert set(ERROR_NUMBERS) == set(ERROR_TEXTS)
    for text, number in ERROR_NUMBERS.items():
        assert excel.call("IS_NATURAL", 4.0, number) == [[CellError(text)]]
        assert excel.call("IS_NATURAL", SheetRange((9.0,), (number,)), 4.0) == [[True], [CellError(text)]]


def test_dates_and_money_are_no_cards(excel: Excel) -> None:
    import datetime
    from decimal import Decimal

    assert excel.call("CARD_VALUE", datetime.datetime(2024, 3, 8)) == [[CellError("#VALUE!")]]
    assert excel.call("CARD_VALUE", SheetRange((Decimal(7),), (Decimal(14),))) == [[7], [CellError("#NUM!")]]


@BY_NAME
def test_help_for_the_wizard(excel: Excel, function: Function[object]) -> None:
    described = getattr(excel.udfs.get_udf_module(excel.module, None), function.name).__xlfunc__
    assert (described["name"], described["category"]) == (function.name, CATEGORY)
    assert described["ret"]["doc"] == function.summary
    assert [(a["name"], a["doc"]) for a in described["args"]] == [
        (a.name, a.help) for a in function.arguments
    ]
    assert ["optional" in a for a in described["args"]] == [a.optional for a in function.arguments]
    assert max(len(a["doc"]) for a in described["args"]) <= HELP_LIMIT
    assert not described["volatile"]


def test_xlwings_makes_its_wrapper_of_them(excel: Excel) -> None:
    text = excel.vba()
    for function in FUNCTIONS:
        names = ", ".join(f"Optional {a.name}" if a.optional else a.name for a in function.arguments)
        assert f"Function {function.name}({names})\n" in text
        assert f'XLPy.CallUDF("{excel.module}", "{function.name}", ' in text
