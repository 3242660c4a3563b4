"""What an annotated copy keeps of its original, so that this can be had again byte for byte.

A part of the copy holds a recipe: the original file is a sequence of pieces, each either the packed content
of an entry that the copy still has, or bytes that stand in the recipe. SHA-256 says whether it is right.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any, BinaryIO, Final

from baccarat_xl.errors import FileRefused, FileUnreadable
from baccarat_xl.workbook.formats import COMPOUND
from baccarat_xl.workbook.open import MAX_FILE
from baccarat_xl.workbook.patch import Streamed
from baccarat_xl.workbook.zip_in import damaged, open_zip

PART: Final = "baccarat-xl/original.bin"
CONTENT_TYPE: Final = "application/octet-stream"
_MAGIC: Final = b"baccarat-xl original 1\n"
_LENGTH: Final = struct.Struct("<Q")
_LOCAL: Final = 30
_COPY: Final = 1 << 20
_MOST_RECIPE: Final = 64 << 20
_BROKEN: Final = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    RuntimeError,
    KeyError,
    ValueError,
)


def record(source: Path, changed: Iterable[str]) -> Streamed:
    """The part that keeps ``source``, of which the entries ``changed`` will be others in the copy.

    Raises FileUnreadable where the package is damaged.
    """
    gone = set(changed)
    with open_zip(source) as package:
        entries = package.infolist()
    names = [entry.filename for entry in entries]
    kept = [one for one in entries if one.filename not in gone and names.count(one.filename) == 1]
    try:
        return _streamed(source, kept)
    except ValueError as error:
        raise damaged(source, error) from None


def _streamed(source: Path, kept: Iterable[zipfile.ZipInfo]) -> Streamed:
    digest = hashlib.sha256()
    pieces: list[str | int] = []
    spans: list[tuple[int, int]] = []
    with source.open("rb") as stream:
        at = 0
        for entry in sorted(kept, key=lambda one: one.header_offset):
            start = _content_start(stream, entry.header_offset)
            if start < at or not entry.compress_size:
                continue
            spans.append((at, start))
            pieces += [start - at, entry.filename]
            at = start + entry.compress_size
        stream.seek(0)
        while block := stream.read(_COPY):
            digest.update(block)
        size = stream.tell()
    spans.append((at, size))
    pieces.append(size - at)
    head = json.dumps({"size": size, "sha256": digest.hexdigest(), "pieces": pieces}).encode()
    at_most = len(_MAGIC) + _LENGTH.size + len(head) + sum(last - first for first, last in spans)
    return Streamed(_recipe(source, head, spans), at_most)


def _recipe(source: Path, head: bytes, spans: list[tuple[int, int]]) -> Iterator[bytes]:
    yield _MAGIC + _LENGTH.pack(len(head)) + head
    with source.open("rb") as stream:
        for first, last in spans:
            stream.seek(first)
            yield from _blocks(stream, last - first)


def _content_start(stream: IO[bytes], offset: int) -> int:
    """Where the packed content of an entry starts."""
    stream.seek(offset)
    header = stream.read(_LOCAL)
    if len(header) < _LOCAL or not header.startswith(b"PK\x03\x04"):
        raise ValueError("an entry does not start where the directory says")
    name, extra = struct.unpack("<2H", header[26:30])
    return offset + _LOCAL + int(name) + int(extra)


def _blocks(stream: IO[bytes], left: int) -> Iterator[bytes]:
    while left:
        block = stream.read(min(left, _COPY))
        if not block:
            raise ValueError("it ends too early")
        yield block
        left -= len(block)


def restore(copy: BinaryIO, target: BinaryIO | None, name: Path) -> int:
    """Write the original of an annotated copy; ``target`` None only looks whether that is possible.

    Returns the original's size. Raises FileUnreadable, saying why, where it cannot be had; what was written
    to ``target`` by then is no original.
    """
    try:
        package = zipfile.ZipFile(copy)
    except _BROKEN:
        copy.seek(0)
        locked = ", since it is encrypted or an old .xls" if copy.read(len(COMPOUND)) == COMPOUND else ""
        raise FileUnreadable(
            f"{name}: this is no workbook package{locked}, so it keeps no original."
        ) from None
    with package:
        entries = {entry.filename: entry for entry in package.infolist()}
        if PART not in entries:
            raise FileUnreadable(
                f"{name}: it keeps no original: either it is no annotated copy, or another program saved it "
                "since, which drops what was kept; take the original from where it was checked."
            )
        try:
            with package.open(PART) as recipe:
                return _restored(copy, entries, recipe, target, name)
        except _BROKEN as error:
            raise FileUnreadable(
                f"{name}: what it keeps of the original is damaged ({error}), so the original cannot be had "
                "from it; take it from where it was checked."
            ) from None


def _restored(
    copy: BinaryIO, entries: dict[str, Any], recipe: IO[bytes], target: BinaryIO | None, name: Path
) -> int:
    known = _read_head(recipe)
    size = int(known["size"])
    if size > MAX_FILE:
        raise FileRefused(f"{name}: the original would have {size >> 20} MiB, above the limit.")
    digest, written = hashlib.sha256(), 0
    for piece in known["pieces"]:
        if isinstance(piece, int):
            blocks = _blocks(recipe, piece)
        else:
            entry = entries.get(piece)
            if entry is None:
                raise _changed(name, piece)
            place = _content_start(copy, entry.header_offset)
            copy.seek(place)
            blocks = _entry_blocks(copy, place, entry.compress_size)
        for block in blocks:
            written += len(block)
            if written > size:
                raise _changed(name, piece)
            digest.update(block)
            if target is not None:
                target.write(block)
    if digest.hexdigest() != known["sha256"]:
        raise _changed(name, "")
    return size


def _entry_blocks(copy: BinaryIO, place: int, left: int) -> Iterator[bytes]:
    """As `_blocks`; the copy's stream may be moved between the blocks."""
    while left:
        copy.seek(place)
        block = copy.read(min(left, _COPY))
        if not block:
            raise ValueError("it ends too early")
        place += len(block)
        left -= len(block)
        yield block


def _read_head(recipe: IO[bytes]) -> dict[str, Any]:
    if recipe.read(len(_MAGIC)) != _MAGIC:
        raise ValueError("it does not start as it should")
    (length,) = _LENGTH.unpack(recipe.read(_LENGTH.size))
    if length > _MOST_RECIPE:
        raise ValueError("its list of pieces is too long")
    known = json.loads(recipe.read(length))
    if not isinstance(known, dict) or {"size", "sha256", "pieces"} - known.keys():
        raise ValueError("its list of pieces is not complete")
    pieces = known["pieces"]
    if not isinstance(pieces, list) or not all(
        isinstance(piece, str) or (isinstance(piece, int) and 0 <= piece <= MAX_FILE) for piece in pieces
    ):
        raise ValueError("its pieces are none")
    return known


def _changed(name: Path, piece: str | int) -> FileUnreadable:
    where = f" (the part {piece})" if isinstance(piece, str) and piece else ""
    return FileUnreadable(
        f"{name}: the copy was changed by another program since it was annotated{where}, so the original "
        "cannot be had from it byte for byte; take it from where it was checked."
    )
