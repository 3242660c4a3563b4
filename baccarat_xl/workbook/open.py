"""What kind of file is it, and is it safe to hand to a reader? By content, never by name."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final, Literal, TypeAlias

from baccarat_xl.errors import FileRefused, FileUnreadable
from baccarat_xl.workbook.formats import (
    COMPOUND,
    PARQUET,
    compound_format,
    is_flat_open_document,
    package_format,
)
from baccarat_xl.workbook.zip_in import MIB, SAVE_AS

Kind: TypeAlias = Literal["workbook", "old workbook", "open document", "parquet", "text"]

MAX_FILE: Final = 1024 * MIB
KNOWN_OTHERS: Final = (
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf", "a 7-Zip archive"),
    (b"Rar!", "a RAR archive"),
    (b"SQLite format 3", "an SQLite database"),
)


@dataclass(frozen=True, slots=True)
class Opened:
    """A file that passed the first look.

    kind, format  workbook: xlsx xlsm xltx xltm xlam; old workbook: xls xlsb; open document: ods fods;
                  parquet; text: ""
    content       the decrypted file where it had a password, which is never written to disk; else None
    """

    path: Path
    kind: Kind
    format: str
    size: int
    content: bytes | None = field(default=None, repr=False)

    def source(self) -> Path | IO[bytes]:
        """What a reader opens: the file's path, or its decrypted content."""
        return self.path if self.content is None else io.BytesIO(self.content)

    def stream(self) -> IO[bytes]:
        """The same as a stream."""
        return self.path.open("rb") if self.content is None else io.BytesIO(self.content)


def look(path: str | Path, password: str | None = None) -> Opened:
    """Say what ``path`` is; ``password`` opens it where it is encrypted.

    Raises FileUnreadable when it is missing, empty, locked, damaged, encrypted or of a kind that is not read;
    FileRefused when it is beyond the limits.
    """
    path = Path(path)
    head, size = _head(path)
    if head.startswith(b"PK"):
        return _package(path, size)
    if head.startswith(COMPOUND):
        with path.open("rb") as stream:
            kind = compound_format(path, stream)
        if kind == "encrypted":
            from baccarat_xl.workbook.passwords import decrypted

            content = decrypted(path, password)
            return _package(path, len(content), content)
        return Opened(path, "old workbook", kind, size)
    if head.startswith(PARQUET):
        return Opened(path, "parquet", "parquet", size)
    if is_flat_open_document(head):
        return Opened(path, "open document", "fods", size)
    for magic, name in KNOWN_OTHERS:
        if head.startswith(magic):
            raise FileUnreadable(f"{path}: this is {name}, not a workbook, CSV or JSON file; {SAVE_AS}.")
    if head.lstrip()[:5].lower() in (b"<html", b"<!doc", b"<?xml"):
        raise FileUnreadable(
            f"{path}: this is a web page or XML file; open it in your spreadsheet and {SAVE_AS}."
        )
    return Opened(path, "text", "", size)


def _package(path: Path, size: int, content: bytes | None = None) -> Opened:
    form = package_format(path, path if content is None else io.BytesIO(content))
    kind: Kind = {"ods": "open document", "xlsb": "old workbook"}.get(form, "workbook")  # type: ignore[assignment]
    return Opened(path, kind, form, size, content)


def _head(path: Path) -> tuple[bytes, int]:
    try:
        if path.is_dir():
            raise FileUnreadable(f"{path}: this is a folder; name a file.")
        if not path.is_file() and path.exists():
            raise FileUnreadable(f"{path}: this is a pipe or a device; write what comes out of it to a file.")
        size = path.stat().st_size
        with path.open("rb") as stream:
            head = stream.read(4096)
    except FileNotFoundError:
        raise FileUnreadable(f"{path}: no such file; check the name and the folder.") from None
    except PermissionError:
        raise FileUnreadable(
            f"{path}: the file is locked or may not be read; close it in the program that holds it."
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FileUnreadable(f"{path}: the file cannot be read ({reason}).") from None
    if size == 0:
        raise FileUnreadable(f"{path}: the file is empty.")
    if size > MAX_FILE:
        raise FileRefused(
            f"{path}: the file has {size // MIB} MiB, above the limit of {MAX_FILE // MIB} MiB."
        )
    return head, size
