"""A zip package, opened within what an honest workbook needs."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import IO, Final

from baccarat_xl.errors import FileRefused, FileUnreadable
from baccarat_xl.workbook.entries import refuse_tricks

MIB: Final = 1 << 20
MAX_PART: Final = 2048 * MIB
MAX_PARTS_TOGETHER: Final = 4096 * MIB
MAX_PART_COUNT: Final = 20_000
RATIO_FROM: Final = 48 * MIB
MAX_RATIO: Final = 300
LONGEST_WORDS: Final = 200
SAVE_AS: Final = "save it as .xlsx (or .csv) and try again"


def open_zip(path: Path, source: Path | IO[bytes] | None = None) -> zipfile.ZipFile:
    """The package, within the budgets that its directory declares; ``source``: where it is read from."""
    try:
        package = zipfile.ZipFile(path if source is None else source)
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError) as error:
        raise damaged(path, error) from None
    try:
        check_budgets(path, package.infolist())
    except BaseException:
        package.close()
        raise
    return package


def words_of(error: object) -> str:
    """What a library says is wrong, as part of one sentence."""
    words = " ".join(str(error).split()).rstrip(".").replace(". ", "; ")
    return words if len(words) <= LONGEST_WORDS else f"{words[:LONGEST_WORDS]}..."


def damaged(path: Path, error: object = "") -> FileUnreadable:
    """The one sentence about a package that is broken."""
    detail = f" ({words_of(error)})" if str(error) else ""
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
    refuse_tricks(path, parts)


def verify_part(path: Path, package: zipfile.ZipFile, part: str) -> None:
    """Inflate a part once, keeping nothing, so that a lying size is found before a reader meets it."""
    try:
        with package.open(part) as stream:
            while stream.read(MIB):
                pass
    except Exception as error:
        raise damaged(path, error) from None
