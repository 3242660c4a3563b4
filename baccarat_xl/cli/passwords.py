"""The option ``--password``, and the question on a terminal where a file needs one and none was given."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

VARIABLE: Final = "BACCARAT_XL_PASSWORD"

password_option: Final = click.option(
    "--password",
    metavar="WORD",
    envvar=VARIABLE,
    help=f"Opens encrypted workbooks; {VARIABLE} says it out of sight, and a terminal is asked.",
)


def asked_for(files: Sequence[Path], password: str | None) -> dict[str, str]:
    """Path -> the password typed for it. Nothing is asked where one was given, or without a terminal."""
    if password is not None or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return {}
    from baccarat_xl.workbook.passwords import needs_password

    return {
        str(path): click.prompt(f"Password of {path}", hide_input=True, err=True)
        for path in files
        if needs_password(path)
    }
