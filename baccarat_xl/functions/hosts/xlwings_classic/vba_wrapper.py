"""A VBA module that calls the xlwings UDFs and gives real cell errors.

xlwings' own wrapper shows a Python exception as text, and cannot return error values. This one turns the
agreed error texts (see `bridge`) into cell errors, element by element, and an exception into #VALUE!;
what the exception said is shown by the macro ShowLastProblem. Two more macros check the open workbook.
"""

from __future__ import annotations

from typing import Final

from baccarat_xl.functions.hosts.generated import generated_from
from baccarat_xl.functions.registry import CATEGORY, Argument, Function, literal
from baccarat_xl.functions.whole_library import FUNCTIONS

MODULE_NAME: Final = "baccarat_xl"
READY_MODULE: Final = "baccarat_xl.functions.hosts.xlwings_classic.udfs"
CHECK: Final = "from baccarat_xl.live import macro; macro.check()"
UNDO: Final = "from baccarat_xl.live import macro; macro.undo()"
"""What the macros have xlwings run; it may hold no quotation marks."""
ERROR_NUMBERS: Final = {
    "#NULL!": (2000, "xlErrNull"),
    "#DIV/0!": (2007, "xlErrDiv0"),
    "#VALUE!": (2015, "xlErrValue"),
    "#REF!": (2023, "xlErrRef"),
    "#NAME?": (2029, "xlErrName"),
    "#NUM!": (2036, "xlErrNum"),
    "#N/A": (2042, "xlErrNA"),
}
"""Agreed text -> VBA's number of that cell error and its name in Excel."""
_HEAD: Final = """\
Attribute VB_Name = "{module}"
' Baccarat's drawing rules, payments and exact chances as functions for Excel on Windows, through xlwings.
' {generated} Change nothing here; make it again.
' Needs a reference to the xlwings add-in (or the module xlwings.bas), and baccarat-xl in its Python.
' Import this module, or baccarat_xl_alone.bas (which needs no Python): one of the two, never both.
' Errors are real cell errors. Run RegisterBaccaratFunctions once: help in the function wizard.
Option Explicit

Private Const UDF_MODULE As String = "{udfs}"
Private lastProblem As String

"""
_FUNCTION: Final = """\
' {summary}
Public Function {name}({parameters}) As Variant
    {name} = Answer("{name}", Array({given}))
End Function

"""
_REST: Final = """\
' Calls Python; whatever goes wrong on the way is #VALUE!, never text.
Private Function Answer(ByVal functionName As String, ByVal arguments As Variant) As Variant
    On Error GoTo failed
    Answer = WithErrors(XLPy.CallUDF(UDF_MODULE, functionName, arguments, ThisWorkbook, Application.Caller))
    Exit Function
failed:
    lastProblem = functionName & ": " & Err.Description
    Answer = CVErr(2015)
End Function

' Why every cell shows #VALUE!: what the last call that failed said, such as a Python that was not found.
Public Sub ShowLastProblem()
    MsgBox IIf(lastProblem = "", "No call has failed.", lastProblem), , "Baccarat functions"
End Sub

' An argument as xlwings takes it: left out is empty, a range stays a range.
Private Function Given(Optional ByRef cell As Variant) As Variant
    If IsMissing(cell) Then
        Given = Empty
    ElseIf IsObject(cell) Then
        Set Given = cell
    Else
        Given = cell
    End If
End Function

' One value, or rows of values, with the agreed texts turned into cell errors.
Private Function WithErrors(ByVal result As Variant) As Variant
    Dim i As Long, j As Long
    If Not IsArray(result) Then
        WithErrors = AsCell(result)
        Exit Function
    End If
    For i = LBound(result, 1) To UBound(result, 1)
        For j = LBound(result, 2) To UBound(result, 2)
            result(i, j) = AsCell(result(i, j))
        Next j
    Next i
    If LBound(result, 1) = UBound(result, 1) And LBound(result, 2) = UBound(result, 2) Then
        WithErrors = result(LBound(result, 1), LBound(result, 2))
    Else
        WithErrors = result
    End If
End Function

Private Function AsCell(ByVal value As Variant) As Variant
    AsCell = value
    If VarType(value) <> vbString Then Exit Function
    Select Case value
{cases}
    End Select
End Function

' Category, description and argument help for the function wizard, kept with the workbook when it is saved.
' All open workbooks are worked out anew: cells that show #NAME? then find the functions.
Public Sub RegisterBaccaratFunctions()
{registrations}
    Application.CalculateFullRebuild
End Sub

' Checks this workbook's rounds and formulas: findings on a sheet of their own, their cells marked.
Public Sub CheckThisWorkbook()
    RunPython "{check}"
End Sub

' Gives the marked cells their colours back and removes the sheet of findings.
Public Sub UndoBaccaratMarks()
    RunPython "{undo}"
End Sub

Private Sub Describe(ByVal functionName As String, ByVal summary As String, ByVal argumentHelp As Variant)
    Application.MacroOptions _
        Macro:="'" & ThisWorkbook.Name & "'!" & functionName, _
        Description:=summary, _
        Category:="{category}", _
        ArgumentDescriptions:=argumentHelp
End Sub
"""


def wrapper_text(udfs: str = READY_MODULE) -> str:
    """The module's text with line breaks as ``\\n``; write it with ``\\r\\n``, or VBA will not import it.

    ``udfs`` is the Python module that holds the UDFs.
    """
    head = _HEAD.format(module=MODULE_NAME, generated=generated_from("baccarat-xl addin xlwings"), udfs=udfs)
    cases = "\n".join(
        f"        Case {literal(text)}: AsCell = CVErr({number}) ' {name}"
        for text, (number, name) in ERROR_NUMBERS.items()
    )
    tail = _REST.format(
        cases=cases,
        category=CATEGORY,
        registrations="\n".join(map(_registration, FUNCTIONS)),
        check=CHECK,
        undo=UNDO,
    )
    return head + "".join(map(_function, FUNCTIONS)) + tail


def wrapper_file() -> bytes:
    """The module as a file: VBA imports no module whose lines end otherwise."""
    return wrapper_text().replace("\n", "\r\n").encode("ascii")


def _function(function: Function[object]) -> str:
    return _FUNCTION.format(
        summary=function.summary,
        name=function.name,
        parameters=", ".join(map(_parameter, function.arguments)),
        given=", ".join(f"Given({argument.name})" for argument in function.arguments),
    )


def _parameter(argument: Argument) -> str:
    return f"{'Optional ' * argument.optional}{argument.name} As Variant"


def _registration(function: Function[object]) -> str:
    help_texts = ", _\n        ".join(literal(argument.help) for argument in function.arguments)
    name, summary = literal(function.name), literal(function.summary)
    return f"    Describe {name}, _\n        {summary}, _\n        Array({help_texts})"
