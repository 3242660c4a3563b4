"""Tags and texts of OpenDocument, read and written with the prefixes that the document declares itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from baccarat_xl.errors import OutputError
from baccarat_xl.giveback.xml_text import attribute, attributes

OFFICE: Final = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
TABLE: Final = "urn:oasis:names:tc:opendocument:xmlns:table:1.0"
TEXT: Final = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
STYLE: Final = "urn:oasis:names:tc:opendocument:xmlns:style:1.0"
FO: Final = "urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
OF: Final = "urn:oasis:names:tc:opendocument:xmlns:of:1.2"
DC: Final = "http://purl.org/dc/elements/1.1/"
XLINK: Final = "http://www.w3.org/1999/xlink"
USED: Final = {
    OFFICE: "office",
    TABLE: "table",
    TEXT: "text",
    STYLE: "style",
    FO: "fo",
    DC: "dc",
    XLINK: "xlink",
    OF: "of",
}
"""Namespace -> the prefix that it gets where the document declares none."""
TAG: Final = re.compile(rb"<[^\s/>]+(?:[^>\"']|\"[^\"]*\"|'[^']*')*>")
_ATTRIBUTE: Final = re.compile(rb"""\s+([^\s=/>"']+)\s*=\s*("[^"]*"|'[^']*')""")
_SPACES: Final = re.compile(r"^ +|(?<= ) +| +$")
_ILLEGAL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_IDENTITY: Final = re.compile(rb"""\sxml:id\s*=\s*("[^"]*"|'[^']*')""")


class Prefixes:
    """The prefixes of a document's root, and those that its root gets for what it lacks.

    ``declared``: the attributes to put into the root's tag, ``b""`` where it has them all
    """

    def __init__(self, root: bytes) -> None:
        self.uris: dict[bytes, str] = {}
        prefixes: dict[str, bytes] = {}
        for name, value in attributes(root).items():
            if name.startswith("xmlns:"):
                prefix = name[6:].encode()
                self.uris[prefix] = value
                prefixes.setdefault(value, prefix)
        self.declared = b""
        for uri, wanted in USED.items():
            if uri not in prefixes:
                prefix = wanted.encode()
                while prefix in self.uris:
                    prefix += b"x"
                self.declared += b' xmlns:%s="%s"' % (prefix, uri.encode())
                self.uris[prefix] = uri
                prefixes[uri] = prefix
        self._prefixes = prefixes

    def name(self, uri: str, local: str) -> bytes:
        """``table:table-cell``, as the document spells it."""
        return self._prefixes[uri] + b":" + local.encode()

    def has(self, uri: str) -> bool:
        """Whether the root has a prefix for this namespace."""
        return uri in self._prefixes

    def attribute(self, uri: str, local: str, value: str) -> bytes:
        """`` table:style-name="ce1"``, with the blank before it."""
        return b' %s="%s"' % (self.name(uri, local), attribute(_legal(value)))

    def refuse_other(self, prefix: str | None, uri: str) -> None:
        """Raises OutputError where a prefix in use means something else further down."""
        known = self.uris.get((prefix or "").encode())
        if known is not None and known != uri:
            raise OutputError(
                "the workbook's content.xml gives a prefix two meanings, and cannot be changed safely; save "
                "the file in a spreadsheet program and try again"
            )

    def changed(self, tag: bytes, changes: Mapping[tuple[str, str], str | None]) -> bytes:
        """A start tag with other attributes: (namespace, name) -> value, None for none."""

        def kept(found: re.Match[bytes]) -> bytes:
            prefix, _, local = found[1].partition(b":")
            return (
                b"" if (self.uris.get(prefix, ""), local.decode("utf-8", "replace")) in changes else found[0]
            )

        end = 2 if tag.endswith(b"/>") else 1
        made = _ATTRIBUTE.sub(kept, tag[:-end]).rstrip()
        more = (self.attribute(*name, value) for name, value in changes.items() if value is not None)
        return made + b"".join(more) + tag[-end:]

    def paragraphs(self, text: str) -> bytes:
        """A text as paragraphs, one a line; blanks and tabs stay what they are."""
        name = self.name(TEXT, "p")
        return b"".join(
            b"<%s>%s</%s>" % (name, self._line(line), name) if line else b"<%s/>" % name
            for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        )

    def _line(self, line: str) -> bytes:
        out: list[bytes] = []
        at = 0
        for found in _SPACES.finditer(line):
            out += [_said(line[at : found.start()]), self._blanks(len(found[0]))]
            at = found.end()
        out.append(_said(line[at:]))
        return b"".join(out).replace(b"\t", b"<%s/>" % self.name(TEXT, "tab"))

    def _blanks(self, count: int) -> bytes:
        return b"<%s%s/>" % (self.name(TEXT, "s"), self.attribute(TEXT, "c", str(count)))


def _legal(text: str) -> str:
    return _ILLEGAL.sub("\ufffd", text)


def _said(text: str) -> bytes:
    return attribute(_legal(text))


def closed(tag: bytes) -> tuple[bytes, bytes]:
    """(start tag, end tag) of a tag that may be an empty element's."""
    name = re.split(rb"[\s/>]", tag[1:], maxsplit=1)[0]
    opened = tag[:-2].rstrip() + b">" if tag.endswith(b"/>") else tag
    return opened, b"</%s>" % name


def without_identity(text: bytes) -> bytes:
    """A copy's text without ``xml:id``, of which a document holds each but once."""
    return _IDENTITY.sub(b"", text)
