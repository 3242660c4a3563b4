"""Check files: open, recognise, audit, sort; and say what was not looked at."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from baccarat_xl.audit.catalogue import select_codes
from baccarat_xl.audit.finding import CheckResult, FileResult, Finding, TableResult, Unread
from baccarat_xl.errors import FileError

if TYPE_CHECKING:
    from baccarat_xl.workbook.model import Progress


@dataclass(frozen=True, slots=True)
class Options:
    """How to check.

    sheet, header_row, mapping, zero, means  overrule recognition: see `layout.recognise.recognise`
    select, ignore  rule codes or beginnings of codes; ``select`` empty means all
    """

    sheet: str | None = None
    header_row: int | None = None
    mapping: Mapping[str, str] = field(default_factory=dict)
    zero: Literal["card", "none"] | None = None
    means: Mapping[str, str] = field(default_factory=dict)
    select: Sequence[str] = ()
    ignore: Sequence[str] = ()

    @property
    def codes(self) -> frozenset[str]:
        """The rules that are reported. Raises UsageError for a code that names none."""
        return select_codes(self.select or ["BACC"]) - select_codes(self.ignore)


def check(
    paths: Sequence[str | Path], options: Options | None = None, *, progress: Progress | None = None
) -> CheckResult:
    """Check files one by one; one that cannot be used is told in its result and stops no other.

    Raises UsageError for options that name no rule, sheet, header or role.
    """
    options = options or Options()
    wanted = options.codes
    files: list[FileResult] = []
    findings: list[Finding] = []
    for path in paths:
        with _collector_paused():
            result, found = _check_file(Path(path), options, progress)
        files.append(result)
        findings += [finding for finding in found if finding.rule in wanted]
    return CheckResult(files, findings)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Cells make no cycles, and looking for cycles among millions of them costs time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _check_file(path: Path, options: Options, progress: Progress | None) -> tuple[FileResult, list[Finding]]:
    from baccarat_xl.audit.table import audit_table
    from baccarat_xl.layout.recognise import recognise
    from baccarat_xl.workbook.read import read_book

    shown = str(path)
    try:
        book = read_book(path, progress=progress)
    except FileError as error:
        return FileResult(shown, refused=str(error)), []
    seen = recognise(
        book,
        sheet=options.sheet,
        header_row=options.header_row,
        mapping=options.mapping or None,
        zero=options.zero,
        means=options.means or None,
    )
    results: list[TableResult] = []
    findings: list[Finding] = []
    not_read = [Unread(item.what, item.where, item.why) for item in seen.not_read]
    for table in seen.tables:
        if progress:
            progress(f"checking {table.sheet.name or path.name}", len(results) / len(seen.tables))
        found, result = audit_table(table, shown)
        results.append(result)
        findings += sorted(found, key=lambda finding: finding.row)
        if table.variant is not None:
            why = f"{table.variant} leaves draws to people, so these rounds cannot be judged (R0)."
            not_read.append(Unread("table", table.sheet.name or path.name, why))
    without = [Unread(item.what, item.where, item.why) for item in seen.without_rounds]
    return FileResult(shown, results, not_read, without), findings
