"""A VBA module in LibreOffice Basic: run by itself over states from a file, or called from cells."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import groupby
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from baccarat_xl.cell_error import CellError
from baccarat_xl.functions.hosts.vba.tables import units
from baccarat_xl.functions.registry import Function
from baccarat_xl.functions.whole_library import FUNCTIONS
from tests.conftest import Soffice
from tests.functions.cell_values import EMPTY_TEXT

NUMBERS: Final = {
    "#VALUE!": 2015,
    "#NUM!": 2036,
    "#N/A": 2042,
    "#DIV/0!": 2007,
    "#NAME?": 2029,
    "#REF!": 2023,
}
MODULE: Final = "Functions"
_LIBRARY: Final = f"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd">
<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" \
library:readonly="false" library:passwordprotected="false"><library:element library:name="{MODULE}"/>\
</library:library>
"""
_LIBRARIES: Final = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE library:libraries PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "libraries.dtd">
<library:libraries xmlns:library="http://openoffice.org/2000/library" \
xmlns:xlink="http://www.w3.org/1999/xlink"><library:library library:name="Standard" \
xlink:href="$(USER)/basic/Standard/script.xlb/" xlink:type="simple" library:link="false"/></library:libraries>
"""
_MODULE: Final = f"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="{MODULE}" \
script:language="StarBasic">{{text}}</script:module>
"""
MOST: Final = max(len(function.arguments) for function in FUNCTIONS)
_RUN: Final = """
Public Sub RunStates()
    On Error GoTo failed
    Open "{states}" For Input As #1
    Open "{shown}" For Output As #2
{runs}
    Close #1
    Close #2
    Exit Sub
failed:
    Print #2, "Failed:" & Err.Number & " " & Err.Description
    Close #2
End Sub
{subs}
Private Function CellsFromFile() As Variant
    Dim cells(1 To {most}) As Variant, parts As Variant, text As String, i As Long
    Line Input #1, text
    parts = Split(text, Chr$(9))
    For i = 0 To UBound(parts)
        cells(i + 1) = CellFromFile(parts(i))
    Next i
    CellsFromFile = cells
End Function

Private Function CellFromFile(ByVal told As String) As Variant
    Select Case Left$(told, 1)
        Case "E": CellFromFile = Empty
        Case "N": CellFromFile = Val(Mid$(told, 2))
        Case "T": CellFromFile = True
        Case "F": CellFromFile = False
        Case "X": CellFromFile = ErrorFromFile(CLng(Mid$(told, 2)))
        Case "S": CellFromFile = Mid$(told, 2)
        Case "D": CellFromFile = CDate(Val(Mid$(told, 2)))
        Case "U": CellFromFile = TextFromFile(Mid$(told, 2))
    End Select
End Function

Private Function TextFromFile(ByVal told As String) As String
    Dim part As Variant
    For Each part In Split(told, ",")
        TextFromFile = TextFromFile & ChrW(CLng(part))
    Next part
End Function

' An error as a range of one cell: LibreOffice would take it by itself for an argument left out.
Private Function ErrorFromFile(ByVal number As Long) As Variant
    Dim block(1 To 1, 1 To 1) As Variant
    block(1, 1) = CVErr(number)
    ErrorFromFile = block
End Function

Private Function ShownToFile(ByVal value As Variant) As String
    If IsArray(value) Then
        ShownToFile = FirstToFile(value)
    Else
        ShownToFile = TypeName(value) & ":" & CStr(value)
    End If
End Function

Private Function FirstToFile(ByVal block As Variant) As String
    FirstToFile = TypeName(block(1, 1)) & ":" & CStr(block(1, 1))
End Function

"""
_RUN_ONE: Final = """
Private Sub Run{number}()
    Dim c As Variant, i As Long
    For i = 1 To {count}
        c = CellsFromFile()
        Print #2, ShownToFile({call})
    Next i
End Sub
"""


def with_module(soffice: Soffice, folder: Path, text: str) -> Soffice:
    """LibreOffice with a profile whose own macros hold this module."""
    profile, work = folder / "profile", folder / "work"
    work.mkdir()
    command = [soffice.program, f"-env:UserInstallation={profile.as_uri()}", "--headless", "--norestore"]
    # The first start lays out a new profile, and would lay it over ours.
    subprocess.run([*command, "--terminate_after_init"], capture_output=True, timeout=300, check=False)
    standard = profile / "user" / "basic" / "Standard"
    standard.mkdir(parents=True, exist_ok=True)
    (standard.parent / "script.xlc").write_text(_LIBRARIES, encoding="utf-8")
    (standard / "script.xlb").write_text(_LIBRARY, encoding="utf-8")
    (standard / f"{MODULE}.xba").write_text(_MODULE.format(text=escape(text)), encoding="utf-8")
    return Soffice(soffice.program, profile, work)


def run_states(
    soffice: Soffice, folder: Path, text: str, states: Iterable[tuple[Function[object], Sequence[object]]]
) -> list[object]:
    """What each function of the module answers, called from Basic itself with these cell values."""
    told, shown = folder / "states.txt", folder / "shown.txt"
    lines: list[str] = []
    subs: list[str] = []
    for (function, width), group in groupby(states, lambda state: (state[0], len(state[1]))):
        cells = ["\t".join(map(_told, state)) for _, state in group]
        call = f"{function.name}({', '.join(f'c({place})' for place in range(1, width + 1))})"
        subs.append(_RUN_ONE.format(number=len(subs), count=len(cells), call=call))
        lines += cells
    told.write_text("\n".join(lines) + "\n", encoding="ascii")
    runs = "\n".join(f"    Run{number}" for number in range(len(subs)))
    run = _RUN.format(most=MOST, states=told, shown=shown, runs=runs, subs="".join(subs))
    basic = with_module(soffice, folder, text + run)
    command = [basic.program, f"-env:UserInstallation={basic.profile.as_uri()}", "--headless", "--norestore"]
    subprocess.run(
        [*command, f"macro:///Standard.{MODULE}.RunStates"], capture_output=True, timeout=3000, check=False
    )
    assert shown.exists(), "LibreOffice Basic did not run the module"
    return list(map(_answer, shown.read_text(encoding="utf-8").splitlines()))


def _told(cell: object) -> str:
    if cell is None or cell is EMPTY_TEXT:
        return "E" if cell is None else "S"
    if isinstance(cell, bool):
        return "T" if cell else "F"
    if isinstance(cell, CellError):
        return f"X{NUMBERS[cell.code]}"
    if isinstance(cell, (int, float)):
        return f"N{cell}"
    if isinstance(cell, date):
        return f"D{(cell - date(1899, 12, 30)).days}"
    text = str(cell)
    if text.isascii() and text.isprintable():
        return f"S{text}"
    return "U" + ",".join(str(unit) for character in text for unit in units(character))


def _answer(line: str) -> object:
    kind, _, value = line.partition(":")
    if kind == "Error":
        return CellError(next(code for code, number in NUMBERS.items() if value == f"Error {number}"))
    if kind == "Boolean":
        return value == "True"
    return value if kind == "String" else float(value)
