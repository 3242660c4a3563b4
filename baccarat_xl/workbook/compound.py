"""The one stream that matters in an old Office file, found by its directory."""

from __future__ import annotations

import struct
from typing import Final

WORKBOOKS: Final = ("Workbook", "Book")
END: Final = 0xFFFF_FFF0
"""Sector numbers from here on are marks, not sectors."""
ENTRY: Final = 128
HEADER: Final = 512
MOST_SECTORS: Final = 1 << 22


class Broken(Exception):
    """The file's own tables lead nowhere; the message says which."""


def workbook_stream(data: bytes) -> bytes:
    """The content of the stream ``Workbook`` (``Book`` in older files). Raises Broken."""
    try:
        return _Compound(data).workbook()
    except (struct.error, IndexError) as error:
        raise Broken(f"its directory is cut off: {error}") from None


class _Compound:
    def __init__(self, data: bytes) -> None:
        self._data = data
        shift, self._mini_shift = struct.unpack_from("<HH", data, 30)
        if shift not in (9, 12) or self._mini_shift != 6:
            raise Broken("its sectors have no usual size")
        self._size = 1 << shift
        self._first, _, self._cutoff, self._mini_first = struct.unpack_from("<IIII", data, 48)
        self._fat = self._table(self._fat_sectors())

    def workbook(self) -> bytes:
        directory = b"".join(map(self._sector, self._chain(self._first, self._fat)))
        entries = [directory[at : at + ENTRY] for at in range(0, len(directory) - ENTRY + 1, ENTRY)]
        named = {entry[: max(entry[64] - 2, 0)].decode("utf-16-le", "replace"): entry for entry in entries}
        entry = next((named[name] for name in WORKBOOKS if name in named), None)
        if entry is None:
            raise Broken("it has no workbook")
        start, size = struct.unpack_from("<II", entry, 116)
        if size >= self._cutoff:
            return b"".join(map(self._sector, self._chain(start, self._fat)))[:size]
        root = struct.unpack_from("<I", entries[0], 116)[0]
        small = b"".join(map(self._sector, self._chain(root, self._fat)))
        mini = self._table(list(self._chain(self._mini_first, self._fat)))
        width = 1 << self._mini_shift
        return b"".join(small[at * width : (at + 1) * width] for at in self._chain(start, mini))[:size]

    def _sector(self, number: int) -> bytes:
        at = (number + 1) * self._size
        sector = self._data[at : at + self._size]
        if not sector:
            raise Broken("it is cut off")
        return sector

    def _table(self, sectors: list[int]) -> tuple[int, ...]:
        data = b"".join(map(self._sector, sectors))
        return struct.unpack(f"<{len(data) // 4}I", data[: len(data) // 4 * 4])

    def _fat_sectors(self) -> list[int]:
        found = list(struct.unpack_from("<109I", self._data, 76))
        further = struct.unpack_from("<I", self._data, 68)[0]
        seen = 0
        while further < END:
            seen += 1
            if seen > len(self._data) // self._size + 1:
                raise Broken("its table of sectors runs in a circle")
            block = self._sector(further)
            numbers = struct.unpack(f"<{self._size // 4}I", block)
            found.extend(numbers[:-1])
            further = numbers[-1]
        return [number for number in found if number < END]

    @staticmethod
    def _chain(start: int, table: tuple[int, ...]) -> list[int]:
        chain: list[int] = []
        while start < END:
            chain.append(start)
            if len(chain) > len(table):
                raise Broken("a chain of its sectors runs in a circle")
            start = table[start]
        return chain
