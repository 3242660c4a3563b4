"""``baccarat-xl odds``: exact frequencies for a shoe, and the house edge of each bet (R10)."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from baccarat_xl.cli.arguments import WholeNumber

if TYPE_CHECKING:
    from fractions import Fraction

    from baccarat_xl.odds.counts import Counts
    from baccarat_xl.odds.edges import Edge
    from baccarat_xl.settlement.terms import Terms

DECKS = 8
TERMS = "commission-5"


@click.command(short_help="Exact frequencies for a shoe, and the house edge of each bet.")
@click.option("--decks", type=WholeNumber(1), metavar="N", help=f"A full shoe of N decks. [default: {DECKS}]")
@click.option("--shoe", metavar="RANKS", help='What a shoe still holds: "A:32,2:31,...,K:30".')
@click.option(
    "--endless", is_flag=True, help="A shoe that never changes: every card is drawn from full decks."
)
@click.option(
    "--terms", "name", default=TERMS, show_default=True, metavar="NAME", help="Payment terms, joined with +."
)
@click.option(
    "--terms-file",
    "files",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Terms of your own, as TOML.",
)
@click.option("--list-terms", is_flag=True, help="List the payment terms by name.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "csv"]), default="text", show_default=True
)
def command(
    decks: int | None,
    shoe: str | None,
    endless: bool,
    name: str,
    files: tuple[Path, ...],
    list_terms: bool,
    form: str,
) -> None:
    """Exact counts of how rounds end, for a full shoe, an endless one, or what a shoe still holds.

    They serve to audit a log or a simulator. They forecast no round and advise no wager.
    """
    from baccarat_xl.odds import INFINITE, count, full_shoe, read_shoe
    from baccarat_xl.odds.edges import house_edges
    from baccarat_xl.settlement.terms import with_files

    if (decks is not None) + (shoe is not None) + endless > 1:
        raise click.UsageError("--decks, --shoe and --endless each name a shoe; leave all but one out.")
    known = with_files(files)
    if list_terms:
        _list([(key, layer["label"]) for key, layer in known.layers.items()], form)
        return
    terms = known.whole_terms(name)
    chosen = INFINITE if endless else read_shoe(shoe) if shoe is not None else full_shoe(decks or DECKS)
    counts = count(chosen)
    edges = house_edges(counts, terms)
    write = {"text": _text, "json": _json, "csv": _csv}[form]
    click.echo(write(counts, terms, edges), nl=False)


def _list(layers: list[tuple[str, str]], form: str) -> None:
    if form == "json":
        click.echo(json.dumps([{"name": name, "label": label} for name, label in layers], indent=2))
        return
    width = max(len(name) for name, _ in layers)
    for name, label in layers:
        click.echo(f"{name:{width}}  {label}")


def _fraction(share: Fraction) -> str:
    return f"{share.numerator}/{share.denominator}"


def _text(counts: Counts, terms: Terms, edges: list[Edge]) -> str:
    from fractions import Fraction

    from baccarat_xl.odds.frequencies import LABELS, NOT_A_FORECAST, final_totals, percent

    total = counts.shoe.deals
    lines = [
        f"{counts.shoe.in_words()}: {total:,} ordered deals of six cards".capitalize(),
        NOT_A_FORECAST,
        "",
    ]
    width = len(f"{total:,}")
    wide = max(map(len, LABELS.values()))
    for name, deals in counts.named().items():
        lines.append(f"  {LABELS[name]:{wide}}  {deals:>{width},}  {percent(Fraction(deals, total)):>9}")
    lines += ["", "Final totals, in percent: rows Player 0-9, columns Banker 0-9"]
    totals = final_totals(counts)
    for player in range(10):
        cells = (percent(Fraction(totals[player, banker], total)).rstrip("%") for banker in range(10))
        lines.append(f"  {player}  " + "".join(f"{cell:>8}" for cell in cells))
    lines += ["", f"House edge under {terms.name}: {terms.label}"]
    lines.append(
        "  what the house keeps of each unit staked, in the long run; pushes count, rounding is left out"
    )
    wide = max(len(edge.bet.label) for edge in edges)
    for edge in edges:
        said = percent(edge.edge) if edge.edge is not None else f"not counted: {edge.why}"
        lines.append(f"  {edge.bet.label:{wide}}  {said:>9}")
    lines += ["", "Each drawing state, and every fraction: --format json or --format csv"]
    return "\n".join(lines) + "\n"


def _json(counts: Counts, terms: Terms, edges: list[Edge]) -> str:
    from fractions import Fraction

    from baccarat_xl.odds.frequencies import NOT_A_FORECAST, drawing_states, final_totals

    shoe, total = counts.shoe, counts.shoe.deals
    named = counts.named()
    data: dict[str, Any] = {
        "schema_version": 1,
        "note": NOT_A_FORECAST,
        "shoe": {
            "words": shoe.in_words(),
            "decks": shoe.decks,
            "endless": shoe.endless,
            "ranks": dict(shoe.ranks),
        },
        "cards": None if shoe.endless else shoe.cards,
        "total": total,
        "counts": named,
        "fractions": {name: _fraction(Fraction(deals, total)) for name, deals in named.items()},
        "final_totals": [
            {"player_final": player, "banker_final": banker, "count": deals}
            for (player, banker), deals in final_totals(counts).items()
        ],
        "drawing_states": [
            {
                "player_initial": state.player_initial,
                "banker_initial": state.banker_initial,
                "player_third": state.player_third,
                "banker_draws": state.banker_drew,
                "count": state.count,
            }
            for state in drawing_states(counts)
        ],
        "terms": {
            "name": terms.name,
            "label": terms.label,
            "unit": str(terms.unit),
            "rounding": terms.rounding,
        },
        "house_edge": {edge.bet.name: _edge(edge) for edge in edges},
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _edge(edge: Edge) -> dict[str, Any]:
    if edge.edge is None or edge.wins is None or edge.pushes is None:
        return {"label": edge.bet.label, "percent": None, "why": edge.why}
    return {
        "label": edge.bet.label,
        "percent": float(edge.edge * 100),
        "fraction": _fraction(edge.edge),
        "wins": _fraction(edge.wins),
        "pushes": _fraction(edge.pushes),
    }


def _csv(counts: Counts, terms: Terms, edges: list[Edge]) -> str:
    """Counts and fractions as they are: read them as text where a program keeps fifteen digits."""
    from fractions import Fraction

    from baccarat_xl.odds.frequencies import percent, rows

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["kind", "name", "count", "of", "fraction", "percent"])
    total = counts.shoe.deals
    for kind, name, deals in rows(counts):
        share = Fraction(deals, total)
        writer.writerow([kind, name, deals, total, _fraction(share), percent(share, 8)])
    for edge in edges:
        known = edge.edge is not None
        words = [_fraction(edge.edge), percent(edge.edge, 8)] if edge.edge is not None else ["", edge.why]
        writer.writerow(["house edge", f"{edge.bet.label}, {terms.name}", "", total if known else "", *words])
    return out.getvalue()
