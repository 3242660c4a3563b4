"""The named functions put into workbooks that are there already."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import ironcalc
import openpyxl
import pytest
import xlsxwriter

from baccarat_xl.cli import main
from baccarat_xl.cli.exit_codes import Exit
from baccarat_xl.functions.hosts.named_lambda.excel_labs import excel_labs_text
from baccarat_xl.functions.hosts.named_lambda.payments import whole_definitions
from baccarat_xl.functions.hosts.named_lambda.text import stored
from tests.conftest import Soffice


def _own_book(path: Path, name: str = "Zebra", refers: str = "=Sheet1!$A$1") -> Path:
    """A workbook with a name, a chart, a call and a note."""
    book = xlsxwriter.Workbook(str(path))
    book.define_name(name, refers)
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, [3, 8])
    sheet.write_formula(0, 2, "=BANKER_DRAWS(A1,B1)")
    sheet.write_comment(0, 0, "mine")
    chart = book.add_chart({"type": "column"})
    chart.add_series({"values": "=Sheet1!$A$1:$B$1"})
    sheet.insert_chart("E2", chart)
    book.close()
    return path


def _into(source: Path, target: Path, *more: str) -> int:
    return main(["addin", "lambda", "--into", str(source), "-o", str(target), *more])


def _parts(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as package:
        return {name: package.read(name) for name in package.namelist()}


def test_a_workbook_gets_the_names_and_keeps_every_other_part(tmp_path: Path) -> None:
    own, out, again = _own_book(tmp_path / "in.xlsx"), tmp_path / "out.xlsx", tmp_path / "again.xlsx"
    before = own.read_bytes()
    assert _into(own, out) == Exit.CLEAN
    assert own.read_bytes() == before
    old, new = _parts(own), _parts(out)
    assert list(old) == list(new)
    assert [name for name in old if old[name] != new[name]] == ["xl/workbook.xml"]
    names = openpyxl.load_workbook(out).defined_names
    for definition in whole_definitions():
        name = names[definition.name]
        assert (name.attr_text, name.comment) == (definition.formula_for_file, definition.comment)
    assert names["Zebra"].attr_text == "Sheet1!$A$1"
    model = ironcalc.load_from_xlsx(str(out), "en", "UTC", "en")
    model.evaluate()
    assert model.get_cell_value(0, 1, 3) is False
    assert _into(out, again) == Exit.CLEAN
    assert _parts(again) == new


def test_a_workbook_whose_tags_have_a_prefix(tmp_path: Path) -> None:
    plain, prefixed = _own_book(tmp_path / "plain.xlsx"), tmp_path / "prefixed.xlsx"
    with zipfile.ZipFile(prefixed, "w") as package:
        for name, content in _parts(plain).items():
            if name == "xl/workbook.xml":
                text = re.sub(r"<(/?)(?=[a-zA-Z])", r"<\1x:", content.decode())
                content = text.replace("xmlns=", "xmlns:x=", 1).encode()
            package.writestr(name, content)
    assert _into(prefixed, tmp_path / "out.xlsx") == Exit.CLEAN
    names = openpyxl.load_workbook(tmp_path / "out.xlsx").defined_names
    assert set(names) == {"Zebra", *(definition.name for definition in whole_definitions())}


@pytest.mark.libreoffice
def test_a_workbook_that_libreoffice_saved(tmp_path: Path, soffice: Soffice) -> None:
    saved = soffice.convert(_own_book(tmp_path / "in.xlsx"))
    assert _into(saved, tmp_path / "out.xlsx") == Exit.CLEAN
    model = ironcalc.load_from_xlsx(str(tmp_path / "out.xlsx"), "en", "UTC", "en")
    model.evaluate()
    # LibreOffice stores a call of a name that it did not know in lower case.
    assert model.get_cell_value(0, 1, 3) is False


def test_what_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own, out = _own_book(tmp_path / "own.xlsx", "WINNER", "=Sheet1!$B$1"), tmp_path / "out.xlsx"
    (tmp_path / "text.csv").write_text("a,b\n1,2\n")
    assert _into(own, out) == Exit.USAGE
    assert "WINNER" in capsys.readouterr().err
    assert _into(tmp_path / "text.csv", out) == Exit.REFUSED
    assert "no Excel workbook" in capsys.readouterr().err
    assert _into(tmp_path / "none.xlsx", out) == Exit.REFUSED
    assert _into(own, own, "--force") == Exit.USAGE
    assert not out.exists()
    out.write_text("mine")
    assert _into(_own_book(tmp_path / "in.xlsx"), out) == Exit.USAGE
    assert out.read_text() == "mine"
    assert main(["addin", "vba", "--into", str(own), "-o", str(tmp_path / "x")]) == Exit.USAGE


def test_excel_labs_reads_the_same_definitions() -> None:
    text = excel_labs_text()
    assert "\t" not in text
    assert "\r" not in text
    entries = re.findall(r"/\*\* (.*?) \*/\n([A-Z_0-9]+) = (.*?);\n(?:\n|\Z)", text, re.DOTALL)
    assert [(name, stored(formula), comment) for comment, name, formula in entries] == [
        (d.name, d.formula_for_file, d.comment) for d in whole_definitions()
    ]
