"""The workbook Settlement, built from payment terms; the same terms give the same bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from baccarat_xl.errors import UsageError
from baccarat_xl.ledger.columns import columns
from baccarat_xl.ledger.lines import offered
from baccarat_xl.ledger.sheet import FIRST_ROW, add_settlement_sheet
from baccarat_xl.ledger.terms_sheet import add_terms_sheet
from baccarat_xl.settlement.terms import with_files
from baccarat_xl.templates.book import Book, refuse_name, write_to

if TYPE_CHECKING:
    from collections.abc import Iterable

DEFAULT_ROWS: Final = 200
MOST_ROWS: Final = 1_048_576 - FIRST_ROW + 1
SHIPPED: Final = "baccarat_settlement.xlsx"
TITLE: Final = "Baccarat settlement"


def build_settlement(
    target: str | Path | BinaryIO,
    *,
    rows: int = DEFAULT_ROWS,
    terms: str | None = None,
    files: Iterable[Path] = (),
    typed: Sequence[Mapping[str, object]] = (),
) -> None:
    """Write the workbook to a path (beside it first, then moved into place) or a binary stream.

    ``terms``  the terms of the sheet by name; None leaves them open, and only bets that all terms pay alike
               are then settled
    ``files``  files with terms of one's own
    ``typed``  rows to start with: typed cells by column key (``{"pf": 6, "bet": "Banker", …}``)

    Raises UsageError for terms that are not known, a number of rows that does not fit or a name that does not
    end in .xlsx; OutputError when the path cannot be written.
    """
    rows = max(rows, len(typed))
    if not 1 <= rows <= MOST_ROWS:
        raise UsageError(f"the sheet cannot have {rows} rows; choose 1 to {MOST_ROWS}.")
    if isinstance(target, (str, Path)):
        refuse_name(Path(target))
    told = offered(with_files(files), terms)
    roundings = list(dict.fromkeys(each.rounding for each in told.terms))
    stream = BytesIO()
    book = Book(stream, TITLE)
    chosen = told.terms[0].name if terms else ""
    add_settlement_sheet(book, columns(told.facts, roundings, told.under), rows, chosen, typed)
    add_terms_sheet(book, told)
    book.close()
    write_to(target, stream.getvalue())


def build_shipped(folder: str | Path) -> Path:
    """Build the workbook that is shipped, with no terms chosen, into an existing folder."""
    path = Path(folder) / SHIPPED
    build_settlement(path)
    return path
