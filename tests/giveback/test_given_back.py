"""Templates of a user's own, out of the workbooks of many producers: what filling changes, and what not."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from baccarat_xl.audit.engine import check
from baccarat_xl.cli import main
from baccarat_xl.giveback.annotate import annotate
from baccarat_xl.giveback.undo import undo
from baccarat_xl.templates.fill import fill
from tests.giveback.conftest import NAMES, READ_BY_OPENPYXL
from tests.giveback.own_templates import HEADER_ROW, SHEET, TABLE, own_template, rounds_to_fill
from tests.giveback.producers import ALWAYS
from tests.giveback.table import contents, differences, listed

every_book = pytest.mark.parametrize("book", NAMES, indirect=True)
every_openpyxl = pytest.mark.parametrize("book", READ_BY_OPENPYXL, indirect=True)
PAGE = Path(__file__).parents[2] / "docs" / "given-back.md"


@every_book
def test_filling_changes_the_table_s_own_parts(book: Path, tmp_path: Path) -> None:
    template, out = own_template(book, tmp_path / f"own{book.suffix}"), tmp_path / f"out{book.suffix}"
    before = template.read_bytes()
    result = fill(template, rounds_to_fill(tmp_path), out)
    assert template.read_bytes() == before
    changed, added, gone = differences(template, out)
    assert changed == {SHEET, TABLE, "xl/workbook.xml", "xl/styles.xml"}
    assert not added | gone
    assert (result.first_row, result.last_row) == (HEADER_ROW + 1, HEADER_ROW + 3)
    assert result.unknown_columns == []


@every_book
def test_without_a_text_like_a_formula_the_styles_stay(book: Path, tmp_path: Path) -> None:
    template, out = own_template(book, tmp_path / f"own{book.suffix}"), tmp_path / f"out{book.suffix}"
    rounds = rounds_to_fill(tmp_path)
    rounds.write_text(rounds.read_text("utf-8").replace("=1+1", "Eve"), "utf-8")
    fill(template, rounds, out)
    assert differences(template, out)[0] == {SHEET, TABLE, "xl/workbook.xml"}


@every_openpyxl
def test_the_rounds_are_in_it_and_all_else_is_read_as_before(book: Path, tmp_path: Path) -> None:
    template, out = own_template(book, tmp_path / f"own{book.suffix}"), tmp_path / f"out{book.suffix}"
    fill(template, rounds_to_fill(tmp_path), out)
    one, two = openpyxl.load_workbook(template), openpyxl.load_workbook(out)
    sheet = two["Own rounds"]
    assert sheet.tables["Own"].ref == f"A{HEADER_ROW}:J{HEADER_ROW + 3}"
    rows = [list(row) for row in sheet.iter_rows(min_row=HEADER_ROW + 1, values_only=True)]
    assert [row[0] for row in rows] == [1, 2, 3]
    assert [row[8] for row in rows] == ["Ann", "Bob", "=1+1"]
    assert sheet.cell(HEADER_ROW + 3, 9).data_type == "s"
    assert [row[9] for row in rows] == [f"=A{number}*2" for number in range(4, 7)]
    assert sheet["A1"].value == "The Grand, table 7"
    for before in one:
        if before.title != "Own rounds":
            after = [list(row) for row in two[before.title].iter_rows(values_only=True)]
            assert after == [list(row) for row in before.iter_rows(values_only=True)]


@every_book
def test_what_was_filled_is_annotated_and_had_again(book: Path, tmp_path: Path) -> None:
    template, out = own_template(book, tmp_path / f"own{book.suffix}"), tmp_path / f"out{book.suffix}"
    fill(template, rounds_to_fill(tmp_path), out)
    result = check([out])
    assert [(one.sheet, one.cell) for one in result.findings if one.sheet == "Own rounds"] == [
        ("Own rounds", f"H{HEADER_ROW + 3}")
    ]
    annotate(out, result, tmp_path / f"copy{book.suffix}")
    undo(tmp_path / f"copy{book.suffix}", tmp_path / "back")
    assert (tmp_path / "back").read_bytes() == out.read_bytes()


# ---------------------------------------------------------------------- the page
def test_the_page_names_every_producer(made: dict[str, Path]) -> None:
    lines = PAGE.read_text("utf-8").splitlines()
    rows = {line.split(" | ")[0].removeprefix("| "): line for line in lines if line.startswith("| ")}
    assert set(ALWAYS) <= set(rows)
    assert {"Gnumeric", "LibreOffice, .xlsx", "LibreOffice, .ods", "Gnumeric, .ods"} <= set(rows)
    for name, path in made.items():
        assert contents(path) in rows[name]


@every_book
def test_the_page_says_what_is_so(
    book: Path, made: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = next(name for name, path in made.items() if path == book)
    (line,) = (one for one in PAGE.read_text("utf-8").splitlines() if one.startswith(f"| {name} |"))
    cells = [cell.strip() for cell in line.strip("|").split(" | ")]
    copy, fixed = tmp_path / f"copy{book.suffix}", tmp_path / f"fixed{book.suffix}"
    assert main(["check", str(book), "--annotate", str(copy)]) == 1
    changed, added, gone = differences(book, copy)
    assert (listed(changed), listed(added), gone) == (cells[3], cells[4], set())
    capsys.readouterr()
    code = main(["fix", str(book), "-o", str(fixed)])
    if code == 1:
        assert listed(differences(book, fixed)[0]) == cells[5]
    else:
        said = capsys.readouterr().err.strip().partition(": ")[2]
        assert cells[5] == f"refused ({code}): {said}"
    assert cells[7] == "the same bytes"
