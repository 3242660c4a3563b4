"""A check's result as JUnit's XML, which build servers show: a suite a file; tables and findings are cases.

What is known or excused, undecided or not read is a skipped case with its reason; nothing is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias
from xml.etree import ElementTree

from baccarat_xl.audit.finding import SEVERITIES, CheckResult, FileResult, Finding, TableResult, role_words
from baccarat_xl.config.accepted import Accepted
from baccarat_xl.report.lines import counted
from baccarat_xl.report.text import finding_lines, place_of

if TYPE_CHECKING:
    from baccarat_xl.proof.verdict import Verdict

State: TypeAlias = Literal["passed", "failure", "error", "skipped"]
FORBIDDEN: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold."""


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a suite."""

    name: str
    state: State
    message: str = ""
    kind: str = ""
    text: str = ""


def to_junit(
    result: CheckResult, accepted: Accepted | None = None, failing: Mapping[str, str] | None = None
) -> str:
    """The XML. ``failing``: path of a file -> the least severity that fails there."""
    accepted, failing = accepted or Accepted(), failing or {}
    root = ElementTree.Element("testsuites", name="baccarat-xl check")
    for file in result.files:
        findings = [finding for finding in result.findings if finding.file == file.path]
        cases = list(_cases(file, findings, accepted, failing.get(file.path, "note")))
        root.append(_suite(file.path, cases))
    for name in ("tests", "failures", "errors", "skipped"):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in root)))
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _cases(file: FileResult, findings: list[Finding], accepted: Accepted, least: str) -> Iterator[Case]:
    if file.refused:
        yield Case("read", "error", file.refused, "refused")
    for table in file.tables:
        yield _table(table)
    for verdict in file.formulas:
        yield _formula(verdict)
    for item in file.not_read:
        yield Case(f"{item.what} {item.where}".strip(), "skipped", f"not read: {item.why}")
    for item in file.not_looked_at:
        yield Case(f"{item.what} {item.where}".strip(), "skipped", f"not looked at: {item.why}")
    if file.formulas_skipped:
        cells = counted(file.formulas_skipped, "formula cell")
        yield Case("formulas", "skipped", f"{cells} not looked at (--no-formulas)")
    for finding in findings:
        yield _finding(finding, least)
    for baseline in accepted.baselines:
        for finding in baseline.known:
            if finding.file == file.path:
                yield Case(_name(finding), "skipped", f"in the baseline {baseline.path}: {finding.message}")
    for one in accepted.suppressed:
        if one.finding.file == file.path:
            yield Case(
                _name(one.finding), "skipped", f"ignored by the note in {one.by.cell}: {one.by.reason}"
            )


def _table(table: TableResult) -> Case:
    sheet = f"{table.sheet}, " if table.sheet else ""
    name = f"{sheet}rows {table.first_row}-{table.last_row}: {counted(table.rounds, 'round')} looked at"
    if not table.judged:
        return Case(name, "skipped", "the rules do not apply to this game (R0)")
    if table.not_verifiable:
        return Case(name, "skipped", f"{counted(table.not_verifiable, 'round')} cannot be verified")
    return Case(name, "passed")


def _formula(verdict: Verdict) -> Case:
    role = role_words(verdict.role) if verdict.role else "formula"
    name = f"{verdict.sheet}!{verdict.cells}: {role}"
    if verdict.verdict == "undecided":
        return Case(name, "skipped", f"undecided: {verdict.reason}")
    said = f"{verdict.verdict}: right in {verdict.judged - verdict.wrong:,} of {verdict.judged:,} states"
    return Case(f"{name}: {said}", "passed")


def _finding(finding: Finding, least: str) -> Case:
    text = "\n".join(line for _, line in finding_lines(finding)).strip()
    grave = least != "never" and SEVERITIES.index(finding.severity) <= SEVERITIES.index(least)
    state: State = "failure" if grave else "passed"
    return Case(_name(finding), state, f"{finding.rule} {finding.message}", finding.rule, text)


def _name(finding: Finding) -> str:
    return f"{place_of(finding).removeprefix(f'{finding.file}:')}: {finding.rule}"


def _suite(path: str, cases: list[Case]) -> ElementTree.Element:
    suite = ElementTree.Element("testsuite", name=_clean(path), tests=str(len(cases)))
    for name, state in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(name, str(sum(1 for case in cases if case.state == state)))
    for case in cases:
        element = ElementTree.SubElement(suite, "testcase", classname=_clean(path), name=_clean(case.name))
        if case.state == "passed":
            if case.text:
                ElementTree.SubElement(element, "system-out").text = _clean(case.text)
            continue
        told = ElementTree.SubElement(element, case.state, message=_clean(case.message))
        if case.state != "skipped":
            told.set("type", case.kind)
        if case.text:
            told.text = _clean(case.text)
    return suite


def _clean(text: str) -> str:
    """The text with what XML cannot hold as a code in words."""
    return FORBIDDEN.sub(lambda match: f"\\x{ord(match[0]):02x}", text)
