"""The formats of a check's report, each by its writer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

    from baccarat_xl.cli.checking import Checked
    from baccarat_xl.report.lines import Line


def _json(done: Checked, _limit: int | None) -> str:
    from baccarat_xl.report.json import to_json

    return to_json(done.result, done.accepted)


def _sarif(done: Checked, _limit: int | None) -> str:
    from baccarat_xl.report.sarif import to_sarif

    return to_sarif(done.result, done.accepted)


def _junit(done: Checked, _limit: int | None) -> str:
    from baccarat_xl.report.junit import to_junit

    return to_junit(done.result, done.accepted, done.failing)


def _github(done: Checked, _limit: int | None) -> str:
    from baccarat_xl.report.github import to_commands

    return to_commands(done.result, done.accepted)


def _html(done: Checked, limit: int | None) -> str:
    from baccarat_xl.report.page.page import to_html

    return to_html(done.result, done.accepted, limit=limit)


WRITERS: Final[dict[str, Callable[[Checked, int | None], str]]] = {
    "json": _json,
    "sarif": _sarif,
    "junit": _junit,
    "github": _github,
    "html": _html,
}
WORKBOOK: Final = "xlsx"
"""A report that is no text."""
FORMATS: Final = ("text", *WRITERS, WORKBOOK)
IN_JSON: Final = ("json", "sarif")


def formatted(done: Checked, form: str, limit: int | None) -> str:
    """The report in one of the `FORMATS` but text and workbook; ``limit``: findings that a page draws."""
    from baccarat_xl.report.lines import visible_json, visible_lines

    text = WRITERS[form](done, limit)
    return visible_json(text) if form in IN_JSON else visible_lines(text)


def text_lines(done: Checked, limit: int | None) -> Iterator[Line]:
    """The report for people, at most ``limit`` findings of it."""
    from baccarat_xl.audit.catalogue import find_rule
    from baccarat_xl.report.lines import visible
    from baccarat_xl.report.text import to_lines

    lines = to_lines(done.result, lambda code: find_rule(code).title(), limit=limit, accepted=done.accepted)
    return ((style, visible(line)) for style, line in lines)


def workbook(done: Checked, out: Path) -> bytes:
    """The report as a workbook that will stand at ``out``."""
    from baccarat_xl.report.book import to_xlsx

    return to_xlsx(done.result, done.accepted, out=out)
