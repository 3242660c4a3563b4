"""A check's result as JSON, in the shape of ``schema.json`` beside this file (schema_version 1)."""

from __future__ import annotations

import json
from dataclasses import asdict
from importlib import resources
from typing import Any, Final

from baccarat_xl.audit.finding import CheckResult, FileResult, Finding, TableResult, Unread
from baccarat_xl.config.accepted import Accepted
from baccarat_xl.report.accepted import accepted_data
from baccarat_xl.report.frequencies import frequencies_data

SCHEMA_VERSION: Final = 1


def schema() -> dict[str, Any]:
    """The published JSON Schema."""
    text = resources.files("baccarat_xl.report").joinpath("schema.json").read_text("utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def to_json(result: CheckResult, accepted: Accepted | None = None) -> str:
    """The result as JSON text, ending in a line break."""
    return json.dumps(as_data(result, accepted), ensure_ascii=False, indent=2) + "\n"


def as_data(result: CheckResult, accepted: Accepted | None = None) -> dict[str, Any]:
    """The result as plain dicts and lists."""
    accepted = accepted or Accepted()
    return {
        "schema_version": SCHEMA_VERSION,
        "complete": result.complete,
        "files": [_file(file, accepted) for file in result.files],
        "findings": [_finding(finding) for finding in result.findings],
        "formulas": [verdict.to_json() for verdict in result.formulas],
        "summary": {
            "rounds": result.rounds,
            "rounds_with_findings": result.rounds_with_findings,
            "rounds_not_verifiable": result.not_verifiable,
            "findings": len(result.findings),
            "formulas_proved": _count(result, "proved"),
            "formulas_refuted": _count(result, "refuted"),
            "formulas_undecided": _count(result, "undecided"),
        },
        "accepted": accepted_data(accepted),
    }


def _count(result: CheckResult, verdict: str) -> int:
    return sum(1 for one in result.formulas if one.verdict == verdict)


def _file(file: FileResult, accepted: Accepted) -> dict[str, Any]:
    used = accepted.configuration.get(file.path)
    not_read = [_unread(item) for item in file.not_read]
    if file.refused:
        not_read.insert(0, {"what": "file", "where": file.path, "why": file.refused})
    return {
        "path": file.path,
        "refused": file.refused,
        "configuration": {"path": str(used.path), "keys": list(used.keys)} if used else None,
        "tables": [_table(table) for table in file.tables],
        "not_read": not_read,
        "not_looked_at": [_unread(item) for item in file.not_looked_at],
        "without_rounds": [_unread(item) for item in file.without_rounds],
        "formulas_not_judged": [asdict(item) for item in file.not_judged],
        "formula_cells_skipped": file.formulas_skipped,
        "frequencies": frequencies_data(file.frequencies) if file.frequencies else None,
    }


def _unread(item: Unread) -> dict[str, str]:
    return {"what": item.what, "where": item.where, "why": item.why}


def _table(table: TableResult) -> dict[str, Any]:
    return {
        "sheet": table.sheet,
        "state": table.state,
        "header_row": table.header_row,
        "first_row": table.first_row,
        "last_row": table.last_row,
        "layout": table.layout,
        "rounds": table.rounds,
        "judged": table.judged,
        "columns": {role: place.letter for role, place in table.columns.items()},
        "second_columns": {role: place.letter for role, place in table.also.items()},
        "unknown_columns": {place.letter: place.header for place in table.unknown_columns},
        "not_compared": list(table.not_compared),
        "assumptions": list(table.assumptions),
        "passed_over": list(table.passed_over),
        "not_verifiable": [{"missing": list(gap.missing), "rows": list(gap.rows)} for gap in table.gaps],
        "formula_cells": table.formulas,
        "bet_columns": dict(table.bet_columns),
        "bets": list(table.bets),
        "rounds_in_hidden_rows": table.hidden,
        "hidden_rows_with_findings": list(table.hidden_findings),
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "confidence": finding.confidence,
        "file": finding.file,
        "sheet": finding.sheet,
        "cell": finding.cell,
        "row": finding.row,
        "round": finding.round,
        "found": finding.found,
        "expected": finding.expected,
        "message": finding.message,
        "why": finding.why,
        "clause": finding.clause,
        "fix": finding.fix,
        "cells": list(finding.cells),
    }
