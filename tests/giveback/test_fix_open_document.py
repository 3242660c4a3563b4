"""Repairs of OpenDocument spreadsheets: cells and formulas in their own words, all else as it was."""

from __future__ import annotations

import itertools
import subprocess
from pathlib import Path

import pytest

from baccarat_xl.audit.engine import Options, check
from baccarat_xl.cli import main
from baccarat_xl.giveback.fix import NO_WORDS, Fixed, fix
from baccarat_xl.giveback.open_document.formulas import as_open_formula
from baccarat_xl.workbook.open_formula import as_excel
from tests.audit.formula_books import BANKER_EMPTY_AS_0, ROUNDS, log_book
from tests.conftest import Soffice
from tests.giveback.open_documents import NAMES, by_hand, cell, document, package, row, sheets_of
from tests.giveback.test_annotate import raw
from tests.giveback.test_fix import REST
from tests.giveback.test_open_document import WRONG, log, runs  # noqa: F401

CHANGED = {(11, 7), (12, 9)}


def repaired(path: Path, out: Path, *, unsafe: bool = False) -> Fixed:
    options = Options()
    return fix(path, check([path], options).findings, options, out, unsafe=unsafe)


@pytest.mark.libreoffice
def test_one_part_changes_at_two_cells(log: Path, tmp_path: Path) -> None:  # noqa: F811
    out = tmp_path / "fixed.ods"
    done = repaired(log, out)
    before, after = raw(log), raw(out)
    assert list(before) == list(after)
    assert {name for name in before if before[name] != after[name]} == set(done.changed) == {"content.xml"}
    assert [(one.address, one.before, one.after) for one in done.repairs] == [
        ("H11", "18", "8"),
        ("J12", "Banker", "Tie"),
    ]
    one, two = sheets_of(log), sheets_of(out)
    assert list(one) == list(two)
    for name, sheet in one.items():
        there = CHANGED if name == "Shoe 1" else set()
        assert {place for place in sheet.cells if sheet.cells[place] != two[name].cells[place]} == there
        assert (sheet.notes, sheet.styles) == (two[name].notes, two[name].styles)
    assert [one.cell for one in check([out]).findings] == ["G7", "G8", "G9"]


@pytest.mark.libreoffice
def test_libreoffice_reads_the_repaired_cells(log: Path, soffice: Soffice, tmp_path: Path) -> None:  # noqa: F811
    out = tmp_path / "fixed.ods"
    repaired(log, out)
    one, two = soffice.values(log, "Shoe 1"), soffice.values(out, "Shoe 1")
    differ = {(r, c) for r, line in enumerate(one, 1) for c, v in enumerate(line) if v != two[r - 1][c]}
    assert differ == CHANGED
    assert (two[10][7], two[11][9]) == (8, "Tie")


@pytest.fixture
def formulas(tmp_path: Path, soffice: Soffice) -> Path:
    """A wrong column, a cell that drifted, a typed total, values that nobody computed."""
    columns = {"Banker draws": BANKER_EMPTY_AS_0, **REST}
    over = {"H5": 7, "J6": '=IF(I6<=5,"D","S")'}
    return soffice.convert(log_book(tmp_path / "log.xlsx", columns, over=over), "ods")


@pytest.mark.libreoffice
@pytest.mark.parametrize("unsafe", [False, True])
def test_formulas_are_proved_and_stored_values_right(
    formulas: Path, soffice: Soffice, tmp_path: Path, unsafe: bool
) -> None:
    out = tmp_path / "fixed.ods"
    done = repaired(formulas, out, unsafe=unsafe)
    assert done.changed == ("content.xml",)
    result = check([out])
    assert {one.verdict for one in result.formulas} == {"proved"}
    assert [one.rule for one in result.findings] == ([] if unsafe else ["BACC303"])
    computed = soffice.values(out)
    assert [line[13] for line in computed[1:]] == list(range(1, len(ROUNDS) + 1))
    stored = sheets_of(out)["Shoe 1"]
    for number, line in enumerate(computed[1:], 2):
        for column in range(7, 13):
            known = {key.rpartition("}")[2]: value for key, value in stored.cells[number, column][0]}  # type: ignore[attr-defined]
            shown = stored.cells[number, column][1][0]  # type: ignore[index]
            assert line[column] == (float(known["value"]) if "value" in known else shown)


@pytest.mark.libreoffice
def test_what_is_not_stored_is_computed_without_being_asked_to(
    formulas: Path, soffice: Soffice, tmp_path: Path
) -> None:
    """By a profile that computes nothing but what lacks a value."""
    out = tmp_path / "fixed.ods"
    assert repaired(formulas, out).unstored == len(ROUNDS)
    profile = tmp_path / "profile"
    command = [soffice.program, f"-env:UserInstallation={profile.as_uri()}", "--headless"]
    command += ["--convert-to", "csv", "--outdir", str(tmp_path), str(out)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    lines = (tmp_path / "fixed.csv").read_text("utf-8").splitlines()
    assert [line.split(",")[13] for line in lines[1:]] == [str(n) for n in range(1, len(ROUNDS) + 1)]


def test_a_run_of_equal_rows_is_split(tmp_path: Path) -> None:
    header = row(*map(cell, ("P1", "P2", "P3", "B1", "B2", "B3", "Player total")))
    right = row(*map(cell, ("9", "K", None, "5", "3", None, 9)))
    cells = [cell(one) for one in ("7", "8", "2", "Q", "6")]
    wrong = row(*cells, cell(), cell(17), attributes=' table:number-rows-repeated="4"')
    path, out = runs(tmp_path / "log.ods", header + right * 5 + wrong), tmp_path / "fixed.ods"
    result = check([path])
    some = [one for one in result.findings if one.cell in ("G8", "G10")]
    assert len(result.findings) == 4
    fix(path, some, Options(), out)
    one, two = sheets_of(path)["Log"], sheets_of(out)["Log"]
    assert {place for place in one.cells if one.cells[place] != two.cells[place]} == {(8, 6), (10, 6)}
    assert [each.cell for each in check([out]).findings] == ["G7", "G9"]


def test_a_note_and_what_else_is_in_the_cell_stay(tmp_path: Path) -> None:
    note = "<office:annotation><text:p>mine</text:p></office:annotation>"
    header = row(*map(cell, ("P1", "P2", "P3", "B1", "B2", "B3", "Outcome")))
    right = row(*map(cell, ("9", "K", None, "5", "3", None, "Player")))
    wrong = row(*map(cell, ("9", "K", None, "5", "3", None)), cell("Tie", "", note))
    path, out = runs(tmp_path / "log.ods", header + right * 5 + wrong), tmp_path / "fixed.ods"
    repaired(path, out)
    assert sheets_of(out)["Log"].notes == {(7, 6): "mine"}
    assert sheets_of(out)["Log"].cells[7, 6][1] == ("Player",)
    assert check([out]).findings == []


def test_unsafe_clears_a_card(tmp_path: Path) -> None:
    header = row(*map(cell, ("P1", "P2", "P3", "B1", "B2", "B3")))
    path, out = runs(tmp_path / "log.ods", header + row(*map(cell, WRONG))), tmp_path / "fixed.ods"
    repaired(path, out, unsafe=True)
    assert (2, 5) not in sheets_of(out)["Log"].cells
    assert check([out]).findings == []


def test_a_formula_without_words_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = NAMES | {"of": "urn:oasis:names:tc:opendocument:xmlns:of:1.2"}
    header = row(*map(cell, ("P1", "P2", "P3", "B1", "B2", "B3", "Player initial total")))
    lines = []
    for number, (one, two) in enumerate(((9, 8), (2, 3), (7, 7), (4, 1)), 2):
        formula = f' table:formula="of:=[.A{number}]+[.B{number}]"'
        lines.append(row(*map(cell, (one, two, None, 2, 6, None)), cell(one + two, formula)))
    table = f'<table:table table:name="Log">{header}{"".join(lines)}</table:table>'
    path, out = package(tmp_path / "log.ods", document(table, names=names)), tmp_path / "fixed.ods"
    done = repaired(path, out)
    assert [one.finding.rule for one in done.repairs] == ["BACC301"]
    assert {one.verdict for one in check([out]).formulas} == {"proved"}
    monkeypatch.setattr("baccarat_xl.giveback.open_document.formulas.as_open_formula", lambda _: None)
    done = repaired(path, tmp_path / "other.ods")
    assert NO_WORDS in [one.why for one in done.left]
    assert not [one for one in done.repairs if one.finding.rule == "BACC301"]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out, copy = by_hand(tmp_path / "log.ods"), tmp_path / "fixed.ods", tmp_path / "copy.ods"
    assert main(["fix", str(path), "-o", str(out)]) == 1
    assert "2 repairs, 3 findings left" in capsys.readouterr().out
    assert main(["check", str(path), "--annotate", str(copy)]) == 1
    assert main(["fix", str(copy), "-o", str(tmp_path / "no.ods")]) == 3
    assert "undo" in capsys.readouterr().err


# ---------------------------------------------------------------------- formulas in words
PIECES = (
    "A1",
    "$B$2",
    "C3:D$4",
    "Cards!A1",
    "'My sheet'!$A$1:B2",
    '"a;b ""c"" [.A1]"',
    "1.5",
    "TRUE",
    "#N/A",
    "{1,2;3,4}",
    "-A1%",
    'SWITCH(A1,1,"x",2)',
    "Vig",
)


@pytest.mark.parametrize(("one", "two"), list(itertools.product(PIECES, repeat=2)))
def test_words_and_back(one: str, two: str) -> None:
    for pattern in ("IF({},{},0)", "{}&{}", "MAX(SUM({}),{})"):
        text = pattern.format(one, two) if "{}" in pattern else pattern
        made = as_open_formula(text)
        assert made is not None
        assert as_excel(f"of:={made}") == text.replace("TRUE", "TRUE()").replace("TRUE()()", "TRUE()")


@pytest.mark.parametrize(
    "text", ["LET(x,A1,x)", "Log[[#This Row],[P1]]", "(A1,B2)", "A1 B2", "XLOOKUP(1,A:A,B:B)"]
)
def test_what_has_no_words(text: str) -> None:
    assert as_open_formula(text) is None
