"""A check's result as a workbook: a table of findings with filters and links, a chart, what was looked at.

Every text is text, whatever it looks like.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from zipfile import ZipFile

from baccarat_xl.audit.catalogue import find_rule
from baccarat_xl.audit.finding import CheckResult, Finding, role_words
from baccarat_xl.config.accepted import Accepted
from baccarat_xl.report.lines import visible_lines
from baccarat_xl.report.row_heights import row_height
from baccarat_xl.report.sheet_rows import COLOURS, NAME, SIGNED, about
from baccarat_xl.report.text import place_of

if TYPE_CHECKING:
    from baccarat_xl.proof.verdict import Verdict

SHEETS: Final = ("Findings", "By rule", "Formulas", "What was looked at")
MOST_LINKS: Final = 65_000
"""A sheet holds no more links than 65,530."""
MOST_ROWS: Final = 1_000_000
LONGEST: Final = 32_000
NONE: Final = "There is none. What was looked at, and what not, stands on the last sheet."
_HEAD_ROW: Final = 4
_CREATED: Final = datetime(2025, 1, 1)
_WITH_CELLS: Final = (".xls", ".xlsb", ".ods", ".fods", ".xlsx", ".xlsm", ".xltx", ".xltm")
_IN_LINKS: Final = "#?%"
"""Signs in a file's name that a link takes for something else."""
_ACTING: Final = tuple("=+-@")
"""Texts that begin so become formulas when the cell is edited, unless its format says that they are text."""
_LINE: Final = {"bottom": 1, "bottom_color": "#CFD6DD"}
Look: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its header, its width in characters, and what stands there."""

    header: str
    width: float
    of: Callable[[Any], str | int | None]


def _likely(finding: Finding) -> str:
    return finding.message + (" (likely)" if finding.confidence == "likely" else "")


def _short_place(finding: Finding) -> str:
    return place_of(finding).removeprefix(f"{finding.file}:")


FINDINGS: Final = (
    Column("Place", 18, _short_place),
    Column("File", 22, lambda finding: finding.file),
    Column("Sheet", 14, lambda finding: finding.sheet),
    Column("Row", 8, lambda finding: finding.row),
    Column("Shoe", 9, lambda finding: finding.shoe),
    Column("Round", 9, lambda finding: finding.round),
    Column("Severity", 11, lambda finding: finding.severity),
    Column("Rule", 11, lambda finding: finding.rule),
    Column("What is wrong", 44, _likely),
    Column("The record", 40, lambda finding: finding.record),
    Column("Expected", 22, lambda finding: finding.expected),
    Column("Found", 22, lambda finding: finding.found),
    Column("Why", 44, lambda finding: finding.why),
    Column("What to do", 44, lambda finding: finding.fix),
)
RULES: Final = (
    Column("Rule", 11, lambda pair: pair[0]),
    Column("Severity", 11, lambda pair: find_rule(pair[0]).severity),
    Column("Findings", 11, lambda pair: pair[1]),
    Column("What it means", 60, lambda pair: find_rule(pair[0]).title()),
)


def _repair(verdict: Verdict) -> str:
    return verdict.repair or verdict.suggested_formula or ""


FORMULAS: Final = (
    Column("Place", 18, lambda verdict: f"{verdict.sheet}!{verdict.cells}"),
    Column("File", 22, lambda verdict: verdict.file),
    Column("What it gives", 22, lambda verdict: role_words(verdict.role) if verdict.role else ""),
    Column("Verdict", 12, lambda verdict: verdict.verdict),
    Column("Wrong states", 9, lambda verdict: verdict.wrong),
    Column("States judged", 9, lambda verdict: verdict.judged),
    Column("Formula", 50, lambda verdict: verdict.formula),
    Column("Cause, or why it is undecided", 44, lambda one: one.cause.text if one.cause else one.reason),
    Column("Where it is wrong", 44, lambda verdict: "\n".join(verdict.groups)),
    Column("Repair, proved", 50, _repair),
)


def to_xlsx(result: CheckResult, accepted: Accepted | None = None, *, out: Path | None = None) -> bytes:
    """The workbook. out: where it will stand, from where its links lead to the files."""
    import xlsxwriter

    stream = BytesIO()
    book = xlsxwriter.Workbook(
        stream, {"strings_to_formulas": False, "strings_to_urls": False, "in_memory": True}
    )
    book.set_properties({"title": NAME, "created": _CREATED})
    made = _Made(book, out.absolute().parent if out else Path.cwd())
    summary, looked_at = about(result, accepted)
    made.findings(result, summary)
    made.rules(result)
    made.formulas(result)
    made.looked_at(result, looked_at)
    book.close()
    return _with_slashes(stream.getvalue())


class _Made:
    """The workbook's sheets, one after the other."""

    def __init__(self, book: Any, folder: Path) -> None:
        self.book = book
        self.folder = folder
        top: dict[str, Any] = {"text_wrap": True, "valign": "top", "align": "left", **_LINE}
        self.title: Look = book.add_format({"bold": True, "font_size": 14})
        self.plain: Look = book.add_format(top)
        self.head: Look = book.add_format(
            {**top, "bold": True, "font_color": "#FFFFFF", "bg_color": "#1B3A5B"}
        )
        linked = {**top, "font_color": "#0563C1", "underline": 1}
        self.link: Look = book.add_format(linked)
        self.quoted: dict[Look, Look] = {
            look: book.add_format({**like, "quote_prefix": True})
            for look, like in ((self.plain, top), (self.link, linked))
        }
        self.fills: dict[str, Look] = {
            severity: book.add_format({**top, "bg_color": colour}) for severity, colour in COLOURS.items()
        }

    def findings(self, result: CheckResult, summary: str) -> None:
        sheet = self._sheet("Findings", summary, FINDINGS)
        shown = result.findings[:MOST_ROWS]
        self._table(sheet, "Findings", FINDINGS, shown, self._finding_looks)
        for number, finding in enumerate(shown[:MOST_LINKS]):
            target = self._target(finding)
            if target:
                self._link(sheet, _HEAD_ROW + 1 + number, target, _short_place(finding))

    def rules(self, result: CheckResult) -> None:
        counts = list(result.by_rule.items())
        sheet = self._sheet(
            "By rule", "Findings counted by rule; baccarat-xl rule CODE shows its page.", RULES
        )
        self._table(sheet, "ByRule", RULES, counts, self._rule_looks)
        if not counts:
            return
        first, last = _HEAD_ROW + 1, _HEAD_ROW + len(counts)
        chart = self.book.add_chart({"type": "bar"})
        chart.add_series(
            {
                "name": "Findings",
                "categories": ["By rule", first, 0, last, 0],
                "values": ["By rule", first, 2, last, 2],
                "data_labels": {"value": True},
                "fill": {"color": "#1B5E9B"},
                "points": [{"fill": {"color": _DARK[find_rule(code).severity]}} for code, _ in counts],
            }
        )
        chart.set_title({"name": "Findings by rule", "overlay": False})
        chart.set_legend({"none": True})
        chart.set_y_axis({"reverse": True, "major_gridlines": {"visible": False}})
        chart.set_x_axis({"major_gridlines": {"visible": True}, "num_format": "0", "min": 0})
        chart.set_size({"width": 640, "height": 120 + 34 * len(counts)})
        says = ", ".join(f"{code} {count:,}" for code, count in counts)
        sheet.insert_chart(_HEAD_ROW, len(RULES) + 1, chart, {"description": f"Findings by rule: {says}."})

    def formulas(self, result: CheckResult) -> None:
        told = "Each formula of a known role, tried in every state of its inputs."
        sheet = self._sheet("Formulas", told, FORMULAS)
        self._table(sheet, "Formulas", FORMULAS, result.formulas, self._formula_looks)

    def looked_at(self, result: CheckResult, lines: Sequence[str]) -> None:
        sheet = self.book.add_worksheet("What was looked at")
        sheet.set_column(0, 0, 130)
        notes = [SIGNED]
        if len(result.findings) > MOST_ROWS:
            notes.append(f"{len(result.findings) - MOST_ROWS:,} more findings found no room here.")
        if len(result.findings) > MOST_LINKS:
            notes.append(f"Only the first {MOST_LINKS:,} places are links.")
        self._text(sheet, 0, 0, "What was looked at, and what not", self.title)
        sheet.set_row(0, 22)
        for row, line in enumerate((*notes, *lines), 2):
            self._text(sheet, row, 0, line, self.plain)
            sheet.set_row(row, row_height([(line, 130)]))
        _print(sheet, 0)

    # ------------------------------------------------------------------ pieces
    def _sheet(self, name: str, told: str, columns: Sequence[Column]) -> Any:
        sheet = self.book.add_worksheet(name)
        for number, column in enumerate(columns):
            sheet.set_column(number, number, column.width)
        self._text(sheet, 0, 0, NAME if name == "Findings" else name, self.title)
        sheet.set_row(0, 22)
        self._text(sheet, 1, 0, told, None)
        _print(sheet, _HEAD_ROW)
        return sheet

    def _table(
        self,
        sheet: Any,
        name: str,
        columns: Sequence[Column],
        items: Sequence[Any],
        looks: Callable[[Any], Mapping[str, Look]],
    ) -> None:
        if not items:
            self._text(sheet, _HEAD_ROW, 0, NONE, None)
            return
        head = [{"header": column.header, "header_format": self.head} for column in columns]
        area = (_HEAD_ROW, 0, _HEAD_ROW + len(items), len(columns) - 1)
        sheet.add_table(*area, {"name": f"{name}Table", "columns": head, "style": None, "autofilter": True})
        sheet.set_row(_HEAD_ROW, 32)
        sheet.freeze_panes(_HEAD_ROW + 1, 1)
        for row, item in enumerate(items, _HEAD_ROW + 1):
            own, texts = looks(item), []
            for number, column in enumerate(columns):
                content, look = column.of(item), own.get(column.header, self.plain)
                if isinstance(content, int):
                    sheet.write_number(row, number, content, look)
                else:
                    self._text(sheet, row, number, content or "", look)
                    texts.append((content or "", column.width))
            sheet.set_row(row, row_height(texts))

    def _finding_looks(self, finding: Finding) -> Mapping[str, Look]:
        return {"Severity": self.fills[finding.severity]}

    def _rule_looks(self, pair: tuple[str, int]) -> Mapping[str, Look]:
        return {"Severity": self.fills[find_rule(pair[0]).severity]}

    def _formula_looks(self, verdict: Verdict) -> Mapping[str, Look]:
        grave = {"refuted": "error", "undecided": "warning"}.get(verdict.verdict)
        return {"Verdict": self.fills[grave]} if grave else {}

    def _text(self, sheet: Any, row: int, column: int, text: str, look: Look) -> None:
        if text:
            sheet.write_string(row, column, visible_lines(text[:LONGEST]), self._look(text, look))
        elif look is not None:
            sheet.write_blank(row, column, None, look)

    def _look(self, text: str, look: Look) -> Look:
        """The look that keeps this text a text when its cell is edited."""
        return self.quoted.get(look, look) if text.lstrip()[:1] in _ACTING else look

    def _target(self, finding: Finding) -> str | None:
        """A link to the file, to the cell where it is a workbook; None where no link can lead there."""
        source = Path(finding.file)
        if not source.is_file():
            return None
        try:
            path = Path(os.path.relpath(source.absolute(), self.folder)).as_posix()
        except ValueError:
            path = source.absolute().as_posix()
        if any(sign in path for sign in _IN_LINKS):
            return None
        target = f"external:{path}"
        if finding.sheet and source.suffix.lower() in _WITH_CELLS:
            quoted = finding.sheet.replace("'", "''")
            target += f"#'{quoted}'!{finding.cell or f'A{finding.row}'}"
        return target

    def _link(self, sheet: Any, row: int, target: str, place: str) -> None:
        """A link over a place that is written already; one that is too long leaves it as it is."""
        if sheet.write_url(row, 0, target, self._look(place, self.link), visible_lines(place)):
            self._text(sheet, row, 0, place, self.plain)


def _with_slashes(content: bytes) -> bytes:
    """The same package; links to files written as other systems than Windows read them, too."""
    result = BytesIO()
    with ZipFile(BytesIO(content)) as package, ZipFile(result, "w") as changed:
        for info in package.infolist():
            part = package.read(info)
            if info.filename.startswith("xl/worksheets/_rels/"):
                part = part.replace(b"\\", b"/")
            changed.writestr(info, part)
    return result.getvalue()


_DARK: Final = {"error": "#B3182B", "warning": "#B7791F", "note": "#1B5E9B"}
"""The bars of the chart, by severity; the table beside it says the same in words."""


def _print(sheet: Any, head: int) -> None:
    sheet.set_landscape()
    sheet.set_paper(9)
    sheet.fit_to_pages(1, 0)
    sheet.set_footer("&L&A&RPage &P of &N")
    if head:
        sheet.repeat_rows(head)
