"""The page's content, and the page: templates beside this file, filled in with everything escaped."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from baccarat_xl._version import __version__
from baccarat_xl.audit.catalogue import find_rule
from baccarat_xl.audit.finding import CheckResult, FileResult, Finding, TableResult, role_words
from baccarat_xl.config.accepted import Accepted
from baccarat_xl.config.fingerprints import Fingerprints
from baccarat_xl.explanation.diagram import diagram, stylesheet
from baccarat_xl.explanation.way import Way
from baccarat_xl.report.frequencies import heading, in_figures, sentences
from baccarat_xl.report.lines import counted
from baccarat_xl.report.page.hands import Hand, hands_of, way_of_record
from baccarat_xl.report.page.verdicts import VERDICTS, examples, heads, heat_map, side_by_side
from baccarat_xl.report.text import ranges, to_lines, verdict_of

if TYPE_CHECKING:
    from jinja2 import Environment

SIGNS: Final = {"error": "✗", "warning": "!", "note": "i", "strong": "✓"}
TEMPLATE: Final = "page.html.j2"


@dataclass(frozen=True, slots=True)
class Shown:
    """A finding with its picture. anchor: its name within the page."""

    finding: Finding
    anchor: str
    place: str
    hands: tuple[Hand, Hand] | None
    way: Way | None


def to_html(result: CheckResult, accepted: Accepted | None = None, *, limit: int | None = None) -> str:
    """The page; at most ``limit`` findings are drawn, and the page says how many are not."""
    accepted = accepted or Accepted()
    shown = result.findings if limit is None else result.findings[:limit]
    style, verdict = verdict_of(result, accepted)
    summary = [text for _, text in to_lines(result, title, limit=0, accepted=accepted)][-1]
    made = Fingerprints(result)
    text = (
        environment()
        .get_template(TEMPLATE)
        .render(
            result=result,
            accepted=accepted,
            findings=[_shown(finding, number, made) for number, finding in enumerate(shown, 1)],
            hidden=len(result.findings) - len(shown),
            rules=[(code, count, title(code)) for code, count in result.by_rule.items()],
            verdict=verdict[:1].upper() + verdict[1:],
            summary=summary.rpartition(": ")[0],
            style=style,
            sign=SIGNS[style],
            heads=heads(),
            version=__version__,
            css=css(),
        )
    )
    return text.rstrip() + "\n"


def css() -> str:
    """The looks of a page, those of its diagrams among them."""
    return stylesheet() + resources.files("baccarat_xl.report.page").joinpath("page.css").read_text("utf-8")


def title(code: str) -> str:
    """A rule's title."""
    return find_rule(code).title()


def environment() -> Environment:
    """Templates beside this file, everything that is put into them escaped."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("baccarat_xl.report.page", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    functions: dict[str, Any] = {
        "counted": counted,
        "diagram": diagram,
        "role_words": role_words,
        "heat_map": heat_map,
        "side_by_side": side_by_side,
        "examples": examples,
        "verdict_words": VERDICTS,
        "columns_of": columns_of,
        "rows_of": ranges,
        "not_looked_at": not_looked_at,
        "signs": SIGNS,
        "frequency_heading": heading,
        "frequency_figures": in_figures,
        "frequency_sentences": sentences,
    }
    made.globals.update(functions)
    return made


def _shown(finding: Finding, number: int, made: Fingerprints) -> Shown:
    wrong = {made.role(finding, cell) for cell in finding.cells}
    hands = hands_of(finding.record, wrong) if finding.record else None
    cell = finding.cell or f"row {finding.row}"
    if finding.cell is not None and not any(sign.isdigit() for sign in finding.cell):
        cell = f"record {finding.row}, {finding.cell}"
    place = f"{finding.sheet}!{cell}" if finding.sheet else cell
    return Shown(finding, f"finding-{number}", place, hands, way_of_record(hands) if hands else None)


def columns_of(table: TableResult) -> list[tuple[str, str, str]]:
    """(letter, header, what it is) of each column with a role."""
    both = [*table.columns.items(), *table.also.items()]
    return [(place.letter, place.header, role_words(role)) for role, place in both]


def not_looked_at(file: FileResult) -> list[tuple[str, str]]:
    """(what, why) of everything in a file that was not read, judged or verified."""
    found = [("the file", file.refused)] if file.refused else []
    found += [(f"{one.what} {one.where}".strip(), one.why) for one in (*file.not_read, *file.not_looked_at)]
    for table in file.tables:
        name = f"{table.sheet}: " if table.sheet else ""
        if table.unknown_columns:
            names = ", ".join(place.header or place.letter for place in table.unknown_columns)
            found.append((f"{name}columns {names}", "nothing says what they hold"))
        found += [
            (f"{name}{role_words(role)} ({table.also[role].letter})", "not compared with anything")
            for role in table.not_compared
        ]
        for gap in table.gaps:
            missing = " and ".join(gap.missing)
            found.append(
                (f"{name}{counted(len(gap.rows), 'round')}, {ranges(gap.rows)}", f"{missing} missing")
            )
    found += [(f"{one.sheet}!{one.cells}", one.why) for one in file.not_judged]
    found += [
        (f"{one.sheet}!{one.cells}", one.reason or "undecided")
        for one in file.formulas
        if one.verdict == "undecided"
    ]
    if file.formulas_skipped:
        found.append((counted(file.formulas_skipped, "formula cell"), "--no-formulas was given"))
    found += [(f"{one.what} {one.where}".strip(), one.why) for one in file.without_rounds]
    return found
