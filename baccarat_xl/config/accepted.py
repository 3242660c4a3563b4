"""What a check found and does not show, and who says so: pure data beside a `CheckResult`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from baccarat_xl.audit.finding import Finding, Unread


@dataclass(frozen=True, slots=True)
class Used:
    """The configuration file that a checked file goes by, and the keys that it sets, as written."""

    path: Path
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One finding as a baseline keeps it.

    fingerprint  by content (`fingerprints.fingerprint_of`); file: its path from the baseline's folder, with /
    the rest     for people who read the file, and to tell equal ones apart: never part of the fingerprint
    """

    fingerprint: str
    file: str
    rule: str
    sheet: str | None
    cell: str | None
    message: str
    record: str = ""
    shoe: str | None = None
    round: str | None = None


@dataclass(frozen=True, slots=True)
class Baseline:
    """What one baseline came to: the findings that it holds, and its entries that were not found any more."""

    path: Path
    known: Sequence[Finding] = ()
    gone: Sequence[Entry] = ()


@dataclass(frozen=True, slots=True)
class Suppression:
    """A note in a cell that excuses findings there: ``baccarat-xl: ignore BACC201 reason``.

    refused  why it excuses nothing, one sentence; None for one that counts
    """

    file: str
    sheet: str
    cell: str
    codes: tuple[str, ...]
    reason: str
    refused: str | None = None

    @property
    def place(self) -> str:
        """``log.xlsx:Shoe 1!G6``."""
        return f"{self.file}:{self.sheet}!{self.cell}"


@dataclass(frozen=True, slots=True)
class Suppressed:
    """A finding that a note excuses."""

    finding: Finding
    by: Suppression


@dataclass(frozen=True, slots=True)
class Accepted:
    """Everything that is known, excused or set from outside.

    configuration  checked file -> the configuration file that it goes by; a file without one is not here
    unused         suppressions that excuse nothing, for there is nothing of the kind; refused: those that say
                   no reason, or name no rule
    not_read       notes that could not be read
    quiet          (file, sheet, cells) of refuted formulas whose findings are all in a baseline or excused
    """

    configuration: Mapping[str, Used] = field(default_factory=dict)
    baselines: Sequence[Baseline] = ()
    suppressed: Sequence[Suppressed] = ()
    unused: Sequence[Suppression] = ()
    refused: Sequence[Suppression] = ()
    not_read: Sequence[Unread] = ()
    quiet: frozenset[tuple[Any, ...]] = frozenset()

    @property
    def in_baseline(self) -> int:
        return sum(len(baseline.known) for baseline in self.baselines)


def together(parts: Sequence[Accepted]) -> Accepted:
    """Several as one, in order."""
    return Accepted(
        configuration={path: used for part in parts for path, used in part.configuration.items()},
        baselines=[one for part in parts for one in part.baselines],
        suppressed=[one for part in parts for one in part.suppressed],
        unused=[one for part in parts for one in part.unused],
        refused=[one for part in parts for one in part.refused],
        not_read=[one for part in parts for one in part.not_read],
        quiet=frozenset[tuple[Any, ...]]().union(*(part.quiet for part in parts)),
    )
