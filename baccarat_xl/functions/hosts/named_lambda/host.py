"""Named functions, as a host."""

from __future__ import annotations

from typing import Any, Final

from baccarat_xl.functions.hosts.host import Files, Host
from baccarat_xl.functions.hosts.named_lambda.book import lambda_book
from baccarat_xl.functions.hosts.named_lambda.excel_labs import excel_labs_text
from baccarat_xl.functions.hosts.named_lambda.names import lambda_syntax
from baccarat_xl.functions.registry import Function
from baccarat_xl.functions.whole_library import FUNCTIONS

WORKBOOK: Final = "baccarat_functions.xlsx"
EXCEL_LABS: Final = "baccarat_excel_labs.txt"


def _note(function: Function[Any]) -> str:
    own = lambda_syntax(function)
    return "" if own == function.syntax else f"`{own}`: a name such as `p3` would be a cell there."


def _files() -> Files:
    return {WORKBOOK: lambda_book(), EXCEL_LABS: excel_labs_text().encode("utf-8")}


HOST: Final = Host(
    name="lambda",
    title="Named functions (LAMBDA)",
    reach="Excel for Microsoft 365 and Excel 2024, on Windows, Mac and the web",
    needs="nothing: no Python, no macros",
    steps=(
        f"Open {WORKBOOK} and your workbook in Excel.",
        "Right-click its tab Examples, choose Move or Copy, your workbook, Create a copy. (Without Excel: "
        "baccarat-xl addin lambda --into my.xlsx -o out.xlsx. With the add-in Excel Labs: paste the text of "
        f"{EXCEL_LABS} into its Workbook module and save.)",
        "Type =BANKER_DRAWS(3, 8) into a cell of your workbook: it shows FALSE.",
    ),
    checked="Swept in IronCalc, a spreadsheet engine that knows LAMBDA. Excel itself was not run. "
    "LibreOffice was: it does not know LAMBDA, and such a cell is an error there.",
    files=_files,
    single=WORKBOOK,
    note=_note,
    functions=FUNCTIONS,
)
