"""Annotated copies: what they mark, what they leave alone, and the original had again."""

from __future__ import annotations

import re
import zipfile
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import openpyxl
import pytest

from baccarat_xl.audit.engine import check
from baccarat_xl.audit.finding import Finding
from baccarat_xl.cli import main
from baccarat_xl.cli.exit_codes import Exit
from baccarat_xl.errors import FileUnreadable, OutputError
from baccarat_xl.giveback.annotate import annotate
from baccarat_xl.giveback.original import PART
from baccarat_xl.giveback.sheet_tail import ORDER
from baccarat_xl.giveback.undo import undo
from baccarat_xl.report.sheet_rows import NAME
from tests.conftest import Soffice
from tests.giveback.conftest import NAMES, READ_BY_OPENPYXL
from tests.giveback.producers import MARKED, NOTED, xlsxwriter_rich

every_book = pytest.mark.parametrize("book", NAMES, indirect=True)
every_openpyxl = pytest.mark.parametrize("book", READ_BY_OPENPYXL, indirect=True)
MAY_CHANGE = ("[Content_Types].xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml")


def raw(path: Path) -> dict[str, bytes]:
    """Entry -> its packed bytes as they lie in the file."""
    found = {}
    data = path.read_bytes()
    with zipfile.ZipFile(path) as package:
        for info in package.infolist():
            start = info.header_offset
            start += 30 + int.from_bytes(data[start + 26 : start + 28], "little")
            start += int.from_bytes(data[info.header_offset + 28 : info.header_offset + 30], "little")
            found[info.filename] = data[start : start + info.compress_size]
    return found


def marked(path: Path, out: Path) -> list[Finding]:
    result = check([path])
    annotate(path, result, out)
    return list(result.findings)


@every_book
def test_only_the_parts_that_are_said_change(book: Path, tmp_path: Path) -> None:
    out = tmp_path / f"copy{book.suffix}"
    done = annotate(book, check([book]), out)
    before, after = raw(book), raw(out)
    differ = {name for name in before if before[name] != after.get(name)}
    assert differ == set(done.changed)
    assert set(after) - set(before) == set(done.added)
    sheets = {name for name in differ if name.startswith("xl/worksheets/")}
    notes = {name for name in differ if "comments" in name.lower() or name.endswith(".vml")}
    assert differ - sheets - notes <= set(MAY_CHANGE)
    assert len([name for name in sheets if not name.endswith(".rels")]) == 1


@every_book
def test_every_part_is_well_formed_in_order_and_of_a_kind(book: Path, tmp_path: Path) -> None:
    out = tmp_path / f"copy{book.suffix}"
    done = annotate(book, check([book]), out)
    with zipfile.ZipFile(out) as package:
        kinds = package.read("[Content_Types].xml").decode()
        for name in (*done.changed, *done.added):
            if not name.endswith(".bin"):
                ElementTree.fromstring(package.read(name))
            ending = name.rpartition(".")[2]
            assert name == "[Content_Types].xml" or f'"/{name}"' in kinds or f'Extension="{ending}"' in kinds
        (sheet,) = (n for n in done.changed if re.fullmatch(r"xl/worksheets/\w+\.xml", n))
        names = [one.tag.rpartition("}")[2] for one in ElementTree.fromstring(package.read(sheet))]
    after = [name for name in names[names.index("sheetData") + 1 :] if name in ORDER]
    assert after == sorted(after, key=ORDER.index)
    assert "legacyDrawing" in after


@every_book
def test_the_original_is_had_again(book: Path, tmp_path: Path) -> None:
    out, back = tmp_path / f"copy{book.suffix}", tmp_path / "back"
    marked(book, out)
    assert undo(out, back) == book.stat().st_size
    assert back.read_bytes() == book.read_bytes()


@every_openpyxl
def test_every_finding_is_in_its_cell_and_on_the_sheet(book: Path, tmp_path: Path) -> None:
    out = tmp_path / f"copy{book.suffix}"
    findings = marked(book, out)
    assert [one.cell for one in findings] == list(MARKED)
    copy = openpyxl.load_workbook(out)
    sheet = copy["Shoe 1"]
    threaded = any("threaded" in name for name in raw(book))
    for finding in findings:
        note = sheet[finding.cell].comment
        if threaded and finding.cell == "G8":
            assert note is None
        else:
            assert note is not None
            assert finding.message in note.text
            assert finding.fix in note.text
    filled = {
        cell
        for area in sheet.conditional_formatting
        for rule in area.rules
        if rule.type == "expression" and rule.formula == ["TRUE"]
        for cell in str(area.sqref).split()
    }
    assert filled == set(MARKED)
    rows = list(copy[NAME].iter_rows(min_row=6, max_col=4))
    listed = {row[0].value: (row[3].value, row[0].hyperlink.location) for row in rows[: len(findings)]}
    assert listed == {f"Shoe 1!{one.cell}": (one.message, f"'Shoe 1'!{one.cell}") for one in findings}


@every_book
def test_the_copy_is_checked_as_the_original_is(book: Path, tmp_path: Path) -> None:
    out = tmp_path / f"copy{book.suffix}"
    findings = marked(book, out)
    again = check([out])
    assert [replace(one, file="") for one in again.findings] == [replace(one, file="") for one in findings]
    assert [table.rounds for table in again.tables] == [10]


@every_openpyxl
def test_notes_of_the_user_are_kept_and_added_to(book: Path, tmp_path: Path) -> None:
    before = openpyxl.load_workbook(book)["Shoe 1"]
    out = tmp_path / f"copy{book.suffix}"
    marked(book, out)
    after = openpyxl.load_workbook(out)["Shoe 1"]
    own = {c.coordinate: c.comment for row in before.iter_rows() for c in row if c.comment}
    for place, comment in own.items():
        now = after[place].comment
        assert now is not None
        assert now.text.startswith(comment.text)
        assert now.author == comment.author
        assert (len(now.text) > len(comment.text)) == (place in MARKED)


def test_a_note_was_there_to_be_kept(made: dict[str, Path]) -> None:
    for name in ("XlsxWriter, rich", "openpyxl"):
        assert openpyxl.load_workbook(made[name])["Shoe 1"][NOTED].comment is not None


def test_rules_of_the_user_stay_behind_ours(made: dict[str, Path], tmp_path: Path) -> None:
    out = tmp_path / "copy.xlsx"
    marked(made["XlsxWriter, rich"], out)
    sheet = openpyxl.load_workbook(out)["Shoe 1"]
    order = sorted((rule.priority, rule.type) for area in sheet.conditional_formatting for rule in area.rules)
    assert order[0][1] == "expression"
    assert len({priority for priority, _ in order}) == len(order) == 3


def test_ids_of_note_boxes_are_unique(made: dict[str, Path], tmp_path: Path) -> None:
    out = tmp_path / "copy.xlsx"
    marked(made["XlsxWriter, rich"], out)
    found: list[bytes] = []
    with zipfile.ZipFile(out) as package:
        for name in package.namelist():
            if name.endswith(".vml"):
                found += re.findall(rb'<v:shape id="(\w+)"', package.read(name))
    ours = [one for one in found if one.startswith(b"_x0000_s")]
    assert len(ours) == len(set(ours)) >= len(MARKED)


def test_signed_and_threaded_are_told(made: dict[str, Path], tmp_path: Path) -> None:
    book = made["threaded comments and slicers"]
    done = annotate(book, check([book]), tmp_path / "copy.xlsx")
    assert any("signature" in sentence for sentence in done.remarks)
    assert any("G8" in sentence and "threaded" in sentence for sentence in done.remarks)
    told = [c.value for row in openpyxl.load_workbook(done.path)[NAME].iter_rows(max_col=1) for c in row]
    assert set(done.remarks) <= set(told)


def test_an_annotated_copy_is_not_annotated(made: dict[str, Path], tmp_path: Path) -> None:
    out = tmp_path / "copy.xlsx"
    marked(made["XlsxWriter"], out)
    with pytest.raises(OutputError, match="undo"):
        marked(out, tmp_path / "twice.xlsx")
    assert not (tmp_path / "twice.xlsx").exists()


# ---------------------------------------------------------------------- undo says why it can't
def test_undo_of_what_another_program_saved(made: dict[str, Path], tmp_path: Path) -> None:
    out, saved = tmp_path / "copy.xlsx", tmp_path / "saved.xlsx"
    marked(made["XlsxWriter"], out)
    openpyxl.load_workbook(out).save(saved)
    with pytest.raises(FileUnreadable, match="another program saved it"):
        undo(saved, tmp_path / "back.xlsx")
    assert not (tmp_path / "back.xlsx").exists()


def test_undo_of_a_copy_with_another_part(made: dict[str, Path], tmp_path: Path) -> None:
    out, other = tmp_path / "copy.xlsx", tmp_path / "other.xlsx"
    marked(made["XlsxWriter"], out)
    with zipfile.ZipFile(out) as package, zipfile.ZipFile(other, "w", zipfile.ZIP_DEFLATED) as target:
        for name in package.namelist():
            data = package.read(name)
            target.writestr(name, data.replace(b"<", b"\n<", 1) if name == "xl/theme/theme1.xml" else data)
    with pytest.raises(FileUnreadable, match="changed by another program"):
        undo(other, tmp_path / "back.xlsx")


def test_undo_of_other_files(tmp_path: Path) -> None:
    text = tmp_path / "log.csv"
    text.write_text("P1,P2\n", "utf-8")
    for path, why in ((text, "no workbook"), (tmp_path / "nothing.xlsx", "cannot be read")):
        with pytest.raises(FileUnreadable, match=why):
            undo(path, tmp_path / "back")


@pytest.mark.parametrize(
    "recipe", [b"", b"baccarat-xl original 1\n", b"x" * 100, b"baccarat-xl original 1\n" + b"\xff" * 40]
)
def test_undo_of_a_damaged_recipe(made: dict[str, Path], tmp_path: Path, recipe: bytes) -> None:
    out, other = tmp_path / "copy.xlsx", tmp_path / "other.xlsx"
    marked(made["XlsxWriter"], out)
    with zipfile.ZipFile(out) as package, zipfile.ZipFile(other, "w") as target:
        for name in package.namelist():
            target.writestr(name, recipe if name == PART else package.read(name))
    with pytest.raises(FileUnreadable, match="damaged"):
        undo(other, tmp_path / "back")


# ---------------------------------------------------------------------- the commands
def test_the_commands(made: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = str(made["XlsxWriter"])
    out, back = str(tmp_path / "copy.xlsx"), str(tmp_path / "back.xlsx")
    assert main(["check", book, "--annotate", out]) == 1
    assert "5 notes" in capsys.readouterr().err
    assert main(["check", book, "--annotate", out]) == 2
    assert main(["check", book, "--annotate", book]) == 2
    assert main(["undo", out, "-o", out]) == 2
    assert main(["undo", out, "-o", back]) == 0
    assert Path(back).read_bytes() == Path(book).read_bytes()
    assert main(["undo", book, "-o", back, "--force"]) == 3


def test_csv_gets_a_workbook_of_findings(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text("P1,P2,P3,B1,B2,B3,Outcome\n2,3,8,A,2,5,=1+1\n9,K,,5,3,,Player\n4,5,,K,7,,Tie\n", "utf-8")
    out = tmp_path / "found.xlsx"
    assert main(["check", str(log), "--annotate", str(out)]) == 1
    sheet = openpyxl.load_workbook(out)["Findings"]
    assert [sheet.cell(6, column).value for column in (7, 8)] == ["error", "BACC201"]
    assert sheet["A6"].hyperlink.target == "log.csv"
    assert all(c.data_type != "f" for row in sheet.iter_rows() for c in row)


# ---------------------------------------------------------------------- LibreOffice
@pytest.mark.libreoffice
def test_a_workbook_of_libreoffice(by_libreoffice: Path, tmp_path: Path) -> None:
    out, back = tmp_path / "copy.xlsx", tmp_path / "back.xlsx"
    findings = marked(by_libreoffice, out)
    assert [one.cell for one in findings] == list(MARKED)
    note = openpyxl.load_workbook(out)["Shoe 1"][NOTED].comment
    assert note is not None
    assert "looked at twice" in note.text
    assert "BACC201" in note.text
    undo(out, back)
    assert back.read_bytes() == by_libreoffice.read_bytes()


@pytest.mark.libreoffice
@pytest.mark.parametrize("name", ["XlsxWriter, rich", "Excel, xlwings' quickstart", "prefixes"])
def test_libreoffice_opens_the_copy_without_loss(
    made: dict[str, Path], soffice: Soffice, tmp_path: Path, name: str
) -> None:
    book = made[name]
    out = tmp_path / f"copy{book.suffix}"
    marked(book, out)
    before, after = (
        openpyxl.load_workbook(soffice.convert(book)),
        openpyxl.load_workbook(soffice.convert(out)),
    )
    assert after.sheetnames == [*before.sheetnames, NAME]
    for sheet in before:
        values = [list(row) for row in sheet.iter_rows(values_only=True)]
        assert [list(row) for row in after[sheet.title].iter_rows(values_only=True)] == values
        assert len(after[sheet.title]._charts) == len(sheet._charts)
    noted = {c.coordinate for row in after["Shoe 1"].iter_rows() for c in row if c.comment}
    assert noted >= set(MARKED)


def test_text_of_cells_becomes_no_formula_and_no_tag(tmp_path: Path) -> None:
    path, out = tmp_path / "log.xlsx", tmp_path / "copy.xlsx"
    xlsxwriter_rich(path)
    odd = tmp_path / "odd.xlsx"
    book = openpyxl.load_workbook(path)
    book["Shoe 1"]["G7"].value = "<b>&_x0041_\"'"
    book["Shoe 1"]["J12"].value = "'=HYPERLINK(1)"
    book.save(odd)
    findings = marked(odd, out)
    sheet = openpyxl.load_workbook(out)[NAME]
    found = {sheet.cell(row, 1).value: sheet.cell(row, 7).value for row in range(6, 6 + len(findings))}
    assert found["Shoe 1!G7"] == "<b>&_x0041_\"'" or "<b>" in str(found["Shoe 1!G7"])
    assert all(c.data_type != "f" for row in sheet.iter_rows() for c in row)


def test_a_workbook_of_findings_has_a_workbooks_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = tmp_path / "log.csv", tmp_path / "marked.csv"
    source.write_text("P1,P2,P3,B1,B2,B3,Winner\n2,3,8,A,2,5,B\n", encoding="utf-8")
    assert main(["check", str(source), "--annotate", str(out)]) == Exit.USAGE
    assert "ends in .xlsx" in capsys.readouterr().err
    assert not out.exists()
