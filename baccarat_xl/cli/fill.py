"""``baccarat-xl fill``: a template filled with recorded rounds."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from baccarat_xl.cli.arguments import WholeNumber, pairs
from baccarat_xl.cli.exit_codes import Exit
from baccarat_xl.cli.passwords import asked_for, password_option

if TYPE_CHECKING:
    from baccarat_xl.templates.fill import FillResult
    from baccarat_xl.workbook.model import Progress

SHOWN: Final = 20


@click.command("fill")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="[TEMPLATE] ROUNDS"
)
@click.option(
    "-o", "--output", "out", required=True, type=click.Path(path_type=Path), help="The filled workbook."
)
@click.option("--template", "built_in", type=click.Choice(["rounds"]), help="Use the built-in template.")
@click.option("--flavour", type=click.Choice(["plain", "lambda"]), help="Of the built-in template [plain].")
@click.option(
    "--map", "maps", multiple=True, callback=pairs, metavar="HEADER=ROLE", help="What a column of ROUNDS is."
)
@click.option("--sheet", help="Read this sheet of ROUNDS only.")
@click.option(
    "--header-row", type=WholeNumber(0), metavar="N", help="The header's row in ROUNDS; 0: there is none."
)
@click.option("--zero", type=click.Choice(["card", "none"]), help="What 0 in a third-card column means.")
@click.option(
    "--means",
    multiple=True,
    callback=pairs,
    metavar="NUMBER=OUTCOME",
    help="What a numeric outcome means (0=Banker).",
)
@password_option
@click.option("--force", is_flag=True, help="Overwrite the output if it exists (an input never is).")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(
    files: tuple[Path, ...],
    out: Path,
    built_in: str | None,
    flavour: str | None,
    maps: dict[str, str],
    sheet: str | None,
    header_row: int | None,
    zero: str | None,
    means: dict[str, str],
    password: str | None,
    force: bool,
    form: str,
) -> int:
    """Fill a template with the rounds of a CSV, TSV, JSON or JSON Lines file, or of another workbook.

    The rounds go below the last filled row of TEMPLATE (a workbook made by `baccarat-xl template`, also an
    edited one) or into the built-in template. Neither file is changed; the result is a new one. What cannot
    be read is kept as text and named. Exit code 4: something in ROUNDS was not read, or was kept as text.
    """
    from baccarat_xl.templates import fill as filler

    template, rounds = _inputs(files, built_in)
    if flavour and template is not None:
        raise click.UsageError("--flavour goes with --template; a template of your own has its flavour.")
    password = asked_for([rounds], password).get(str(rounds), password)
    with _bar(out.name) as progress:
        result = filler.fill(
            filler.built_in("lambda" if flavour == "lambda" else "plain") if template is None else template,
            rounds,
            out,
            mapping=maps,
            sheet=sheet,
            header_row=header_row,
            zero=zero,  # type: ignore[arg-type]
            means=means,
            force=force,
            password=password,
            progress=progress,
        )
    if form == "json":
        from baccarat_xl.report.lines import visible_json

        click.echo(visible_json(json.dumps(result.as_dict(), ensure_ascii=False, indent=1)))
    else:
        _print(result)
    return Exit.INCOMPLETE if result.not_read or result.flagged else Exit.CLEAN


def _inputs(files: tuple[Path, ...], built_in: str | None) -> tuple[Path | None, Path]:
    if built_in:
        if len(files) != 1:
            raise click.UsageError("with --template, name one file: the rounds.")
        return None, files[0]
    if len(files) != 2:
        raise click.UsageError("name two files, the template and the rounds, or use --template rounds.")
    return files[0], files[1]


def _print(result: FillResult) -> None:
    from baccarat_xl.report.lines import visible

    counted = "1 round" if result.rows == 1 else f"{result.rows:,} rounds"
    click.echo(
        f"{result.out}: {counted} in {result.sheet}!{result.first_row}:{result.last_row}, "
        f"table {result.table}"
    )
    for title, items in (
        ("note", result.notes),
        ("assumed", result.assumptions),
        ("column without a role, left out", result.unknown_columns),
        ("left out", result.left_out),
        ("value left to the spreadsheet program", result.not_computed),
        ("not read", [f"{item.what} {item.where}: {item.why}" for item in result.not_read]),
        ("look at", [f"{f.cell} ({f.column}): {f.text!r}, {f.why}" for f in result.flagged]),
    ):
        for item in items[:SHOWN]:
            click.echo(visible(f"  {title}: {item}"))
        if len(items) > SHOWN:
            click.echo(f"  {title}: {len(items) - SHOWN:,} more, all of them in --format json")


@contextmanager
def _bar(name: str) -> Iterator[Progress | None]:
    """A bar on stderr, where that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"filling {name}", total=1.0)
        yield lambda text, share: bar.update(task, description=text, completed=share)
