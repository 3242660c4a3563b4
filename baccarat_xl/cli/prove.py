"""``baccarat-xl prove``: one formula, or one Python function, over every state of its inputs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from baccarat_xl.cli.exit_codes import Exit

if TYPE_CHECKING:
    from baccarat_xl.proof.verdict import Verdict

EXITS: Final = {"proved": Exit.CLEAN, "refuted": Exit.FINDINGS, "undecided": Exit.INCOMPLETE}
STYLES: Final = {"proved": "bold green", "refuted": "bold red", "undecided": "bold yellow"}
EXAMPLES: Final = 5


def equations(
    _context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]
) -> dict[str, str]:
    """``LEFT=RIGHT`` as a dict; the last ``=`` separates."""
    found: dict[str, str] = {}
    for value in values:
        left, sign, right = value.rpartition("=")
        if not sign:
            raise click.BadParameter(f"{value!r} is not of the form LEFT=RIGHT")
        found[left.strip()] = right.strip()
    return found


@click.command()
@click.argument("formula", required=False)
@click.option("--role", help="What it gives: player_draws, banker_draws, natural, outcome, player_final ...")
@click.option(
    "--bind", multiple=True, callback=equations, metavar="CELL=ROLE", help="An input cell: B2=player_initial."
)
@click.option(
    "--means", multiple=True, callback=equations, metavar="WORD=MEANING", help="What an answer means."
)
@click.option(
    "--cell", "cells", multiple=True, callback=equations, metavar="CELL=CONTENT", help="Another cell."
)
@click.option("--cards", help="How cards are written: values, tens, numbers, ranks, letters, suited ...")
@click.option(
    "--no-card",
    multiple=True,
    metavar="TEXT",
    help="What stands for no third card; 'empty' is an empty cell.",
)
@click.option(
    "--python", "function", metavar="MODULE:FUNCTION", help="A Python function instead of a formula."
)
@click.option(
    "--args", "arguments", metavar="ROLES", help="The roles of its arguments: banker_initial,player_third."
)
@click.option("--second-opinion", is_flag=True, help="Let LibreOffice compute every state as well.")
@click.option(
    "--certificate", type=click.Path(path_type=Path), metavar="FILE", help="Write what was proved there."
)
@click.option("--force", is_flag=True, help="Replace the certificate if it is there already.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(
    formula: str | None,
    role: str | None,
    bind: dict[str, str],
    means: dict[str, str],
    cells: dict[str, str],
    cards: str | None,
    no_card: tuple[str, ...],
    function: str | None,
    arguments: str | None,
    second_opinion: bool,
    certificate: Path | None,
    force: bool,
    form: str,
) -> Exit:
    """Prove a formula right or wrong over every state of its inputs.

    \b
    baccarat-xl prove '=IF(OR(B2>=8,E2>=8),"S",IF(B2<=5,"D","S"))' --role player_draws \\
        --bind B2=player_initial --bind E2=banker_initial

    Exit codes: 0 proved, 1 refuted, 4 undecided, 2 wrong usage.
    """
    ways = tuple(_cell(text) for text in no_card) if no_card else None
    if certificate is not None:
        from baccarat_xl.workbook.patch import refuse_overwriting

        refuse_overwriting(certificate, (), force=force)
    if function is not None:
        verdict = _callable(function, arguments, role, means, cards, ways)
    else:
        verdict = _formula(formula, role, bind, means, cells, cards, ways, second_opinion)
    if certificate is not None:
        _write_certificate(certificate, verdict)
    if form == "json":
        import json

        click.echo(json.dumps({"formulas": [verdict.to_json()]}, ensure_ascii=False, indent=2))
    else:
        _print(verdict)
    return EXITS[verdict.verdict]


def _cell(text: str) -> Any:
    if text == "empty":
        return None
    try:
        number = float(text)
    except ValueError:
        return text
    return int(number) if number.is_integer() else number


def _formula(
    formula: str | None,
    role: str | None,
    bind: dict[str, str],
    means: dict[str, str],
    cells: dict[str, str],
    cards: str | None,
    ways: Any,
    second_opinion: bool,
) -> Verdict:
    from baccarat_xl.errors import UsageError
    from baccarat_xl.proof import Surroundings, prove

    if formula is None:
        raise UsageError("give a formula, or a function with --python MODULE:FUNCTION")
    if not bind:
        raise UsageError("say what the input cells are, for example --bind B2=player_initial")
    around = Surroundings(
        {key: content if content.startswith("=") else _cell(content) for key, content in cells.items()}
    )
    return prove(
        formula,
        role,
        bind=bind,
        means=means,
        around=around,
        cards=cards,
        no_card=ways,
        second_opinion=second_opinion,
    )


def _callable(
    function: str,
    arguments: str | None,
    role: str | None,
    means: dict[str, str],
    cards: str | None,
    ways: Any,
) -> Verdict:
    from importlib import import_module

    from baccarat_xl.errors import UsageError
    from baccarat_xl.proof import prove_callable

    module, sign, name = function.partition(":")
    if not sign or not arguments or not role:
        raise UsageError("--python MODULE:FUNCTION needs --args with the roles of its arguments, and --role")
    sys.path.insert(0, str(Path.cwd()))
    try:
        target: Any = import_module(module)
        for part in name.split("."):
            target = getattr(target, part)
    except (ImportError, AttributeError) as error:
        raise UsageError(f"{function} cannot be imported: {error}") from None
    roles = [part.strip() for part in arguments.split(",") if part.strip()]
    return prove_callable(target, roles, role, means=means, cards=cards, no_card=ways or (None,))


def _write_certificate(path: Path, verdict: Verdict) -> None:
    from baccarat_xl.cli.check import write_beside
    from baccarat_xl.errors import UsageError
    from baccarat_xl.proof.certificates import certificate

    if verdict.verdict != "proved":
        click.echo(f"baccarat-xl: no certificate: the formula is {verdict.verdict}", err=True)
    elif verdict.recheck is None:
        raise UsageError("a certificate is written for formulas, not for Python functions")
    else:
        write_beside(path, certificate([verdict]))


def _print(verdict: Verdict) -> None:
    lines = list(report(verdict))
    if sys.stdout.isatty():
        from rich.console import Console

        console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
        for style, line in lines:
            if style == "grid":
                console.print(_coloured(line))
            else:
                console.print(line, style=STYLES.get(style))
        return
    for _, line in lines:
        click.echo(line)


def _coloured(line: str) -> Any:
    from rich.text import Text

    text = Text(line)
    text.highlight_regex("[Xx](?![a-z])", "bold red")
    text.highlight_regex(r"\.", "green")
    return text


def report(verdict: Verdict) -> list[tuple[str, str]]:
    """(style, line) of the report on one verdict."""
    from baccarat_xl.proof.grid import LEGEND, grid_lines

    head = f"{verdict.verdict}: {verdict.formula}"
    lines: list[tuple[str, str]] = [(verdict.verdict, head)]
    if verdict.role:
        inputs = ", ".join(key if key == role else f"{key} {role}" for key, role in verdict.inputs.items())
        lines.append(("", f"  gives {verdict.role}, from {inputs}"))
    if verdict.reason:
        lines.append(("", f"  why: {verdict.reason}"))
    if verdict.states:
        lines.append(("", f"  states: {verdict.coverage}"))
        right = verdict.judged - verdict.wrong
        lines.append(("", f"  right in {right:,} of the {verdict.judged:,} states with a known right answer"))
    if verdict.wrong:
        lines.append(("", f"  wrong in {verdict.wrong:,}: {verdict.groups[0] if verdict.groups else ''}"))
        lines += [("", f"      {line}") for line in verdict.groups[1:]]
        lines += [("grid", f"  {line}") for line in grid_lines(verdict.grid)]
        if verdict.grid:
            lines.append(("", f"    {LEGEND}"))
        lines += [("", f"  for example: {line}") for line in _examples(verdict)]
    if verdict.cause:
        lines.append(("", f"  cause: {verdict.cause.text} [{verdict.cause.id}]"))
    if verdict.repair:
        lines.append(("", f"  nearest repair: {verdict.repair}"))
    if verdict.suggested_formula:
        lines.append(("", f"  right formula:  {verdict.suggested_formula}"))
    lines += [("", f"  assumed: {line}") for line in verdict.assumptions]
    lines += [("", f"  note: {line}") for line in verdict.notes]
    lines += [
        ("", f"  apart: {one.what}: wrong in {one.wrong} of {one.states} states")
        for one in verdict.apart
        if one.wrong
    ]
    fine = [one.what for one in verdict.apart if not one.wrong]
    if fine and verdict.verdict == "proved":
        lines.append(("", f"  also right with: {'; '.join(fine)}"))
    by = verdict.engine + (f"; second opinion: {verdict.second_opinion}" if verdict.second_opinion else "")
    lines.append(("", f"  evaluated by {by}"))
    return lines


def _examples(verdict: Verdict) -> list[str]:
    from baccarat_xl.proof.notation import shown

    out = []
    for example in verdict.counterexamples[:EXAMPLES]:
        cells = ", ".join(f"{key} = {shown(value)}" for key, value in example.cells.items())
        out.append(f"{cells} gives {shown(example.found)}, must be {example.expected}")
    return out
