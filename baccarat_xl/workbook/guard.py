"""Reading under a budget of time and memory that is enforced from outside the reader.

Most files are read here and now. The ones that come near a limit, and the kinds that only a native reader
knows, are read in a process of their own: where it ends, breaks down or takes too long, the file is refused
and nothing else is lost.
"""

from __future__ import annotations

import io
import pickle
import re
import sys
import zipfile
from dataclasses import is_dataclass
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import Any, Final

from baccarat_xl import child, errors
from baccarat_xl.errors import FileError, FileRefused
from baccarat_xl.workbook.model import Book
from baccarat_xl.workbook.open import Opened, look
from baccarat_xl.workbook.prolog import refuse_entities
from baccarat_xl.workbook.zip_in import MIB, open_zip

SECONDS: Final = 180.0
MEMORY: Final = 3 << 30
NATIVE: Final = ("old workbook", "parquet")
LARGE_TEXT: Final = 128 * MIB
LARGE_PACKAGE: Final = 1024 * MIB
STEEP_FROM: Final = 16 * MIB
STEEP: Final = 60
TEXTS: Final = re.compile(r"(?i)^/?xl/sharedStrings[^/]*\.xml$")
CLAIM: Final = re.compile(rb"""<(?:\w+:)?sst\b[^<>]{0,999}?\buniqueCount\s*=\s*["'](\d{1,20})["']""")
MOST_CLAIMED: Final = 1_000_000
SMALLEST_TEXT: Final = 5
LONGEST_TEXT: Final = 1 << 16
PLAIN: Final = {
    *(("builtins", name) for name in ("range", "frozenset", "set", "bytearray")),
    *(("datetime", name) for name in ("datetime", "date", "time", "timedelta", "timezone")),
    ("array", "array"),
    ("array", "_array_reconstructor"),
    ("baccarat_xl.cell_error", "CellError"),
}
"""What a book may be made of beside the classes of this room."""


def near_a_limit(opened: Opened) -> bool:
    """Whether the file is to be read in a process of its own. Raises FileRefused where it is not read."""
    if sys.platform == "emscripten":
        return False
    if opened.kind in NATIVE:
        return True
    if opened.kind == "text" or opened.format == "fods":
        return opened.size > LARGE_TEXT
    with open_zip(opened.path, opened.source()) as package:
        refuse_entities(opened.path, package)
        texts = [part for part in package.infolist() if TEXTS.match(part.filename.replace("\\", "/"))]
        long = [_long_texts(opened.path, package, part) for part in texts]
        return any(long) or _steep(package)


def _steep(package: zipfile.ZipFile) -> bool:
    parts = package.infolist()
    return sum(part.file_size for part in parts) > LARGE_PACKAGE or any(
        part.file_size > STEEP_FROM and part.file_size > STEEP * max(part.compress_size, 1) for part in parts
    )


def _long_texts(path: Path, package: zipfile.ZipFile, part: zipfile.ZipInfo) -> bool:
    """Whether some shared text is longer than a cell can hold. Raises FileRefused where the list says that it
    is longer than it can be: a native reader makes room for all that it says."""
    try:
        with package.open(part) as stream:
            data = stream.read(MIB)
            claim = CLAIM.search(data)
            if claim and int(claim[1]) > max(MOST_CLAIMED, part.file_size // SMALLEST_TEXT):
                raise FileRefused(
                    f"{path}: the list of shared texts says that it holds {int(claim[1]):,} of them, which "
                    f"its {part.file_size:,} bytes cannot hold."
                )
            while data:
                if any(
                    data.find(b"<", at, at + LONGEST_TEXT) < 0
                    for at in range(0, len(data) - LONGEST_TEXT + 1, LONGEST_TEXT)
                ):
                    return True
                data = stream.read(MIB)
    except FileRefused:
        raise
    except Exception:  # damage is told by the reader
        return False
    return False


def read_apart(path: Path, password: str | None = None) -> Book:
    """`read_book` in a process of its own. Raises FileRefused where that ends or takes too long, and what the
    reader itself raises."""
    task = pickle.dumps((str(path), password))
    try:
        code, answer = child.run(__name__, task, SECONDS, MEMORY)
    except child.TooLong:
        raise FileRefused(
            f"{path}: reading it takes longer than {SECONDS:g} seconds, which no honest workbook needs; save "
            "what you need of it in a file of its own."
        ) from None
    except child.TooLarge:
        raise _too_large(path) from None
    except OSError as error:
        raise FileRefused(
            f"{path}: the file has to be read in a process of its own, and none could be started "
            f"({error.strerror})."
        ) from None
    if code or not answer:
        raise FileRefused(
            f"{path}: the reader broke down over this file, as it does over damaged and hostile ones; open "
            "it in your spreadsheet and save it as .xlsx again."
        )
    kind, result = _Careful(io.BytesIO(answer)).load()
    if kind == "memory":
        raise _too_large(path)
    if kind != "book":
        failure: type[FileError] = getattr(errors, kind)
        raise failure(result)
    book: Book = result
    return book


def _too_large(path: Path) -> FileRefused:
    return FileRefused(
        f"{path}: reading it needs more than {MEMORY >> 30} GiB of memory; save what you need of it in a "
        "file of its own."
    )


class _Careful(pickle.Unpickler):
    """Loads books and nothing else, should a broken reader have written something else."""

    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name) if _may_be_loaded(module) else None
        ours = module.startswith("baccarat_xl.workbook.") and isinstance(found, type) and is_dataclass(found)
        path = isinstance(found, type) and issubclass(found, PurePath)
        if (module, name) in PLAIN or ours or path or found is frozen:
            return found
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a book")


def _may_be_loaded(module: str) -> bool:
    return module.startswith(("baccarat_xl.workbook.", "pathlib")) or any(module == one for one, _ in PLAIN)


def frozen(mapping: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    """How a read-only mapping is made again on the other side."""
    return MappingProxyType(mapping)


def _packed(answer: tuple[str, Any]) -> bytes:
    out = io.BytesIO()
    pickler = pickle.Pickler(out, protocol=5)
    pickler.dispatch_table = {MappingProxyType: lambda mapping: (frozen, (dict(mapping),))}
    pickler.dump(answer)
    return out.getvalue()


def serve() -> None:
    """In the process of its own: read what stdin names, and write the book to stdout."""
    from baccarat_xl.workbook.readers import read_here

    path, password = pickle.loads(sys.stdin.buffer.read())
    child.limit(MEMORY, SECONDS)
    try:
        answer: bytes = _packed(("book", read_here(look(path, password), password)))
    except FileError as error:
        kind = next(base.__name__ for base in type(error).__mro__ if hasattr(errors, base.__name__))
        answer = _packed((kind, str(error)))
    except MemoryError:
        answer = _packed(("memory", ""))
    sys.stdout.buffer.write(answer)
    sys.stdout.buffer.flush()
