"""Between xlwings and the functions: what xlwings hands over, and the agreed form of an error.

xlwings cannot hand a real error value to a cell. Errors therefore travel as their own text (``#N/A``), in
both directions; `vba_wrapper` turns such a result into a real cell error, element by element. Without that
wrapper a cell shows the text.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable
from decimal import Decimal
from typing import Any, Final

from baccarat_xl.cell_error import CellError
from baccarat_xl.errors import MissingPart
from baccarat_xl.functions.cells import call_range
from baccarat_xl.functions.registry import CATEGORY, Function

ERROR_TEXTS: Final = ("#VALUE!", "#NUM!", "#N/A", "#DIV/0!", "#NAME?", "#NULL!", "#REF!")
"""The texts that stand for cell errors, in and out."""
ARGUMENT_OPTIONS: Final[dict[str, object]] = {"ndim": 2, "err_to_str": True}
"""How xlwings hands arguments over: always rows of cells, errors as text, empty cells as None."""
_ERRORS: Final = {text: CellError(text) for text in ERROR_TEXTS}


class HostMissing(UserWarning):
    """The functions are importable here, but no spreadsheet can call them."""


def answer(function: Function[object], *arguments: object) -> object:
    """A function's answer in the form that xlwings writes: one value, or rows of values.

    Arguments are rows of cells as xlwings reads them, or None for one left out.

    >>> from baccarat_xl.functions.library import banker_draws
    >>> answer(banker_draws, [[3.0]], [[8.0]]), answer(banker_draws, [[6.0], [6.0]], [["?"], [6.0]])
    (False, [['#N/A'], [True]])
    """
    result = call_range(function, *(_from_host(argument) for argument in arguments))
    if not isinstance(result, list):
        return _to_host(result)
    rows = [[_to_host(cell) for cell in row] for row in result]
    return rows[0][0] if len(rows) == 1 and len(rows[0]) == 1 else rows


def _from_host(argument: object) -> object:
    if isinstance(argument, (list, tuple)):
        return [[_cell(cell) for cell in row] for row in argument]
    return _cell(argument)


def _cell(cell: object) -> object:
    if isinstance(cell, str):
        return _ERRORS.get(cell, cell)
    # Cells formatted as currency arrive as Decimal.
    return float(cell) if isinstance(cell, Decimal) else cell


def _to_host(value: object) -> object:
    return value.code if isinstance(value, CellError) else value


def xlwings_module() -> Any:
    """The module xlwings. Raises MissingPart when it is not installed."""
    try:
        import xlwings
    except ImportError as problem:
        raise MissingPart(
            "xlwings is not installed; pip install xlwings (Excel on Windows only)"
        ) from problem
    return xlwings


def as_udf(function: Function[object]) -> Callable[..., object]:
    """A function with xlwings' decorations: category, help for each argument, conversion options."""
    xw = xlwings_module()

    def udf(*arguments: object) -> object:
        return answer(function, *arguments)

    udf.__annotations__ = {}
    udf.__name__ = udf.__qualname__ = function.name
    udf.__doc__ = function.summary
    udf.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
    made: Callable[..., object] = udf
    for argument in function.arguments:
        made = xw.arg(argument.name, doc=argument.help, **ARGUMENT_OPTIONS)(made)
    # Last, since each decoration of an argument sets the category back.
    registered: Callable[..., object] = xw.func(made, category=CATEGORY)
    return registered


def warn_without_host(udfs: list[Callable[..., object]], module: str) -> None:
    """Say so when xlwings' decorators did nothing, as they do everywhere but on Windows with pywin32."""
    if all(hasattr(udf, "__xlfunc__") for udf in udfs):
        return
    warnings.warn(
        f"{module} was imported, but no Excel can call it here: xlwings registers functions on Windows with "
        "pywin32 installed, and nowhere else; use baccarat-xl addin lambda for Excel on a Mac or the web",
        HostMissing,
        stacklevel=3,
    )
