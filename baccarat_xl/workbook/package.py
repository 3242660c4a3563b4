"""The parts of an .xlsx package that a reader needs: which sheet is which part, and its state."""

from __future__ import annotations

import posixpath
import re
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from baccarat_xl.errors import FileRefused
from baccarat_xl.workbook.model import State
from baccarat_xl.workbook.zip_in import damaged

MOST_SHEETS: Final = 2_000
STATES: dict[str, State] = {"hidden": "hidden", "veryHidden": "very hidden"}


@dataclass(frozen=True, slots=True)
class SheetPart:
    """A sheet as the workbook lists it. part is None when its relation leads nowhere."""

    name: str
    state: State
    part: str | None
    kind: str


def sheet_parts(path: Path, package: zipfile.ZipFile) -> list[SheetPart]:
    """The sheets in workbook order. Raises FileUnreadable when the workbook's own parts are broken."""
    by_lower = _by_lower(package)
    workbook = _workbook_part(path, package, by_lower)
    relations = _relations(path, package, by_lower, workbook)
    root = _parse(path, package, by_lower[workbook.lower()])
    count = sum(1 for element in root.iter() if _local(element.tag) == "sheet")
    if count > MOST_SHEETS:
        raise FileRefused(f"{path}: the workbook lists {count:,} sheets, above the limit of {MOST_SHEETS:,}.")
    sheets = []
    for element in root.iter():
        if _local(element.tag) != "sheet":
            continue
        relation = next((v for k, v in element.attrib.items() if _local(k) == "id"), "")
        kind, target = relations.get(relation, ("missing", ""))
        sheets.append(
            SheetPart(
                element.get("name", ""),
                STATES.get(element.get("state", ""), "visible"),
                by_lower.get(target.lower()),
                kind,
            )
        )
    return sheets


def workbook_part(path: Path, package: zipfile.ZipFile) -> str:
    """The name of the part that lists sheets and names. Raises FileUnreadable where there is none."""
    by_lower = _by_lower(package)
    return by_lower[_workbook_part(path, package, by_lower).lower()]


def _by_lower(package: zipfile.ZipFile) -> dict[str, str]:
    return {name.lower().replace("\\", "/").lstrip("/"): name for name in package.namelist()}


def shared_parts(package: zipfile.ZipFile) -> list[str]:
    """Parts other than sheets that a reader inflates whole."""
    wanted = re.compile(r"(?i)^/?xl/(sharedStrings|styles|workbook)\.xml$")
    return [name for name in package.namelist() if wanted.match(name.replace("\\", "/"))]


def _workbook_part(path: Path, package: zipfile.ZipFile, by_lower: dict[str, str]) -> str:
    if "xl/workbook.xml" in by_lower:
        return "xl/workbook.xml"
    for kind, target in _relations(path, package, by_lower, "").values():
        if kind == "officeDocument" and target.lower() in by_lower:
            return target
    raise damaged(path, "no workbook part")


def _relations(
    path: Path, package: zipfile.ZipFile, by_lower: dict[str, str], part: str
) -> dict[str, tuple[str, str]]:
    folder, name = posixpath.split(part)
    relations = by_lower.get(posixpath.join(folder, "_rels", f"{name}.rels").lower())
    if relations is None:
        return {}
    found = {}
    for element in _parse(path, package, relations):
        target = element.get("Target", "").replace("\\", "/")
        target = target.lstrip("/") if target.startswith("/") else posixpath.join(folder, target)
        kind = element.get("Type", "").rsplit("/", 1)[-1]
        found[element.get("Id", "")] = (kind, posixpath.normpath(target))
    return found


def _parse(path: Path, package: zipfile.ZipFile, part: str) -> ElementTree.Element:
    try:
        data = package.read(part)
    except Exception as error:
        raise damaged(path, error) from None
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise FileRefused(f"{path}: the part {part} declares entities, which no honest workbook does.")
    try:
        return ElementTree.fromstring(data)
    except (ElementTree.ParseError, LookupError, ValueError) as error:  # an encoding may be unknown, too
        raise damaged(path, error) from None


def _local(tag: object) -> str:
    return tag.rsplit("}", 1)[-1] if isinstance(tag, str) else ""


def parsed(path: Path, package: zipfile.ZipFile, part: str) -> ElementTree.Element:
    """A part as a tree; ``""`` is the workbook's own. Raises FileUnreadable and FileRefused."""
    by_lower = _by_lower(package)
    wanted = part or _workbook_part(path, package, by_lower)
    return _parse(path, package, by_lower.get(wanted.lower(), wanted))


def part_relations(path: Path, package: zipfile.ZipFile, part: str) -> list[tuple[str, str]]:
    """(kind, part) of what a part relates to."""
    return list(_relations(path, package, _by_lower(package), part).values())


def part_relations_by_id(path: Path, package: zipfile.ZipFile, part: str) -> dict[str, tuple[str, str]]:
    """What a part relates to by the relation's name: (kind, part)."""
    return _relations(path, package, _by_lower(package), part)
