"""OpenDocument spreadsheets (.ods, .fods): values, formulas and what is hidden, in one pass of a streaming
parser. Entities are refused, nothing is fetched, and what is repeated is not unfolded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.parsers import expat

from baccarat_xl.errors import FileRefused, FileUnreadable
from baccarat_xl.pause import collector_paused
from baccarat_xl.workbook.model import Book, Progress
from baccarat_xl.workbook.names import Names
from baccarat_xl.workbook.ods_parts import OpenDocument
from baccarat_xl.workbook.open import Opened
from baccarat_xl.workbook.scan import blocks_of
from baccarat_xl.workbook.zip_in import MIB, damaged, open_zip

CONTENT = "content.xml"
ENCRYPTED = b"encryption-data"


def read_open_document(opened: Opened, progress: Progress | None = None) -> Book:
    """Read every sheet. Raises FileUnreadable or FileRefused."""
    if progress:
        progress(f"reading {opened.path.name}", 0.0)
    document = OpenDocument(opened.path)
    with collector_paused():
        _feed(opened.path, document, blocks_of_content(opened))
    if not document.found:
        raise FileUnreadable(f"{opened.path}: this OpenDocument file is no spreadsheet, or it has no sheets.")
    names = Names(document.names)
    if progress:
        progress("read", 1.0)
    return Book(opened.path, opened.format, document.sheets, document.not_read, names)


def blocks_of_content(opened: Opened) -> Iterator[bytes]:
    """The document's text, block by block. Raises FileUnreadable where it is damaged or encrypted."""
    if opened.format == "fods":
        with opened.stream() as stream:
            while block := stream.read(MIB):
                yield block
        return
    path = opened.path
    with open_zip(path, opened.source()) as package:
        names = set(package.namelist())
        if CONTENT not in names:
            raise damaged(path, "no content")
        try:
            manifest = package.read("META-INF/manifest.xml") if "META-INF/manifest.xml" in names else b""
        except Exception as error:
            raise damaged(path, error) from None
        if ENCRYPTED in manifest:
            raise FileUnreadable(
                f"{path}: the workbook is protected by a password, and OpenDocument files are not decrypted; "
                "remove the password in your spreadsheet and save it."
            )
        try:
            yield from blocks_of(package, CONTENT)
        except Exception as error:
            raise damaged(path, error) from None


def _feed(path: Path, document: OpenDocument, blocks: Iterator[bytes]) -> None:
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = document.start
    parser.EndElementHandler = document.end
    parser.CharacterDataHandler = document.characters

    def refuse(*_: object) -> None:
        raise FileRefused(f"{path}: the file declares a document type, which no honest workbook does.")

    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    try:
        for block in blocks:
            parser.Parse(block, False)
        parser.Parse(b"", True)
    except (expat.ExpatError, LookupError, ValueError) as error:  # an encoding may be unknown, too
        raise damaged(path, error) from None
    finally:
        parser.StartElementHandler = parser.EndElementHandler = parser.CharacterDataHandler = None
