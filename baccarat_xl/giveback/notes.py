"""Notes put into a sheet's cells; those that are there are added to, threaded comments left alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from baccarat_xl.giveback.boxes import boxes_with, new_boxes
from baccarat_xl.giveback.package import SPREADSHEET, Package
from baccarat_xl.giveback.xml_text import (
    appended,
    attributes,
    child,
    elements,
    escaped,
    prefix_of,
    root_of,
    with_count,
)

AUTHOR: Final = "baccarat-xl"
VML: Final = "application/vnd.openxmlformats-officedocument.vmlDrawing"
_EMPTY: Final = (
    b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    b'<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    b"<authors></authors><commentList></commentList></comments>"
)
_TAB: Final = b' xml:space="preserve"'


@dataclass(frozen=True, slots=True)
class Noted:
    """What became of the notes. drawing: the relation of a drawing that the sheet must name, None if it does.

    threaded: cells that have a threaded comment and got no note
    """

    drawing: str | None
    threaded: tuple[str, ...]
    added_to: int


def add_notes(package: Package, sheet: str, notes: Mapping[str, str], drawing: str | None) -> Noted:
    """Put notes into the cells of the sheet's part. ``drawing``: the relation of its boxes, if it has one."""
    threaded = _threaded(package, sheet)
    wanted = {cell: text for cell, text in notes.items() if cell not in threaded}
    left = tuple(cell for cell in notes if cell in threaded)
    if not wanted:
        return Noted(None, left, 0)
    part = package.related(sheet, "comments")
    if part is None:
        part = package.free("xl/comments{}.xml")
        package.add(part, _EMPTY, SPREADSHEET + "comments+xml")
        package.relate(sheet, "comments", part)
    data, fresh = _with_notes(package.read(part), wanted)
    package.change(part, data)
    boxes = next((target for key, _, target in package.relations(sheet) if key == drawing), None)
    boxes = package.find(boxes) if boxes else None
    shown = {cell: wanted[cell] for cell in fresh}
    taken = [package.read(name) for name in _drawings(package)]
    if boxes is not None:
        package.change(boxes, boxes_with(package.read(boxes), shown, taken))
        return Noted(None, left, len(wanted) - len(fresh))
    boxes = package.free("xl/drawings/vmlDrawing{}.vml")
    package.add(boxes, new_boxes(shown, taken), VML)
    return Noted(package.relate(sheet, "vmlDrawing", boxes), left, len(wanted) - len(fresh))


def _threaded(package: Package, sheet: str) -> set[str]:
    """The cells that have a threaded comment."""
    found: set[str] = set()
    for _, kind, target in package.relations(sheet):
        part = package.find(target)
        if kind == "threadedComment" and part is not None:
            data = package.read(part)
            for one in elements(data, depth=1):
                found.add(attributes(data[one.start : one.inner]).get("ref", ""))
    return found


def _drawings(package: Package) -> list[str]:
    return [name for name in (*package.names, *package.added) if name.lower().endswith(".vml")]


def _with_notes(data: bytes, notes: Mapping[str, str]) -> tuple[bytes, list[str]]:
    """The part with the notes, and the cells that had none before."""
    prefix = prefix_of(root_of(data))
    data, author = _author(data, prefix)
    listed = child(data, root_of(data), "commentList")
    if listed is None:
        data = appended(data, root_of(data), b"<%scommentList></%scommentList>" % (prefix, prefix))
        listed = child(data, root_of(data), "commentList")
        assert listed is not None
    there = {
        attributes(data[one.start : one.inner]).get("ref", ""): one
        for one in elements(data, listed.inner, listed.inner_end)
    }
    fresh = [cell for cell in notes if cell not in there]
    made = b"".join(
        b'<%scomment ref="%s" authorId="%d"><%stext>%s</%stext></%scomment>'
        % (prefix, cell.encode(), author, prefix, _runs(prefix, notes[cell]), prefix, prefix)
        for cell in fresh
    )
    data = appended(data, listed, made)
    for cell in sorted(set(notes) & set(there), key=lambda one: -there[one].start):
        one = there[cell]
        before = data[one.start : one.end]
        data = data[: one.start] + _added_to(before, prefix, notes[cell]) + data[one.end :]
    return data, fresh


def _author(data: bytes, prefix: bytes) -> tuple[bytes, int]:
    """The part with us among the authors, and our number."""
    authors = child(data, root_of(data), "authors")
    if authors is None:
        root = root_of(data)
        data = data[: root.inner] + b"<%sauthors></%sauthors>" % (prefix, prefix) + data[root.inner :]
        authors = child(data, root_of(data), "authors")
        assert authors is not None
    known = elements(data, authors.inner, authors.inner_end)
    for number, one in enumerate(known):
        if data[one.inner : one.inner_end] == AUTHOR.encode():
            return data, number
    made = b"<%sauthor>%s</%sauthor>" % (prefix, AUTHOR.encode(), prefix)
    return with_count(appended(data, authors, made), authors, len(known) + 1), len(known)


def _runs(prefix: bytes, text: str, before: str = "") -> bytes:
    """The text as a run of small letters, as notes have."""
    font = b'<%srPr><%ssz val="9"/><%sfamily val="2"/></%srPr>' % ((prefix,) * 4)
    said = escaped(before + text)
    return b"<%sr>%s<%st%s>%s</%st></%sr>" % (prefix, font, prefix, _TAB, said, prefix, prefix)


def _added_to(comment: bytes, prefix: bytes, text: str) -> bytes:
    """A note with more text at its end; its own letters keep their looks."""
    text_element = child(comment, root_of(comment), "text")
    if text_element is None:
        made = b"<%stext>%s</%stext>" % (prefix, _runs(prefix, text), prefix)
        root = root_of(comment)
        return comment[: root.inner] + made + comment[root.inner :]
    inside = elements(comment, text_element.inner, text_element.inner_end)
    if escaped(text) in comment[text_element.inner : text_element.inner_end]:
        return comment
    plain = next((one for one in inside if one.local == "t"), None)
    if plain is not None:
        own = comment[plain.start : plain.end]
        run = b"<%sr>%s</%sr>" % (prefix, own, prefix)
        return comment[: plain.start] + run + _runs(prefix, text, "\n\n") + comment[plain.end :]
    runs = [one for one in inside if one.local == "r"]
    if not runs:
        return appended(comment, text_element, _runs(prefix, text))
    at = runs[-1].end
    return comment[:at] + _runs(prefix, text, "\n\n") + comment[at:]
