"""`baccarat-xl addin`: the functions written for a spreadsheet program."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from baccarat_xl.cli.exit_codes import Exit
from baccarat_xl.errors import BaccaratError, FileUnreadable, OutputError, UsageError
from baccarat_xl.functions.hosts.catalogue import HOST_MODULES, hosts
from baccarat_xl.functions.hosts.catalogue import host as host_named
from baccarat_xl.functions.hosts.host import Files, Host


@click.command(short_help="Write the functions for a spreadsheet program.")
@click.argument("host", type=click.Choice(list(HOST_MODULES)), required=False)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="The folder to write into; for lambda also the workbook to write (.xlsx).",
)
@click.option("--list", "listing", is_flag=True, help="Show every host, where it runs and what it needs.")
@click.option(
    "--into",
    type=click.Path(path_type=Path),
    help="lambda: a workbook of yours; a copy of it that has the functions is written to -o.",
)
@click.option(
    "--check",
    "checked",
    is_flag=False,
    flag_value="",
    metavar="[WORKBOOK.xlsm]",
    help="xlwings: say why Excel does not call the functions, on this computer and in a workbook.",
)
@click.option("--force", is_flag=True, help="Replace files that are there already.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(
    host: str | None,
    output: Path | None,
    listing: bool,
    into: Path | None,
    checked: str | None,
    force: bool,
    form: str,
) -> Exit | None:
    """Write the functions for HOST, and say how to install them."""
    if listing:
        _list(form)
        return None
    if checked is not None:
        return _check(host, Path(checked) if checked else None, form)
    if host is None or output is None:
        raise UsageError("name a host and where to write, such as: baccarat-xl addin lambda -o FOLDER")
    chosen = host_named(host)
    if into is not None:
        if host != "lambda":
            raise UsageError(f"--into is for lambda: the functions of {host} are no part of a workbook")
        _write_into(into, output, force)
        click.echo(json.dumps({"host": host, "paths": [str(output)]}) if form == "json" else _told(output))
        return None
    written = _write(chosen, output, force)
    if form == "json":
        told = {"host": host, "paths": [str(path) for path in written], "steps": chosen.steps}
        click.echo(json.dumps(told, ensure_ascii=False))
        return None
    for path in written:
        click.echo(path)
    click.echo(f"The functions for {chosen.reach}. Needs {chosen.needs}.")
    for number, step in enumerate(chosen.steps, start=1):
        click.echo(f"  {number}. {step}")
    return None


def _check(host: str | None, workbook: Path | None, form: str) -> Exit:
    """The usual troubles of a host, in words. Exit code 1 when there are any."""
    if host != "xlwings":
        raise UsageError("--check is for xlwings, such as: baccarat-xl addin xlwings --check WORKBOOK.xlsm")
    from baccarat_xl.functions.hosts.xlwings_classic.diagnose import diagnose, lines

    found = diagnose(workbook)
    if form == "json":
        click.echo(json.dumps({"host": host, **asdict(found)}, ensure_ascii=False))
    else:
        click.echo("\n".join(lines(found)))
    return Exit.FINDINGS if found.troubles else Exit.CLEAN


def _write_into(source: Path, output: Path, force: bool) -> None:
    """A copy of the workbook with the named functions; every other part stays byte for byte."""
    from zipfile import ZipFile

    from baccarat_xl.functions.hosts.named_lambda.defined_names import with_names
    from baccarat_xl.functions.hosts.named_lambda.payments import whole_definitions
    from baccarat_xl.workbook.open import look
    from baccarat_xl.workbook.package import workbook_part
    from baccarat_xl.workbook.patch import patch_package, refuse_overwriting, written_beside

    if look(source).kind != "workbook":
        raise FileUnreadable(f"{source} is no Excel workbook; save it as .xlsx and name that file")
    refuse_overwriting(output, [source], force=force)
    with ZipFile(source) as package:
        part = workbook_part(source, package)
        try:
            listed = package.read(part).decode("utf-8-sig")
        except UnicodeDecodeError:
            raise FileUnreadable(f"{source}: {part} is not UTF-8; save the workbook again in Excel") from None
    try:
        named = with_names(listed, whole_definitions())
    except BaccaratError as problem:
        raise type(problem)(f"{source}: {problem}") from None
    with written_beside(output) as stream:
        patch_package(source, stream, {part: named.encode("utf-8")})


def _told(output: Path) -> str:
    return (
        f"{output}\nA copy of the workbook with the functions in it: =BANKER_DRAWS(3, 8) shows FALSE there."
    )


def _write(host: Host, output: Path, force: bool) -> list[Path]:
    """The host's files, written beside their places and moved there."""
    from baccarat_xl.workbook.patch import written_beside

    placed = _placed(host, output)
    there = next((path for path in placed if path.exists()), None)
    if there is not None and not force:
        raise UsageError(f"{there} is there already; choose another place or add --force to replace it")
    for path, content in placed.items():
        with written_beside(path) as stream:
            stream.write(content)
    return list(placed)


def _placed(host: Host, output: Path) -> dict[Path, bytes]:
    """Where each file goes: into the folder, or the one file of the host under the name given."""
    files: Files = host.files()
    if host.single is not None and output.suffix.lower() == Path(host.single).suffix:
        return {output: files[host.single]}
    if output.suffix and not output.is_dir() and host.single is not None:
        raise UsageError(f"{output} is no {Path(host.single).suffix} and no folder; name one of the two")
    if output.exists() and not output.is_dir():
        raise UsageError(f"{output} is a file; name the folder to write the files of {host.name} into")
    for name in files:
        _make_folder((output / name).parent)
    return {output / name: content for name, content in files.items()}


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise OutputError(f"the folder {folder} could not be made: {problem.strerror}") from problem


def _list(form: str) -> None:
    keys = ("name", "title", "reach", "needs", "steps", "checked")
    if form == "json":
        click.echo(json.dumps([{key: getattr(host, key) for key in keys} for host in hosts()], indent=2))
        return
    for host in hosts():
        click.echo(f"{host.name}: {host.title}")
        click.echo(f"  reach    {host.reach}\n  needs    {host.needs}\n  checked  {host.checked}")
