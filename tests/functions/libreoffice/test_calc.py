"""The add-in in Calc: installed by unopkg, called from cells, compared with Python state by state."""

from __future__ import annotations

from pathlib import Path

import pytest

from baccarat_xl.cell_error import CellError
from baccarat_xl.functions.cells import call_range
from baccarat_xl.functions.hosts.libreoffice.interface import file_name
from baccarat_xl.functions.library import banker_draws, card_value, hand_total, possible_p3
from baccarat_xl.functions.registry import Function, literal
from baccarat_xl.functions.whole_library import FUNCTIONS
from tests.conftest import Soffice
from tests.functions.cell_values import EMPTY_TEXT, sweep
from tests.functions.conformance import keep
from tests.functions.lambda_sheet import same
from tests.functions.libreoffice.calc_sheet import (
    State,
    answer_in_calc,
    answers,
    array_formula,
    cell,
    computed,
    formula,
    sheet,
    states_sheet,
    version,
    write,
)
from tests.functions.test_lambda_names import NO_CARDS, NUMBERS, SPACED, WIDE, _spellings

pytestmark = pytest.mark.libreoffice
Sheets = dict[str, list[list[object]]]


def _states(function: Function[object]) -> list[State]:
    return list(sweep(function))


@pytest.fixture(scope="module")
def swept(calc: Soffice, tmp_path_factory: pytest.TempPathFactory) -> Sheets:
    path = tmp_path_factory.mktemp("swept") / "sweep.fods"
    sheets = (states_sheet(function, file_name(function), _states(function)) for function in FUNCTIONS)
    return computed(calc, write(path, sheets))


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_every_state_agrees_with_python(function: Function[object], swept: Sheets, calc: Soffice) -> None:
    states, shown = _states(function), answers(swept[function.name])
    wrong = [
        (state, expected, answer)
        for state, answer in zip(states, shown, strict=True)
        if not same(answer, expected := answer_in_calc(function, state))
    ]
    keep("libreoffice", version(calc), function.name, len(states), len(wrong))
    assert not wrong, f"{len(wrong)} of {len(states)}: {wrong[:5]}"


def test_every_card_spelling(calc: Soffice, tmp_path: Path) -> None:
    """Whatever Python reads: the same code reads it here."""
    odd = ["٣", "²", "①", "á", "𝟕"]
    states = [(text,) for text in (*_spellings(), *NUMBERS, *SPACED, *WIDE, *NO_CARDS, *odd)]
    path = write(tmp_path / "cards.fods", [states_sheet(card_value, file_name(card_value), states)])
    shown = answers(computed(calc, path)[card_value.name])
    expected = [answer_in_calc(card_value, state) for state in states]
    assert [x for x in zip(states, shown, expected, strict=True) if not same(x[1], x[2])] == []


def test_calls_with_values_and_calls_of_calls(calc: Soffice, tmp_path: Path) -> None:
    """Every example; then numbers in other formats, an answer as an argument, and arguments left out."""
    calls, expected = [], []
    for function in FUNCTIONS:
        for example in function.examples:
            given = [*example.arguments, *[""] * (len(function.arguments) - len(example.arguments))]
            calls.append(f"{file_name(function)}({';'.join(map(_typed, given))})")
            expected.append(answer_in_calc(function, given))
    draws, total, card = (file_name(f) for f in (banker_draws, hand_total, card_value))
    more = {
        f'{draws}({total}(2;4;"");6;"")': 1.0,
        f'{draws}({total}(2;4;"");{card}([.Z99]);"")': 0.0,
        f'IF({draws}(3;8;"");"draws";"stands")': "stands",
        f"{card}(1E+020)": CellError("#NUM!"),
        f"{card}(-0)": 0.0,
        f'{file_name(possible_p3)}(6;1;"";"")': "6, 7",
        f"{draws}(3;8)": CellError("Err:504"),
        f"{draws}(3;8;)": CellError("Err:502"),
    }
    rows = ([formula(text), formula(f"ISERROR([.A{row}])")] for row, text in enumerate([*calls, *more], 1))
    shown = answers(computed(calc, write(tmp_path / "calls.fods", [sheet("Calls", rows)]))["Calls"])
    wanted = [*expected, *more.values()]
    assert [x for x in zip([*calls, *more], shown, wanted, strict=True) if not same(x[1], x[2])] == []


def _typed(value: object) -> str:
    return literal(float(value) if isinstance(value, bool) else value)


def test_ranges_in_array_formulas(calc: Soffice, tmp_path: Path) -> None:
    """A column beside a cell or across a row, as `call_range`; past a shorter range Calc says #VALUE!."""
    column = [[3], [None], [EMPTY_TEXT], ["?"], [13], [6]]
    row = [8, None, 0, "K", "abc"]
    sheets = []
    for name, second in {"One": "[.B1]", "Across": "[.B1:.F1]", "Short": "[.B1:.B2]"}.items():
        cells = [[cell(line[0]), *(map(cell, row) if not place else [])] for place, line in enumerate(column)]
        rows = [cells[0], *cells[1:]]
        text = f"{file_name(banker_draws)}([.A1:.A6];{second};[.Z1])"
        rows.append([])
        rows.append([array_formula(text, 6, 5)])
        sheets.append(sheet(name, rows))
    shown = computed(calc, write(tmp_path / "arrays.fods", sheets))
    plain = [["" if cell is EMPTY_TEXT else cell for cell in line] for line in column]
    for name, second in {"One": [[8]], "Across": [row]}.items():
        answer = call_range(banker_draws, plain, second, None)
        assert isinstance(answer, list)
        block = [line[:5] for line in shown[name][7:13]]
        for line, expected in zip(block, answer, strict=True):
            wide = expected * 5 if len(expected) == 1 else expected
            assert line == [str(x) if isinstance(x, CellError) else float(x) for x in wide], name
    short = [line[:5] for line in shown["Short"][7:13]]
    assert short[:2] == [line[:5] for line in shown["One"][7:8]] + [["#N/A"] * 5]
    assert short[2:] == [["#VALUE!"] * 5] * 4
