"""What cells can hold for the payment functions, and the states of their sweep in every host."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

from baccarat_xl.cell_error import CellError
from baccarat_xl.functions.coerce import Readable
from baccarat_xl.functions.payments import situation
from baccarat_xl.functions.payments_data import BETS, EVENTS, PAIR_LEVELS, RULE_OF, TERMS
from baccarat_xl.functions.payments_kinds import PaymentKind
from baccarat_xl.rules.unknown import UNKNOWN

LABELS: Final = tuple(label for _, label in BETS)
EMPTY_TEXT: Final = object()
"""A cell whose formula gives empty text."""
DIVISION: Final = CellError("#DIV/0!")
_BLANK: Final = (None, EMPTY_TEXT, "?")
_WRONG: Final = ("abc", True, DIVISION)
_STAKES: Final = (10, 2.5, 0.35, 7, 0.1 + 0.2, 1234.56, 0.0001, 1e9, 25, 0.5, 3.3333, 999999999.9999)
PAYMENT_DOMAIN: Final[dict[Readable, tuple[object, ...]]] = {
    PaymentKind.BET: (
        *LABELS, "b", "PANDA-8", "super_6", "  tie bet ", "大", 7, *_BLANK, *_WRONG,
    ),
    PaymentKind.STAKE: (
        0, 1, *_STAKES[:8], -1, 1e9 + 1, 7 / 3, 0.12345, "7", "2.50", " .5", "1,000", *_BLANK, *_WRONG,
    ),
    PaymentKind.CARDS: (2, 3, "2", 3.0, 2.5, 4, 0, -1, *_BLANK, *_WRONG),
    PaymentKind.PAIR: (
        False, 1, 0, "no", "Pair", "yes", "mixed", "PERFECT", "perfect pair", 2, 0.5, "0", *_BLANK, *_WRONG,
    ),
    PaymentKind.TERMS: (
        *TERMS[1:], "Tie 9 + Commission_5", "5% commission on a winning Banker bet",
        "commission-5+commission-4", "commission-5+", "+", "tie-8+tie-9", 5, *_BLANK, *_WRONG,
    ),
    PaymentKind.EVENT: (
        *(name for name, _ in EVENTS), "banker", "Banker wins with 6 of two cards", "four cards", 3,
        *_BLANK, *_WRONG,
    ),
    PaymentKind.DECKS: (*range(1, 9), "8", "infinite", "Endless", 9, 0, 2.5, -1, *_BLANK, *_WRONG),
}  # fmt: skip
BASE: Final = ("Banker", 10, "B", None, None, None, None, None, None, "commission-5")
"""Around it every pair of arguments takes every pair of values."""
_OUTCOMES: Final = ("P", "B", "T", None)
_TOTALS: Final = (*range(10), None)
_CARDS: Final = (2, 3, None)
_PAIRS: Final = ("no", "pair", "mixed", "perfect", None)
Known = tuple[object, object, object, object, object]


def every_known() -> list[Known]:
    """Everything that can be known of outcome, totals and numbers of cards: 4,356 states."""
    return list(itertools.product(_OUTCOMES, _TOTALS, _TOTALS, _CARDS, _CARDS))


def number_of(known: Known) -> int:
    """The situation that a state of `every_known` is."""
    words = {"P": "Player", "B": "Banker", "T": "Tie"}
    outcome, *others = known
    parts = [UNKNOWN if part is None else part for part in others]
    return situation(words.get(outcome), *parts)  # type: ignore[arg-type]


def settlements() -> Iterator[tuple[object, ...]]:
    """Every state of a round by bets and terms in turns; every situation by every rule of payment; pairs.

    Bets and terms that are paid by one rule take turns; that each has its rule, the pairs of arguments show.
    """
    states = every_known()
    first_of = {number_of(known): known for known in reversed(states)}
    every = list(itertools.product(range(len(BETS)), range(len(TERMS))))
    stakes, turns = itertools.cycle(_STAKES), itertools.cycle(every)
    for known in states:
        bet, terms = next(turns)
        yield LABELS[bet], next(stakes), *known, None, None, TERMS[terms]
    rules = {rule for of_bet in RULE_OF for rule in of_bet}
    by_rule = {
        rule: itertools.cycle([(bet, terms) for bet, terms in every if RULE_OF[bet][terms] == rule])
        for rule in sorted(rules)
    }
    for _, known in sorted(first_of.items()):
        for paid in by_rule.values():
            bet, terms = next(paid)
            yield LABELS[bet], next(stakes), *known, None, None, TERMS[terms]
    of_level = {PAIR_LEVELS[number]: known for number, known in first_of.items()}
    bets = [label for label in LABELS if "pair" in label] + ["Player"]
    for _, known in sorted(of_level.items()):
        for label, player, banker in itertools.product(bets, _PAIRS, _PAIRS):
            yield label, next(stakes), *known, player, banker, "commission-4"
