"""The Rounds workbook, built from its description; the same call gives the same bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Final
from zipfile import ZipFile

from baccarat_xl.errors import UsageError
from baccarat_xl.functions.hosts.named_lambda.cached_values import with_typed_values
from baccarat_xl.functions.hosts.named_lambda.defined_names import with_names
from baccarat_xl.functions.hosts.named_lambda.names import lambda_definitions
from baccarat_xl.templates.book import Book, refuse_name, write_to
from baccarat_xl.templates.cards_sheet import add_cards_sheet
from baccarat_xl.templates.columns import FIRST_ROW, FLAVOURS, Flavour
from baccarat_xl.templates.functions_sheet import add_functions_sheet
from baccarat_xl.templates.rounds_sheet import add_rounds_sheet
from baccarat_xl.templates.tableau_sheet import add_tableau_sheet

DEFAULT_ROWS: Final = 200
MOST_ROWS: Final = 1_048_576 - FIRST_ROW + 1
TITLES: Final[dict[Flavour, str]] = {
    "plain": "Baccarat rounds",
    "lambda": "Baccarat rounds (named functions)",
}


_WORKBOOK_PART: Final = "xl/workbook.xml"
_SHEETS: Final = "xl/worksheets/"


def file_name(flavour: Flavour) -> str:
    """The name under which a flavour is shipped."""
    return f"baccarat_rounds_{flavour}.xlsx"


def build_rounds(
    target: str | Path | BinaryIO,
    *,
    rows: int = DEFAULT_ROWS,
    flavour: Flavour = "plain",
    typed: Sequence[Mapping[str, object]] = (),
) -> None:
    """Write the workbook to a path (beside it first, then moved into place) or a binary stream.

    ``rows``     how many rounds the table has room for
    ``flavour``  ``plain`` for any spreadsheet program, ``lambda`` for formulas that call named functions
    ``typed``    rounds to start with: typed cells by column key (``{"p1": "A", …}``), one mapping a round

    Raises UsageError for an unknown flavour, a number of rows that does not fit or a name that does not end
    in .xlsx; OutputError when the path cannot be written.
    """
    if flavour not in FLAVOURS:
        raise UsageError(f"{flavour!r} is no flavour of the template; choose plain or lambda.")
    rows = max(rows, len(typed))
    if not 1 <= rows <= MOST_ROWS:
        raise UsageError(f"the template cannot have {rows} rows; choose 1 to {MOST_ROWS}.")
    if isinstance(target, (str, Path)):
        refuse_name(Path(target))
    content = _build(rows, flavour, typed)
    write_to(target, content)


def _build(rows: int, flavour: Flavour, typed: Sequence[Mapping[str, object]]) -> bytes:
    stream = BytesIO()
    book = Book(stream, TITLES[flavour])
    add_rounds_sheet(book, rows, flavour, typed)
    add_tableau_sheet(book)
    add_functions_sheet(book, flavour)
    add_cards_sheet(book)
    book.close()
    return _with_named_functions(stream) if flavour == "lambda" else stream.getvalue()


def _with_named_functions(stream: BytesIO) -> bytes:
    """The same package with the LAMBDA names and their comments, and stored results of the right type."""
    result = BytesIO()
    with ZipFile(stream) as package, ZipFile(result, "w") as named:
        for info in package.infolist():
            content = package.read(info)
            if info.filename == _WORKBOOK_PART:
                content = with_names(content.decode("utf-8"), lambda_definitions()).encode("utf-8")
            elif info.filename.startswith(_SHEETS):
                content = with_typed_values(content.decode("utf-8")).encode("utf-8")
            named.writestr(info, content)
    return result.getvalue()


def build_shipped(folder: str | Path) -> list[Path]:
    """Build the workbooks that are shipped, each flavour under its own name, into an existing folder."""
    paths = [Path(folder) / file_name(flavour) for flavour in FLAVOURS]
    for path, flavour in zip(paths, FLAVOURS, strict=True):
        build_rounds(path, flavour=flavour)
    return paths
