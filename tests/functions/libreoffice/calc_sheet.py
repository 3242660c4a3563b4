"""Functions called from the cells of a Calc document, thousands of states at a time."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final
from xml.sax.saxutils import quoteattr

from baccarat_xl.cell_error import CellError
from baccarat_xl.functions.cells import call_cell
from baccarat_xl.functions.registry import Function
from tests.conftest import Soffice
from tests.functions.cell_values import EMPTY_TEXT, as_cell

State = Sequence[object]
LETTERS: Final = "ABCDEFGHIJKL"
_DOCUMENT: Final = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" \
xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" \
xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" office:version="1.2" \
office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>
{sheets}
</office:spreadsheet></office:body></office:document>
"""
_EVERY_SHEET: Final = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false,false,false,-1"
"""A CSV file for each sheet, in UTF-8; texts stand in quotation marks, and nothing else does."""
_FIELD: Final = re.compile(r'("(?:[^"]|"")*"|)([^",]*),')


def cell(value: object) -> str:
    """One cell as a flat OpenDocument file holds it."""
    if value is None:
        return "<table:table-cell/>"
    if value is EMPTY_TEXT:
        return formula('""')
    if isinstance(value, CellError):
        assert value.code == "#DIV/0!"
        return formula("1/0")
    if isinstance(value, bool):
        told = f'office:value-type="boolean" office:boolean-value="{str(value).lower()}"'
        return f"<table:table-cell {told}/>"
    if isinstance(value, (int, float)):
        return f'<table:table-cell office:value-type="float" office:value="{value}"/>'
    return f'<table:table-cell office:value-type="string" office:string-value={quoteattr(str(value))}/>'


def formula(text: str, spanned: str = "") -> str:
    """A cell with a formula, without the equals sign; addresses stand in brackets, with a dot."""
    return f"<table:table-cell table:formula={quoteattr('of:=' + text)}{spanned}/>"


def array_formula(text: str, rows: int, columns: int) -> str:
    """The first cell of an array formula."""
    size = f' table:number-matrix-rows-spanned="{rows}" table:number-matrix-columns-spanned="{columns}"'
    return formula(text, size)


def call(name: str, row: int, width: int) -> str:
    """A call with the cells of a row, A to the width's letter."""
    return f"{name}({';'.join(f'[.{LETTERS[column]}{row}]' for column in range(width))})"


def sheet(name: str, rows: Iterable[Iterable[str]]) -> str:
    """One sheet from rows of cells."""
    body = "\n".join(f"<table:table-row>{''.join(row)}</table:table-row>" for row in rows)
    return f'<table:table table:name="{name}">{body}</table:table>'


def write(path: Path, sheets: Iterable[str]) -> Path:
    """A flat OpenDocument file of these sheets."""
    path.write_text(_DOCUMENT.format(sheets="\n".join(sheets)), encoding="utf-8")
    return path


def computed(soffice: Soffice, path: Path) -> dict[str, list[list[object]]]:
    """Every sheet as Calc computes it: floats, booleans and texts; empty cells None, errors their text."""
    target = soffice.work / f"{path.stem}-{len(list(soffice.work.iterdir()))}"
    target.mkdir()
    command = [soffice.program, f"-env:UserInstallation={soffice.profile.as_uri()}", "--headless"]
    command += ["--norestore", "--convert-to", _EVERY_SHEET, "--outdir", str(target), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    files = sorted(target.iterdir())
    assert files, f"LibreOffice did not compute {path.name}: {done.stdout} {done.stderr}"
    return {
        file.stem.removeprefix(f"{path.stem}-"): [
            list(map(_shown, _FIELD.findall(f"{line},")))
            for line in file.read_text("utf-8").rstrip("\n").split("\n")
        ]
        for file in files
    }


def _shown(field: tuple[str, str]) -> object:
    quoted, bare = field
    if quoted:
        return quoted[1:-1].replace('""', '"')
    if bare in ("TRUE", "FALSE"):
        return bare == "TRUE"
    return float(bare) if bare else None


def states_sheet(function: Function[object], name: str, states: Sequence[State]) -> str:
    """A sheet with one state a row, beside it the call, and beside that whether the answer is an error."""
    width = len(function.arguments)
    rows = (
        [*map(cell, state), formula(call(name, row, width)), formula(f"ISERROR([.{LETTERS[width]}{row}])")]
        for row, state in enumerate(states, start=1)
    )
    return sheet(function.name, rows)


def answers(rows: Sequence[Sequence[object]]) -> list[object]:
    """The answers in the rows of such a sheet: errors as CellError, a text that looks like one as text."""
    return [CellError(str(row[-2])) if row[-1] is True else row[-2] for row in rows]


def as_calc_holds_it(value: object) -> object:
    """Calc has no booleans: TRUE is a 1 that is shown otherwise."""
    return float(value) if isinstance(value, bool) else as_cell(value)


def answer_in_calc(function: Function[object], state: State) -> object:
    """What `call_cell` says of the cells that Calc has: TRUE is 1, and Calc asks nobody about an error."""
    cells = [as_calc_holds_it(value) for value in state]
    errors = [value for value in cells if isinstance(value, CellError)]
    answer = errors[0] if errors else call_cell(function, *cells)
    return float(answer) if isinstance(answer, bool) else answer


def version(soffice: Soffice) -> str:
    """The program's name and version, such as LibreOffice 7.4.7.2."""
    told = subprocess.run([soffice.program, "--version"], capture_output=True, text=True, check=True)
    return " ".join(told.stdout.split()[:2])
