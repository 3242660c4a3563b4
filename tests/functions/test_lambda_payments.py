"""Words and numbers as texts, in the payment functions as LAMBDA names."""

from __future__ import annotations

from pathlib import Path

from baccarat_xl.functions.payments import bet_profit, house_edge, outcome_chance
from baccarat_xl.functions.payments_data import EVENTS, TERMS
from baccarat_xl.functions.payments_kinds import PAIR_WORDS
from baccarat_xl.rules.outcome import outcome_words
from baccarat_xl.settlement.terms import book
from tests.functions.lambda_sheet import Sheet
from tests.functions.test_lambda_names import NUMBERS, SPACED

OUTCOMES = [*outcome_words(), *(word.upper() for word in outcome_words() if word.isascii())]
ODD = [
    "-",
    "_",
    " - ",
    "player:00",
    "|player|",
    "player|banker",
    "|",
    ":",
    "p l-a_y er",
    "Ｐ",
    "? ",
    "？",
    "??",
    "0",
]
WIDE = ["１０", "２.５", "７"]


def test_every_word_for_a_bet(tmp_path: Path) -> None:
    words = [word for bet in book().bets.values() for word in (bet.name, bet.label, *bet.words)]
    texts = [*words, *map(str.upper, words), *(f" {word.replace('_', '-')}\t" for word in words), *OUTCOMES]
    count, wrong = Sheet(tmp_path, house_edge).mismatches(
        [(t, "commission-5", 8) for t in (*texts, *ODD, *SPACED)]
    )
    assert count > 350
    assert not wrong


def test_every_name_of_terms(tmp_path: Path) -> None:
    labels = [layer["label"] for layer in book().layers.values()]
    names = [*book().layers, *labels]
    texts = [
        *TERMS,
        *names,
        *(f"{one} + {other}" for one in names for other in names),
        *map(str.upper, names),
    ]
    texts += [
        "tie-8+tie-9+commission-5",
        "commission-5++tie-8",
        "+commission-5",
        "commission 5",
        *ODD,
        *SPACED,
    ]
    _, wrong = Sheet(tmp_path, house_edge).mismatches(
        [(bet, t, 6) for t in texts for bet in ("banker", "tie")]
    )
    assert not wrong


def test_every_word_for_an_event(tmp_path: Path) -> None:
    texts = [word for pair in EVENTS for word in pair] + [label.upper() for _, label in EVENTS]
    states = [(text, None) for text in (*texts, *OUTCOMES, *ODD, *SPACED)]
    states += [("P", text) for text in ("infinite", "Endless", "IN FINITE", *NUMBERS, *WIDE, *SPACED, *ODD)]
    _, wrong = Sheet(tmp_path, outcome_chance).mismatches(states)
    assert not wrong


def test_numbers_as_texts(tmp_path: Path) -> None:
    stakes = [*NUMBERS, *WIDE, *SPACED, "2.50", "0.12345", "0.30000000000000004", "1000000000"]
    stakes += ["1000000000.01", "0.0001", "00012.3400", "999999999.9999", "1" + "0" * 30]
    states = [("Player", text, "P", *[None] * 7) for text in stakes]
    states += [("Small", 10, None, None, None, text, None, None, None, None) for text in (*NUMBERS, *WIDE)]
    pairs = [*PAIR_WORDS, *map(str.upper, PAIR_WORDS), "Mixed pair", "perfect-pair", *ODD, *NUMBERS, *SPACED]
    states += [("Player pair", 10, None, None, None, None, None, text, None, None) for text in pairs]
    _, wrong = Sheet(tmp_path, bet_profit).mismatches(states)
    assert not wrong
