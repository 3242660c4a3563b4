"""A check's result without what a baseline knows and notes excuse, and the account of both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from baccarat_xl.audit.finding import CheckResult, FileResult, Finding, TableResult, Unread
from baccarat_xl.config.accepted import Accepted, Baseline, Entry, Suppressed, Suppression, Used
from baccarat_xl.config.baseline import Comparison, baseline_text, read_baseline
from baccarat_xl.config.configuration import Configuration
from baccarat_xl.config.fingerprints import OF_FORMULAS, Fingerprints

REFUTED: Final = OF_FORMULAS[:2]


@dataclass(frozen=True, slots=True)
class Run:
    """A check of some files with one configuration.

    codes, sheet, formulas  what was looked for; an entry of anything else is not gone when it is not found
    baseline                the baseline that holds for these files
    password, passwords     as `audit.engine.Options` has them, for the notes of encrypted workbooks
    """

    result: CheckResult
    codes: frozenset[str]
    sheet: str | None = None
    formulas: bool = True
    configuration: Configuration | None = None
    baseline: Path | None = None
    password: str | None = field(default=None, repr=False)
    passwords: Mapping[str, str] = field(default_factory=dict, repr=False)

    def comparison(self, path: Path, made: Fingerprints, remaining: Sequence[Finding]) -> Comparison:
        """The findings that remain beside the baseline at ``path``."""
        result = replace(self.result, findings=remaining)
        return Comparison(path, result, made, self.codes, self.sheet, self.formulas)


def settle(
    runs: Sequence[Run], write: Path | None = None
) -> tuple[list[tuple[CheckResult, Accepted]], str | None]:
    """(for each run its result with the findings that remain and what was taken away, the text to write).

    ``write``: where a baseline will stand; every finding then counts as known, and entries of the file there
    that no run looked for stay. Raises FileUnreadable for a baseline that cannot be read.
    """
    settled: list[tuple[CheckResult, Accepted]] = []
    entries: list[Entry] = []
    stays = read_baseline(write) if write is not None and write.exists() else []
    old = list(stays)
    for run in runs:
        made = Fingerprints(run.result)
        said, not_read = _notes(run)
        remaining, excused, idle = _excuse(run.result.findings, said)
        baselines: list[Baseline] = []
        if write is not None:
            comparison = run.comparison(write, made, remaining)
            entries += _once(comparison)
            stays = [entry for entry in stays if not comparison.looked_for(entry)]
            before = read_baseline(run.baseline) if run.baseline not in (None, write) else old
            gone = comparison.compare(before)[1].gone
            baselines, remaining = [Baseline(write, remaining, gone)], []
        elif run.baseline is not None:
            comparison = run.comparison(run.baseline, made, remaining)
            remaining, compared = comparison.compare(read_baseline(run.baseline))
            baselines = [compared]
        accepted = Accepted(
            configuration=_used(run),
            baselines=baselines,
            suppressed=excused,
            unused=[one for one in idle if _asked_for(one, run)],
            refused=[one for one in said if one.refused is not None],
            not_read=not_read,
            quiet=_quiet(run.result, remaining, made),
        )
        settled.append((_narrowed(run.result, remaining), accepted))
    return settled, baseline_text([*entries, *stays]) if write is not None else None


def _once(comparison: Comparison) -> list[Entry]:
    """The entries of all findings; findings that come from one formula are one entry."""
    found: list[Entry] = []
    seen: set[tuple[str, str]] = set()
    for finding in comparison.result.findings:
        entry = comparison.entry(finding)
        key = entry.file, entry.fingerprint
        if not (comparison.made.shared(finding) and key in seen):
            found.append(entry)
        seen.add(key)
    return found


def _notes(run: Run) -> tuple[list[Suppression], list[Unread]]:
    from baccarat_xl.config.notes import read_notes
    from baccarat_xl.config.suppressions import suppressions

    said: list[Suppression] = []
    not_read: list[Unread] = []
    for file in run.result.files:
        if file.refused is None:
            notes = read_notes(Path(file.path), run.passwords.get(file.path, run.password))
            said += suppressions(file.path, notes.notes)
            not_read += notes.not_read
    return said, not_read


def _excuse(
    findings: Sequence[Finding], said: Sequence[Suppression]
) -> tuple[list[Finding], list[Suppressed], list[Suppression]]:
    if not said:
        return list(findings), [], []
    from baccarat_xl.config.suppressions import excuse

    return excuse(findings, said)


def _asked_for(one: Suppression, run: Run) -> bool:
    """Whether anything was looked for that it could excuse."""
    from baccarat_xl.audit.catalogue import select_codes

    here = run.sheet is None or one.sheet.casefold() == run.sheet.casefold()
    return here and bool(select_codes(one.codes) & run.codes)


def _used(run: Run) -> dict[str, Used]:
    if run.configuration is None or run.configuration.path is None:
        return {}
    used = Used(run.configuration.path, run.configuration.keys)
    return {file.path: used for file in run.result.files}


def _quiet(
    result: CheckResult, remaining: Sequence[Finding], made: Fingerprints
) -> frozenset[tuple[Any, ...]]:
    """The refuted formulas that were reported and of which nothing remains to be shown."""
    left = {id(finding) for finding in remaining}
    loud: set[tuple[Any, ...]] = set()
    told: set[tuple[Any, ...]] = set()
    for finding in result.findings:
        verdict = made.verdict(finding) if finding.rule in REFUTED else None
        if verdict is not None:
            key = (verdict.file or finding.file, verdict.sheet, verdict.cells)
            (loud if id(finding) in left else told).add(key)
    return frozenset(told - loud)


def _narrowed(result: CheckResult, remaining: Sequence[Finding]) -> CheckResult:
    """The result with these findings, and rounds with findings counted again where some were taken away."""
    if len(remaining) == len(result.findings):
        return result
    rows: dict[tuple[str, str | None], set[int]] = {}
    for finding in remaining:
        rows.setdefault((finding.file, finding.sheet), set()).add(finding.row)

    def table(file: FileResult, one: TableResult) -> TableResult:
        found = rows.get((file.path, one.sheet), set())
        count = sum(1 for row in found if one.header_row < row <= one.last_row)
        return replace(one, rounds_with_findings=min(count, one.rounds_with_findings))

    files = [replace(file, tables=[table(file, one) for one in file.tables]) for file in result.files]
    return CheckResult(files, list(remaining))
