"""Which workbook a package or an old Office file is, by what is in it."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import IO, Final

from baccarat_xl.errors import FileUnreadable
from baccarat_xl.workbook.zip_in import MIB, SAVE_AS, damaged, open_zip

COMPOUND: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
PARQUET: Final = b"PAR1"
MAIN_PARTS: Final = (
    (b"ms-excel.template.macroEnabled.main+xml", "xltm"),
    (b"ms-excel.addin.macroEnabled.main+xml", "xlam"),
    (b"ms-excel.sheet.macroEnabled.main+xml", "xlsm"),
    (b"spreadsheetml.template.main+xml", "xltx"),
)
"""What the list of content types calls the workbook's own part; anything else is .xlsx."""
SPREADSHEET: Final = b"application/vnd.oasis.opendocument.spreadsheet"
OPEN_DOCUMENT: Final = b"urn:oasis:names:tc:opendocument:xmlns:office:1.0"


def package_format(path: Path, source: Path | IO[bytes]) -> str:
    """xlsx, xlsm, xltx, xltm, xlam, xlsb or ods. Raises FileUnreadable for every other package."""
    with open_zip(path, source) as package:
        names = {name.lower().lstrip("/") for name in package.namelist()}
        if "mimetype" in names and (kind := _mimetype(package)):
            if kind.startswith(SPREADSHEET):
                return "ods"
            raise FileUnreadable(f"{path}: this is an OpenDocument file, but no spreadsheet; {SAVE_AS}.")
        if "[content_types].xml" not in names or not any(n.startswith("xl/workbook") for n in names):
            raise FileUnreadable(f"{path}: this is a zip archive, but not an .xlsx workbook; {SAVE_AS}.")
        if "xl/workbook.bin" in names:
            return "xlsb"
        try:
            types = package.read("[Content_Types].xml")
        except Exception as error:
            raise damaged(path, error) from None
    other = "xlsm" if b"macroEnabled" in types else "xlsx"
    return next((name for word, name in MAIN_PARTS if word in types), other)


def _mimetype(package: zipfile.ZipFile) -> bytes:
    """What an OpenDocument package says it is; nothing for other packages."""
    try:
        with package.open("mimetype") as stream:
            kind = stream.read(200)
    except Exception:
        return b""
    return kind if b"opendocument" in kind else b""


def compound_format(path: Path, stream: IO[bytes]) -> str:
    """xls, or "encrypted" for a package in an envelope. Raises FileUnreadable for other old Office files."""
    found = _streams(stream)
    if "EncryptedPackage" in found:
        return "encrypted"
    if "Workbook" in found or "Book" in found:
        return "xls"
    raise FileUnreadable(f"{path}: this is an old Office document, not a workbook; {SAVE_AS}.")


def _streams(stream: IO[bytes]) -> set[str]:
    """Which of the names that matter stand in the file's directory, wherever that is."""
    wanted = {name: (name + "\0").encode("utf-16-le") for name in ("EncryptedPackage", "Workbook", "Book")}
    found: set[str] = set()
    tail = b""
    while block := stream.read(8 * MIB):
        data = tail + block
        found |= {name for name, code in wanted.items() if code in data}
        tail = data[-64:]
    return found


def is_flat_open_document(head: bytes) -> bool:
    """Is this the start of a spreadsheet in one XML file (.fods)?"""
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    return start.startswith(b"<") and OPEN_DOCUMENT in head
