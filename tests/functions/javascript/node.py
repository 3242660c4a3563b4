"""JavaScript run by Node.js, with cell values in and out."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeAlias

from baccarat_xl.cell_error import CellError
from baccarat_xl.functions.cells import call_cell
from baccarat_xl.functions.registry import Function
from baccarat_xl.functions.whole_library import FUNCTIONS
from tests.functions.cell_values import as_cell, sweep
from tests.functions.lambda_sheet import same

_Calls: TypeAlias = "list[tuple[object, ...]]"
HARNESS = Path(__file__).with_name("harness.js")


@dataclass(frozen=True)
class Node:
    """Node.js by its program."""

    program: str

    @cached_property
    def engine(self) -> str:
        """The program and its version."""
        return f"Node.js {self.run('--version').strip().removeprefix('v')}"

    def run(self, *arguments: str, given: str = "", **more: Any) -> str:
        """What Node.js prints; fails when it fails."""
        done = subprocess.run(
            [self.program, *arguments],
            input=given, capture_output=True, text=True, encoding="utf-8", timeout=300, check=False, **more,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-4000:]
        return done.stdout

    def calls(self, host: str, source: str, function: str, calls: Iterable[Sequence[object]]) -> list[object]:
        """Each call's answer, as ``host`` (core, officejs, sheets) hands cells over and shows them."""
        task = {"host": host, "source": source, "function": function, "calls": [_out(list(c)) for c in calls]}
        answers = json.loads(self.run(str(HARNESS), given=json.dumps(task)))
        return [_in(answer) for answer in answers]

    def mismatches(
        self, host: str, source: str, function: Function[object], states: Iterable[Sequence[object]]
    ) -> tuple[int, list[tuple[object, ...]]]:
        """How many states were compared with `call_cell`, and those that differ in value or type."""
        calls = [tuple(map(as_cell, state)) for state in states]
        return self._compared(host, source, function, calls, [call_cell(function, *cells) for cells in calls])

    def swept(
        self, host: str, source: str, function: Function[object]
    ) -> tuple[int, list[tuple[object, ...]]]:
        """As `mismatches`, over the sweep of the function."""
        return self._compared(host, source, function, *_truth(function.name))

    def _compared(
        self, host: str, source: str, function: Function[object], calls: _Calls, expected: list[object]
    ) -> tuple[int, list[tuple[object, ...]]]:
        shown = self.calls(host, source, function.name, calls)
        trios = zip(calls, expected, shown, strict=True)
        return len(calls), [trio for trio in trios if not same(trio[2], trio[1])]


@cache
def _truth(name: str) -> tuple[_Calls, list[object]]:
    function = next(function for function in FUNCTIONS if function.name == name)
    calls = [tuple(map(as_cell, state)) for state in sweep(function)]
    return calls, [call_cell(function, *cells) for cells in calls]


def _out(value: object) -> object:
    if isinstance(value, (list, tuple)):
        return [_out(item) for item in value]
    if isinstance(value, dict):
        return {"object": value}
    return {"error": value.code} if isinstance(value, CellError) else value


def _in(value: object) -> object:
    if isinstance(value, list):
        return [_in(item) for item in value]
    return CellError(value["error"]) if isinstance(value, dict) else value
