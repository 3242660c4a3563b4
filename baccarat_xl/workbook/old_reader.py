"""Binary workbooks (.xls, .xlsb): values by the fast reader, what it does not give by a walk over records.

The texts of formulas are not read: where there are formulas, the book says that nobody looked at them.
"""

from __future__ import annotations

import io
import struct
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, cast

from baccarat_xl.errors import FileUnreadable
from baccarat_xl.pause import collector_paused
from baccarat_xl.workbook.compound import Broken, workbook_stream
from baccarat_xl.workbook.model import Book, CellValue, NotRead, Progress, Sheet, State
from baccarat_xl.workbook.names import Names
from baccarat_xl.workbook.open import Opened
from baccarat_xl.workbook.package import part_relations, part_relations_by_id
from baccarat_xl.workbook.records import Encrypted, Walk, walk_xls, walk_xlsb, xlsb_sheets
from baccarat_xl.workbook.zip_in import damaged, open_zip, verify_part

if TYPE_CHECKING:
    from pathlib import Path
    from zipfile import ZipFile

    from python_calamine import CalamineWorkbook, SheetMetadata

WORKBOOK: Final = "xl/workbook.bin"
STATES: Final[dict[str, State]] = {"Hidden": "hidden", "VeryHidden": "very hidden"}
KINDS: Final = {
    "ChartSheet": ("chart sheet", "a chart sheet has no cells."),
    "DialogSheet": ("chart sheet", "a dialog sheet has no rows to read."),
    "MacroSheet": ("sheet", "an Excel 4 macro sheet is not read."),
    "Vba": ("sheet", "a sheet of macros is not read."),
}
NOTES: Final = "its cells have notes, which are not read from .{} files; none of them excuses a finding."
FAR: Final = "cells far from the rest make it larger than can be read; save the file as .xlsx and try again."


def read_old_workbook(opened: Opened, password: str | None, progress: Progress | None = None) -> Book:
    """Read every worksheet's values. Raises FileUnreadable or FileRefused."""
    sheets: list[Sheet] = []
    not_read: list[NotRead] = []
    unseen: list[NotRead] = []
    with collector_paused():
        opened, walks = _walks(opened, password)
        reader = _reader(opened)
        every = list(reader.sheets_metadata)
        for number, meta in enumerate(every):
            if progress:
                progress(f"reading sheet {meta.name}", number / len(every))
            kind = str(meta.typ).rpartition(".")[2]
            walk = walks[number] if number < len(walks) else None
            if kind in KINDS:
                what, why = KINDS[kind]
                not_read.append(NotRead(what, meta.name, why))
            elif walk is not None and not walk.extent.safe:
                not_read.append(NotRead("sheet", meta.name, FAR))
            else:
                sheets.append(_sheet(opened, reader, meta, walk or Walk()))
                unseen += _unseen(opened.format, meta.name, walk)
    if progress:
        progress("read", 1.0)
    return Book(opened.path, opened.format, sheets, not_read, Names(), unseen)


def _unseen(form: str, sheet: str, walk: Walk | None) -> list[NotRead]:
    """The formulas and the notes that nobody looks at."""
    if walk is None:
        why = f"whether its cells hold formulas was not looked at, nor which rows are hidden (.{form})."
        return [NotRead("formulas", sheet, why)]
    notes = [NotRead("notes", sheet, NOTES.format(form))] if walk.notes else []
    return _unseen_formulas(form, sheet, walk) + notes


def _unseen_formulas(form: str, sheet: str, walk: Walk) -> list[NotRead]:
    if not walk.formula_count:
        return []
    if walk.formula_count == 1:
        what, its = "1 cell holds a formula, which is not read", "its stored value was"
    else:
        what = f"{walk.formula_count:,} cells hold formulas, which are not read"
        its = "their stored values were"
    why = f"{what} from .{form} files; {its} read; save the file as .xlsx to have it checked whole."
    return [NotRead("formulas", sheet, why)]


def _walks(opened: Opened, password: str | None) -> tuple[Opened, list[Walk | None]]:
    if opened.format == "xlsb":
        return opened, _walks_xlsb(opened)
    with opened.stream() as stream:
        data = stream.read()
    try:
        return opened, list(walk_xls(workbook_stream(data)))
    except Encrypted:
        from baccarat_xl.workbook.passwords import decrypted

        content = decrypted(opened.path, password)
        opened = replace(opened, content=content)
    except (Broken, struct.error, IndexError) as error:
        raise damaged(opened.path, error) from None
    try:
        return opened, list(walk_xls(workbook_stream(content)))
    except (Broken, Encrypted, struct.error, IndexError) as error:
        raise damaged(opened.path, error) from None


def _walks_xlsb(opened: Opened) -> list[Walk | None]:
    path = opened.path
    with open_zip(path, opened.source()) as package:
        parts = {name.lower(): name for name in package.namelist()}
        workbook = parts[WORKBOOK]
        relations = part_relations_by_id(path, package, workbook)
        for name in package.namelist():
            if name.lower().endswith(("sharedstrings.bin", "styles.bin")):
                verify_part(path, package, name)
        try:
            listed = xlsb_sheets(package.read(workbook))
            found: list[Walk | None] = []
            for _, relation in listed:
                kind, target = relations.get(relation, ("", ""))
                part = parts.get(target.lower())
                found.append(None if kind != "worksheet" or part is None else _walk_part(path, package, part))
        except Exception as error:
            raise damaged(path, error) from None
    return found


def _walk_part(path: Path, package: ZipFile, part: str) -> Walk:
    walk = walk_xlsb(package.read(part))
    walk.notes = any(kind == "comments" for kind, _ in part_relations(path, package, part))
    return walk


def _reader(opened: Opened) -> CalamineWorkbook:
    try:
        from python_calamine import CalamineWorkbook, PasswordError
    except ImportError:
        raise FileUnreadable(
            f"{opened.path}: .{opened.format} files need python-calamine here; install it, or save "
            "the file as .xlsx."
        ) from None
    try:
        with opened.stream() as stream:
            return CalamineWorkbook.from_filelike(io.BytesIO(stream.read()))
    except PasswordError:
        raise FileUnreadable(
            f"{opened.path}: the workbook is protected by a password; remove it in your spreadsheet."
        ) from None
    except Exception as error:
        raise damaged(opened.path, error) from None


def _sheet(opened: Opened, reader: CalamineWorkbook, meta: SheetMetadata, walk: Walk) -> Sheet:
    try:
        sheet = reader.get_sheet_by_name(meta.name)
        rows = cast("list[list[CellValue]]", sheet.to_python(skip_empty_area=False))
        ranges: Any = sheet.merged_cell_ranges or []
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt | SystemExit):
            raise
        raise damaged(opened.path, f"sheet {meta.name}: {error}") from None
    for (row, column), code in walk.errors.items():
        if row < len(rows) and column < len(rows[row]):
            rows[row][column] = code
    return Sheet(
        name=meta.name,
        state=STATES.get(str(meta.visible).rpartition(".")[2], "visible"),
        rows=rows,
        row_numbers=range(1, len(rows) + 1),
        formulas=walk.formulas.index(),
        merged=tuple((top[0], top[1], bottom[0], bottom[1]) for top, bottom in ranges),
        hidden_rows=frozenset(walk.hidden_rows),
        hidden_columns=frozenset(walk.hidden_columns),
    )
