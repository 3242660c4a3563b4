"""References that end where a table ends, made to end where it ends after growing."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from html import escape
from typing import Final

from baccarat_xl.errors import OutputError
from baccarat_xl.workbook.model import column_index, column_letter

AREA: Final = re.compile(r"(\$?)([A-Z]{1,3})(\$?)(\d+)(?::(\$?)([A-Z]{1,3})(\$?)(\d+))?")
SQREF: Final = re.compile(rb"""(?<=\ssqref=)("[^"]*"|'[^']*')|(?<=<xm:sqref>)([^<]*)""")
DIMENSION: Final = re.compile(rb"""(<(?:\w+:)?dimension\b[^<>]*?ref=["'])([^"']*)""")
NAME: Final = re.compile(rb"(<(?:\w+:)?definedName\b[^<>]*>)([^<]*)")
CALC: Final = re.compile(rb"<(?:\w+:)?calcPr\b[^<>]*>")
BEFORE_CALC: Final = tuple(
    re.compile(rb"</(\w+:)?%s\s*>" % name)
    for name in (b"definedNames", b"externalReferences", b"functionGroups", b"sheets")
)


@dataclass(frozen=True, slots=True)
class Growth:
    """A table in columns ``first``..``last`` (indexes from 0) whose last row goes from ``old`` to ``new``."""

    first: int
    last: int
    old: int
    new: int

    def reference(self, text: str) -> str:
        """One reference, ``C6:C8`` or ``$C$8``, grown where it ends in the old last row."""
        found = AREA.fullmatch(text)
        if found is None or self.new == self.old:
            return text
        left, right = column_index(found[2]), column_index(found[6] or found[2])
        if int(found[8] or found[4]) != self.old or right < self.first or left > self.last:
            return text
        fixed = (found[5], found[7]) if found[6] else (found[1], found[3])
        start = f"{found[1]}{found[2]}{found[3]}{found[4]}"
        return f"{start}:{fixed[0]}{column_letter(right)}{fixed[1]}{self.new}"

    def references(self, text: str) -> str:
        """References separated by blanks."""
        return " ".join(map(self.reference, text.split()))

    def after_rows(self, tail: bytes) -> bytes:
        """What stands after the rows of a sheet: conditional formats, validations, ignored errors."""
        return SQREF.sub(self._sqref, tail)

    def before_rows(self, head: bytes) -> bytes:
        """What stands before the rows: the sheet's dimension."""
        return DIMENSION.sub(self._dimension, head, count=1)

    def names(self, workbook: bytes, sheet: str) -> bytes:
        """The workbook's part: ranges of this sheet in defined names, print areas among them."""
        plain = escape(sheet, quote=False)
        quoted = "'" + plain.replace("'", "''") + "'"
        area = re.compile(
            rf"((?:{re.escape(quoted)}|(?<![\w.']){re.escape(plain)})!)({AREA.pattern})(?![\w(])"
        )

        def in_name(found: re.Match[bytes]) -> bytes:
            return found[1] + area.sub(self._in_formula, found[2].decode()).encode()

        return NAME.sub(in_name, workbook)

    def _in_formula(self, found: re.Match[str]) -> str:
        return found[1] + (self.reference(found[2]) if ":" in found[2] else found[2])

    def _sqref(self, found: re.Match[bytes]) -> bytes:
        text = found[0].decode()
        mark = text[0] if text[:1] in ("'", '"') else ""
        return f"{mark}{self.references(text.strip(mark) if mark else text)}{mark}".encode()

    def _dimension(self, found: re.Match[bytes]) -> bytes:
        area = AREA.fullmatch(found[2].decode())
        if area is None:
            return found[0]
        left = min(column_index(area[2]), self.first)
        right = max(column_index(area[6] or area[2]), self.last)
        bottom = max(int(area[8] or area[4]), self.new)
        return found[1] + f"{column_letter(left)}{area[4]}:{column_letter(right)}{bottom}".encode()


def grow_table(part: bytes, growth: Growth) -> bytes:
    """A table's part with its range, filter and sort range grown; everything else stays as written."""
    pattern = re.compile(rb"""(<(?:\w+:)?(?:table|autoFilter|sortState)\b[^<>]*?\sref=["'])([^"']*)""")
    return pattern.sub(lambda found: found[1] + growth.reference(found[2].decode()).encode(), part)


def print_until(workbook: bytes, sheet: str, ends: Collection[int], last: int) -> bytes:
    """The workbook's part, the print area of the sheet ending in ``last`` if it ended in one of ``ends``."""
    plain = escape(sheet, quote=False)
    names = "|".join(map(re.escape, ("'" + plain.replace("'", "''") + "'", plain)))
    area = re.compile(rf"((?:{names})!\$?[A-Z]+\$?\d+:\$?[A-Z]+\$?)(\d+)")

    def ended(found: re.Match[str]) -> str:
        return found[1] + str(last if int(found[2]) in ends else int(found[2]))

    def in_name(found: re.Match[bytes]) -> bytes:
        if b"_xlnm.Print_Area" not in found[1]:
            return found[0]
        return found[1] + area.sub(ended, found[2].decode()).encode()

    return NAME.sub(in_name, workbook)


def compute_on_load(workbook: bytes) -> bytes:
    """The workbook's part with the wish that every formula is computed when the file is opened."""
    found = CALC.search(workbook)
    if found is None:
        before = next(filter(None, (end.search(workbook) for end in BEFORE_CALC)), None)
        if before is None:
            raise OutputError(
                "the template's list of sheets is written in an unusual way; save it in a spreadsheet "
                "and try again"
            )
        made = b'<%scalcPr fullCalcOnLoad="1"/>' % (before[1] or b"")
        return workbook[: before.end()] + made + workbook[before.end() :]
    tag = re.sub(rb"""\sfullCalcOnLoad=["'][^"']*["']""", b"", found[0])
    tag = re.sub(rb"\s*(/?>)$", rb' fullCalcOnLoad="1"\1', tag)
    return workbook[: found.start()] + tag + workbook[found.end() :]
