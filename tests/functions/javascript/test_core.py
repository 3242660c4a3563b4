"""The JavaScript core in Node.js, against Python, state by state."""

from __future__ import annotations

import unicodedata
from decimal import Decimal

import pytest

from baccarat_xl.cell_error import NA, VALUE
from baccarat_xl.functions.cells import call_cell, call_range
from baccarat_xl.functions.hosts.javascript.core import core
from baccarat_xl.functions.library import (
    banker_draws,
    card_value,
    check_round,
    hand_total,
    is_natural,
    possible_p3,
)
from baccarat_xl.functions.payments import bet_profit, bet_return, house_edge, outcome_chance
from baccarat_xl.functions.payments_data import BETS, EVENTS, TERMS, TERMS_WORDS
from baccarat_xl.functions.payments_kinds import (
    DECKS_WORDS,
    HIGHEST_STAKE,
    PAIR_WORDS,
    bet_words,
    event_words,
)
from baccarat_xl.functions.registry import Function
from baccarat_xl.functions.whole_library import FUNCTIONS
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


def _names() -> list[str]:
    """Every name of a bet, an event, terms, a pair and a shoe, written in several ways; and no names."""
    words = {*bet_words(), *event_words(), *TERMS_WORDS, *PAIR_WORDS, *DECKS_WORDS}
    labels = [text for pair in (*BETS, *EVENTS) for text in pair] + list(TERMS)
    shapes = (str, str.upper, str.title, "\u3000{} ".format, "-".join, " ".join, "_{}\x1c".format)
    shaped = [shape(word) for word in sorted({*words, *labels}) for shape in shapes]
    joined = [
        "tie-8+banker 6 half",
        "TIE9 +\tcommission-4",
        "+tie-8",
        "tie-8+tie-8",
        "tie-8+commission-5+tie-9",
    ]
    return [*shaped, *joined, "constructor", "toString", "__proto__", *NUMBERS, *SPACED, *WIDE, *EXOTIC]


@pytest.mark.parametrize("place", range(10))
def test_texts_for_every_argument_of_a_bet(place: int, node: Node) -> None:
    base = ["Either pair", 12.5, "P", 9, 8, 2, 2, "no", "pair", "commission-5"]
    states = [(*base[:place], text, *base[place + 1 :]) for text in _names()]
    _, wrong = node.mismatches("core", core(), bet_return, states)
    assert not wrong, wrong[:5]


def test_texts_for_chances_and_edges(node: Node) -> None:
    for function in (outcome_chance, house_edge):
        width = len(function.arguments)
        base = ["Tie", 6] if width == 2 else ["Tie", "tie-9", 6]
        for place in range(width):
            states = [(*base[:place], text, *base[place + 1 :]) for text in _names()]
            _, wrong = node.mismatches("core", core(), function, states)
            assert not wrong, (function.name, place, wrong[:5])


def test_every_cent_is_the_same(node: Node) -> None:
    """Stakes of every size, at each of the rates by which a bet is paid."""
    steps = [Decimal(n).scaleb(-4) * 37 ** (n % 7) for n in range(0, 40_000, 7)]
    stakes = [float(stake) for stake in steps if stake <= HIGHEST_STAKE]
    stakes += [1e9, 999999999.9999, 0.0001, 0.005, 0.0149, 0.015, 0.1 + 0.2, 1.1 + 2.2, 4.35 * 100]
    bets = [("Banker", "B", terms) for terms in TERMS[1:5]] + [("Big", "P", ""), ("Small", "T", "")]
    for bet, outcome, terms in bets:
        cards = (3, 3) if bet == "Big" else (2, 2)
        states = [(bet, stake, outcome, None, None, *cards, None, None, terms) for stake in stakes]
        for function in (bet_return, bet_profit):
            _, wrong = node.mismatches("core", core(), function, states)
            assert not wrong, (bet, wrong[:5])


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
