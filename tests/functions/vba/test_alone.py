"""The VBA module that stands alone, run in LibreOffice Basic and compared with Python state by state.

What is meant for LibreOffice alone is cut out here, so that what runs is what Excel runs: real error values
in and out, TRUE and FALSE, empty cells. The module in cells of Calc is tested beside this.
"""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest

from baccarat_xl.functions.cells import call_cell
from baccarat_xl.functions.coerce import Kind
from baccarat_xl.functions.hosts.vba.alone import module_text
from baccarat_xl.functions.library import card_value, check_round, is_natural, possible_p3
from baccarat_xl.functions.payments import bet_profit, bet_return, outcome_chance
from baccarat_xl.functions.payments_data import TERMS_WORDS
from baccarat_xl.functions.payments_kinds import (
    DECKS_WORDS,
    PAIR_WORDS,
    PaymentKind,
    bet_words,
    event_words,
)
from baccarat_xl.functions.registry import Function
from baccarat_xl.functions.whole_library import FUNCTIONS
from baccarat_xl.rules.outcome import outcome_words
from tests.conftest import Soffice
from tests.functions.cell_values import as_cell, sweep
from tests.functions.conformance import keep
from tests.functions.lambda_sheet import same
from tests.functions.libreoffice.calc_sheet import version
from tests.functions.test_lambda_names import NO_CARDS, NUMBERS, SPACED, WIDE, _spellings
from tests.functions.vba.basic import run_states

pytestmark = pytest.mark.libreoffice
State = tuple[Function[object], tuple[object, ...]]
Swept = dict[str, list[tuple[tuple[object, ...], object]]]


def for_excel() -> str:
    """The module without the lines between ``#If LibreOffice`` and ``#End If``, but for the option there."""
    head, *rest = re.split(
        r"^#If LibreOffice Then\n(.*?)^#End If\n", module_text(), flags=re.MULTILINE | re.DOTALL
    )
    assert rest[0] == "Option VBASupport 1\n"
    return head + rest[0] + "".join(rest[1::2])


@pytest.fixture(scope="module")
def swept(soffice: Soffice, tmp_path_factory: pytest.TempPathFactory) -> Swept:
    states = [(function, tuple(state)) for function in FUNCTIONS for state in sweep(function)]
    half = len(states) // 2
    folders = [tmp_path_factory.mktemp("swept") for _ in range(2)]
    with ThreadPoolExecutor() as pool:
        runs = pool.map(
            lambda folder, part: run_states(soffice, folder, for_excel(), part),
            folders,
            (states[:half], states[half:]),
        )
        shown = [answer for run in runs for answer in run]
    assert len(shown) == len(states)
    found: Swept = {function.name: [] for function in FUNCTIONS}
    for (function, state), answer in zip(states, shown, strict=True):
        found[function.name].append((state, answer))
    return found


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_every_state_agrees_with_python(function: Function[object], swept: Swept, soffice: Soffice) -> None:
    states = swept[function.name]
    wrong = [
        (state, expected, answer)
        for state, answer in states
        if not same(answer, expected := call_cell(function, *map(as_cell, state)))
    ]
    keep("vba", f"{version(soffice)} Basic", function.name, len(states), len(wrong))
    assert not wrong, f"{len(wrong)} of {len(states)}: {wrong[:5]}"


ODD = ["٣", "²", "①", "𝟕", "á", "\u212aing", "７ of ♠", "\u2003k\u2003", "7\u0301"]
"""Letters that Python can take apart. VBA may refuse them, and never reads another card in them."""


_PLAIN_BET = ("Either pair", 12.5, "P", 9, 8, 2, 2, "no", "pair", "commission-5")


def _names() -> list[State]:
    """Names of bets, terms, pairs, events and shoes in several ways of writing, and texts for numbers."""
    of_place = {0: bet_words(), 7: PAIR_WORDS, 9: TERMS_WORDS}
    shapes = (str, str.title, "-".join, "\u3000{}_ ".format)
    more = ["tie-8 + Banker 6 half", "+", "tie-8+", "tie-8+tie-9", "p|b", "tie=2", "B P", *SPACED, "＿"]
    numbers = [text for text in NUMBERS if len(text) < 300]
    states: list[State] = []
    for place, words in of_place.items():
        texts = [shape(word) for word in words for shape in shapes] + more
        states += [(bet_return, (*_PLAIN_BET[:place], text, *_PLAIN_BET[place + 1 :])) for text in texts]
    for place in (1, 5, 7):
        texts = [*numbers, *SPACED, "0.00005", "1000000000.00", "？", "７.５"]
        states += [(bet_profit, (*_PLAIN_BET[:place], text, *_PLAIN_BET[place + 1 :])) for text in texts]
    states += [(outcome_chance, (shape(word), 6)) for word in event_words() for shape in shapes]
    return states + [(outcome_chance, ("T", text)) for text in (*DECKS_WORDS, "INFINITE", *numbers, *SPACED)]


@pytest.fixture(scope="module")
def read(soffice: Soffice, tmp_path_factory: pytest.TempPathFactory) -> list[tuple[State, object]]:
    """Texts as cards, totals, decisions and outcomes; arguments left out; dates."""
    spellings = _spellings()[::5]
    cards = [(card_value, (text,)) for text in (*spellings, *NUMBERS, *SPACED, *WIDE, *NO_CARDS, *ODD)]
    totals = [(is_natural, (text, 3)) for text in ("9", "1", "10", *NUMBERS, *SPACED, "？", "７", "#N/A")]
    words = ["draws", "Draw", "YES", "no ", " Stands", "TRUE ", "False", "1", "0", "1.0", "2", "？", *SPACED]
    decisions = [(possible_p3, (6, text)) for text in words]
    words = [*outcome_words(), "B P", "bank", "Ｐ", "p|b", "player=1", "?", "\ttie", "BANQUIER", "ÉGALITÉ"]
    outcomes = [(check_round, (2, 3, 8, 1, 2, None, text)) for text in (*words, *SPACED)]
    given: dict[object, object] = {
        Kind.TOTAL: 5,
        Kind.DECISION: True,
        Kind.ANY_OUTCOME: "P",
        Kind.OUTCOME: "T",
    }
    given |= {PaymentKind.BET: "Tie", PaymentKind.EVENT: "T", PaymentKind.PAIR: "no"}
    given |= {PaymentKind.TERMS: "tie-9", PaymentKind.CARDS: 3}
    short = [
        (function, tuple(given.get(argument.kind, 4) for argument in function.arguments[:width]))
        for function in FUNCTIONS
        for width in range(function.required, len(function.arguments) + 1)
    ]
    dates: list[State] = [(card_value, (date(2020, 3, 8),)), (is_natural, (3, date(2020, 3, 8)))]
    dates += [(bet_profit, ("Player", date(2020, 3, 8), "P")), (outcome_chance, ("P", date(2020, 3, 8)))]
    states: list[State] = [*cards, *totals, *decisions, *outcomes, *short, *dates, *_names()]
    shown = run_states(soffice, tmp_path_factory.mktemp("read"), for_excel(), states)
    return list(zip(states, shown, strict=True))


def test_texts_of_every_kind(read: list[tuple[State, object]]) -> None:
    wrong = {
        (function.name, cells, answer)
        for (function, cells), answer in read
        if not same(answer, call_cell(function, *cells))
    }
    refused = {cells[0] for name, cells, answer in wrong if name == "CARD_VALUE" and str(answer) == "#VALUE!"}
    assert refused <= set(ODD), refused - set(ODD)
    assert {cells[0] for _, cells, _ in wrong} == refused, "no other value than Python's is ever read"
    assert len(refused) < len(ODD)
