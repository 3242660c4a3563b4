"""``baccarat-xl undo``: the original of an annotated copy."""

from __future__ import annotations

from pathlib import Path

import click

from baccarat_xl.cli.exit_codes import Exit


@click.command("undo")
@click.argument("copy", type=click.Path(path_type=Path), metavar="FILE")
@click.option(
    "-o", "--output", "out", required=True, type=click.Path(path_type=Path), help="Where the original goes."
)
@click.option("--force", is_flag=True, help="Overwrite the output if it exists (FILE never is).")
def command(copy: Path, out: Path, force: bool) -> Exit:
    """Give back the original of a copy that `baccarat-xl check --annotate` made, byte for byte.

    What was typed into the copy since is not in the original. Where another program saved the copy since, the
    original cannot be had from it; the reason is told, and the exit code is 3.
    """
    from baccarat_xl.giveback.undo import undo
    from baccarat_xl.workbook.patch import refuse_overwriting

    refuse_overwriting(out, [copy], force=force)
    size = undo(copy, out)
    click.echo(f"{out}: the original, {size:,} bytes")
    return Exit.CLEAN
