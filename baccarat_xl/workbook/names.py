"""Defined names and tables of a workbook: what a formula may call things."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING

from baccarat_xl.workbook.package import parsed, part_relations, sheet_parts
from baccarat_xl.workbook.zip_in import damaged

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


@dataclass(frozen=True, slots=True)
class TableRange:
    """A table (list object): its sheet, its block as ``A5:AD205``, its column names in order.

    header, totals: whether the first and the last row of the block are no data.
    """

    sheet: str
    block: str
    columns: Sequence[str]
    header: bool = True
    totals: bool = False


@dataclass(frozen=True, slots=True)
class Names:
    """names: (name in capitals, sheet or None for the whole workbook) -> its formula, without ``=``;
    tables: name in capitals -> table."""

    names: Mapping[tuple[str, str | None], str] = field(default_factory=dict)
    tables: Mapping[str, TableRange] = field(default_factory=dict)

    def named(self, name: str, sheet: str) -> str | None:
        """What a name stands for on a sheet; that sheet's own names come first."""
        key = name.upper()
        return self.names.get((key, sheet), self.names.get((key, None)))


def read_names(path: Path) -> Names:
    """The defined names and tables of an .xlsx or .xlsm. Raises FileUnreadable."""
    return names_in(path, path)


def names_in(path: Path, source: Path | IO[bytes]) -> Names:
    """The same, read from ``source``; ``path`` is what messages name."""
    try:
        with zipfile.ZipFile(source) as package:
            return _read(path, package)
    except (OSError, zipfile.BadZipFile) as error:
        raise damaged(path, error) from None


def _read(path: Path, package: zipfile.ZipFile) -> Names:
    parts = sheet_parts(path, package)
    names: dict[tuple[str, str | None], str] = {}
    for element in _every(parsed(path, package, ""), "definedName"):
        scope = element.get("localSheetId", "")
        sheet = parts[int(scope)].name if scope.isdigit() and int(scope) < len(parts) else None
        text = (element.text or "").strip()
        if text:
            names[element.get("name", "").upper(), sheet] = text.removeprefix("=")
    tables: dict[str, TableRange] = {}
    for part in parts:
        for kind, target in part_relations(path, package, part.part or "") if part.part else ():
            if kind == "table":
                tables.update(_table(part.name, parsed(path, package, target)))
    return Names(names, tables)


def _table(sheet: str, root: Element) -> dict[str, TableRange]:
    columns = [_unescaped(element.get("name", "")) for element in _every(root, "tableColumn")]
    header = root.get("headerRowCount", "1") != "0"
    totals = root.get("totalsRowCount", "0") not in ("", "0")
    found = TableRange(sheet, root.get("ref", ""), columns, header, totals)
    return {name.upper(): found for name in (root.get("name"), root.get("displayName")) if name}


def _unescaped(name: str) -> str:
    return name.replace("_x000a_", "\n").replace("_x000d_", "\r")


def _every(root: Element, tag: str) -> list[Element]:
    return [element for element in root.iter() if str(element.tag).rpartition("}")[2] == tag]
