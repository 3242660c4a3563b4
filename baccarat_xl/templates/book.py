"""A workbook being built: XlsxWriter's workbook with the formats and small habits that all sheets share."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from baccarat_xl.templates.styles import FORMATS, add_conditions, add_formats
from baccarat_xl.templates.validations import Validation

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

_CREATED: Final = datetime(2025, 1, 1)
_A4: Final = 9
_PROTECTION: Final = {
    "sort": True,
    "autofilter": True,
    "format_columns": True,
    "format_rows": True,
    "insert_rows": True,
    "delete_rows": True,
}


class Book:
    """One workbook on its way to a stream. The same content gives the same bytes."""

    def __init__(self, target: BinaryIO, title: str) -> None:
        import xlsxwriter

        # In memory every part gets the same fixed time, whatever the time zone.
        self.workbook: Workbook = xlsxwriter.Workbook(target, {"in_memory": True})
        self.workbook.set_properties(
            {"title": title, "subject": "Baccarat drawing rules", "created": _CREATED}
        )
        self.workbook.set_calc_mode("auto")
        self.formats: dict[str, Format] = add_formats(self.workbook)
        self.conditions: dict[str, Format] = add_conditions(self.workbook)

    def sheet(self, name: str, tab: str) -> Worksheet:
        """A new sheet, set up for printing on one page width; ``tab`` is the colour of its tab."""
        sheet = self.workbook.add_worksheet(name, worksheet_class=_quick_worksheet())
        sheet.set_landscape()
        sheet.set_paper(_A4)
        sheet.set_margins(left=0.4, right=0.4, top=0.5, bottom=0.6)
        sheet.set_footer("&L&A&RPage &P of &N")
        sheet.set_tab_color(tab)
        sheet.hide_gridlines(2)
        return sheet

    def quoted(self, name: str) -> Format:
        """The format for text that looks like a formula: editing the cell leaves it text."""
        if f"{name} quoted" not in self.formats:
            self.formats[f"{name} quoted"] = self.workbook.add_format({**FORMATS[name], "quote_prefix": True})
        return self.formats[f"{name} quoted"]

    def protect(self, sheet: Worksheet) -> None:
        """Lock the formulas, without a password; sorting, filtering and column widths stay free."""
        sheet.protect("", dict(_PROTECTION))

    def close(self) -> None:
        """Write everything to the stream."""
        self.workbook.close()


def _quick_worksheet() -> type[Worksheet]:
    """XlsxWriter searches each formula for a hundred new functions; the templates use none of them."""
    from xlsxwriter.worksheet import Worksheet

    class QuickWorksheet(Worksheet):  # type: ignore[misc, unused-ignore]
        def _prepare_formula(self, formula: str, expand_future_functions: bool = False) -> str:  # noqa: ARG002
            return formula.removeprefix("=")

    return QuickWorksheet


def validate(sheet: Worksheet, cells: tuple[int, int, int, int], validation: Validation) -> None:
    """Put a validation on a range given as first row, first column, last row, last column, counted from 0."""
    options: dict[str, Any] = {
        "validate": "any",
        "input_title": validation.title,
        "input_message": validation.message,
    }
    if validation.error:
        options |= {
            "error_title": validation.title,
            "error_message": validation.error,
            "error_type": validation.style,
        }
    if validation.kind == "list":
        options |= {"validate": "list", "source": list(validation.choices) or "=" + validation.source}
    elif validation.kind == "total":
        options |= {"validate": "integer", "criteria": "between", "minimum": 0, "maximum": 9}
    sheet.data_validation(*cells, options)


def condition(
    sheet: Worksheet, cells: tuple[int, int, int, int], formula: str, format: Format, *, stop: bool = False
) -> None:
    """A conditional format by formula, written for the first cell of the range."""
    options: Mapping[str, Any] = {
        "type": "formula",
        "criteria": formula,
        "format": format,
        "stop_if_true": stop,
    }
    sheet.conditional_format(*cells, dict(options))


def refuse_name(path: Path, kind: str = "xlsx") -> None:
    """Raise UsageError where a workbook of this kind goes by another name: programs would not open it."""
    from baccarat_xl.errors import UsageError

    if path.suffix.lower() != f".{kind}":
        raise UsageError(f"{path}: a spreadsheet program will not open it under that name; use .{kind}.")


def write_to(target: str | Path | BinaryIO, content: bytes) -> None:
    """Write into a stream; or beside a path and then moved there, so that a reader never meets half a file.

    Raises OutputError when the folder cannot be written.
    """
    if not isinstance(target, str | Path):
        target.write(content)
        return
    from baccarat_xl.workbook.patch import written_beside

    with written_beside(Path(target)) as beside:
        beside.write(content)
