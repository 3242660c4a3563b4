"""Formulas over many states: one model, the input cells rewritten from state to state.

The evaluator is IronCalc. It is told plain addresses only; names, structured references and what it is known
to get wrong are lowered before (`lower`). What it cannot do is Undecided, never an answer.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from baccarat_xl.cell_error import NA, CellError
from baccarat_xl.errors import MissingPart
from baccarat_xl.proof.lower import blank_as, looks_up_cells, lowered
from baccarat_xl.proof.nested import Item, flatten, nest, rewrite
from baccarat_xl.proof.surroundings import Surroundings, Value, forbid, local_names, with_names_inlined
from baccarat_xl.proof.text import Formula, Token, is_address, read_formula, reference_key
from baccarat_xl.proof.undecided import Undecided

if TYPE_CHECKING:
    import ironcalc

SECONDS: Final = 60.0
CELLS_IN_A_RANGE: Final = 20_000
_TARGET_ROW: Final = 9_001
_TARGET_COLUMN: Final = 16_380
_NO_ANSWER: Final = {
    "#N/IMPL!": "uses what the evaluator does not have",
    "#ERROR!": "cannot be read by the evaluator",
    "#NAME?": "holds a name or function that is not known here",
    "#CIRC!": "leads back to itself",
    "#CALC!": "gives no single value",
}
SPILL: Final = CellError("#SPILL!")
_THIS_ROW: Final = "[[#this row],["
_HEAVY: Final = frozenset(
    {"LAMBDA", "SEQUENCE", "MAKEARRAY", "REDUCE", "SCAN", "MAP", "BYROW", "BYCOL", "REPT"}
)


class Unsettled:
    """In place of an answer: spreadsheet programs differ about it (a look-up of an empty cell)."""

    def __repr__(self) -> str:
        return "UNSETTLED"

    def __reduce__(self) -> str:
        return "UNSETTLED"  # one and the same after a journey through another process


UNSETTLED: Final = Unsettled()


def _library() -> Any:
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
    model = _library().create("probe", "en", "UTC", "en")
    model.update_cell_with_formula(0, 1, 1, f"={function}()")
    model.evaluate()
    return bool(model.get_cell_value(0, 1, 1) != "#NAME?")


@dataclass(frozen=True, slots=True)
class _Place:
    sheet: int
    row: int
    column: int


class Sweeper:
    """Evaluates formulas over states.

    inputs: reference keys (addresses, names, structured references) whose cells are rewritten, in order.
    Raises Undecided when helper cells are beyond what can be evaluated.
    """

    def __init__(self, around: Surroundings, inputs: Sequence[str], *, seconds: float = SECONDS) -> None:
        self.around = around
        self.inputs = tuple(around.key(key) for key in inputs)
        self.seconds = seconds
        self._input_sheet = "Inputs_"
        self._moved = {
            key: f"{self._input_sheet}!A{index}"
            for index, key in enumerate(self.inputs, 1)
            if not is_address(key)
        }
        self._bound = frozenset(name.upper() for name in self._moved)
        self.heavy = False

    # ------------------------------------------------------------------ reading
    def read(self, formula: Formula) -> Formula:
        """The formula with plain addresses only. Raises Undecided for what will not be evaluated."""
        forbid(formula)
        formula = with_names_inlined(formula, self.around, self._bound)
        forbid(formula)
        items = nest(formula.tokens)
        local = local_names(items)
        tokens = tuple(self._placed(token, local) for token in formula.tokens)
        for name in sorted(formula.functions):
            if name not in local and not knows(name):
                raise Undecided(
                    f"{name} is no function that can be evaluated here (an add-in or VBA function?)"
                )
        self.heavy |= bool(formula.functions & _HEAVY)
        return Formula(formula.source, tokens, formula.separator, formula.language)

    def _placed(self, token: Token, local: frozenset[str]) -> Token:
        if token.kind != "reference":
            return token
        key = self.around.key(token.text)
        moved = self._bound_name(key)
        if moved is not None:
            return Token("reference", self._moved[moved])
        if token.text.upper() in local:
            return token
        for cell in self.cells_of(key):
            known = cell in self.inputs or cell in self.around.cells or self.around.rest_empty
            if not known:
                raise Undecided(f"it reads {cell}, and nothing says what {cell} holds")
        return token

    def _bound_name(self, key: str) -> str | None:
        """The input that a name or structured reference is; both ignore case, ``[@P3]`` has no table."""
        folded = key.casefold()
        for name in self._moved:
            if name.casefold() == folded:
                return name
        if not folded.startswith(_THIS_ROW):
            return None
        found = [name for name in self._moved if name.casefold().endswith(folded)]
        return found[0] if len(found) == 1 else None

    def cells_of(self, key: str) -> Iterable[str]:
        """The cells of an address or a range. Raises Undecided for other references."""
        if is_address(key):
            return (key,)
        sheet, sign, cells = key.rpartition("!")
        ends = cells.split(":")
        if len(ends) == 2 and all(is_address(end) for end in ends):
            return self._range(sheet + sign, cells)
        if len(ends) == 2 and all(end.replace("$", "").isalnum() for end in ends) and self.around.rest_empty:
            self.heavy = True
            return ()
        if "#REF!" in key:
            raise Undecided("it refers to a cell that was deleted (#REF!)")
        raise Undecided(f"it reads {key}, and nothing says what that is")

    def _range(self, prefix: str, cells: str) -> Iterable[str]:
        from openpyxl.utils import get_column_letter, range_boundaries

        left, top, right, bottom = (int(edge or 0) for edge in range_boundaries(cells))
        count = (right - left + 1) * (bottom - top + 1)
        if count > CELLS_IN_A_RANGE:
            if not self.around.rest_empty:
                raise Undecided(f"it reads {count:,} cells, and nothing says what they hold")
            self.heavy = True
            return ()
        return [
            f"{prefix}{get_column_letter(column)}{row}"
            for row in range(top, bottom + 1)
            for column in range(left, right + 1)
        ]

    # ------------------------------------------------------------------ the model
    def helpers(self) -> dict[str, Formula]:
        """The helper cells that hold formulas."""
        found = {}
        for key, value in self.around.cells.items():
            if isinstance(value, str) and value.startswith("=") and key not in self.inputs:
                try:
                    found[key] = read_formula(value)
                except Undecided as reason:
                    raise Undecided(f"{key}: {reason}") from None
        return found

    def _model(
        self, helpers: dict[str, Formula], blank: list[Item], can_fail: bool
    ) -> tuple[ironcalc.Model, dict[str, int]]:
        model = _library().create("proof", "en", "UTC", "en")
        model.rename_sheet(0, self.around.sheet)
        sheets = {self.around.sheet.casefold(): 0}
        keys = [*self.around.cells, *self.inputs, f"{self._input_sheet}!A1"]
        for name in dict.fromkeys(key.rpartition("!")[0] for key in keys):
            if name and name.casefold() not in sheets:
                model.add_sheet(name)
                sheets[name.casefold()] = len(sheets)
        for key, value in self.around.cells.items():
            if key not in self.inputs and key not in helpers and is_address(key):
                _put(model, self._place(key, sheets), value)
        for key, formula in helpers.items():
            place = self._place(key, sheets)
            model.update_cell_with_formula(
                place.sheet, place.row, place.column, engine_text(formula, blank, can_fail)
            )
        return model, sheets

    def _place(self, key: str, sheets: dict[str, int]) -> _Place:
        from openpyxl.utils.cell import column_index_from_string, coordinate_from_string

        sheet, _, cell = self._moved.get(key, key).rpartition("!")
        column, row = coordinate_from_string(cell)
        return _Place(sheets[(sheet or self.around.sheet).casefold()], row, column_index_from_string(column))

    def place_of(self, key: str) -> str:
        """The address at which an input stands for the evaluator."""
        return self._moved.get(key, key)

    def helper_formulas(self, read: Sequence[Formula]) -> dict[str, Formula]:
        """The helper formulas that these lead to, read."""
        return {key: self.read(formula) for key, formula in self._needed(read).items()}

    def used(self, formula: Formula) -> frozenset[str]:
        """The addresses that a formula reads, through its helper cells."""
        read = self.read(formula)
        every = [read, *self.helper_formulas([read]).values()]
        keys = [self.around.key(reference) for one in every for reference in one.references]
        return frozenset(cell for key in keys if not self._is_local(key) for cell in self.cells_of(key))

    # ------------------------------------------------------------------ sweeping
    def sweep(
        self,
        formulas: Sequence[Formula],
        states: Sequence[Sequence[Value]],
        *,
        at: str | None = None,
        tolerant: bool = False,
    ) -> list[list[Any]]:
        """A list of answers a formula, one a state: a value, CellError or UNSETTLED.

        ``at``: the cell of the (only) formula, for ROW() and COLUMN(). ``tolerant``: what cannot be
        evaluated is an error value, which is never right, and raises nothing. Raises Undecided.
        """
        if tolerant:
            return self._tolerant(formulas, states, at)
        read = [self.read(formula) for formula in formulas]
        helpers = self.helper_formulas(read)
        if at is None and any({"ROW", "COLUMN"} & formula.functions for formula in read):
            raise Undecided("it asks for its own row or column, and the cell that it stands in is not given")
        if self.heavy:
            from baccarat_xl.proof.isolated import sweep_apart

            return sweep_apart(self, read, helpers, states, at)
        return self.sweep_here(read, helpers, states, at, tolerant)

    def _tolerant(
        self, formulas: Sequence[Formula], states: Sequence[Sequence[Value]], at: str | None
    ) -> list[list[Any]]:
        """Candidates together; what cannot be read is an error in every state."""
        read: dict[int, Formula] = {}
        for place, formula in enumerate(formulas):
            with suppress(Undecided):
                read[place] = self.read(formula)
        helpers = self.helper_formulas(list(read.values()))
        if self.heavy:
            raise Undecided("it is too heavy to try changes of it")
        answers = dict(
            zip(read, self.sweep_here(list(read.values()), helpers, states, at, True), strict=True)
        )
        failed = [CellError("#NAME?")] * len(states)
        return [answers.get(place, failed) for place in range(len(formulas))]

    def _needed(self, formulas: Sequence[Formula]) -> dict[str, Formula]:
        every = self.helpers()
        if not every:
            return {}
        found: dict[str, Formula] = {}
        waiting = list(formulas)
        while waiting:
            formula = with_names_inlined(waiting.pop(), self.around, self._bound)
            for reference in formula.references:
                key = self.around.key(reference)
                cells = self.cells_of(key) if not self._is_local(key) else ()
                for cell in cells:
                    if cell in every and cell not in found:
                        found[cell] = every[cell]
                        waiting.append(every[cell])
        return found

    def _is_local(self, key: str) -> bool:
        ends = key.rpartition("!")[2].split(":")
        return (
            self._bound_name(key) is not None
            or key.startswith(self._input_sheet)
            or not all(map(is_address, ends))
        )

    def sweep_here(
        self,
        read: Sequence[Formula],
        helpers: dict[str, Formula],
        states: Sequence[Sequence[Value]],
        at: str | None,
        tolerant: bool = False,
    ) -> list[list[Any]]:
        """`sweep` of formulas that were read, in this process."""
        zero: list[Item] = [Token("number", "0")]
        answers = self._run(read, helpers, states, at, zero, tolerant)
        blanks = any(value is None for state in states for value in state)
        every = [*read, *helpers.values()]
        if blanks and any(looks_up_cells(nest(formula.tokens)) for formula in every):
            missing: list[Item] = [Token("error", NA.code)]
            other = self._run(read, helpers, states, at, missing, tolerant)
            answers = [
                [UNSETTLED if one != two else one for one, two in zip(first, second, strict=True)]
                for first, second in zip(answers, other, strict=True)
            ]
        return answers

    def _run(
        self,
        read: Sequence[Formula],
        helpers: dict[str, Formula],
        states: Sequence[Sequence[Value]],
        at: str | None,
        blank: list[Item],
        tolerant: bool,
    ) -> list[list[Any]]:
        cells = (self.around.cells.values(), *states)
        can_fail = bool(helpers) or any(isinstance(value, CellError) for row in cells for value in row)
        model, sheets = self._model(helpers, blank, can_fail)
        targets = []
        for index, formula in enumerate(read):
            place = self._place(at, sheets) if at else _Place(0, _TARGET_ROW + index, _TARGET_COLUMN)
            model.update_cell_with_formula(
                place.sheet, place.row, place.column, engine_text(formula, blank, can_fail)
            )
            targets.append(place)
        places = [self._place(key, sheets) for key in self.inputs]
        answers: list[list[Any]] = [[] for _ in read]
        held: list[Any] = [None] * len(places)
        end = time.monotonic() + self.seconds
        for number, state in enumerate(states):
            for index, value in enumerate(state):
                if value is not held[index] and (
                    value != held[index] or type(value) is not type(held[index])
                ):
                    _put(model, places[index], value)
                    held[index] = value
            model.evaluate()
            for column, place in zip(answers, targets, strict=True):
                column.append(_answer(model, place, tolerant))
            if not number & 63 and time.monotonic() > end:
                raise Undecided(f"its {len(states):,} states take longer than {self.seconds:g} seconds")
        return answers


def engine_text(formula: Formula, blank: list[Item], cells_can_fail: bool) -> str:
    """A read formula as the evaluator shall see it."""
    items = rewrite(nest(formula.tokens), lambda call: lowered(call, cells_can_fail))
    items = rewrite(items, lambda call: blank_as(call, blank))
    return "=" + "".join(token.text for token in flatten(items))


def _put(model: ironcalc.Model, place: _Place, value: Value) -> None:
    where = (place.sheet, place.row, place.column)
    if value is None:
        model.clear_cell_contents(*where)
    elif isinstance(value, bool):
        model.update_cell_with_bool(*where, value)
    elif isinstance(value, int | float):
        model.update_cell_with_number(*where, value)
    elif isinstance(value, CellError):
        model.update_cell_with_formula(*where, f"={value.code}")
    elif isinstance(value, str):
        model.update_cell_with_text(*where, value)
    else:
        raise Undecided(f"a cell that it reads holds {value!r}, which is no number and no text")


def _answer(model: ironcalc.Model, place: _Place, tolerant: bool) -> Any:
    value = model.get_cell_value(place.sheet, place.row, place.column)
    if isinstance(value, str) and value.startswith("#"):
        kind = model.get_cell_type(place.sheet, place.row, place.column)
        if kind == _library().CellType.ErrorValue:
            if value in _NO_ANSWER and not tolerant:
                raise Undecided(f"it {_NO_ANSWER[value]} ({value})")
            return CellError(value)
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    return value


__all__ = ["SECONDS", "UNSETTLED", "Sweeper", "Unsettled", "engine_version", "knows", "reference_key"]
