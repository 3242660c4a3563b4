"""Functions as cells call them: values in, a value or real cell errors out; a range in gives a column out.

Whole columns are answered by table look-up: each distinct cell is read once, each distinct combination of
arguments is worked out once, and the rest is indexing; amounts of money, of which a column may hold as many
as rows, only scale such answers. Without numpy they are answered cell by cell.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from baccarat_xl.cell_error import NA, VALUE, CellError
from baccarat_xl.functions.coerce import error_of, to_cell
from baccarat_xl.functions.registry import Amount, Argument, Function
from baccarat_xl.pause import collector_paused
from baccarat_xl.rules.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Coded: TypeAlias = "tuple[npt.NDArray[np.int64], list[tuple[object, ...]]]"
"""Codes, one a row, and for each code the argument values it stands for. Eight bytes wide everywhere: numpy's
own index has four where Python runs in a browser, and products of codes would not fit."""
_TRUE, _FALSE = ("boolean", True), ("boolean", False)
_LIMIT: Final = 1 << 62


def call_cell(function: Function[object], *cells: object) -> object:
    """One answer for single cells; never raises for bad input.

    ``cells`` are cell values, fewer than the function's arguments where optional ones are left out. A cell
    error among them comes out again. Python's None is an empty cell.

    >>> from baccarat_xl.functions.library import banker_draws
    >>> call_cell(banker_draws, 3, 8), str(call_cell(banker_draws, 4, 6, 9))
    (False, '#VALUE!')
    """
    if not function.required <= len(cells) <= len(function.arguments):
        return VALUE
    given = [*cells, *[None] * (len(function.arguments) - len(cells))]
    return _answer(
        function.evaluate,
        [_read(argument, cell) for argument, cell in zip(function.arguments, given, strict=True)],
    )


def _read(argument: Argument, cell: object) -> object:
    if isinstance(cell, CellError):
        return cell
    try:
        return argument.kind.read(cell)
    except InputError as problem:
        return error_of(problem)


def _answer(evaluate: Callable[..., object], parsed: Sequence[object]) -> object:
    for value in parsed:
        if isinstance(value, CellError):
            return value
    try:
        return to_cell(evaluate(*parsed))
    except InputError as problem:
        return error_of(problem)


def call_range(function: Function[object], *arguments: object) -> object:
    """As `call_cell`, with lists of rows (lists of cells) for ranges: the answer then has their shape.

    A single cell beside a range counts for each of its rows, a single row or column for each row or column
    of the other; where one range is longer than another the answer is #N/A, as in the spreadsheet itself.
    """
    if not any(isinstance(argument, (list, tuple)) for argument in arguments):
        return call_cell(function, *arguments)
    grids = [argument if isinstance(argument, (list, tuple)) else [[argument]] for argument in arguments]
    grids = [grid if isinstance(grid[0], (list, tuple)) else [[cell] for cell in grid] for grid in grids]
    height = max(map(len, grids))
    width = max(len(grid[0]) for grid in grids)
    with collector_paused():
        columns = [
            call_columns(function, *(_column(grid, index, height) for grid in grids))
            for index in range(width)
        ]
        if width == 1:
            return [[answer] for answer in columns[0]]
        return [list(row) for row in zip(*columns, strict=True)]


def _column(grid: Sequence[Sequence[object]], index: int, height: int) -> list[object]:
    width = len(grid[0])
    if width != 1 and index >= width:
        return [NA] * height
    place = 0 if width == 1 else index
    column = [row[place] for row in grid]
    if len(column) == 1:
        return column * height
    return column + [NA] * (height - len(column))


def call_columns(function: Function[object], *columns: Sequence[object]) -> list[object]:
    """Answers for columns of cells of one length, one a row.

    >>> from baccarat_xl.functions.library import hand_total
    >>> call_columns(hand_total, ["K", 7, ""], ["9", 8, 3])[:2]
    [9, 5]
    """
    if not function.required <= len(columns) <= len(function.arguments):
        return [VALUE] * max(map(len, columns), default=1)
    try:
        import numpy as np
    except ImportError:  # where it cannot be installed, cell by cell gives the same answers
        return [call_cell(function, *row) for row in zip(*columns, strict=True)]

    if function.amount is not None and len(columns) > function.amount.place:
        return _scaled(function, function.amount, columns)
    answers, index = _tabled(function, columns, function.evaluate)
    result: list[object] = np.array(answers, dtype=object)[index].tolist()
    return result


def _tabled(
    function: Function[object], columns: Sequence[Sequence[object]], evaluate: Callable[..., object]
) -> tuple[list[object], npt.NDArray[np.int64]]:
    """The answer for each distinct combination of arguments, and for each row which of them it is."""
    coded = [_encode(argument, column) for argument, column in zip(function.arguments, columns, strict=False)]
    left_out = [[_read(argument, None)] for argument in function.arguments[len(columns) :]]
    for first, second in reversed(function.hands):
        coded[first : second + 1] = [_as_hand(coded[first], coded[second])]
    index, first_rows = _combinations([codes for codes, _ in coded], [len(tokens) for _, tokens in coded])
    answers = []
    for row in first_rows.tolist():
        parsed = [tokens[codes[row]] for codes, tokens in coded] + left_out
        answers.append(_answer(evaluate, [value for values in parsed for value in values]))
    return answers, index


def _scaled(function: Function[object], amount: Amount, columns: Sequence[Sequence[object]]) -> list[object]:
    """As `_tabled` for a rate that any amount shares, then arithmetic on the column of amounts."""
    import numpy as np

    counted, usable = _amounts(function.arguments[amount.place], amount, columns[amount.place])
    others = [[1] * len(column) if place == amount.place else column for place, column in enumerate(columns)]
    rates, index = _tabled(function, others, amount.rate)
    result = np.array(rates, dtype=object)[index]
    codes = {rate: code for code, rate in enumerate(dict.fromkeys(r for r in rates if isinstance(r, str)))}
    of_rate = np.array([codes.get(rate, -1) if isinstance(rate, str) else -1 for rate in rates])[index]
    for rate, code in codes.items():
        rows = np.flatnonzero((of_rate == code) & usable)
        result[rows] = amount.answers(rate, counted[rows])
    odd = np.flatnonzero(~usable)
    if len(odd):
        places = odd.tolist()
        answers, index = _tabled(
            function, [[column[row] for row in places] for column in columns], function.evaluate
        )
        result[odd] = np.array(answers, dtype=object)[index]
    answered: list[object] = result.tolist()
    return answered


def _amounts(
    argument: Argument, amount: Amount, column: Sequence[object]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """What is counted of each amount, and which can be: numbers all at once, other cells one by one."""
    import numpy as np

    plain = set(map(type, column)) <= {float}
    numbers = np.array(
        column
        if plain
        else [
            cell if type(cell) is float or (type(cell) is int and abs(cell) < _LIMIT) else None
            for cell in column
        ],
        dtype=np.float64,
    )
    counted, usable = amount.read(numbers)
    read: dict[object, object] = {}
    for row in [] if plain else np.flatnonzero(np.isnan(numbers)).tolist():
        key = _key(column[row])
        if key not in read:
            read[key] = _read(argument, column[row])
        number = read[key]
        if isinstance(number, int):
            counted[row], usable[row] = number, True
    return counted, usable


def _encode(argument: Argument, column: Sequence[object]) -> Coded:
    """A code a row, and what each code stands for, read once: cells that read the same share a code."""
    import numpy as np

    cells: Sequence[object] = column
    if not set(map(type, column)) <= {int, float, str, type(None)}:
        cells = [_key(cell) for cell in column]
    codes: dict[object, int] = {}
    numbers: dict[object, int] = {}
    tokens: list[tuple[object, ...]] = []
    for cell in dict.fromkeys(cells):
        token = _read(argument, cell[1] if isinstance(cell, tuple) else cell)
        codes[cell] = numbers.setdefault((type(token), token), len(tokens))
        if codes[cell] == len(tokens):
            tokens.append((token,))
    return np.fromiter(map(codes.__getitem__, cells), dtype=np.int64, count=len(cells)), tokens


def _as_hand(first: Coded, second: Coded) -> Coded:
    """Two columns of cards as one: pairs of card values that make the same total share a code."""
    import numpy as np

    pairs = [(*one, *other) for one in first[1] for other in second[1]]
    numbers: dict[object, int] = {}
    tokens: list[tuple[object, ...]] = []
    codes = np.empty(len(pairs), dtype=np.int64)
    for position, (one, other) in enumerate(pairs):
        whole = type(one) is int and type(other) is int
        key = (one + other) % 10 if whole else position  # type: ignore[operator]
        codes[position] = numbers.setdefault((whole, key), len(tokens))
        if codes[position] == len(tokens):
            tokens.append((one, other))
    return codes[first[0] * len(second[1]) + second[0]], tokens


def _key(cell: object) -> object:
    # True equals 1 and would share its code.
    if isinstance(cell, bool):
        return _TRUE if cell else _FALSE
    return cell if isinstance(cell, Hashable) else ("unhashable", str(cell))


def _combinations(
    codes: list[npt.NDArray[np.int64]], sizes: list[int]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """For each row the number of its combination of codes, and for each combination one row that has it."""

    combined, size = codes[0], sizes[0]
    for column, width in zip(codes[1:], sizes[1:], strict=True):
        if size * width > _LIMIT or size * width > 8 * len(combined) + 65536:
            combined, first = _renumber(combined, size)
            size = len(first)
        combined = combined * width + column
        size *= width
    return _renumber(combined, size)


def _renumber(
    combined: npt.NDArray[np.int64], size: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    import numpy as np

    if size > 4 * len(combined) + 65536:
        _, first, numbers = np.unique(combined, return_index=True, return_inverse=True)
        return numbers.astype(np.int64, copy=False), first.astype(np.int64, copy=False)
    first_row = np.full(size, -1, dtype=np.int64)
    first_row[combined[::-1]] = np.arange(len(combined) - 1, -1, -1)
    present = np.flatnonzero(first_row >= 0).astype(np.int64, copy=False)
    rank = np.empty(size, dtype=np.int64)
    rank[present] = np.arange(len(present))
    return rank[combined], first_row[present]
