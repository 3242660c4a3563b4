"""Everything that a proof went by, as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from baccarat_xl.cell_error import CellError

if TYPE_CHECKING:
    from baccarat_xl.proof.engine import Sweeper
    from baccarat_xl.proof.question import Question
    from baccarat_xl.proof.surroundings import Value
    from baccarat_xl.proof.text import Formula


def recheck_of(question: Question, sweeper: Sweeper, formula: Formula) -> dict[str, Any]:
    """The arguments of a proof, with those of the surrounding cells only that it read."""
    used, given = sweeper.used(formula), question.around.cells
    cards = (
        question.cards if question.cards is None or isinstance(question.cards, str) else dict(question.cards)
    )
    return {
        "formula": question.formula,
        "role": question.role,
        "bind": dict(question.bind),
        "means": dict(question.means),
        "cells": {key: _out(given[key]) for key in sorted(used) if key in given},
        "names": {name: _out(value) for name, value in question.around.names.items()},
        "sheet": question.around.sheet,
        "rest_empty": question.around.rest_empty,
        "unknown": {key: [_out(one) for one in values] for key, values in question.unknown.items()},
        "cards": cards,
        "no_card": None if question.no_card is None else [_out(way) for way in question.no_card],
        "decisions": {key: [_out(one) for one in pair] for key, pair in question.decisions.items()},
        "at": question.at,
    }


def _out(value: Value) -> Any:
    if isinstance(value, CellError):
        return {"error": value.code}
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)


def from_data(value: Any) -> Value:
    """A cell value from what `recheck_of` wrote for it."""
    if isinstance(value, dict):
        return CellError(value["error"])
    plain: Value = value
    return plain
