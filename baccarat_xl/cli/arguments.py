"""Kinds of arguments that several commands take, with messages that say what to write."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import click


class WholeNumber(click.IntRange):
    """A whole number of at least ``min`` and, where it is given, at most ``max``."""

    name = "whole number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number. Raises click.BadParameter."""
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter:
            wanted = f"{self.min} or more" if self.max is None else f"one from {self.min} to {self.max}"
            self.fail(f"{value!r} is no whole number that fits here; write {wanted}.", param, ctx)


ENDLESS: Final = "infinite"
"""The shoe whose cards are all from full decks."""


class Decks(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """How many decks a shoe has, or ``infinite``."""

    name = "decks"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | str:
        """A number from 1 to 26, or `ENDLESS`. Raises click.BadParameter."""
        text = str(value).strip().casefold()
        if text in (ENDLESS, "endless", "inf"):
            return ENDLESS
        if not (text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= MOST_DECKS):
            self.fail(f"{value!r} is no number of decks; write 1 to {MOST_DECKS}, or {ENDLESS}.", param, ctx)
        return int(text)


MOST_DECKS: Final = 26
DECKS: Final = Decks()


def pairs(_context: click.Context, parameter: click.Parameter, values: Iterable[str]) -> dict[str, str]:
    """``LEFT=RIGHT`` of a repeatable option as a dict; the last ``=`` separates, since headers may hold one.

    Raises click.BadParameter for a text without ``=``, and for a left side that is told twice in two ways.
    """
    found: dict[str, str] = {}
    lefts: dict[str, str] = {}
    for value in values:
        left, sign, right = (part.strip() for part in value.rpartition("="))
        if not sign or not left:
            raise click.BadParameter(f"{value!r} is not of the form {parameter.metavar or 'LEFT=RIGHT'}.")
        before = found.get(lefts.setdefault(left.casefold(), left))
        if before is not None and before.casefold() != right.casefold():
            raise click.BadParameter(
                f"{left!r} is given twice, as {before!r} and as {right!r}; leave one out."
            )
        found[lefts[left.casefold()]] = right
    return found
