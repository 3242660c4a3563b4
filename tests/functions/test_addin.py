"""`baccarat-xl addin`: what is written, and the workbook of named functions at work."""

from __future__ import annotations

import ast
import json
import zipfile
from pathlib import Path

import ironcalc
import openpyxl
import pytest

from baccarat_xl.cli import main
from baccarat_xl.cli.exit_codes import Exit
from baccarat_xl.functions.hosts.catalogue import host, hosts
from baccarat_xl.functions.hosts.host import Host
from baccarat_xl.functions.hosts.named_lambda.book import FIRST_ROW, KEPT, SHEET, lambda_book
from baccarat_xl.functions.hosts.named_lambda.cached_values import with_typed_values
from baccarat_xl.functions.hosts.named_lambda.payments import whole_definitions
from baccarat_xl.functions.whole_library import FUNCTIONS


def test_the_workbook_of_named_functions_computes(tmp_path: Path) -> None:
    path = tmp_path / "functions.xlsx"
    assert main(["addin", "lambda", "-o", str(path)]) == Exit.CLEAN
    stored = openpyxl.load_workbook(path, data_only=True)[SHEET]
    model = ironcalc.load_from_xlsx(str(path), "en", "UTC", "en")
    model.evaluate()
    for row, function in enumerate(FUNCTIONS, start=FIRST_ROW):
        expected = function.example.result
        assert model.get_cell_value(0, row, 4) == expected, function.name
        kept = stored.cell(row, 4).value
        assert (type(kept), kept) == (type(expected), expected), function.name
    last = FIRST_ROW + len(FUNCTIONS) + 1
    assert model.get_cell_value(0, last, 4) == stored.cell(last, 4).value == KEPT
    formula = openpyxl.load_workbook(path)[SHEET].cell(last, 4).value.text
    parts = {d.name for d in whole_definitions()} - {f.name for f in FUNCTIONS}
    assert all(f"{name}(" in formula for name in parts)


def test_the_same_version_writes_the_same_bytes(tmp_path: Path) -> None:
    assert lambda_book() == lambda_book()
    with zipfile.ZipFile(_written(tmp_path)) as package:
        assert {info.date_time[0] for info in package.infolist()} == {1980}
        assert b"True</v>" not in package.read("xl/worksheets/sheet1.xml")


def _written(folder: Path) -> Path:
    path = folder / "functions.xlsx"
    path.write_bytes(lambda_book())
    return path


def test_errors_beside_array_formulas_are_errors() -> None:
    cell = '<c r="A1" cm="1" t="str"><f t="array" ref="A1">F()</f><v>#N/A</v></c>'
    assert with_typed_values(cell) == '<c r="A1" cm="1" t="e"><f t="array" ref="A1">F()</f><v>#N/A</v></c>'
    text = '<c r="A1" cm="1" t="str"><f t="array" ref="A1">F()</f><v>Tie</v></c>'
    assert with_typed_values(text) == text


@pytest.mark.parametrize("entry", hosts(), ids=lambda entry: entry.name)
def test_files_for_a_folder(entry: Host, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "new" / "folder"
    assert main(["addin", entry.name, "-o", str(folder)]) == Exit.CLEAN
    said = capsys.readouterr().out
    assert [line.strip() for line in said.splitlines()[-3:]] == [
        f"{number}. {step}" for number, step in enumerate(entry.steps, start=1)
    ]
    files = entry.files()
    written = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert written == set(files)
    for name, content in files.items():
        assert (folder / name).read_bytes() == content
        if name.endswith(".bas"):
            assert content.count(b"\r\n") == content.count(b"\n")


def test_the_xlwings_module_holds_every_function() -> None:
    tree = ast.parse(host("xlwings").files()["baccarat_xl_udfs.py"])
    names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    assert names == [function.name for function in FUNCTIONS]


@pytest.mark.parametrize("entry", hosts(), ids=lambda entry: entry.name)
def test_the_same_version_writes_the_same_files(entry: Host) -> None:
    assert entry.files() == entry.files()


@pytest.mark.parametrize("entry", hosts(), ids=lambda entry: entry.name)
def test_files_that_are_there_are_kept(
    entry: Host, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / next(iter(entry.files()))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("mine")
    assert main(["addin", entry.name, "-o", str(tmp_path)]) == Exit.USAGE
    assert "--force" in capsys.readouterr().err
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [path]
    assert path.read_text() == "mine"
    assert main(["addin", entry.name, "-o", str(tmp_path), "--force", "--format", "json"]) == Exit.CLEAN
    assert str(path) in json.loads(capsys.readouterr().out)["paths"]
    assert path.read_bytes() == entry.files()[path.relative_to(tmp_path).as_posix()]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ([], Exit.USAGE, "name a host"),
        (["vba"], Exit.USAGE, "name a host"),
        (["lambda", "-o", "functions.txt"], Exit.USAGE, "is no .xlsx"),
        (["lambda", "-o", "no/such/folder/functions.xlsx"], Exit.REFUSED, "choose another place"),
    ],
)
def test_what_is_refused(
    arguments: list[str],
    code: Exit,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["addin", *arguments]) == code
    message = capsys.readouterr().err
    assert said in message
    assert message.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_file_where_a_folder_belongs_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("mine")
    assert main(["addin", "vba", "-o", str(tmp_path / "file")]) == Exit.USAGE
    assert "name the folder" in capsys.readouterr().err


def test_the_list_of_hosts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["addin", "--list"]) == Exit.CLEAN
    text = capsys.readouterr().out
    assert main(["addin", "--list", "--format", "json"]) == Exit.CLEAN
    for entry in json.loads(capsys.readouterr().out):
        assert entry["reach"] in text
        assert entry["needs"] in text
        assert len(entry["steps"]) == 3
