"""baccarat.gs: the functions as custom functions of Apps Script."""

from __future__ import annotations

from baccarat_xl.functions.hosts.generated import generated_from
from baccarat_xl.functions.hosts.javascript.core import core, part
from baccarat_xl.functions.registry import Function, call_text
from baccarat_xl.functions.whole_library import FUNCTIONS

COMMAND = "baccarat-xl addin sheets"


def script() -> str:
    """One JavaScript function for each function, with the help that Sheets shows, then the core.

    Names that end in a low line are the script's own: Sheets doesn't offer them in cells.
    """
    pieces = [
        "// Baccarat's drawing rules, payments and exact chances as functions for Google Sheets.\n"
        f"// {generated_from(COMMAND)}",
        *map(_function, FUNCTIONS),
        part("sheets.js", "baccarat_xl.functions.hosts.sheets", "static").rstrip(),
        "// --- The rules: first the tables and words, then what reads them ---",
        core("Baccarat_").rstrip(),
    ]
    return "\n\n".join(pieces) + "\n"


def _function(function: Function[object]) -> str:
    names = ", ".join(argument.name for argument in function.arguments)
    documented = "".join(
        f" * @param {{*}} {f'[{a.name}]' if a.optional else a.name} {a.help}\n" for a in function.arguments
    )
    errors = "".join(f" * {error} {when}.\n" for error, when in function.errors)
    example = call_text(function, function.example.arguments)
    return (
        f"/**\n * {function.summary}\n{errors} * Example: ={example}\n *\n{documented}"
        f" * @return {{*}} {function.returns}\n * @customfunction\n */\n"
        f'function {function.name}({names}) {{\n  return baccaratInSheets_("{function.name}", arguments);\n}}'
    )
