"""A baseline: the findings that somebody has looked at and lives with, as a file to keep beside the logs."""

from __future__ import annotations

import json
import os
from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Final

from baccarat_xl.audit.finding import CheckResult, Finding
from baccarat_xl.config.accepted import Baseline, Entry
from baccarat_xl.config.fingerprints import OF_FORMULAS, TYPED_OVER, VERSION, Fingerprints
from baccarat_xl.errors import FileUnreadable

KIND: Final = "baccarat-xl baseline"


def read_baseline(path: Path) -> list[Entry]:
    """The entries of a baseline. Raises FileUnreadable where it is missing, damaged or something else."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise FileUnreadable(
            f"{path}: no such baseline; make it with --write-baseline {path} or correct its name."
        ) from None
    except (OSError, ValueError, RecursionError) as error:
        raise FileUnreadable(f"{path}: the baseline cannot be read ({error}).") from None
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise FileUnreadable(f"{path}: this is no baseline; make one with --write-baseline.")
    if data.get("version") != VERSION:
        raise FileUnreadable(
            f"{path}: the baseline is of version {data.get('version')}, which this program does not read; "
            "write it again with --write-baseline."
        )
    entries = data.get("findings")
    names = {one.name for one in fields(Entry)}
    if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
        raise FileUnreadable(f"{path}: the baseline is damaged; write it again with --write-baseline.")
    try:
        return [Entry(**{key: value for key, value in one.items() if key in names}) for one in entries]
    except TypeError:
        raise FileUnreadable(
            f"{path}: the baseline is damaged; write it again with --write-baseline."
        ) from None


def baseline_text(entries: Iterable[Entry]) -> str:
    """The file: JSON with an entry a line, ordered, so that changes read well."""
    ordered = sorted(
        entries, key=lambda one: (one.file, one.sheet or "", one.rule, one.fingerprint, one.cell or "")
    )
    lines = ",\n".join("    " + json.dumps(_short(one), ensure_ascii=False) for one in ordered)
    body = f"\n{lines}\n  " if lines else ""
    return f'{{\n  "kind": "{KIND}",\n  "version": {VERSION},\n  "findings": [{body}]\n}}\n'


def _short(entry: Entry) -> dict[str, Any]:
    return {key: value for key, value in asdict(entry).items() if value not in (None, "")} | {
        "sheet": entry.sheet,
        "cell": entry.cell,
    }


@dataclass(slots=True)
class Comparison:
    """Compares findings with a baseline.

    path      where the baseline is or will be: files are named from its folder
    codes, sheet, formulas  what was looked for; an entry of anything else is neither found nor gone
    """

    path: Path
    result: CheckResult
    made: Fingerprints
    codes: frozenset[str]
    sheet: str | None = None
    formulas: bool = True
    names: dict[str, str] = field(default_factory=dict)

    def entry(self, finding: Finding) -> Entry:
        """The finding as the baseline keeps it."""
        return Entry(
            fingerprint=self.made.of(finding),
            file=self.name(finding.file),
            rule=finding.rule,
            sheet=finding.sheet,
            cell=finding.cell,
            message=finding.message,
            record=finding.record,
            shoe=finding.shoe,
            round=finding.round,
        )

    def name(self, file: str) -> str:
        """The file's path from the baseline's folder, with / on every system."""
        if file not in self.names:
            whole, folder = Path(file).resolve(), self.path.resolve().parent
            try:
                self.names[file] = Path(os.path.relpath(whole, folder)).as_posix()
            except ValueError:
                self.names[file] = whole.as_posix()
        return self.names[file]

    def compare(self, entries: Sequence[Entry]) -> tuple[list[Finding], Baseline]:
        """The findings that are new, and the baseline with those that it knows and its entries that are gone.

        Of equal ones those with the same shoe and round are matched first, then in order.
        """
        findings = self.result.findings
        entered = [self.entry(finding) for finding in findings]
        match = self._matched(entered, entries)
        used = {id(entry) for entry in match.values()}
        shared = {
            (entry.file, entry.fingerprint)
            for place, entry in match.items()
            if self.made.shared(findings[place])
        }
        gone = [
            entry
            for entry in entries
            if id(entry) not in used
            and (entry.file, entry.fingerprint) not in shared
            and self.looked_for(entry)
        ]
        fresh = [finding for place, finding in enumerate(findings) if place not in match]
        known = [finding for place, finding in enumerate(findings) if place in match]
        return fresh, Baseline(self.path, known, gone)

    def _matched(self, entered: Sequence[Entry], entries: Sequence[Entry]) -> dict[int, Entry]:
        """Number of the finding -> its entry."""
        match: dict[int, Entry] = {}
        used: set[int] = set()
        for key_of in (_with_numbers, _by_content):
            waiting: dict[tuple[str | None, ...], deque[Entry]] = defaultdict(deque)
            for entry in entries:
                if id(entry) not in used:
                    waiting[key_of(entry)].append(entry)
            for place, mine in enumerate(entered):
                left = waiting.get(key_of(mine))
                if place in match or not left:
                    continue
                match[place] = left[0]
                used.add(id(left[0]))
                if not self.made.shared(self.result.findings[place]):
                    left.popleft()
        return match

    def looked_for(self, entry: Entry) -> bool:
        """Whether this run would have found what the entry says, if it were still there."""
        files = {self.name(file.path) for file in self.result.files if file.refused is None}
        of_formula = entry.rule in (*OF_FORMULAS, TYPED_OVER)
        return (
            entry.file in files
            and entry.rule in self.codes
            and (self.sheet is None or entry.sheet is None or entry.sheet == self.sheet)
            and (self.formulas or not of_formula)
        )


def _by_content(entry: Entry) -> tuple[str | None, ...]:
    return entry.file, entry.fingerprint


def _with_numbers(entry: Entry) -> tuple[str | None, ...]:
    return entry.file, entry.fingerprint, entry.shoe, entry.round
