"""One formula and many states as a workbook: a row a state, the answer in column A of ``States_``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from baccarat_xl.cell_error import CellError
from baccarat_xl.proof.nested import flatten, nest, rewrite
from baccarat_xl.proof.text import Formula, Token, is_address
from baccarat_xl.proof.undecided import Undecided

if TYPE_CHECKING:
    from baccarat_xl.proof.engine import Sweeper
    from baccarat_xl.proof.surroundings import Value

SHEET: Final = "States_"
NEWER: Final = frozenset(
    {
        "IFS",
        "SWITCH",
        "XOR",
        "CONCAT",
        "TEXTJOIN",
        "MAXIFS",
        "MINIFS",
        "IFNA",
        "XLOOKUP",
        "XMATCH",
        "LET",
        "LAMBDA",
    }
    | {"BITAND", "BITOR", "NUMBERVALUE", "UNICHAR", "BASE", "DECIMAL"}
)


def lay_out(sweeper: Sweeper, formula: Formula, rows: Sequence[Sequence[Value]]) -> Any:
    """An openpyxl workbook. Raises Undecided where the inputs cannot stand in rows."""
    import openpyxl

    read = sweeper.read(formula)
    helpers = sweeper.helper_formulas([read])
    keys = [*(sweeper.place_of(key) for key in sweeper.inputs), *helpers]
    columns = _columns(keys)
    book: Any = openpyxl.Workbook()
    home = book.active
    home.title = sweeper.around.sheet
    for key, value in sweeper.around.cells.items():
        if key not in helpers and key not in sweeper.inputs and is_address(key):
            sheet, _, cell = key.rpartition("!")
            name = sheet or sweeper.around.sheet
            target = book[name] if name in book.sheetnames else book.create_sheet(name)
            _put(target[cell], value)
    states = book.create_sheet(SHEET)
    for number, row in enumerate(rows, 1):
        for key, value in zip(keys, row, strict=False):
            _put(states[f"{columns[key]}{number}"], value)
        for key, helper in helpers.items():
            states[f"{columns[key]}{number}"] = _text(helper, columns, number, sweeper)
        states.cell(number, 1).value = _text(read, columns, number, sweeper)
    return book


def _columns(keys: Sequence[str]) -> dict[str, str]:
    """A column for every input and helper: two to the right of its own where all stand in one row."""
    from openpyxl.utils import get_column_letter
    from openpyxl.utils.cell import column_index_from_string, coordinate_from_string

    places = [coordinate_from_string(key) for key in keys if "!" not in key]
    if len(places) == len(keys) and len({row for _, row in places}) == 1:
        return {
            key: get_column_letter(column_index_from_string(column) + 2)
            for key, (column, _) in zip(keys, places, strict=True)
        }
    return {key: get_column_letter(place + 1) for place, key in enumerate(keys, 1)}


def _text(formula: Formula, columns: Mapping[str, str], row: int, sweeper: Sweeper) -> str:
    tokens = tuple(_moved(token, columns, row, sweeper) for token in formula.tokens)
    items = rewrite(nest(tokens), lambda _: None)
    out = []
    for token in flatten(items):
        newer = token.kind == "call" and token.text[:-1].upper() in NEWER
        out.append(("_xlfn." if newer else "") + token.text)
    return "=" + "".join(out)


def _moved(token: Token, columns: Mapping[str, str], row: int, sweeper: Sweeper) -> Token:
    if token.kind != "reference":
        return token
    key = sweeper.around.key(token.text)
    if key in columns:
        return Token("reference", f"{SHEET}!{columns[key]}{row}")
    ends = key.rpartition("!")[2].split(":")
    if len(ends) == 2 and all(map(is_address, ends)):
        inside = list(sweeper.cells_of(key))
        taken = [cell for cell in inside if cell in columns]
        if taken and taken != inside:
            raise Undecided("a range mixes inputs with other cells, which cannot be laid out in rows")
        if taken:
            letters = [columns[cell] for cell in inside]
            if letters != _run(letters[0], len(letters)):
                raise Undecided("a range of inputs does not stand in one row")
            return Token("reference", f"{SHEET}!{letters[0]}{row}:{letters[-1]}{row}")
    if is_address(key) and "!" not in key:
        return Token("reference", f"'{sweeper.around.sheet}'!{token.text}")
    if len(ends) == 2 and "!" not in key:
        return Token("reference", f"'{sweeper.around.sheet}'!{token.text}")
    return token


def _run(first: str, count: int) -> list[str]:
    from openpyxl.utils import column_index_from_string, get_column_letter

    start = column_index_from_string(first)
    return [get_column_letter(start + step) for step in range(count)]


def _put(cell: Any, value: Value) -> None:
    if value is None:
        return
    if isinstance(value, CellError):
        cell.value = f"={value.code}"
        return
    cell.value = value
    if isinstance(value, str):
        cell.data_type = "s"
