"""Change some parts of a package and leave every other part byte for byte.

A spreadsheet library that loads and saves drops what it does not know (pictures, slicers, newer rules). Here
untouched parts are copied as they are stored, without being unpacked.
"""

from __future__ import annotations

import io
import os
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO
from zipfile import BadZipFile, ZipFile, ZipInfo

from baccarat_xl.errors import OutputError, UsageError
from baccarat_xl.workbook.zip_in import damaged
from baccarat_xl.workbook.zip_out import ZipOut


@dataclass(frozen=True, slots=True)
class Streamed:
    """A part that is made while it is written. ``at_most``: a size in bytes that it will not exceed."""

    content: Iterable[bytes]
    at_most: int


@contextmanager
def opened(source: Path | bytes) -> Iterator[BinaryIO]:
    """The package as a stream that can seek."""
    if isinstance(source, bytes):
        yield io.BytesIO(source)
    else:
        with source.open("rb") as stream:
            yield stream


def patch_package(
    source: Path | bytes,
    target: BinaryIO,
    changes: Mapping[str, bytes | Streamed],
    added: Mapping[str, bytes | Streamed] | None = None,
) -> None:
    """Copy the package ``source`` to ``target``, with other content for the parts named in ``changes``, and
    the parts of ``added`` after them.

    Parts keep their order, names and dates. Raises KeyError for a name that the package lacks, or that would
    be added a second time, and FileUnreadable where it is damaged.
    """
    name = source if isinstance(source, Path) else Path("the template")
    with opened(source) as stream:
        try:
            with ZipFile(stream) as package:
                parts = package.infolist()
        except BadZipFile as error:
            raise damaged(name, error) from None
        missing = set(changes) - {part.filename for part in parts}
        if missing:
            raise KeyError(f"the package has no part {', '.join(sorted(missing))}")
        twice = set(added or ()) & {part.filename for part in parts}
        if twice:
            raise KeyError(f"the package has a part {', '.join(sorted(twice))} already")
        out = ZipOut(target)
        for part in parts:
            change = changes.get(part.filename)
            if change is None:
                try:
                    out.copy(stream, part)
                except ValueError as error:
                    raise damaged(name, error) from None
            else:
                _write(out, copy(part), change)
        for name_added, content in (added or {}).items():
            _write(out, ZipInfo(name_added), content)
        out.close()


def _write(out: ZipOut, info: ZipInfo, content: bytes | Streamed) -> None:
    if isinstance(content, bytes):
        out.write(info, [content], at_most=len(content))
    else:
        out.write(info, content.content, at_most=content.at_most)


def refuse_overwriting(out: Path, inputs: Iterable[Path], *, force: bool = False) -> None:
    """Raise UsageError where ``out`` is an input or a folder (always), or exists (unless ``force``)."""
    for path in inputs:
        same = out.absolute() == path.absolute()
        with suppress(OSError):
            same = same or out.samefile(path)
        if same:
            raise UsageError(f"{out} is an input and would be overwritten; name another file for the result.")
    if out.is_dir():
        raise UsageError(f"{out} is a folder; name a file for the result.")
    if out.exists() and not out.is_file():
        raise UsageError(f"{out} is no ordinary file and is left alone; name a file for the result.")
    if out.exists() and not force:
        raise UsageError(f"{out} exists already; name another file, or allow overwriting with --force.")


@contextmanager
def written_beside(out: Path) -> Iterator[BinaryIO]:
    """A stream beside ``out`` that is moved into place at the end; after an error nothing is left behind.

    It can be read again, as for a last look at what was written.

    Raises OutputError when the folder cannot be written.
    """
    beside = out.with_name(f".{out.name}.{secrets.token_hex(4)}.part")
    try:
        stream = beside.open("x+b")
    except OSError as error:
        raise OutputError(f"{out} could not be written: {error.strerror}; choose another place.") from None
    try:
        try:
            with stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            beside.replace(out)
        except OSError as error:
            reason = error.strerror or str(error)
            raise OutputError(f"{out} could not be written: {reason}; choose another place.") from error
    except BaseException:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise
