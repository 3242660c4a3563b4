"""One IronCalc model: cells put in, answers taken out, and what no answer means."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from baccarat_xl.cell_error import CellError
from baccarat_xl.errors import MissingPart
from baccarat_xl.proof.surroundings import Value
from baccarat_xl.proof.undecided import Undecided

if TYPE_CHECKING:
    import ironcalc

NO_ANSWER: Final = {
    "#N/IMPL!": "uses what the evaluator does not have",
    "#ERROR!": "cannot be read by the evaluator",
    "#NAME?": "holds a name or function that is not known here",
    "#CIRC!": "leads back to itself",
    "#CALC!": "gives no single value",
}
_NAME: Final = re.compile(r"[A-Z_][A-Z0-9_.]*", re.IGNORECASE)
"""What can be a function's name; ``A:X(`` is none, and would be evaluated as twenty-four columns."""
SPILL: Final = CellError("#SPILL!")


class Unsettled:
    """In place of an answer: spreadsheet programs differ about it (a look-up of an empty cell)."""

    def __repr__(self) -> str:
        return "UNSETTLED"

    def __reduce__(self) -> str:
        return "UNSETTLED"  # one and the same after a journey through another process


UNSETTLED: Final = Unsettled()


def library() -> Any:
    try:
        import ironcalc
    except ImportError as error:
        raise MissingPart(
            "formulas are evaluated with the library ironcalc, which could not be imported; "
            f"install it with: pip install ironcalc ({error})"
        ) from None
    return ironcalc


def engine_version() -> str:
    """The name and version of the evaluator."""
    from importlib.metadata import version

    return f"ironcalc {version('ironcalc')}"


@lru_cache(maxsize=512)
def knows(function: str) -> bool:
    """Does the evaluator have a function of this name?"""
    if not _NAME.fullmatch(function):
        return False
    model = library().create("probe", "en", "UTC", "en")
    model.update_cell_with_formula(0, 1, 1, f"={function}()")
    model.evaluate()
    return bool(model.get_cell_value(0, 1, 1) != "#NAME?")


@dataclass(frozen=True, slots=True)
class Place:
    sheet: int
    row: int
    column: int


def put(model: ironcalc.Model, place: Place, value: Value) -> None:
    where = (place.sheet, place.row, place.column)
    if value is None:
        model.clear_cell_contents(*where)
    elif isinstance(value, bool):
        model.update_cell_with_bool(*where, value)
    elif isinstance(value, int | float):
        if not isfinite(value):
            raise Undecided(f"a cell that it reads holds {value}, which is no number that a sheet can hold")
        model.update_cell_with_number(*where, value)
    elif isinstance(value, CellError):
        model.update_cell_with_formula(*where, f"={value.code}")
    elif isinstance(value, str):
        model.update_cell_with_text(*where, value)
    else:
        raise Undecided(f"a cell that it reads holds {value!r}, which is no number and no text")


def answer(model: ironcalc.Model, place: Place, tolerant: bool) -> Any:
    value = model.get_cell_value(place.sheet, place.row, place.column)
    if isinstance(value, str) and value.startswith("#"):
        kind = model.get_cell_type(place.sheet, place.row, place.column)
        if kind == library().CellType.ErrorValue:
            if value in NO_ANSWER and not tolerant:
                raise Undecided(f"it {NO_ANSWER[value]} ({value})")
            return CellError(value)
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    return value
