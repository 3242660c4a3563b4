"""``baccarat-xl check``: recorded rounds against the rules."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from baccarat_xl.cli.arguments import DECKS, WholeNumber, pairs
from baccarat_xl.cli.checking import Asked, Checked, run_check
from baccarat_xl.cli.exit_codes import Exit, worst
from baccarat_xl.cli.formats import FORMATS, WORKBOOK, formatted, text_lines, workbook
from baccarat_xl.cli.passwords import asked_for, password_option
from baccarat_xl.cli.standard_input import STDIN, kept, named

if TYPE_CHECKING:
    from baccarat_xl.audit.finding import CheckResult
    from baccarat_xl.report.lines import Line
    from baccarat_xl.workbook.model import Progress

STYLES = {"error": "bold red", "warning": "yellow", "note": "cyan", "strong": "bold", "quiet": "dim"}


def codes(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """Comma-separated rule codes, the option repeatable."""
    return tuple(code.strip() for value in values for code in value.split(",") if code.strip())


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option("--sheet", help="Only the sheet of this name.")
@click.option("--header-row", type=WholeNumber(0), metavar="N", help="The header's row; 0: there is none.")
@click.option(
    "--map", "mapping", multiple=True, callback=pairs, metavar="HEADER=ROLE", help="What a column is."
)
@click.option(
    "--means",
    multiple=True,
    callback=pairs,
    metavar="WORD=MEANING",
    help="What a number means as outcome (0=Banker), or what an answer of a formula means (X=draw).",
)
@click.option("--zero", type=click.Choice(["card", "none"]), help="What 0 means in third-card columns.")
@click.option(
    "--terms", metavar="NAME", help="Check recorded bets against these payment terms (odds --list-terms)."
)
@click.option(
    "--terms-file",
    "terms_files",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Payment terms of your own, as TOML.",
)
@click.option("--frequencies", is_flag=True, help="Compare frequencies with the exact ones too; needs scipy.")
@click.option(
    "--decks",
    type=DECKS,
    metavar="N",
    help="Decks in a shoe, for --frequencies: 1 to 26, or infinite. [default: 8]",
)
@click.option(
    "--fault",
    "faults",
    multiple=True,
    metavar="ID",
    help="With --frequencies: say how many rounds this fault needs too (simulate --list-faults).",
)
@click.option(
    "--select", multiple=True, callback=codes, metavar="CODES", help="Only these rules: BACC2,BACC101."
)
@click.option("--ignore", multiple=True, callback=codes, metavar="CODES", help="All but these rules.")
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning", "note", "never"]),
    default="note",
    show_default=True,
    help="The least severity that makes the exit code 1.",
)
@click.option(
    "--strict",
    is_flag=True,
    help="Rounds that cannot be verified, and what is not decided or not looked at, make the exit code 4.",
)
@password_option
@click.option("--no-formulas", is_flag=True, help="Do not look at formulas.")
@click.option(
    "--second-opinion", is_flag=True, help="Let LibreOffice compute every state of the formulas too."
)
@click.option(
    "--certificate",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write a certificate of the proved formulas there.",
)
@click.option(
    "--annotate",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write a copy of the file there, with every finding marked in its cell.",
)
@click.option(
    "--baseline",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Findings in this baseline are counted, not shown.",
)
@click.option(
    "--write-baseline",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write what is found into a baseline there, or bring it up to date.",
)
@click.option(
    "--config",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The configuration, in place of the one found upward from each file.",
)
@click.option("--no-config", is_flag=True, help="Go by no configuration.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option(
    "--limit",
    type=WholeNumber(0),
    default=200,
    show_default=True,
    metavar="N",
    help="Findings shown as text or HTML; 0: all.",
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the report there."
)
@click.option("--force", is_flag=True, help="Replace the report, certificate or copy if it is there already.")
def command(
    files: tuple[Path, ...],
    form: str,
    limit: int,
    output: Path | None,
    no_formulas: bool,
    certificate: Path | None,
    annotate: Path | None,
    write_baseline: Path | None,
    config: Path | None,
    no_config: bool,
    force: bool,
    password: str | None,
    **how: Any,
) -> Exit:
    """Check recorded rounds, and the formulas that work them out, in workbooks, CSV and JSON files.

    - reads a log from standard input. Nothing is forecast and no wager is advised.

    Exit codes: 0 clean, 1 findings, 2 wrong usage, 3 a file was not read, 4 something was not read, not
    recognised or (--strict) not verifiable or not decided, 5 a fault of this program.
    """
    from baccarat_xl.config.configuration import by_configuration
    from baccarat_xl.workbook.patch import refuse_overwriting

    if form == WORKBOOK and (output is None or output.suffix.lower() != f".{WORKBOOK}"):
        raise click.UsageError(f"--format {WORKBOOK} needs -o FILE, a name that ends in .{WORKBOOK}.")
    given = _given(click.get_current_context())
    if given & {"decks", "faults"} and not how["frequencies"]:
        raise click.UsageError("--decks and --fault are about frequencies; add --frequencies.")
    if STDIN in files and (annotate is not None or write_baseline is not None):
        raise click.UsageError("standard input cannot be annotated or kept in a baseline; save it as a file.")
    if annotate is not None and len(files) != 1:
        raise click.UsageError("--annotate makes a copy of one file; check one file at a time.")
    if annotate is not None:
        _refuse_other_ending(files[0], annotate)
    if config is not None and no_config:
        raise click.UsageError("--config names a configuration and --no-config wants none; leave one out.")
    groups = by_configuration(files, named=config, none=no_config)
    for written in (output, certificate, annotate):
        if written is not None:
            refuse_overwriting(written, files, force=force)
    if write_baseline is not None:
        refuse_overwriting(write_baseline, files, force=True)
    with kept(files) as piped:
        if piped is not None:
            groups = [(one, [piped if file == STDIN else file for file in some]) for one, some in groups]
        paths = [file for _, some in groups for file in some]
        secrets = {"password": password, "passwords": asked_for(paths, password)}
        asked = Asked({**how, **secrets, "formulas": not no_formulas}, given)
        with progress_bar() as progress:
            done = named(run_check(groups, asked, write_baseline=write_baseline, progress=progress), piped)
    write_report(done, form, limit or None, output)
    if certificate is not None:
        _certify(done.result, certificate)
    if annotate is not None:
        _annotate(files[0], done.result, annotate)
    if write_baseline is not None and done.baseline is not None:
        write_beside(write_baseline, done.baseline)
    return worst(done.exits)


def _given(context: click.Context) -> set[str]:
    """The options that stand on the command line."""
    from click.core import ParameterSource

    named = {
        name for name in context.params if context.get_parameter_source(name) == ParameterSource.COMMANDLINE
    }
    return named | ({"formulas"} if "no_formulas" in named else set())


def _certify(result: CheckResult, path: Path) -> None:
    from baccarat_xl.proof.certificates import certificate

    proved = [verdict for verdict in result.formulas if verdict.verdict == "proved"]
    if proved:
        write_beside(path, certificate(proved))
    else:
        click.echo(
            f"baccarat-xl: no certificate: none of the formulas is proved, {path} was not written", err=True
        )


def _refuse_other_ending(source: Path, out: Path) -> None:
    """What is written for a file that takes no marks is a workbook, and has a workbook's name."""
    from baccarat_xl.giveback.annotate import can_be_annotated

    if out.suffix.lower() != f".{WORKBOOK}" and source.is_file() and not can_be_annotated(source):
        raise click.UsageError(
            f"{source} takes no marks, so its findings come as a workbook of their own; --annotate needs "
            f"a name that ends in .{WORKBOOK}."
        )


def _annotate(source: Path, result: CheckResult, out: Path) -> None:
    """Write the copy, and say on stderr what to know about it."""
    if any(file.refused for file in result.files):
        click.echo(f"baccarat-xl: no copy: the file was not read, {out} was not written", err=True)
        return
    from baccarat_xl.giveback.annotate import annotate, can_be_annotated
    from baccarat_xl.layout.words import counted

    if can_be_annotated(source):
        done = annotate(source, result, out)
        said = [f"{counted(done.notes, 'note')}, and the findings on the sheet {done.sheet!r}", *done.remarks]
    else:
        from baccarat_xl.report.book import to_xlsx

        _write(out, to_xlsx(result, out=out))
        kind = source.suffix.lstrip(".") or "file"
        said = [
            f"A {kind} file takes no marks without losing something, so its findings stand in a workbook of "
            "their own."
        ]
    for sentence in said:
        click.echo(f"{out}: {sentence}", err=True)


def write_report(done: Checked, form: str, limit: int | None, output: Path | None) -> None:
    """Print the report, or write it into the file."""
    if form == WORKBOOK and output is not None:
        _write(output, workbook(done, output))
        _say_written(done, output)
        return
    if form == "text":
        lines = text_lines(done, limit)
        if output is None and sys.stdout.isatty():
            _print_coloured(lines)
            return
        text = "".join(f"{line}\n" for _, line in lines)
    else:
        text = formatted(done, form, limit)
    if output is None:
        click.echo(text, nl=False)
    else:
        write_beside(output, text)
        _say_written(done, output)


def _say_written(done: Checked, output: Path) -> None:
    from baccarat_xl.layout.words import counted

    count = counted(len(done.result.findings), "finding")
    click.echo(f"{output}: the report, with {count if done.result.findings else 'no finding'}", err=True)


def _print_coloured(lines: Iterator[Line]) -> None:
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
    for style, line in lines:
        console.print(line, style=STYLES.get(style))


def write_beside(output: Path, text: str) -> None:
    """Write a file beside its place, then move it there. Raises OutputError."""
    _write(output, text.encode("utf-8"))


def _write(output: Path, content: bytes) -> None:
    from baccarat_xl.workbook.patch import written_beside

    with written_beside(output) as stream:
        stream.write(content)


@contextmanager
def progress_bar() -> Iterator[Progress | None]:
    """A bar on stderr while work is under way, on a terminal only."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("reading", total=1.0)

        def report(what: str, share: float) -> None:
            bar.update(task, description=what, completed=share)

        yield report
