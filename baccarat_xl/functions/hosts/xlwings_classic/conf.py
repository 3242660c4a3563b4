"""The settings of xlwings, looked up as its VBA does: the workbook's sheet, its folder's file, the user's."""

from __future__ import annotations

import csv
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from baccarat_xl.errors import FileUnreadable

SHEET: Final = "xlwings.conf"
FILE: Final = "xlwings.conf"


@dataclass(frozen=True, slots=True)
class Setting:
    """A value, and in words where it stands."""

    value: str
    where: str


@dataclass(frozen=True, slots=True)
class Conf:
    """Sources in the order in which xlwings asks them: words, and settings by name in capitals."""

    sources: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    def find(self, name: str) -> Setting | None:
        """The first source that has the name decides, even where its value is empty."""
        for where, values in self.sources:
            if name.upper() in values:
                return Setting(os.path.expandvars(values[name.upper()]).strip(), where)
        return None

    def value(self, name: str) -> str:
        """The value alone, empty where there is none."""
        found = self.find(name)
        return found.value if found else ""


def conf_of(workbook: Path | None, user_settings: Path) -> Conf:
    """What holds for a workbook, or without one for this user. Raises FileUnreadable for the workbook."""
    sources = []
    if workbook is not None:
        sources.append((f"the sheet {SHEET} of {workbook.name}", _from_sheet(workbook)))
        beside = workbook.resolve().parent / FILE
        sources.append((f"the file {beside}", _from_file(beside)))
    sources.append((f"the file {user_settings}", _from_file(user_settings)))
    return Conf(sources)


def _from_sheet(workbook: Path) -> dict[str, str]:
    import openpyxl

    try:
        with workbook.open("rb") as stream:
            book: Any = openpyxl.load_workbook(stream, read_only=True, data_only=True)
            rows = (
                list(book[SHEET].iter_rows(max_col=2, values_only=True)) if SHEET in book.sheetnames else []
            )
    except Exception as problem:
        raise FileUnreadable(
            f"{workbook}: this is no workbook that can be read ({problem}); name the .xlsm you use."
        ) from None
    found: dict[str, str] = {}
    for row in rows:
        if row[0] is None:
            break
        value = row[1] if len(row) > 1 else None
        found[str(row[0]).upper()] = "" if value is None else str(value)
    return found


def _from_file(path: Path) -> dict[str, str]:
    try:
        with path.open(encoding="utf-8", errors="replace", newline="") as stream:
            return {row[0].upper(): row[1] for row in csv.reader(stream) if len(row) > 1}
    except OSError:
        return {}
