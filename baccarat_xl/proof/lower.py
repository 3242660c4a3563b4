"""What the engine is known to get wrong, rewritten into what it gets right, or declared undecided.

Each rule answers one gap that was measured; `tests/cases/cell_semantics.txt` holds the cases.
"""

from __future__ import annotations

from typing import Final

from baccarat_xl.proof.nested import Call, Group, Item, calls
from baccarat_xl.proof.text import Formula, Token, is_address, reference_key
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
_ARRAYS: Final = frozenset(
    {
        "SUMPRODUCT",
        "SUM",
        "AND",
        "OR",
        "MAX",
        "MIN",
        "COUNT",
        "COUNTA",
        "INDEX",
        "MATCH",
        "FILTER",
        "XOR",
        "LET",
    }
    | {"XMATCH", "XLOOKUP", "LOOKUP", "VLOOKUP", "HLOOKUP", "PRODUCT", "MMULT", "CONCAT", "TEXTJOIN"}
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


TRAPS: Final = frozenset({"IFERROR", "IFNA"})
_SCALAR: Final = frozenset(
    {"IF", "IFS", "MOD", "LEFT", "RIGHT", "MID", "NOT", "CHOOSE", "SWITCH", "LEN", "N", "ABS"}
)


def untrapped(call: Call) -> list[Item] | None:
    """What stands behind an IFERROR or IFNA."""
    if call.name not in TRAPS or not call.arguments:
        return None
    return [Group(Token("open", "("), call.arguments[0], Token("close", ")"))]


def no_implicit_intersection(items: list[Item], scalar: bool = True) -> None:
    """Raises Undecided where a whole range stands in the place of one cell.

    Older files mean the cell of the range in the formula's own row; newer ones fill several cells.
    """
    for item in items:
        if isinstance(item, Group):
            no_implicit_intersection(item.items, scalar)
        elif isinstance(item, Call):
            inner = item.name in _SCALAR or (scalar and item.name in TRAPS)
            for argument in item.arguments:
                joined = any(isinstance(one, Token) and one.kind == "infix" for one in argument)
                no_implicit_intersection(
                    argument, scalar and (inner or (joined and item.name not in _ARRAYS))
                )
        elif scalar and item.kind == "reference" and ":" in item.text and not _one_cell(item.text):
            raise Undecided(f"it uses the range {item.text} in the place of one cell")


def _one_cell(text: str) -> bool:
    first, _, last = reference_key(text).rpartition("!")[2].partition(":")
    return first == last and is_address(first)


def needs_lowering(formula: Formula, cells_can_fail: bool) -> bool:
    """False only where no rule here can apply: a quick look, for the many formulas of a search."""
    functions = formula.functions
    if functions & (LOOKUPS | _COUNTING):
        return True
    if not functions & {"AND", "OR"}:
        return False
    if cells_can_fail or functions - _NO_ERROR - {"IF"}:
        return True
    tokens = formula.tokens
    for place, token in enumerate(tokens):
        if token.kind in ("prefix", "postfix", "error") or (
            token.kind == "infix" and token.text not in _COMPARISON
        ):
            return True
        if token.text.upper() == "IF(" and tokens[place + 2].kind == "separator":
            return True  # a bare cell or text as a condition, which may be no truth value
    return False


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
