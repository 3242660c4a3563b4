"""``baccarat-xl rule``: one rule's page."""

from __future__ import annotations

import json

import click


@click.command()
@click.argument("code")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(code: str, form: str) -> None:
    """Show what a rule code means: BACC201."""
    from baccarat_xl.audit.catalogue import find_rule

    rule = find_rule(code)
    if form == "json":
        click.echo(json.dumps({**rule.summary(), "page": rule.page()}, ensure_ascii=False, indent=2))
    else:
        click.echo(f"{rule.code} ({rule.severity}, {rule.clause}): {rule.page()}")
