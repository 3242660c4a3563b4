"""`baccarat-xl drill`: a practice workbook for dealers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

import click

from baccarat_xl.cli.arguments import WholeNumber


@click.command(short_help="Build a practice workbook for dealers.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, help="The workbook to write (.xlsx)."
)
@click.option("--seed", type=WholeNumber(0), metavar="N", help="The same seed gives the same drill.")
@click.option(
    "--questions",
    "count",
    type=WholeNumber(1, 5_000),
    default=40,
    show_default=True,
    metavar="N",
    help="How many questions; each has three answers.",
)
@click.option(
    "--level",
    type=click.Choice(["first", "mixed", "hard"]),
    default="mixed",
    show_default=True,
    help="first: naturals, Player's rule and the plain rows. mixed: the whole table, hard rows more often. "
    "hard: those rows, mostly at third cards where the answer changes.",
)
@click.option("--force", is_flag=True, help="Replace the workbook if it is there already.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(output: Path, seed: int | None, count: int, level: str, force: bool, form: str) -> None:
    """Build a workbook of rounds to decide: does Player draw, does Banker draw, who wins?

    Answers are marked by formulas, with the clause that decided, and counted by part of the rules. The key is
    on a hidden sheet. No wager is advised and nothing is forecast.
    """
    from random import SystemRandom

    from baccarat_xl.drill.build import build_drill
    from baccarat_xl.drill.questions import Level
    from baccarat_xl.workbook.patch import refuse_overwriting

    refuse_overwriting(output, (), force=force)
    chosen = SystemRandom().randrange(1_000_000) if seed is None else seed
    build_drill(output, seed=chosen, count=count, level=cast("Level", level))
    if form == "json":
        told = {"path": str(output), "seed": chosen, "questions": count, "level": level}
        click.echo(json.dumps(told))
    else:
        said = f"{count:,} {'question' if count == 1 else 'questions'}, level {level}"
        click.echo(f"{output}: {said}; --seed {chosen} makes the same again")
