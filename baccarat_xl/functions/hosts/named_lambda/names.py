"""The functions as LAMBDA defined names: no Python, no macros; Excel for Microsoft 365 and Excel 2024.

The meaning is `call_cell`'s, in every state and every error. Where a formula cannot follow, the answer is
#VALUE!, never another value: accents and widths other than those of the known words, and spaces other than
the usual ones. Dates reach a formula as numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from baccarat_xl.functions.coerce import Kind, Readable
from baccarat_xl.functions.hosts.named_lambda.bodies import BODIES, BODY_PARTS
from baccarat_xl.functions.hosts.named_lambda.shared import SHARED, guarded
from baccarat_xl.functions.hosts.named_lambda.stood import STOOD
from baccarat_xl.functions.hosts.named_lambda.text import FORMULA_LIMIT, looks_like_a_cell, renamed, stored
from baccarat_xl.functions.library import FUNCTIONS
from baccarat_xl.functions.registry import HELP_LIMIT, Argument, Function

if TYPE_CHECKING:
    from openpyxl import Workbook as OpenpyxlWorkbook
    from xlsxwriter import Workbook as XlsxWriterWorkbook

RENAMED: Final = {
    "p1": "player_card_1",
    "p2": "player_card_2",
    "p3": "third",
    "b1": "banker_card_1",
    "b2": "banker_card_2",
    "b3": "banker_third",
}
"""Argument names that a LAMBDA cannot have, since they look like cell addresses -> the names used there."""
_READERS: Final[dict[Readable, str]] = {
    Kind.CARD: "BACCARAT_CARD({0})",
    Kind.THIRD: "BACCARAT_CARD({0})",
    Kind.TOTAL: "BACCARAT_TOTAL({0})",
    Kind.DECISION: "BACCARAT_DECISION({0})",
    Kind.OUTCOME: "BACCARAT_OUTCOME({0})",
    Kind.ANY_CARD: "IF(ISERROR({0}), {0}, IFERROR(BACCARAT_CARD({0}), 12))",
    Kind.ANY_OUTCOME: "BACCARAT_OUTCOME({0})",
}
_LEFT_OUT: Final[dict[Readable, int]] = {Kind.DECISION: 2, Kind.OUTCOME: 0, Kind.ANY_OUTCOME: 0}


@dataclass(frozen=True, slots=True)
class Definition:
    """One defined name: formulas without an equals sign, a comment of at most 255 characters."""

    name: str
    formula_for_file: str
    formula_for_reading: str
    comment: str


def parameter(argument: Argument) -> str:
    """An argument's name inside a LAMBDA."""
    name = RENAMED.get(argument.name, argument.name)
    if looks_like_a_cell(name):
        raise ValueError(f"{name} looks like a cell address; give it a name in RENAMED")
    return name


@cache
def lambda_definitions() -> tuple[Definition, ...]:
    """Every function that decides draws and the shared pieces they call, sorted by name."""
    made = definitions(SHARED | STOOD | BODY_PARTS, FUNCTIONS, BODIES, _READERS, _LEFT_OUT)
    return tuple(sorted(made, key=lambda definition: definition.name))


def definitions(
    parts: Mapping[str, tuple[str, str]],
    functions: Iterable[Function[object]],
    bodies: Mapping[str, str],
    readers: Mapping[Readable, str],
    left_out: Mapping[Readable, int],
) -> list[Definition]:
    """Shared pieces, then functions: by kind how an argument is read, and what stands for one left out."""
    made = [
        _definition(name, text, f"Part of the Baccarat functions: {what}.")
        for name, (what, text) in parts.items()
    ]
    return made + [
        _definition(f.name, _formula(f, bodies[f.name], readers, left_out), _comment(f)) for f in functions
    ]


def _definition(name: str, readable: str, comment: str) -> Definition:
    formula = stored(readable)
    if len(formula) > FORMULA_LIMIT or len(comment) > HELP_LIMIT:
        raise ValueError(f"the formula or the comment of {name} is too long for a workbook")
    return Definition(name, formula, readable.strip(), comment)


def lambda_syntax(function: Function[object]) -> str:
    """A function with its parameters as a LAMBDA has them: ``NAME(required, [optional])``."""
    names = (f"[{parameter(a)}]" if a.optional else parameter(a) for a in function.arguments)
    return f"{function.name}({', '.join(names)})"


def _comment(function: Function[object]) -> str:
    text = f"{function.summary} {lambda_syntax(function)} returns {function.returns}"
    return text if len(text) <= HELP_LIMIT else function.summary


def _formula(
    function: Function[object], body: str, readers: Mapping[Readable, str], left_out: Mapping[Readable, int]
) -> str:
    """``LAMBDA(a, [b], LET(a_code, …, body))``: arguments are read in order, the first error comes out."""
    names = [parameter(argument) for argument in function.arguments]
    declared = [
        f"[{name}]" if a.optional else name for name, a in zip(names, function.arguments, strict=True)
    ]
    codes = {name: f"{name}_code" for name in names}
    reads = [
        f"  {codes[name]}, {_read(name, argument, readers, left_out)},"
        for name, argument in zip(names, function.arguments, strict=True)
    ]
    body = guarded(codes.values(), renamed(body, codes))
    return "\n".join([f"LAMBDA({', '.join(declared)}, LET(", *reads, f"  {body}))"])


def _read(
    name: str, argument: Argument, readers: Mapping[Readable, str], left_out: Mapping[Readable, int]
) -> str:
    read = readers[argument.kind].format(name)
    if not argument.optional:
        return read
    return f"IF(ISOMITTED({name}), {left_out.get(argument.kind, 10)}, {read})"


def add_names_xlsxwriter(workbook: XlsxWriterWorkbook, names: Iterable[Definition] | None = None) -> None:
    """Define names, those of `lambda_definitions` unless told, in an open XlsxWriter workbook.

    XlsxWriter writes no comments: `baccarat-xl addin lambda --into` on the closed file adds them.
    """
    for definition in lambda_definitions() if names is None else names:
        workbook.define_name(definition.name, f"={definition.formula_for_file}")


def add_names_openpyxl(workbook: OpenpyxlWorkbook, names: Iterable[Definition] | None = None) -> None:
    """Define names, those of `lambda_definitions` unless told, in an openpyxl workbook, with comments."""
    from openpyxl.workbook.defined_name import DefinedName

    for definition in lambda_definitions() if names is None else names:
        workbook.defined_names.add(  # type: ignore[attr-defined, unused-ignore]
            DefinedName(definition.name, attr_text=definition.formula_for_file, comment=definition.comment)
        )
