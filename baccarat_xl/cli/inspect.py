"""``baccarat-xl inspect``: what is inside a file, and what it could do."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from baccarat_xl.cli.exit_codes import Exit
from baccarat_xl.cli.passwords import asked_for, password_option

if TYPE_CHECKING:
    from baccarat_xl.inspection.thing import Inspection

HEADINGS = {
    "acts": "may act, once a spreadsheet opens the file and is allowed to:",
    "reveals": "shows or hides more than meets the eye:",
    "odd": "not as spreadsheets write it, or not looked at:",
    "none": "also in it:",
}
FEW_PARTS = 12


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@password_option
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(file: Path, password: str | None, form: str) -> Exit:
    """List what is inside a workbook, CSV or JSON file: parts, macros, links, hidden sheets, oddities.

    Nothing in the file is executed, fetched or unpacked. Exit codes: 0 nothing in it acts, 1 something may
    act once a spreadsheet opens it, 3 the file was refused.
    """
    from baccarat_xl.inspection.look import inspect
    from baccarat_xl.report.lines import visible, visible_json

    found = inspect(file, asked_for([file], password).get(str(file), password))
    if form == "json":
        text = json.dumps({"schema_version": 1, **asdict(found)}, ensure_ascii=False, indent=2)
        click.echo(visible_json(text))
    else:
        for line in _lines(found):
            click.echo(visible(line))
    if found.refused is not None:
        return Exit.REFUSED
    return Exit.FINDINGS if found.acting else Exit.CLEAN


def _lines(found: Inspection) -> Iterator[str]:
    from baccarat_xl.inspection.thing import RISKS
    from baccarat_xl.report.lines import counted, number

    yield found.path
    kind = f"{found.format} file, " if found.format else ""
    yield f"  {kind}{number(found.size)} bytes{', encrypted' if found.encrypted else ''}"
    if found.refused is not None:
        yield f"  refused: {found.refused}"
    if found.sheets and any(name for name, _ in found.sheets):
        named = [f"{name!r}{'' if state == 'visible' else f' ({state})'}" for name, state in found.sheets]
        more = f" and {len(named) - FEW_PARTS} more" if len(named) > FEW_PARTS else ""
        yield f"  sheets: {', '.join(named[:FEW_PARTS])}{more}"
    if found.parts:
        inflated = sum(part.size for part in found.parts)
        yield f"  {counted(len(found.parts), 'part')}, {number(inflated)} bytes when inflated"
        for part in sorted(found.parts, key=lambda part: -part.size)[:FEW_PARTS]:
            yield f"    {number(part.size):>13}  {part.name}"
        if len(found.parts) > FEW_PARTS:
            yield f"    and {counted(len(found.parts) - FEW_PARTS, 'smaller part')} (--format json lists all)"
    for risk in RISKS:
        things = [thing for thing in found.things if thing.risk == risk]
        if things:
            yield f"  {HEADINGS[risk]}"
        for thing in things:
            where = f" ({thing.where})" if thing.where else ""
            yield f"    {thing.what}{where}: {thing.words}"
    if not found.acting and found.refused is None:
        yield "  nothing in it acts by itself, as far as this program looks"
