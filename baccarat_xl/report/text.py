"""A check's result for people: findings, what was recognised, what was not read, and a summary.

Lines are pairs of a style and a text. The style (``error``, ``warning``, ``note``, ``strong``, ``quiet`` or
none) may become a colour; it never says anything that the words do not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Final, TypeAlias

from baccarat_xl.audit.finding import (
    SEVERITIES,
    CheckResult,
    FileResult,
    Finding,
    Gap,
    Place,
    TableResult,
    role_words,
)
from baccarat_xl.config.accepted import Accepted
from baccarat_xl.report.accepted import accepted_lines, accepted_summary, configuration_line
from baccarat_xl.report.formulas import formula_lines
from baccarat_xl.report.frequencies import frequency_lines
from baccarat_xl.report.lines import Line, counted, number

FEW_ROWS: Final = 12
NO_DRAWS: Final = ("totals", "outcomes")
Title: TypeAlias = Callable[[str], str]


def to_lines(
    result: CheckResult, title: Title, *, limit: int | None = None, accepted: Accepted | None = None
) -> Iterator[Line]:
    """The whole report. ``title`` gives a rule's title by code; at most ``limit`` findings are shown;
    ``accepted``: what is known, excused or configured besides."""
    accepted = accepted or Accepted()
    shown = result.findings if limit is None else result.findings[:limit]
    for finding in shown:
        yield from finding_lines(finding)
    if len(shown) < len(result.findings):
        yield "strong", f"and {number(len(result.findings) - len(shown))} more findings (--limit 0 shows all)"
        yield "", ""
    for file in result.files:
        yield from _file_lines(file, accepted)
    yield from accepted_lines(accepted)
    yield from _summary(result, title, accepted)


def place_of(finding: Finding) -> str:
    """``log.xlsx:Shoe 1!G6``, ``log.csv:G6``, ``log.json:12:bankoHand``."""
    if finding.cell is None:
        where = f"row {finding.row}"
    elif any(letter.isdigit() for letter in finding.cell) and finding.cell.endswith(str(finding.row)):
        where = finding.cell
    else:
        where = f"{finding.row}:{finding.cell}"
    return f"{finding.file}:{finding.sheet}!{where}" if finding.sheet else f"{finding.file}:{where}"


def finding_lines(finding: Finding) -> Iterator[Line]:
    """One finding: place and message, the record with expected and found, why, and what to do."""
    numbers = [f"{word} {n}" for word, n in (("shoe", finding.shoe), ("round", finding.round)) if n]
    label = f"  [{' '.join(numbers)}]" if numbers else ""
    likely = " (likely)" if finding.confidence == "likely" else ""
    head = f"{place_of(finding)}: {finding.severity} {finding.rule} {finding.message}{likely}{label}"
    yield finding.severity, head
    record = f"{finding.record};  " if finding.record else ""
    yield "", f"    {record}expected: {finding.expected}  found: {finding.found}"
    yield "", f"    why: {finding.why}"
    yield "", f"    fix: {finding.fix}"
    yield "", ""


def _file_lines(file: FileResult, accepted: Accepted) -> Iterator[Line]:
    yield "strong", file.path
    yield from configuration_line(file, accepted)
    if file.refused:
        yield "error", f"  not read: {file.refused}"
    for table in file.tables:
        yield from _table_lines(table)
    if file.frequencies is not None:
        yield from frequency_lines(file.frequencies)
    yield from formula_lines(file, accepted.quiet)
    for item in file.not_read:
        where = f"{item.where}: " if item.where else ""
        yield "warning", f"  not read ({item.what}): {where}{item.why}"
    for item in file.not_looked_at:
        where = f"{item.where}: " if item.where else ""
        yield "warning", f"  not looked at ({item.what}): {where}{item.why}"
    for item in file.without_rounds:
        yield "quiet", f"  no rounds here: {item.where}: {item.why}"
    if not file.tables and not file.refused and not file.formulas:
        yield "warning", "  no table of rounds was found, so nothing was checked"
    yield "", ""


def _table_lines(table: TableResult) -> Iterator[Line]:
    name = f"sheet {table.sheet!r}, " if table.sheet else ""
    hidden = f" ({table.state} sheet)" if table.state != "visible" else ""
    several = table.last_row > table.first_row
    rows = f"rows {table.first_row}-{table.last_row}" if several else f"row {table.first_row}"
    yield "", f"  {name}{rows}{hidden}: {counted(table.rounds, 'round')}, layout: {table.layout}"
    for name_, columns in _columns(table):
        yield "quiet", f"    {name_}: {columns}"
    # Of columns of bets it is said apart what became of them.
    unknown = [place for place in table.unknown_columns if place.letter not in table.bet_columns.values()]
    if unknown:
        names = ", ".join(map(_named, unknown))
        yield "quiet", f"    columns without a role, not looked at: {names}"
    if table.not_compared:
        names = ", ".join(f"{role_words(role)} ({table.also[role].letter})" for role in table.not_compared)
        yield "quiet", f"    not compared: {names}"
    for sentence in table.assumptions:
        yield "", f"    assumed: {sentence}"
    for sentence in table.bets:
        yield "", f"    bets: {sentence}"
    for words in table.passed_over:
        yield "quiet", f"    passed over: {words}"
    if table.hidden:
        yield from _hidden(table)
    if table.judged:
        yield from _coverage(table)


def _hidden(table: TableResult) -> Iterator[Line]:
    """Rounds that nobody sees in the spreadsheet program count like the others."""
    stand = "1 round stands in a hidden" if table.hidden == 1 else f"{table.hidden:,} rounds stand in hidden"
    rows = "row" if table.hidden == 1 else "rows"
    text = f"    {stand} or filtered {rows}, read like the others"
    if table.hidden_findings:
        yield "warning", f"{text}; there are findings in hidden {ranges(table.hidden_findings)}"
    else:
        yield "quiet", text


def _columns(table: TableResult) -> Iterator[tuple[str, str]]:
    """The columns with a role, one line a hand."""
    lines: dict[str, list[str]] = {"columns": [], "Player": [], "Banker": [], "as recorded": []}
    for role, place in chain(table.columns.items(), table.also.items()):
        side = role.removeprefix("recorded_").removeprefix("computed_").partition("_")[0].capitalize()
        line = "as recorded" if role.startswith("recorded_") else side if side in lines else "columns"
        lines[line].append(f"{_named(place)} = {role_words(role)}")
    for line, names in lines.items():
        if names:
            yield line, ", ".join(names)


def _named(place: Place) -> str:
    return f"{place.letter} {place.header!r}" if place.header not in ("", place.letter) else place.letter


def _coverage(table: TableResult) -> Iterator[Line]:
    checked = table.rounds - table.not_verifiable
    if table.layout in NO_DRAWS and not checked:
        yield (
            "warning",
            "    draws could not be checked: the table records no cards; only what it records was compared",
        )
    for gap in table.gaps:
        yield "warning", f"    not verifiable: {_gap(gap)}"
    if table.formulas:
        yield "quiet", f"    {counted(table.formulas, 'formula cell')} among them: stored values checked"


def _gap(gap: Gap) -> str:
    missing = " and ".join(filter(None, (", ".join(gap.missing[:-1]), gap.missing[-1])))
    return f"{counted(len(gap.rows), 'round')}: {missing} missing, {ranges(gap.rows)}"


def _summary(result: CheckResult, title: Title, accepted: Accepted) -> Iterator[Line]:
    for code, count in result.by_rule.items():
        yield "", f"{number(count):>7}  {code}  {title(code)}"
    checked = result.rounds - result.not_verifiable
    parts = [f"{counted(checked, 'round')} checked"]
    if result.not_verifiable:
        parts.append(f"{counted(result.not_verifiable, 'round')} not verifiable")
    parts += [
        f"{counted(count, 'formula')} {verdict}"
        for verdict in ("proved", "refuted", "undecided")
        if (count := sum(1 for one in result.formulas if one.verdict == verdict))
    ]
    refused = sum(1 for file in result.files if file.refused)
    if refused:
        parts.append(f"{counted(refused, 'file')} not read")
    unread = sum(len(file.not_read) for file in result.files)
    if unread:
        parts.append(f"{counted(unread, 'thing')} not read or recognised")
    if result.not_looked_at:
        parts.append(f"{counted(result.not_looked_at, 'thing')} not looked at")
    parts += accepted_summary(accepted)
    style, verdict = verdict_of(result, accepted)
    yield style, f"{', '.join(parts)}: {verdict}"


def verdict_of(result: CheckResult, accepted: Accepted) -> Line:
    """The last words: style and verdict."""
    if result.findings:
        grave = next(s for s in SEVERITIES if any(f.severity == s for f in result.findings))
        where = f" in {counted(result.rounds_with_findings, 'round')}" if result.rounds_with_findings else ""
        new = "new " if accepted.in_baseline else ""
        return grave, f"{counted(len(result.findings), f'{new}finding')}{where}"
    if result.complete:
        return "strong", "no new finding" if accepted.in_baseline else "no finding"
    return "warning", "no finding in what could be checked, and not everything could be"


def ranges(rows: Sequence[int]) -> str:
    """Row numbers in words: ``row 5``, ``rows 5, 9-12 ...``."""
    parts = list(islice(_runs(rows), FEW_ROWS + 1))
    more = " ..." if len(parts) > FEW_ROWS else ""
    return f"row{'s' if len(rows) > 1 else ''} {', '.join(parts[:FEW_ROWS])}{more}"


def _runs(rows: Iterable[int]) -> Iterator[str]:
    first = last = None
    for row in rows:
        if last is not None and row == last + 1:
            last = row
            continue
        if first is not None:
            yield f"{first}-{last}" if last != first else str(first)
        first = last = row
    if first is not None:
        yield f"{first}-{last}" if last != first else str(first)
