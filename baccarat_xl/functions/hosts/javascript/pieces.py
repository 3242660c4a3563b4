"""A long text of data."""

from __future__ import annotations


class Digits(str):
    """A text that is looked up by place: too long for a line, it is written in pieces."""

    __slots__ = ()
