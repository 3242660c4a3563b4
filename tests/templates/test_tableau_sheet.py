"""Sheet Tableau: its table, its live look-up and its picture, against the rules."""

from __future__ import annotations

import re
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from baccarat_xl.rules.domain import drawing_states
from baccarat_xl.rules.errors import Contradiction
from baccarat_xl.rules.explain import explain_draw
from baccarat_xl.rules.tableau import BANKER_DRAWS, PLAYER_DRAWS
from baccarat_xl.rules.unknown import NO_CARD, UNSEEN, Card
from baccarat_xl.templates import tableau_sheet
from baccarat_xl.templates.book import Book
from baccarat_xl.templates.build import build_rounds
from baccarat_xl.templates.cards_sheet import add_cards_sheet
from tests.templates.engines import IronCalc

if TYPE_CHECKING:
    from tests.conftest import Soffice

TYPED = (tableau_sheet.PLAYER, tableau_sheet.BANKER, tableau_sheet.THIRD)


def sentence(player: int, banker: int, third: Card) -> str:
    """What the rules say, also where the three cannot stand together."""
    try:
        return explain_draw(player, banker, third).sentence
    except Contradiction as fault:
        return f"{fault}."


def shown(third: Card) -> object:
    """A third card as it is typed."""
    return None if third is NO_CARD else "?" if third is UNSEEN else third


def test_the_look_up_says_what_the_rules_say_in_ironcalc(tmp_path: Path) -> None:
    build_rounds(tmp_path / "one.xlsx", rows=1)
    engine = IronCalc(tmp_path / "one.xlsx")
    words = tableau_sheet.position(tableau_sheet.WORDS)
    wrong = []
    for player, banker, third in drawing_states():
        for cell, content in zip(TYPED, (player, banker, shown(third)), strict=True):
            row, column = tableau_sheet.position(cell)
            engine.type_cell(1, row + 1, column + 1, content)
        engine.model.evaluate()
        found = engine.model.get_cell_value(1, words[0] + 1, words[1] + 1)
        if found != sentence(player, banker, third):
            wrong.append((player, banker, third, found))
    assert wrong == []


@pytest.mark.libreoffice
def test_the_look_up_says_what_the_rules_say_in_libreoffice(soffice: Soffice, tmp_path: Path) -> None:
    """The same formulas once a row, since a converted file shows one look-up only."""
    stream = BytesIO()
    book = Book(stream, "look-ups")
    sheet = book.workbook.add_worksheet("Many")
    states = list(drawing_states())
    for row, (player, banker, third) in enumerate(states):
        addresses = {cell: f"${'ABC'[index]}${row + 1}" for index, cell in enumerate(TYPED)}
        for index, content in enumerate((player, banker, shown(third))):
            sheet.write(row, index, content)
        formulas = tableau_sheet.formulas()
        addresses |= {cell: f"${'DEFGHIJ'[index]}${row + 1}" for index, cell in enumerate(formulas)}
        for index, formula in enumerate(formulas.values(), start=3):
            here = re.sub(r"\$B\$\d+", lambda match, moved=addresses: moved[match[0]], formula)  # type: ignore[misc]
            sheet.write_formula(row, index, f"={here}", None, "")
    tableau_sheet.add_tableau_sheet(book)
    add_cards_sheet(book)
    book.close()
    path = tmp_path / "look-ups.xlsx"
    path.write_bytes(stream.getvalue())
    computed = soffice.values(path, "Many")
    last = len(tableau_sheet.formulas()) + 2
    wrong = [
        (state, row[last])
        for state, row in zip(states, computed, strict=True)
        if row[last] != sentence(*state)
    ]
    assert wrong == []


def test_the_table_holds_the_drawing_table(tmp_path: Path) -> None:
    import openpyxl

    build_rounds(tmp_path / "one.xlsx", rows=1)
    book = openpyxl.load_workbook(tmp_path / "one.xlsx")
    (sheet, area), *others = book.defined_names[tableau_sheet.NAME].destinations
    assert (sheet, others) == (tableau_sheet.SHEET, [])
    cells = book[sheet][area]
    head = book[sheet][tableau_sheet.HEAD_ROW]
    for row in cells:
        for cell in row:
            heading = head[cell.column - 1].value
            third = NO_CARD if heading == "Player stood" else heading
            if (row[0].row - cells[0][0].row, third) in BANKER_DRAWS:
                draws = BANKER_DRAWS[row[0].row - cells[0][0].row, third]
                assert cell.value == ("draws" if draws else "stands")
    assert (len(cells), len(cells[0])) == (8, 13)


def test_the_picture_shows_the_rules_and_no_amounts() -> None:
    drawing = files("baccarat_xl.templates").joinpath("procedure.svg").read_text(encoding="utf-8")
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", drawing)
    draws = [total for total, drawn in PLAYER_DRAWS.items() if drawn]
    stands = [total for total, drawn in PLAYER_DRAWS.items() if not drawn]
    player = (f"{draws[0]}–{draws[-1]} draws", f"{stands[0]}–{stands[-1]} stands")
    banker = [total for total in PLAYER_DRAWS if BANKER_DRAWS[total, NO_CARD]]
    assert banker == draws
    for words in player:
        assert sum(text.startswith(words) for text in texts) == 2
    for words in [*texts, tableau_sheet.ALT_TEXT]:
        assert not re.search(r"[%$€£]|:1|commission|pays|wager|bet", words)
