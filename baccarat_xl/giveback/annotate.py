"""A copy of a workbook with every finding marked in its cell; all else is byte for byte the original's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from baccarat_xl.audit.finding import CheckResult
from baccarat_xl.errors import BaccaratError, OutputError
from baccarat_xl.giveback import original
from baccarat_xl.giveback.annotated import Annotated, remark_signature, write_copy
from baccarat_xl.giveback.findings_sheet import add_findings_sheet
from baccarat_xl.giveback.marks import SheetMarks, marks_of
from baccarat_xl.giveback.notes import add_notes
from baccarat_xl.giveback.package import Package
from baccarat_xl.giveback.sheet_tail import (
    legacy_drawing,
    prefix,
    put_in,
    relation_attribute,
    with_fills,
    with_tail,
)
from baccarat_xl.giveback.styles import Formats, add_formats
from baccarat_xl.workbook.open import Opened, look
from baccarat_xl.workbook.patch import Streamed

PACKAGES: Final = ("xlsx", "xlsm", "xltx", "xltm", "xlam")
OPEN_DOCUMENT: Final = "ods"
FEW: Final = 12
ENCRYPTED: Final = (
    "{}: the workbook is encrypted, and a copy made here would hold its contents without the password; save "
    "it without one in your spreadsheet first"
)


def annotate(source: Path, result: CheckResult, out: Path) -> Annotated:
    """Write an annotated copy of the workbook ``source`` to ``out``, from the result of its check.

    Raises OutputError where it cannot be written, FileUnreadable and FileRefused as reading does.
    """
    opened = look_at(source)
    refuse_copies(source)
    if opened.format == OPEN_DOCUMENT:
        from baccarat_xl.giveback.open_document.copy import annotate_open_document

        return annotate_open_document(source, result, out)
    with Package(source) as package:
        done = Annotated(out, "")
        tables = [table for file in result.files for table in file.tables]
        formats = add_formats(package)
        wanted = marks_of(result.findings, tables)
        for sheet in package.sheets():
            marks = wanted.get(sheet.name)
            if marks is not None and sheet.part is not None:
                _mark(package, sheet.part, sheet.name, marks, formats, done)
        remark_signature(package, done)
        done.sheet = add_findings_sheet(package, result, done.remarks, formats)
        package.add(original.PART, b"", original.CONTENT_TYPE)
        write_copy(package, source, done)
    return done


def look_at(source: Path) -> Opened:
    """What kind of file it is. Raises OutputError for an encrypted one, and as `look` does."""
    from baccarat_xl.workbook.passwords import PasswordNeeded

    try:
        opened = look(source)
    except PasswordNeeded:
        raise OutputError(ENCRYPTED.format(source)) from None
    if opened.content is not None:
        raise OutputError(ENCRYPTED.format(source))
    return opened


def refuse_copies(source: Path) -> None:
    """Raises OutputError for an annotated copy, whose own record of its original would be lost."""
    with Package(source) as package:
        if package.find(original.PART):
            raise OutputError(
                f"{source}: this is an annotated copy itself; get the original from it with "
                "`baccarat-xl undo`, and annotate that"
            )


def _mark(
    package: Package, part: str, name: str, marks: SheetMarks, formats: Formats, done: Annotated
) -> None:
    """Notes and fills of one sheet."""
    head, tail = _ends(package, part)
    noted = add_notes(package, part, marks.notes, legacy_drawing(tail))
    done.notes += len(marks.notes) - len(noted.threaded)
    if noted.threaded:
        shown = ", ".join(noted.threaded[:FEW]) + (" ..." if len(noted.threaded) > FEW else "")
        done.remarks.append(
            f"{name}!{shown}: there is a threaded comment, so no note was added; the findings stand here and "
            "in the fill of the cell."
        )

    def edit(head: bytes, tail: bytes) -> bytes:
        named = prefix(head)
        made = with_fills(tail, named, marks.areas, formats.fills)
        if noted.drawing is None:
            return made
        link = relation_attribute(head, noted.drawing)
        return put_in(made, "legacyDrawing", b"<%slegacyDrawing %s/>" % (named, link))

    more = len(edit(head, tail)) - len(tail)
    size = package.zip.getinfo(part).file_size
    package.change(part, Streamed(_streamed(package, part, edit), size + max(more, 0) + len(head)))


def _ends(package: Package, part: str) -> tuple[bytes, bytes]:
    """The beginning of a sheet's part and what stands after its rows."""
    found: list[bytes] = []

    def keep(head: bytes, tail: bytes) -> bytes:
        found[:] = head, tail
        return tail

    with package.zip.open(part) as stream:
        for _ in with_tail(stream, keep):
            pass
    return found[0], found[1]


def _streamed(package: Package, part: str, edit: Callable[[bytes, bytes], bytes]) -> Iterator[bytes]:
    with package.zip.open(part) as stream:
        yield from with_tail(stream, edit)


def can_be_annotated(source: Path) -> bool:
    """Whether the file is a package that a copy can be made of; else findings get a workbook of their own.

    Raises OutputError for an encrypted package, whose contents are not written down without its password.
    """
    try:
        return look_at(source).format in (*PACKAGES, OPEN_DOCUMENT)
    except OutputError:
        raise
    except BaccaratError:
        return False
