"""Take the pictures of the hosts' pages that no window can show here: sheets, rendered by LibreOffice.

    PYTHONPATH=. python docs/pictures.py [NAME ...]    # lambda, vba, xlwings, xlwings-lite; or all

Needs soffice, pdftoppm and Pillow; for xlwings-lite also Node.js and BACCARAT_XL_NODE_MODULES with the npm
package pyodide. Where Excel would compute the cells, what stood in for it is said in
docs/pictures/captions.json. Look at each picture before it is kept.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from taking import Take, rendered, take

from baccarat_xl.functions.hosts.catalogue import host
from tests.conftest import Soffice

_ROUNDS: Final = (
    (5, 3, 8, "BANKER_DRAWS(B2,C2)"),
    (4, 4, None, "PLAYER_DRAWS(A3,B3)"),
    (6, 5, None, "BANKER_DRAWS(B4,C4)"),
    (5, 6, "?", "BANKER_DRAWS(B5,C5)"),
    (4, 9, None, "IS_NATURAL(A6,B6)"),
    (5, 3, 8, "EXPLAIN_DRAW(A7,B7,C7)"),
    (13, 4, None, "IS_NATURAL(A8,B8)"),
)
"""Player's total, Banker's, Player's third card, and the call in the row: rows 2 and on of the sheet."""
_HEADERS: Final = ("Player total", "Banker total", "P3", "Formula", "Result")
_WIDTHS: Final = (12, 12, 6, 26, 66)


def written(name: str, folder: Path) -> Path:
    """A host's files in a folder."""
    for path, content in host(name).files().items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return folder


def _page(sheet: Any) -> None:
    sheet.page_setup.orientation = "landscape"
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.page_setup.fitToHeight = 0
    sheet.print_options.gridLines = sheet.print_options.headings = True
    sheet.oddHeader.center.text = sheet.oddFooter.center.text = ""


def calls_book(path: Path, results: Iterable[object]) -> Path:
    """The rounds of `_ROUNDS` with their calls as text, and these results beside them."""
    import openpyxl
    from openpyxl.styles import Font
    from openpyxl.worksheet.properties import PageSetupProperties

    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.append(_HEADERS)
    for (*cells, call), result in zip(_ROUNDS, results, strict=True):
        sheet.append([*cells, None, result])
        row = sheet.max_row
        text = sheet.cell(row, 4, f"={call}")
        text.data_type, text.quotePrefix = "s", True
    for letter, width in zip("ABCDE", _WIDTHS, strict=True):
        sheet.column_dimensions[letter].width = width
        sheet[f"{letter}1"].font = Font(name="Calibri", size=11, bold=True)
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    _page(sheet)
    book.save(path)
    return path


# ------------------------------------------------------------------ the hosts
def take_lambda(soffice: Soffice, folder: Path) -> bytes:
    """The sheet Examples of the written workbook, with the values that IronCalc computes in its place."""
    import ironcalc
    import openpyxl

    source = written("lambda", folder) / "baccarat_functions.xlsx"
    model = ironcalc.load_from_xlsx(str(source), "en", "UTC", "en")
    model.evaluate()
    book = openpyxl.load_workbook(source)
    sheet: Any = book["Examples"]
    for row in range(1, sheet.max_row + 1):
        if sheet.cell(row, 4).data_type == "f":
            sheet.cell(row, 4).value = model.get_cell_value(0, row, 4)
    for name in list(book.defined_names):
        del book.defined_names[name]
    _page(sheet)
    book.save(folder / "computed.xlsx")
    return rendered(soffice, folder / "computed.xlsx")


def take_vba(soffice: Soffice, folder: Path) -> bytes:
    """The module among LibreOffice's own macros, called from the cells of a sheet."""
    from tests.functions.vba.basic import with_module

    text = (written("vba", folder) / "baccarat_xl_alone.bas").read_bytes().decode("ascii")
    (folder / "module").mkdir()
    calc = with_module(soffice, folder / "module", text)
    path = folder / "calls.fods"
    path.write_text(_flat_sheet(), encoding="utf-8")
    return rendered(calc, path)


def take_xlwings(soffice: Soffice, folder: Path) -> bytes:
    """The sheet Examples of the written workbook, its calls answered through xlwings' own dispatch."""
    import openpyxl

    from tests.functions.xlwings.test_newcomer import _cells
    from tests.functions.xlwings.test_udfs import READY, Excel
    from tests.functions.xlwings.windows_stand_ins import xlwings_on_windows

    book: Any = openpyxl.load_workbook(written("xlwings", folder) / "baccarat_xl_standalone.xlsm")
    sheet = book["Examples"]
    with xlwings_on_windows() as udfs:
        excel = Excel(udfs, READY)
        for row in range(1, sheet.max_row + 1):
            call = str(sheet.cell(row, 4).value)
            if call.startswith("="):
                name, _, given = call.removeprefix("=").partition("(")
                sheet.cell(row, 4).value = excel.call(name, *_cells(given.removesuffix(")")))[0][0]
    _page(sheet)
    book.save(folder / "answered.xlsx")
    return rendered(soffice, folder / "answered.xlsx")


def take_lite(soffice: Soffice, folder: Path) -> bytes:
    """What main_alone.py answers in Pyodide, beside its calls."""
    import os

    from tests.functions.xlwings.test_lite import SCRIPT, STAND_IN

    own = written("xlwings-lite", folder) / "main_alone.py"
    (folder / "main.py").write_bytes(own.read_bytes())
    (folder / "xlwings.py").write_bytes(STAND_IN.read_bytes())
    calls = [{"name": name, "mode": "cells", "states": [state]} for name, state in map(_call, _ROUNDS)]
    (folder / "calls.json").write_text(json.dumps({"calls": calls}), encoding="utf-8")
    pyodide = Path(os.environ["BACCARAT_XL_NODE_MODULES"]) / "pyodide"
    subprocess.run(["node", str(SCRIPT), str(pyodide), "-", str(folder)], check=True)
    answers = json.loads((folder / "answers.json").read_text(encoding="utf-8"))["answers"]
    errors = {"NotAvailable": "#N/A", "Num": "#NUM!", "Value": "#VALUE!"}
    results = [errors[cell["errorType"]] if isinstance(cell, dict) else cell for (cell,) in answers]
    return rendered(soffice, calls_book(folder / "calls.xlsx", results))


def _call(line: tuple[object, ...]) -> tuple[str, list[object]]:
    """A row's function, and the cells that its call names."""
    name, _, given = str(line[3]).partition("(")
    return name, [line["ABC".index(cell[0])] for cell in given.removesuffix(")").split(",")]


def _flat_sheet() -> str:
    """The rounds of `_ROUNDS` with live calls, as a flat OpenDocument file."""
    from tests.functions.libreoffice.calc_sheet import cell, formula

    lines = ["".join(map(cell, _HEADERS))]
    for *cells, call in _ROUNDS:
        name, given = str(call).removesuffix(")").split("(")
        places = ";".join(f"[.{place}]" for place in given.split(","))
        shown = f"={name}({given.replace(',', ';')})"
        lines.append("".join(map(cell, (*cells, shown))) + formula(f"{name}({places})"))
    widths = "".join(
        f'<style:style style:name="w{n}" style:family="table-column"><style:table-column-properties '
        f'style:column-width="{width * 0.21:.2f}cm"/></style:style>'
        for n, width in enumerate(_WIDTHS)
    )
    columns = "".join(f'<table:table-column table:style-name="w{n}"/>' for n in range(len(_WIDTHS)))
    rows = "".join(f"<table:table-row>{line}</table:table-row>" for line in lines)
    spaces = ["office:1.0", "style:1.0", "table:1.0"]
    named = " ".join(
        f'xmlns:{name.split(":")[0]}="urn:oasis:names:tc:opendocument:xmlns:{name}"' for name in spaces
    )
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document {named} xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" \
xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" office:version="1.2" \
office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:automatic-styles>{widths}\
<style:style style:name="t" style:family="table" style:master-page-name="Page"/><style:page-layout \
style:name="L"><style:page-layout-properties fo:page-width="40cm" fo:page-height="20cm" \
style:print="grid headers objects zero-values"/></style:page-layout></office:automatic-styles>\
<office:master-styles>\
<style:master-page style:name="Page" style:page-layout-name="L"/></office:master-styles><office:body>\
<office:spreadsheet><table:table table:name="Rounds" table:style-name="t">{columns}{rows}</table:table>\
</office:spreadsheet></office:body></office:document>
"""


TAKES: Final[dict[str, Take]] = {
    "lambda": take_lambda,
    "vba": take_vba,
    "xlwings": take_xlwings,
    "xlwings-lite": take_lite,
}


if __name__ == "__main__":
    take(TAKES)
