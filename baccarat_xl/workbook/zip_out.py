"""A zip archive being written: parts copied as they are stored, and parts made while they are written."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass
from typing import BinaryIO, Final
from zipfile import ZIP_DEFLATED, ZipInfo

from baccarat_xl.workbook.deflate import Deflater

LOCAL: Final = struct.Struct("<4s5H3L2H")
CENTRAL: Final = struct.Struct("<4s4B4H3L5H2L")
END: Final = struct.Struct("<4s4H2LH")
END_64: Final = struct.Struct("<4sQ2H2L4Q")
LOCATOR_64: Final = struct.Struct("<4sLQL")
SIZES_64: Final = struct.Struct("<2H2Q")
FULL_64: Final = struct.Struct("<2H3Q")
MOST_32: Final = 0xFFFF_FFFF
MOST_ENTRIES: Final = 0xFFFF
COPY: Final = 1 << 20
_UTF_8, _OLD, _BIG = 0x800, 20, 45


@dataclass(slots=True)
class _Entry:
    info: ZipInfo
    offset: int
    crc: int
    packed: int
    size: int


class ZipOut:
    """Writes an archive to a stream that can seek. Names, dates, attributes come from the ZipInfo given."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._entries: list[_Entry] = []

    def copy(self, source: BinaryIO, info: ZipInfo) -> None:
        """Copy an entry of another archive without unpacking it. Raises ValueError where it does not fit."""
        source.seek(info.header_offset)
        header = LOCAL.unpack(source.read(LOCAL.size))
        if header[0] != b"PK\x03\x04":
            raise ValueError(f"the entry {info.filename} does not start where the directory says")
        source.seek(header[-2] + header[-1], 1)
        entry = _Entry(info, self._stream.tell(), info.CRC, info.compress_size, info.file_size)
        self._write_local(entry, big=max(entry.packed, entry.size) >= MOST_32)
        left = info.compress_size
        while left:
            block = source.read(min(left, COPY))
            if not block:
                raise ValueError(f"the entry {info.filename} ends too early")
            self._stream.write(block)
            left -= len(block)
        self._entries.append(entry)

    def write(self, info: ZipInfo, content: Iterable[bytes], *, at_most: int) -> int:
        """Write an entry from its content, given in pieces; returns its size.

        ``at_most`` is a size that the content will not exceed: small files stay readable for old programs.
        """
        info.compress_type = ZIP_DEFLATED
        start = self._stream.tell()
        big = at_most >= MOST_32
        entry = _Entry(info, start, 0, 0, 0)
        self._write_local(entry, big)
        data = self._stream.tell()
        deflater = Deflater()
        for block in deflater.blocks(content):
            self._stream.write(block)
        end = self._stream.tell()
        entry.crc, entry.packed, entry.size = deflater.crc, end - data, deflater.size
        if not big and max(entry.size, entry.packed) >= MOST_32:
            raise ValueError(f"the entry {info.filename} is larger than announced")
        self._stream.seek(start)
        self._write_local(entry, big)
        self._stream.seek(end)
        self._entries.append(entry)
        return entry.size

    def close(self) -> None:
        """Write the directory; the stream stays open."""
        start = self._stream.tell()
        for entry in self._entries:
            self._write_central(entry)
        size, count = self._stream.tell() - start, len(self._entries)
        if start >= MOST_32 or count >= MOST_ENTRIES:
            at = self._stream.tell()
            self._stream.write(
                END_64.pack(b"PK\x06\x06", END_64.size - 12, _BIG, _BIG, 0, 0, count, count, size, start)
            )
            self._stream.write(LOCATOR_64.pack(b"PK\x06\x07", 0, at, 1))
        few = min(count, MOST_ENTRIES)
        self._stream.write(
            END.pack(b"PK\x05\x06", 0, 0, few, few, min(size, MOST_32), min(start, MOST_32), 0)
        )

    def _write_local(self, entry: _Entry, big: bool) -> None:
        info = entry.info
        name, flags = _name(info)
        extra = SIZES_64.pack(1, 16, entry.size, entry.packed) if big else b""
        sizes = (MOST_32, MOST_32) if big else (entry.packed, entry.size)
        version = _BIG if big else _OLD
        self._stream.write(
            LOCAL.pack(
                b"PK\x03\x04",
                version,
                flags,
                info.compress_type,
                *_when(info),
                entry.crc,
                *sizes,
                len(name),
                len(extra),
            )
        )
        self._stream.write(name + extra)

    def _write_central(self, entry: _Entry) -> None:
        info = entry.info
        name, flags = _name(info)
        big = max(entry.size, entry.packed, entry.offset) >= MOST_32
        extra = FULL_64.pack(1, 24, entry.size, entry.packed, entry.offset) if big else b""
        sizes = (MOST_32, MOST_32) if big else (entry.packed, entry.size)
        version = _BIG if big else _OLD
        self._stream.write(
            CENTRAL.pack(
                b"PK\x01\x02",
                version,
                info.create_system,
                version,
                0,
                flags,
                info.compress_type,
                *_when(info),
                entry.crc,
                *sizes,
                len(name),
                len(extra),
                0,
                0,
                info.internal_attr,
                info.external_attr,
                MOST_32 if big else entry.offset,
            )
        )
        self._stream.write(name + extra)


def _name(info: ZipInfo) -> tuple[bytes, int]:
    """The name as stored, and the flags: sizes stand in the header, so no flag but that for UTF-8 is left."""
    if info.filename.isascii():
        return info.filename.encode(), 0
    return info.filename.encode(), _UTF_8


def _when(info: ZipInfo) -> tuple[int, int]:
    year, month, day, hour, minute, second = info.date_time
    return hour << 11 | minute << 5 | second // 2, max(year - 1980, 0) << 9 | month << 5 | day
