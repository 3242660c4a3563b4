"""functions.js and functions.json: the functions as Excel loads them, and their help while one types."""

from __future__ import annotations

import json

from baccarat_xl.functions.hosts.generated import generated_from
from baccarat_xl.functions.hosts.javascript.core import core, part
from baccarat_xl.functions.registry import Argument, Function
from baccarat_xl.functions.whole_library import FUNCTIONS

COMMAND = "baccarat-xl addin officejs"


def identifier(function: Function[object]) -> str:
    """The function's id in the metadata, which may hold letters and digits only."""
    return function.name.replace("_", "")


def functions_js() -> str:
    """The core, then one JavaScript function for each function."""
    pieces = [
        "// Baccarat's drawing rules, payments and exact chances as functions for Excel.\n"
        f"// {generated_from(COMMAND)}",
        core().rstrip(),
        part("excel.js", "baccarat_xl.functions.hosts.officejs", "static").rstrip(),
        "// --- One function each ---",
        *map(_javascript, FUNCTIONS),
        'if (typeof CustomFunctions !== "undefined") {\n' + "".join(map(_associated, FUNCTIONS)) + "}",
    ]
    return "\n\n".join(pieces) + "\n"


def _local_name(function: Function[object]) -> str:
    first, *others = function.name.lower().split("_")
    return "baccarat" + first.title() + "".join(word.title() for word in others)


def _javascript(function: Function[object]) -> str:
    names = ", ".join(argument.name for argument in function.arguments)
    documented = "".join(
        f" * @param {{any[][]}} {f'[{a.name}]' if a.optional else a.name} {a.help}\n"
        for a in function.arguments
    )
    return (
        f"/**\n * {function.summary}\n * @customfunction {identifier(function)} {function.name}\n"
        f"{documented} * @returns {{any[][]}} {function.returns}\n */\n"
        f"function {_local_name(function)}({names}) {{\n"
        f'  return baccaratInExcel("{function.name}", [{names}]);\n}}'
    )


def _associated(function: Function[object]) -> str:
    return f'  CustomFunctions.associate("{identifier(function)}", {_local_name(function)});\n'


def functions_json() -> str:
    """The metadata: names, help, and that errors and ranges are taken as they are."""
    described = {
        "allowErrorForDataTypeAny": True,
        "functions": [_metadata(function) for function in FUNCTIONS],
    }
    return json.dumps(described, indent=2, ensure_ascii=True) + "\n"


def _metadata(function: Function[object]) -> dict[str, object]:
    return {
        "description": function.summary,
        "id": identifier(function),
        "name": function.name,
        "parameters": [_parameter(argument) for argument in function.arguments],
        "result": {"dimensionality": "matrix", "type": "any"},
    }


def _parameter(argument: Argument) -> dict[str, object]:
    optional: dict[str, object] = {"optional": True} if argument.optional else {}
    return {
        "description": argument.help,
        "dimensionality": "matrix",
        "name": argument.name,
        **optional,
        "type": "any",
    }
