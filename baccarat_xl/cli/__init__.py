"""The command `baccarat-xl`: parse, call, exit code. A command's module is imported when it is called."""

from __future__ import annotations

import errno
import sys
from contextlib import suppress
from importlib import import_module
from typing import Final

import click

from baccarat_xl._version import __version__
from baccarat_xl.cli.exit_codes import Exit

COMMANDS: Final = {
    "demo": "Build, fill and check a workbook in a new folder, to see it all work.",
    "check": "Check recorded rounds in workbooks, CSV and JSON files.",
    "inspect": "List what is inside a file, and what it could do.",
    "prove": "Prove a formula right or wrong, over every state of its inputs.",
    "formula": "Print a right formula for your own cells, proved.",
    "explain": "Explain the decisions of a round, and what another input would change.",
    "verify": "Prove again what a certificate says was proved.",
    "fix": "Apply the repairs that check offers to a copy of a workbook.",
    "undo": "Give back the original of an annotated copy.",
    "template": "Build a workbook to record rounds in, or to settle bets in.",
    "drill": "Build a practice workbook for dealers.",
    "fill": "Fill a template with recorded rounds.",
    "odds": "Exact frequencies for a shoe, and the house edge of each bet.",
    "simulate": "Deal a log of rounds, by the rules or with a known fault.",
    "addin": "Write the functions for a spreadsheet program.",
    "functions": "List the functions for cells, or show one.",
    "rule": "Show what a rule code means.",
    "rules": "List the rule codes.",
}
FULL: Final = (errno.ENOSPC, errno.EFBIG, errno.EROFS, errno.EIO, getattr(errno, "EDQUOT", errno.ENOSPC))
"""The errors of a place that takes nothing more."""


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"baccarat_xl.cli.{cmd_name}")
        command: click.Command = module.command
        return command

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="baccarat-xl")
def root() -> None:
    """Baccarat's drawing rules for spreadsheets: functions in cells, templates, checks of recorded rounds.

    No wager is advised and nothing is forecast.
    """


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; the return value is the exit code. Known errors are one sentence on stderr."""
    from baccarat_xl.errors import BaccaratError, FileError, UsageError
    from baccarat_xl.report.lines import visible

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        result = root.main(arguments, prog_name="baccarat-xl", standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else Exit.CLEAN
    except click.exceptions.Abort:
        click.echo("baccarat-xl: stopped", err=True)
        return 130
    except click.ClickException as problem:
        problem.show()
        return Exit.USAGE
    except UsageError as problem:
        click.echo(f"baccarat-xl: {visible(str(problem))}", err=True)
        return Exit.USAGE
    except FileError as problem:
        click.echo(f"baccarat-xl: {visible(str(problem))}", err=True)
        return Exit.REFUSED
    except BrokenPipeError:
        _silence_output()
        return 141
    except OSError as problem:
        return _full_disk(problem) if problem.errno in FULL else _our_bug(problem)
    except BaccaratError as problem:
        click.echo(f"baccarat-xl: {visible(str(problem))}", err=True)
        return Exit.USAGE
    except Exception as problem:
        return _our_bug(problem)


def _silence_output() -> None:
    """What is still waiting for stdout has nowhere to go, and must not fail again when the program ends."""
    import os

    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _full_disk(problem: OSError) -> int:
    _silence_output()
    where = f"{problem.filename}" if problem.filename else "the output"
    reason = problem.strerror
    click.echo(
        f"baccarat-xl: {where} could not be written: {reason}; make room or choose another place", err=True
    )
    return Exit.REFUSED


def _our_bug(problem: Exception) -> int:
    import os

    if os.environ.get("BACCARAT_XL_DEBUG"):
        raise problem
    where = problem.__traceback__
    while where and where.tb_next:
        where = where.tb_next
    place = f" ({where.tb_frame.f_code.co_name}, line {where.tb_lineno})" if where else ""
    click.echo(
        f"baccarat-xl: this is a fault of ours, not of your file: {type(problem).__name__}: {problem}"
        f"{place}; set BACCARAT_XL_DEBUG=1 to see where, and please report it",
        err=True,
    )
    return Exit.BUG


def run() -> None:
    """The console script."""
    sys.exit(main())
