"""What a proof says: pure data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from baccarat_xl.rules.unknown import UNKNOWN, Missing

Decided: TypeAlias = Literal["proved", "refuted", "undecided"]
FACTS = ("player_initial", "banker_initial", "player_third")


@dataclass(frozen=True, slots=True)
class Counterexample:
    """One wrong state. facts: role -> total, card value or NO_CARD; cells: input key -> what it holds."""

    facts: Mapping[str, Any]
    cells: Mapping[str, Any]
    found: Any
    expected: str

    def to_json(self) -> dict[str, Any]:
        rest = [fact for fact in self.facts if fact not in FACTS]
        shown = {fact: _plain(self.facts[fact]) for fact in (*FACTS, *rest) if fact in self.facts}
        return {**dict.fromkeys(FACTS), **shown, "found": _plain(self.found), "expected": self.expected}


@dataclass(frozen=True, slots=True)
class Cause:
    """Why it is wrong; exact: its wrong answers are these and no others."""

    id: str
    text: str
    exact: bool

    def to_json(self) -> dict[str, Any]:
        return {"id": self.id, "text": self.text, "exact": self.exact}


@dataclass(frozen=True, slots=True)
class Apart:
    """Another way of writing the inputs, swept apart: it does not touch the verdict."""

    what: str
    states: int
    wrong: int

    def to_json(self) -> dict[str, Any]:
        return {"what": self.what, "states": self.states, "wrong": self.wrong}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on one formula.

    formula     as given; inputs: cell key -> role
    states      how many states were swept; judged: in how many of them the right answer is known and a round
                can be in them; wrong: in how many of those the formula is wrong
    reason      why it is undecided, one sentence; else None
    groups      the wrong states in words; notes: what is no error and yet worth knowing
    suggested_formula, repair   proved by the same sweep, as the user would type them, or None
    engine, second_opinion      who evaluated it; recheck: what a certificate needs to prove it again
    file, sheet, cells          where it stands; None where the caller did not say
    """

    formula: str
    role: str | None
    verdict: Decided
    states: int = 0
    judged: int = 0
    wrong: int = 0
    reason: str | None = None
    counterexamples: Sequence[Counterexample] = ()
    groups: Sequence[str] = ()
    cause: Cause | None = None
    suggested_formula: str | None = None
    repair: str | None = None
    assumptions: Sequence[str] = ()
    notes: Sequence[str] = ()
    apart: Sequence[Apart] = ()
    coverage: str = ""
    inputs: Mapping[str, str] = field(default_factory=dict)
    grid: Mapping[tuple[int, Any], str] = field(default_factory=dict)
    engine: str = ""
    recheck: Mapping[str, Any] | None = None
    second_opinion: str | None = None
    file: str | None = None
    sheet: str | None = None
    cells: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The object that stands under ``formulas`` in a report."""
        return {
            "file": self.file,
            "sheet": self.sheet,
            "cells": self.cells,
            "formula": self.formula,
            "role": self.role,
            "verdict": self.verdict,
            "reason": self.reason,
            "states": self.states,
            "judged": self.judged,
            "wrong": self.wrong,
            "counterexamples": [example.to_json() for example in self.counterexamples],
            "groups": list(self.groups),
            "cause": self.cause.to_json() if self.cause else None,
            "suggested_formula": self.suggested_formula,
            "repair": self.repair,
            "assumptions": list(self.assumptions),
            "notes": list(self.notes),
            "apart": [apart.to_json() for apart in self.apart],
            "coverage": self.coverage,
            "inputs": dict(self.inputs),
            "engine": self.engine,
            "second_opinion": self.second_opinion,
        }


def _plain(value: Any) -> Any:
    if isinstance(value, Missing) or value is UNKNOWN:
        return None
    if value is None or isinstance(value, str | int | float | bool):
        return value
    return str(value)
