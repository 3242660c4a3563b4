"""The rows of a sheet of findings: one content for open workbooks, annotated copies and lists of findings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from baccarat_xl._version import __version__
from baccarat_xl.audit.catalogue import find_rule
from baccarat_xl.audit.finding import CheckResult, Finding
from baccarat_xl.config.accepted import Accepted
from baccarat_xl.report.row_heights import row_height
from baccarat_xl.report.text import to_lines

NAME: Final = "Baccarat check"
SIGNATURE: Final = "Made by baccarat-xl"
SIGNED: Final = f"{SIGNATURE} {__version__}."
HEADERS: Final = (
    "Place",
    "Severity",
    "Rule",
    "What is wrong",
    "The record",
    "Expected",
    "Found",
    "Why",
    "What to do",
)
WIDTHS: Final = (18, 10, 11, 44, 40, 24, 24, 44, 44)
COLOURS: Final = {"error": "#ffc7ce", "warning": "#ffeb9c", "note": "#ddebf7"}
"""The fill of a marked cell, by the gravest finding about it."""


def row_of(finding: Finding) -> tuple[str, ...]:
    """One finding under the `HEADERS`."""
    likely = " (likely)" if finding.confidence == "likely" else ""
    return (
        shown_place(finding),
        finding.severity,
        finding.rule,
        finding.message + likely,
        finding.record,
        finding.expected,
        finding.found,
        finding.why,
        finding.fix,
    )


def height_of(texts: Sequence[str]) -> float:
    """Points for a row of the sheet, so that its longest text shows in programs that do not see to it."""
    return row_height(zip(texts, WIDTHS, strict=False))


def shown_place(finding: Finding) -> str:
    """``Shoe 1!G6``; ``Shoe 1!row 6`` where the finding has no cell."""
    return f"{finding.sheet}!{finding.cell or f'row {finding.row}'}"


def linked_place(finding: Finding) -> str:
    """Where a link to the finding leads within its workbook: ``'Shoe 1'!G6``."""
    sheet = (finding.sheet or "").replace("'", "''")
    return f"'{sheet}'!{finding.cell or f'A{finding.row}'}"


def about(result: CheckResult, accepted: Accepted | None = None) -> tuple[str, list[str]]:
    """The summary in one line, and the lines about what was read, proved, assumed and not looked at."""

    def title(code: str) -> str:
        return find_rule(code).title()

    summary = [text for _, text in to_lines(result, title, limit=0, accepted=accepted)][-1]
    without = replace(result, findings=[])
    return summary, [text for _, text in to_lines(without, title, accepted=accepted)][:-1]


def free_name(taken: set[str]) -> str:
    """A name for the sheet of findings that is free; ``taken`` in lower case."""
    names = (NAME, *(f"{NAME} {number}" for number in range(2, len(taken) + 3)))
    return next(name for name in names if name.lower() not in taken)
