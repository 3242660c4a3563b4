"""A worksheet read as a whole: by the fast reader, or cell by cell where that cannot read it."""

from __future__ import annotations

import warnings
import zipfile
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

from baccarat_xl.errors import FileRefused, FileUnreadable
from baccarat_xl.workbook.extent import LAST_ROW, OVERLAP, Extent, measure
from baccarat_xl.workbook.model import CellValue, NotRead, column_index
from baccarat_xl.workbook.open import Opened
from baccarat_xl.workbook.package import SheetPart
from baccarat_xl.workbook.scan import Scan, ahead, blocks_of, scan
from baccarat_xl.workbook.stripes import MERGED, Blocks
from baccarat_xl.workbook.zip_in import damaged, words_of

if TYPE_CHECKING:
    from python_calamine import CalamineWorkbook

SIDE_BY_SIDE_FROM: Final = 1 << 20
WIDEST: Final = 512
MOST_WALKED: Final = 40_000_000
"""Cells, empty ones included, that are looked at one by one."""
BY_NAME: Final = (".xls", ".xla", ".xlsb", ".ods")
"""Names for which the fast reader expects another kind of file, whatever is in it."""
Rows: TypeAlias = "list[list[CellValue]]"


class Whole:
    """Reads sheets of one package."""

    def __init__(self, opened: Opened, package: zipfile.ZipFile) -> None:
        self.opened, self.package = opened, package
        self._reader: CalamineWorkbook | None = None
        self._looked = False

    def read(self, part: SheetPart, not_read: list[NotRead]) -> tuple[Rows, Scan, Blocks]:
        """The rows, what the raw part holds beside them, and merged blocks. Raises FileUnreadable."""
        assert part.part is not None
        path = self.opened.path
        extent = self._measured(part.part)
        reader = self._fast_reader() if extent.safe else None
        looking = _Look(self.opened, part.part)
        if not extent.plain:
            if self.package.getinfo(part.part).file_size >= SIDE_BY_SIDE_FROM:
                looking.start()
            else:
                looking.run()
        merged: Blocks = ()
        try:
            fast = _fast_rows(reader, part.name) if reader is not None else None
            if fast is not None:
                rows, merged = fast
            else:
                rows = _careful_rows(self.opened, part.name, extent, not_read)
                merged = _merged(self.package, part.part)
        finally:
            if looking.ident is not None:
                looking.join()
        if looking.found.failure is not None:
            raise damaged(path, looking.found.failure)
        _place_errors(rows, looking.found)
        return rows, looking.found, merged

    def _measured(self, part: str) -> Extent:
        try:
            blocks = blocks_of(self.package, part)
            large = self.package.getinfo(part).file_size >= SIDE_BY_SIDE_FROM
            return measure(ahead(blocks) if large else blocks)
        except Exception as error:
            raise damaged(self.opened.path, error) from None

    def _fast_reader(self) -> CalamineWorkbook | None:
        if not self._looked:
            self._looked = True
            self._reader = _fast_reader(self.opened)
        return self._reader


def _fast_reader(opened: Opened) -> CalamineWorkbook | None:
    path = opened.path
    try:
        from python_calamine import CalamineWorkbook
    except ImportError:  # where it cannot be installed, as in a browser, the slow and careful way serves
        return None
    try:
        if path.suffix.lower() not in BY_NAME and opened.content is None:
            return CalamineWorkbook.from_path(str(path))
        with opened.stream() as stream:
            return CalamineWorkbook.from_filelike(stream)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt | SystemExit):
            raise
        if "Unrecognized sheet" in str(error):  # as one of Excel 4 macros, which the others do not suffer for
            return None
        raise damaged(path, error) from None


class _Look(Thread):
    """The scan of the raw part, beside the fast reader, which does not hold the interpreter's lock."""

    def __init__(self, opened: Opened, part: str) -> None:
        super().__init__(daemon=True, name="baccarat-xl scan")
        self.opened, self.part, self.found = opened, part, Scan()

    def run(self) -> None:
        try:
            with zipfile.ZipFile(self.opened.source()) as package:
                self.found = scan(blocks_of(package, self.part))
        except Exception as error:
            self.found = Scan(failure=error)


def _fast_rows(reader: CalamineWorkbook, name: str) -> tuple[list[list[CellValue]], Blocks] | None:
    """None where the fast reader gives up, as on an error text that it does not know."""
    try:
        sheet = reader.get_sheet_by_name(name)
        rows = cast("list[list[CellValue]]", sheet.to_python(skip_empty_area=False))
        ranges = sheet.merged_cell_ranges or []
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt | SystemExit):
            raise
        return None
    return rows, tuple((top[0], top[1], bottom[0], bottom[1]) for top, bottom in ranges)


def _merged(package: zipfile.ZipFile, part: str) -> Blocks:
    """Merged blocks as the raw part names them, after its rows."""
    found: dict[bytes, tuple[int, int, int, int]] = {}
    tail = b""
    for block in blocks_of(package, part):
        data = tail + block
        for match in MERGED.finditer(data):
            left, top, right, bottom = (each.decode() for each in match.groups())
            found[match[0]] = int(top) - 1, column_index(left), int(bottom) - 1, column_index(right)
        tail = data[-OVERLAP:]
    return tuple(found.values())


def _careful_rows(
    opened: Opened, name: str, extent: Extent, not_read: list[NotRead]
) -> list[list[CellValue]]:
    """Row by row and without the whole rectangle: for cells far from the rest, and what the fast reader
    does not read."""
    import openpyxl

    width = min(extent.columns, WIDEST)
    empty: list[CellValue] = [None] * width
    rows: list[list[CellValue]] = []
    beyond: list[str] = []
    try:
        # Opened here, since openpyxl refuses some names; it warns of much that does not touch values.
        with opened.stream() as stream, warnings.catch_warnings(action="ignore"):
            book = openpyxl.load_workbook(cast("Any", stream), read_only=True, data_only=True)
            sheet: Any = book[name]
            sheet.reset_dimensions()
            walked = 0
            for cells in sheet.iter_rows():
                rows.append(_careful_row(cells, width, empty, beyond) if cells else empty)
                walked += len(cells)
                if len(rows) > LAST_ROW:
                    raise FileRefused(
                        f"{opened.path}: the sheet {name} numbers a row beyond {LAST_ROW:,}, the last that a "
                        "sheet has; repair and save it first."
                    )
                if walked > MOST_WALKED:
                    raise FileRefused(
                        f"{opened.path}: too many rows of the sheet {name} hold cells far from the rest; "
                        "delete those cells and save it."
                    )
    except FileRefused:
        raise
    except Exception as error:
        raise FileUnreadable(
            f"{opened.path}: the sheet {name} cannot be read ({words_of(error)}); repair and save it first."
        ) from None
    if beyond:
        more = f" and {len(beyond) - 3} more" if len(beyond) > 3 else ""
        where = f"{name}!{', '.join(beyond[:3])}{more}"
        not_read.append(NotRead("cells", where, "these cells stand far from the rest and were not read."))
    while rows and rows[-1] is empty:
        rows.pop()
    return rows


def _careful_row(cells: Any, width: int, empty: list[CellValue], beyond: list[str]) -> list[CellValue]:
    row: list[CellValue] = [cell.value for cell in cells[:width]]
    if len(cells) > width:
        beyond.extend(cell.coordinate for cell in cells[width:] if cell.value is not None)
    if all(value is None for value in row):
        return empty
    row.extend(empty[len(row) :])
    return row


def _place_errors(rows: list[list[CellValue]], found: Scan) -> None:
    for (row, column), error in found.errors.items():
        if row < len(rows) and column < len(rows[row]):
            rows[row][column] = error
