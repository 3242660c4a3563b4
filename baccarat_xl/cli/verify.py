"""``baccarat-xl verify``: prove again what a certificate says was proved."""

from __future__ import annotations

from pathlib import Path

import click

from baccarat_xl.cli.exit_codes import Exit


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(file: Path, form: str) -> Exit:
    """Prove again every formula of a certificate.

    Exit codes: 0 all proved again, 1 one was not, 3 the file was not read.
    """
    from baccarat_xl.errors import FileUnreadable
    from baccarat_xl.proof import verify

    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise FileUnreadable(
            f"{file} is no certificate but a file of another kind; write one with check --certificate"
        ) from None
    except OSError as error:
        raise FileUnreadable(f"{file} cannot be read: {error.strerror or error}") from None
    results = verify(text, str(file))
    if form == "json":
        import json

        found = [
            {"formula": formula, "proved": problem is None, "problem": problem}
            for formula, problem in results
        ]
        click.echo(json.dumps({"certificate": str(file), "formulas": found}, ensure_ascii=False, indent=2))
    else:
        for formula, problem in results:
            click.echo(
                f"proved again: {formula}" if problem is None else f"not proved: {formula}\n  why: {problem}"
            )
        if not results:
            click.echo("the certificate holds no proof")
    return Exit.FINDINGS if any(problem for _, problem in results) else Exit.CLEAN
