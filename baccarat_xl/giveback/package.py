"""A package being changed: parts as they will stand in the copy, content types and relations kept right."""

from __future__ import annotations

import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final

from baccarat_xl.giveback.xml_text import (
    appended,
    attribute,
    attributes,
    editable,
    elements,
    prefix_of,
    root_of,
)
from baccarat_xl.workbook.package import SheetPart, sheet_parts, workbook_part
from baccarat_xl.workbook.patch import Streamed, patch_package
from baccarat_xl.workbook.zip_in import damaged, open_zip

CONTENT_TYPES: Final = "[Content_Types].xml"
RELATIONS: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
SPREADSHEET: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml."
BROKEN: Final = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, KeyError, ValueError)
"""What reading a damaged part raises."""
SIGNATURES: Final = ("_xmlsignatures/", "meta-inf/documentsignatures.xml", "meta-inf/macrosignatures.xml")
_EMPTY_RELATIONS: Final = (
    b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
)


class Package:
    """An ``.xlsx``, ``.xlsm`` or ``.ods`` to be given back changed. Use as a context manager.

    Raises FileUnreadable and FileRefused where the package is damaged or unsafe.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.zip = open_zip(path)
        self.names = self.zip.namelist()
        self._by_lower = {name.lower().replace("\\", "/").lstrip("/"): name for name in self.names}
        self.changed: dict[str, bytes | Streamed] = {}
        self.added: dict[str, bytes | Streamed] = {}

    def __enter__(self) -> Package:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.zip.close()

    # ------------------------------------------------------------------ parts
    def find(self, part: str) -> str | None:
        """The part's name as the package writes it; None where there is no such part."""
        wanted = part.lower().lstrip("/")
        return self._by_lower.get(wanted) or next((one for one in self.added if one.lower() == wanted), None)

    def read(self, part: str) -> bytes:
        """A part as it stands by now, to be edited as text. Raises FileUnreadable."""
        known = self.changed.get(part, self.added.get(part))
        if isinstance(known, bytes):
            return known
        try:
            return editable(self.zip.read(part), part)
        except BROKEN as error:
            raise damaged(self.path, error) from None

    def change(self, part: str, content: bytes | Streamed) -> None:
        """Other content for a part that is there, original or added."""
        (self.added if part in self.added else self.changed)[part] = content

    def add(self, part: str, content: bytes | Streamed, content_type: str) -> None:
        """A new part with its content type."""
        self.added[part] = content
        data = self.read(CONTENT_TYPES)
        root = root_of(data)
        tag = b'<%sOverride PartName="/%s" ContentType="%s"/>' % (
            prefix_of(root),
            attribute(part),
            attribute(content_type),
        )
        self.change(CONTENT_TYPES, appended(data, root, tag))

    def free(self, pattern: str) -> str:
        """A name that no part has; ``pattern`` holds ``{}`` for a number."""
        number = 1
        while self.find(pattern.format(number)) is not None:
            number += 1
        return pattern.format(number)

    # ------------------------------------------------------------------ relations
    def relations(self, part: str) -> Iterator[tuple[str, str, str]]:
        """(id, kind, part) of what a part relates to within the package."""
        rels = self.find(_rels(part))
        if rels is None:
            return
        data = self.read(rels)
        for element in elements(data, depth=1):
            known = attributes(data[element.start : element.inner])
            if known.get("TargetMode") == "External":
                continue
            target = posixpath.normpath(posixpath.join("/", posixpath.dirname(part), known.get("Target", "")))
            yield known.get("Id", ""), known.get("Type", "").rpartition("/")[2], target.lstrip("/")

    def related(self, part: str, kind: str) -> str | None:
        """The first part that a part relates to in this way, if it is there."""
        found = (self.find(target) for _, one, target in self.relations(part) if one == kind)
        return next(filter(None, found), None)

    def relate(self, part: str, kind: str, target: str) -> str:
        """A new relation; returns its id."""
        name = self.find(_rels(part))
        data = self.read(name) if name else _EMPTY_RELATIONS
        root = root_of(data)
        taken = {
            attributes(data[one.start : one.inner]).get("Id", "").lower() for one in elements(data, depth=1)
        }
        number = len(taken) + 1
        while f"rid{number}" in taken:
            number += 1
        where = posixpath.relpath("/" + target, "/" + posixpath.dirname(part))
        tag = b'<%sRelationship Id="rId%d" Type="%s/%s" Target="%s"/>' % (
            prefix_of(root),
            number,
            attribute(self._relation_base()),
            attribute(kind),
            attribute(where),
        )
        made = appended(data, root, tag)
        if name:
            self.change(name, made)
        else:
            self.added[_rels(part)] = made
        return f"rId{number}"

    def _relation_base(self) -> str:
        """The beginning of relation types: strict packages have one of their own."""
        rels = self.find(_rels(self.workbook))
        found = re.search(rb"""Type=["']([^"']+)/worksheet["']""", self.read(rels)) if rels else None
        return found[1].decode() if found else RELATIONS

    # ------------------------------------------------------------------ workbook
    @property
    def workbook(self) -> str:
        return workbook_part(self.path, self.zip)

    def sheets(self) -> list[SheetPart]:
        """The sheets in the order of the original workbook."""
        return sheet_parts(self.path, self.zip)

    @property
    def signed(self) -> bool:
        """Whether the package carries a digital signature of its content."""
        return any(name.startswith(SIGNATURES) for name in self._by_lower)

    def write(self, target: BinaryIO) -> None:
        """The copy, every other part as it is stored."""
        patch_package(self.path, target, self.changed, self.added)


def _rels(part: str) -> str:
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")
