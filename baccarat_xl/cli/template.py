"""`baccarat-xl template`: build a workbook to record rounds in, or to settle bets in."""

from __future__ import annotations

import json
from pathlib import Path

import click

from baccarat_xl.cli.arguments import WholeNumber

OWN = {
    "rounds": {"flavour"},
    "settlement": {"terms", "terms_files"},
}
"""The options that one workbook alone takes."""


@click.command(short_help="Build a workbook to record rounds in, or to settle bets in.")
@click.argument("name", type=click.Choice(list(OWN)))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, help="The workbook to write (.xlsx)."
)
@click.option("--rows", type=WholeNumber(1, 1_000_000), metavar="N", help="Rows ready to type in.")
@click.option(
    "--flavour",
    type=click.Choice(["plain", "lambda"]),
    default="plain",
    show_default=True,
    help="Of rounds. plain: formulas for any spreadsheet program. lambda: named functions, Excel 365, 2024.",
)
@click.option(
    "--terms", metavar="NAME", help="Of settlement: the payment terms of the sheet (odds --list-terms)."
)
@click.option(
    "--terms-file",
    "terms_files",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Of settlement: payment terms of your own, as TOML.",
)
@click.option("--force", is_flag=True, help="Replace the workbook if it is there already.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(
    name: str,
    output: Path,
    rows: int | None,
    flavour: str,
    terms: str | None,
    terms_files: tuple[Path, ...],
    force: bool,
    form: str,
) -> None:
    """Build the workbook ROUNDS, one row a round, or SETTLEMENT, one row a bet on a finished round.

    The drawing rules stand in the first, and no payment; payment terms in the second, and select no draw.
    """
    from baccarat_xl.workbook.patch import refuse_overwriting

    _refuse_others(name)
    refuse_overwriting(output, (), force=force)
    if name == "settlement":
        built, said = _settlement(output, rows, terms, terms_files)
    else:
        built, said = _rounds(output, rows, flavour)
    if form == "json":
        click.echo(json.dumps({"template": name, "path": str(output), **built}))
    else:
        click.echo(f"{output}: {said}")


def _refuse_others(name: str) -> None:
    """Raise UsageError for an option that this workbook has no use for."""
    from click.core import ParameterSource

    context = click.get_current_context()
    for other, options in OWN.items():
        for option in options if other != name else ():
            if context.get_parameter_source(option) is ParameterSource.COMMANDLINE:
                shown = "--" + option.removesuffix("s" if option == "terms_files" else "").replace("_", "-")
                raise click.UsageError(f"{shown} is for the template {other}; leave it out for {name}.")


def _rounds(output: Path, rows: int | None, flavour: str) -> tuple[dict[str, object], str]:
    from baccarat_xl.templates.build import DEFAULT_ROWS, build_rounds

    rows = DEFAULT_ROWS if rows is None else rows
    build_rounds(output, rows=rows, flavour="lambda" if flavour == "lambda" else "plain")
    said = f"{rows:,} {'row' if rows == 1 else 'rows'} to type rounds in, {flavour} flavour"
    return {"rows": rows, "flavour": flavour}, said


def _settlement(
    output: Path, rows: int | None, terms: str | None, files: tuple[Path, ...]
) -> tuple[dict[str, object], str]:
    from baccarat_xl.ledger.build import DEFAULT_ROWS, build_settlement

    rows = DEFAULT_ROWS if rows is None else rows
    build_settlement(output, rows=rows, terms=terms, files=files)
    named = f"terms {terms}" if terms else "no terms chosen: nothing is assumed where terms differ"
    said = f"{rows:,} {'row' if rows == 1 else 'rows'} to type bets in; {named}"
    return {"rows": rows, "terms": terms}, said
