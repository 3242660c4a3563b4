"""Tokens as a tree of calls, as far as rewriting them needs one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from baccarat_xl.proof.text import Token


@dataclass(slots=True)
class Call:
    """A function with its arguments; an argument is a run of items."""

    name: str
    arguments: list[list[Item]] = field(default_factory=list)


@dataclass(slots=True)
class Group:
    """Items in brackets, or an array constant in braces."""

    opening: Token
    items: list[Item]
    closing: Token


Item: TypeAlias = Token | Call | Group
Rewrite: TypeAlias = Callable[[Call], list[Item] | None]


def nest(tokens: tuple[Token, ...]) -> list[Item]:
    """The tree of a formula whose brackets match."""
    items, _ = _run(tokens, 0)
    return items


def _run(tokens: tuple[Token, ...], at: int, *ends: str) -> tuple[list[Item], int]:
    items: list[Item] = []
    while at < len(tokens) and tokens[at].kind not in ends:
        token = tokens[at]
        if token.kind == "call":
            call = Call(token.text[:-1].upper())
            at += 1
            while True:
                argument, at = _run(tokens, at, "separator", "end")
                call.arguments.append(argument)
                if at >= len(tokens) or tokens[at].kind == "end":
                    break
                at += 1
            if call.arguments == [[]]:
                call.arguments = []
            items.append(call)
        elif token.kind in ("open", "array"):
            inner, at = _run(tokens, at + 1, "close" if token.kind == "open" else "array end")
            closing = tokens[at] if at < len(tokens) else Token("close", ")")
            items.append(Group(token, inner, closing))
        else:
            items.append(token)
        at += 1
    return items, at


def flatten(items: list[Item]) -> tuple[Token, ...]:
    """The tokens of a tree."""
    out: list[Token] = []
    for item in items:
        if isinstance(item, Token):
            out.append(item)
        elif isinstance(item, Group):
            out += [item.opening, *flatten(item.items), item.closing]
        else:
            out.append(Token("call", f"{item.name}("))
            for index, argument in enumerate(item.arguments):
                if index:
                    out.append(Token("separator", ","))
                out += flatten(argument)
            out.append(Token("end", ")"))
    return tuple(out)


def rewrite(items: list[Item], change: Rewrite) -> list[Item]:
    """The tree with every call that ``change`` answers put in its place, innermost first."""
    out: list[Item] = []
    for item in items:
        if isinstance(item, Group):
            out.append(Group(item.opening, rewrite(item.items, change), item.closing))
        elif isinstance(item, Call):
            call = Call(item.name, [rewrite(argument, change) for argument in item.arguments])
            changed = change(call)
            out += [call] if changed is None else changed
        else:
            out.append(item)
    return out


def calls(items: list[Item]) -> list[Call]:
    """Every call in a tree, outermost first."""
    found: list[Call] = []
    for item in items:
        if isinstance(item, Group):
            found += calls(item.items)
        elif isinstance(item, Call):
            found.append(item)
            for argument in item.arguments:
                found += calls(argument)
    return found
