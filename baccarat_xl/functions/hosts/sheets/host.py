"""Google Sheets, as a host."""

from __future__ import annotations

from typing import Any, Final

from baccarat_xl.functions.hosts.host import Files, Host
from baccarat_xl.functions.hosts.sheets.named_functions import only_in_the_script, placeholder
from baccarat_xl.functions.hosts.sheets.page import page
from baccarat_xl.functions.hosts.sheets.script import COMMAND, script
from baccarat_xl.functions.registry import Function
from baccarat_xl.functions.whole_library import FUNCTIONS

_CHECKED: Final = (
    "The script was swept in Node.js, the named functions in IronCalc, a spreadsheet engine that knows "
    "LAMBDA and LET. Google Sheets itself was not run."
)


def _note(function: Function[Any]) -> str:
    if function in only_in_the_script():
        return "In the script; it is no named function."
    own = f"{function.name}({', '.join(map(placeholder, function.arguments))})"
    if own == function.syntax:
        return ""
    optional = any(argument.optional for argument in function.arguments)
    empty = "; leave the place of an argument left out empty" if optional else ""
    return f"As a named function `{own}`{empty}."


def _files() -> Files:
    return {
        "baccarat.gs": script().encode("utf-8"),
        "named_functions.html": page(COMMAND, _CHECKED).encode("utf-8"),
    }


HOST: Final = Host(
    name="sheets",
    title="Google Sheets",
    reach="Google Sheets on the web",
    needs="nothing but the spreadsheet",
    steps=(
        "The quick way: in your spreadsheet choose Extensions, Apps Script, paste baccarat.gs in place of "
        "what is there, and save.",
        "Or, for real error values: open named_functions.html in a browser and copy the functions you need "
        "into Data, Named functions, Add new function. Use one of the two ways, not both.",
        "Type =BANKER_DRAWS(3, 8) into a cell (with named functions =BANKER_DRAWS(3, 8, )): it shows FALSE.",
    ),
    checked=_CHECKED,
    files=_files,
    note=_note,
    functions=FUNCTIONS,
)
