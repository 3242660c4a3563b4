"""What is in a package (.xlsx and its kin, .ods): by the names of parts, relations and formulas."""

from __future__ import annotations

import re
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from html import unescape
from pathlib import Path
from typing import Final

from baccarat_xl.errors import FileError
from baccarat_xl.inspection.kinds import FORMULAS, LINKS, PARTS, Row
from baccarat_xl.inspection.thing import Inspection, Part, Thing
from baccarat_xl.workbook.open import Opened
from baccarat_xl.workbook.package import sheet_parts
from baccarat_xl.workbook.zip_in import MIB, open_zip

FEW: Final = 3
STEEP_FROM: Final = 16 * MIB
STEEP: Final = 100
MOST: Final = 64 * MIB
"""Of each part, so many bytes are looked through."""
OVERLAP: Final = 20_000
MAIN_TYPE: Final = re.compile(
    rb"(?:sheet|template|addin)(?:\.macroEnabled)?\.(?:binary\.)?(?:macroEnabled\.)?main"
)
RELATION: Final = re.compile(rb"<(?:\w+:)?Relationship\b([^<>]{0,9999})>")
ATTRIBUTE: Final = re.compile(rb"""([\w:]{1,40})\s*=\s*["']([^"'<>]{0,4000})["']""")
FORMULA: Final = re.compile(rb"""<(?:\w+:)?(?:f|definedName)\b[^<>]{0,999}>([^<]{1,20000})<""")
OPEN_FORMULA: Final = re.compile(rb"""\btable:(?:formula|expression)="([^"<>]{1,20000})""")
OPEN_LINK: Final = re.compile(
    rb"""\bxlink:href="((?:[a-z][a-z0-9+.-]{1,20}:)?//[^"<>]{1,2000}|file:[^"<>]{1,2000})"""
)
RESERVED: Final = re.compile(r"(?i)(?:^|/)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.[^/]*)?$")


def inspect_package(opened: Opened, found: Inspection) -> None:
    """Add to ``found`` what the package holds. Raises FileRefused and FileUnreadable."""
    with open_zip(opened.path, opened.source()) as package:
        entries = package.infolist()
        found.parts += [Part(entry.filename, entry.file_size, entry.compress_size) for entry in entries]
        found.things += _by_name(entry.filename for entry in entries)
        found.things += filter(None, map(_odd_entry, entries))
        found.things += _links(package)
        found.things += _formulas(package)
        if opened.format not in ("ods", "xlsb"):
            _workbook(opened.path, package, opened.format, found)


def _by_name(names: Iterable[str]) -> Iterator[Thing]:
    places: dict[Row, list[str]] = defaultdict(list)
    for name in names:
        row = next((row for row in PARTS if row[0].search(name.replace("\\", "/"))), None)
        if row is not None and not name.endswith((".rels", "/")):
            places[row].append(name)
    for (_, what, risk, words), where in places.items():
        yield Thing(what, few(where), risk, f"{words}.")


def few(places: list[str]) -> str:
    """The first places, and how many more there are."""
    more = f" and {len(places) - FEW:,} more" if len(places) > FEW else ""
    return ", ".join(places[:FEW]) + more


def _odd_entry(entry: zipfile.ZipInfo) -> Thing | None:
    name = entry.filename.replace("\\", "/")
    if name.startswith("/") or ".." in name.split("/") or re.match(r"[A-Za-z]:", name):
        words = (
            "the name leads out of the package: a careless program would write there; this one never unpacks."
        )
        return Thing("name of a part", entry.filename, "odd", words)
    if RESERVED.search(name) or "\\" in entry.filename or not name.isprintable():
        return Thing("name of a part", entry.filename, "odd", "a name that some systems cannot keep.")
    if entry.file_size > STEEP_FROM and entry.file_size > STEEP * max(entry.compress_size, 1):
        words = f"inflates from {entry.compress_size // 1024:,} KiB to {entry.file_size // MIB:,} MiB."
        return Thing("steep part", entry.filename, "odd", words)
    return None


def _links(package: zipfile.ZipFile) -> Iterator[Thing]:
    """Addresses outside the file, by the kind of relation."""
    places: dict[Row, list[str]] = defaultdict(list)
    for entry in package.infolist():
        if not entry.filename.endswith(".rels"):
            continue
        for block in _blocks(package, entry):
            for found in RELATION.finditer(block):
                told = {
                    name.lower(): value.decode("utf-8", "replace")
                    for name, value in ATTRIBUTE.findall(found[1])
                }
                if told.get(b"targetmode", "").lower() == "external":
                    kind = told.get(b"type", "")
                    row = next(row for row in LINKS if row[0].search(kind or "?"))
                    places[row].append(unescape(told.get(b"target", "")))
    for (_, what, risk, words), where in places.items():
        yield Thing(what, few(list(dict.fromkeys(where))), risk, f"{words}.")


def _formulas(package: zipfile.ZipFile) -> Iterator[Thing]:
    """Formulas that act, DDE links, and the links of OpenDocument."""
    places: dict[Row, list[str]] = defaultdict(list)
    for entry in package.infolist():
        name = entry.filename.lower()
        if not name.endswith(".xml") or not re.search(
            r"sheet|workbook\.xml|content\.xml|externallinks", name
        ):
            continue
        for block in _blocks(package, entry):
            if b"<ddeLink" in block or b"dde-source" in block:
                words = "starts or asks another program when the file is opened and allowed to."
                yield Thing("DDE link", entry.filename, "acts", words)
            for text in (*FORMULA.findall(block), *OPEN_FORMULA.findall(block)):
                formula = unescape(text.decode("utf-8", "replace"))
                for row in FORMULAS:
                    if row[0].search(formula):
                        places[row].append(f"{entry.filename}: {formula[:60]}")
                        break
            if outside := OPEN_LINK.findall(block):
                links = few(
                    list(dict.fromkeys(unescape(link.decode("utf-8", "replace")) for link in outside))
                )
                words = "may be fetched when the file is opened."
                yield Thing("address outside the file", links, "acts", words)
            if b"Auto_Open" in block or b"Auto_Close" in block or b"script:event-listener" in block:
                words = "something is run by itself when the file is opened or used, once it is allowed to."
                yield Thing("start by itself", entry.filename, "acts", words)
    for (_, what, risk, words), where in places.items():
        yield Thing(what, few(list(dict.fromkeys(where))), risk, f"{words}.")


def _blocks(package: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Iterator[bytes]:
    """A part's beginning in blocks that overlap; nothing where it is damaged, which the reader tells."""
    tail, left = b"", MOST
    try:
        with package.open(entry) as stream:
            while left > 0 and (block := stream.read(MIB)):
                data = tail + block
                cut = data.rfind(b"<")
                cut = cut if cut > len(data) - OVERLAP else len(data)
                yield data[:cut]
                tail, left = data[cut:], left - len(block)
        yield tail
    except Exception:  # zipfile and zlib raise of many kinds
        return


def _workbook(path: Path, package: zipfile.ZipFile, form: str, found: Inspection) -> None:
    try:
        for part in sheet_parts(path, package):
            found.sheets.append((part.name, part.state))
    except FileError as error:
        found.things.append(Thing("list of sheets", "", "odd", str(error)))
    types = package.read("[Content_Types].xml")
    macros = any(part.name.lower().endswith("vbaproject.bin") for part in found.parts)
    if not MAIN_TYPE.search(types):
        words = "the content types do not call this a workbook, so some programs will not open it."
        found.things.append(Thing("content type", "[Content_Types].xml", "odd", words))
    if macros and form in ("xlsx", "xltx"):
        words = "the file holds macros, though its content type says that it has none."
        found.things.append(Thing("content type", "[Content_Types].xml", "odd", words))
