"""xlwings Lite: the written module in Pyodide, from the built wheel, state by state."""

from __future__ import annotations

import ast
import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_string
from importlib.metadata import distribution
from pathlib import Path
from typing import Any, Final
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

from baccarat_xl import __version__
from baccarat_xl.cell_error import CellError
from baccarat_xl.functions.cells import call_cell
from baccarat_xl.functions.hosts.xlwings_lite.bridge import answer
from baccarat_xl.functions.hosts.xlwings_lite.module import alone_text, module_text, requirements_text
from baccarat_xl.functions.library import banker_draws
from baccarat_xl.functions.registry import Function
from baccarat_xl.functions.whole_library import FUNCTIONS
from tests.functions.cell_values import as_cell, combinations, sweep
from tests.functions.conformance import keep
from tests.functions.lambda_sheet import same
from tests.functions.xlwings.conftest import Pyodide
from tests.functions.xlwings.lite_stand_in import ERROR_TYPES

STAND_IN: Final = Path(__file__).with_name("lite_stand_in.py")
SCRIPT: Final = Path(__file__).with_name("run_in_pyodide.mjs")
ERRORS: Final = {kind: CellError(text) for text, kind in ERROR_TYPES.items()}
ONE_BY_ONE: Final = 400
States = list[tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class Ran:
    """What Pyodide said: about itself, and the answers by function and way of calling."""

    about: list[Any]
    version: str
    answers: dict[tuple[str, str], tuple[States, list[Any]]]


def _modes(function: Function[object]) -> Iterator[tuple[str, States]]:
    yield "columns", list(sweep(function))
    some = list(combinations(function))
    step = max(1, len(some) // ONE_BY_ONE)
    yield "cells", some[::step]
    yield "raw", some[step // 2 :: step]
    required = [1.0] * function.required
    yield "left out", [tuple(required)]
    yield "null", [(*required, *[None] * (len(function.arguments) - len(required)))]


@pytest.fixture(scope="module")
def ran(pyodide: Pyodide, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Ran:
    calls = [(function, mode, states) for function in FUNCTIONS for mode, states in _modes(function)]
    return _run(pyodide, str(wheel), module_text(), calls, tmp_path_factory.mktemp("lite"))


def _run(
    pyodide: Pyodide, wheel: str, text: str, calls: list[tuple[Function[object], str, States]], folder: Path
) -> Ran:
    (folder / "main.py").write_text(text, encoding="ascii")
    (folder / "xlwings.py").write_bytes(STAND_IN.read_bytes())
    written = [
        {"name": f.name, "mode": mode, "states": [[_sent(cell) for cell in state] for state in states]}
        for f, mode, states in calls
    ]
    (folder / "calls.json").write_text(json.dumps({"calls": written}), encoding="utf-8")
    command = [pyodide.node, str(SCRIPT), str(pyodide.folder), wheel, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    told = json.loads((folder / "answers.json").read_text(encoding="utf-8"))
    answers = {
        (f.name, mode): (states, [_received(cell) for cell in shown])
        for (f, mode, states), shown in zip(calls, told["answers"], strict=True)
    }
    return Ran(told["about"], told["version"], answers)


def _sent(value: object) -> object:
    value = as_cell(value)
    return {"error": value.code} if isinstance(value, CellError) else value


def _received(cell: Any) -> object:
    return ERRORS[cell["errorType"]] if isinstance(cell, dict) else cell


def _wrong(function: Function[object], states: States, shown: list[Any]) -> list[tuple[object, ...]]:
    assert len(shown) == len(states)
    expected = (call_cell(function, *map(as_cell, state)) for state in states)
    return [
        (state, right, cell)
        for state, right, cell in zip(states, expected, shown, strict=True)
        if not same(cell, right)
    ]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_every_state_in_pyodide(ran: Ran, function: Function[object]) -> None:
    states, shown = ran.answers[function.name, "columns"]
    wrong = _wrong(function, states, shown)
    engine = f"Pyodide {ran.version} (Python {ran.about[1]}), stand-in for xlwings Lite"
    keep("xlwings-lite", engine, function.name, len(states), len(wrong))
    assert not wrong, wrong[:5]


@pytest.mark.parametrize("mode", ["cells", "raw", "left out", "null"])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_single_cells_in_pyodide(ran: Ran, function: Function[object], mode: str) -> None:
    wrong = _wrong(function, *ran.answers[function.name, mode])
    assert not wrong, wrong[:5]


def test_nothing_but_the_wheel_was_there(ran: Ran) -> None:
    assert ran.about == [__version__, ran.about[1], "emscripten", []]


def test_the_module_that_carries_everything_needs_no_wheel(pyodide: Pyodide, tmp_path: Path) -> None:
    calls = [
        (function, mode, states)
        for function in FUNCTIONS
        for mode, states in _modes(function)
        if mode == "cells"
    ]
    alone = _run(pyodide, "-", alone_text(), calls, tmp_path)
    assert alone.about == [None, alone.about[1], "emscripten", []]
    for function in FUNCTIONS:
        wrong = _wrong(function, *alone.answers[function.name, "cells"])
        assert not wrong, wrong[:5]


def test_what_a_browser_has_to_install_is_pure(wheel: Path) -> None:
    """The wheel's own requirements, as pip evaluates them under Pyodide; numpy comes with Pyodide itself."""
    with ZipFile(wheel) as package:
        name = next(name for name in package.namelist() if name.endswith(".dist-info/METADATA"))
        described = message_from_string(package.read(name).decode("utf-8"))
    assert wheel.name.endswith("-py3-none-any.whl")
    there = {"sys_platform": "emscripten", "extra": ""}
    lines = map(Requirement, described.get_all("Requires-Dist", []))
    needed = {line.name for line in lines if line.marker is None or line.marker.evaluate(there)}
    assert "numpy" in needed
    for name in needed - {"numpy"}:
        about = distribution(name).read_text("WHEEL") or ""
        assert "Root-Is-Purelib: true" in about, f"{name} is compiled"


def test_the_written_module_reads_well() -> None:
    tree = ast.parse(module_text())
    defined = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    assert [node.name for node in defined] == [function.name for function in FUNCTIONS]
    for node, function in zip(defined, FUNCTIONS, strict=True):
        assert ast.get_docstring(node) == function.summary
        helps = [ast.literal_eval(call.keywords[0].value) for call in node.decorator_list[1:]]  # type: ignore[attr-defined]
        assert helps == [argument.help for argument in function.arguments]


def test_requirements_name_this_version() -> None:
    lines = [line for line in requirements_text().splitlines() if not line.startswith("#")]
    assert lines == ["xlwings", f"baccarat-xl=={__version__}"]


def test_values_of_javascript_from_python() -> None:
    class JsNull: ...

    class Rows:
        def to_py(self) -> list[list[object]]:
            return [[3, JsNull()], [{"type": "Error", "basicValue": "#REF!"}, ""]]

    assert answer(banker_draws, Rows(), JsNull()) == [[True, "#N/A"], ["#REF!", "#N/A"]]
