"""``-`` among the files: what another program writes, taken from standard input and checked as a file is."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from baccarat_xl.cli.checking import Checked

STDIN: Final = Path("-")
NAME: Final = "standard input"


@contextmanager
def kept(files: Sequence[Path]) -> Iterator[Path | None]:
    """A file that holds what came in on standard input, while it is checked; None where nobody asked for it.

    Raises click.UsageError where ``-`` is named twice, or nothing is piped in.
    """
    if STDIN not in files:
        yield None
        return
    if files.count(STDIN) > 1:
        raise click.UsageError("- stands for standard input, which can be read once; name it once.")
    if sys.stdin.isatty():
        raise click.UsageError("- reads standard input; pipe a log into it, or name a file.")
    with tempfile.TemporaryDirectory(prefix="baccarat-xl-") as folder:
        path = Path(folder) / NAME
        with path.open("wb") as stream:
            shutil.copyfileobj(sys.stdin.buffer, stream)
        yield path


def named(done: Checked, path: Path | None) -> Checked:
    """The same result, the file being called what it was."""
    if path is None:
        return done
    kept_as = str(path)

    def name(file: str) -> str:
        return NAME if file == kept_as else file

    result = done.result
    files = [
        replace(
            file,
            path=name(file.path),
            refused=file.refused.replace(kept_as, NAME) if file.refused else None,
            formulas=[replace(one, file=name(one.file)) if one.file else one for one in file.formulas],
        )
        for file in result.files
    ]
    findings = [replace(one, file=name(one.file)) if one.file == kept_as else one for one in result.findings]
    configuration = {name(file): used for file, used in done.accepted.configuration.items()}
    return replace(
        done,
        result=replace(result, files=files, findings=findings),
        accepted=replace(done.accepted, configuration=configuration),
        failing={name(file): least for file, least in done.failing.items()},
    )
