"""``baccarat-xl check`` as somebody runs it: exit codes, formats, output files."""

from __future__ import annotations

import json
import re
from pathlib import Path

import openpyxl
import pytest
import xlsxwriter

from baccarat_xl.cli import main
from baccarat_xl.cli.exit_codes import ORDER, Exit
from baccarat_xl.cli.formats import FORMATS, WORKBOOK
from tests.workbook.made import Formula, xlsb

DOC = Path(__file__).parents[2] / "docs" / "exit-codes.md"
HEADER = "Round,P1,P2,P3,B1,B2,B3,Winner\n"
FILES = {
    "clean": HEADER + "1,2,3,8,A,2,,Tie\n2,9,K,,5,3,,Player\n",
    "finding": HEADER + "1,2,3,8,A,2,5,Banker\n",
    "unrecognised": "name,colour\nAnn,red\nBob,blue\n",
    "unverifiable": HEADER + "1,2,3,8,A,2,,Tie\n2,2,3,?,A,2,5,\n",
    "refused": None,
}
FORMULAS = {
    "proved": "=MOD(B2+C2,10)",
    "wrong": "=B2+C2",
    "undecided": "=MOD(B2+C2,10)+0*LEN(WEBSERVICE(B2))",
}


def rows_of(doc: str, first: str) -> list[list[str]]:
    """The rows of the table whose first heading this is."""
    lines = doc.splitlines()
    start = next(index for index, line in enumerate(lines) if line.startswith(f"| {first} |"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


TABLE = rows_of(DOC.read_text(encoding="utf-8"), "files")


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        if text is not None:
            (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
    for name, formula in FORMULAS.items():
        book = xlsxwriter.Workbook(tmp_path / f"{name}.xlsx")
        sheet = book.add_worksheet("Shoe 1")
        sheet.write_row(0, 0, [*HEADER.strip().split(","), "Player initial total"])
        sheet.write_row(1, 0, [1, 2, 3, 8, 1, 2, "", "Tie"])
        sheet.write_formula(1, 8, formula, None, 5)
        book.close()
    header = [*HEADER.strip().split(","), "Player initial total"]
    xlsb(tmp_path / "unseen.xlsb", {1: header, 2: [1.0, 2.0, 3.0, 8.0, 1.0, 2.0, None, "Tie", Formula(5)]})
    return tmp_path


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row[0]} {row[1]}".strip())
def test_table_of_exit_codes(row: list[str], files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names, options, code, _ = row
    kinds = dict.fromkeys(FORMULAS, "xlsx") | {"unseen": "xlsb"}
    arguments = [f"{name}.{kinds.get(name, 'csv')}" for name in names.split(", ")]
    arguments += options.strip("`").split()
    assert main(["check", *arguments]) == int(code)
    capsys.readouterr()


def test_table_covers_every_code_that_files_can_give() -> None:
    assert {int(row[2]) for row in TABLE} == {code for code in Exit if code is not Exit.BUG}
    listed = rows_of(DOC.read_text(encoding="utf-8"), "code")
    assert [(int(code), name.upper()) for code, name, _ in listed] == [(e.value, e.name) for e in Exit]
    order = re.search(r"the order is ([\d, ]+):", DOC.read_text(encoding="utf-8"))
    assert order
    assert [int(code) for code in order[1].split(", ")] == list(ORDER)


def test_our_own_fault_is_five(
    files: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("baccarat_xl.audit.engine.check", broken)
    monkeypatch.delenv("BACCARAT_XL_DEBUG", raising=False)
    assert main(["check", "clean.csv"]) == Exit.BUG
    assert "fault of ours" in capsys.readouterr().err


def test_text(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "finding.csv", "clean.csv"])
    out = capsys.readouterr().out
    assert out.startswith(
        "finding.csv:G2: error BACC201 Banker drew a third card, but must stand  [round 1]\n"
        "    Player 2 3 8 = 3, Banker A 2 5 = 8;  expected: no card  found: 5\n"
        "    why: Banker 3 stands against a third card of 8 (R5.2)\n"
        "    fix: clear G2; the outcome in H2 then becomes Tie\n\n"
    )
    assert "columns: A 'Round' = round, H 'Winner' = outcome\n" in out
    assert "Player: B 'P1' = Player card 1, C 'P2' = Player card 2, D 'P3' = Player's third card\n" in out
    assert out.endswith("3 rounds checked: 1 finding in 1 round\n")
    assert "\x1b" not in out, "no colour where there is no terminal"


def test_unverifiable_is_told_and_never_clean(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "unverifiable.csv"]) == 0
    out = capsys.readouterr().out
    assert "not verifiable: 1 round: Player's third card missing, row 3" in out
    assert "not everything could be" in out
    main(["check", "unverifiable.csv", "--format", "json"])
    data = json.loads(capsys.readouterr().out)
    assert data["complete"] is False
    assert data["summary"]["rounds_not_verifiable"] == 1


def test_limit(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (files / "many.csv").write_text(HEADER + "1,2,3,8,A,2,5,Banker\n" * 12, encoding="utf-8")
    main(["check", "many.csv", "--limit", "5"])
    out = capsys.readouterr().out
    assert out.count("BACC201 Banker drew") == 5
    assert "and 7 more findings" in out
    main(["check", "many.csv", "--limit", "0"])
    assert capsys.readouterr().out.count("error BACC201") == 12


def test_report_into_a_file(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "finding.csv", "--format", "json", "-o", "report.json"]) == 1
    assert not capsys.readouterr().out
    assert json.loads((files / "report.json").read_text(encoding="utf-8"))["summary"]["findings"] == 1
    assert not [path for path in files.iterdir() if path.name.startswith(".")]
    before = (files / "finding.csv").read_bytes()
    assert main(["check", "finding.csv", "-o", "finding.csv"]) == Exit.USAGE
    assert (files / "finding.csv").read_bytes() == before
    assert main(["check", "clean.csv", "-o", "nowhere/report.txt"]) == Exit.REFUSED


@pytest.mark.parametrize("option", ["-o", "--certificate"])
def test_what_is_there_is_replaced_only_when_told(
    option: str, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (files / "mine.txt").write_text("mine", encoding="utf-8")
    assert main(["check", "clean.csv", option, "mine.txt"]) == Exit.USAGE
    assert "exists already" in capsys.readouterr().err
    assert (files / "mine.txt").read_text(encoding="utf-8") == "mine"
    assert main(["check", "clean.csv", option, "clean.csv", "--force"]) == Exit.USAGE
    assert (files / "clean.csv").read_text(encoding="utf-8") == FILES["clean"]
    assert main(["check", "clean.csv", "-o", "mine.txt", "--force"]) == Exit.CLEAN
    assert "2 rounds checked" in (files / "mine.txt").read_text(encoding="utf-8")


def test_rule_and_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "bacc201"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("BACC201 (error, R5): Banker drew a third card, but must stand.\n")
    assert "2,3,8,A,2,5,Banker" in out
    assert main(["rule", "BACC20"]) == Exit.USAGE
    assert "BACC201" in capsys.readouterr().err
    assert main(["rules", "--format", "json"]) == 0
    rules = json.loads(capsys.readouterr().out)
    assert "BACC206" in {rule["rule"] for rule in rules}
    assert main(["rule", "BACC101", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["rule"] == "BACC101"


@pytest.mark.parametrize("form", FORMATS)
def test_what_is_not_looked_at_is_told_in_every_format(
    form: str, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    into = ["-o", "report.xlsx"] if form == WORKBOOK else []
    assert main(["check", "unseen.xlsb", "--format", form, *into]) == Exit.CLEAN
    said = capsys.readouterr().out
    if into:
        book = openpyxl.load_workbook("report.xlsx")
        said = "\n".join(str(row[0]) for row in book["What was looked at"].iter_rows(values_only=True))
    assert "1 cell holds a formula, which is not read from .xlsb files" in said


@pytest.mark.parametrize("into", [[], ["-o", "report.txt"]])
def test_a_workbook_of_findings_needs_a_file(
    into: list[str], files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "unseen.xlsb", "--format", WORKBOOK, *into]) == Exit.USAGE
    assert "needs -o FILE, a name that ends in .xlsx" in capsys.readouterr().err
