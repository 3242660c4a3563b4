"""All rules by code, and how to name a group of them. Codes never change their meaning."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Final

from baccarat_xl.audit.catalogue import (
    cards,
    draws,
    formulas,
    frequencies,
    results,
    settlement,
    sheet,
    totals,
)
from baccarat_xl.audit.catalogue.base import Case, Rule
from baccarat_xl.errors import UsageError
from baccarat_xl.rules.faults import Kind

__all__ = ["BY_KIND", "RULES", "Case", "Rule", "find_rule", "select_codes"]

_CLASSES: Final[tuple[type[Rule], ...]] = (
    cards.UnreadableCard,
    cards.ImpossibleCard,
    cards.TooManyCards,
    totals.UnreducedTotal,
    totals.WrongInitial,
    totals.WrongFinal,
    totals.UnreadableTotal,
    cards.WrongCardValue,
    cards.HandsDiffer,
    draws.BankerExtra,
    draws.BankerMissing,
    draws.PlayerExtra,
    draws.PlayerMissing,
    draws.CardAfterNatural,
    draws.Leftover,
    results.WrongNatural,
    results.WrongDecision,
    results.UnreadableDecision,
    results.WrongOutcome,
    results.UnreadableOutcome,
    results.OutcomesDiffer,
    formulas.RefutedFormula,
    formulas.DriftedFormula,
    formulas.TypedOver,
    formulas.StaleValue,
    formulas.MissingValue,
    *settlement.RULES_OF_PAYMENT,
    sheet.OtherColumnOrder,
    sheet.DateInCardColumn,
    sheet.RepeatedRound,
    *frequencies.RULES_OF_FREQUENCIES,
)
RULES: Final[dict[str, type[Rule]]] = {rule.code: rule for rule in _CLASSES}
"""Code -> rule, in order."""
BY_KIND: Final[dict[Kind, type[Rule]]] = {kind: rule for rule in _CLASSES for kind in rule.kinds}
"""What the scalar rules find -> the rule that reports it."""


ALIKE: Final = 0.6


def find_rule(code: str) -> type[Rule]:
    """The rule of this code, in any case. Raises UsageError naming the nearest codes."""
    found = RULES.get(code.strip().upper())
    if found is None:
        raise UsageError(f"there is no rule {code!r}; {_nearest(code)}")
    return found


def select_codes(prefixes: Iterable[str]) -> frozenset[str]:
    """The codes that these codes, or beginnings of codes, name. Raises UsageError for one that names none."""
    chosen: set[str] = set()
    for prefix in prefixes:
        wanted = prefix.strip().upper()
        named = {code for code in RULES if wanted and code.startswith(wanted)}
        if not named:
            raise UsageError(f"no rule is named {prefix!r}; {_nearest(prefix)}")
        chosen |= named
    return frozenset(chosen)


def _nearest(code: str) -> str:
    wanted = code.strip().upper()
    likeness = {known: SequenceMatcher(None, wanted, known).ratio() for known in RULES}
    near = sorted((known for known in RULES if likeness[known] >= ALIKE), key=lambda known: -likeness[known])
    if near:
        return f"the nearest are {', '.join(near[:3])}; 'baccarat-xl rules' lists all"
    return "'baccarat-xl rules' lists all"
