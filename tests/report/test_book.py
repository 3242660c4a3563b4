"""The workbook of findings, read back by openpyxl and by LibreOffice."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from baccarat_xl.audit.engine import check
from baccarat_xl.audit.finding import CheckResult
from baccarat_xl.cli import main
from baccarat_xl.report.book import FINDINGS, FORMULAS, NONE, SHEETS, to_xlsx
from baccarat_xl.report.row_heights import HIGHEST, LINE
from tests.config.books import CLEAN, EXTRA, OUTCOME, write_book, write_csv
from tests.conftest import Soffice

ROWS = (CLEAN, EXTRA, OUTCOME)
HEAD = 5


def made(result: CheckResult, out: Path) -> openpyxl.Workbook:
    out.write_bytes(to_xlsx(result, out=out))
    return openpyxl.load_workbook(out)


def table(sheet: Worksheet) -> list[dict[str, object]]:
    """The rows of the sheet's table by header."""
    [area] = [each.ref for each in sheet.tables.values()]
    head, *rows = sheet[area]
    return [
        dict(zip((cell.value for cell in head), (cell.value for cell in row), strict=True)) for row in rows
    ]


@pytest.fixture
def result(tmp_path: Path) -> CheckResult:
    folder = tmp_path / "in"
    folder.mkdir()
    path = write_book(folder / "log 1.xlsx", ROWS, formula="=B{row}+C{row}")
    return check([path, write_csv(folder / "log.csv", ROWS), folder / "missing.csv"])


def test_every_finding_is_a_row_with_filters_and_a_link(result: CheckResult, tmp_path: Path) -> None:
    book = made(result, tmp_path / "findings.xlsx")
    assert tuple(book.sheetnames) == SHEETS
    sheet = book["Findings"]
    [listed] = sheet.tables.values()
    assert listed.autoFilter.ref == listed.ref
    rows = table(sheet)
    assert len(rows) == len(result.findings) > 4
    assert list(rows[0]) == [column.header for column in FINDINGS]
    for row, finding in zip(rows, result.findings, strict=True):
        assert (row["Rule"], row["Severity"], row["Row"]) == (finding.rule, finding.severity, finding.row)
        assert (row["Why"], row["What to do"]) == (finding.why, finding.fix)
        assert str(row["Found"] or "") == finding.found
    for number, finding in enumerate(result.findings, HEAD + 1):
        link = sheet.cell(number, 1).hyperlink
        assert link is not None
        if finding.sheet:
            assert link.target == "in/log%201.xlsx"
            assert link.location == f"'{finding.sheet}'!{finding.cell}"
        else:
            assert link.target == "in/log.csv"
    assert not any(cell.data_type == "f" for each in book for row in each.iter_rows() for cell in row)


def test_rows_are_as_high_as_their_texts(result: CheckResult, tmp_path: Path) -> None:
    sheet = made(result, tmp_path / "findings.xlsx")["Findings"]
    for number, finding in enumerate(result.findings, HEAD + 1):
        height = sheet.row_dimensions[number].height
        most = max(len(finding.fix), len(finding.why), len(finding.message))
        assert HIGHEST >= height >= LINE * (most // 44 + (most > 44))


def test_findings_are_counted_by_rule_in_a_chart(result: CheckResult, tmp_path: Path) -> None:
    out = tmp_path / "findings.xlsx"
    rows = table(made(result, out)["By rule"])
    assert {row["Rule"]: row["Findings"] for row in rows} == result.by_rule
    with ZipFile(out) as package:
        chart = package.read("xl/charts/chart1.xml").decode()
        drawing = package.read("xl/drawings/drawing1.xml").decode()
    assert f"$C$6:$C${5 + len(rows)}" in chart
    code, count = next(iter(result.by_rule.items()))
    assert f"{code} {count}" in drawing


def test_formulas_and_what_was_looked_at(result: CheckResult, tmp_path: Path) -> None:
    book = made(result, tmp_path / "findings.xlsx")
    rows = table(book["Formulas"])
    assert list(rows[0]) == [column.header for column in FORMULAS]
    assert [row["Verdict"] for row in rows] == [verdict.verdict for verdict in result.formulas]
    assert rows[0]["Formula"] == result.formulas[0].formula
    said = " ".join(str(row[0]) for row in book["What was looked at"].iter_rows(values_only=True))
    assert "missing.csv" in said
    assert "log.csv" in said


def test_nothing_found_is_said_and_more_is_told(tmp_path: Path) -> None:
    result = check([write_csv(tmp_path / "log.csv", [CLEAN] * 4)])
    book = made(result, tmp_path / "findings.xlsx")
    assert book["Findings"]["A5"].value == NONE
    assert not book["Findings"].tables
    assert "4 rounds" in str(book["Findings"]["A2"].value)


def test_the_same_findings_give_the_same_bytes(result: CheckResult) -> None:
    assert to_xlsx(result) == to_xlsx(result)


def test_known_findings_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_csv(Path("log.csv"), ROWS)
    main(["check", "log.csv", "--write-baseline", "known.json"])
    main(["check", "log.csv", "--baseline", "known.json", "--format", "xlsx", "-o", "findings.xlsx"])
    book = openpyxl.load_workbook("findings.xlsx")
    said = " ".join(str(row[0]) for row in book["What was looked at"].iter_rows(values_only=True))
    assert "known.json" in said
    assert book["Findings"]["A5"].value == NONE


@pytest.mark.libreoffice
def test_libreoffice_reads_what_was_written(result: CheckResult, soffice: Soffice, tmp_path: Path) -> None:
    out = tmp_path / "findings.xlsx"
    out.write_bytes(to_xlsx(result, out=out))
    rows = soffice.values(out, "Findings")[HEAD:]
    assert [row[7] for row in rows] == [finding.rule for finding in result.findings]
    assert [row[13] for row in rows] == [finding.fix for finding in result.findings]
    kept = openpyxl.load_workbook(soffice.convert(out))
    assert kept["Findings"].auto_filter.ref or kept["Findings"].tables
    assert len(kept["By rule"]._charts) == 1


@pytest.mark.libreoffice
def test_annotated_copies_show_their_longest_text_in_libreoffice(soffice: Soffice, tmp_path: Path) -> None:
    source, out = write_book(tmp_path / "log.xlsx", ROWS), tmp_path / "marked.xlsx"
    main(["check", str(source), "--annotate", str(out), "--no-formulas"])
    kept = openpyxl.load_workbook(soffice.convert(out))["Baccarat check"]
    longest = 0
    for number in range(6, 6 + len(check([source]).findings)):
        most = max(len(str(kept.cell(number, column).value or "")) for column in (4, 8, 9))
        longest = max(longest, most)
        assert kept.row_dimensions[number].height >= 14 * (most // 44 + (most > 44))
    assert longest > 44
