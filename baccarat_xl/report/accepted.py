"""What is known, excused or configured, as text for people and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final

from baccarat_xl.audit.finding import FileResult
from baccarat_xl.config.accepted import Accepted, Baseline, Suppressed, Suppression
from baccarat_xl.report.lines import Line, counted

FEW: Final = 50


def configuration_line(file: FileResult, accepted: Accepted) -> Iterator[Line]:
    """Which configuration a file goes by."""
    used = accepted.configuration.get(file.path)
    if used is not None:
        keys = ", ".join(used.keys) or "no key"
        yield "quiet", f"  configuration: {used.path} sets {keys}"


def accepted_lines(accepted: Accepted) -> Iterator[Line]:
    """What is not among the findings above, and what notes and baselines say that is so no more."""
    lines = [
        *_baseline_lines(accepted),
        *_suppressed_lines(accepted),
        *(("warning", f"not read ({one.what}): {one.where}: {one.why}") for one in accepted.not_read),
    ]
    yield from lines
    if lines:
        yield "", ""


def _baseline_lines(accepted: Accepted) -> Iterator[Line]:
    for baseline in accepted.baselines:
        rules = Counter(finding.rule for finding in baseline.known)
        by_rule = ", ".join(f"{rule} {count:,}" for rule, count in sorted(rules.items()))
        shown = f" ({by_rule})" if by_rule else ""
        yield "quiet", f"baseline {baseline.path}: {counted(len(baseline.known), 'finding')} known{shown}"
        for entry in baseline.gone[:FEW]:
            place = (
                f"{entry.file}:{entry.sheet}!{entry.cell}" if entry.sheet else f"{entry.file}:{entry.cell}"
            )
            record = f" ({entry.record})" if entry.record else ""
            yield "strong", f"  gone: {entry.rule} {entry.message}, once at {place}{record}"
        if len(baseline.gone) > FEW:
            yield "strong", f"  and {len(baseline.gone) - FEW:,} more that are gone"


def _suppressed_lines(accepted: Accepted) -> Iterator[Line]:
    for one in accepted.suppressed:
        yield "quiet", f"ignored: {one.finding.rule} by the note in {one.by.place}: {one.by.reason}"
    for note in accepted.refused:
        yield "warning", f"a note that ignores nothing: {note.place}: {note.refused}"
    for note in accepted.unused:
        rules = ", ".join(note.codes)
        yield "warning", f"a note that is not needed: {note.place}: there is no finding of {rules}"


def accepted_summary(accepted: Accepted) -> list[str]:
    """The parts of the last line about it."""
    parts = []
    if accepted.baselines:
        parts.append(f"{counted(accepted.in_baseline, 'finding')} in the baseline")
    if accepted.suppressed:
        parts.append(f"{counted(len(accepted.suppressed), 'finding')} ignored by notes")
    return parts


def accepted_data(accepted: Accepted) -> dict[str, Any]:
    """The object under ``accepted`` in the JSON report."""
    return {
        "baselines": [_baseline(one) for one in accepted.baselines],
        "ignored": [_ignored(one) for one in accepted.suppressed],
        "notes_not_needed": [_note(one) for one in accepted.unused],
        "notes_refused": [{**_note(one), "why": one.refused} for one in accepted.refused],
        "notes_not_read": [asdict(one) for one in accepted.not_read],
    }


def _baseline(baseline: Baseline) -> dict[str, Any]:
    return {
        "path": str(baseline.path),
        "known": len(baseline.known),
        "gone": [asdict(entry) for entry in baseline.gone],
    }


def _note(note: Suppression) -> dict[str, Any]:
    return {"file": note.file, "sheet": note.sheet, "cell": note.cell, "rules": list(note.codes)}


def _ignored(one: Suppressed) -> dict[str, Any]:
    return {
        "rule": one.finding.rule,
        "file": one.finding.file,
        "sheet": one.finding.sheet,
        "cell": one.finding.cell,
        "row": one.finding.row,
        "message": one.finding.message,
        "note": one.by.cell,
        "reason": one.by.reason,
    }
