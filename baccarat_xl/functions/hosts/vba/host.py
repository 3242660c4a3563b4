"""VBA modules, as a host: one that stands alone, and beside it the one for xlwings."""

from __future__ import annotations

from typing import Final

from baccarat_xl.functions.hosts.host import Files, Host
from baccarat_xl.functions.hosts.vba.alone import MODULE_NAME, module_file
from baccarat_xl.functions.hosts.xlwings_classic.vba_wrapper import wrapper_file
from baccarat_xl.functions.whole_library import FUNCTIONS


def _files() -> Files:
    return {f"{MODULE_NAME}.bas": module_file(), "baccarat_xl.bas": wrapper_file()}


HOST: Final = Host(
    name="vba",
    title="VBA module",
    reach="Excel on Windows and Mac, and LibreOffice Calc",
    needs="macros on; no Python (baccarat_xl.bas beside it is the one for xlwings: import one, never both)",
    steps=(
        "In Excel save your workbook as .xlsm, press Alt+F11 (Mac: Option+F11), choose File, Import File and "
        "baccarat_xl_alone.bas, and nothing else. In LibreOffice open Tools, Macros, Edit Macros, My Macros, "
        "Standard, insert a module and import the file there.",
        "In Excel run the macro RegisterBaccaratFunctions once (help in the function wizard), and save.",
        "Type =BANKER_DRAWS(3, 8) into a cell (in LibreOffice =BANKER_DRAWS(3;8)): it shows FALSE.",
    ),
    checked="Swept in LibreOffice Basic: as Excel runs it, and from cells of Calc. Excel itself was not run.",
    files=_files,
    functions=FUNCTIONS,
)
