"""``baccarat-xl fix``: a copy of a workbook with the offered repairs applied."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from baccarat_xl.cli.arguments import WholeNumber, pairs
from baccarat_xl.cli.exit_codes import Exit

if TYPE_CHECKING:
    from baccarat_xl.giveback.fix import Fixed

SHOWN: Final = 200


@click.command("fix")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("-o", "--output", "out", type=click.Path(path_type=Path), help="The repaired workbook.")
@click.option("--in-place", is_flag=True, help="Repair FILE itself; a backup is left beside it.")
@click.option("--diff", is_flag=True, help="Only show what would be repaired.")
@click.option("--unsafe", is_flag=True, help="Repairs that somebody should look at as well, such as cards.")
@click.option("--sheet", help="Only the sheet of this name.")
@click.option("--header-row", type=WholeNumber(0), metavar="N", help="The header's row; 0: there is none.")
@click.option(
    "--map", "mapping", multiple=True, callback=pairs, metavar="HEADER=ROLE", help="What a column is."
)
@click.option("--means", multiple=True, callback=pairs, metavar="WORD=MEANING", help="As for check.")
@click.option("--zero", type=click.Choice(["card", "none"]), help="What 0 means in third-card columns.")
@click.option("--force", is_flag=True, help="Overwrite the output if it exists (an input never is).")
def command(
    file: Path, out: Path | None, in_place: bool, diff: bool, unsafe: bool, force: bool, **how: Any
) -> Exit:
    """Repair what check finds in an .xlsx, .xlsm or .ods workbook, and leave all else byte for byte as it is.

    Without --unsafe: totals, decisions and outcomes that somebody typed and that contradict whole cards,
    formulas for which a right one is proved, and values that are stored for formulas. Exit code 1: something
    is left, or (--diff) there is something to repair.
    """
    from baccarat_xl.workbook.patch import refuse_overwriting

    if (out is not None) + in_place + diff != 1:
        raise click.UsageError("say where the result goes with -o, or --in-place, or look with --diff.")
    if out is not None:
        refuse_overwriting(out, [file], force=force)
    _require_workbook(file)
    backup = _backup(file) if in_place else None
    done = _fixed(file, how, file if in_place else out, unsafe, backup)
    if backup is not None and backup.exists():
        click.echo(f"{backup}: the original")
    _print(file if in_place else out, done)
    if diff:
        return Exit.FINDINGS if done.repairs or done.recomputed or done.left else Exit.CLEAN
    return Exit.FINDINGS if done.left or done.remaining else Exit.CLEAN


def _require_workbook(file: Path) -> None:
    from baccarat_xl.errors import UsageError
    from baccarat_xl.giveback.annotate import OPEN_DOCUMENT, PACKAGES, look_at

    kind = look_at(file).format
    if kind not in (*PACKAGES, OPEN_DOCUMENT):
        raise UsageError(f"{file}: only .xlsx, .xlsm and .ods workbooks are repaired; save it as .xlsx first")


def _fixed(file: Path, how: dict[str, Any], out: Path | None, unsafe: bool, backup: Path | None) -> Fixed:
    from baccarat_xl.audit.engine import Options
    from baccarat_xl.cli.checking import Asked, run_check
    from baccarat_xl.config.configuration import by_configuration
    from baccarat_xl.giveback.fix import fix

    given = {name for name, value in how.items() if value}
    groups = by_configuration([file], named=None, none=False)
    asked = Asked({**how, "fail_on": "note", "strict": False, "formulas": True}, given)
    found = run_check(groups, asked).result
    refused = next((one.refused for one in found.files if one.refused), None)
    if refused:
        from baccarat_xl.errors import FileUnreadable

        raise FileUnreadable(refused)
    settings = asked.beside(groups[0][0].settings)
    names = set(Options.__dataclass_fields__)
    options = Options(**{name: value for name, value in settings.items() if name in names})
    return fix(file, found.findings, options, out, unsafe=unsafe, backup=backup)


def _backup(file: Path) -> Path:
    """A free name beside the file."""
    number, backup = 1, file.with_name(f"{file.name}.bak")
    while backup.exists():
        number += 1
        backup = file.with_name(f"{file.name}.bak{number}")
    return backup


def _print(out: Path | None, done: Fixed) -> None:
    from baccarat_xl.layout.words import counted
    from baccarat_xl.report.lines import visible, visible_lines

    for repair in done.repairs[:SHOWN]:
        click.echo(visible_lines(repair.line()))
    if len(done.repairs) > SHOWN:
        click.echo(f"and {len(done.repairs) - SHOWN:,} more repairs")
    if done.recomputed:
        click.echo(f"{done.recomputed:,} stored values of formulas computed again")
    for left in done.left[:SHOWN]:
        finding = left.finding
        place = f"{finding.sheet}!{finding.cell or f'row {finding.row}'}"
        click.echo(visible(f"left: {place} {finding.rule} {finding.message}: {left.why}"))
    if len(done.left) > SHOWN:
        click.echo(f"and {len(done.left) - SHOWN:,} more left")
    for sentence in done.remarks:
        click.echo(visible(sentence))
    if out is None:
        return
    if not done.repairs and not done.recomputed:
        click.echo(f"nothing was repaired, and {out} was not written")
        return
    repairs, others = counted(len(done.repairs), "repair"), counted(len(done.left), "finding")
    click.echo(f"{out}: {repairs}, {others} left")
