"""Mutants of a file: the same seed and number always give the same bytes.

Packages are mutated inside their parts and packed again with right checksums, so that a mutant gets past the
door, and now and then in their raw bytes, so that the door is tried too.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

NUMBERS: Final = (
    *("0", "-1", "1", "2", "65535", "65536", "1048576", "1048577", "2147483647", "2147483648", "4294967295"),
    *("4294967296", "-2147483649", "9223372036854775807", "9223372036854775808", "1e308", "1e309", "NaN"),
    *("Infinity", "0.1", "", " ", "00001", "99999999999999999999", "A", "#", "1,5", "16384", "16385", "٣"),
)
REFERENCES: Final = (
    *("A1", "XFD1048576", "XFE1", "A0", "A1048577", "AAAA1", "1A", "$A$1", "A1:A1", "A1:XFD1048576", "B2:A1"),
    *("A", "7", "", "R1C1", "A-1", "a1", "ZZZ9999999"),
)
MARKUP: Final = (
    *(
        b"<",
        b">",
        b"&",
        b"&amp;",
        b"&#0;",
        b"&#xD800;",
        b"&#x110000;",
        b"&lol;",
        b"<!--",
        b"-->",
        b"]]>",
        b"\0",
    ),
    *(
        b"<![CDATA[",
        b"<?xml version='1.1'?>",
        b"<!DOCTYPE a [<!ENTITY b 'c'>]>",
        b"<f>",
        b"</f>",
        b"<v>",
        b"</c>",
    ),
    *(
        b"</row>",
        b"<c>",
        b"<row>",
        b"<is><t>x</t></is>",
        b'xml:space="preserve"',
        b"_x0000_",
        b"\xff\xfe",
        b"\xc3",
    ),
)
FORMULAS: Final = (
    *(
        "A1",
        "1/0",
        "NA()",
        "(" * 70 + "1" + ")" * 70,
        "SUM(A:A)",
        "IF(",
        '"',
        "'x'!A1",
        "#REF!",
        "[1]S!A1",
        "{1,2;3}",
    ),
    *(
        "@A1",
        "A1#",
        "Table1[[#This Row],[P1]]",
        "Table1[",
        'INDIRECT("A1")',
        "C3+D3",
        "MOD(C3+D3,10)",
        "A1:B2 B1:C3",
    ),
    *(
        "_xlfn.LET(x,1,x)",
        'WEBSERVICE("http://x/")',
        "cmd|'/c calc'!A1",
        "1E+309",
        "-" * 200 + "1",
        "$A$1048576",
    ),
)
TYPES: Final = (
    "s",
    "str",
    "b",
    "e",
    "n",
    "inlineStr",
    "d",
    "x",
    "shared",
    "array",
    "dataTable",
    "hidden",
    "",
)
TEXT: Final = (
    *(
        b",",
        b";",
        b"\t",
        b"|",
        b'"',
        b'""',
        b"'",
        b"\n",
        b"\r",
        b"\r\n",
        b"\0",
        b"\x1a",
        b"\x1b[31m",
        b"=1+1",
        b"@x",
    ),
    *(
        b"[",
        b"]",
        b"{",
        b"}",
        b":",
        b"null",
        b"NaN",
        b"1e999",
        b"-0",
        b"\\u0000",
        b"\\ud800",
        b"\xef\xbb\xbf",
        b"\xff",
    ),
    *(
        b"9" * 400,
        b"[" * 3000,
        b'{"a":' * 50,
        b"10",
        b"K",
        b"A\xe2\x99\xa0",
        b"?",
        b"P",
        b"B",
        b"T",
        b"Tie",
        b"#N/A",
    ),
)
_ATTRIBUTE: Final = re.compile(rb"""([\w:.-]+)=(["'])([^"'<>]*)\2""")
_BETWEEN: Final = re.compile(rb">([^<>]+)<")
_ELEMENT: Final = re.compile(rb"<([\w:.-]+)\b[^<>]*(?:/>|>[^<>]*</\1>)")
_TAG: Final = re.compile(rb"<[^<>]+>")

Change = Callable[[bytes, Random], bytes]


def mutant(data: bytes, random: Random) -> bytes:
    """A file much like ``data``, with one to four things changed."""
    if data.startswith(b"PK") and random.random() < 0.85:
        return _package(data, random)
    xml = data.lstrip(b"\xef\xbb\xbf \r\n").startswith(b"<")
    binary = data.startswith((b"PK", b"\xd0\xcf"))
    changes = RAW if binary else (*XML, *RAW) if xml else (*WORDS, *WORDS, *RAW)
    return _changed(data, changes, random)


def _changed(data: bytes, changes: Sequence[Change], random: Random) -> bytes:
    for _ in range(random.choice((1, 1, 1, 2, 2, 4))):
        data = random.choice(changes)(data, random)
    return data


def _package(data: bytes, random: Random) -> bytes:
    """Parts changed, left out, doubled or renamed, in a package that is otherwise whole."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        parts = [(info, package.read(info)) for info in package.infolist()]
    weights = [
        4 if re.search(r"sheet\d*\.xml$|content\.xml$|sharedStrings|workbook", i.filename) else 1
        for i, _ in parts
    ]
    chosen = set(random.choices(range(len(parts)), weights, k=random.choice((1, 1, 2))))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        for number, (info, part) in enumerate(parts):
            name = info.filename
            if number in chosen:
                way = random.random()
                if way < 0.03:
                    continue
                if way < 0.06:
                    name = random.choice(
                        ("../" + name, name.upper(), "/" + name, name.replace("/", "\\"), "x" * 300)
                    )
                part = _changed(part, (*XML, *XML, *RAW), random)
            package.writestr(zipfile.ZipInfo(name), part, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _replaced(found: re.Match[bytes], group: int, new: bytes) -> bytes:
    return found.string[: found.start(group)] + new + found.string[found.end(group) :]


def _pick(pattern: re.Pattern[bytes], data: bytes, random: Random) -> re.Match[bytes] | None:
    """A match near a random place: the whole of a large part is not looked through."""
    at = random.randrange(len(data) + 1)
    return pattern.search(data, at) or pattern.search(data)


def attribute(data: bytes, random: Random) -> bytes:
    found = _pick(_ATTRIBUTE, data, random)
    pool = random.choice((NUMBERS, REFERENCES, TYPES))
    return data if found is None else _replaced(found, 3, random.choice(pool).encode())


def attribute_gone(data: bytes, random: Random) -> bytes:
    found = _pick(_ATTRIBUTE, data, random)
    return data if found is None else _replaced(found, 0, b"")


def text(data: bytes, random: Random) -> bytes:
    found = _pick(_BETWEEN, data, random)
    pool: Sequence[str] = random.choice((NUMBERS, FORMULAS, FORMULAS, REFERENCES))
    new = random.choice(pool).replace("&", "&amp;").replace("<", "&lt;")
    return data if found is None else _replaced(found, 1, new.encode())


def element_gone(data: bytes, random: Random) -> bytes:
    found = _pick(_ELEMENT, data, random)
    return data if found is None else _replaced(found, 0, b"")


def element_again(data: bytes, random: Random) -> bytes:
    found = _pick(_ELEMENT, data, random)
    return data if found is None else _replaced(found, 0, found[0] * random.choice((2, 3, 200)))


def tag_gone(data: bytes, random: Random) -> bytes:
    found = _pick(_TAG, data, random)
    return data if found is None else _replaced(found, 0, b"")


def markup(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + random.choice(MARKUP) + data[at:]


def word(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + random.choice(TEXT) + data[at + random.choice((0, 0, 1, 3)) :]


def line_again(data: bytes, random: Random) -> bytes:
    lines = data.splitlines(keepends=True) or [b""]
    at = random.randrange(len(lines))
    times = random.choice((0, 2, 50))
    return b"".join((*lines[:at], lines[at] * times, *lines[at + 1 :]))


def flip(data: bytes, random: Random) -> bytes:
    out = bytearray(data)
    for _ in range(random.choice((1, 2, 8, 32))):
        if out:
            out[random.randrange(len(out))] ^= 1 << random.randrange(8)
    return bytes(out)


def bytes_set(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data) + 1)
    new = random.choice(
        (b"\0\0\0\0", b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f", b"\1\0\0\0", random.randbytes(8))
    )
    return data[:at] + new + data[at + len(new) :]


def cut_end(data: bytes, random: Random) -> bytes:
    return data[: random.randrange(len(data) + 1)]


def cut_middle(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + data[at + random.choice((1, 16, 512)) :]


def moved(data: bytes, random: Random) -> bytes:
    start = random.randrange(len(data) + 1)
    piece = data[start : start + random.choice((4, 64, 1024))]
    at = random.randrange(len(data) + 1)
    return data[:at] + piece + data[at:]


RAW: Final = (flip, bytes_set, cut_end, cut_middle, moved, flip, bytes_set)
WORDS: Final = (word, word, line_again)
XML: Final = (attribute, attribute, text, text, element_gone, element_again, tag_gone, attribute_gone, markup)
