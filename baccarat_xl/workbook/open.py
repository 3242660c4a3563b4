"""What kind of file is it, and is it safe to hand to a reader? By content, never by name."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from baccarat_xl.errors import FileRefused, FileUnreadable

Kind: TypeAlias = Literal["workbook", "text"]

MIB: Final = 1 << 20
MAX_FILE: Final = 1024 * MIB
MAX_PART: Final = 2048 * MIB
MAX_PARTS_TOGETHER: Final = 4096 * MIB
MAX_PART_COUNT: Final = 20_000
RATIO_FROM: Final = 48 * MIB
MAX_RATIO: Final = 300

COMPOUND: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
SAVE_AS: Final = "save it as .xlsx (or .csv) and try again"
KNOWN_OTHERS: Final = (
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf", "a 7-Zip archive"),
    (b"Rar!", "a RAR archive"),
    (b"SQLite format 3", "an SQLite database"),
    (b"PAR1", "a Parquet file"),
)


@dataclass(frozen=True, slots=True)
class Opened:
    """A file that passed the first look. format: xlsx or xlsm for a workbook, "" for text."""

    path: Path
    kind: Kind
    format: str
    size: int


def look(path: str | Path) -> Opened:
    """Say what ``path`` is.

    Raises FileUnreadable when it is missing, empty, locked, damaged, encrypted or of a kind that is not read;
    FileRefused when it is beyond the limits.
    """
    path = Path(path)
    head, size = _head(path)
    if head.startswith(b"PK"):
        return Opened(path, "workbook", _workbook_format(path), size)
    if head.startswith(COMPOUND):
        raise FileUnreadable(f"{path}: {_compound_reason(path)}.")
    for magic, name in KNOWN_OTHERS:
        if head.startswith(magic):
            raise FileUnreadable(f"{path}: this is {name}, not a workbook, CSV or JSON file; {SAVE_AS}.")
    if head.lstrip()[:5].lower() in (b"<html", b"<!doc", b"<?xml"):
        raise FileUnreadable(
            f"{path}: this is a web page or XML file; open it in your spreadsheet and {SAVE_AS}."
        )
    return Opened(path, "text", "", size)


def _head(path: Path) -> tuple[bytes, int]:
    try:
        if path.is_dir():
            raise FileUnreadable(f"{path}: this is a folder; name a file.")
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


def _compound_reason(path: Path) -> str:
    with path.open("rb") as stream:
        data = stream.read(8 * MIB)
    if "EncryptedPackage".encode("utf-16-le") in data:
        return "the workbook is protected by a password; remove the password in your spreadsheet and save it"
    if any(name.encode("utf-16-le") in data for name in ("Workbook", "Book")):
        return f"the old .xls format is not read yet; {SAVE_AS}"
    return f"this is an old Office document, not a workbook; {SAVE_AS}"


def open_zip(path: Path) -> zipfile.ZipFile:
    """The package, within the budgets that its directory declares."""
    try:
        package = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError) as error:
        raise damaged(path, error) from None
    try:
        check_budgets(path, package.infolist())
    except BaseException:
        package.close()
        raise
    return package


def damaged(path: Path, error: object = "") -> FileUnreadable:
    """The one sentence about a package that is broken."""
    detail = f" ({error})" if str(error) else ""
    return FileUnreadable(
        f"{path}: the workbook is damaged{detail}; open and repair it in your spreadsheet first."
    )


def check_budgets(path: Path, parts: list[zipfile.ZipInfo]) -> None:
    """Refuse a package that would inflate beyond what an honest workbook needs."""
    if len(parts) > MAX_PART_COUNT:
        raise FileRefused(f"{path}: the package has {len(parts)} parts, above the limit of {MAX_PART_COUNT}.")
    together = sum(part.file_size for part in parts)
    if together > MAX_PARTS_TOGETHER:
        raise FileRefused(f"{path}: the package would inflate to {together // MIB} MiB, above the limit.")
    for part in parts:
        if part.flag_bits & 1:
            raise FileUnreadable(f"{path}: the package is encrypted; save it without a password.")
        too_large = part.file_size > MAX_PART
        steep = part.file_size > RATIO_FROM and part.file_size > MAX_RATIO * max(part.compress_size, 1)
        if too_large or steep:
            raise FileRefused(
                f"{path}: the part {part.filename} would inflate to {part.file_size // MIB} MiB from "
                f"{part.compress_size // 1024} KiB, which no honest workbook does."
            )


def verify_part(path: Path, package: zipfile.ZipFile, part: str) -> None:
    """Inflate a part once, keeping nothing, so that a lying size is found before a reader meets it."""
    try:
        with package.open(part) as stream:
            while stream.read(MIB):
                pass
    except Exception as error:
        raise damaged(path, error) from None


def _workbook_format(path: Path) -> str:
    with open_zip(path) as package:
        names = {name.lower().lstrip("/") for name in package.namelist()}
        if "xl/workbook.bin" in names:
            raise FileUnreadable(f"{path}: the binary .xlsb format is not read yet; {SAVE_AS}.")
        if "mimetype" in names and _is_open_document(package):
            raise FileUnreadable(f"{path}: the OpenDocument format (.ods) is not read yet; {SAVE_AS}.")
        if "[content_types].xml" not in names or not any(n.startswith("xl/workbook") for n in names):
            raise FileUnreadable(f"{path}: this is a zip archive, but not an .xlsx workbook; {SAVE_AS}.")
        try:
            types = package.read("[Content_Types].xml")
        except Exception as error:
            raise damaged(path, error) from None
    return "xlsm" if b"macroEnabled" in types else "xlsx"


def _is_open_document(package: zipfile.ZipFile) -> bool:
    try:
        with package.open("mimetype") as stream:
            return b"opendocument" in stream.read(200)
    except Exception:
        return False
