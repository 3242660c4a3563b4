"""Every formula of the templates that gives a total or a decision is proved, in both flavours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from baccarat_xl.proof import Surroundings, prove
from baccarat_xl.templates.build import build_rounds

DECISIONS = {
    "Natural": ("yes", "no"),
    "Player draws": ("draws", "stands"),
    "Banker draws": ("draws", "stands"),
}
INPUTS = {
    "P1 value": "player_card_1",
    "P2 value": "player_card_2",
    "Player initial total": "player_initial",
    "Banker initial total": "banker_initial",
    "Natural": "natural",
    "Player draws": "player_draws",
    "Banker draws": "banker_draws",
    "P3 value": "player_third",
    "B3 value": "banker_third",
    "Player final total": "player_final",
    "Banker final total": "banker_final",
}
COLUMNS = {
    "Player initial total": ("player_initial", ["P1 value", "P2 value"]),
    "Natural": ("natural", ["Player initial total", "Banker initial total"]),
    "Player draws": ("player_draws", ["Player initial total", "Banker initial total", "Natural"]),
    "Banker draws": (
        "banker_draws",
        ["Player initial total", "Banker initial total", "Natural", "Player draws", "P3 value"],
    ),
    "Player final total": (
        "player_final",
        ["Player initial total", "Banker initial total", "Player draws", "P3 value"],
    ),
    "Outcome": ("outcome", ["Player final total", "Banker final total"]),
}


def in_row(sheet: Any, column: str, row: int) -> Any:
    header = next(
        cells for cells in sheet.iter_rows(max_row=9) if any(cell.value == column for cell in cells)
    )
    return sheet.cell(row, next(cell.column for cell in header if cell.value == column))


@pytest.fixture(scope="module", params=["plain", "lambda"])
def book(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    import openpyxl

    path: Path = tmp_path_factory.mktemp("template") / "rounds.xlsx"
    build_rounds(path, rows=3, flavour=request.param)
    return openpyxl.load_workbook(path)


@pytest.mark.parametrize("column", COLUMNS)
def test_the_formula_is_proved(book: Any, column: str) -> None:
    sheet = book["Rounds"]
    row = sheet.tables["Rounds"].ref.partition(":")[0].lstrip("A")
    place = {name: in_row(sheet, name, int(row) + 1) for name in (*COLUMNS, *INPUTS)}
    formula = place[column].value
    formula = formula if isinstance(formula, str) else formula.text
    names = {
        name: "=" + d.value if "LAMBDA" in d.value else d.value for name, d in book.defined_names.items()
    }
    cells = {
        f"Tableau!{cell.coordinate}": cell.value
        for row in book["Tableau"].iter_rows()
        for cell in row
        if isinstance(cell.value, str | int) and not str(cell.value).startswith("=")
    }
    role, inputs = COLUMNS[column]
    verdict = prove(
        formula,
        role,
        bind={place[name].coordinate: INPUTS[name] for name in inputs},
        around=Surroundings(cells, names, "Rounds", rest_empty=True),
        decisions={place[name].coordinate: DECISIONS[name] for name in inputs if name in DECISIONS},
        no_card=("",),
        apart=False,
    )
    assert (verdict.verdict, verdict.reason, verdict.groups) == ("proved", None, ())
