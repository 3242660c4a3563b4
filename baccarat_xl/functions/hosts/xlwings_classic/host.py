"""xlwings' classic UDFs, as a host."""

from __future__ import annotations

from typing import Final

from baccarat_xl.functions.hosts.host import Files, Host
from baccarat_xl.functions.hosts.xlwings_classic.module import MODULE_NAME, module_text
from baccarat_xl.functions.hosts.xlwings_classic.vba_wrapper import wrapper_file
from baccarat_xl.functions.whole_library import FUNCTIONS

WRAPPER: Final = "baccarat_xl.bas"


def _files() -> Files:
    from baccarat_xl.functions.hosts.xlwings_classic.workbooks import workbooks

    modules = {f"{MODULE_NAME}.py": module_text().encode("utf-8"), WRAPPER: wrapper_file()}
    return {**dict(workbooks()), **modules}


HOST: Final = Host(
    name="xlwings",
    title="xlwings",
    reach="Excel on Windows",
    needs="Python with baccarat-xl and pywin32, macros on; nothing else for the standalone workbook",
    steps=(
        "Open baccarat_xl_standalone.xlsm in Excel and allow its macros (baccarat_xl_with_addin.xlsm is for "
        "those who have the add-in of xlwings).",
        "Press Alt+F11, choose File, Import File and take baccarat_xl.bas; leave xlwings' own Import "
        "Functions alone.",
        "Press Alt+F8 and run RegisterBaccaratFunctions: every row of the sheet Examples then says OK. Type "
        "=BANKER_DRAWS(3, 8) into a cell: it shows FALSE. "
        "If not: baccarat-xl addin xlwings --check baccarat_xl_standalone.xlsm",
    ),
    checked="Swept through xlwings' own dispatch with stand-ins for pywin32; the wrapper's conversions ran "
    "in LibreOffice Basic. Excel itself was not run.",
    files=_files,
    functions=FUNCTIONS,
)
