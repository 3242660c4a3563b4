"""XML edited as text: only what is put in changes, the rest stays as it was written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape
from typing import Final

from baccarat_xl.errors import OutputError

_MARKUP: Final = re.compile(
    rb"<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)|<\?.*?(?:\?>|\Z)"
    rb"|<(?P<close>/?)(?P<name>[\w:.-]++)"
    rb"(?P<rest>(?:[^>\"'/]++|\"[^\"]*+(?:\"|\Z)|'[^']*+(?:'|\Z)|/(?!>))*+)(?P<empty>/?)(?:>|\Z)",
    re.DOTALL,
)
"""Never goes back, and what is never closed reaches to the end: the time taken goes by the size alone."""
_ATTRIBUTE: Final = re.compile(rb"""([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_ILLEGAL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_ESCAPE: Final = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
_DECLARED: Final = re.compile(rb"""^<\?xml[^>]*?\bencoding\s*=\s*["']([\w.-]+)["']""")
_PLAIN: Final = ("utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "windows-1252")


def escaped(text: str) -> bytes:
    """Text as content or attribute value: markup, control characters and Excel's own ``_x0041_`` disarmed.

    >>> escaped('a<b & "c" _x0041_')
    b'a&lt;b &amp; &quot;c&quot; _x005F_x0041_'
    """
    text = _ESCAPE.sub("_x005F_", _ILLEGAL.sub("\ufffd", text))
    for raw, made in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("\r", "&#13;")):
        text = text.replace(raw, made)
    return text.encode("ascii", "xmlcharrefreplace")


def attribute(text: str) -> bytes:
    """As `escaped`, for attributes that are no text of a cell: ``_x0041_`` is left, line breaks are kept."""
    for raw, made in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("\n", "&#10;")):
        text = text.replace(raw, made)
    return text.encode("ascii", "xmlcharrefreplace")


def attributes(tag: bytes) -> dict[str, str]:
    """The attributes in the text of a tag."""
    return {
        name.decode("utf-8", "replace"): unescape((one or two).decode("utf-8", "replace"))
        for name, one, two in _ATTRIBUTE.findall(tag)
    }


@dataclass(frozen=True, slots=True)
class Element:
    """An element in a text: where it starts and ends, and where its content does.

    name is as written, with its prefix; for an empty element ``inner`` and ``inner_end`` are its ``end``.
    """

    name: str
    start: int
    end: int
    inner: int
    inner_end: int

    @property
    def local(self) -> str:
        return self.name.rpartition(":")[2]

    @property
    def empty(self) -> bool:
        return self.inner == self.end


def elements(data: bytes, start: int = 0, end: int | None = None, *, depth: int = 0) -> list[Element]:
    """The elements at one depth below the text ``data[start:end]``; the parent's closing tag ends it.

    depth 0: those that stand there themselves; 1: their children.
    """
    found: list[Element] = []
    level = 0
    opened: tuple[str, int, int] = "", 0, 0
    for match in _MARKUP.finditer(data, start, len(data) if end is None else end):
        name = match["name"]
        if name is None:
            continue
        if match["close"]:
            level -= 1
            if level < 0:
                break
            if level == depth:
                found.append(Element(opened[0], opened[1], match.end(), opened[2], match.start()))
        elif match["empty"]:
            if level == depth:
                found.append(Element(name.decode(), match.start(), match.end(), match.end(), match.end()))
        else:
            if level == depth:
                opened = name.decode(), match.start(), match.end()
            level += 1
    return found


def root_of(data: bytes) -> Element:
    """The root element. Raises OutputError without one."""
    found = elements(data)
    if not found:
        raise OutputError(
            "a part of the workbook that would have to be changed holds no element; repair and save the file "
            "in a spreadsheet program and try again"
        )
    return found[0]


def prefix_of(element: Element) -> bytes:
    """The prefix of an element's name with its colon; ``b""`` without one."""
    before, colon, _ = element.name.rpartition(":")
    return (before + colon).encode()


def child(data: bytes, parent: Element, local: str) -> Element | None:
    """The first child of that name."""
    inside = elements(data, parent.inner, parent.inner_end)
    return next((one for one in inside if one.local == local), None)


def required(data: bytes, parent: Element, local: str) -> Element:
    """As `child`. Raises OutputError without one."""
    found = child(data, parent, local)
    if found is None:
        raise OutputError(
            f"a part of the workbook lacks the element {local}, and cannot be changed; repair and save "
            "the file in a spreadsheet program and try again"
        )
    return found


def appended(data: bytes, parent: Element, content: bytes) -> bytes:
    """The text with content put in at the end of an element."""
    if not parent.empty:
        return data[: parent.inner_end] + content + data[parent.inner_end :]
    tag = data[parent.start : parent.end].rstrip(b">").rstrip(b"/").rstrip()
    closing = f"</{parent.name}>".encode()
    return data[: parent.start] + tag + b">" + content + closing + data[parent.end :]


def with_count(data: bytes, element: Element, count: int) -> bytes:
    """The text with the element's attribute ``count``, if it has one, set anew."""
    tag_end = element.inner
    tag = data[element.start : tag_end]
    made = re.sub(rb"""(\scount\s*=\s*)(["'])\d*\2""", rb"\g<1>" + b'"%d"' % count, tag, count=1)
    return data[: element.start] + made + data[tag_end:]


def namespaces(data: bytes, root: Element) -> dict[str, str]:
    """Prefix -> namespace as the root declares them; ``""`` is the default one."""
    tag = data[root.start : root.inner]
    return {
        name.removeprefix("xmlns").removeprefix(":"): value
        for name, value in attributes(tag).items()
        if name == "xmlns" or name.startswith("xmlns:")
    }


def editable(data: bytes, where: str) -> bytes:
    """The part itself, if it can be edited as text. Raises OutputError for another encoding or entities."""
    declared = _DECLARED.match(data.removeprefix(b"\xef\xbb\xbf"))
    odd = data[:2] in (b"\xff\xfe", b"\xfe\xff") or (
        declared is not None and declared[1].decode().lower() not in _PLAIN
    )
    if odd or b"<!DOCTYPE" in data[:4096]:
        raise OutputError(
            f"the part {where} is written in an unusual encoding or with a document type, and cannot be "
            "changed safely; save the file in a spreadsheet program and try again"
        )
    return data
