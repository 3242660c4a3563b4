"""What an awkward file is, and how packages are written by hand for them."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

Ends = str
"""refused, in part or read; several where readers of other versions differ, with a bar between them."""
Maker = Callable[[Path], None]

MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006"
DECLARED: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
ENTITIES: Final = (
    '<!DOCTYPE x [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY {n} "{f"&{p};" * 10}">' for p, n in zip("abcdefgh", "bcdefghi", strict=True))
    + "]>"
)
OUTSIDE: Final = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
TYPES: Final = (
    f'{DECLARED}<Types xmlns="{PACKAGE}/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.'
    'spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/'
    'vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>'
)
ROOT_RELATIONS: Final = (
    f'{DECLARED}<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" '
    f'Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
)
HEADER: Final = ("Round", "P1", "P2", "P3", "B1", "B2", "B3", "Player total", "Banker total", "Winner")
ROUNDS: Final = (
    (1, 9, 10, "", 7, 10, "", 9, 7, "Player"),
    (2, 2, 3, 8, 1, 2, "", 3, 3, "Tie"),
    (3, 10, 6, "", 5, 10, 4, 6, 9, "Banker"),
    (4, 1, 4, 5, 6, 10, "", 0, 6, "Banker"),
)


@dataclass(frozen=True)
class Awkward:
    """name: of the file. what: for people. make: writes it. ends: of its check. says: a pattern that the
    refusal, or the report and the inspection together, have to contain."""

    name: str
    what: str
    make: Maker
    ends: Ends
    says: str


FILES: Final[list[Awkward]] = []


def awkward(name: str, what: str, ends: Ends, says: str) -> Callable[[Maker], Maker]:
    """Puts a maker on the list."""

    def listed(make: Maker) -> Maker:
        FILES.append(Awkward(name, what, make, ends, says))
        return make

    return listed


def column(index: int) -> str:
    return chr(65 + index)


def cell(reference: str, value: object, formula: str = "") -> str:
    """A cell's XML; ``formula`` is its whole element."""
    if value == "" and not formula:
        return ""
    if isinstance(value, str):
        kind = "str" if formula else "inlineStr"
        inner = f"{formula}<v>{value}</v>" if formula else f"<is><t>{value}</t></is>"
        return f'<c r="{reference}" t="{kind}">{inner}</c>'
    return f'<c r="{reference}">{formula}<v>{value}</v></c>'


def row(number: int, values: tuple[object, ...], more: str = "") -> str:
    cells = "".join(cell(f"{column(at)}{number}", value) for at, value in enumerate(values))
    return f'<row r="{number}">{cells}{more}</row>'


def log(extra: str = "", in_row: Mapping[int, str] | None = None) -> str:
    """The rows of a right log; ``extra`` follows them; ``in_row``: more cells by row number."""
    more = in_row or {}
    lines = [row(number, values, more.get(number, "")) for number, values in enumerate((HEADER, *ROUNDS), 1)]
    return "".join(lines) + extra


def sheet(rows: str = "", before: str = "", after: str = "", prolog: str = "") -> str:
    return (
        f'{DECLARED}{prolog}<worksheet xmlns="{MAIN}" xmlns:r="{OFFICE}">{before}<sheetData>{rows}'
        f"</sheetData>{after}</worksheet>"
    )


def workbook(sheets: str = "", prolog: str = "", names: str = "") -> str:
    sheets = sheets or '<sheet name="Log" sheetId="1" r:id="rId1"/>'
    return (
        f'{DECLARED}{prolog}<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{sheets}</sheets>{names}'
        "</workbook>"
    )


def relations(*more: str) -> str:
    """The workbook's relations: the sheet, and what is given as ``Type|Target|Mode``."""
    entries = [f'<Relationship Id="rId1" Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>']
    for number, entry in enumerate(more, 2):
        kind, target, mode = (*entry.split("|"), "")[:3]
        external = ' TargetMode="External"' if mode else ""
        entries.append(f'<Relationship Id="rId{number}" Type="{kind}" Target="{target}"{external}/>')
    return f'{DECLARED}<Relationships xmlns="{PACKAGE}/relationships">{"".join(entries)}</Relationships>'


def parts(rows: str | None = None, **changed: str) -> dict[str, str | bytes]:
    """The parts of a small right workbook."""
    return {
        "[Content_Types].xml": TYPES,
        "_rels/.rels": ROOT_RELATIONS,
        "xl/workbook.xml": changed.get("workbook", workbook()),
        "xl/_rels/workbook.xml.rels": changed.get("relations", relations()),
        "xl/worksheets/sheet1.xml": changed.get("sheet", sheet(log() if rows is None else rows)),
    }


def write(path: Path, content: Mapping[str, str | bytes]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as package:
        for name, data in content.items():
            package.writestr(name, data)


def add(path: Path, name: str, blocks: int, block: bytes) -> None:
    """One more part, written block by block."""
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as package, package.open(name, "w") as stream:
        for _ in range(blocks):
            stream.write(block)
