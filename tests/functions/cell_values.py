"""What a cell can hold, for sweeps of the functions in every host."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from baccarat_xl.functions.coerce import Kind, Readable
from baccarat_xl.functions.payments import PAYMENTS
from baccarat_xl.functions.registry import Function
from tests.functions.payment_values import BASE, DIVISION, EMPTY_TEXT, PAYMENT_DOMAIN, settlements

_BLANK: Final = (None, EMPTY_TEXT, "?")
_WRONG: Final = ("abc", 2.5, DIVISION)
_CARDS: Final = (*range(10), *_BLANK, "10S", 14, -1, True, *_WRONG)
DOMAIN: Final[dict[Readable, tuple[object, ...]]] = {
    Kind.TOTAL: (*range(10), *_BLANK, "7", 13, -1, True, *_WRONG),
    Kind.CARD: _CARDS,
    Kind.THIRD: _CARDS,
    Kind.ANY_CARD: _CARDS,
    Kind.DECISION: (True, False, 1, 0, *_BLANK, "draws", "no", 7, *_WRONG),
    Kind.ANY_OUTCOME: ("P", "banker", "Tie", *_BLANK, 3, True, *_WRONG),
    Kind.OUTCOME: ("P", "banker", "Tie", *_BLANK, 3, True, *_WRONG),
    **PAYMENT_DOMAIN,
}
_SETTLED: Final[dict[Readable, tuple[object, ...]]] = {
    Kind.TOTAL: (*range(10), None),
    Kind.THIRD: (*range(10), None, "?"),
    Kind.DECISION: (True, False, None),
}
_ROUND: Final = ("2", "3", "8", "A", "2", None)
_OUTCOMES: Final = (None, "P", "B", "T")


def as_cell(value: object) -> object:
    """The value that `call_cell` is given for a cell of the domain."""
    return "" if value is EMPTY_TEXT else value


def combinations(function: Function[object]) -> Iterator[tuple[object, ...]]:
    """Every combination of cells for up to three arguments; every pair of cells beside a base for more."""
    domains = [DOMAIN[argument.kind] for argument in function.arguments]
    if len(domains) <= 3:
        yield from itertools.product(*domains)
    else:
        yield from _pairs(domains, _base(function))


def sweep(function: Function[object]) -> Iterator[tuple[object, ...]]:
    """Every combination, or for more than three arguments every pair and every state of a round."""
    yield from combinations(function)
    width = len(function.arguments)
    if function in PAYMENTS:
        if width > 3:
            yield from settlements()
        return
    if width == 4:
        yield from itertools.product(*(_SETTLED[argument.kind] for argument in function.arguments))
    elif width > 4:
        yield from _rounds(width)


def _base(function: Function[object]) -> tuple[object, ...]:
    if function in PAYMENTS:
        return BASE
    if len(function.arguments) >= 6:
        return (*_ROUND, "T")[: len(function.arguments)]
    return tuple({Kind.TOTAL: 3, Kind.THIRD: None, Kind.DECISION: True}[a.kind] for a in function.arguments)


def _pairs(domains: Sequence[Sequence[object]], base: tuple[object, ...]) -> Iterator[tuple[object, ...]]:
    for one, two in itertools.combinations(range(len(domains)), 2):
        for first, second in itertools.product(domains[one], domains[two]):
            state = list(base)
            state[one], state[two] = first, second
            yield tuple(state)


def _rounds(width: int) -> Iterator[tuple[object, ...]]:
    """Both initial totals (or not known) by both third cards; outcomes and opening cards by turns."""
    totals = (*range(10), None)
    thirds = (*range(10), None, "?") if width == 6 else (*range(10), None, "?", "abc")
    for turn, (player, banker, third, last) in enumerate(itertools.product(totals, totals, thirds, thirds)):
        cards = (*_opening(player, turn), third, *_opening(banker, turn // 7), last)
        yield (*cards, _OUTCOMES[turn % 4])[:width]


def _opening(total: int | None, turn: int) -> tuple[object, object]:
    if total is None:
        return ((None, 5), ("?", 3), (4, EMPTY_TEXT), (7, "?"))[turn % 4]
    return turn % 10, (total - turn) % 10
