"""The add-in's icons: two cards on the green of a table, drawn by arithmetic, the same bytes everywhere."""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Callable
from functools import cache
from typing import Final, TypeAlias

Colour: TypeAlias = tuple[int, int, int, int]
SIZES: Final = (16, 32, 64, 80)
_FINE: Final = 4
_CLEAR: Final[Colour] = (0, 0, 0, 0)
_GREEN: Final[Colour] = (15, 81, 50, 255)
_WHITE: Final[Colour] = (255, 255, 255, 255)
_EDGE: Final[Colour] = (96, 122, 108, 255)
_RED: Final[Colour] = (179, 18, 35, 255)


def _in_box(x: float, y: float, half_width: float, half_height: float, corner: float) -> bool:
    across, down = max(abs(x) - half_width + corner, 0.0), max(abs(y) - half_height + corner, 0.0)
    return abs(x) <= half_width and abs(y) <= half_height and math.hypot(across, down) <= corner


def _turned(x: float, y: float, degrees: float) -> tuple[float, float]:
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return x * cosine + y * sine, y * cosine - x * sine


def _card(x: float, y: float, degrees: float, pip: Colour) -> Colour | None:
    """One card about its middle, with a diamond on it."""
    across, down = _turned(x, y, degrees)
    if not _in_box(across, down, 0.215, 0.31, 0.05):
        return None
    if not _in_box(across, down, 0.19, 0.285, 0.04):
        return _EDGE
    return pip if abs(across) / 0.11 + abs(down) / 0.155 <= 1 else _WHITE


def _colour(x: float, y: float) -> Colour:
    """The colour at a place of the unit square."""
    over = _card(x - 0.60, y - 0.53, 10, _RED)
    under = _card(x - 0.37, y - 0.48, -12, _GREEN)
    if over or under:
        return over or under or _CLEAR
    return _GREEN if _in_box(x - 0.5, y - 0.5, 0.5, 0.5, 0.18) else _CLEAR


def _pixel(column: int, row: int, size: int, colour: Callable[[float, float], Colour]) -> bytes:
    """The mean of a few places inside a pixel, so that edges are smooth."""
    steps = [(step + 0.5) / _FINE for step in range(_FINE)]
    places = [colour((column + x) / size, (row + y) / size) for y in steps for x in steps]
    weight = sum(place[3] for place in places)
    if not weight:
        return bytes(4)
    mixed = [round(sum(place[part] * place[3] for place in places) / weight) for part in range(3)]
    return bytes((*mixed, round(weight / len(places))))


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def _stored(content: bytes) -> bytes:
    """A zlib stream without compression: other versions of zlib would compress to other bytes."""
    block = struct.pack("<BHH", 1, len(content), len(content) ^ 0xFFFF) + content
    return b"\x78\x01" + block + struct.pack(">I", zlib.adler32(content))


@cache
def icon(size: int) -> bytes:
    """A PNG of this many pixels square, at most 127."""
    rows = (
        b"\0" + b"".join(_pixel(column, row, size, _colour) for column in range(size)) for row in range(size)
    )
    header = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", _stored(b"".join(rows))), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, content) for kind, content in chunks)
