"""Cells of which the rules know nothing: those of other rows, and of columns without a role."""

from __future__ import annotations

from pathlib import Path

import pytest
import xlsxwriter

from baccarat_xl.audit.engine import check
from baccarat_xl.proof import Surroundings, prove
from baccarat_xl.proof.certificates import certificate, verify
from tests.proof.right_formulas import TOTALS

FINALS = {"B2": "player_final", "C2": "banker_final"}
RIGHT = 'IF(B2>C2,"P",IF(B2<C2,"B","T"))'


def outcome(formula: str, **unknown: tuple[object, ...]) -> tuple[str, str | None]:
    around = Surroundings(unknown=unknown)  # type: ignore[arg-type]
    verdict = prove(formula, "outcome", bind=FINALS, around=around, offer=False)
    return verdict.verdict, verdict.reason


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (f"={RIGHT}", "proved"),
        (f'=IF(A2="","",{RIGHT})', "proved"),
        (f'=IF(A2=0,"",{RIGHT})', "proved"),
        (f'=IF(AND(D1="P",D1="B"),"",{RIGHT})', "proved"),
        (f"=IF(ISBLANK(B2),D1,{RIGHT})", "proved"),
        (f'=IF(D1="Z","T",{RIGHT})', "undecided"),
        (f'=IF(D1>6,"T",{RIGHT})', "undecided"),
        (f"=IF(B2=C2,D1,{RIGHT})", "undecided"),
        (f'=IF(D1="","",{RIGHT})', "undecided"),
        (f'=IF(D1="Z","T",{RIGHT.replace("T", "P")})', "undecided"),
        (f'=IF(A2="","",{RIGHT.replace("T", "P")})', "refuted"),
    ],
)
def test_a_verdict_stands_only_where_it_does_not_matter(formula: str, expected: str) -> None:
    verdict, reason = outcome(formula, D1=("P", "B", None), A2=(1, 2))
    assert verdict == expected, reason
    if expected == "undecided":
        assert "depends on" in str(reason)


def test_it_is_said_and_can_be_checked_again() -> None:
    around = Surroundings(unknown={"A2": (1, 2, 3)})
    verdict = prove(f'=IF(A2="","",{RIGHT})', "outcome", bind=FINALS, around=around)
    assert any(line.startswith("it also reads A2: ") for line in verdict.assumptions)
    assert verify(certificate([verdict])) == [(verdict.formula, None)]


def test_a_repair_that_was_tried_with_one_content_only_is_not_offered() -> None:
    around = Surroundings(unknown={"A2": (1, 2, 3)})
    wrong = prove('=IF(A2="","S",IF(AND(B2<5,E2<8),"D","S"))', "player_draws", bind=TOTALS, around=around)
    assert (wrong.verdict, wrong.repair) == ("refuted", None)
    assert wrong.suggested_formula == '=IF(AND(B2<=5,E2<8),"D","S")'


def test_the_first_row_does_not_stand_for_copies_that_read_the_row_above(tmp_path: Path) -> None:
    """In row 2 the cell above is a header, in all others it is the outcome of the round before."""
    path = tmp_path / "log.xlsx"
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ["Round", "Player final total", "Banker final total", "Winner", "Outcome"])
    rows = ((7, 3), (2, 6), (4, 4), (9, 8), (0, 5), (6, 6), (1, 0), (3, 9))
    for row, totals in enumerate(rows, 2):
        sheet.write_row(row - 1, 0, [row - 1, *totals])
        above = f'=IF(AND(B{row}=C{row},D{row - 1}="T"),"P",IF(B{row}>C{row},"P",IF(B{row}<C{row},"B","T")))'
        guard = f'=IF(A{row}="","",IF(B{row}>C{row},"P",IF(B{row}<C{row},"B","T")))'
        sheet.write_formula(row - 1, 3, above, None, "")
        sheet.write_formula(row - 1, 4, guard, None, "")
    book.close()
    verdicts = {one.cells: (one.verdict, one.reason) for one in check([path]).formulas}
    assert verdicts["D2:D9"][0] == "undecided"
    assert "depends on D1" in str(verdicts["D2:D9"][1])
    assert verdicts["E2:E9"] == ("proved", None)
