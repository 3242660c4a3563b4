"""Notes in the text of an OpenDocument cell; one that is there is added to."""

from __future__ import annotations

from baccarat_xl.giveback.notes import AUTHOR
from baccarat_xl.giveback.open_document.tags import DC, OFFICE, Prefixes, closed
from baccarat_xl.giveback.open_document.walk import NOTE, SOURCE, Cell


def with_note(prefixes: Prefixes, inside: bytes, cell: Cell | None, text: str) -> bytes:
    """What is in a cell, with a note. ``inside``: from the end of its start tag to its end tag."""
    children = cell.children if cell is not None else []
    first = cell.span.inner if cell is not None else 0
    for name, span in children:
        if name == NOTE:
            opened, end = closed(inside[span.start - first : span.inner - first])
            own = inside[span.inner - first : span.inner_end - first]
            said = prefixes.paragraphs(text)
            if said in own:
                return inside
            said = prefixes.paragraphs("\n" + text) if own else said
            return b"".join(
                (inside[: span.start - first], opened, own, said, end, inside[span.end - first :])
            )
    at = next((span.end - first for name, span in children if name == SOURCE), 0)
    return inside[:at] + _note(prefixes, text) + inside[at:]


def _note(prefixes: Prefixes, text: str) -> bytes:
    name, author = prefixes.name(OFFICE, "annotation"), prefixes.name(DC, "creator")
    shown = prefixes.attribute(OFFICE, "display", "false")
    said = b"<%s>%s</%s>" % (author, AUTHOR.encode(), author)
    return b"<%s%s>%s%s</%s>" % (name, shown, said, prefixes.paragraphs(text), name)
