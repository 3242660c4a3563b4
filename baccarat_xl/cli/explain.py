"""`baccarat-xl explain`: every decision of a round with its clause, and what another input would change."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from baccarat_xl.cli.arguments import WholeNumber
from baccarat_xl.cli.exit_codes import Exit

if TYPE_CHECKING:
    from baccarat_xl.explanation.given import Given
    from baccarat_xl.explanation.round import Explained

TOTALS = {"player": "--player", "banker": "--banker", "p3": "--p3", "b3": "--b3"}


@click.command(short_help="Explain the decisions of a round, and what another input would change.")
@click.argument("cards", nargs=-1, metavar="[CARDS | FILE --row N]")
@click.option("--player", metavar="TOTAL", help="Player's initial total, 0-9; ? where it is not known.")
@click.option("--banker", metavar="TOTAL", help="Banker's initial total, 0-9; ? where it is not known.")
@click.option(
    "--p3",
    metavar="CARD",
    help="Player's third card; ? for one that was not seen, none for a Player who took none. "
    "Left out: not dealt yet.",
)
@click.option("--b3", metavar="CARD", help="Banker's third card, as --p3.")
@click.option("--row", type=WholeNumber(1), metavar="N", help="The round in this row of FILE.")
@click.option("--sheet", metavar="NAME", help="The sheet of FILE, where several have a round in that row.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "html", "svg"]),
    default="text",
    show_default=True,
    help="svg: the procedure as a diagram, with the way of this round.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write it there.")
@click.option("--force", is_flag=True, help="Replace the file if it is there already.")
def command(
    cards: tuple[str, ...],
    row: int | None,
    sheet: str | None,
    form: str,
    output: Path | None,
    force: bool,
    **totals: str | None,
) -> Exit:
    """Explain each decision of a round by its clause, and say what would change if one input were another.

    Give totals, as in `explain --player 5 --banker 3 --p3 8`, CARDS, as in `explain "P 2 3 8 B 1 2"`, or a
    round of a file, as in `explain log.xlsx --row 6`.

    Exit codes: 0, and 1 where what is given contradicts the rules; 2 for what is no card or no total.
    """
    from baccarat_xl.explanation.round import explained
    from baccarat_xl.workbook.patch import refuse_overwriting

    if output is not None:
        refuse_overwriting(output, map(Path, cards) if row else (), force=force)
    if row is not None or sheet is not None:
        found = explained(_in_file(cards, row, sheet, totals))
    else:
        found = explained(_given(cards, totals))
    if form == "text" and output is None and sys.stdout.isatty():
        _print_coloured(found)
    else:
        text = _written(found, form)
        if output is None:
            click.echo(text, nl=False)
        else:
            from baccarat_xl.workbook.patch import written_beside

            with written_beside(output) as stream:
                stream.write(text.encode("utf-8"))
    return Exit.FINDINGS if found.contradictions else Exit.CLEAN


def _in_file(
    files: tuple[str, ...], row: int | None, sheet: str | None, totals: dict[str, str | None]
) -> Given:
    """The round in a row of a file."""
    if len(files) != 1 or row is None or any(value is not None for value in totals.values()):
        raise click.UsageError("a round of a file is named by one FILE and --row N, and by nothing else.")
    from baccarat_xl.audit.one_round import round_in
    from baccarat_xl.explanation.given import given_by_record

    judged = round_in(Path(files[0]), row, sheet)
    return given_by_record(judged.record, judged.round, ended=not judged.missing, cells=judged.raw)


def _given(cards: tuple[str, ...], totals: dict[str, str | None]) -> Given:
    from baccarat_xl.explanation.given import HOW, given_by_cards, given_by_totals

    said = [TOTALS[name] for name, value in totals.items() if value is not None]
    if cards and said:
        raise click.UsageError(f"the cards say what {' and '.join(said)} would say; leave one of them out.")
    if cards:
        return given_by_cards(" ".join(cards))
    if not said:
        raise click.UsageError(f"there is nothing to explain; {HOW}, or totals, as in --player 5 --banker 3.")
    return given_by_totals(**totals)


def _written(found: Explained, form: str) -> str:
    if form == "json":
        from baccarat_xl.explanation.words import as_data

        return json.dumps(as_data(found), ensure_ascii=False, indent=2) + "\n"
    if form == "html":
        from baccarat_xl.report.page.explained import explained_page

        return explained_page(found)
    if form == "svg":
        from baccarat_xl.explanation.diagram import picture

        return picture(found.way, f"Baccarat: {found.heading}")
    from baccarat_xl.explanation.words import as_lines

    return "".join(f"{line}".rstrip() + "\n" for _, line in as_lines(found))


def _print_coloured(found: Explained) -> None:
    from rich.console import Console

    from baccarat_xl.cli.check import STYLES
    from baccarat_xl.explanation.words import as_lines

    console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
    for style, line in as_lines(found):
        console.print(line, style=STYLES.get(style))
