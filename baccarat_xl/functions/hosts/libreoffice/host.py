"""LibreOffice Calc, as a host."""

from __future__ import annotations

from typing import Any, Final

from baccarat_xl.functions.hosts.host import Files, Host
from baccarat_xl.functions.hosts.libreoffice.package import LEAST_LIBREOFFICE, extension
from baccarat_xl.functions.registry import Function
from baccarat_xl.functions.whole_library import FUNCTIONS

EXTENSION: Final = "baccarat_xl.oxt"


def _note(function: Function[Any]) -> str:
    optional = any(argument.optional for argument in function.arguments)
    return 'give every argument, `""` for one left out.' if optional else ""


def _files() -> Files:
    return {EXTENSION: extension()}


HOST: Final = Host(
    name="libreoffice",
    title="LibreOffice add-in",
    reach="LibreOffice Calc on Windows, Mac and Linux",
    needs=f"LibreOffice {LEAST_LIBREOFFICE} or later (on Debian and Ubuntu with the package python3-uno)",
    steps=(
        "Close LibreOffice and run: unopkg add baccarat_xl.oxt (or open the file with LibreOffice).",
        "Start Calc. The Function Wizard (Ctrl+F2) lists the functions under Add-in.",
        'Type =BANKER_DRAWS(3;8;"") into a cell: it shows 0, which is FALSE. Every argument is given, '
        '"" for none.',
    ),
    checked="Installed by unopkg and swept in Calc, without a window, from cells of a sheet.",
    files=_files,
    note=_note,
    functions=FUNCTIONS,
    single=EXTENSION,
)
