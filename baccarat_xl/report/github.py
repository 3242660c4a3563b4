"""Findings as workflow commands of GitHub Actions: annotations on a run and on the lines of text files.

Every line is a command, and everything in it is escaped, so that no cell can pass for a command.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import Final

from baccarat_xl.audit.catalogue import find_rule
from baccarat_xl.audit.finding import CheckResult, Finding, Severity
from baccarat_xl.config.accepted import Accepted
from baccarat_xl.report.text import place_of, to_lines

COMMANDS: Final[dict[Severity, str]] = {"error": "error", "warning": "warning", "note": "notice"}
IN_MESSAGES: Final = {"%": "%25", "\r": "%0D", "\n": "%0A"}
IN_PROPERTIES: Final = {**IN_MESSAGES, ":": "%3A", ",": "%2C"}


def to_commands(result: CheckResult, accepted: Accepted | None = None) -> str:
    """A command for each finding and each thing not read, then the summary."""
    accepted = accepted or Accepted()
    lines = [_finding(finding) for finding in result.findings]
    for file in result.files:
        if file.refused:
            lines.append(_command("error", "Not read", file.path, None, file.refused))
        for item in file.not_read:
            where = f"{item.where}: " if item.where else ""
            lines.append(
                _command("warning", f"Not read ({item.what})", file.path, None, f"{where}{item.why}")
            )
        for item in file.not_looked_at:
            said = f"{item.where}: {item.why}"
            lines.append(_command("notice", f"Not looked at ({item.what})", file.path, None, said))
    lines += [
        _command("warning", "A note that ignores nothing", one.file, None, f"{one.place}: {one.refused}")
        for one in accepted.refused
    ]
    for note in accepted.unused:
        said = f"{note.place}: there is no finding of {', '.join(note.codes)}"
        lines.append(_command("warning", "A note that is not needed", note.file, None, said))
    summary = [text for _, text in to_lines(result, _title, limit=0, accepted=accepted)][-1]
    lines.append(_command("notice", "baccarat-xl check", None, None, summary))
    return "".join(f"{line}\n" for line in lines)


def _title(code: str) -> str:
    return find_rule(code).title()


def _finding(finding: Finding) -> str:
    text = finding.sheet is None and any(letter.isdigit() for letter in finding.cell or "")
    record = f"{finding.record}; " if finding.record else ""
    message = (
        f"{place_of(finding)}: {finding.message}\n"
        f"{record}expected: {finding.expected}, found: {finding.found}\n"
        f"why: {finding.why}\nfix: {finding.fix}"
    )
    title = f"{finding.rule} {finding.cell or f'row {finding.row}'}"
    return _command(COMMANDS[finding.severity], title, finding.file, finding.row if text else None, message)


def _command(kind: str, title: str, file: str | None, line: int | None, message: str) -> str:
    told = {
        "file": PurePath(file).as_posix() if file else None,
        "line": str(line) if line else None,
        "title": title,
    }
    properties = ",".join(f"{key}={_escaped(value, IN_PROPERTIES)}" for key, value in told.items() if value)
    return f"::{kind} {properties}::{_escaped(message, IN_MESSAGES)}"


def _escaped(text: str, signs: dict[str, str]) -> str:
    return "".join(signs.get(sign, sign) for sign in text)
