"""Payment terms as lines of a sheet: the conditions of a line, and what it pays for each unit staked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Final

from baccarat_xl.errors import UsageError
from baccarat_xl.settlement.facts import NAMES
from baccarat_xl.settlement.money import LOST
from baccarat_xl.settlement.terms import JOIN, Bet, Book, Line, Terms

ALL_TERMS: Final = "all terms"
FIRST_LINE: Final = 101
"""Numbers that no card has, so that nobody takes a list of terms for rounds."""
PARTS: Final = 10_000
"""The smallest part of a unit of money that a stake may have is 1/10,000."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line. Conditions that are left out hold always; the last line of each bet has none, and loses."""

    number: int
    terms: str
    bet: str
    conditions: Mapping[str, str | int]
    pays: Fraction
    says: str


@dataclass(frozen=True, slots=True)
class Offered:
    """What a workbook offers. facts: the ones that its lines ask for, in order; bets: labels.

    under  what every line pays is a whole number of parts of the stake; so many parts are the stake
    """

    terms: Sequence[Terms]
    bets: Sequence[str]
    rows: Sequence[Row]
    facts: Sequence[str]
    under: int

    def over(self, row: Row) -> int:
        """The parts of the stake that a line pays; below 0 the stake is lost."""
        return int(row.pays * self.under)


def offered(known: Book, chosen: str | None = None) -> Offered:
    """The named terms, each way that Tie may be paid among them, and those that were ``chosen``.

    Raises UsageError for chosen terms that are not known or leave Banker open, and for amounts of money that
    a sheet cannot round exactly.
    """
    terms = list(_different(known))
    if chosen:
        wanted = known.whole_terms(chosen)
        terms = [wanted, *(each for each in terms if each.name != wanted.name)]
    for each in terms:
        if (each.unit * PARTS) % 1:
            raise UsageError(
                f"the terms {each.name} round to {each.unit}, which a sheet cannot; round to 0.0001 or more"
            )
    labels = {name: bet.label for each in terms for name, bet in each.bets.items()}
    rows: list[Row] = []
    for name, label in labels.items():
        for title, bet in _by_terms(terms, name):
            for line in _lines(bet):
                rows.append(Row(len(rows) + FIRST_LINE, title, label, *line))
    asked = {fact for row in rows for fact in row.conditions}
    under = lcm(*(row.pays.denominator for row in rows))
    return Offered(terms, list(labels.values()), rows, [fact for fact in NAMES if fact in asked], under)


def _different(known: Book) -> Iterator[Terms]:
    """Each main terms alone, then with each way of Tie that changes something."""
    of = {name: set(layer["bets"]) for name, layer in known.layers.items()}
    ties = [name for name, bets in of.items() if bets == {"tie"}]
    for main in (name for name, bets in of.items() if "banker" in bets):
        alone = known.terms(main)
        yield alone
        for tie in ties:
            both = known.terms(f"{main}{JOIN}{tie}")
            if both.bets["tie"].lines != alone.bets["tie"].lines and "tie" not in of[main]:
                yield both


def _by_terms(terms: Sequence[Terms], name: str) -> Iterator[tuple[str, Bet]]:
    """The bet under all terms at once where they agree, else under each."""
    bets = [(each.name, each.bets[name]) for each in terms if name in each.bets]
    if len(bets) == len(terms) and all(bet.lines == bets[0][1].lines for _, bet in bets):
        yield ALL_TERMS, bets[0][1]
    else:
        yield from bets


def _lines(bet: Bet) -> Iterator[tuple[Mapping[str, str | int], Fraction, str]]:
    """Conditions, what is paid, and that in words; a condition with several values makes several lines."""
    for line in bet.lines:
        for values in product(*line.conditions.values()):
            conditions = dict(zip(line.conditions, map(shown, values), strict=True))
            yield conditions, line.pays, _says(line)
    yield {}, LOST, "otherwise the stake is lost"


def shown(value: str | int | bool) -> str | int:
    """A condition's value as it stands in a cell."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value


def _says(line: Line) -> str:
    if not line.odds:
        return "the stake is given back"
    less = f", less {_plain(line.commission * 100)}% commission" if line.commission else ""
    return f"{_plain(line.odds)} to 1{less}"


def _plain(number: Fraction) -> str:
    if (number * PARTS).denominator == 1:
        text = f"{Decimal(number.numerator) / Decimal(number.denominator):f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    return str(number)
