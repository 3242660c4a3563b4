"""The notes in the cells of a workbook (``.xlsx`` and its kin, ``.ods``, ``.fods``), read, never written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from baccarat_xl.audit.finding import Unread
from baccarat_xl.errors import FileError

if TYPE_CHECKING:
    import zipfile

    from baccarat_xl.workbook.open import Opened

LARGEST: Final = 64 << 20
MARK: Final = b"annotation"


@dataclass(frozen=True, slots=True)
class Note:
    """A note: the sheet's name, the cell's address, and its text with the runs of its formatting joined."""

    sheet: str
    cell: str
    text: str


@dataclass(slots=True)
class Notes:
    """The notes of one file, and what of them could not be read."""

    notes: list[Note] = field(default_factory=list)
    not_read: list[Unread] = field(default_factory=list)


def read_notes(path: Path, password: str | None = None) -> Notes:
    """The notes of a workbook; none for files of other kinds: they have none, or what reads them
    (.xls, .xlsb) names the notes among what was not looked at.

    Threaded comments count through the note that programs keep beside each of them.
    """
    from baccarat_xl.workbook.open import look
    from baccarat_xl.workbook.zip_in import open_zip

    found = Notes()
    try:
        opened = look(path, password)
        if opened.kind == "open document":
            _read_open_document(opened, found)
        if opened.kind != "workbook":
            return found
        with open_zip(path, opened.source()) as package:
            for sheet, part in _parts(path, package):
                _read(path, package, sheet, part, found)
    except FileError as error:
        found.not_read.append(Unread("notes", str(path), str(error)))
    return found


def _read_open_document(opened: Opened, found: Notes) -> None:
    from xml.parsers import expat

    from baccarat_xl.config.open_notes import notes_of
    from baccarat_xl.workbook.ods_reader import blocks_of_content

    if not any(MARK in block for block in overlapping(blocks_of_content(opened))):
        return
    try:
        found.notes += (Note(*one) for one in notes_of(blocks_of_content(opened)))
    except (expat.ExpatError, LookupError, ValueError) as error:
        found.not_read.append(Unread("notes", str(opened.path), f"They cannot be read ({error})."))


def overlapping(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """The blocks, each with the end of the one before, so that no short word is cut."""
    tail = b""
    for block in blocks:
        yield tail + block
        tail = block[-len(MARK) :]


def _parts(path: Path, package: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    """(sheet, part with its notes)."""
    from baccarat_xl.workbook.package import part_relations, sheet_parts

    names = {name.lower(): name for name in package.namelist()}
    if not any("comment" in name for name in names):
        return
    for sheet in sheet_parts(path, package):
        for kind, target in part_relations(path, package, sheet.part) if sheet.part else ():
            if kind == "comments" and target.lower() in names:
                yield sheet.name, names[target.lower()]


def _read(path: Path, package: zipfile.ZipFile, sheet: str, part: str, found: Notes) -> None:
    from baccarat_xl.workbook.package import parsed

    if package.getinfo(part).file_size > LARGEST:
        found.not_read.append(Unread("notes", sheet, f"They would inflate to over {LARGEST >> 20} MiB."))
        return
    try:
        root = parsed(path, package, part)
    except FileError as error:
        found.not_read.append(Unread("notes", sheet, str(error)))
        return
    for comment in root.iter():
        if isinstance(comment.tag, str) and comment.tag.rpartition("}")[2] == "comment":
            texts = (one.text or "" for one in comment.iter() if str(one.tag).rpartition("}")[2] == "t")
            found.notes.append(Note(sheet, comment.get("ref", "").replace("$", ""), "".join(texts)))
