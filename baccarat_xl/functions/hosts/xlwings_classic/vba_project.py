"""The modules of a VBA project, read from the file that holds it: what macros a workbook carries.

Two containers lie around them, both published by Microsoft: compound files (MS-CFB) and VBA's own
compression (MS-OVBA 2.4.1). Nothing is ever run or changed.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path
from struct import error as StructError
from struct import unpack_from
from typing import Final

from baccarat_xl.errors import FileUnreadable

MAGIC: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
PART: Final = "vbaProject.bin"
MOST: Final = 64 << 20
_ENDS: Final = 0xFFFFFFFA
_NAME_OF_REFERENCE, _NAME_OF_STREAM, _OFFSET, _VERSION = 0x16, 0x1A, 0x31, 0x09


class VbaProject:
    """modules: name -> source text; references: the names of the projects that it uses."""

    def __init__(self, data: bytes) -> None:
        streams = dict(_streams(data))
        self.modules: dict[str, str] = {}
        self.references: list[str] = []
        name = ""
        for kind, content in _records(_expanded(streams["dir"])):
            if kind == _NAME_OF_REFERENCE:
                self.references.append(content.decode("latin-1"))
            elif kind == _NAME_OF_STREAM:
                name = content.decode("latin-1")
            elif kind == _OFFSET:
                (offset,) = unpack_from("<I", content)
                self.modules[name] = _expanded(streams[name][offset:]).decode("latin-1")


def read_vba_project(workbook: Path) -> VbaProject | None:
    """The project in an .xlsm or .xlam; None where the file has none. Raises FileUnreadable."""
    try:
        with zipfile.ZipFile(workbook) as package:
            part = next((info for info in package.infolist() if info.filename.endswith(PART)), None)
            if part is None or part.file_size > MOST:
                return None
            return VbaProject(package.read(part))
    except FileNotFoundError:
        raise FileUnreadable(f"{workbook}: no such file; check the name and the folder.") from None
    except (OSError, zipfile.BadZipFile) as problem:
        raise FileUnreadable(f"{workbook}: this is no .xlsm workbook that can be read ({problem}).") from None
    except (StructError, LookupError, ValueError) as problem:
        raise FileUnreadable(f"{workbook}: its VBA project cannot be read ({problem}).") from None


def _streams(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The streams of a compound file by name."""
    if not data.startswith(MAGIC):
        raise ValueError("not a compound file")
    sector, small = 1 << unpack_from("<H", data, 30)[0], 1 << unpack_from("<H", data, 32)[0]
    tables, directory = unpack_from("<II", data, 44)
    limit, small_table = unpack_from("<II", data, 56)
    table: list[int] = []
    for number in unpack_from("<109I", data, 76)[:tables]:
        table += unpack_from(f"<{sector // 4}I", data, (number + 1) * sector)
    entries = list(_entries(_chain(data, sector, table, directory, 1)))
    _, _, start, _ = entries[0]
    inner = _chain(data, sector, table, start, 1)
    numbers = _chain(data, sector, table, small_table, 1)
    inner_table = list(unpack_from(f"<{len(numbers) // 4}I", numbers))
    for name, kind, start, size in entries:
        if kind == 2:
            whole = size >= limit
            content = (
                _chain(data, sector, table, start, 1) if whole else _chain(inner, small, inner_table, start)
            )
            yield name, content[:size]


def _entries(directory: bytes) -> Iterator[tuple[str, int, int, int]]:
    """Name, kind, first sector and size of what a directory lists."""
    for at in range(0, len(directory), 128):
        (length,) = unpack_from("<H", directory, at + 64)
        if length:
            name = directory[at : at + length - 2].decode("utf-16-le")
            yield name, directory[at + 66], *unpack_from("<II", directory, at + 116)


def _chain(data: bytes, size: int, table: list[int], number: int, before: int = 0) -> bytes:
    """A chain of sectors joined; ``before`` sectors of the file come before the first."""
    found: list[bytes] = []
    while number < _ENDS:
        if len(found) > len(table):
            raise ValueError("a chain of sectors has no end")
        found.append(data[(number + before) * size : (number + before + 1) * size])
        number = table[number]
    return b"".join(found)


def _records(directory: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while at + 6 <= len(directory):
        kind, length = unpack_from("<HI", directory, at)
        # The record of the version states a length that leaves out its last two bytes.
        length = 6 if kind == _VERSION else length
        yield kind, directory[at + 6 : at + 6 + length]
        at += 6 + length


def _expanded(data: bytes) -> bytes:
    """A compressed container (MS-OVBA 2.4.1.3)."""
    if not data or data[0] != 1:
        raise ValueError("not VBA's compression")
    out = bytearray()
    at = 1
    while at < len(data):
        (head,) = unpack_from("<H", data, at)
        end = min(at + (head & 0xFFF) + 3, len(data))
        if head >> 15:
            _expand_chunk(data, at + 2, end, out)
        else:
            out += data[at + 2 : end]
        at = end
    return bytes(out)


def _expand_chunk(data: bytes, at: int, end: int, out: bytearray) -> None:
    start = len(out)
    while at < end:
        flags = data[at]
        at += 1
        for bit in range(8):
            if at >= end:
                return
            if not flags >> bit & 1:
                out.append(data[at])
                at += 1
                continue
            (token,) = unpack_from("<H", data, at)
            at += 2
            bits = max((len(out) - start - 1).bit_length(), 4)
            back, length = (token >> 16 - bits) + 1, (token & 0xFFFF >> bits) + 3
            if back > len(out) - start:
                raise ValueError("VBA's compression is damaged")
            for _ in range(length):
                out.append(out[-back])
