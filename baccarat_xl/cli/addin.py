"""`baccarat-xl addin`: the functions written for a spreadsheet program."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from baccarat_xl.errors import OutputError, UsageError


@dataclass(frozen=True, slots=True)
class Host:
    """Where the functions can run: what is written, who it reaches, what it needs, how to install it."""

    name: str
    writes: str
    reach: str
    needs: str
    steps: tuple[str, str, str]
    write: Callable[[Path], None]


def _write_lambda(path: Path) -> None:
    from baccarat_xl.functions.hosts.lambda_book import write_lambda_book

    write_lambda_book(path)


def _write_xlwings(path: Path) -> None:
    from baccarat_xl.functions.hosts.xlwings_text import module_text

    _into_place(path, module_text().encode("utf-8"))


def _write_vba(path: Path) -> None:
    from baccarat_xl.functions.hosts.vba_wrapper import wrapper_text

    # VBA imports no module whose lines end otherwise.
    _into_place(path, wrapper_text().replace("\n", "\r\n").encode("ascii"))


def _into_place(path: Path, content: bytes) -> None:
    beside = path.with_name(f".{path.name}.part")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    except OSError as problem:
        beside.unlink(missing_ok=True)
        raise OutputError(
            f"{path} could not be written: {problem.strerror}; choose another place"
        ) from problem


HOSTS: Final = (
    Host(
        "lambda",
        "FILE.xlsx",
        "Excel for Microsoft 365 and Excel 2024, on Windows, Mac and the web",
        "nothing: no Python, no macros",
        (
            "Open the file and your workbook in Excel.",
            "Right-click its tab Examples, choose Move or Copy, your workbook, Create a copy.",
            "Type =BANKER_DRAWS(3, 8) into a cell of your workbook: it shows FALSE.",
        ),
        _write_lambda,
    ),
    Host(
        "xlwings",
        "baccarat_xl_udfs.py",
        "Excel on Windows",
        "Python with baccarat-xl and pywin32, the xlwings add-in (xlwings addin install), macros on",
        (
            "Save your workbook as .xlsm and keep the file in the same folder.",
            "On the ribbon's xlwings tab set UDF Modules to baccarat_xl_udfs.",
            "Press Import Functions, or use baccarat-xl addin vba instead for real cell errors.",
        ),
        _write_xlwings,
    ),
    Host(
        "vba",
        "baccarat_xl.bas",
        "Excel on Windows",
        "Python with baccarat-xl and pywin32, the xlwings add-in (xlwings addin install), macros on",
        (
            "In your .xlsm press Alt+F11, then Tools, References, and tick xlwings.",
            "Choose File, Import File, and this file; leave xlwings' own Import Functions alone.",
            "Run the macro RegisterBaccaratFunctions once and save. Where cells show #VALUE! throughout, "
            "the macro ShowLastProblem says why.",
        ),
        _write_vba,
    ),
)


@click.command(short_help="Write the functions for a spreadsheet program.")
@click.argument("host", type=click.Choice([host.name for host in HOSTS]), required=False)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="lambda: the workbook to write (.xlsx). xlwings and vba: the folder to write into.",
)
@click.option("--list", "listing", is_flag=True, help="Show every host, where it runs and what it needs.")
@click.option("--force", is_flag=True, help="Replace the file if it is there already.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(host: str | None, output: Path | None, listing: bool, force: bool, form: str) -> None:
    """Write the functions for HOST: lambda, xlwings or vba."""
    if listing:
        _list(form)
        return
    if host is None or output is None:
        raise UsageError(
            "name a host and where to write, such as: baccarat-xl addin lambda -o functions.xlsx"
        )
    chosen = next(entry for entry in HOSTS if entry.name == host)
    path = _target(chosen, output)
    if path.exists() and not force:
        raise UsageError(f"{path} is there already; choose another place or add --force to replace it")
    chosen.write(path)
    if form == "json":
        click.echo(json.dumps({"host": host, "path": str(path), "steps": chosen.steps}, ensure_ascii=False))
        return
    click.echo(f"{path}: the functions for {chosen.reach}")
    click.echo(f"Needs {chosen.needs}.")
    for number, step in enumerate(chosen.steps, start=1):
        click.echo(f"  {number}. {step}")


def _target(host: Host, output: Path) -> Path:
    """The file to write; a folder that is named is made."""
    if host.name == "lambda":
        if output.suffix.lower() != ".xlsx":
            raise UsageError(f"{output} is no .xlsx; the named functions are written as a workbook")
        return output
    if output.exists() and not output.is_dir():
        raise UsageError(f"{output} is a file; name the folder to write {host.writes} into")
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise OutputError(f"the folder {output} could not be made: {problem.strerror}") from problem
    return output / host.writes


def _list(form: str) -> None:
    if form == "json":
        keys = ("name", "writes", "reach", "needs", "steps")
        click.echo(json.dumps([{key: getattr(host, key) for key in keys} for host in HOSTS], indent=2))
        return
    for host in HOSTS:
        click.echo(f"{host.name}\n  writes  {host.writes}\n  reach   {host.reach}\n  needs   {host.needs}")
