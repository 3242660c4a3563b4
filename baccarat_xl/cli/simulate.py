"""``baccarat-xl simulate``: logs of rounds dealt by the rules, or with a known misunderstanding of them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from baccarat_xl.cli.arguments import DECKS, ENDLESS, WholeNumber
from baccarat_xl.cli.check import progress_bar

if TYPE_CHECKING:
    from baccarat_xl.simulation.procedures import Procedure

STDOUT = Path("-")


@click.command(short_help="Deal a log of rounds, by the rules or with a known fault.")
@click.option("--rounds", type=WholeNumber(1), metavar="N", help="How many rounds.")
@click.option(
    "--decks",
    type=DECKS,
    default="8",
    show_default=True,
    metavar="N",
    help="Decks in a shoe, 1 to 26; infinite: each card from full decks.",
)
@click.option(
    "--seed", type=WholeNumber(0), default=1, show_default=True, help="The same seed, the same bytes."
)
@click.option(
    "--cut-card",
    "cut",
    type=WholeNumber(5),
    default=14,
    show_default=True,
    metavar="N",
    help="A shoe ends with the round after which N cards or fewer are left.",
)
@click.option("--fault", metavar="ID", help="Deal with this misunderstanding: F07, row-6-always-stands ...")
@click.option("--list-faults", is_flag=True, help="List the misunderstandings by id.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Of the list of faults.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where to: .csv, .jsonl, .xlsx or .parquet by the name's ending; -: CSV to standard output.",
)
@click.option("--force", is_flag=True, help="Replace the file if it is there already.")
def command(
    rounds: int | None,
    decks: int | str,
    seed: int,
    cut: int,
    fault: str | None,
    list_faults: bool,
    form: str,
    output: Path | None,
    force: bool,
) -> None:
    """Deal rounds from shuffled shoes and write them as a log, for testing checkers of your own or others'.

    All cards of a shoe are shuffled, none is burnt, and the rounds are dealt one after another, so that those
    of one shoe are not independent; with --decks infinite they are. With --fault the log is that of a
    simulator with this misunderstanding: its wrong decisions decide which cards are dealt.

    Nothing is forecast and no wager is advised.
    """
    from baccarat_xl.simulation.procedures import procedure

    if list_faults or (fault is not None and fault.strip().casefold() == "list"):
        _list(form)
        return
    if rounds is None or output is None:
        raise click.UsageError("name how many rounds (--rounds N) and a file for them (-o FILE).")
    how = procedure(fault)
    shoe = None if decks == ENDLESS else int(decks)
    said = _write(output, rounds, shoe, seed, cut, how, force=force)
    click.echo(f"{'standard output' if output == STDOUT else output}: {said}", err=True)


def _list(form: str) -> None:
    from baccarat_xl.simulation.procedures import faults

    if form == "json":
        found = [{"id": name, "text": text} for name, text in faults().items()]
        click.echo(json.dumps(found, ensure_ascii=False, indent=2))
        return
    width = max(map(len, faults()))
    for name, text in faults().items():
        click.echo(f"{name:{width}}  {text}")


def _write(
    output: Path, rounds: int, decks: int | None, seed: int, cut: int, how: Procedure, *, force: bool
) -> str:
    """Write the log; what it holds, in one sentence."""
    from baccarat_xl.simulation.dealing import deal
    from baccarat_xl.simulation.files import watched, write, write_csv, writer_for
    from baccarat_xl.workbook.patch import refuse_overwriting, written_beside

    about = in_words(rounds, decks, seed, cut, how)
    parts = deal(rounds, decks=decks, seed=seed, how=how, cut=cut)
    if output == STDOUT:
        write(parts, sys.stdout.buffer, write_csv, endless=decks is None, about=about)
        return about
    refuse_overwriting(output, (), force=force)
    writer = writer_for(output, rounds)
    with progress_bar() as progress, written_beside(output) as stream:
        if progress is not None:
            bar = progress
            parts = watched(parts, rounds, lambda share: bar(f"dealing into {output.name}", share))
        write(parts, stream, writer, endless=decks is None, about=about)
    return about


def in_words(rounds: int, decks: int | None, seed: int, cut: int, how: Procedure) -> str:
    """What a log holds."""
    dealt = f"{rounds:,} round{'s' * (rounds > 1)}"
    if decks is None:
        shoes = "from an endless shoe, every card from full decks"
    else:
        size = f"{decks} deck{'s' * (decks > 1)}"
        shoes = f"from shuffled shoes of {size}, none burnt, cut card before the last {cut}"
    faulty = f"with the fault {how.id}: {how.text}" if how.id else "dealt by the rules"
    return f"{dealt} {shoes}, seed {seed}, {faulty}"
