"""The VBA module that stands alone, among LibreOffice's own macros and called from cells of Calc."""

from __future__ import annotations

from pathlib import Path

import pytest

from baccarat_xl.cell_error import CellError
from baccarat_xl.functions.cells import call_cell, call_range
from baccarat_xl.functions.hosts.vba.alone import module_text
from baccarat_xl.functions.library import banker_draws, card_value
from baccarat_xl.functions.registry import Function, literal
from baccarat_xl.functions.whole_library import FUNCTIONS
from tests.conftest import Soffice
from tests.functions.cell_values import EMPTY_TEXT, as_cell, sweep
from tests.functions.lambda_sheet import same
from tests.functions.libreoffice.calc_sheet import (
    State,
    answers,
    array_formula,
    as_calc_holds_it,
    cell,
    computed,
    formula,
    sheet,
    states_sheet,
    write,
)
from tests.functions.vba.basic import with_module

pytestmark = pytest.mark.libreoffice
_STEP = 23
"""Every so many states of a sweep; all of them are run in Basic itself."""


@pytest.fixture(scope="module")
def calc(soffice: Soffice, tmp_path_factory: pytest.TempPathFactory) -> Soffice:
    return with_module(soffice, tmp_path_factory.mktemp("alone"), module_text())


def _states(function: Function[object]) -> list[State]:
    states = list(sweep(function))
    return states if len(states) <= 400 else states[::_STEP]


def test_states_from_cells_agree_with_python(calc: Soffice, tmp_path: Path) -> None:
    sheets = [states_sheet(function, function.name, _states(function)) for function in FUNCTIONS]
    shown = computed(calc, write(tmp_path / "states.fods", sheets))
    wrong = []
    for function in FUNCTIONS:
        states = _states(function)
        for state, answer in zip(states, answers(shown[function.name]), strict=True):
            expected = _answer(function, state)
            if not same(answer, expected):
                wrong.append((function.name, state, expected, answer))
    assert not wrong, f"{len(wrong)}: {wrong[:5]}"


def _answer(function: Function[object], state: State) -> object:
    """Errors reach the module from cells, so the first in order comes out; TRUE in a cell of Calc is 1."""
    return call_cell(function, *map(as_calc_holds_it, state))


def test_calls_with_values_and_calls_of_calls(calc: Soffice, tmp_path: Path) -> None:
    calls, expected = [], []
    for function in FUNCTIONS:
        for example in function.examples:
            calls.append(f"{function.name}({';'.join(map(_typed, example.arguments))})")
            expected.append(call_cell(function, *map(as_calc_holds_it, example.arguments)))
    more = {
        "BANKER_DRAWS(HAND_TOTAL(2;4);6)": True,
        "BANKER_DRAWS(HAND_TOTAL(2;4);CARD_VALUE([.Z99]))": False,
        'IF(BANKER_DRAWS(3;8);"draws";"stands")': "stands",
        "BANKER_DRAWS([.Z98];[.Z99])": CellError("#N/A"),
        "CARD_VALUE(1E+020)": CellError("#NUM!"),
        "CARD_VALUE(1/0)": CellError("#DIV/0!"),
    }
    rows = ([formula(text), formula(f"ISERROR([.A{row}])")] for row, text in enumerate([*calls, *more], 1))
    shown = answers(computed(calc, write(tmp_path / "calls.fods", [sheet("Calls", rows)]))["Calls"])
    wanted = [*expected, *more.values()]
    assert [x for x in zip([*calls, *more], shown, wanted, strict=True) if not same(x[1], x[2])] == []


def _typed(value: object) -> str:
    return literal(float(value) if isinstance(value, bool) else value)


def test_ranges_in_array_formulas(calc: Soffice, tmp_path: Path) -> None:
    """A column beside a cell, a column by a row, columns of different length: as `call_range`."""
    column = [[3], [None], [EMPTY_TEXT], ["?"], [13], [6]]
    row = [8, None, 0, "K", CellError("#DIV/0!")]
    seconds = {"One": ("[.B1]", 8), "Across": ("[.B1:.F1]", [row]), "Short": ("[.B1:.B2]", [[8], [None]])}
    sheets = []
    for name, (second, _) in seconds.items():
        lines = [[cell(line[0]), *(map(cell, row) if not place else [])] for place, line in enumerate(column)]
        sheets.append(sheet(name, [*lines, [], [array_formula(f"BANKER_DRAWS([.A1:.A6];{second})", 6, 5)]]))
    shown = computed(calc, write(tmp_path / "arrays.fods", sheets))
    plain = [[as_cell(value) for value in line] for line in column]
    for name, (_, second) in seconds.items():
        answer = call_range(banker_draws, plain, second)
        assert isinstance(answer, list)
        for line, expected in zip(shown[name][7:13], answer, strict=True):
            wide = expected * 5 if len(expected) == 1 else expected
            # In an array formula Calc shows TRUE as 1.
            assert line[:5] == [str(x) if isinstance(x, CellError) else float(x) for x in wide], name


def test_cards_in_other_letters_from_cells(calc: Soffice, tmp_path: Path) -> None:
    states = [("♠7",), ("K♥\ufe0f",), ("黑桃10",), ("🂡",), ("König",), ("Ｋ",), ("７",), ("Ace of Hearts",)]
    shown = computed(calc, write(tmp_path / "cards.fods", [states_sheet(card_value, "CARD_VALUE", states)]))
    assert answers(shown["CARD_VALUE"]) == [7, 0, 0, 1, 0, 0, 7, 1]
