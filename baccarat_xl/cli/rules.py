"""``baccarat-xl rules``: the list of rules."""

from __future__ import annotations

import json

import click


@click.command()
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(form: str) -> None:
    """List the rule codes, each with its severity and what it says."""
    from baccarat_xl.audit.catalogue import RULES

    if form == "json":
        click.echo(json.dumps([rule.summary() for rule in RULES.values()], ensure_ascii=False, indent=2))
        return
    for rule in RULES.values():
        click.echo(f"{rule.code}  {rule.severity:<7}  {rule.title()}")
