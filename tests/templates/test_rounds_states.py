"""Every state of the Rounds sheet, computed by real spreadsheet engines and compared with the rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from baccarat_xl.rules.round import Record, resolve
from baccarat_xl.rules.unknown import NO_CARD, UNSEEN
from baccarat_xl.templates.build import build_rounds
from baccarat_xl.templates.card_list import sheet_reads
from baccarat_xl.templates.columns import BY_KEY, COLUMNS, FIRST_ROW
from baccarat_xl.templates.worked_out import worked_out
from tests.templates.engines import FORMULAS, IronCalc, mismatches, without_cached_values
from tests.templates.states import (
    all_spellings,
    all_states,
    drawing_states,
    every_row,
    partial_rounds,
    recorded_rounds,
)

if TYPE_CHECKING:
    from tests.conftest import Soffice


@pytest.mark.libreoffice
def test_plain_formulas_agree_with_the_rules_in_libreoffice(soffice: Soffice, tmp_path: Path) -> None:
    rows, blanks = every_row(), 3
    path = tmp_path / "states.xlsx"
    build_rounds(path, rows=len(rows) + blanks, typed=rows)
    computed = soffice.values(without_cached_values(path), "Rounds")[FIRST_ROW - 1 :]
    assert len(rows) > 7000
    assert mismatches(rows, computed[: len(rows)], "plain") == []
    assert [cell for row in computed[len(rows) :] for cell in row if cell not in (None, "")] == []
    assert len(computed) == len(rows) + blanks


def test_plain_formulas_agree_with_the_rules_in_ironcalc(tmp_path: Path) -> None:
    build_rounds(tmp_path / "one.xlsx", rows=1)
    engine = IronCalc(tmp_path / "one.xlsx")
    rows: list[dict[str, object]] = [*all_spellings(), *drawing_states(), *partial_rounds(), {}]
    rows += [*recorded_rounds()][::3]
    assert mismatches(rows, map(engine.round, rows), "plain") == []


def test_named_functions_agree_with_the_rules_in_ironcalc(tmp_path: Path) -> None:
    build_rounds(tmp_path / "one.xlsx", rows=1, flavour="lambda")
    engine = IronCalc(tmp_path / "one.xlsx")
    rows: list[dict[str, object]] = [*drawing_states(), *[*all_spellings()][::4], {}]
    rows += [*partial_rounds()][::9]
    assert mismatches(rows, map(engine.round, rows), "lambda") == []


def test_a_row_that_is_wrong_is_noticed(tmp_path: Path) -> None:
    """The comparison itself: with one wrong cell in the drawing table, the row that reads it differs."""
    build_rounds(tmp_path / "one.xlsx", rows=1)
    engine = IronCalc(tmp_path / "one.xlsx")
    rows: list[dict[str, object]] = [
        {"p1": 5, "p2": "K", "b1": 3, "b2": "K", "p3": third} for third in (7, 8)
    ]
    assert mismatches(rows, map(engine.round, rows), "plain") == []
    table_row, table_column = 17 + 1 + 3, 2 + 1 + 8
    assert engine.model.get_cell_value(1, table_row, table_column) == "stands"
    engine.type_cell(1, table_row, table_column, "draws")
    assert len(mismatches(rows, map(engine.round, rows), "plain")) >= 1


def test_check_says_contradiction_exactly_where_the_rules_find_one() -> None:
    for typed in all_states():
        cards = {key: sheet_reads(typed.get(key)) for key in ("p1", "p2", "p3", "b1", "b2", "b3")}
        values = [UNSEEN if card is None else card for card in cards.values()]
        # A round without Banker's third card may be under way; one that has it is past Player's turn.
        faults = resolve(Record(*values, ends_recorded=cards["b3"] is NO_CARD)).faults
        wrong = bool(faults) or None in cards.values()
        assert str(worked_out(typed)["chk"]).startswith("✗") is wrong, typed


def test_a_check_mark_means_that_the_outcome_is_known() -> None:
    for typed in every_row():
        row = worked_out(typed)
        filled = {key for key, content in typed.items() if content not in (None, "")} - {"shoe", "round"}
        assert row["chk"] != "✓" or row["out"] != "", typed
        assert (row["chk"] == "") is not bool(filled), typed


def test_formula_columns_are_the_ones_compared() -> None:
    assert {key for _, key in FORMULAS} == {column.key for column in COLUMNS if column.plain}
    assert set(worked_out({})) == {key for _, key in FORMULAS}
    assert BY_KEY["chk"].plain is not None
