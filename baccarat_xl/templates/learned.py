"""What a template tells about itself: where its table stands, how a row looks, and how far it is filled."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from xml.etree import ElementTree
from zipfile import ZipFile

from baccarat_xl.errors import FileUnreadable, UsageError
from baccarat_xl.templates.columns import BY_HEADER, BY_KEY, Flavour
from baccarat_xl.templates.table_columns import Pattern, TableColumn, match_columns
from baccarat_xl.workbook.growth import AREA
from baccarat_xl.workbook.model import Progress, column_index
from baccarat_xl.workbook.package import SheetPart as ListedSheet
from baccarat_xl.workbook.package import sheet_parts
from baccarat_xl.workbook.patch import opened
from baccarat_xl.workbook.shared_formulas import Master, masters_of
from baccarat_xl.workbook.sheet_part import (
    Cell,
    NotPlain,
    SheetPart,
    cell_at,
    cells_of_row,
    has_typed,
    row_tag,
)

SIGNS: Final = ("✗", "…", "✓")
_ESCAPED: Final = re.compile(r"_x([0-9A-Fa-f]{4})_")
_NOT_COPIED: Final = re.compile(rb"""\s(?:r|hidden|collapsed)=["'][^"']*["']""")


@dataclass(frozen=True, slots=True)
class Place:
    """Where the table stands: parts of the package, rows as a spreadsheet numbers them, columns from 0."""

    sheet: str
    part: str
    table_part: str
    table: str
    header_row: int
    last_row: int
    first_column: int
    headers: tuple[str, ...]
    calculated: dict[str, str] = field(default_factory=dict)

    @property
    def last_column(self) -> int:
        return self.first_column + len(self.headers) - 1


@dataclass(slots=True)
class Learned:
    """A template as `learn` found it.

    ``filled_to``       the last row of the table in which something is typed; the header's row when none is
    ``row_attributes``  of a new row, apart from its number
    ``occupied``        the first row below the table with something in the table's columns; None when none
    ``checks``          how often each sign stands in column Check of the filled rows; None: not stored
    ``last``            the last filled row's typed numbers by column key
    ``size``            of the sheet's part, in bytes
    ``flavour``         of its formulas
    ``shared``          formulas that other cells share, by their number
    """

    place: Place
    columns: list[TableColumn]
    row_attributes: bytes
    filled_to: int
    occupied: int | None
    checks: Counter[str] | None
    last: dict[str, float]
    size: int
    flavour: Flavour
    shared: dict[str, Master]


def learn(template: Path | bytes, progress: Progress | None = None) -> Learned:
    """Read the template's table.

    Raises UsageError where it has none, FileUnreadable where it cannot be read.
    """
    name = template if isinstance(template, Path) else Path("the built-in template")
    with opened(template) as stream, ZipFile(stream) as package:
        place = _best(name, package)
        if progress:
            progress("reading the template", 0.0)
        with package.open(place.part) as part:
            try:
                return _walk(place, SheetPart(part), package.getinfo(place.part).file_size)
            except NotPlain as why:
                raise FileUnreadable(
                    f"{name}: the sheet {place.sheet} cannot be filled, since {why}; save it in Excel first."
                ) from None


def _best(name: Path, package: ZipFile) -> Place:
    places = [place for sheet in sheet_parts(name, package) for place in _tables(package, sheet)]
    best = max(places, key=_score, default=None)
    if best is None or not _score(best):
        raise UsageError(
            f"{name} has no table for rounds; make one with "
            f"`baccarat-xl template rounds -o {name.stem}.xlsx`."
        )
    return best


def _score(place: Place) -> int:
    return sum(header in BY_HEADER for header in place.headers)


def _tables(package: ZipFile, sheet: ListedSheet) -> Iterator[Place]:
    if sheet.part is None or sheet.kind != "worksheet":
        return
    folder, file = posixpath.split(sheet.part)
    relations = posixpath.join(folder, "_rels", f"{file}.rels")
    if relations not in package.namelist():
        return
    for relation in ElementTree.fromstring(package.read(relations)):
        if not relation.get("Type", "").endswith("/table"):
            continue
        target = relation.get("Target", "")
        part = target.lstrip("/") if target.startswith("/") else posixpath.normpath(f"{folder}/{target}")
        root = ElementTree.fromstring(package.read(part))
        area = AREA.fullmatch(root.get("ref", ""))
        if area is None or root.get("headerRowCount", "1") == "0" or not area[8]:
            continue
        if root.get("totalsRowCount", "0") != "0" and _is_ours(root):
            raise UsageError(
                f"the table {root.get('displayName')} ends in a totals row, below which nothing can be "
                "added; switch the totals row off and save."
            )
        columns = [element for element in root.iter() if element.tag.endswith("}tableColumn")]
        formulas = {}
        for column in columns:
            for child in column:
                if child.tag.endswith("}calculatedColumnFormula") and child.text:
                    formulas[_decoded(column.get("name", ""))] = child.text
        yield Place(
            sheet.name,
            sheet.part,
            part,
            root.get("displayName", ""),
            int(area[4]),
            int(area[8]),
            column_index(area[2]),
            tuple(_decoded(column.get("name", "")) for column in columns),
            formulas,
        )


def _is_ours(root: ElementTree.Element) -> bool:
    return any(_decoded(element.get("name", "")) in BY_HEADER for element in root.iter())


def _decoded(name: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), name)


class _Walk:
    """What has been seen of the sheet so far."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.shared: dict[str, Master] = {}
        self.filled_to = place.header_row
        self.filled_row = b""
        self.model: tuple[int, bytes] | None = None
        self.blank_model = False
        self.occupied: int | None = None
        self.checks: Counter[str] | None = Counter()
        self.check_column = next(
            (place.first_column + i for i, h in enumerate(place.headers) if h == BY_KEY["chk"].header), None
        )

    def see(self, number: int, row: bytes) -> None:
        place = self.place
        if b't="shared"' in row and b" ref=" in row:
            self.shared.update(masters_of(number, row))
        if number <= place.header_row or self.occupied is not None:
            return
        if number > place.last_row:
            cells = [c for c in cells_of_row(row) if place.first_column <= c.column <= place.last_column]
            if any(cell.filled or cell.formula is not None for cell in cells):
                self.occupied = number
            return
        filled = has_typed(row, place.first_column, place.last_column)
        if filled:
            self.filled_to, self.filled_row = number, row
            self.blank_model = False
            self._count(number, row)
        if filled or not self.blank_model:
            self.model, self.blank_model = (number, row), not filled

    def _count(self, number: int, row: bytes) -> None:
        if self.checks is None:
            return
        check = None if self.check_column is None else cell_at(row, self.check_column, number)
        value = check.value if check is not None else ""
        if value:
            self.checks[value[:1]] += 1
        elif check is None or check.attributes.get("t") != "str":
            self.checks = None


def _walk(place: Place, part: SheetPart, size: int) -> Learned:
    seen = _Walk(place)
    for number, row in part.rows():
        seen.see(number, row)
    number, row = seen.model or (place.header_row + 1, b"<row>")
    cells = {cell.column: cell for cell in cells_of_row(row)}
    patterns = [
        _pattern(cells.get(place.first_column + offset), number, seen, place.calculated.get(header))
        for offset, header in enumerate(place.headers)
    ]
    columns, flavour = match_columns(place.first_column, place.headers, patterns, place.table)
    keys = {column.index: column.key for column in columns if column.key}
    last = {}
    for cell in cells_of_row(seen.filled_row):
        key = keys.get(cell.column)
        if key and "t" not in cell.attributes and cell.value:
            last[key] = float(cell.value)
    attributes = _NOT_COPIED.sub(b"", row_tag(row)).rstrip()
    return Learned(
        place,
        columns,
        attributes,
        seen.filled_to,
        seen.occupied,
        seen.checks,
        last,
        size,
        flavour,
        seen.shared,
    )


def _pattern(cell: Cell | None, row: int, seen: _Walk, calculated: str | None) -> Pattern:
    from baccarat_xl.workbook.formula_rows import filler

    if cell is None:
        return Pattern("", filler(calculated, row) if calculated else None)
    style = "".join(f' {name}="{cell.attributes[name]}"' for name in ("s", "cm") if name in cell.attributes)
    formula = cell.formula
    if formula is None:
        return Pattern(style, filler(calculated, seen.place.header_row + 1) if calculated else None)
    attributes, text = formula
    if attributes.get("t") == "shared" and not text:
        origin = seen.shared.get(attributes.get("si", ""))
        if origin is None:
            raise NotPlain(f"the formula in row {row} belongs to another one that is missing")
        text = origin.text_at(row, cell.column)
    if attributes.get("t") == "dataTable":
        raise NotPlain(f"row {row} holds a what-if table")
    return Pattern(style, filler(text, row), attributes.get("t") == "array")
