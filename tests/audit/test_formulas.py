"""What ``check`` says of formulas: verdicts at their cells; drifted copies, values typed over or stale."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import jsonschema
import openpyxl
import pytest
import xlsxwriter

from baccarat_xl.audit.engine import Options, check
from baccarat_xl.audit.finding import CheckResult
from baccarat_xl.cli import main
from baccarat_xl.report.json import as_data, schema
from tests.audit.formula_books import BANKER_EMPTY_AS_0, BANKER_RIGHT, ROUNDS, log_book
from tests.conftest import Soffice

TEMPLATES = Path(__file__).parents[2] / "templates"
DRAWS = ["D" if draws else "S" for draws in (0, 0, 1, 1, 0, 1, 1, 1)]


def verdicts(result: CheckResult) -> dict[str, str]:
    return {f"{one.sheet}!{one.cells}": one.verdict for one in result.formulas}


def found(result: CheckResult, family: str = "BACC3") -> list[tuple[str, str | None]]:
    return [(finding.rule, finding.cell) for finding in result.findings if finding.rule.startswith(family)]


def test_right_formulas_are_proved_and_nothing_is_found(tmp_path: Path) -> None:
    path = log_book(tmp_path / "log.xlsx", {"Banker draws": BANKER_RIGHT}, stored={"Banker draws": DRAWS})
    result = check([path])
    assert set(verdicts(result).values()) == {"proved"}
    assert "Shoe 1!J2:J9" in verdicts(result)
    assert not found(result)


def test_a_refuted_formula_names_cause_cells_and_remedy(tmp_path: Path) -> None:
    path = log_book(
        tmp_path / "log.xlsx", {"Banker draws": BANKER_EMPTY_AS_0}, stored={"Banker draws": DRAWS}
    )
    result = check([path])
    wrong = next(one for one in result.formulas if one.verdict == "refuted")
    assert (wrong.cells, wrong.role) == ("J2:J9", "banker_draws")
    assert wrong.cause is not None
    assert wrong.cause.exact
    assert "empty" in wrong.cause.text
    assert wrong.suggested_formula
    assert ("BACC301", "J2") in found(result)
    data = as_data(result)
    jsonschema.validate(data, schema())
    assert data["summary"]["formulas_refuted"] == 1


def test_a_drifted_copy_is_an_error_where_it_is_wrong_and_a_note_where_it_is_right(tmp_path: Path) -> None:
    wrong = log_book(tmp_path / "a.xlsx", {}, over={"H5": "=MOD(B5+D5,10)"})
    result = check([wrong])
    drifted = next(f for f in result.findings if f.rule == "BACC302")
    assert (drifted.cell, drifted.severity) == ("H5", "error")
    same = log_book(tmp_path / "b.xlsx", {}, over={"H5": "=MOD(C5+B5,10)"})
    drifted = next(f for f in check([same]).findings if f.rule == "BACC302")
    assert (drifted.cell, drifted.severity) == ("H5", "note")


def test_typed_over(tmp_path: Path) -> None:
    path = log_book(tmp_path / "log.xlsx", {}, over={"I4": 5})
    assert found(check([path])) == [("BACC303", "I4")]


def test_stale_values_replace_the_row_findings_at_the_same_cells(tmp_path: Path) -> None:
    stored = [5, 9, 6, 4, 7, 4, 5, 0]
    path = log_book(tmp_path / "log.xlsx", {}, stored={"Player initial total": stored})
    result = check([path])
    assert [(f.rule, f.cells, f.found, f.expected) for f in result.findings] == [
        ("BACC304", ("H9",), "0", "2")
    ]


def test_many_wrong_rows_of_one_wrong_formula_are_told_once(tmp_path: Path) -> None:
    path = log_book(
        tmp_path / "log.xlsx", {"Banker draws": '=IF(I{r}<=7,"D","S")'}, stored={"Banker draws": ["D"] * 8}
    )
    result = check([path])
    rows = [f for f in result.findings if f.rule == "BACC212"]
    assert len(rows) == 1
    assert rows[0].cells == ("J2:J3", "J6")
    assert "BACC301" in rows[0].why


@pytest.mark.parametrize("flavour", ["plain", "lambda"])
def test_our_templates_are_proved_and_complete(flavour: str) -> None:
    result = check([TEMPLATES / f"baccarat_rounds_{flavour}.xlsx"])
    assert not result.findings
    assert set(verdicts(result).values()) == {"proved"}
    assert len(result.formulas) >= 18
    assert result.complete
    assert [table.rounds for table in result.tables] == [0]
    assert {item.header for item in result.files[0].not_judged} >= {"Check", "Clause"}


def test_names_tables_lookups_and_another_sheet(tmp_path: Path) -> None:
    path = tmp_path / "log.xlsx"
    book = xlsxwriter.Workbook(path)
    log, calc, table = (book.add_worksheet(name) for name in ("Log", "Calc sheet", "Values"))
    for row, (rank, value) in enumerate(
        zip(("A", *range(2, 11), "J", "Q", "K"), (*range(1, 10), 0, 0, 0, 0), strict=True)
    ):
        table.write_row(row, 0, [rank, value])
    book.define_name("Ranks", "=Values!$A$1:$A$13")
    book.define_name("RankValues", "=Values!$B$1:$B$13")
    book.define_name("Drei", "=3")
    log.write_row(0, 0, ["Round", "P1", "P2", "B1", "B2", "Player initial total"])
    calc.write_row(0, 0, ["Round", "Player first value", "Player second value"])
    for index, cards in enumerate([("A", 3, "K", 9), ("Q", 9, 7, "J"), (8, "K", 2, 3), (9, "A", 10, 6)], 1):
        log.write_row(index, 0, [index, *cards])
        total = [4, 9, 8, 0][index - 1]
        at = index + 1
        for column, letter in ((1, "B"), (2, "C")):
            calc.write_formula(index, column, f"=INDEX(RankValues,MATCH(Log!{letter}{at},Ranks,0))")
        log.write_formula(index, 5, f"=MOD('Calc sheet'!B{at}+'Calc sheet'!C{at}+Drei-3,10)", None, total)
    book.close()
    result = check([path])
    assert verdicts(result)["Log!F2:F5"] == "proved"
    proof = next(one for one in result.formulas if one.cells == "F2:F5")
    assert proof.states == 169


def test_structured_references(tmp_path: Path) -> None:
    path = tmp_path / "log.xlsx"
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet("Log")
    rows = [[1, 2, 3, 8, 1], [2, 9, 0, 5, 3], [3, 4, 4, 0, 5]]
    columns = [{"header": h} for h in ("Round", "P1", "P2", "B1", "B2")]
    columns += [{"header": "Player initial total", "formula": "=MOD([@P1]+[@P2],10)"}]
    columns += [{"header": "Natural", "formula": "=IF([@[Player initial total]]>=9,TRUE,FALSE)"}]
    sheet.add_table(0, 0, 3, 6, {"name": "Rounds", "columns": columns, "data": rows})
    book.close()
    result = check([path])
    assert verdicts(result)["Log!F2:F4"] == "proved"
    assert verdicts(result)["Log!G2:G4"] == "refuted"


def test_a_calculator_outside_of_any_table(tmp_path: Path) -> None:
    path = tmp_path / "calculator.xlsx"
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Calculator"
    for row, (label, content) in enumerate(
        [
            ("Player total", 5),
            ("Banker total", 4),
            ("Player third card", None),
            ("Player draws", '=IF(OR(B1>=8,B2>=8),"Stand",IF(B1<=5,"Draw","Stand"))'),
            ("Banker draws", '=IF(B2<=5,"Draw","Stand")'),
        ],
        1,
    ):
        sheet.cell(row, 1, label)
        sheet.cell(row, 2, content)
    book.save(path)
    assert verdicts(check([path])) == {"Calculator!B4": "proved", "Calculator!B5": "refuted"}


def no_totals_book(path: Path, formula: str, header: str) -> Path:
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet("Log")
    sheet.write_row(0, 0, ["Round", "P1", "P2", "P3", "B1", "B2", "B3", header])
    for index, cards in enumerate(ROUNDS, 1):
        sheet.write(index, 0, index)
        for place, card in enumerate(cards, 1):
            if card is not None:
                sheet.write(index, place, card)
        sheet.write_formula(index, 7, formula.format(r=index + 1))
    book.close()
    return path


@pytest.mark.parametrize(
    ("header", "formula", "verdict", "wrong"),
    [
        ("Player draws", '=IF(MOD(B{r}+C{r},10)<=5,"D","S")', "refuted", {"banker_initial": 8}),
        (
            "Player draws",
            '=IF(OR(MOD(B{r}+C{r},10)>7,MOD(E{r}+F{r},10)>7),"S",IF(MOD(B{r}+C{r},10)<=5,"D","S"))',
            "proved",
            None,
        ),
        ("Banker draws", '=IF(D{r}="","S","D")', "refuted", {"banker_initial": 0, "player_initial": 6}),
        ("Banker draws", '=IF(MOD(B{r}+C{r},10)>=6,"D","S")', "refuted", None),
    ],
)
def test_cards_that_a_formula_does_not_read_count_in_a_table_without_totals(
    tmp_path: Path, header: str, formula: str, verdict: str, wrong: dict[str, int] | None
) -> None:
    """A Player formula that ignores Banker's cards misses Banker's natural (R3), and the other way round."""
    result = check([no_totals_book(tmp_path / "log.xlsx", formula, header)])
    (one,) = result.formulas
    assert (one.cells, one.verdict) == ("H2:H9", verdict)
    if wrong is not None:
        assert any(wrong.items() <= dict(example.facts).items() for example in one.counterexamples)


def test_a_calculator_with_cards_knows_the_other_hand(tmp_path: Path) -> None:
    path = tmp_path / "calculator.xlsx"
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row, (label, content) in enumerate(
        [
            ("Player card 1", 5),
            ("Player card 2", 4),
            ("Banker card 1", 3),
            ("Banker card 2", 4),
            ("Player total", "=MOD(B1+B2,10)"),
            ("Banker total", "=MOD(B3+B4,10)"),
            ("Player draws?", '=IF(B5<=5,"Yes","No")'),
        ],
        1,
    ):
        sheet.cell(row, 1, label)
        sheet.cell(row, 2, content)
    book.save(path)
    found = check([path])
    assert verdicts(found)["Sheet!B7"] == "refuted"
    wrong = next(one for one in found.formulas if one.cells == "B7")
    assert "B6>=8" in str(wrong.repair)


def test_a_right_formula_that_reads_a_wrong_column_is_no_error_of_its_own(tmp_path: Path) -> None:
    over = {f"I{row}": f"=MOD(E{row}+F{row}+1,10)" for row in range(2, 10)}
    path = log_book(tmp_path / "log.xlsx", {"Banker draws": BANKER_RIGHT}, over=over)
    result = check([path])
    assert [(f.cell, f.severity) for f in result.findings if f.rule == "BACC301"] == [
        ("I2", "error"),
        ("J2", "note"),
    ]
    one = next(one for one in result.formulas if one.cells == "J2:J9")
    assert one.cause is not None
    assert "I2:I9" in one.cause.text


def test_formulas_can_be_left_out_and_then_that_is_said(tmp_path: Path) -> None:
    path = log_book(tmp_path / "log.xlsx", {"Banker draws": BANKER_RIGHT}, stored={"Banker draws": DRAWS})
    result = check([path], Options(formulas=False))
    assert not result.formulas
    assert result.files[0].formulas_skipped == 24
    assert not result.complete


def test_certificate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = log_book(tmp_path / "log.xlsx", {"Banker draws": BANKER_RIGHT}, stored={"Banker draws": DRAWS})
    main(["check", str(path), "--certificate", str(tmp_path / "proof.json")])
    whole = json.loads((tmp_path / "proof.json").read_text(encoding="utf-8"))
    assert [proof["cells"] for proof in whole["proofs"]] == ["H2:H9", "I2:I9", "J2:J9"]
    assert main(["verify", str(tmp_path / "proof.json")]) == 0
    capsys.readouterr()


@pytest.mark.libreoffice
def test_saved_by_libreoffice_and_repaired(tmp_path: Path, soffice: Soffice) -> None:
    path = log_book(tmp_path / "log.xlsx", {"Banker draws": BANKER_EMPTY_AS_0})
    saved = soffice.convert(path)
    result = check([saved])
    wrong = next(one for one in result.formulas if one.verdict == "refuted")
    assert wrong.cells == "J2:J9"
    assert not [rule for rule, _ in found(result) if rule in ("BACC302", "BACC303", "BACC304", "BACC305")]
    for number, formula in enumerate(filter(None, (wrong.suggested_formula, wrong.repair))):
        fixed = log_book(tmp_path / f"fixed{number}.xlsx", {"Banker draws": _filled(formula)})
        again = check([soffice.convert(fixed)])
        assert set(verdicts(again).values()) == {"proved"}
        assert not again.findings


def _filled(formula: str) -> str:
    """A formula of row 2 with its row as ``{r}``."""
    from baccarat_xl.workbook.formula_rows import relative_parts

    parts = relative_parts(formula.removeprefix("="), 2)
    return "=" + "".join("{r}" if part == 0 else str(part) for part in parts)


def test_saved_by_gnumeric(tmp_path: Path) -> None:
    program = shutil.which("ssconvert")
    if program is None:
        pytest.skip("ssconvert is not installed")
    path = log_book(tmp_path / "log.xlsx", {"Banker draws": BANKER_EMPTY_AS_0})
    saved = tmp_path / "saved.xlsx"
    subprocess.run([program, "--recalc", str(path), str(saved)], check=True, capture_output=True)
    result = check([saved])
    assert verdicts(result) == {
        "Shoe 1!H2:H9": "proved",
        "Shoe 1!I2:I9": "proved",
        "Shoe 1!J2:J9": "refuted",
    }
