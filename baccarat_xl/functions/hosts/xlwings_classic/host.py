"""xlwings' classic UDFs, as a host."""

from __future__ import annotations

from typing import Final

from baccarat_xl.functions.hosts.host import Files, Host
from baccarat_xl.functions.hosts.xlwings_classic.module import MODULE_NAME, module_text


def _files() -> Files:
    return {f"{MODULE_NAME}.py": module_text().encode("utf-8")}


HOST: Final = Host(
    name="xlwings",
    title="xlwings",
    reach="Excel on Windows",
    needs="Python with baccarat-xl and pywin32, the xlwings add-in (xlwings addin install), macros on",
    steps=(
        "Save your workbook as .xlsm and keep the file in the same folder.",
        "On the ribbon's xlwings tab set UDF Modules to baccarat_xl_udfs.",
        "Press Import Functions, or use baccarat-xl addin vba instead for real cell errors.",
    ),
    checked="Swept through xlwings' own dispatch with stand-ins for pywin32. Excel itself was not run.",
    files=_files,
)
