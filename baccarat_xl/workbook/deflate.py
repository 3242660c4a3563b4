"""Deflate on several cores: blocks are compressed side by side and joined into one ordinary stream.

Each block starts from the last 32 KiB of the block before it, so little is lost against a single run, and the
same input gives the same bytes whatever the number of threads.
"""

from __future__ import annotations

import os
import zlib
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

BLOCK: Final = 1 << 20
WINDOW: Final = 1 << 15
LEVEL: Final = 3
"""Rows of a filled sheet repeat the row above: level 3 finds that as well as 6 does, three times faster."""
MOST_THREADS: Final = 8


class Deflater:
    """Compresses what `blocks` is given; ``size`` and ``crc`` are of the content so far."""

    def __init__(self, level: int = LEVEL, threads: int | None = None) -> None:
        self.level = level
        self.threads = min(threads or os.cpu_count() or 1, MOST_THREADS)
        self.size = 0
        self.crc = 0

    def blocks(self, content: Iterable[bytes]) -> Iterator[bytes]:
        """The raw deflate stream of ``content``. At most two blocks a thread are held at a time."""
        window = b""
        waiting: deque[Future[bytes]] = deque()
        with ThreadPoolExecutor(self.threads, thread_name_prefix="baccarat-xl deflate") as pool:
            try:
                for block in _gathered(content):
                    self.size += len(block)
                    waiting.append(pool.submit(_compress, block, window, self.level))
                    self.crc = zlib.crc32(block, self.crc)
                    window = block[-WINDOW:] if len(block) >= WINDOW else (window + block)[-WINDOW:]
                    while len(waiting) > 2 * self.threads:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            finally:
                for late in waiting:
                    late.cancel()
        yield zlib.compressobj(self.level, zlib.DEFLATED, -zlib.MAX_WBITS).flush(zlib.Z_FINISH)


def _compress(block: bytes, window: bytes, level: int) -> bytes:
    settings = (level, zlib.DEFLATED, -zlib.MAX_WBITS, zlib.DEF_MEM_LEVEL, zlib.Z_DEFAULT_STRATEGY)
    packer = zlib.compressobj(*settings, window) if window else zlib.compressobj(*settings)
    return packer.compress(block) + packer.flush(zlib.Z_SYNC_FLUSH)


def _gathered(content: Iterable[bytes]) -> Iterator[bytes]:
    """The content in blocks of about `BLOCK` bytes."""
    parts: list[bytes] = []
    size = 0
    for part in content:
        parts.append(part)
        size += len(part)
        if size >= BLOCK:
            yield b"".join(parts) if len(parts) > 1 else part
            parts, size = [], 0
    if size:
        yield b"".join(parts)
