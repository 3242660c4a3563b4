"""Formulas in the shapes that programs and people give them: shared, array, in tables, on other sheets."""

from __future__ import annotations

import re
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.table import Table

from baccarat_xl.audit.engine import check
from baccarat_xl.audit.finding import CheckResult
from tests.audit.made_elsewhere import (
    COLUMNS,
    FIRST,
    HEADERS,
    LOOKED_UP,
    NESTED,
    Log,
    faults,
    recorded,
    workbook,
)

LAST = FIRST + len(recorded()) - 1
TOTALS = ("pi", "bi", "bd")


def small(log: Log, *keys: str) -> Log:
    """The same log with few formula columns."""
    kept = {key: text for key, text in log.formulas.items() if key in (keys or TOTALS)}
    return replace(log, formulas=kept)


def verdicts(result: CheckResult) -> dict[str, str]:
    """``Sheet!cells`` -> verdict, and the known fault where one is its exact cause."""
    return {
        f"{one.sheet}!{one.cells}": f"{one.verdict} {one.cause.id}"
        if one.cause and one.cause.exact
        else one.verdict
        for one in result.formulas
    }


def saved(book: Workbook, tmp_path: Path) -> CheckResult:
    path = tmp_path / "log.xlsx"
    book.save(path)
    return check([path])


def expected(sheet: str, *, first: int = FIRST, last: int = LAST, banker: str) -> dict[str, str]:
    return {
        f"{sheet}!H{first}:H{last}": "proved",
        f"{sheet}!I{first}:I{last}": "proved",
        f"{sheet}!L{first}:L{last}": banker,
    }


def shared(xml: str) -> str:
    """Columns of copies as Excel fills them down: the first cell holds the formula, the others its number."""
    numbers: dict[str, int] = {}

    def rewritten(match: re.Match[str]) -> str:
        cell, column, row, text = match.groups()
        if column in numbers:
            return f'{cell}<f t="shared" si="{numbers[column]}"/>'
        numbers[column] = len(numbers)
        return f'{cell}<f t="shared" ref="{column}{row}:{column}{LAST}" si="{numbers[column]}">{text}</f>'

    return re.sub(r'(<c r="([A-Z]+)(\d+)"[^>]*>)<f>([^<]*)</f>', rewritten, xml)


def test_shared_formulas(tmp_path: Path) -> None:
    plain, path = tmp_path / "plain.xlsx", tmp_path / "shared.xlsx"
    workbook({"Shoe 1": small(faults("looked up")["F07"])}).save(plain)
    with zipfile.ZipFile(plain) as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            if name == "xl/worksheets/sheet1.xml":
                data = shared(data.decode()).encode()
                assert data.count(b'<f t="shared" si=') == 3 * (LAST - FIRST)
            target.writestr(name, data)
    assert verdicts(check([path])) == expected("Shoe 1", banker="refuted F07")


def test_array_formulas_of_one_cell(tmp_path: Path) -> None:
    book = workbook({"Shoe 1": small(faults("nested")["F10"])})
    sheet = book["Shoe 1"]
    for row in range(FIRST, LAST + 1):
        for column in "HIL":
            place = f"{column}{row}"
            sheet[place] = ArrayFormula(place, sheet[place].value)
    assert verdicts(saved(book, tmp_path)) == expected("Shoe 1", banker="refuted F10")


def test_structured_references(tmp_path: Path) -> None:
    book = workbook({"Shoe 1": small(faults("joined")["F13"])})
    sheet = book["Shoe 1"]
    headers = {letter: HEADERS[key] for key, letter in COLUMNS.items()}
    for row in range(FIRST, LAST + 1):
        for column in "HIL":
            text = sheet[f"{column}{row}"].value
            sheet[f"{column}{row}"] = re.sub(
                rf"\b([A-O]){row}\b", lambda m: f"Rounds[[#This Row],[{headers[m[1]]}]]", text
            )
    assert "Rounds[[#This Row],[P3]]" in sheet[f"L{FIRST}"].value
    sheet.add_table(Table(displayName="Rounds", ref=f"A{FIRST - 1}:O{LAST}"))
    assert verdicts(saved(book, tmp_path)) == expected("Shoe 1", banker="refuted F13")


@pytest.mark.parametrize("state", ["hidden", "veryHidden"])
def test_hidden_sheets(state: str, tmp_path: Path) -> None:
    book = workbook({"Front": replace(NESTED, formulas={}), "Shoe 1": small(faults("nested")["F08"])})
    book["Shoe 1"].sheet_state = state
    assert verdicts(saved(book, tmp_path)) == expected("Shoe 1", banker="refuted F08")


def test_headers_of_two_rows_with_merged_cells(tmp_path: Path) -> None:
    book = workbook({"Shoe 1": small(faults("nested")["F14"])})
    sheet = book["Shoe 1"]
    for place, text in {"B": "Player", "E": "Banker", "H": "Total", "K": "Draws", "M": "Final"}.items():
        sheet[f"{place}2"] = text
    for merged in ("B2:D2", "E2:G2", "H2:I2", "K2:L2", "M2:N2"):
        sheet.merge_cells(merged)
    hands = ["Card 1", "Card 2", "Card 3"]
    pairs = ["Player", "Banker", "Natural", "Player", "Banker", "Player", "Banker", "Result"]
    for place, text in zip("BCDEFGHIJKLMNO", [*hands, *hands, *pairs], strict=True):
        sheet[f"{place}3"] = text
    assert verdicts(saved(book, tmp_path)) == expected("Shoe 1", banker="refuted F14")


def test_two_tables_one_below_the_other(tmp_path: Path) -> None:
    log = small(faults("nested")["F05"], *TOTALS, "pf")
    book = workbook({"Shoe 1": log})
    sheet, below, right = book["Shoe 1"], 45, small(NESTED, *TOTALS, "pf")
    for row in range(FIRST - 1, LAST + 1):
        for letter in COLUMNS.values():
            sheet[f"{letter}{row + below}"] = sheet[f"{letter}{row}"].value
        if row >= FIRST:
            for key in right.formulas:
                sheet[f"{COLUMNS[key]}{row + below}"] = right.formula(key, row + below)
    assert verdicts(saved(book, tmp_path)) == {
        **expected("Shoe 1", banker="refuted F05"),
        **expected("Shoe 1", first=FIRST + below, last=LAST + below, banker="proved"),
        f"Shoe 1!M{FIRST}:M{LAST}": "proved",
        f"Shoe 1!M{FIRST + below}:M{LAST + below}": "proved",
    }


def test_a_drifted_copy_and_a_typed_value_are_told_at_their_cells(tmp_path: Path) -> None:
    book = workbook({"Shoe 1": small(NESTED)})
    sheet = book["Shoe 1"]
    sheet["L20"] = sheet["L20"].value.replace("I20<=5", "I20<=6")
    sheet["H30"] = 7
    result = saved(book, tmp_path)
    found = verdicts(result)
    assert found["Shoe 1!L20"] == "refuted F08"
    assert found[f"Shoe 1!L{FIRST}:L19, L21:L{LAST}"] == "proved"
    assert found[f"Shoe 1!H{FIRST}:H29, H31:H{LAST}"] == "proved"
    told = {
        (f.rule, f.cell, f.severity) for f in result.findings if f.rule in ("BACC301", "BACC302", "BACC303")
    }
    assert told == {("BACC302", "L20", "error"), ("BACC303", "H30", "warning")}


# Right formulas of Banker's decision, what to alter in them, and the fault that this makes.
FUNCTIONS = {
    "IFS": (
        "_xlfn.IFS({pi}>5,IF({bi}<6,{D},{S}),{bi}<3,{D},AND({bi}=3,{p3}<>8),{D},AND({bi}=4,{p3}>1,{p3}<8),{D},"
        "AND({bi}=5,{p3}>3,{p3}<8),{D},AND({bi}=6,{p3}>5,{p3}<8),{D},TRUE,{S})",
        ("{bi}<3", "{bi}<4", "F14"),
    ),
    "SWITCH": (
        "IF({pi}>5,IF({bi}<6,{D},{S}),_xlfn.SWITCH({bi},0,{D},1,{D},2,{D},3,IF({p3}=8,{S},{D}),4,"
        "IF(AND({p3}>1,{p3}<8),{D},{S}),5,IF(AND({p3}>3,{p3}<8),{D},{S}),6,IF(AND({p3}>5,{p3}<8),{D},{S}),{S}))",
        ("IF({p3}=8,{S},{D})", "{D}", "F14"),
    ),
    "LET": (
        "_xlfn.LET(_xlpm.b,{bi},_xlpm.t,{p3},IF({pi}>5,IF(_xlpm.b<6,{D},{S}),IF(OR(_xlpm.b<3,"
        "AND(_xlpm.b=3,_xlpm.t<>8),AND(_xlpm.b=4,_xlpm.t>1,_xlpm.t<8),AND(_xlpm.b=5,_xlpm.t>3,_xlpm.t<8),"
        "AND(_xlpm.b=6,_xlpm.t>5,_xlpm.t<8)),{D},{S})))",
        ("_xlpm.t<>8", "_xlpm.t<8", "F13"),
    ),
    "TRUNC": (
        "IF({pi}>5,IF({bi}<6,{D},{S}),IF({bi}<=3+TRUNC(({p3}-IF({p3}>7,10,0))/2),{D},{S}))",
        ("TRUNC(", "INT(", "F13"),
    ),
    "MID": (
        'IF({pi}>5,IF({bi}<6,{D},{S}),IF(MID("3344556623",{p3}+1,1)*1>={bi},{D},{S}))',
        ("3344556623", "3344556622", "F13"),
    ),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_other_functions(name: str, tmp_path: Path) -> None:
    text, (old, new, fault) = FUNCTIONS[name]
    right = "=IF(OR({pi}>7,{bi}>7),{S}," + text + ")"
    assert right.count(old) == 1
    logs = {"Right": right, "Wrong": right.replace(old, new)}
    book = workbook({title: small(NESTED.changed(bd=formula)) for title, formula in logs.items()})
    assert verdicts(saved(book, tmp_path)) == {
        **expected("Right", banker="proved"),
        **expected("Wrong", banker=f"refuted {fault}"),
    }


def test_a_look_up_table_with_one_wrong_cell(tmp_path: Path) -> None:
    log = faults("looked up")["F12"]
    assert log.formulas["bd"] != LOOKED_UP.formulas["bd"]
    found = verdicts(saved(workbook({"Shoe 1": small(log), "Shoe 2": small(LOOKED_UP)}), tmp_path))
    assert found == {**expected("Shoe 1", banker="refuted F12"), **expected("Shoe 2", banker="proved")}
