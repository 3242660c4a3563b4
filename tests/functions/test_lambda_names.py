"""The LAMBDA functions in a real spreadsheet engine, against Python, state by state."""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path

import openpyxl
import pytest

from baccarat_xl.functions.cells import call_cell
from baccarat_xl.functions.hosts.named_lambda.names import (
    RENAMED,
    add_names_openpyxl,
    parameter,
)
from baccarat_xl.functions.hosts.named_lambda.payments import whole_definitions
from baccarat_xl.functions.hosts.named_lambda.text import looks_like_a_cell, stored
from baccarat_xl.functions.library import card_value, check_round, is_natural, possible_p3
from baccarat_xl.functions.registry import Function
from baccarat_xl.functions.whole_library import FUNCTIONS
from baccarat_xl.rules.cards import RANK_WORDS, SUITS, read_card
from tests.functions.cell_values import sweep
from tests.functions.conformance import keep
from tests.functions.lambda_sheet import Sheet

RANKS = [*(word for words in RANK_WORDS.values() for word in words.split()), *map(str, range(14))]
# fmt: off
NUMBERS = [
    "00", "007", "13", "14", "99", "-1", "-0", "+5", "+0", "7.", "7.0", ".0", ".5", "7.5", "-3.0", "-2.5",
    "+", ".", "-", "1e1", "1,0", "0x1", "13.0", "13.5", "14.0", "9.000", "1.2.3",
]
# fmt: on
SPACED = ["7 ", " k\t", "K\u00a0", "\u3000♠\u3000k", "  ", "\t", "\u00a0", " ? ", "1 0", "1 1", "as\tof\th"]
WIDE = ["１０", "７", "Ｋ", "Ａ♠", "？", "König", "KO\u0308NIG"]
# fmt: off
NO_CARDS = [
    "|", "a|ace", "a:1", "|a:1|", "joker", "🃏", "🃟", "🂠", "♠", "♠♠", "s", "ss", "sas", "assh", "true",
    "FALSE", "#N/A", "'7", "s7s", "-7s", "7-♠-", "a-of-s", "7♠♠", "K\u200b", "??",
]
# fmt: on
NO_CARDS += ["a of", "of s", "a of of s", "s of a", "7 of_s", "ace of the hearts", "10 of spades s"]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_every_state_agrees_with_python(function: Function[object], tmp_path: Path) -> None:
    count, wrong = Sheet(tmp_path, function).mismatches(sweep(function))
    keep("lambda", f"IronCalc {version('ironcalc')}", function.name, count, len(wrong))
    assert not wrong, f"{len(wrong)} of {count}: {wrong[:5]}"


def _spellings() -> list[str]:
    made = []
    for rank in RANKS:
        for word in (rank, rank.upper(), rank.title()):
            made += [
                word,
                *(f"{word}{suit}\ufe0f" for suit in "♠♥♦♣"),
                *(f"{suit}\ufe0f{word}" for suit in "♠♥♦♣"),
            ]
        for suit in SUITS.split():
            made += [f"{rank} of {suit}", f"{rank.title()}  of  {suit.title()}", f"{suit} of {rank}"]
            for joint in ("", "-", " ", "_", " - "):
                made += [f"{rank}{joint}{suit}".upper(), f"{suit}{joint}{rank}"]
    return [*made, *(chr(code) for code in range(0x1F0A0, 0x1F0F0))]


def test_every_card_spelling(tmp_path: Path) -> None:
    """Singular suit words run together with a rank word in s are the one spelling a formula refuses."""
    states = [(text,) for text in (*_spellings(), *NUMBERS, *SPACED, *WIDE, *NO_CARDS)]
    _, wrong = Sheet(tmp_path, card_value).mismatches(states)
    refused = {cells[0]: str(shown) for cells, _, shown in wrong}
    run_together = re.compile("(spade|heart|diamond|club)(six|seven|sota)")
    assert all(run_together.fullmatch(text) for text in refused), refused
    assert set(refused.values()) == {"#VALUE!"}


def test_what_a_formula_cannot_read_is_an_error(tmp_path: Path) -> None:
    """Python reads any accent, width and digit that Unicode can take apart; a formula refuses them."""
    texts = ["٣", "²", "①", "á", "𝟕"]
    assert all(read_card(text) is not None for text in texts)
    shown = [str(answer) for _, answer in Sheet(tmp_path, card_value).answers([(text,) for text in texts])]
    assert shown == ["#VALUE!"] * len(texts)


@pytest.mark.parametrize(
    ("function", "state", "texts"),
    [
        (is_natural, lambda text: (text, 3), ["9", "1", "10", *NUMBERS, *SPACED, "？", "７", "#N/A"]),
        (
            possible_p3,
            lambda text: (6, text, None, None),
            ["draws", "Draw", "YES", "no ", " Stands", "TRUE ", "False", "1", "0", "1.0", "2", "？", *SPACED],
        ),
        (
            check_round,
            lambda text: (2, 3, 8, 1, 2, None, text),
            ["b", "T", "PLAYER ", " banker", "\ttie", "B P", "bank", "Ｐ", "p|b", "player:1", "?", *SPACED],
        ),
    ],
    ids=["total", "decision", "outcome"],
)
def test_texts_for_totals_decisions_and_outcomes(
    function: Function[object], state: object, texts: list[str], tmp_path: Path
) -> None:
    count, wrong = Sheet(tmp_path, function).mismatches([state(text) for text in texts])  # type: ignore[operator]
    assert count == len(texts)
    assert not wrong


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_optional_arguments_may_be_left_out(function: Function[object], tmp_path: Path) -> None:
    cells = {"TOTAL": 5, "DECISION": True, "THIRD": 4, "CARD": 4, "ANY_CARD": 4}
    given = [cells.get(a.kind.name, "P") for a in function.arguments]
    model = Sheet(tmp_path, function, rows=1).model
    for width in range(function.required, len(given) + 1):
        arguments = ",".join("TRUE" if g is True else f'"{g}"' if g == "P" else str(g) for g in given[:width])
        model.set_user_input(0, 50, 1, f"={function.name}({arguments})")
        model.evaluate()
        expected = call_cell(function, *given[:width])
        assert str(model.get_cell_value(0, 50, 1)).removesuffix(".0") == str(expected)


def test_the_sheet_can_show_a_fault(tmp_path: Path) -> None:
    sheet = Sheet(tmp_path, is_natural)
    sheet.model.set_user_input(0, 3, 3, "=FALSE")
    _, wrong = sheet.mismatches([(4, 8), (5, 6), (9, None), (5, None)])
    assert wrong == [((9, None), True, False)]


def test_names_and_parameters_are_no_cell_addresses() -> None:
    for definition in whole_definitions():
        assert "_" in definition.name or len(definition.name) > 3
        assert not looks_like_a_cell(definition.name)
        words = re.findall(r"_xl(?:pm|op)\.(\w+)", definition.formula_for_file)
        assert not [word for word in words if looks_like_a_cell(word)]
        assert max(map(len, re.findall(r'"((?:[^"]|"")*)"', definition.formula_for_file)), default=0) <= 255
        assert len(definition.comment) <= 255
    names = {argument.name for function in FUNCTIONS for argument in function.arguments}
    assert {name for name in names if looks_like_a_cell(name)} == set(RENAMED)
    for function in FUNCTIONS:
        assert len({parameter(argument) for argument in function.arguments}) == len(function.arguments)


def test_brackets_never_reach_the_file() -> None:
    assert not [d.name for d in whole_definitions() if "[" in d.formula_for_file.replace('"[', "")]
    assert stored('LET(word, "a b [c] LET", word)') == '_xlfn.LET(_xlpm.word,"a b [c] LET",_xlpm.word)'


def test_nesting_stays_within_what_excel_takes() -> None:
    for definition in whole_definitions():
        bare = re.sub(r'"(?:[^"]|"")*"', "", definition.formula_for_file)
        depth = deepest = 0
        for character in bare:
            depth += {"(": 1, ")": -1}.get(character, 0)
            deepest = max(deepest, depth)
        assert depth == 0, definition.name
        assert deepest <= 64, definition.name


def test_openpyxl_writes_the_same_names(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    add_names_openpyxl(book, whole_definitions())
    book.save(tmp_path / "names.xlsx")
    names = openpyxl.load_workbook(tmp_path / "names.xlsx").defined_names
    assert {n: (names[n].attr_text, names[n].comment) for n in names} == {
        d.name: (d.formula_for_file, d.comment) for d in whole_definitions()
    }
