"""Verdicts on formulas as text: a line each; for a refuted one where it is wrong, why, and what is right."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any, Final

from baccarat_xl.audit.finding import FileResult, NotJudged, role_words
from baccarat_xl.report.lines import Line, counted, number

if TYPE_CHECKING:
    from baccarat_xl.audit.formulas.grid import Verdict

STYLES: Final = {"proved": "quiet", "refuted": "error", "undecided": "warning"}
LONGEST: Final = 90
LISTED: Final = 6


def formula_lines(file: FileResult, quiet: Collection[tuple[Any, ...]] = ()) -> Iterator[Line]:
    """What the formulas of a file came to; of those in ``quiet``, (file, sheet, cells), one line each."""
    if file.formulas_skipped:
        yield "warning", f"  {counted(file.formulas_skipped, 'formula cell')} not looked at (--no-formulas)"
    if not file.formulas and not file.not_judged:
        return
    for verdict in file.formulas:
        lines = verdict_lines(verdict)
        if (file.path, verdict.sheet, verdict.cells) in quiet:
            style, head = next(lines)
            yield "quiet" if style == "error" else style, f"{head} (known or ignored)"
        else:
            yield from lines
    yield from _not_judged(file)


def verdict_lines(verdict: Verdict) -> Iterator[Line]:
    """One verdict."""
    role = role_words(verdict.role) if verdict.role else "?"
    where = f"{verdict.sheet}!{verdict.cells}"
    yield STYLES[verdict.verdict], f"  {verdict.verdict}: {role} in {where}: {_said(verdict)}"
    if verdict.verdict == "refuted":
        yield from _refuted(verdict)
    if verdict.verdict != "proved":
        yield "", f"      formula: {_short(verdict.formula)}"
    for sentence in verdict.assumptions:
        yield "quiet", f"      assumed: {sentence}"
    for sentence in verdict.notes:
        yield "note", f"      note: {sentence}"
    if verdict.second_opinion:
        yield "quiet", f"      second opinion: {verdict.second_opinion}"


def _said(verdict: Verdict) -> str:
    if verdict.verdict == "undecided":
        return verdict.reason or "it could not be judged"
    right, judged = number(verdict.judged - verdict.wrong), number(verdict.judged)
    if verdict.verdict == "proved":
        return f"right in all {judged} states"
    return f"right in {right} of {judged} states"


def _refuted(verdict: Verdict) -> Iterator[Line]:
    from baccarat_xl.audit.formulas.grid import LEGEND, grid_lines

    for group in verdict.groups:
        yield "", f"      wrong: {group}"
    for line in grid_lines(verdict.grid):
        yield "grid", f"    {line}"
    if verdict.grid:
        yield "quiet", f"      {LEGEND}"
    if verdict.cause:
        yield "", f"      cause: {verdict.cause.text}"
    if verdict.repair:
        yield "", f"      nearest repair: {verdict.repair}"
    if verdict.suggested_formula:
        yield "", f"      right formula: {verdict.suggested_formula}"


def _not_judged(file: FileResult) -> Iterator[Line]:
    by_why: dict[str, list[NotJudged]] = {}
    for item in file.not_judged:
        by_why.setdefault(item.why, []).append(item)
    for why, items in by_why.items():
        names = ", ".join(f"{item.sheet}!{item.cells}" for item in items[:LISTED])
        more = f" and {len(items) - LISTED} more" if len(items) > LISTED else ""
        yield "quiet", f"  not judged: {names}{more}: {why}"


def _short(formula: str) -> str:
    return formula if len(formula) <= LONGEST else f"{formula[:LONGEST]}..."
