"""What every generated file says of itself."""

from __future__ import annotations

from baccarat_xl._version import __version__
from baccarat_xl.functions.registry import Function


def generated_from(command: str) -> str:
    """One line: the version and the command that made the file.

    >>> generated_from("baccarat-xl addin vba").startswith("Generated from baccarat-xl ")
    True
    """
    return f"Generated from baccarat-xl {__version__} by: {command}."


def home(function: Function[object]) -> str:
    """The module that holds the function, as generated code imports it: library or payments."""
    return str(function.__module__).rpartition(".")[2]
