"""A package's directory: no two parts may have one name, and none may share another's bytes."""

from __future__ import annotations

import zipfile
from itertools import pairwise
from pathlib import Path
from typing import Final

from baccarat_xl.errors import FileRefused

LOCAL_HEADER: Final = 30


def refuse_tricks(path: Path, parts: list[zipfile.ZipInfo]) -> None:
    """Raise FileRefused for a package that means one thing to one program and another to the next."""
    names: set[str] = set()
    for part in parts:
        name = part.filename.replace("\\", "/").lower()
        if name in names:
            raise FileRefused(
                f"{path}: the package holds the part {part.filename!r} twice, so programs see different "
                "contents; open it in your spreadsheet, look at it and save it again."
            )
        names.add(name)
    for before, after in pairwise(sorted(parts, key=lambda part: part.header_offset)):
        end = before.header_offset + LOCAL_HEADER + len(before.filename) + before.compress_size
        if after.header_offset < end:
            raise FileRefused(
                f"{path}: the parts {before.filename!r} and {after.filename!r} share their bytes, as in no "
                "honest workbook."
            )
