"""`baccarat-xl demo`: the commands themselves, run on the example data in a new folder."""

from __future__ import annotations

import shutil
from contextlib import chdir
from pathlib import Path
from typing import Final

import click

from baccarat_xl.cli.exit_codes import Exit
from baccarat_xl.errors import FileUnreadable, OutputError, UsageError

RECORDED: Final = "adequatica/recorded_rounds.json"
HAND_KEPT: Final = "hand_kept_log.xlsx"
STEPS: Final = (
    ("A workbook to record rounds in", "template rounds -o rounds.xlsx", Exit.CLEAN),
    ("The same, filled with 38 recorded rounds", f"fill rounds.xlsx {RECORDED} -o filled.xlsx", Exit.CLEAN),
    ("Are they right?", "check filled.xlsx", Exit.CLEAN),
    ("A hand-kept log with five mistakes in it", f"check {HAND_KEPT}", Exit.FINDINGS),
)


@click.command(short_help="Build, fill and check a workbook in a new folder.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default=Path("baccarat-demo"),
    show_default=True,
    help="The folder to make.",
)
def command(output: Path) -> None:
    """Build the template, fill it with recorded rounds, check it, then check a log with mistakes in it."""
    from baccarat_xl.cli import main

    if output.exists():
        raise UsageError(f"{output} is there already; delete it, or name another folder with -o")
    try:
        shutil.copytree(_data(), output, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    except OSError as problem:
        reason = problem.strerror or problem
        raise OutputError(
            f"the folder {output} could not be made: {reason}; choose another with -o"
        ) from None
    with chdir(output):
        for title, line, expected in STEPS:
            click.secho(f"\n{title}", bold=True)
            click.echo(f"$ baccarat-xl {line}")
            code = main(line.split())
            if code != expected:
                raise RuntimeError(f"the demonstration step {line!r} ended with code {code}, not {expected}")
    click.echo(
        f"\nOpen {output / 'filled.xlsx'} in a spreadsheet program, and {output / HAND_KEPT} beside it."
    )


def _data() -> Path:
    """The example data: inside an installed package, or in a copy of the repository."""
    here = Path(__file__).parent.parent
    for place in (here / "example_data", here.parent / "examples" / "data"):
        if place.is_dir():
            return place
    raise FileUnreadable("the example data is missing from this installation; install baccarat-xl again")
