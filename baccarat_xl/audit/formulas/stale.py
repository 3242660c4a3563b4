"""Stored values against what their formulas give from the values beside them, once for each distinct row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from baccarat_xl.audit.formulas.references import Block, block_of, sheet_named, structured
from baccarat_xl.audit.formulas.space import Space
from baccarat_xl.cell_error import CellError
from baccarat_xl.proof import UNSETTLED, Surroundings, Sweeper, Undecided, read_formula
from baccarat_xl.proof.text import reference_key
from baccarat_xl.workbook.model import column_letter

if TYPE_CHECKING:
    from baccarat_xl.audit.formulas.groups import Group

MOST_DISTINCT: Final = 5_000
MOST_CONSTANTS: Final = 4_000
CLOSE: Final = 1e-9
KINDS: Final = frozenset({str, float, int, bool, CellError, type(None)})
_MARKED: Final = {True: "\0TRUE", False: "\0FALSE"}
_UNMARKED: Final = {"\0TRUE": True, "\0FALSE": False}


class Unknown(Exception):
    """The formula cannot be computed again here."""


def stale_rows(space: Space, group: Group) -> list[tuple[int, Any, Any]] | None:
    """(row, stored, computed) where they differ; None where that cannot be told. Rows without a stored value
    are left out."""
    try:
        return _stale(space, group)
    except (Unknown, Undecided):
        return None


def _stale(space: Space, group: Group) -> list[tuple[int, Any, Any]]:
    if group.form.array is not None or group.column >= group.sheet.width or not _moves_whole(group):
        raise Unknown
    spans = [(first, min(last, len(group.sheet.rows))) for first, last in group.runs]
    if all(first > last for first, last in spans):
        return []
    inputs, around = _reads(space, group)
    columns = [_cells(group, spans, column) for column in (*inputs.values(), group.column)]
    distinct = set(zip(*columns, strict=True))
    states = dict.fromkeys(state[:-1] for state in distinct)
    if len(states) > MOST_DISTINCT:
        raise Unknown
    values = [tuple(_value(value) for value in state) for state in states]
    answers = dict(
        zip(states, Sweeper(around, list(inputs)).sweep([read_formula(group.text)], values)[0], strict=True)
    )
    wrong = {state for state in distinct if not same(_value(state[-1]), answers[state[:-1]])}
    if not wrong:
        return []
    unstored = group.sheet.formulas.unstored_in_column(group.column)
    rows = (row for first, last in spans for row in range(first, last + 1))
    return [
        (row, _value(state[-1]), answers[state[:-1]])
        for row, state in zip(rows, zip(*columns, strict=True), strict=True)
        if state in wrong and row not in unstored
    ]


def _moves_whole(group: Group) -> bool:
    """Whether no reference grows on the way down, as ``K$2:K2`` does."""
    here, below = (read_formula("=" + group.form.at(group.row + step)) for step in (0, 1))
    for one, two in zip(here.tokens, below.tokens, strict=False):
        first, second = (block_of(token.text, "") for token in (one, two))
        if one.kind != "reference" or first is None or second is None:
            continue
        if second.bottom - second.top != first.bottom - first.top:
            return False
    return True


def _cells(group: Group, spans: list[tuple[int, int]], column: int) -> list[Any]:
    """One column's cells; TRUE and FALSE as texts of their own where they could be taken for 1 and 0."""
    if column >= group.sheet.width:
        return [None] * sum(max(0, last - first + 1) for first, last in spans)
    cells = [cell for first, last in spans for cell in group.sheet.column(column, first - 1, last)]
    kinds = set(map(type, cells))
    if not kinds <= KINDS:
        raise Unknown
    if bool in kinds and kinds & {int, float}:
        return [_MARKED[cell] if isinstance(cell, bool) else cell for cell in cells]
    return cells


def _value(cell: Any) -> Any:
    if isinstance(cell, str):
        return _UNMARKED.get(cell, cell or None)
    return cell


def _reads(space: Space, group: Group) -> tuple[dict[str, int], Surroundings]:
    """Cells of the same row as inputs (key -> column), everything else as constants."""
    inputs: dict[str, int] = {}
    cells: dict[str, Any] = {}
    names: dict[str, Any] = {}
    home = group.sheet.name or "Sheet1"
    formula = read_formula(group.text)
    if formula.functions & {"ROW", "COLUMN"} or "LAMBDA" in formula.functions:
        raise Unknown
    moving = set(_relative(group))
    for token in formula.tokens:
        if token.kind == "call" and space.names.named(token.text[:-1], home) is not None:
            raise Unknown
        if token.kind != "reference":
            continue
        block = _block(space, group, token.text, home, names)
        sheet = sheet_named(space.book, block.sheet)
        if sheet is None or len(cells) + block.count > MOST_CONSTANTS:
            raise Unknown
        for row in range(block.top, block.bottom + 1):
            for column in range(block.left, block.right + 1):
                key = f"{column_letter(column)}{row}"
                if sheet is group.sheet and row == group.row:
                    inputs[key] = column
                elif token.text in moving:
                    raise Unknown
                else:
                    cells[key if sheet is group.sheet else f"{sheet.name}!{key}"] = space.value(
                        sheet, row, column
                    )
    return inputs, Surroundings(cells, names, home)


def _block(space: Space, group: Group, text: str, home: str, names: dict[str, Any]) -> Block:
    block = block_of(text, home)
    if block is None and "[" in text:
        block = structured(text, space.names, home, group.row, group.column)
    elif block is None:
        named = space.names.named(text, home)
        block = block_of(named, home) if named else None
    if block is None:
        raise Unknown
    if block_of(text, home) is None:
        sheet = (
            "" if block.sheet.casefold() == home.casefold() else "'" + block.sheet.replace("'", "''") + "'!"
        )
        names[reference_key(text)] = sheet + block.address
    return block


def _relative(group: Group) -> list[str]:
    """References that move along when the formula is filled down."""
    other = group.row + 1
    one, two = read_formula(group.text), read_formula("=" + group.form.at(other))
    texts = zip(one.tokens, two.tokens, strict=False)
    return [a.text for a, b in texts if a.kind == "reference" and a.text != b.text]


def same(stored: Any, computed: Any) -> bool:
    """Are a stored value and a computed one the same to a reader? What programs differ about counts so."""
    if computed is UNSETTLED:
        return True
    if stored in (None, "") and computed in (None, "", 0):
        return not isinstance(computed, bool)
    if isinstance(stored, bool) or isinstance(computed, bool):
        return type(stored) is type(computed) and bool(stored == computed)
    if isinstance(stored, int | float) and isinstance(computed, int | float):
        return abs(stored - computed) <= CLOSE * max(1.0, abs(stored))
    if isinstance(stored, CellError) or isinstance(computed, CellError):
        return type(stored) is type(computed)
    return (
        bool(stored == computed)
        if not isinstance(stored, str)
        else stored == str(computed) and isinstance(computed, str)
    )
