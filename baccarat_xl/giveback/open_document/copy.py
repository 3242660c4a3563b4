"""An annotated copy of an OpenDocument spreadsheet: another ``content.xml``, and a line in the manifest."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from baccarat_xl.audit.finding import CheckResult
from baccarat_xl.errors import OutputError
from baccarat_xl.giveback import original
from baccarat_xl.giveback.annotated import Annotated, remark_signature, write_copy
from baccarat_xl.giveback.marks import SheetMarks, cells_in, marks_of, place_of
from baccarat_xl.giveback.open_document.looks import Looks, put_styles
from baccarat_xl.giveback.open_document.notes import with_note
from baccarat_xl.giveback.open_document.rows import ACROSS, RowEditor
from baccarat_xl.giveback.open_document.sheet import findings_table
from baccarat_xl.giveback.open_document.tags import TABLE, closed
from baccarat_xl.giveback.open_document.walk import Cell, Row, Walk
from baccarat_xl.giveback.package import Package
from baccarat_xl.giveback.xml_text import appended, attribute, namespaces, prefix_of, root_of
from baccarat_xl.report.sheet_rows import COLOURS, free_name
from baccarat_xl.workbook.ods_reader import CONTENT

Marked: TypeAlias = Mapping[int, Mapping[int, tuple[str | None, str | None]]]
"""Row from 1 -> column from 0 -> (severity of its fill, text of its note)."""
STYLE_NAME: Final = (TABLE, "style-name")
MANIFEST: Final = "META-INF/manifest.xml"
MANIFEST_URI: Final = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"


def annotate_open_document(source: Path, result: CheckResult, out: Path) -> Annotated:
    """As `annotate.annotate`, for ``.ods``."""
    done = Annotated(out, "")
    with Package(source) as package:
        remark_signature(package, done)
        tables = [table for file in result.files for table in file.tables]
        wanted = {
            sheet: _by_row(marks) for sheet, marks in marks_of(result.findings, tables).items() if marks.areas
        }
        package.change(CONTENT, _Marker(package.read(CONTENT), wanted, done).content(result))
        package.added[original.PART] = b""
        _list(package, original.PART, original.CONTENT_TYPE)
        write_copy(package, source, done)
    return done


def _list(package: Package, part: str, content_type: str) -> None:
    """Name a new part in the manifest: programs refuse packages with parts that it does not list."""
    manifest = package.find(MANIFEST)
    if manifest is None:
        return
    data = package.read(manifest)
    root = root_of(data)
    prefix = prefix_of(root)
    entry = b'<%sfile-entry %sfull-path="%s" %smedia-type="%s"/>'
    own = next((name for name, uri in namespaces(data, root).items() if uri == MANIFEST_URI and name), None)
    named = own.encode() + b":" if own else b"manifest:"
    declared = b"" if own else b' xmlns:manifest="%s"' % MANIFEST_URI.encode()
    tag = entry % (prefix, named, attribute(part), named, attribute(content_type))
    package.change(manifest, appended(data, root, tag[:-2] + declared + b"/>"))


def _by_row(marks: SheetMarks) -> Marked:
    fills: dict[tuple[int, int], str] = {}
    for severity in COLOURS:
        for area in marks.areas.get(severity, ()):
            for place in cells_in(area):
                fills.setdefault(place, severity)
    notes = {place_of(cell): text for cell, text in marks.notes.items()}
    found: dict[int, dict[int, tuple[str | None, str | None]]] = defaultdict(dict)
    for row, column in {**fills, **notes}:
        found[row + 1][column] = fills.get((row, column)), notes.get((row, column))
    return found


class _Marker:
    """One document under way."""

    def __init__(self, data: bytes, wanted: Mapping[str, Marked], done: Annotated) -> None:
        self._data = data
        self._wanted = wanted
        self._done = done
        self._edits: list[tuple[int, int, bytes]] = []
        self._looks: Looks | None = None
        self._row: Row | None = None
        rows: dict[str, Sequence[int]] = {sheet: list(marked) for sheet, marked in wanted.items()}
        self._walk = Walk(data, rows, self._mark)

    def content(self, result: CheckResult) -> bytes:
        """The whole document with marks, styles and the sheet of findings."""
        walk = self._walk
        if walk.last is None or walk.prefixes is None or walk.root is None or walk.body is None:
            raise OutputError("the workbook has no sheet that could be marked; save it again and try then")
        looks = self._made_looks(walk)
        name = free_name({sheet.lower() for sheet in walk.sheets})
        self._done.sheet = name
        table = findings_table(walk.prefixes, looks, name, result, self._done.remarks)
        self._edits.append((walk.last.end, walk.last.end, table))
        self._edits.append(put_styles(walk, looks))
        if walk.prefixes.declared:
            at = walk.root.inner - 1
            self._edits.append((at, at, walk.prefixes.declared))
        return edited(self._data, self._edits)

    def _made_looks(self, walk: Walk) -> Looks:
        if self._looks is None:
            assert walk.prefixes is not None
            self._looks = Looks(self._data, walk.prefixes, walk.styles)
        return self._looks

    def _mark(self, walk: Walk, row: Row) -> None:
        assert walk.prefixes is not None
        marked = self._wanted[row.sheet]
        last = row.first + row.times
        numbers = range(row.first, last) if row.times < len(marked) else sorted(marked)
        here = {
            number: set(marked[number])
            for number in numbers
            if row.first <= number < last and number in marked
        }
        looks = self._made_looks(walk)
        prefixes = walk.prefixes

        def make(number: int, column: int, cell: Cell | None, text: bytes) -> bytes:
            severity, note = marked[number][column]
            inner = cell.span.inner - cell.span.start if cell is not None else len(text)
            changes: dict[tuple[str, str], str | None] = {ACROSS: None}
            if severity is not None:
                changes[STYLE_NAME] = looks.filled(row.style_of(column, cell), severity)
            tag = prefixes.changed(text[:inner], changes)
            if note is None:
                return tag + text[inner:]
            opened, end = closed(tag)
            inside = text[inner : cell.span.inner_end - cell.span.start] if cell is not None else b""
            self._done.notes += 1
            return opened + with_note(prefixes, inside, cell, note) + end

        made = RowEditor(self._data, prefixes, make).edited(row, here)
        self._edits.append((row.span.start, row.span.end, made))


def edited(data: bytes, edits: Sequence[tuple[int, int, bytes]]) -> bytes:
    """A text with other pieces: (start, end, what stands there then); the pieces do not overlap."""
    out: list[bytes] = []
    at = 0
    for start, end, made in sorted(edits, key=lambda one: one[:2]):
        out += [data[at:start], made]
        at = end
    return b"".join(out) + data[at:]
