"""The text of the VBA module that stands alone: what can be imported, and where its data comes from."""

from __future__ import annotations

import re

import pytest

from baccarat_xl.functions.hosts.catalogue import host
from baccarat_xl.functions.hosts.vba.alone import BODIES, MODULE_NAME, module_file, module_text
from baccarat_xl.functions.hosts.vba.tables import constant
from baccarat_xl.functions.registry import HELP_LIMIT, literal
from baccarat_xl.functions.whole_library import FUNCTIONS
from baccarat_xl.rules.cards import SUITS

TEXT = module_text()


def test_one_public_function_for_each() -> None:
    found = re.findall(r"^Public Function (\w+)\((.*)\) As Variant$", TEXT, re.MULTILINE)
    assert [name for name, _ in found] == [function.name for function in FUNCTIONS] == list(BODIES)
    for (_, parameters), function in zip(found, FUNCTIONS, strict=True):
        assert [p.startswith("Optional ") for p in parameters.split(", ")] == [
            a.optional for a in function.arguments
        ]
        assert [p.split()[-3] for p in parameters.split(", ")] == [a.name for a in function.arguments]


def test_what_vba_can_import() -> None:
    assert TEXT.startswith(f'Attribute VB_Name = "{MODULE_NAME}"\n')
    assert TEXT.isascii()
    assert "@" not in re.sub(r"'.*", "", TEXT)
    assert max(map(len, TEXT.splitlines())) <= 1023
    assert max(run.count("\n") for run in re.findall(r"(?:.* _\n)+", TEXT)) <= 24
    for body in re.split(r"^End (?:Function|Sub)\n", TEXT, flags=re.MULTILINE):
        assert len(body) < 64 * 1024
    assert module_file().count(b"\r\n") == module_file().count(b"\n") == TEXT.count("\n")


def test_blocks_are_closed() -> None:
    for opening in ("Function", "Sub", "Select Case", "With"):
        started = re.findall(rf"^ *(?:Public |Private )?{opening} ", TEXT, re.MULTILINE)
        assert len(started) == len(re.findall(rf"^ *End {opening.split()[0]}$", TEXT, re.MULTILINE)), opening
    assert len(re.findall(r"^#If LibreOffice Then$", TEXT, re.MULTILINE)) == TEXT.count("\n#End If\n")
    declared = TEXT[: TEXT.index("Public Function")]
    assert len(re.findall(r"^Private (?:Const )?\w+ As ", TEXT, re.MULTILINE)) == len(
        re.findall(r"^Private (?:Const )?\w+ As ", declared, re.MULTILINE)
    )


def test_names_differ_in_more_than_case() -> None:
    """VBA does not tell upper from lower case, and an argument would hide a constant of its name."""
    procedures = re.findall(r"^(?:Public|Private) (?:Function|Sub) (\w+)\(", TEXT, re.MULTILINE)
    values = re.findall(r"^Private (?:Const )?(\w+) As ", TEXT, re.MULTILINE)
    names = [name.casefold() for name in (*procedures, *values)]
    assert len(names) == len(set(names))
    for name, parameters in re.findall(r"^(?:Public|Private) Function (\w+)\((.*)\) As", TEXT, re.MULTILINE):
        own = [p.split()[-3].removesuffix("()").casefold() for p in parameters.split(", ") if p]
        assert len(own) == len(set(own)), name
        assert not {p for p in own if p in {v.casefold() for v in values}}, name


def test_what_only_libreoffice_has_is_left_out_for_excel() -> None:
    for_excel = re.sub(r"^#If LibreOffice Then\n.*?^#End If\n", "", TEXT, flags=re.MULTILINE | re.DOTALL)
    for word in ("VBASupport", "CreateUno", "getError", "CellRange", "ErrorInCalc", "com.sun.star"):
        assert word in TEXT
        assert word not in for_excel
    used = set(re.findall(r"\b([A-Z]\w+)\(", re.sub(r'"[^"\n]*"|\'.*', "", for_excel)))
    own = set(re.findall(r"^(?:Public|Private) (?:Function|Sub) (\w+)\(", for_excel, re.MULTILINE))
    known = {
        "Abs",
        "Array",
        "AscW",
        "CDbl",
        "CLng",
        "CStr",
        "CVErr",
        "ChrW",
        "IIf",
        "InStr",
        "Int",
        "IsArray",
    }
    known |= {"IsEmpty", "IsError", "IsMissing", "IsObject", "LBound", "Len", "Replace", "Split", "UBound"}
    assert used - own <= known | {"Val", "VarType"}


def test_the_wizard_gets_every_help_text() -> None:
    for function in FUNCTIONS:
        assert literal(function.summary) in TEXT
        assert all(literal(a.help) in TEXT and len(a.help) <= HELP_LIMIT for a in function.arguments)


def test_both_modules_say_that_one_is_enough() -> None:
    files = host("vba").files()
    assert list(files) == ["baccarat_xl_alone.bas", "baccarat_xl.bas"]
    assert b"never both" in files["baccarat_xl_alone.bas"]
    assert b"baccarat_xl_alone.bas" in files["baccarat_xl.bas"]
    assert "never both" in host("vba").needs


@pytest.mark.parametrize("text", [SUITS, "word " * 400, "|a=1|" * 700], ids=["suits", "words", "list"])
def test_constants_fit_into_lines(text: str) -> None:
    made = constant("NAME", text)
    pieces = re.findall(r'"([^"]*)"', made)
    assert len(pieces) <= 24
    assert max(map(len, made.splitlines())) <= 1023
    letters = [chr(int(n)) if n.isdigit() and i % 2 else n for i, n in enumerate("".join(pieces).split("\\"))]
    assert "".join(letters) == text
