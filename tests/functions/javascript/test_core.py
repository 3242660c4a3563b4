"""The JavaScript core in Node.js, against Python, state by state."""

from __future__ import annotations

import unicodedata

import pytest

from baccarat_xl.cell_error import NA, VALUE
from baccarat_xl.functions.cells import call_cell, call_range
from baccarat_xl.functions.hosts.javascript.core import core
from baccarat_xl.functions.library import (
    FUNCTIONS,
    banker_draws,
    card_value,
    check_round,
    hand_total,
    is_natural,
    possible_p3,
)
from baccarat_xl.functions.registry import Function
from baccarat_xl.rules.outcome import outcome_words
from tests.functions.javascript.node import Node
from tests.functions.test_lambda_names import NO_CARDS, NUMBERS, SPACED, WIDE, _spellings

EXOTIC = [
    "٣",
    "²",
    "①",
    "á",
    "𝟕",
    "𝟏𝟎",
    "٧.٠",
    "á♠",
    "ſix",
    "Aß",
    "aſſ",
    "Ａ－ＳＰＡＤＥＳ",
    "7\u20dd",
    "7\u0345",
    "7\ufe0f\u20e3",
]
EXOTIC += [
    "\x1c7\x85",
    "\ufeff7",
    "k\u0302\u0301",
    "Ⅷ",
    "Ⅻ",
    "K",
    "roí",
    "１３.０",
    "Ｋ ｏｆ Ｓ",
    "\U0001d7d9",
    "9" * 400,
    "−1",
    "7\n",
]


def test_every_card_spelling(node: Node) -> None:
    states = [(text,) for text in (*_spellings(), *NUMBERS, *SPACED, *WIDE, *NO_CARDS, *EXOTIC)]
    assert not node.mismatches("core", core(), card_value, states)[1]


def _matters(character: str) -> bool:
    """Whether reading text may change this character or drop it; assigned ones only."""
    if not (character.isprintable() or character.isspace()) or 0xAC00 <= ord(character) < 0xD7A4:
        return False
    special = unicodedata.category(character)[0] in "MZ" or character.isdecimal() or ord(character) < 256
    return special or unicodedata.normalize("NFKD", character.casefold()) != character


def test_every_character_that_reading_changes(node: Node) -> None:
    """Alone, beside a rank, inside a word, between rank and suit; and all pictures of cards."""
    known = [c for c in map(chr, range(0x20000)) if _matters(c)]
    assert len(known) > 4000
    for shape in ("{}", "{}7", "si{}x", "7{}♠", "♠{}"):
        _, wrong = node.mismatches("core", core(), card_value, [(shape.format(c),) for c in known])
        assert not wrong, (shape, wrong[:5])


@pytest.mark.parametrize(
    ("function", "state"),
    [
        (is_natural, lambda text: (text, 3)),
        (possible_p3, lambda text: (6, text, None, None)),
        (check_round, lambda text: (2, 3, 8, 1, 2, None, text)),
    ],
    ids=["total", "decision", "outcome"],
)
def test_texts_for_totals_decisions_and_outcomes(
    function: Function[object], state: object, node: Node
) -> None:
    texts = [
        "draws",
        "Draw",
        "YES",
        "no ",
        " Stands",
        "TRUE ",
        "False",
        "1",
        "0",
        "1.0",
        "2",
        "ſtands",
        "ﬅand",
    ]
    texts += ["b", "T", "PLAYER ", " banker", "\ttie", "B P", "bank", "Ｐ", "p|b", "player:1", "constructor"]
    texts += [*NUMBERS, *SPACED, *WIDE, *NO_CARDS, *EXOTIC, "9", "10", "#N/A", "", "not known"]
    texts += [
        shape(word) for word in outcome_words() for shape in (str, str.upper, str.title, "\u3000{} ".format)
    ]
    _, wrong = node.mismatches("core", core(), function, [state(text) for text in texts])  # type: ignore[operator]
    assert not wrong


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_any_number_of_arguments(function: Function[object], node: Node) -> None:
    cells = (5, 4, 3, "P", 5, 2, "B", 1)
    calls = [cells[:width] for width in range(len(function.arguments) + 2)]
    assert node.calls("core", core(), function.name, calls) == [call_cell(function, *c) for c in calls]


def test_ranges_have_the_shapes_that_python_gives(node: Node) -> None:
    column, row, block = [["K"], ["7"], [None]], [[1, "?", 8]], [[1, 2, 3], [4, 5, 6]]
    for function in (hand_total, banker_draws):
        calls = [(column, row), (block, row), (block, column, 5), (column, 3), (7, block, row), ([[3]], 8)]
        answers = node.calls("core", core(), function.name, calls)
        assert answers == [call_range(function, *call) for call in calls]
        assert any(NA in line for line in answers[2])  # type: ignore[union-attr]


def test_the_harness_can_show_a_fault(node: Node) -> None:
    broken = core().replace("3   D    D D D D D D D D s D", "3   D    D D D D D D D D D D")
    _, wrong = node.mismatches("core", broken, banker_draws, [(3, 8, None), (3, 7, None), (3, 8, 9)])
    assert wrong == [((3, 8, None), False, True)]
    assert call_cell(banker_draws, 3, 8, 9) == VALUE
