"""`baccarat-xl functions`: the functions for cells, listed or one by one."""

from __future__ import annotations

import json

import click

from baccarat_xl.cli.nearest import nearest
from baccarat_xl.errors import UsageError
from baccarat_xl.functions.registry import Example, Function, call_text, literal
from baccarat_xl.functions.whole_library import FUNCTIONS


@click.command(short_help="List the functions for cells, or show one.")
@click.argument("name", required=False)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(name: str | None, form: str) -> None:
    """List the functions for cells; with NAME, show one: arguments, result, errors, examples."""
    chosen = FUNCTIONS if name is None else (_find(name),)
    if form == "json":
        click.echo(json.dumps([_as_data(function) for function in chosen], ensure_ascii=False, indent=2))
    elif name is None:
        width = max(len(function.name) for function in FUNCTIONS)
        for function in chosen:
            click.echo(f"{function.name:{width}}  {function.summary}")
    else:
        click.echo(_page(chosen[0]))


def _find(name: str) -> Function[object]:
    by_name = {function.name: function for function in FUNCTIONS}
    wanted = name.lstrip("=").split("(")[0].upper()
    if wanted not in by_name:
        raise UsageError(f"there is no function {wanted}{nearest(wanted, by_name)}")
    return by_name[wanted]


def _shown(result: object) -> str:
    if isinstance(result, str):
        return result or "(empty text)"
    return literal(result)


def _line(function: Function[object], example: Example) -> str:
    note = f"   {example.note}" if example.note else ""
    return f"  ={call_text(function, example.arguments)}  gives  {_shown(example.result)}{note}"


def _page(function: Function[object]) -> str:
    lines = [function.syntax, f"  {function.summary}", "", "Arguments"]
    lines += [
        f"  {argument.name}{' (optional)' * argument.optional}: {argument.help}"
        for argument in function.arguments
    ]
    lines += ["", f"Returns {function.returns}", "", "Errors"]
    lines += [f"  {error} {when}." for error, when in function.errors]
    lines += ["", "Examples", *(_line(function, example) for example in function.examples)]
    return "\n".join([*lines, "", f"Rule: {', '.join(function.clauses)}"])


def _as_data(function: Function[object]) -> dict[str, object]:
    return {
        "name": function.name,
        "syntax": function.syntax,
        "summary": function.summary,
        "arguments": [
            {"name": a.name, "optional": a.optional, "takes": a.kind.value, "help": a.help}
            for a in function.arguments
        ],
        "returns": function.returns,
        "errors": [{"error": error, "when": when} for error, when in function.errors],
        "examples": [
            {
                "call": f"={call_text(function, e.arguments)}",
                "arguments": list(e.arguments),
                "result": e.result,
            }
            for e in function.examples
        ],
        "clauses": list(function.clauses),
    }
