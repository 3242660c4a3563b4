"""VBA modules, as a host."""

from __future__ import annotations

from typing import Final

from baccarat_xl.functions.hosts.host import Files, Host
from baccarat_xl.functions.hosts.xlwings_classic.vba_wrapper import wrapper_file


def _files() -> Files:
    return {"baccarat_xl.bas": wrapper_file()}


HOST: Final = Host(
    name="vba",
    title="VBA module",
    reach="Excel on Windows",
    needs="Python with baccarat-xl and pywin32, the xlwings add-in (xlwings addin install), macros on",
    steps=(
        "In your .xlsm press Alt+F11, then Tools, References, and tick xlwings.",
        "Choose File, Import File, and this file; leave xlwings' own Import Functions alone.",
        "Run the macro RegisterBaccaratFunctions once and save. Where cells show #VALUE! throughout, "
        "the macro ShowLastProblem says why.",
    ),
    checked="Run in LibreOffice Basic with stand-ins for Excel's objects. Excel itself was not run.",
    files=_files,
)
