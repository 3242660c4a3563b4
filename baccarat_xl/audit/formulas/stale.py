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
    if group.form.array is not None:
        raise Unknown
    inputs, around = _reads(space, group)
    unstored = group.sheet.formulas.unstored_in_column(group.column)
    rows = [row for first, last in group.runs for row in range(first, last + 1) if row not in unstored]
    rows = [row for row in rows if row <= len(group.sheet.rows)]
    states: dict[tuple[tuple[type, Any], ...], list[int]] = {}
    columns = list(inputs.values())
    sheet_rows = group.sheet.rows
    for row in rows:
        cells = sheet_rows[row - 1]
        key = tuple((type(value), value) for value in [cells[c] if c < len(cells) else None for c in columns])
        states.setdefault(key, []).append(row)
        if len(states) > MOST_DISTINCT:
            raise Unknown
    if not states:
        return []
    values = [tuple(None if v == "" and t is str else v for t, v in key) for key in states]
    if any(not isinstance(v, str | float | int | bool | CellError | None) for state in values for v in state):
        raise Unknown
    answers = Sweeper(around, list(inputs)).sweep([read_formula(group.text)], values)[0]
    found = []
    for rows_alike, answer in zip(states.values(), answers, strict=True):
        for row in rows_alike:
            cells = sheet_rows[row - 1]
            stored = cells[group.column] if group.column < len(cells) else None
            if answer is not UNSETTLED and not same(stored, answer):
                found.append((row, stored, answer))
    return sorted(found, key=lambda item: item[0])


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
    """Are a stored value and a computed one the same to a reader?"""
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
