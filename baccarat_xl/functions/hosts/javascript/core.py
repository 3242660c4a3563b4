"""The core as one JavaScript constant: the data, then the code that reads it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from baccarat_xl.functions.hosts.javascript.data import data

_PARTS: Final = ("cells.js", "decisions.js", "rounds.js", "payments.js", "answers.js")
_PUBLIC: Final = (
    "CellError", "VALUE", "NUM", "NA", "NO_CARD", "BANKER_DRAWS", "PLAYER_DRAWS", "FUNCTIONS",
    "isNaturalTotal", "call", "callRange",
)  # fmt: skip


@cache
def core(name: str = "Baccarat") -> str:
    """JavaScript source that defines one constant, without any dependency.

    ``name.call(FUNCTION, [cells])`` answers as `call_cell`, ``name.callRange`` as `call_range`.
    """
    parts = [data().strip() + "\n", *(part(file) for file in _PARTS)]
    body = "\n".join(parts)
    indented = "".join(_indented(body))
    return (
        f"const {name} = (function () {{\n"
        '  "use strict";\n\n'
        f"{indented}\n"
        f"  return {{ {', '.join(_PUBLIC[:6])},\n    {', '.join(_PUBLIC[6:])} }};\n"
        "})();\n"
    )


def part(file: str, package: str = "baccarat_xl.functions.hosts.javascript", folder: str = "core") -> str:
    """One source file of the core, or of a host."""
    return (files(package) / folder / file).read_text(encoding="utf-8")


def _indented(source: str) -> list[str]:
    """Two spaces before each line, except inside the two tables, whose lines are data."""
    return [f"  {line}" if line.strip() else line for line in source.splitlines(keepends=True)]
