"""What every host is described by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from baccarat_xl.functions.library import FUNCTIONS as DRAWING
from baccarat_xl.functions.registry import Function

Files = Mapping[str, bytes]
"""Relative path, with forward slashes -> content. The same version gives the same bytes."""


@dataclass(frozen=True, slots=True)
class Host:
    """Where the functions can run: who it reaches, what it needs, what is written, how to install it.

    ``checked`` says in what program the functions were swept, and what was not run. ``single`` is the one
    file of ``files`` that may be written alone, under a name that the user chooses. ``note`` says what is
    particular to one function in this host, or nothing. ``functions`` are those that it offers.
    """

    name: str
    title: str
    reach: str
    needs: str
    steps: tuple[str, str, str]
    checked: str
    files: Callable[[], Files]
    single: str | None = None
    note: Callable[[Function[Any]], str] | None = None
    functions: tuple[Function[Any], ...] = DRAWING
