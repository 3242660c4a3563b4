"""Formulas that are handed out for a user's own cells: against the functions, in two spreadsheet programs."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ironcalc
import pytest
import xlsxwriter

from baccarat_xl.cell_error import NA, VALUE
from baccarat_xl.cli import main
from baccarat_xl.cli.exit_codes import Exit
from baccarat_xl.functions.cells import call_cell
from baccarat_xl.functions.library import FUNCTIONS
from tests.conftest import Soffice

BY_NAME = {function.name: function for function in FUNCTIONS}
AT_ONCE = 400
TOTALS = (*range(10), None)
THIRDS = (*range(10), None, "?")
ALL = {"player": TOTALS, "banker": TOTALS, "p3": THIRDS, "b3": THIRDS}
COLUMN = {"player": "A", "banker": "B", "p3": "C", "b3": "D"}
ORDER = {
    "BANKER_DRAWS": ("banker", "p3", "player"),
    "FINAL_TOTAL": ("player", "p3"),
    "NEXT_STEP": ("player", "banker", "p3", "b3"),
}
CASES = [
    ("PLAYER_DRAWS", ("player", "banker"), "if"),
    ("IS_NATURAL", ("player", "banker"), "if"),
    ("WINNER", ("player", "banker"), "if"),
    ("FINAL_TOTAL", ("player", "p3"), "if"),
    ("NEXT_STEP", ("player", "banker", "p3", "b3"), "if"),
    *(("BANKER_DRAWS", ("player", "banker", "p3"), style) for style in ("if", "ifs", "index")),
    *(("BANKER_DRAWS", ("banker", "p3"), style) for style in ("if", "ifs", "index")),
]


def formula(capsys: pytest.CaptureFixture[str], name: str, cells: dict[str, str], *more: str) -> str:
    given = [part for cell, where in cells.items() for part in (f"--{cell}", where)]
    assert main(["formula", name, *given, *more]) == Exit.CLEAN
    said = capsys.readouterr()
    assert said.err.startswith("proved: ")
    return said.out.strip()


def states(names: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    for values in itertools.product(*(ALL[name] for name in names)):
        yield dict(zip(names, values, strict=True))


def written(path: Path, text: str, rows: list[dict[str, Any]]) -> Path:
    """One row a state, and in column F the formula, as filled down by a user."""
    book = xlsxwriter.Workbook(str(path), {"use_future_functions": True})
    sheet = book.add_worksheet()
    for row, state in enumerate(rows):
        for name, value in state.items():
            if value is not None:
                sheet.write(row, "ABCD".index(COLUMN[name]), value)
        filled = text
        for column in "ABCD":
            filled = filled.replace(f"{column}1", f"{column}{row + 1}")
        sheet.write_formula(row, 5, filled)
    book.close()
    return path


def answers(folder: Path, text: str, rows: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], Any]]:
    """Each state with what IronCalc shows for it; a few hundred rows are filled anew again and again."""
    path = written(folder / "rows.xlsx", text, [{}] * AT_ONCE)
    model = ironcalc.load_from_xlsx(str(path), "en", "UTC", "en")
    held: dict[tuple[int, int], Any] = {}
    for start in range(0, len(rows), AT_ONCE):
        batch = rows[start : start + AT_ONCE]
        for row, state in enumerate(batch, start=1):
            for name, value in state.items():
                place = (row, "ABCD".index(COLUMN[name]) + 1)
                if held.get(place) != value or (place in held) is (value is None):
                    put(model, place, value)
                    held[place] = value
        model.evaluate()
        for row, state in enumerate(batch, start=1):
            yield state, model.get_cell_value(0, row, 6)


def put(model: Any, place: tuple[int, int], value: Any) -> None:
    if value is None:
        model.clear_cell_contents(0, *place)
    elif isinstance(value, str):
        model.update_cell_with_text(0, *place, value)
    else:
        model.update_cell_with_number(0, *place, float(value))


def right(name: str, state: dict[str, Any]) -> set[Any]:
    """What the cell may show: what the function shows, or #N/A where it cannot be told from a blank cell."""
    function = BY_NAME[name]
    order = ORDER.get(name, tuple(state))
    answer = call_cell(function, *(state.get(cell) for cell in order if cell in state))
    blank = any(state[side] is None for side in ("player", "banker") if side in state)
    return {answer, NA} if blank else {answer}


def judged(name: str, state: dict[str, Any]) -> bool:
    """A third card that cannot exist is an error of the function; a formula does not look for it."""
    if VALUE in right(name, state):
        return False
    if name == "FINAL_TOTAL":
        return state["p3"] != "?"
    return not (name == "NEXT_STEP" and "?" in (state["p3"], state["b3"]))


@pytest.mark.parametrize(("name", "cells", "style"), CASES)
def test_it_agrees_with_the_function(
    name: str, cells: tuple[str, ...], style: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = formula(capsys, name, {cell: f"{COLUMN[cell]}1" for cell in cells}, "--style", style)
    rows = [state for state in states(cells) if judged(name, state)]
    for state, shown in answers(tmp_path, text, rows):
        wanted = right(name, state)
        assert shown in {str(value) if value in (NA, VALUE) else value for value in wanted}, (state, text)
    assert len(rows) > 90


@pytest.mark.libreoffice
@pytest.mark.parametrize("style", ["if", "ifs", "index"])
def test_it_agrees_in_libreoffice(
    style: str, tmp_path: Path, soffice: Soffice, capsys: pytest.CaptureFixture[str]
) -> None:
    cells = {cell: f"{COLUMN[cell]}1" for cell in ("player", "banker", "p3")}
    words = ("--words", "Draw,Stand", "--unknown", "waits", "--style", style)
    text = formula(capsys, "BANKER_DRAWS", cells, *words)
    rows = [state for state in states(tuple(cells)) if judged("BANKER_DRAWS", state)]
    shown = soffice.values(written(tmp_path / "states.xlsx", text, rows))
    said = {True: "Draw", False: "Stand", NA: "waits"}
    for state, row in zip(rows, shown, strict=True):
        assert row[5] in {said[value] for value in right("BANKER_DRAWS", state)}, state


def test_a_round_that_is_not_over_has_no_outcome(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cells = {cell: f"{column}1" for cell, column in COLUMN.items()}
    text = formula(capsys, "ROUND_OUTCOME", cells, "--words", "P,B,T", "--unknown", "")
    rows = [state for state in states(tuple(COLUMN)) if "?" not in state.values()]
    rows = [state for state in rows if judged("NEXT_STEP", state)]
    for state, shown in answers(tmp_path, text, rows):
        player, banker = state["player"], state["banker"]
        opening = (5, (player - 5) % 10) if player is not None else (None, 5)
        other = (5, (banker - 5) % 10) if banker is not None else (None, 5)
        whole = call_cell(BY_NAME["ROUND_OUTCOME"], *opening, state["p3"], *other, state["b3"])
        if whole != VALUE:
            expected = "" if whole == NA else str(whole)[0]
            assert shown == expected, state


@pytest.mark.parametrize(
    ("words", "yes", "no"), [("1,0", 1.0, 0.0), ("0,1", 0.0, 1.0), ("true,FALSE", True, False)]
)
def test_numbers_and_truth_values_are_no_texts(
    words: str, yes: object, no: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cells = {cell: f"{COLUMN[cell]}1" for cell in ("player", "banker", "p3")}
    text = formula(capsys, "BANKER_DRAWS", cells, "--words", words)
    rows = [state for state in states(tuple(cells)) if judged("BANKER_DRAWS", state)]
    shown = {True: yes, False: no, NA: str(NA)}
    for state, found in answers(tmp_path, text, rows):
        wanted = [shown[value] for value in right("BANKER_DRAWS", state)]
        assert any(type(found) is type(one) and found == one for one in wanted), (state, text)


def test_cards_and_separators_of_the_users_own(capsys: pytest.CaptureFixture[str]) -> None:
    text = formula(capsys, "HAND_TOTAL", {"player": "A1,B1", "p3": "C1"}, "--cards", "ranks", "--bare")
    assert '"J"' in text
    german = formula(
        capsys, "BANKER_DRAWS", {"banker": "B1", "p3": "C1"}, "--separator", ";", "--words", "a;b,c"
    )
    assert '"a;b"' in german
    assert "," not in german
    assert main(["formula", "WINNER", "--player", "A1", "--banker", "B1", "--format", "json"]) == Exit.CLEAN
    told = json.loads(capsys.readouterr().out)
    assert (told["function"], told["states"]) == ("WINNER", 100)


@pytest.mark.parametrize(
    "cell",
    [
        "$B$2",
        "Sheet1!B2",
        "'My Sheet'!$B$2",
        "'It''s, here'!B2",
        "Table1[@[Bank total]]",
        "[@Bank]",
        "bank_total",
        "Rounds[[#This Row],[Bank total]]",
    ],
)
def test_cells_of_other_sheets_tables_and_names(cell: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = formula(capsys, "WINNER", {"player": "A2", "banker": cell}, "--bare")
    assert text == f'=IF(A2>{cell},"Player",IF(A2<{cell},"Banker","Tie"))'
    two = formula(capsys, "HAND_TOTAL", {"player": f"{cell},C2"}, "--bare")
    assert two == f"=MOD({cell}+C2,10)"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["EXPLAIN_DRAW", "--player", "B2"], "no plain formula"),
        (["BANKER_DRAWS", "--banker", "B2"], "needs --p3"),
        (["PLAYER_DRAWS", "--player", "B2,C2,D2", "--banker", "E2"], "takes one cell or two"),
        (["HAND_TOTAL", "--player", "B2"], "two cards"),
        (["BANKER_DRAWS", "--player", "B2,C2", "--banker", "E2", "--p3", "D2"], "HAND_TOTAL --player B2,C2"),
        (["HAND_TOTAL", "--player", "B2,C2", "--banker", "D2,E2"], "either --player or --banker"),
        (["WINNER", "--player", "B2", "--banker", "E2", "--words", "P,B"], "takes 3 different words"),
        (["CARD_VALUE", "--card", "B2", "--cards", "suited"], "need more than a short formula"),
        (["CARD_VALUE", "--card", "B2", "--words", "a,b"], "gives a number"),
        (
            ["BANKER_DRAWS", "--banker", "B2", "--p3", "C2", "--style", "index", "--separator", ";"],
            "--style if",
        ),
        *(
            (["WINNER", "--player", cell, "--banker", "E2"], "no single cell")
            for cell in ("not a cell", "A1:B1", "ZZZZ9", "B0", "XFE1", "A1048577", "T[Bank]", "#REF!", "1")
        ),
    ],
)
def test_what_cannot_be_written(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["formula", *arguments]) == Exit.USAGE
    message = capsys.readouterr().err
    assert said in message
    assert message.count("\n") == 1
