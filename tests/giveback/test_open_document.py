"""Annotated copies of OpenDocument spreadsheets: marks in the cells, all else as it was."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest

from baccarat_xl.audit.engine import check
from baccarat_xl.cli import main
from baccarat_xl.errors import FileUnreadable, OutputError
from baccarat_xl.giveback.annotate import annotate
from baccarat_xl.giveback.annotated import Annotated
from baccarat_xl.giveback.original import PART
from baccarat_xl.giveback.undo import undo
from baccarat_xl.report.sheet_rows import COLOURS, NAME
from tests.conftest import Soffice
from tests.giveback.open_documents import (
    NAMES,
    by_gnumeric,
    by_hand,
    by_program,
    cell,
    document,
    log_rows,
    package,
    row,
    sheets_of,
    styles_of,
    tag,
)
from tests.giveback.producers import HEADER, MARKED, has_gnumeric
from tests.giveback.test_annotate import raw

PLACES = {(int(one[1:]), ord(one[0]) - 65) for one in MARKED}
PRODUCERS = ("by hand", "LibreOffice", "Gnumeric")
BARE = HEADER[:7]


@pytest.fixture(params=PRODUCERS)
def log(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The log as ``.ods`` of each producer."""
    if request.param == "by hand":
        return by_hand(tmp_path / "log.ods")
    if request.param == "Gnumeric":
        if not has_gnumeric():
            pytest.skip("Gnumeric's ssconvert is not installed")
        return by_gnumeric(tmp_path)
    return by_program(request.getfixturevalue("soffice"), tmp_path)


def marked(path: Path, out: Path) -> Annotated:
    return annotate(path, check([path]), out)


@pytest.mark.libreoffice
def test_cells_notes_and_styles(log: Path, tmp_path: Path) -> None:
    out = tmp_path / "copy.ods"
    done = marked(log, out)
    assert done.notes == len(MARKED)
    before, after = sheets_of(log), sheets_of(out)
    assert list(after) == [*before, NAME]
    for name, sheet in before.items():
        assert after[name].cells == sheet.cells
        elsewhere = {place for place in sheet.styles if name != "Shoe 1" or place not in PLACES}
        assert all(after[name].styles[place] == sheet.styles[place] for place in elsewhere)
        assert all(after[name].notes[place].startswith(note) for place, note in sheet.notes.items())
    notes = after["Shoe 1"].notes
    assert set(notes) == set(before["Shoe 1"].notes) | PLACES
    for finding in check([log]).findings:
        assert finding.cell is not None
        place = int(finding.cell[1:]), ord(finding.cell[0]) - 65
        assert finding.message in notes[place]
        assert finding.fix in notes[place]
        assert after[NAME].links[f"Shoe 1!{finding.cell}"] == f"#'Shoe 1'.{finding.cell}"
        made = styles_of(out)[str(after["Shoe 1"].styles[place])]
        fill = made.find(tag("style", "table-cell-properties"))
        assert fill is not None
        assert fill.get(tag("fo", "background-color")) == COLOURS[finding.severity]


@pytest.mark.libreoffice
def test_the_rest_of_the_package_and_undo(log: Path, tmp_path: Path) -> None:
    out, back = tmp_path / "copy.ods", tmp_path / "back.ods"
    done = marked(log, out)
    before, after = raw(log), raw(out)
    assert {name for name in before if before[name] != after[name]} == set(done.changed)
    assert set(done.changed) == {"content.xml", "META-INF/manifest.xml"}
    assert set(after) - set(before) == set(done.added) == {PART}
    with zipfile.ZipFile(out) as package_:
        first = package_.infolist()[0]
        assert (first.filename, first.compress_type, first.header_offset) == ("mimetype", 0, 0)
        assert not first.extra
    assert undo(out, back) == log.stat().st_size
    assert back.read_bytes() == log.read_bytes()


@pytest.mark.libreoffice
def test_it_is_checked_as_the_original_is(log: Path, tmp_path: Path) -> None:
    out = tmp_path / "copy.ods"
    marked(log, out)
    one, two = check([log]), check([out])
    assert [replace(each, file="") for each in two.findings] == [replace(e, file="") for e in one.findings]
    with pytest.raises(OutputError, match="undo"):
        annotate(out, two, tmp_path / "twice.ods")


def test_styles_are_made_from_the_cell_s_own(tmp_path: Path) -> None:
    path, out = by_hand(tmp_path / "log.ods"), tmp_path / "copy.ods"
    marked(path, out)
    styles, sheet = styles_of(out), sheets_of(out)["Shoe 1"]

    def look(place: tuple[int, int]) -> tuple[str | None, set[str], str | None]:
        made = styles[str(sheet.styles[place])]
        inside = {one.tag.rpartition("}")[2] for one in made}
        fill = made.find(tag("style", "table-cell-properties"))
        assert fill is not None
        return made.get(tag("style", "parent-style-name")), inside, fill.get(tag("fo", "border"))

    filled = {"table-cell-properties"}
    assert look((7, 6)) == (None, filled, "none"), "the column's"
    assert look((8, 6)) == ("Default", filled | {"text-properties"}, None), "the row's"
    assert look((11, 7)) == (None, filled, None), "the cell's"
    assert look((12, 9)) == ("Default", filled, None), "none"


def runs(path: Path, rows: str) -> Path:
    return package(path, document(f'<table:table table:name="Log">{rows}</table:table>'))


WRONG = ("2", "3", "8", "A", "2", "5")


def test_runs_of_rows_and_cells_are_split(tmp_path: Path) -> None:
    """Nine equal rounds in one row, each with a third card too many in a cell that stands for two."""
    header = row(*map(cell, (*BARE[1:], "Remark", "Other")))
    cells = [cell(one) for one in WRONG[:5]]
    both = cell("5", ' table:number-columns-repeated="3"')
    rounds = row(*cells, both, attributes=' table:number-rows-repeated="9" xml:id="r1"')
    path, out = runs(tmp_path / "log.ods", header + rounds + row(cell("end"))), tmp_path / "copy.ods"
    result = check([path])
    assert [one.cell for one in result.findings] == [f"F{number}" for number in range(2, 11)]
    kept = [one for one in result.findings if one.cell in ("F4", "F5", "F10")]
    annotate(path, replace(result, findings=kept), out)
    before, after = sheets_of(path)["Log"], sheets_of(out)["Log"]
    identity = "{http://www.w3.org/XML/1998/namespace}id"
    assert after.cells == before.cells
    assert set(after.notes) == {(4, 5), (5, 5), (10, 5)}
    filled = {place for place, style in after.styles.items() if style}
    assert filled == set(after.notes)
    with zipfile.ZipFile(out) as archive:
        content = archive.read("content.xml").decode()
    assert content.count("xml:id=") == 1
    assert identity
    undo(out, tmp_path / "back.ods")
    assert (tmp_path / "back.ods").read_bytes() == path.read_bytes()


def test_a_cell_that_the_row_does_not_write(tmp_path: Path) -> None:
    header = row(*map(cell, BARE[1:]))
    short = row(*map(cell, ("5", "A", None, "2", "3")))
    right = row(*map(cell, ("9", "K", None, "5", "3")))
    path, out = runs(tmp_path / "log.ods", header + right * 3 + short), tmp_path / "copy.ods"
    result = check([path])
    assert [(one.rule, one.cell) for one in result.findings] == [("BACC202", "F5")]
    annotate(path, result, out)
    sheet = sheets_of(out)["Log"]
    assert set(sheet.notes) == {(5, 5)}
    assert sheet.cells == sheets_of(path)["Log"].cells


def test_other_prefixes_and_those_that_are_missing(tmp_path: Path) -> None:
    names = {prefix: uri for prefix, uri in NAMES.items() if prefix not in ("fo", "xlink", "style")}
    names["x"] = names.pop("table")
    content = document(f'<table:table table:name="Shoe 1">{"".join(log_rows())}</table:table>', names=names)
    content = content.replace("<table:", "<x:").replace("</table:", "</x:").replace(" table:", " x:")
    path, out = package(tmp_path / "log.ods", content), tmp_path / "copy.ods"
    marked(path, out)
    assert set(sheets_of(out)["Shoe 1"].notes) == PLACES
    assert sheets_of(out)["Shoe 1"].cells == sheets_of(path)["Shoe 1"].cells
    assert [one.cell for one in check([out]).findings] == list(MARKED)


def test_one_prefix_of_two_meanings_is_left_alone(tmp_path: Path) -> None:
    rows = "".join(log_rows()).replace("<text:p>", '<text:p xmlns:table="urn:other">', 1)
    path = runs(tmp_path / "log.ods", rows)
    with pytest.raises(OutputError, match="two meanings"):
        marked(path, tmp_path / "copy.ods")
    assert [one.name for one in tmp_path.iterdir()] == ["log.ods"]


def test_a_package_without_a_manifest(tmp_path: Path) -> None:
    content = document(f'<table:table table:name="Shoe 1">{"".join(log_rows())}</table:table>')
    path, out = package(tmp_path / "log.ods", content, manifest=None), tmp_path / "copy.ods"
    assert marked(path, out).changed == ("content.xml",)
    undo(out, tmp_path / "back.ods")


def test_texts_stay_texts(tmp_path: Path) -> None:
    odd = "<b>  &amp;  _x0041_ \u009b"
    rows = log_rows()
    rows[7] = rows[7].replace("<text:p>5</text:p>", "<text:p>=1+1</text:p>")
    table = f'<table:table table:name="&lt;x&gt; &quot;&amp;&apos;s">{"".join(rows)}</table:table>'
    path, out = package(tmp_path / "log.ods", document(table)), tmp_path / "copy.ods"
    result = check([path])
    first = replace(result.findings[0], message=odd)
    annotate(path, replace(result, findings=[first, *result.findings[1:]]), out)
    found = sheets_of(out)
    assert found["<x> \"&'s"].cells == sheets_of(path)["<x> \"&'s"].cells
    assert not any("formula" in key for known, _ in found[NAME].cells.values() for key, _ in known)  # type: ignore[attr-defined]
    with zipfile.ZipFile(out) as archive:
        assert "\u009b".encode() not in archive.read("content.xml")


def test_another_program_saved_it(tmp_path: Path) -> None:
    path, out, other = by_hand(tmp_path / "log.ods"), tmp_path / "copy.ods", tmp_path / "other.ods"
    marked(path, out)
    with zipfile.ZipFile(out) as archive, zipfile.ZipFile(other, "w") as target:
        for name in archive.namelist():
            if name != PART:
                target.writestr(name, archive.read(name))
    with pytest.raises(FileUnreadable, match="another program saved it"):
        undo(other, tmp_path / "back.ods")


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out, back = by_hand(tmp_path / "log.ods"), tmp_path / "copy.ods", tmp_path / "back.ods"
    assert main(["check", str(path), "--annotate", str(out)]) == 1
    assert f"5 notes, and the findings on the sheet '{NAME}'" in capsys.readouterr().err
    assert main(["undo", str(out), "-o", str(back)]) == 0
    assert back.read_bytes() == path.read_bytes()


@pytest.mark.libreoffice
def test_libreoffice_shows_the_marks_and_computes_the_same(
    log: Path, soffice: Soffice, tmp_path: Path
) -> None:
    out = tmp_path / "copy.ods"
    marked(log, out)
    before, after = (openpyxl.load_workbook(soffice.convert(one)) for one in (log, out))
    assert after.sheetnames == [*before.sheetnames, NAME]
    for sheet in before:
        values = [list(line) for line in sheet.iter_rows(values_only=True)]
        assert [list(line) for line in after[sheet.title].iter_rows(values_only=True)] == values
        assert len(after[sheet.title]._charts) == len(sheet._charts)
    for place in MARKED:
        shown = after["Shoe 1"][place]
        assert shown.comment is not None
        assert "BACC" in shown.comment.text
        assert shown.fill.fgColor.rgb == "FF" + COLOURS["error"][1:].upper()
    assert after[NAME]["A6"].hyperlink.location == f"'Shoe 1'!{MARKED[0]}"
    high = after[NAME].row_dimensions
    assert high[6].height > high[5].height * 1.5, "long texts are shown whole"
