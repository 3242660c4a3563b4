"""Notes that excuse findings, read from packages that two other programs write."""

from __future__ import annotations

import zipfile
from pathlib import Path

import openpyxl
import pytest
from openpyxl.comments import Comment

from baccarat_xl.cli import main
from baccarat_xl.cli.exit_codes import Exit
from baccarat_xl.config.notes import read_notes
from baccarat_xl.config.suppressions import suppressions
from tests.config.books import CLEAN, EXTRA, OUTCOME, write_book
from tests.conftest import Soffice

ROWS = (CLEAN, EXTRA, OUTCOME)
NOTE = "Ann:\nbaccarat-xl: ignore BACC201 dealt so on the night\nand more"


def said(path: Path, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, str]:
    code = main(["check", str(path), "--no-config", *options])
    return code, capsys.readouterr().out


def test_a_note_with_a_reason_excuses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_book(tmp_path / "log.xlsx", ROWS, notes={"G3": NOTE})
    code, out = said(path, capsys)
    assert code == 1
    assert "error BACC201" not in out
    assert "error BACC221" in out
    assert f"ignored: BACC201 by the note in {path}:Shoe 1!G3: dealt so on the night" in out
    assert "1 finding ignored by notes: 1 finding in 1 round" in out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("baccarat-xl: ignore BACC201", "it gives no reason"),
        ("baccarat-xl: ignore BACC201 -- ", "it gives no reason"),
        ("baccarat-xl: ignore", "it names no rule"),
        ("baccarat-xl: ignore everything please", "it names no rule"),
        ("baccarat-xl: ignore BACC999 because", "no rule is named 'BACC999'"),
        ("baccarat-xl: ingore BACC201 because", "'ingore' is no order"),
    ],
)
def test_a_note_that_excuses_nothing_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, words: str
) -> None:
    path = write_book(tmp_path / "log.xlsx", ROWS, notes={"G3": text})
    code, out = said(path, capsys)
    assert code == 1
    assert "error BACC201" in out
    assert f"a note that ignores nothing: {path}:Shoe 1!G3: {words}" in out


@pytest.mark.parametrize("cell", ["G2", "H3", "A1"])
def test_a_note_elsewhere_is_not_needed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], cell: str
) -> None:
    path = write_book(tmp_path / "log.xlsx", ROWS, notes={cell: NOTE})
    code, out = said(path, capsys)
    assert code == 1
    assert "error BACC201" in out
    assert f"a note that is not needed: {path}:Shoe 1!{cell}: there is no finding of BACC201" in out
    assert "not needed" not in said(path, capsys, "--select", "BACC221")[1]


def test_all_excused_is_clean(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    notes = {"G3": "Baccarat-XL: Ignore bacc2, BACC101: known", "H4": "baccarat-xl: ignore BACC221 known"}
    path = write_book(tmp_path / "log.xlsx", ROWS, notes=notes)
    code, out = said(path, capsys)
    assert code == 0
    assert "2 findings ignored by notes: no finding" in out


def test_openpyxl_and_xlsxwriter_agree(tmp_path: Path) -> None:
    notes = {"G3": NOTE, "B2": "x < y & z", "C4": "Grüße\n\nall"}
    first = write_book(tmp_path / "a.xlsx", ROWS, notes=notes)
    book = openpyxl.load_workbook(first)
    for cell, text in notes.items():
        book["Shoe 1"][cell].comment = Comment(text, "Bob")
    book.save(tmp_path / "b.xlsx")
    for path in (first, tmp_path / "b.xlsx"):
        read = openpyxl.load_workbook(path)["Shoe 1"]
        there = {c.coordinate: c.comment.text for row in read.iter_rows() for c in row if c.comment}
        assert {note.cell: note.text for note in read_notes(path).notes} == there


def test_runs_of_formatting_are_one_text(tmp_path: Path) -> None:
    path = write_book(tmp_path / "log.xlsx", ROWS, notes={"G3": NOTE})
    split = NOTE.replace("ignore", "</t></r><r><rPr><b/></rPr><t>ignore</t></r><r><t xml:space='preserve'>")
    _patch(path, "xl/comments1.xml", lambda text: text.replace(NOTE, split))
    [found] = suppressions("log.xlsx", read_notes(path).notes)
    assert (found.codes, found.reason, found.refused) == (("BACC201",), "dealt so on the night", None)


@pytest.mark.parametrize("broken", ["<not", '<!DOCTYPE a [<!ENTITY b "c">]><comments/>'])
def test_notes_that_cannot_be_read_are_told_and_excuse_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], broken: str
) -> None:
    path = write_book(tmp_path / "log.xlsx", ROWS, notes={"G3": NOTE})
    _patch(path, "xl/comments1.xml", lambda _: broken)
    read = read_notes(path)
    assert read.notes == []
    assert len(read.not_read) == 1
    code, out = said(path, capsys)
    assert code in (Exit.FINDINGS, Exit.REFUSED)
    assert "ignored: " not in out
    assert "not read" in out


@pytest.mark.libreoffice
def test_notes_that_libreoffice_saves(tmp_path: Path, soffice: Soffice) -> None:
    path = soffice.convert(write_book(tmp_path / "log.xlsx", ROWS, notes={"G3": NOTE}))
    [found] = suppressions("log.xlsx", read_notes(path).notes)
    assert (found.cell, found.codes, found.reason) == ("G3", ("BACC201",), "dealt so on the night")


def _patch(path: Path, part: str, change: object) -> None:
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    assert callable(change)
    before = parts[part].decode()
    parts[part] = change(before).encode()
    assert parts[part] != before.encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)


# ---------------------------------------------------------------------- other kinds of files
def open_document(path: Path, note: str, *, flat: bool = False) -> Path:
    """A log whose third cell too many has a note, with a shape's table and a run of rows before it."""
    from tests.giveback.open_documents import cell, document, package, row

    lines = "".join(f"<text:p>{line}</text:p>" for line in note.split("\n"))
    noted = f"<office:annotation>{lines}</office:annotation>"
    header = row(*map(cell, ("P1", "P2", "P3", "B1", "B2", "B3")))
    blank = row(cell(), attributes=' table:number-rows-repeated="3"')
    inner = f"<table:table>{row(cell(1))}</table:table>"
    wrong = [cell(one) for one in ("2", "3", "8", "A", "2")]
    table = header + blank + row(*wrong, cell("5", "", noted), cell(None, "", inner))
    content = document(f'<table:table table:name="Log">{table}</table:table>')
    if flat:
        mime = 'office:mimetype="application/vnd.oasis.opendocument.spreadsheet" office:version'
        content = content.replace("document-content", "document").replace("office:version", mime, 1)
        path.write_text(content, "utf-8")
        return path
    return package(path, content)


@pytest.mark.parametrize("ending", ["ods", "fods"])
def test_notes_of_open_documents(tmp_path: Path, capsys: pytest.CaptureFixture[str], ending: str) -> None:
    path = open_document(tmp_path / f"log.{ending}", NOTE, flat=ending == "fods")
    (note,) = read_notes(path).notes
    assert (note.sheet, note.cell, note.text) == ("Log", "F5", NOTE)
    code, out = said(path, capsys)
    assert code == 0
    assert f"ignored: BACC201 by the note in {path}:Log!F5: dealt so on the night" in out


@pytest.mark.libreoffice
def test_notes_that_libreoffice_writes(tmp_path: Path, soffice: Soffice) -> None:
    path = write_book(tmp_path / "log.xlsx", ROWS, notes={"G3": NOTE})
    found = read_notes(soffice.convert(path, "ods"))
    assert [(one.sheet, one.cell) for one in found.notes] == [("Shoe 1", "G3")]
    assert "baccarat-xl: ignore BACC201 dealt so on the night" in found.notes[0].text
    assert found.not_read == []


@pytest.mark.libreoffice
def test_notes_of_old_workbooks_are_not_looked_at(
    tmp_path: Path, soffice: Soffice, capsys: pytest.CaptureFixture[str]
) -> None:
    for notes, told in (({"G3": NOTE}, True), ({}, False)):
        book = write_book(tmp_path / "log.xlsx", ROWS, notes=notes)
        code, out = said(soffice.convert(book, "xls"), capsys, "--strict", "--fail-on", "never")
        assert ("not looked at (notes): Shoe 1: its cells have notes" in out) == told
        assert code == (Exit.INCOMPLETE if told else Exit.CLEAN)
