"""The .xlsm templates: xlwings' own workbooks, as installed, with its settings filled in and worked examples.

Their VBA project stays byte for byte what xlwings ships (BSD-3-Clause), so it fits the version installed.
"""

from __future__ import annotations

import re
import sys
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from baccarat_xl._version import __version__
from baccarat_xl.functions.hosts.generated import generated_from
from baccarat_xl.functions.hosts.xlwings_classic.bridge import xlwings_module
from baccarat_xl.functions.hosts.xlwings_classic.vba_wrapper import READY_MODULE
from baccarat_xl.functions.registry import call_text
from baccarat_xl.functions.whole_library import FUNCTIONS

COMMAND: Final = "baccarat-xl addin xlwings"
SOURCES: Final = {
    "baccarat_xl_standalone.xlsm": "quickstart_standalone.xlsm",
    "baccarat_xl_with_addin.xlsm": "quickstart.xlsm",
}
"""What is written -> what it is made from, in the folder of the package xlwings."""
EXAMPLES, SETTINGS, IDLE_SETTINGS = "Examples", "xlwings.conf", "_xlwings.conf"
FIRST_ROW: Final = 5
HEADERS: Final = ("Function", "Call", "Should show", "Shows", "Is it so?")
_WIDTHS: Final = (17, 46, 40, 40, 12)
_TALL: Final = 32.0
"""The height of a row whose answer takes two lines."""
_NOTES: Final = (
    "Until the module baccarat_xl.bas is imported (Alt+F11, File, Import File) the column Shows says #NAME?.",
    "Then run the macro RegisterBaccaratFunctions once (Alt+F8): it works out every cell and adds the help.",
    "CheckThisWorkbook checks the rounds and formulas of this workbook; UndoBaccaratMarks undoes its marks.",
    "Where cells show #VALUE! throughout, ShowLastProblem says why, and so does: {command} --check THIS-FILE",
    "The VBA that calls Python is xlwings' own (xlwings {version}, BSD-3-Clause). {generated}",
)
_HINTS: Final = (
    "xlwings reads these settings from A1 down to the first empty row; a row that is missing is looked up in "
    "the file .xlwings\\xlwings.conf of your user folder.",
    "Interpreter_Win: the full path of the python.exe that has baccarat-xl and pywin32, such as "
    "C:\\Users\\you\\venv\\Scripts\\python.exe. Without that row xlwings starts the pythonw of your path.",
)
_MODIFIED: Final = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*")
_STAMP: Final = (1980, 1, 1, 0, 0, 0)


def workbooks() -> Iterator[tuple[str, bytes]]:
    """Name and content of each template. Raises MissingPart where xlwings is not installed."""
    xlwings = xlwings_module()
    folder = Path(xlwings.__file__).parent
    for name, source in SOURCES.items():
        yield name, _template(folder / source, xlwings.__version__)


def settings() -> dict[str, str]:
    """What the settings sheet says: the module of the functions, and on Windows this Python."""
    found = {"UDF Modules": READY_MODULE}
    return found | ({"Interpreter_Win": sys.executable} if sys.platform == "win32" else {})


def _template(source: Path, version: str) -> bytes:
    import openpyxl

    book: Any = openpyxl.load_workbook(source, keep_vba=True)
    examples, conf = book[book.sheetnames[0]], book[IDLE_SETTINGS]
    examples.title, conf.title = EXAMPLES, SETTINGS
    _write_examples(examples, version)
    _write_settings(conf)
    book.properties.creator = f"baccarat-xl {__version__}"
    book.properties.lastModifiedBy = None
    made = BytesIO()
    book.save(made)
    book.close()
    return _repacked(made)


def _write_examples(sheet: Any, version: str) -> None:
    sheet["A1"] = "Baccarat's drawing rules, payments and chances: one worked call of each function"
    sheet["A2"] = "For Excel on Windows with Python, through xlwings."
    for column, (text, width) in enumerate(zip(HEADERS, _WIDTHS, strict=True), start=1):
        sheet.cell(FIRST_ROW - 1, column, text)
        sheet.column_dimensions["ABCDE"[column - 1]].width = width
    for row, function in enumerate(FUNCTIONS, start=FIRST_ROW):
        call = "=" + call_text(function, function.example.arguments)
        sheet.cell(row, 1, function.name)
        _as_text(sheet.cell(row, 2), call)
        sheet.cell(row, 3, function.example.result)
        sheet.cell(row, 4, call)
        if len(str(function.example.result)) > _WIDTHS[2]:
            sheet.row_dimensions[row].height = _TALL
        sheet.cell(row, 5, f'=IF(ISERROR(D{row}),"not yet",IF(D{row}=C{row},"OK","differs"))')
    words = {"command": COMMAND, "version": version, "generated": generated_from(COMMAND)}
    for row, note in enumerate(_NOTES, start=FIRST_ROW + len(FUNCTIONS) + 1):
        sheet.cell(row, 1, note.format(**words))
    _style(sheet)
    sheet.freeze_panes = sheet.cell(FIRST_ROW, 1)
    for selection in sheet.sheet_view.selection:
        selection.activeCell = selection.sqref = f"A{FIRST_ROW}"


def _style(sheet: Any) -> None:
    """One font throughout; headers bold; values stand left, whatever their kind, and wrap."""
    from openpyxl.styles import Alignment, Font

    left = Alignment(horizontal="left", vertical="top", wrap_text=True)
    for row in sheet.iter_rows():
        for cell in row:
            if cell.value is None:
                continue
            title, header = cell.row == 1, cell.row == FIRST_ROW - 1
            cell.font = Font(name="Calibri", size=14 if title else 11, bold=title or header)
            if FIRST_ROW <= cell.row < FIRST_ROW + len(FUNCTIONS):
                cell.alignment = left


def _write_settings(sheet: Any) -> None:
    sheet.delete_rows(1, sheet.max_row)
    for row, (name, value) in enumerate(settings().items(), start=1):
        sheet.cell(row, 1, name)
        sheet.cell(row, 2, value)
    for row, hint in enumerate(_HINTS, start=1):
        sheet.cell(row, 4, hint)
    sheet.column_dimensions["A"].width = 18
    sheet.column_dimensions["B"].width = 60


def _as_text(cell: Any, text: str) -> None:
    cell.value = text
    cell.data_type = "s"
    cell.quotePrefix = True


def _repacked(made: BytesIO) -> bytes:
    """The same parts without the time of writing."""
    out = BytesIO()
    with zipfile.ZipFile(made) as package, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for part in package.infolist():
            content = package.read(part)
            if part.filename == "docProps/core.xml":
                content = _MODIFIED.sub(rb"\g<1>1980-01-01T00:00:00Z", content)
            info = zipfile.ZipInfo(part.filename, _STAMP)
            info.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(info, content)
    return out.getvalue()
