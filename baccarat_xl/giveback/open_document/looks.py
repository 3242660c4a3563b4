"""Styles of OpenDocument cells with another fill, each made from the style that the cell has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from baccarat_xl.giveback.open_document.tags import FO, OFFICE, STYLE, Prefixes, closed
from baccarat_xl.giveback.open_document.walk import Walk
from baccarat_xl.giveback.xml_text import elements
from baccarat_xl.report.sheet_rows import COLOURS

DEFAULT: Final = "Default"
NAME: Final = (STYLE, "name")
PROPERTIES: Final = "table-cell-properties"
WORDS: Final = ("bold", "wrapped", *COLOURS)


class Looks:
    """The styles that are made. ``prefixes``: of the document; ``styles``: its automatic ones, by name."""

    def __init__(self, data: bytes, prefixes: Prefixes, styles: Mapping[str, bytes]) -> None:
        self._prefixes = prefixes
        self._styles = styles
        self._stem = _free(data)
        self._names: dict[tuple[str, str], str] = {}
        self.made: list[bytes] = []

    def filled(self, style: str | None, severity: str) -> str:
        """The name of a style that is ``style`` (None: the default one) with the fill of a severity."""
        key = style or DEFAULT, severity
        if key not in self._names:
            self._names[key] = name = self._name()
            self.made.append(self._filled(name, key[0], COLOURS[severity]))
        return self._names[key]

    def _name(self) -> str:
        return f"{self._stem}{len(self.made) + 1}"

    def _filled(self, name: str, style: str, colour: str) -> bytes:
        own = self._styles.get(style)
        if own is None:
            return self._plain(name, style, self._properties({(FO, "background-color"): colour}))
        prefixes = self._prefixes
        whole = elements(own)[0]
        tag = prefixes.changed(own[: whole.inner], {NAME: name})
        inside = elements(own, whole.inner, whole.inner_end) if not whole.empty else []
        for one in inside:
            if one.local == PROPERTIES:
                there = prefixes.changed(own[one.start : one.inner], {(FO, "background-color"): colour})
                return tag + own[whole.inner : one.start] + there + own[one.inner :]
        opened, end = closed(tag)
        made = opened + self._properties({(FO, "background-color"): colour})
        return made + (end if whole.empty else own[whole.inner :])

    def _properties(self, what: Mapping[tuple[str, str], str]) -> bytes:
        attributes = b"".join(self._prefixes.attribute(*name, value) for name, value in what.items())
        return b"<%s%s/>" % (self._prefixes.name(STYLE, PROPERTIES), attributes)

    def _plain(self, name: str, parent: str | None, inside: bytes, family: str = "table-cell") -> bytes:
        what = {NAME: name, (STYLE, "family"): family}
        if parent is not None:
            what[STYLE, "parent-style-name"] = parent
        attributes = b"".join(self._prefixes.attribute(*key, value) for key, value in what.items())
        tag = self._prefixes.name(STYLE, "style")
        return b"<%s%s>%s</%s>" % (tag, attributes, inside, tag)

    # ------------------------------------------------------------------ the sheet of findings
    def of_sheet(self) -> dict[str, str]:
        """The names of the cell styles of the sheet of findings: bold, wrapped, and one for each severity."""
        names: dict[str, str] = {}
        top = {(FO, "wrap-option"): "wrap", (STYLE, "vertical-align"): "top"}
        for word in WORDS:
            names[word] = name = self._name()
            if word == "bold":
                text = self._prefixes.name(STYLE, "text-properties")
                inside = b"<%s%s/>" % (text, self._prefixes.attribute(FO, "font-weight", "bold"))
            else:
                fill = {(FO, "background-color"): COLOURS[word]} if word in COLOURS else {}
                inside = self._properties(top | fill)
            self.made.append(self._plain(name, DEFAULT, inside))
        return names

    def of_column(self, centimetres: float) -> str:
        """The name of a new style of columns."""
        name = self._name()
        tag = self._prefixes.name(STYLE, "table-column-properties")
        width = self._prefixes.attribute(STYLE, "column-width", f"{centimetres:.2f}cm")
        self.made.append(self._plain(name, None, b"<%s%s/>" % (tag, width), "table-column"))
        return name

    def of_row(self) -> str:
        """The name of a new style of rows, as high as what is in them."""
        name = self._name()
        tag = self._prefixes.name(STYLE, "table-row-properties")
        height = self._prefixes.attribute(STYLE, "use-optimal-row-height", "true")
        self.made.append(self._plain(name, None, b"<%s%s/>" % (tag, height), "table-row"))
        return name


def _free(data: bytes) -> str:
    """The beginning of names that the document does not hold."""
    stem = "baccarat"
    while b'"%s' % stem.encode() in data or b"'%s" % stem.encode() in data:
        stem += "-x"
    return stem


def put_styles(walk: Walk, looks: Looks) -> tuple[int, int, bytes]:
    """What puts the styles that were made into the document: (start, end, text in place of that)."""
    assert walk.prefixes is not None
    assert walk.body is not None
    made = b"".join(looks.made)
    where = walk.automatic
    if where is None:
        tag = walk.prefixes.name(OFFICE, "automatic-styles")
        return walk.body.start, walk.body.start, b"<%s>%s</%s>" % (tag, made, tag)
    if where.inner == where.end:
        opened, end = closed(walk.data[where.start : where.end])
        return where.start, where.end, opened + made + end
    return where.inner_end, where.inner_end, made
