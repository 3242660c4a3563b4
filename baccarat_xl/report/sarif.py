"""A check's result as SARIF 2.1.0, which code-scanning services read."""

from __future__ import annotations

import json
from pathlib import Path, PurePath
from typing import Any, Final
from urllib.parse import quote

from baccarat_xl._version import __version__
from baccarat_xl.audit.catalogue import RULES
from baccarat_xl.audit.finding import CheckResult, FileResult, Finding, Severity
from baccarat_xl.config.accepted import Accepted
from baccarat_xl.config.fingerprints import Fingerprints

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS: Final[dict[Severity, str]] = {"error": "error", "warning": "warning", "note": "note"}
FINGERPRINT: Final = "baccaratXlContent/v1"
PLACES: Final = {code: place for place, code in enumerate(RULES)}


def to_sarif(result: CheckResult, accepted: Accepted | None = None) -> str:
    """The log as JSON text. Findings that are known or ignored are in it, marked as such."""
    return json.dumps(as_log(result, accepted), ensure_ascii=False, indent=2) + "\n"


def as_log(result: CheckResult, accepted: Accepted | None = None) -> dict[str, Any]:
    """The log as plain dicts and lists."""
    accepted = accepted or Accepted()
    made = Fingerprints(result)
    results = [_result(finding, made, "new", accepted) for finding in result.findings]
    for baseline in accepted.baselines:
        results += [_result(finding, made, "unchanged", accepted) for finding in baseline.known]
    for one in accepted.suppressed:
        excused = _result(one.finding, made, "new", accepted)
        excused["suppressions"] = [{"kind": "inSource", "justification": one.by.reason}]
        results.append(excused)
    run = {
        "tool": {"driver": _driver()},
        "columnKind": "unicodeCodePoints",
        "artifacts": [{"location": {"uri": uri_of(file.path)}} for file in result.files],
        "results": results,
        "invocations": [
            {
                "executionSuccessful": not any(file.refused for file in result.files),
                "toolExecutionNotifications": [
                    *(note for file in result.files for note in _notifications(file)),
                    *_notes(accepted),
                ],
            }
        ],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _driver() -> dict[str, Any]:
    return {
        "name": "baccarat-xl",
        "semanticVersion": __version__,
        "rules": [
            {
                "id": rule.code,
                "shortDescription": {"text": f"{rule.title()}."},
                "fullDescription": {"text": rule.page()},
                "defaultConfiguration": {"level": LEVELS[rule.severity]},
                "properties": {"clause": rule.clause},
            }
            for rule in RULES.values()
        ],
    }


def _result(finding: Finding, prints: Fingerprints, state: str, accepted: Accepted) -> dict[str, Any]:
    record = f"{finding.record}; " if finding.record else ""
    text = (
        f"{finding.message}. {record}expected: {finding.expected}, found: {finding.found}. "
        f"Why: {finding.why}. Fix: {finding.fix}."
    )
    made: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": PLACES[finding.rule],
        "level": LEVELS[finding.severity],
        "message": {"text": text},
        "locations": [_location(finding)],
        "partialFingerprints": {FINGERPRINT: prints.of(finding)},
        "properties": {"confidence": finding.confidence, "clause": finding.clause, "round": finding.round},
    }
    if accepted.baselines:
        made["baselineState"] = state
    return made


def _location(finding: Finding) -> dict[str, Any]:
    """A workbook has no lines: its cells are the logical places, and it goes by line 1, which code scanning
    asks for."""
    in_text = finding.sheet is None and any(letter.isdigit() for letter in finding.cell or "")
    place = {
        "artifactLocation": {"uri": uri_of(finding.file)},
        "region": {"startLine": max(finding.row, 1) if in_text else 1},
    }
    cells = finding.cells or (finding.cell or f"row {finding.row}",)
    names = [f"{finding.sheet}!{cell}" if finding.sheet else cell for cell in cells]
    return {
        "physicalLocation": place,
        "logicalLocations": [{"fullyQualifiedName": name, "kind": "cell"} for name in names],
    }


def _notifications(file: FileResult) -> list[dict[str, Any]]:
    """What was there and was not read, judged or decided."""
    said = [("error", file.refused)] if file.refused else []
    said += [
        ("warning", f"not read ({item.what}): {item.where}: {item.why}".replace(": : ", ": "))
        for item in file.not_read
    ]
    said += [
        ("note", f"not looked at ({item.what}): {item.where}: {item.why}") for item in file.not_looked_at
    ]
    unsure = sum(table.not_verifiable for table in file.tables)
    if unsure:
        said.append(("note", f"{unsure:,} rounds cannot be verified"))
    said += [
        ("note", f"undecided: {verdict.sheet}!{verdict.cells}: {verdict.reason}")
        for verdict in file.formulas
        if verdict.verdict == "undecided"
    ]
    if file.formulas_skipped:
        said.append(("note", f"{file.formulas_skipped:,} formula cells not looked at"))
    place = {"physicalLocation": {"artifactLocation": {"uri": uri_of(file.path)}}}
    return [{"level": level, "message": {"text": text}, "locations": [place]} for level, text in said]


def _notes(accepted: Accepted) -> list[dict[str, Any]]:
    said = [f"a note that ignores nothing: {one.place}: {one.refused}" for one in accepted.refused]
    said += [
        f"a note that is not needed: {one.place}: there is no finding of {', '.join(one.codes)}"
        for one in accepted.unused
    ]
    return [{"level": "warning", "message": {"text": text}} for text in said]


def uri_of(path: str) -> str:
    """A path as an address: relative ones stay relative.

    >>> uri_of("logs/shoe 1.csv")
    'logs/shoe%201.csv'
    """
    return Path(path).as_uri() if Path(path).is_absolute() else quote(PurePath(path).as_posix())
