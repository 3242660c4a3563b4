"""What the engine is known to get wrong, rewritten into what it gets right, or declared undecided.

Each rule answers one gap that was measured; `tests/cases/cell_semantics.txt` holds the cases.
"""

from __future__ import annotations

from typing import Final

from baccarat_xl.proof.nested import Call, Group, Item, calls
from baccarat_xl.proof.text import Token, is_address, reference_key
from baccarat_xl.proof.undecided import Undecided

LOOKUPS: Final = frozenset({"MATCH", "XMATCH", "VLOOKUP", "HLOOKUP", "LOOKUP", "XLOOKUP", "SWITCH"})
_COUNTING: Final = frozenset({"COUNTIF", "SUMIF", "AVERAGEIF", "COUNTIFS", "SUMIFS", "AVERAGEIFS"})
_NO_ERROR: Final = frozenset(
    {
        "AND",
        "OR",
        "NOT",
        "ISBLANK",
        "ISNUMBER",
        "ISTEXT",
        "ISERROR",
        "ISNA",
        "ISERR",
        "ISLOGICAL",
        "TRUE",
        "FALSE",
    }
    | {"ISNONTEXT", "COUNT", "COUNTA", "COUNTBLANK", "COUNTIF", "T", "N", "EXACT", "XOR", "LEN"}
)
_COMPARISON: Final = frozenset({"=", "<>", "<", ">", "<=", ">=", "&"})


def _call(name: str, *arguments: list[Item]) -> list[Item]:
    return [Call(name, list(arguments))]


def can_fail(items: list[Item], cells: bool) -> bool:
    """Could this expression be an error? ``cells``: the cells that it reads may hold errors."""
    for item in items:
        if isinstance(item, Group):
            if can_fail(item.items, cells):
                return True
        elif isinstance(item, Call):
            if item.name not in _NO_ERROR or any(can_fail(argument, cells) for argument in item.arguments):
                return True
        elif (
            (item.kind == "reference" and cells)
            or item.kind == "error"
            or (item.kind in ("infix", "prefix", "postfix") and item.text not in _COMPARISON)
        ):
            return True
    return False


def _all_arguments(call: Call, cells: bool) -> list[Item] | None:
    """AND and OR stop at the first argument that settles them; in a cell an error in a later one shows.

    XOR looks at every argument, and adding 1 (or comparing with 2) makes it neutral.
    """
    if len(call.arguments) < 2 or not any(can_fail(one, cells) for one in call.arguments):
        return None
    seen: list[Item] = [Call("N", [[Call("XOR", list(call.arguments))]])]
    neutral = [*seen, Token("infix", "<" if call.name == "AND" else "="), Token("number", "2")]
    return _call(call.name, neutral, *call.arguments)


def _single_cell_range(call: Call) -> list[Item] | None:
    step = 2 if call.name.endswith("IFS") else len(call.arguments) or 1
    places = range(0, len(call.arguments), step)
    changed = False
    arguments = list(call.arguments)
    for place in places:
        argument = arguments[place]
        if len(argument) == 1 and isinstance(argument[0], Token) and argument[0].kind == "reference":
            text = argument[0].text
            if is_address(reference_key(text)):
                arguments[place] = [Token("reference", f"{text}:{text.rpartition('!')[2]}")]
                changed = True
    return [Call(call.name, arguments)] if changed else None


def _array_in_braces(argument: list[Item]) -> bool:
    return len(argument) == 1 and isinstance(argument[0], Group) and argument[0].opening.kind == "array"


def _xlookup(call: Call) -> list[Item] | None:
    if len(call.arguments) < 3 or not any(_array_in_braces(argument) for argument in call.arguments[1:3]):
        return None
    if len(call.arguments) > 4:
        raise Undecided("XLOOKUP in an array constant with a match mode is not evaluated here")
    what, where, result, *missing = call.arguments
    position = _call("MATCH", what, where, [Token("number", "0")])
    found = _call("INDEX", result, position)
    return _call("IF", _call("ISNA", position), missing[0], found) if missing and missing[0] else found


def _lookup(call: Call) -> list[Item] | None:
    if len(call.arguments) >= 2:
        where = call.arguments[1]
        if not _array_in_braces(where) and (len(where) != 1 or not isinstance(where[0], Token)):
            raise Undecided("LOOKUP in a computed array is not evaluated here")
    return None


def blank_as(call: Call, stands_for: list[Item]) -> list[Item] | None:
    """A look-up of a cell that may be empty, with what an empty one shall stand for."""
    if call.name not in LOOKUPS or not call.arguments or len(call.arguments[0]) != 1:
        return None
    item = call.arguments[0][0]
    if not isinstance(item, Token) or item.kind != "reference" or ":" in item.text:
        return None
    what = _call("IF", _call("ISBLANK", [item]), stands_for, [item])
    return [Call(call.name, [what, *call.arguments[1:]])]


def looks_up_cells(items: list[Item]) -> bool:
    """Does it look up a cell as it is? What an empty one finds is not settled among spreadsheet programs."""
    return any(blank_as(call, []) is not None for call in calls(items))


def _computed_choice(call: Call) -> list[Item] | None:
    for argument in call.arguments[1:2]:
        if any(inner.name == "CHOOSE" for inner in calls(argument)):
            raise Undecided(f"{call.name} in a CHOOSE is not evaluated here")
    return None


def lowered(call: Call, cells_can_fail: bool = True) -> list[Item] | None:
    """One call as the engine shall see it; None where it can stay."""
    if call.name in ("AND", "OR"):
        return _all_arguments(call, cells_can_fail)
    if call.name in _COUNTING:
        return _single_cell_range(call)
    if call.name == "XLOOKUP":
        return _xlookup(call)
    if call.name == "LOOKUP":
        return _lookup(call)
    if call.name in ("MATCH", "VLOOKUP", "HLOOKUP"):
        return _computed_choice(call)
    return None
