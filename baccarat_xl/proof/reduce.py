"""Calls of a LAMBDA on the spot, written out: the evaluator copies a function's body for every call.

``LAMBDA(x,IF(x>9,0,x))(C6)`` becomes ``IF(C6>9,0,C6)``. What is handed over by a plain cell, name or constant
takes the parameter's place; anything longer is named once with LET. Local names are made unique first, so
that none is caught by another of the same spelling.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Final

from baccarat_xl.proof.nested import Call, Group, Item, calls
from baccarat_xl.proof.text import Token

OPTIONAL: Final = "_XLOP."
_PLAIN: Final = frozenset({"reference", "number", "text", "logical", "error"})


def written_out(items: list[Item]) -> list[Item]:
    """The same formula without calls of a LAMBDA on the spot, as far as that is safe."""
    if not any(call.name == "LAMBDA" for call in calls(items)):
        return items
    return _reduced(_renamed(items, {}, count(1)))


# ---------------------------------------------------------------------- unique names
def _renamed(items: list[Item], names: Mapping[str, str], numbers: Iterator[int]) -> list[Item]:
    out: list[Item] = []
    for item in items:
        if isinstance(item, Group):
            out.append(Group(item.opening, _renamed(item.items, names, numbers), item.closing))
        elif isinstance(item, Token):
            own = names.get(item.text.upper()) if item.kind == "reference" else None
            out.append(Token("reference", own) if own else item)
        elif item.name == "LET":
            out.append(_let(item, names, numbers))
        elif item.name == "LAMBDA":
            out.append(_lambda(item, names, numbers))
        else:
            arguments = [_renamed(argument, names, numbers) for argument in item.arguments]
            out.append(Call(names.get(item.name, item.name), arguments))
    return out


def _let(call: Call, names: Mapping[str, str], numbers: Iterator[int]) -> Call:
    inside = dict(names)
    arguments: list[list[Item]] = []
    for place in range(0, len(call.arguments) - 1, 2):
        value = _renamed(call.arguments[place + 1], inside, numbers)
        arguments += [[_declared(call.arguments[place], inside, numbers)], value]
    return Call("LET", [*arguments, _renamed(call.arguments[-1], inside, numbers)])


def _lambda(call: Call, names: Mapping[str, str], numbers: Iterator[int]) -> Call:
    inside = dict(names)
    declared: list[list[Item]] = [
        [_declared(parameter, inside, numbers)] for parameter in call.arguments[:-1]
    ]
    return Call("LAMBDA", [*declared, _renamed(call.arguments[-1], inside, numbers)])


def _declared(argument: list[Item], names: dict[str, str], numbers: Iterator[int]) -> Token:
    """The new name of what is declared here, entered into ``names``."""
    text = argument[0].text if argument and isinstance(argument[0], Token) else ""
    optional = text.upper().startswith(OPTIONAL)
    own = text[len(OPTIONAL) :] if optional else text
    names[own.upper()] = f"own_{next(numbers)}_"
    return Token("reference", (text[: len(OPTIONAL)] if optional else "") + names[own.upper()])


# ---------------------------------------------------------------------- calls on the spot
def _reduced(items: list[Item]) -> list[Item]:
    out: list[Item] = []
    place = 0
    while place < len(items):
        item = items[place]
        place += 1
        if isinstance(item, Token):
            out.append(item)
        elif isinstance(item, Group):
            out.append(Group(item.opening, _reduced(item.items), item.closing))
        else:
            handed = items[place] if place < len(items) else None
            if item.name == "LAMBDA" and isinstance(handed, Group) and handed.opening.kind == "open":
                found = _applied(item, _arguments(handed))
                if found is not None:
                    out += _reduced(found)
                    place += 1
                    continue
            out.append(Call(item.name, [_reduced(argument) for argument in item.arguments]))
    return out


def _arguments(group: Group) -> list[list[Item]]:
    found: list[list[Item]] = [[]]
    for item in group.items:
        if isinstance(item, Token) and item.kind == "separator":
            found.append([])
        else:
            found[-1].append(item)
    return found


def _applied(function: Call, handed: list[list[Item]]) -> list[Item] | None:
    """The body with its arguments in place; None where one is left out."""
    parameters = function.arguments[:-1]
    if len(parameters) != len(handed) or not all(handed):
        return None
    put: dict[str, Token] = {}
    named: list[list[Item]] = []
    for parameter, argument in zip(parameters, handed, strict=True):
        name = parameter[0].text if isinstance(parameter[0], Token) else ""
        name = name[len(OPTIONAL) :] if name.upper().startswith(OPTIONAL) else name
        first = argument[0]
        if len(argument) == 1 and isinstance(first, Token) and first.kind in _PLAIN:
            put[name] = first
        else:
            put[name] = Token("reference", name)
            named += [[put[name]], argument]
    body = _filled(function.arguments[-1], put)
    if named:
        return [Call("LET", [*named, body])]
    return [Group(Token("open", "("), body, Token("close", ")"))] if len(body) > 1 else body


def _filled(items: list[Item], put: Mapping[str, Token]) -> list[Item]:
    out: list[Item] = []
    for item in items:
        if isinstance(item, Group):
            out.append(Group(item.opening, _filled(item.items, put), item.closing))
        elif isinstance(item, Token):
            out.append(put.get(item.text, item) if item.kind == "reference" else item)
        elif item.name == "ISOMITTED" and _is_one_of(item, put):
            out.append(Token("logical", "FALSE"))
        else:
            out.append(Call(item.name, [_filled(argument, put) for argument in item.arguments]))
    return out


def _is_one_of(call: Call, put: Mapping[str, Token]) -> bool:
    first = call.arguments[0][0] if call.arguments and call.arguments[0] else None
    return isinstance(first, Token) and first.text in put
