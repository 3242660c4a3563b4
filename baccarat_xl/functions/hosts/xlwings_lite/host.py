"""xlwings Lite, as a host."""

from __future__ import annotations

from typing import Final

from baccarat_xl.functions.hosts.host import Files, Host
from baccarat_xl.functions.hosts.xlwings_lite.module import alone_text, module_text, requirements_text
from baccarat_xl.functions.whole_library import FUNCTIONS


def _files() -> Files:
    return {
        "main_alone.py": alone_text().encode("ascii"),
        "main.py": module_text().encode("ascii"),
        "requirements.txt": requirements_text().encode("ascii"),
    }


HOST: Final = Host(
    name="xlwings-lite",
    title="xlwings Lite",
    reach="Excel 2021 and later or 365, on Windows, on a Mac and on the web",
    needs="the free add-in xlwings Lite from Excel's own store; no Python on the computer",
    steps=(
        "In Excel choose Home, Add-ins, search for xlwings Lite and add it; its editor opens at the side.",
        "Copy main_alone.py into its tab main.py (below what stands there). Where baccarat-xl can be fetched "
        "from a package index, main.py is shorter, with requirements.txt in the tab of that name.",
        "Type =BANKER_DRAWS(3,8) into a cell: it shows FALSE.",
    ),
    checked="Swept in Pyodide under Node, from the built wheel alone (no numpy) and from main_alone.py, with "
    "JavaScript's numbers, texts, nulls and arrays and a stand-in for xlwings' decorators. Excel and the "
    "add-in were not run.",
    files=_files,
    functions=FUNCTIONS,
)
