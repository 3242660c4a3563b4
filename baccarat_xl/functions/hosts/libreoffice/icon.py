"""The add-in's icon: a playing card with a 9, drawn here as text."""

from __future__ import annotations

import struct
import zlib
from typing import Final

_SCALE: Final = 3
_COLOURS: Final = {
    ".": (0, 0, 0, 0),
    "#": (20, 83, 45, 255),
    "o": (255, 255, 255, 255),
    "9": (185, 28, 28, 255),
}
_PICTURE: Final = """
..############..
.#oooooooooooo#.
.#oooooooooooo#.
.#oooo9999oooo#.
.#ooo99oo99ooo#.
.#ooo99oo99ooo#.
.#ooo99oo99ooo#.
.#oooo99999ooo#.
.#ooooooo99ooo#.
.#ooooooo99ooo#.
.#ooo99oo99ooo#.
.#oooo9999oooo#.
.#oooooooooooo#.
.#oooooooooooo#.
.#oooooooooooo#.
..############..
"""


def icon() -> bytes:
    """A PNG of 48 by 48 points with a transparent border, stored: every machine makes the same bytes."""
    rows = []
    for line in _PICTURE.split():
        row = b"\0" + b"".join(bytes(_COLOURS[mark]) * _SCALE for mark in line)
        rows += [row] * _SCALE
    size = len(rows)
    header = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", _stored(b"".join(rows))), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in parts)


def _stored(data: bytes) -> bytes:
    """A zlib stream of one block that is not compressed (at most 65,535 bytes)."""
    length = struct.pack("<HH", len(data), len(data) ^ 0xFFFF)
    return b"\x78\x01\x01" + length + data + struct.pack(">I", zlib.adler32(data))


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
