"""`baccarat-xl template`: build a workbook to record rounds in."""

from __future__ import annotations

import json
from pathlib import Path

import click

from baccarat_xl.cli.arguments import WholeNumber


@click.command(short_help="Build a workbook to record rounds in.")
@click.argument("name", type=click.Choice(["rounds"]))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, help="The workbook to write (.xlsx)."
)
@click.option("--rows", type=WholeNumber(1, 1_000_000), metavar="N", help="Rows ready to type in.")
@click.option(
    "--flavour",
    type=click.Choice(["plain", "lambda"]),
    default="plain",
    show_default=True,
    help="plain: formulas for any spreadsheet program. lambda: named functions, Excel 365 or 2024.",
)
@click.option("--force", is_flag=True, help="Replace the workbook if it is there already.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(name: str, output: Path, rows: int | None, flavour: str, force: bool, form: str) -> None:
    """Build the workbook ROUNDS: one row a round, opening totals beside the added card."""
    from baccarat_xl.templates.build import DEFAULT_ROWS, build_rounds
    from baccarat_xl.workbook.patch import refuse_overwriting

    refuse_overwriting(output, (), force=force)
    rows = DEFAULT_ROWS if rows is None else rows
    build_rounds(output, rows=rows, flavour="lambda" if flavour == "lambda" else "plain")
    if form == "json":
        click.echo(json.dumps({"template": name, "path": str(output), "rows": rows, "flavour": flavour}))
    else:
        click.echo(
            f"{output}: {rows:,} {'row' if rows == 1 else 'rows'} to type rounds in, {flavour} flavour"
        )
