"""Workbooks of the .xlsx family: large sheets in stripes of rows, the others as a whole."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Final

from baccarat_xl.pause import collector_paused
from baccarat_xl.workbook.model import Book, CellValue, NotRead, Progress, Sheet
from baccarat_xl.workbook.names import names_in
from baccarat_xl.workbook.open import Opened
from baccarat_xl.workbook.package import SheetPart, part_relations, shared_parts, sheet_parts, workbook_part
from baccarat_xl.workbook.scan import Scan, blocks_of
from baccarat_xl.workbook.stripes import MOST_SHARED, Blocks, Unusual, read_in_stripes
from baccarat_xl.workbook.whole_sheet import Whole
from baccarat_xl.workbook.zip_in import damaged, open_zip, verify_part

STRIPES_FROM: Final = 4 << 20
WITHOUT_CELLS: Final = ("chartsheet", "dialogsheet")
SHARED_KINDS: Final = ("styles", "sharedStrings")
KINDS: Final = {
    "chartsheet": "a chart sheet has no cells",
    "dialogsheet": "a dialog sheet has no rows to read",
    "xlMacrosheet": "an Excel 4 macro sheet is not read",
    "missing": "the workbook lists this sheet, but its part is missing",
}


def read_workbook(opened: Opened, progress: Progress | None = None) -> Book:
    """Read every worksheet. Raises FileUnreadable or FileRefused."""
    path = opened.path
    sheets: list[Sheet] = []
    not_read: list[NotRead] = []
    with open_zip(path, opened.source()) as package, collector_paused():
        parts = sheet_parts(path, package)
        for shared in shared_parts(package):
            verify_part(path, package, shared)
        stripes, whole = _Stripes(opened, package), Whole(opened, package)
        for number, part in enumerate(parts):
            if progress:
                progress(f"reading sheet {part.name}", number / len(parts))
            if part.kind != "worksheet" or part.part is None:
                why = KINDS.get(part.kind, KINDS["missing"])
                what = "chart sheet" if part.kind in WITHOUT_CELLS else "sheet"
                not_read.append(NotRead(what, part.name, f"{why}."))
                continue
            sheets.append(stripes.sheet(part) or _as_sheet(part, *whole.read(part, not_read)))
    if progress:
        progress("read", 1.0)
    names = None if opened.content is None else names_in(path, opened.source())
    return Book(path, opened.format, sheets, not_read, names)


class _Stripes:
    """Sheets that are large and written as usual."""

    def __init__(self, opened: Opened, package: zipfile.ZipFile) -> None:
        self.opened, self.package = opened, package
        self._shared: dict[str, bytes] | None = None

    def sheet(self, part: SheetPart) -> Sheet | None:
        """The sheet; None where it is to be read as a whole."""
        assert part.part is not None
        if self.package.getinfo(part.part).file_size < STRIPES_FROM or find_spec("python_calamine") is None:
            return None
        shared = self._parts()
        if sum(map(len, shared.values())) > MOST_SHARED:
            return None
        try:
            read = read_in_stripes(shared, blocks_of(self.package, part.part))
        except Unusual:
            return None
        except Exception as error:
            raise damaged(self.opened.path, error) from None
        return _as_sheet(part, read.rows, read.found, read.merged)

    def _parts(self) -> dict[str, bytes]:
        """The parts that each stripe is read with."""
        if self._shared is None:
            path, package = self.opened.path, self.package
            main = workbook_part(path, package)
            names = {name.lower(): name for name in package.namelist()}
            found = {"workbook": main}
            for kind, target in part_relations(path, package, main):
                if kind in SHARED_KINDS and target.lower() in names:
                    found[kind] = names[target.lower()]
            try:
                self._shared = {kind: package.read(name) for kind, name in found.items()}
            except Exception as error:
                raise damaged(path, error) from None
        return self._shared


def _as_sheet(part: SheetPart, rows: Sequence[list[CellValue]], found: Scan, merged: Blocks) -> Sheet:
    return Sheet(
        name=part.name,
        state=part.state,
        rows=rows,
        row_numbers=range(1, len(rows) + 1),
        formulas=found.formulas,
        written=found.written,
        merged=merged,
        hidden_rows=found.hidden_rows,
        hidden_columns=found.hidden_columns,
    )
