"""What a formula can see besides its inputs: helper cells, constants and names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Final, TypeAlias

from baccarat_xl.cell_error import CellError
from baccarat_xl.proof.nested import Call, Group, Item, calls, flatten, nest, rewrite
from baccarat_xl.proof.text import Formula, Token, is_address, read_formula, reference_key
from baccarat_xl.proof.undecided import Undecided

Value: TypeAlias = str | float | int | bool | datetime | date | time | CellError | None
"""What a cell holds; None is an empty cell."""

FORBIDDEN: Final = {
    "RAND RANDBETWEEN RANDARRAY NOW TODAY OFFSET INDIRECT INFO CELL": "is volatile",
    "WEBSERVICE FILTERXML RTD DDE STOCKHISTORY IMAGE TRANSLATE": "asks outside of the workbook",
    "CALL REGISTER.ID REGISTER EVALUATE GET.CELL EXEC SQL.REQUEST PY": "runs a program",
    "GETPIVOTDATA": "reads a data model",
}
_WHY: Final = {name: why for names, why in FORBIDDEN.items() for name in names.split()}
_EXTERNAL: Final = re.compile(r"\[\d+\]|\[[^\[\]]+\.xl\w+\]|://")
_THREE_D: Final = re.compile(r"^'?[^'!:\[\]]+:[^'!\[\]]+'?!")
_DEEPEST_NAME: Final = 12


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stands around a formula.

    cells       address (``B2``, ``Table!B2``) -> constant, or formula text with its ``=``; None = empty
    names       defined name or structured reference -> reference, constant, ``=formula`` or ``=LAMBDA(...)``
    sheet       the sheet of addresses without one
    rest_empty  addresses that ``cells`` lacks are empty cells; else nobody knows what they hold
    unknown     address -> contents to try, for cells that the rules know nothing of (those of other rows): a
                formula whose answer depends on one is undecided
    """

    cells: Mapping[str, Value] = field(default_factory=dict)
    names: Mapping[str, Value] = field(default_factory=dict)
    sheet: str = "Sheet1"
    rest_empty: bool = False
    unknown: Mapping[str, Sequence[Value]] = field(default_factory=dict)

    def key(self, reference: str) -> str:
        """A reference key without the sheet where that is the home sheet."""
        key = reference_key(reference)
        sheet, sign, cells = key.rpartition("!")
        return cells if sign and sheet.casefold() == self.sheet.casefold() else key

    def named(self, name: str) -> tuple[bool, Value]:
        """(is there such a name, what it stands for); names ignore case."""
        for own, value in self.names.items():
            if own.casefold() == name.casefold() or reference_key(own).casefold() == name.casefold():
                return True, value
        return False, None


def forbid(formula: Formula) -> None:
    """Raises Undecided for volatile functions, links, three-dimensional references and the like."""
    for name in sorted(formula.functions):
        if name in _WHY or name.startswith("CUBE"):
            raise Undecided(f"{name} {_WHY.get(name, 'reads a data model')}, so no sweep can settle it")
    for token in formula.tokens:
        if token.kind == "reference":
            if _EXTERNAL.search(token.text):
                raise Undecided(f"it reads another workbook ({token.text})")
            if _THREE_D.match(token.text):
                raise Undecided(f"it reads through several sheets ({token.text})")
        if token.kind == "infix" and token.text in (":", ","):
            raise Undecided("it joins references with an operator, which is not evaluated here")


def local_names(items: list[Item]) -> frozenset[str]:
    """Names that LET and LAMBDA declare, in capitals."""
    found: set[str] = set()
    for call in calls(items):
        declared = call.arguments[:-1] if call.name == "LAMBDA" else []
        if call.name == "LET":
            declared = call.arguments[:-1:2]
        for argument in declared:
            for item in argument[:1]:
                if isinstance(item, Token):
                    name = item.text.upper()
                    found |= {name, name.removeprefix("_XLOP.").strip("[]")}
    return frozenset(found)


def with_names_inlined(formula: Formula, around: Surroundings, bound: frozenset[str]) -> Formula:
    """The formula with every defined name put in its place, except those that are inputs themselves.

    Raises Undecided for a name that leads back to itself.
    """
    if not around.names:
        return formula
    items = nest(formula.tokens)
    for _ in range(_DEEPEST_NAME):
        changed = _inlined(items, around, bound | local_names(items))
        if changed is None:
            return formula.with_tokens(flatten(items))
        items = changed
    raise Undecided("a defined name in it leads back to itself")


def _inlined(items: list[Item], around: Surroundings, keep: frozenset[str]) -> list[Item] | None:
    touched = False

    def definition(name: str) -> list[Item] | None:
        if name in keep or name.upper() in keep or is_address(name):
            return None
        exists, value = around.named(name)
        if not exists:
            return None
        return _as_items(value)

    def walk(run: list[Item]) -> list[Item]:
        nonlocal touched
        out: list[Item] = []
        for item in run:
            if isinstance(item, Token):
                found = definition(reference_key(item.text)) if item.kind == "reference" else None
                touched |= found is not None
                out += [item] if found is None else found
            elif isinstance(item, Group):
                out.append(Group(item.opening, walk(item.items), item.closing))
            else:
                call = Call(item.name, [walk(argument) for argument in item.arguments])
                found = definition(call.name)
                if found is None:
                    out.append(call)
                    continue
                touched = True
                if len(found) == 1 and isinstance(found[0], Group):
                    found = found[0].items
                arguments: list[Item] = []
                for index, argument in enumerate(call.arguments):
                    arguments += ([Token("separator", ",")] if index else []) + argument
                out += [*found, Group(Token("open", "("), arguments, Token("close", ")"))]
        return out

    changed = walk(items)
    return changed if touched else None


def _as_items(value: Value) -> list[Item]:
    if isinstance(value, str) and value.startswith("="):
        items = nest(read_formula(value).tokens)
        if len(items) == 1:
            return items
        return [Group(Token("open", "("), items, Token("close", ")"))]
    if isinstance(value, str) and reference_key(value) and _looks_like_reference(value):
        return [Token("reference", value)]
    return [literal(value)]


def _looks_like_reference(text: str) -> bool:
    return all(is_address(part) for part in reference_key(text).rpartition("!")[2].split(":"))


def literal(value: Value) -> Token:
    """A constant as a token."""
    if isinstance(value, bool):
        return Token("logical", "TRUE" if value else "FALSE")
    if isinstance(value, int | float):
        return Token("number", f"{value:g}" if isinstance(value, float) else str(value))
    if isinstance(value, CellError):
        return Token("error", value.code)
    return Token("text", '"' + ("" if value is None else str(value)).replace('"', '""') + '"')


__all__ = [
    "Surroundings",
    "Value",
    "forbid",
    "literal",
    "local_names",
    "rewrite",
    "with_names_inlined",
]
