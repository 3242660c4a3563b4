"""The VBA wrapper: its text, and its conversion of errors run in LibreOffice Basic.

No Excel is at hand, so the call into Python is stood in for; everything around it is the wrapper's own code.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

import pytest

from baccarat_xl.cell_error import CellError
from baccarat_xl.functions.cells import call_cell
from baccarat_xl.functions.hosts.xlwings_classic.bridge import ERROR_TEXTS, answer
from baccarat_xl.functions.hosts.xlwings_classic.vba_wrapper import ERROR_NUMBERS, READY_MODULE, wrapper_text
from baccarat_xl.functions.registry import HELP_LIMIT, Function, literal
from baccarat_xl.functions.whole_library import FUNCTIONS
from tests.conftest import Soffice

_REAL_CALL: Final = "XLPy.CallUDF(UDF_MODULE, functionName, arguments, ThisWorkbook, Application.Caller)"
_LIBRARY: Final = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd">
<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" \
library:readonly="false" library:passwordprotected="false"><library:element library:name="Wrapper"/>\
</library:library>
"""
_LIBRARIES: Final = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE library:libraries PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "libraries.dtd">
<library:libraries xmlns:library="http://openoffice.org/2000/library" \
xmlns:xlink="http://www.w3.org/1999/xlink"><library:library library:name="Standard" \
xlink:href="$(USER)/basic/Standard/script.xlb/" xlink:type="simple" library:link="false"/></library:libraries>
"""
_MODULE: Final = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Wrapper" \
script:language="StarBasic">{text}</script:module>
"""
_STAND_IN: Final = """
Private Function StandIn(ByVal moduleName, ByVal functionName, ByVal arguments) As Variant
    Dim grid(0, 0) As Variant, block(1, 1) As Variant, given As String, i As Long
    For i = LBound(arguments) To UBound(arguments)
        given = given & "|" & TypeName(arguments(i)) & ":" & CStr(arguments(i))
    Next i
    If given = "|String:raise" Then Err.Raise 1000
    If given = "|String:block" Then
        block(0, 0) = "#N/A" : block(0, 1) = 0 : block(1, 0) = "" : block(1, 1) = "#NUM!"
        StandIn = block
        Exit Function
    End If
    If given = "|String:scalar" Then
        StandIn = "#VALUE!"
        Exit Function
    End If
    Select Case functionName & given
{answers}
        Case Else : grid(0, 0) = "not expected: " & functionName & given
    End Select
    StandIn = grid
End Function

Private Function Shown(ByVal value As Variant) As String
    If IsArray(value) Then
        Shown = "array " & Shown(value(0, 0)) & " " & Shown(value(0, 1)) _
            & " " & Shown(value(1, 0)) & " " & Shown(value(1, 1))
    ElseIf IsError(value) Then
        Shown = CStr(value)
    Else
        Shown = TypeName(value) & ":" & CStr(value)
    End If
End Function

Sub RunAll()
    Dim target As Integer
    target = FreeFile
    Open "{target}" For Output As #target
{calls}
    Print #target, (InStr(lastProblem, "CARD_VALUE: ") = 1)
    Close #target
End Sub
"""


def _basic(value: object) -> str:
    if isinstance(value, float):
        return f"CDbl({literal(value)})"
    return "Empty" if value is None else literal(value)


def _states() -> list[tuple[Function[object], tuple[object, ...], object]]:
    """Every example of every function, and each error text coming back from Python."""
    states = [(f, e.arguments, call_cell(f, *e.arguments)) for f in FUNCTIONS for e in f.examples]
    doubled = FUNCTIONS[0]
    return states + [(doubled, (f"give {text}",), CellError(text)) for text in ERROR_TEXTS]


def _told(value: object) -> str:
    return literal(value) if isinstance(value, float) else str(value)


def _key(function: Function[object], arguments: tuple[object, ...]) -> str:
    """What the stand-in sees: every argument, the ones left out as empty."""
    given = [*arguments, *[None] * (len(function.arguments) - len(arguments))]
    kinds = {bool: "Boolean", int: "Integer", float: "Double", str: "String", type(None): "Empty"}
    texts = ["True" if a is True else "False" if a is False else "" if a is None else _told(a) for a in given]
    return function.name + "".join(f"|{kinds[type(a)]}:{t}" for a, t in zip(given, texts, strict=True))


def _program(target: Path) -> str:
    answers, calls = {}, []
    for function, arguments, expected in _states():
        agreed = str(expected) if isinstance(expected, CellError) else answer(function, *arguments)
        answers[_key(function, arguments)] = agreed
        calls.append(f"{function.name}({', '.join(map(_basic, arguments))})")
    calls += ['CARD_VALUE("raise")', 'CARD_VALUE("block")', 'CARD_VALUE("scalar")']
    text = wrapper_text()
    assert text.count(_REAL_CALL) == 1
    text = text.replace(_REAL_CALL, "StandIn(UDF_MODULE, functionName, arguments)")
    text = text.replace('Attribute VB_Name = "baccarat_xl"\n', "Option VBASupport 1\n")
    stand_in = _STAND_IN.format(
        answers="\n".join(
            f"        Case {literal(key)} : grid(0, 0) = {_basic(value)}" for key, value in answers.items()
        ),
        target=target,
        calls="\n".join(f"    Print #target, Shown({call})" for call in calls),
    )
    return text + stand_in


def _expected(value: object) -> str:
    if isinstance(value, CellError):
        return f"Error {ERROR_NUMBERS[value.code][0]}"
    kind = {bool: "Boolean", int: "Integer", float: "Double", str: "String"}[type(value)]
    return f"{kind}:{_told(value)}"


@pytest.mark.libreoffice
def test_errors_are_cell_errors_in_basic(soffice: Soffice, tmp_path: Path) -> None:
    target, profile = tmp_path / "shown.txt", tmp_path / "profile"
    command = [soffice.program, f"-env:UserInstallation={profile.as_uri()}", "--headless", "--norestore"]
    # The first start lays out a new profile, and would lay it over ours.
    subprocess.run([*command, "--terminate_after_init"], capture_output=True, timeout=300, check=False)
    standard = profile / "user" / "basic" / "Standard"
    standard.mkdir(parents=True, exist_ok=True)
    (standard.parent / "script.xlc").write_text(_LIBRARIES, encoding="utf-8")
    (standard / "script.xlb").write_text(_LIBRARY, encoding="utf-8")
    (standard / "Wrapper.xba").write_text(_MODULE.format(text=escape(_program(target))), encoding="utf-8")
    macro = "macro:///Standard.Wrapper.RunAll"
    subprocess.run([*command, macro], capture_output=True, timeout=300, check=False)
    assert target.exists(), "LibreOffice Basic did not run the wrapper"
    shown = target.read_text(encoding="utf-8").splitlines()
    expected = [_expected(value) for _, _, value in _states()]
    assert shown[: len(expected)] == expected
    failed, block, scalar, kept = shown[len(expected) :]
    assert (failed, scalar) == ("Error 2015", "Error 2015")
    assert kept.strip() in ("True", "-1")
    assert block == "array Error 2042 Integer:0 String: Error 2036"


def test_one_public_function_for_each() -> None:
    text = wrapper_text()
    found = re.findall(r"^Public Function (\w+)\((.*)\) As Variant$", text, re.MULTILINE)
    assert [name for name, _ in found] == [function.name for function in FUNCTIONS]
    for (_, parameters), function in zip(found, FUNCTIONS, strict=True):
        optional = [a.optional for a in function.arguments]
        assert [p.startswith("Optional ") for p in parameters.split(", ")] == optional
        assert [p.split()[-3] for p in parameters.split(", ")] == [a.name for a in function.arguments]
        given = ", ".join(f"Given({a.name})" for a in function.arguments)
        assert f'    {function.name} = Answer("{function.name}", Array({given}))\n' in text


def test_what_vba_can_import() -> None:
    text = wrapper_text()
    assert text.startswith('Attribute VB_Name = "baccarat_xl"\n')
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= 1023
    runs = re.findall(r"(?:.* _\n)+", text)
    assert max(run.count("\n") for run in runs) <= 24
    assert f'"{READY_MODULE}"' in text
    assert "Generated from baccarat-xl " in text
    assert text.count("Err.Description") == 1, "what went wrong is kept, and is never an answer"
    for opening, closing in (("Function", "End Function"), ("Sub", "End Sub"), ("Select Case", "End Select")):
        started = re.findall(rf"^ *(?:Public |Private )?{opening} ", text, re.MULTILINE)
        assert len(started) == text.count(f"{closing}\n")


def test_the_wizard_gets_every_help_text() -> None:
    text = wrapper_text()
    for function in FUNCTIONS:
        assert literal(function.summary) in text
        assert all(literal(a.help) in text and len(a.help) <= HELP_LIMIT for a in function.arguments)
    assert set(ERROR_NUMBERS) == set(ERROR_TEXTS)


def test_the_call_is_the_one_that_xlwings_makes() -> None:
    """Whatever xlwings is installed: its own wrapper calls the same function with the same arguments."""
    xlwings = pytest.importorskip("xlwings")
    source = (Path(xlwings.__file__).parent / "udfs.py").read_text(encoding="utf-8")
    assert 'XLPy.CallUDF("{module_name}", "{fname}", ' in source
    assert '"{args_vba}, {vba_workbook}, Application.Caller)"' in source
