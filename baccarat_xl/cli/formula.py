"""`baccarat-xl formula`: a right formula for the user's own cells, proved before it is printed."""

from __future__ import annotations

import json
from typing import Final

import click

from baccarat_xl.errors import UsageError

_CELLS: Final = ("player", "banker", "p3", "b3", "card")
_LONG: Final = 600


@click.command()
@click.argument("function", metavar="FUNCTION")
@click.option("--player", metavar="CELL[,CELL]", help="Player's initial total, or Player's two cards.")
@click.option("--banker", metavar="CELL[,CELL]", help="Banker's initial total, or Banker's two cards.")
@click.option("--p3", metavar="CELL", help="Player's third card or its value; an empty cell is no card.")
@click.option("--b3", metavar="CELL", help="Banker's third card or its value; an empty cell is no card.")
@click.option("--card", metavar="CELL", help="The card, for CARD_VALUE.")
@click.option(
    "--style",
    type=click.Choice(["if", "ifs", "index"]),
    default="if",
    show_default=True,
    help="if: every spreadsheet has it; ifs: easier to read, Excel 2019 and later; index: a look-up.",
)
@click.option(
    "--cards", default="values", show_default=True, help="How cards are written: values, numbers, ranks ..."
)
@click.option("--words", metavar="WORD,WORD[,WORD]", help="What it says: Draw,Stand or 1,0 or P,B,T.")
@click.option("--unknown", metavar="TEXT", help="What it says where the answer is not known yet. [#N/A]")
@click.option("--bare", is_flag=True, help="Shorter: every cell is taken to be filled in already.")
@click.option(
    "--separator",
    type=click.Choice([",", ";"]),
    default=",",
    show_default=True,
    help="What stands between arguments in your spreadsheet's language.",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(
    function: str,
    style: str,
    cards: str,
    words: str | None,
    unknown: str | None,
    bare: bool,
    separator: str,
    form: str,
    **cells: str | None,
) -> None:
    """Print the right formula for FUNCTION in your own cells.

    \b
    baccarat-xl formula BANKER_DRAWS --player B2 --banker E2 --p3 H2 --words Draw,Stand
    """
    from baccarat_xl.proof.plain import NOT_KNOWN, Wanted, cells_of, plain_formula, words_by_meaning
    from baccarat_xl.proof.surroundings import literal

    name = function.upper()
    verdict = plain_formula(
        Wanted(
            name,
            {key: cells_of(key, text) for key in _CELLS if (text := cells[key])},
            style,
            cards,
            {} if words is None else words_by_meaning(name, words.split(",")),
            NOT_KNOWN if unknown is None else literal(unknown).text,
            bare,
        )
    )
    text = _separated(verdict.formula, separator)
    if form == "json":
        told = {"function": name, "formula": text, "states": verdict.states, "coverage": verdict.coverage}
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    click.echo(text)
    click.echo(f"proved: {verdict.coverage}", err=True)
    if len(text) > _LONG:
        advice = "this is long: with a column for each hand's total (HAND_TOTAL) it becomes short"
        click.echo(advice, err=True)


def _separated(formula: str, separator: str) -> str:
    """The formula with the separator of the user's spreadsheet; texts inside it stay as they are."""
    if separator == ",":
        return formula
    if "{" in formula:
        raise UsageError(
            "the style index holds a table, whose separators differ by language; take --style if"
        )
    pieces = formula.split('"')
    pieces[::2] = [piece.replace(",", separator) for piece in pieces[::2]]
    return '"'.join(pieces)
