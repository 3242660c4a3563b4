"""Everything that a proof went by, as plain data, and the proof made again from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from baccarat_xl.cell_error import CellError
from baccarat_xl.proof.surroundings import Surroundings, Value

if TYPE_CHECKING:
    from baccarat_xl.proof.engine import Sweeper
    from baccarat_xl.proof.proving import Question
    from baccarat_xl.proof.text import Formula
    from baccarat_xl.proof.verdict import Verdict


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


def prove_again(recheck: Mapping[str, Any]) -> Verdict:
    """The verdict on the same question. Raises KeyError and TypeError for what is no such data."""
    from baccarat_xl.proof.proving import prove

    around = Surroundings(
        {key: _in(value) for key, value in recheck["cells"].items()},
        {name: _in(value) for name, value in recheck["names"].items()},
        recheck["sheet"],
        recheck["rest_empty"],
        {key: tuple(map(_in, values)) for key, values in recheck.get("unknown", {}).items()},
    )
    ways = recheck["no_card"]
    return prove(
        recheck["formula"],
        recheck["role"],
        bind=recheck["bind"],
        means=recheck["means"],
        around=around,
        cards=recheck["cards"],
        no_card=None if ways is None else tuple(map(_in, ways)),
        decisions={key: (_in(yes), _in(no)) for key, (yes, no) in recheck["decisions"].items()},
        at=recheck["at"],
        offer=False,
    )


def _out(value: Value) -> Any:
    if isinstance(value, CellError):
        return {"error": value.code}
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)


def _in(value: Any) -> Value:
    if isinstance(value, dict):
        return CellError(value["error"])
    plain: Value = value
    return plain
