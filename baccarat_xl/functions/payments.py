"""What bets come to under named terms, and exact chances, for cells (R9, R10). No draw depends on them.

Everything is looked up in `payments_data`; nothing here imports the terms or the chances themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import TYPE_CHECKING, Final, TypeVar

from baccarat_xl.functions.coerce import Kind
from baccarat_xl.functions.payments_data import (
    BETS,
    CHANCES,
    EDGES,
    EVENTS,
    PAIR_ANSWERS,
    PAIR_LEVELS,
    PAIRS_POSSIBLE,
    PAYS,
    ROUND_ANSWERS,
    RULE_OF,
    SITUATIONS,
    TERMS,
    TOTALS,
)
from baccarat_xl.functions.payments_kinds import CLOSE, HIGHEST_STAKE, JOIN, PARTS, NotKnown, PaymentKind
from baccarat_xl.functions.registry import Amount, Argument, Example, Function
from baccarat_xl.rules.errors import Contradiction
from baccarat_xl.rules.outcome import OUTCOMES, Outcome
from baccarat_xl.rules.unknown import UNKNOWN, Total

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

R = TypeVar("R")
LOST: Final = "-"
OPEN: Final = "?"
_CENT: Final = PARTS // 100
_BY_NAME: Final[dict[str, Function[object]]] = {}


def situation(
    outcome: Outcome | None,
    player_final: Total,
    banker_final: Total,
    player_cards: object,
    banker_cards: object,
) -> int:
    """The number of what is known of a round, by which `ROUND_ANSWERS` are kept; 0 where no round is so."""
    place = (_outcome(outcome) * 11 + _total(player_final)) * 11 + _total(banker_final)
    block = int(TOTALS[3 * place : 3 * place + 3])
    place = (block * 3 + _cards(player_cards)) * 3 + _cards(banker_cards)
    return int(SITUATIONS[3 * place : 3 * place + 3])


def _outcome(outcome: Outcome | None) -> int:
    return len(OUTCOMES) if outcome is None else OUTCOMES.index(outcome)


def _total(total: Total) -> int:
    return total if isinstance(total, int) else 10


def _cards(cards: object) -> int:
    return cards - 2 if isinstance(cards, int) else 2


def _rate(
    bet: int | NotKnown,
    _stake: object,
    outcome: Outcome | None,
    player_final: Total,
    banker_final: Total,
    player_cards: int | NotKnown,
    banker_cards: int | NotKnown,
    player_pair: int,
    banker_pair: int,
    terms: int,
) -> str | NotKnown:
    """The mark of what the bet comes to. Raises Contradiction for facts that no round has together."""
    known = situation(outcome, player_final, banker_final, player_cards, banker_cards)
    pairs = (int(PAIR_LEVELS[known]) * 5 + player_pair) * 5 + banker_pair
    if PAIRS_POSSIBLE[pairs] == "n":
        raise Contradiction("no round has this outcome, these totals, cards and pairs together (R2-R6)")
    if not isinstance(bet, int):
        return UNKNOWN
    rule = RULE_OF[bet][terms]
    mark = PAIR_ANSWERS[rule][pairs] if rule in PAIR_ANSWERS else ROUND_ANSWERS[rule][known]
    return UNKNOWN if mark == OPEN else mark


def won(mark: str, stake: int) -> int:
    """What a bet that is not lost is paid beside the stake, in cents, rounded half up."""
    over, under = PAYS[mark]
    return (2 * stake * over + _CENT * under) // (2 * _CENT * under)


def profit_parts(mark: str, stake: int) -> int:
    """The profit in ten-thousandths of a stake in ten-thousandths."""
    return -stake if mark == LOST else won(mark, stake) * _CENT


def return_parts(mark: str, stake: int) -> int:
    """What comes back, in ten-thousandths."""
    return stake + profit_parts(mark, stake)


def money(parts: int) -> Decimal:
    """Ten-thousandths as exact money, with two decimals where that is enough."""
    return Decimal(parts // _CENT).scaleb(-2) if parts % _CENT == 0 else Decimal(parts).scaleb(-4)


def _read_stakes(numbers: npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """`read_stake` for a column: ten-thousandths, and which are stakes at all."""
    import numpy as np

    usable = (numbers >= 0) & (numbers <= HIGHEST_STAKE)
    scaled = np.where(usable, numbers, 0.0) * PARTS
    whole = np.floor(scaled + 0.5)
    return whole.astype(np.int64), usable & (np.abs(scaled - whole) <= CLOSE)


def _profits(mark: str, stakes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    if mark == LOST:
        return -stakes
    over, under = PAYS[mark]
    return (2 * over * stakes + _CENT * under) // (2 * _CENT * under) * _CENT


def _profit_column(mark: str, stakes: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    return _profits(mark, stakes) / PARTS


def _return_column(mark: str, stakes: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    return (stakes + _profits(mark, stakes)) / PARTS


_CHOICES: Final = ", ".join(name for name in TERMS if name and JOIN not in name)
BET: Final = Argument(
    "bet",
    PaymentKind.BET,
    f"The bet, by name: {', '.join(label for _, label in BETS)}.",
)
ALL_TERMS: Final = Argument(
    "terms",
    PaymentKind.TERMS,
    f"Payment terms by name: {_CHOICES}, or two joined, as in {TERMS[-1]}; without a word on Tie, Tie pays 8 "
    "to 1. Blank = none chosen: #N/A where they differ.",
    optional=True,
)
DECKS: Final = Argument(
    "decks", PaymentKind.DECKS, 'Decks in the full shoe, 1-8, or "infinite". Blank = 8.', optional=True
)


def _final(side: str) -> Argument:
    help_text = f"The total of all {side}'s cards, 0-9. Blank = not known."
    return Argument(f"{side.lower()}_final", Kind.TOTAL, help_text, optional=True)


def _number_of(side: str) -> Argument:
    help_text = f"How many cards {side} had, 2 or 3. Blank = not known."
    return Argument(f"{side.lower()}_cards", PaymentKind.CARDS, help_text, optional=True)


def _pair(side: str) -> Argument:
    help_text = (
        f'{side}\'s first two cards: FALSE or "no", TRUE or "pair" (perfect or not), "mixed" (not perfect), '
        '"perfect". Blank = not known.'
    )
    return Argument(f"{side.lower()}_pair", PaymentKind.PAIR, help_text, optional=True)


SETTLED: Final = (
    BET,
    Argument("stake", PaymentKind.STAKE, f"The stake: 0 to {HIGHEST_STAKE:,}, at most four decimals."),
    Argument("outcome", Kind.OUTCOME, "Player, Banker or Tie, or P, B, T. Blank = not known."),
    _final("Player"),
    _final("Banker"),
    _number_of("Player"),
    _number_of("Banker"),
    _pair("Player"),
    _pair("Banker"),
    ALL_TERMS,
)
_ROUNDED: Final = "What a winning bet is paid, after commission, is rounded once, half up to 0.01."
WRONG: Final = ("#VALUE!", "for a name that is not known, and for an input of the wrong kind")
_ERRORS: Final = (
    WRONG,
    (
        "#NUM!",
        f"for a stake below 0, above {HIGHEST_STAKE:,} or with more than four decimals, a total that is not "
        "0-9, a number of cards that is not 2 or 3",
    ),
    ("#VALUE!", "when no round has these facts together"),
    ("#N/A", "when the facts or the terms given do not settle the bet, and for a blank bet or stake"),
)


def _function(
    summary: str,
    arguments: tuple[Argument, ...],
    returns: str,
    errors: tuple[tuple[str, str], ...],
    examples: tuple[Example, ...],
    clause: str,
    amount: Amount | None = None,
) -> Callable[[Callable[..., R]], Function[R]]:
    def register(implementation: Callable[..., R]) -> Function[R]:
        described = Function(
            implementation, summary, arguments, returns, errors, examples, (clause,), amount=amount
        )
        _BY_NAME[described.name] = described  # type: ignore[assignment]
        return described

    return register


def _told(*facts: object, terms: str) -> tuple[object, ...]:
    """Arguments with terms at the end."""
    return (*facts, *[""] * (len(SETTLED) - 1 - len(facts)), terms)


@_function(
    "What a bet brings back over the table, the stake included: 0 when it is lost.",
    SETTLED,
    f"an amount of money. {_ROUNDED}",
    _ERRORS,
    (
        Example(("Player", 25, "P"), 50.0),
        Example(("Player", 25, "T"), 25.0, "a push"),
        Example(_told("Banker", 20, "Banker", terms="commission-5"), 39.0),
        Example(_told("Banker", 2.5, "B", terms="commission-5"), 4.88, "2.375 is rounded to 2.38"),
        Example(_told("Banker", 10, "B", "", 6, terms="banker-6-half"), 15.0),
        Example(_told("Banker", 10, "B", terms="banker-6-half"), "#N/A", "with 6 or without?"),
        Example(("Banker", 10, "B"), "#N/A", "no terms chosen"),
        Example(("Banker", 10, "P"), 0.0, "lost under all terms"),
        Example(_told("Tie", 10, "T", terms="tie-9"), 100.0),
        Example(("Dragon 7", 5, "B", "", 7, "", 3), 205.0),
        Example(("Either pair", 10, "P", "", "", "", "", "", "pair"), 60.0),
        Example(("Player", 10, "P", 3, 5), "#VALUE!", "the outcome does not go with the totals"),
    ),
    "R9",
    Amount(1, _rate, _read_stakes, _return_column),
)
def bet_return(bet: object, stake: int | NotKnown, *facts: object) -> Decimal | NotKnown:
    mark = _rate(bet, stake, *facts)  # type: ignore[arg-type]
    return money(return_parts(mark, stake)) if isinstance(stake, int) and isinstance(mark, str) else UNKNOWN


@_function(
    "The profit of a bet: below 0 when it is lost, 0 when it is pushed.",
    SETTLED,
    f"an amount of money. {_ROUNDED}",
    _ERRORS,
    (
        Example(("Player", 25, "P"), 25.0),
        Example(("Player", 25, "B"), -25.0),
        Example(("Player", 25, "T"), 0.0, "a push"),
        Example(_told("Banker", 20, "Banker", terms="commission-5"), 19.0),
        Example(_told("Banker", 10, "B", "", 7, "", 3, terms="banker-7-push"), 0.0),
        Example(_told("Tie", 10, "T", terms="commission-5"), 80.0),
        Example(("Tie", 10, "T"), "#N/A", "8 to 1 or 9 to 1: no terms chosen"),
        Example(("Big", 10, "", "", "", 3), 5.4),
        Example(("Small", 10, "", 9, 4), "#N/A", "four cards or more?"),
        Example(("Perfect pair", 10, "", "", "", "", "", "perfect"), 250.0),
        Example(("Player", 10.00001, "P"), "#NUM!"),
    ),
    "R9",
    Amount(1, _rate, _read_stakes, _profit_column),
)
def bet_profit(bet: object, stake: int | NotKnown, *facts: object) -> Decimal | NotKnown:
    mark = _rate(bet, stake, *facts)  # type: ignore[arg-type]
    return money(profit_parts(mark, stake)) if isinstance(stake, int) and isinstance(mark, str) else UNKNOWN


@_function(
    "How often an outcome comes from a full shoe, counted exactly: to audit a log or a simulator.",
    (
        Argument(
            "outcome",
            PaymentKind.EVENT,
            f"Player, Banker or Tie, or P, B, T; or {', '.join(name for name, _ in EVENTS[3:])}.",
        ),
        DECKS,
    ),
    "a share of all rounds between 0 and 1, to 15 digits.",
    (
        WRONG,
        ("#NUM!", "for a number of decks that is not 1-8"),
        ("#N/A", "for a blank outcome"),
    ),
    (
        Example(("B",), 0.458597422632763),
        Example(("Tie", 6), 0.095068711335799),
        Example(("natural", "infinite"), 0.342845138475544),
        Example(("banker_win_6_two_card", 8), 0.0372467191773436),
        Example(("P", 9), "#NUM!"),
    ),
    "R10",
)
def outcome_chance(outcome: int | NotKnown, decks: int) -> float | NotKnown:
    return CHANCES[outcome][decks - 1] if isinstance(outcome, int) else UNKNOWN


@_function(
    "The share of each unit staked that the house keeps, counted exactly: to audit a log or a simulator.",
    (BET, ALL_TERMS, DECKS),
    "a share of the stake, to 15 digits; rounding of money is left out, and a push counts as a bet.",
    (
        WRONG,
        ("#NUM!", "for a number of decks that is not 1-8"),
        ("#N/A", "for a blank bet, and where the terms given do not say what the bet is paid"),
    ),
    (
        Example(("Banker", "commission-5"), 0.010579057842472),
        Example(("Player",), 0.0123508132891661),
        Example(("Tie", "tie-9", 6), 0.0493128866420101),
        Example(("Perfect pair", "", "infinite"), 0.00961538461538462),
        Example(("Banker",), "#N/A", "no terms chosen"),
        Example(("Banker", "commission-6"), "#VALUE!"),
    ),
    "R10",
)
def house_edge(bet: int | NotKnown, terms: int, decks: int) -> float | NotKnown:
    if not isinstance(bet, int):
        return UNKNOWN
    edges = EDGES.get(RULE_OF[bet][terms])
    return UNKNOWN if edges is None else edges[decks - 1]


PAYMENTS: Final[tuple[Function[object], ...]] = tuple(_BY_NAME.values())
"""Every payment function, in the order of help pages."""
