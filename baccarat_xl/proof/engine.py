"""Formulas over many states: one model, the input cells rewritten from state to state.

The evaluator is IronCalc. It is told plain addresses only; names, structured references and what it is known
to get wrong are lowered before (`lower`). What it cannot do is Undecided, never an answer.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from baccarat_xl.cell_error import NA, CellError
from baccarat_xl.proof.lower import (
    LOOKUPS,
    TRAPS,
    blank_as,
    looks_up_cells,
    lowered,
    needs_lowering,
    no_implicit_intersection,
    untrapped,
)
from baccarat_xl.proof.model import (
    NO_ANSWER,
    SPILL,
    UNSETTLED,
    Place,
    Unsettled,
    engine_version,
    knows,
    library,
    put,
)
from baccarat_xl.proof.nested import Item, flatten, nest, rewrite
from baccarat_xl.proof.reduce import written_out
from baccarat_xl.proof.stages import LOOKS_AT_FORMULAS, Bench, Kept, NotInStages, Stage, at_once, in_stages
from baccarat_xl.proof.surroundings import Surroundings, Value, forbid, local_names, with_names_inlined
from baccarat_xl.proof.text import Formula, Token, is_address, read_formula, reference_key
from baccarat_xl.proof.undecided import Undecided

if TYPE_CHECKING:
    import ironcalc

SECONDS: Final = 120.0
CELLS_IN_A_RANGE: Final = 20_000
_TARGET_ROW: Final = 9_001
_TARGET_COLUMN: Final = 16_380
_HIDDEN: Final = ("#N/IMPL!", "#ERROR!", "#NAME?")
_DECLARING: Final = frozenset({"LET", "LAMBDA"})
_THIS_ROW: Final = "[[#this row],["
_ZERO: Final[list[Item]] = [Token("number", "0")]
_NOT_THERE: Final[list[Item]] = [Token("error", NA.code)]
"""What an empty cell that is looked up may stand for."""
_HEAVY: Final = frozenset({"SEQUENCE", "MAKEARRAY", "REDUCE", "SCAN", "MAP", "BYROW", "BYCOL", "REPT"})


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
        self._kept = Kept()

    # ------------------------------------------------------------------ reading
    def read(self, formula: Formula) -> Formula:
        """The formula with plain addresses only. Raises Undecided for what will not be evaluated."""
        forbid(formula)
        formula = with_names_inlined(formula, self.around, self._bound)
        forbid(formula)
        if any(token.kind == "reference" and ":" in token.text for token in formula.tokens):
            no_implicit_intersection(nest(formula.tokens))
        local = local_names(nest(formula.tokens)) if formula.functions & _DECLARING else frozenset()
        tokens = tuple(self._placed(token, local) for token in formula.tokens)
        for name in sorted(formula.functions):
            if name not in local and not knows(name):
                raise Undecided(
                    f"{name} is no built-in function that is known here (an add-in or VBA function?): "
                    "check it by hand, or prove the same without it"
                )
        # A function that calls what it was handed can call itself without end.
        self.heavy |= bool(formula.functions & (_HEAVY | local))
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
        from openpyxl.utils import range_boundaries

        left, top, right, bottom = (int(edge or 0) for edge in range_boundaries(cells))
        count = (right - left + 1) * (bottom - top + 1)
        if count > CELLS_IN_A_RANGE:
            if not self.around.rest_empty:
                raise Undecided(f"it reads {count:,} cells, and nothing says what they hold")
            self.heavy = True
            return ()
        return _listed(prefix, left, top, right, bottom)

    # ------------------------------------------------------------------ the model
    def helper(self, key: str) -> Formula | None:
        """The formula of a helper cell; None for an input, a constant, or a cell that nobody gave."""
        value = self.around.cells.get(key)
        if key in self.inputs or not (isinstance(value, str) and value.startswith("=")):
            return None
        try:
            return read_formula(value)
        except Undecided as reason:
            raise Undecided(f"{key}: {reason}") from None

    def _sheets(self, keys: Iterable[str]) -> list[str]:
        """The home sheet, then those that the keys name, each once; the names ignore case."""
        sheets = {self.around.sheet.casefold(): self.around.sheet}
        for key in (*keys, f"{self._input_sheet}!A1"):
            if name := key.rpartition("!")[0]:
                sheets.setdefault(name.casefold(), name)
        return list(sheets.values())

    def _model(self, constants: Iterable[str], sheets: Sequence[str]) -> ironcalc.Model:
        model: ironcalc.Model = library().create("proof", "en", "UTC", "en")
        model.rename_sheet(0, sheets[0])
        for name in sheets[1:]:
            model.add_sheet(name)
        numbers = {name.casefold(): number for number, name in enumerate(sheets)}
        for key in constants:
            put(model, self._place(key, numbers), self.around.cells[key])
        return model

    def _constants(self, formulas: Sequence[Formula]) -> list[str]:
        """The cells around that formulas read, all of them where ranges are too large to list."""
        given = self.around.cells
        if self.heavy:
            return [key for key in given if is_address(key)]
        return list(dict.fromkeys(key for one in formulas for key in self._cells_in(one) if key in given))

    def _place(self, key: str, sheets: Mapping[str, int]) -> Place:
        sheet, _, cell = self._moved.get(key, key).rpartition("!")
        return Place(sheets[(sheet or self.around.sheet).casefold()], *_row_and_column(cell))

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
        if self.heavy:
            return frozenset(self.around.cells)
        return frozenset(cell for one in every for cell in self._cells_in(one))

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
            raise Undecided(
                "it asks for its own row or column (ROW, COLUMN), and nothing says in which cell it stands"
            )
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
        """The helper cells with formulas that these lead to."""
        found: dict[str, Formula] = {}
        waiting = list(formulas)
        while waiting:
            for cell in self._cells_in(with_names_inlined(waiting.pop(), self.around, self._bound)):
                helper = None if cell in found else self.helper(cell)
                if helper is not None:
                    found[cell] = helper
                    waiting.append(helper)
        return found

    def _cells_in(self, formula: Formula) -> Iterable[str]:
        keys = (self.around.key(reference) for reference in formula.references)
        return (cell for key in keys if not self._is_local(key) for cell in self.cells_of(key))

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
        answers = self._run(read, helpers, states, at, _ZERO, tolerant)
        blanks = any(value is None for state in states for value in state)
        every = [*read, *helpers.values()]
        if not tolerant:
            self._untrapped(read, helpers, states, at)
        if blanks and any(looks_up_cells(nest(one.tokens)) for one in every if one.functions & LOOKUPS):
            other = self._run(read, helpers, states, at, _NOT_THERE, tolerant)
            answers = [
                [UNSETTLED if one != two else one for one, two in zip(first, second, strict=True)]
                for first, second in zip(answers, other, strict=True)
            ]
        return answers

    def _untrapped(
        self,
        read: Sequence[Formula],
        helpers: dict[str, Formula],
        states: Sequence[Sequence[Value]],
        at: str | None,
    ) -> None:
        """IFERROR hides what the evaluator cannot do: look behind it. Raises Undecided."""
        if not any(one.functions & TRAPS for one in (*read, *helpers.values())):
            return
        bare = [one.with_tokens(flatten(rewrite(nest(one.tokens), untrapped))) for one in read]
        inner = {
            key: one.with_tokens(flatten(rewrite(nest(one.tokens), untrapped)))
            for key, one in helpers.items()
        }
        for column in self._run(bare, inner, states, at, _ZERO, True):
            for value in column:
                if isinstance(value, CellError) and value.code in _HIDDEN:
                    raise Undecided(f"behind an IFERROR it {NO_ANSWER[value.code]} ({value})")

    def _run(
        self,
        read: Sequence[Formula],
        helpers: dict[str, Formula],
        states: Sequence[Sequence[Value]],
        at: str | None,
        blank: list[Item],
        tolerant: bool,
    ) -> list[list[Any]]:
        if not states:
            return [[] for _ in read]
        every = [*read, *helpers.values()]
        constants = self._constants(every)
        cells = ([self.around.cells[key] for key in constants], *states)
        can_fail = bool(helpers) or any(isinstance(value, CellError) for row in cells for value in row)
        named = [self.around.key(key) for one in every for key in one.references]
        names = self._sheets([*constants, *helpers, *self.inputs, *named])
        sheets = {name.casefold(): number for number, name in enumerate(names)}
        constants = [key for key in constants if key not in self.inputs and key not in helpers]
        telling = {key: engine_text(one, blank, can_fail) for key, one in helpers.items()}
        stages = {
            key: Stage(key, self._place(key, sheets), telling[key], self._reads(one, helpers))
            for key, one in helpers.items()
        }
        targets = [
            Stage(
                at or f"target {index}",
                self._place(at, sheets) if at else Place(0, _TARGET_ROW + index, _TARGET_COLUMN),
                engine_text(one, blank, can_fail),
                self._reads(one, helpers),
            )
            for index, one in enumerate(read)
        ]
        inputs = dict(zip(self.inputs, map(list, zip(*states, strict=True)), strict=True))
        bench = Bench(
            lambda: self._model(constants, names),
            {key: self._place(key, sheets) for key in (*self.inputs, *helpers)},
            self.seconds,
            len(states),
            tolerant,
            time.monotonic() + self.seconds,
        )
        if not self.heavy and not any(one.functions & LOOKS_AT_FORMULAS for one in every):
            with suppress(NotInStages):
                return in_stages(bench, stages, targets, inputs, self._kept)
        return at_once(bench, stages, targets, inputs)

    def _reads(self, formula: Formula, helpers: Mapping[str, Formula]) -> tuple[str, ...]:
        """The inputs and helper cells that a formula reads, which was read before."""
        if self.heavy:
            return self.inputs
        moved = {place: key for key, place in self._moved.items()}
        found = [moved[key] for key in formula.references if key in moved]
        found += [key for key in self._cells_in(formula) if key in self.inputs or key in helpers]
        return tuple(dict.fromkeys(found))


@lru_cache(maxsize=64)
def _listed(prefix: str, left: int, top: int, right: int, bottom: int) -> tuple[str, ...]:
    """The cells of a range, row by row."""
    from openpyxl.utils import get_column_letter

    letters = [get_column_letter(column) for column in range(left, right + 1)]
    return tuple(f"{prefix}{letter}{row}" for row in range(top, bottom + 1) for letter in letters)


@lru_cache(maxsize=32_768)
def _row_and_column(cell: str) -> tuple[int, int]:
    from openpyxl.utils.cell import column_index_from_string, coordinate_from_string

    column, row = coordinate_from_string(cell)
    return row, column_index_from_string(column)


def engine_text(formula: Formula, blank: list[Item], cells_can_fail: bool) -> str:
    """A read formula as the evaluator shall see it."""
    return _told(formula.tokens, blank is _NOT_THERE, cells_can_fail)


@lru_cache(maxsize=512)
def _told(tokens: tuple[Token, ...], missing: bool, cells_can_fail: bool) -> str:
    formula = Formula("", tokens)
    functional = "LAMBDA" in formula.functions
    if not functional and not needs_lowering(formula, cells_can_fail):
        return formula.text
    items = written_out(nest(tokens)) if functional else nest(tokens)
    items = rewrite(items, lambda call: lowered(call, cells_can_fail))
    items = rewrite(items, lambda call: blank_as(call, _NOT_THERE if missing else _ZERO))
    return "=" + "".join(token.text for token in flatten(items))


__all__ = [
    "SECONDS",
    "SPILL",
    "UNSETTLED",
    "Sweeper",
    "Unsettled",
    "engine_version",
    "knows",
    "reference_key",
]
