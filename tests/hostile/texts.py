"""CSV and JSON that are hostile, and other formats: OpenDocument, old workbooks, things that are no files."""

from __future__ import annotations

import random
import struct
import zipfile
from pathlib import Path

from awkward import ENTITIES, HEADER, OUTSIDE, ROUNDS, awkward

LINES = [",".join(map(str, values)) for values in (HEADER, *ROUNDS)]
TEXT = "\n".join(LINES) + "\n"
MB = 1_000_000


@awkward("nul.csv", "NUL bytes in the middle of a log", "refused", "NUL")
def nul(path: Path) -> None:
    path.write_bytes(TEXT.replace("Tie", "T\0ie").encode())


@awkward("mixed.csv", "UTF-8 and Windows text in one file", "read", "not valid UTF-8")
def mixed(path: Path) -> None:
    path.write_bytes(TEXT.encode() + "# Übung é\n".encode() + "# Übung é\n".encode("cp1252"))


@awkward(
    "one_line.csv", "a single line of 100 MB without a separator", "refused", "line 1|characters|too long"
)
def one_line(path: Path) -> None:
    path.write_bytes(b"9" * 100 * MB)


@awkward("one_row.csv", "a single line of 100 MB with fifty million columns", "refused", "line 1 is longer")
def one_row(path: Path) -> None:
    path.write_bytes(b"9," * 50 * MB)


@awkward("one_wide_line.csv", "a line of 2,000,000 columns among short ones", "refused", "columns")
def one_wide_line(path: Path) -> None:
    path.write_bytes(TEXT.encode() + b"," * 2 * MB + b"\n" + (LINES[1].encode() + b"\n") * 1000)


@awkward(
    "wide_and_long.csv",
    "16,000 columns in one line and 100,000 lines",
    "in part",
    "far from the rest|columns",
)
def wide_and_long(path: Path) -> None:
    path.write_bytes(TEXT.encode() + b"9," * 16_000 + b"\n" + (LINES[1].encode() + b"\n") * 100_000)


@awkward(
    "open_quote.csv",
    "a quotation mark that is never closed, before 20 MB",
    "refused",
    "never closed|cut into",
)
def open_quote(path: Path) -> None:
    path.write_bytes(TEXT.encode() + b'"' + (LINES[1].encode() + b"\n") * (MB // 2))


@awkward("quotes.csv", "a million quotation marks in a row", "refused|read|in part", "")
def quotes(path: Path) -> None:
    path.write_bytes(TEXT.encode() + b'"' * MB)


@awkward("empty_lines.csv", "two million empty lines", "read", "")
def empty_lines(path: Path) -> None:
    path.write_bytes(TEXT.encode() + b"\n" * 2 * MB)


@awkward("carriage_returns.csv", "lines that end in a lone carriage return", "read", "4 rounds")
def carriage_returns(path: Path) -> None:
    path.write_bytes(TEXT.replace("\n", "\r").encode())


@awkward("cut_utf16.csv", "UTF-16 that ends in half a character", "refused", "UTF-16")
def cut_utf16(path: Path) -> None:
    path.write_bytes(TEXT.encode("utf-16") + b"\0")


@awkward("formulas.csv", "cells that would be formulas in a spreadsheet", "read", "formula")
def formulas(path: Path) -> None:
    evil = ("=cmd|'/c calc'!A0", "@SUM(1)", "+1+cmd|x", '"=WEBSERVICE(""http://x/"")"')
    path.write_text(
        TEXT.replace("Banker\n", f"Banker,{evil[0]},{evil[1]},{evil[2]},{evil[3]}\n"), encoding="utf-8"
    )


@awkward("escapes.csv", "terminal commands in headers and cells", "read", "")
def csv_escapes(path: Path) -> None:
    evil = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202egnp\x08"
    text = TEXT.replace("Winner", f"Winner{evil}").replace("Tie", f"Tie{evil}")
    path.write_text(text, encoding="utf-8", newline="")


@awkward("random.csv", "random bytes", "refused", "")
def random_bytes(path: Path) -> None:
    path.write_bytes(random.Random(5).randbytes(200_000))


@awkward("deep_list.json", "a hundred thousand brackets", "refused", "too deeply")
def deep_list(path: Path) -> None:
    path.write_text("[" * 100_000 + "]" * 100_000, encoding="utf-8")


@awkward("deep_object.json", "a hundred thousand objects within each other", "refused", "too deeply")
def deep_object(path: Path) -> None:
    path.write_text('{"a":' * 100_000 + "1" + "}" * 100_000, encoding="utf-8")


@awkward("depth_500.json", "objects 500 deep beside the rounds", "read|in part", "")
def depth_500(path: Path) -> None:
    deep = '{"a":' * 500 + "1" + "}" * 500
    path.write_text(f'[{{"p1": 9, "p2": 10, "x": {deep}, "y": {"[" * 500 + "]" * 500}}}]', encoding="utf-8")


@awkward("deep_lines.jsonl", "JSON Lines with a deep one among them", "refused", "line 3")
def deep_lines(path: Path) -> None:
    good = '{"Winner": "Tie"}\n'
    path.write_text(good * 2 + "[" * 100_000 + "\n" + good, encoding="utf-8")


@awkward("odd_numbers.json", "NaN, Infinity and a number of 100,000 digits", "read|in part|refused", "")
def odd_numbers(path: Path) -> None:
    big = "9" * 100_000
    path.write_text(
        f'[{{"Player total": NaN, "Banker total": -Infinity, "Winner": {big}}}]', encoding="utf-8"
    )


@awkward("huge_number.jsonl", "a number of 100,000 digits in JSON Lines", "read|in part|refused", "")
def huge_number(path: Path) -> None:
    path.write_text('{"Winner": "Tie"}\n{"Winner": ' + "9" * 100_000 + "}\n", encoding="utf-8")


@awkward("huge_exponent.json", "1e999999 as a total", "read|in part", "")
def huge_exponent(path: Path) -> None:
    path.write_text(
        '[{"Player total": 1e999999, "Banker total": -1e999999, "Winner": "Tie"}]', encoding="utf-8"
    )


@awkward(
    "keys.json", "20,000 records, each with keys of its own", "in part", "far from the rest|columns|keys"
)
def keys(path: Path) -> None:
    records = ",".join(f'{{"Winner": "Tie", "k{n}": 1, "x{n}": 2}}' for n in range(20_000))
    path.write_text(f"[{records}]", encoding="utf-8")


@awkward("same_key.json", "one key twice in a record", "read", "")
def same_key(path: Path) -> None:
    path.write_text('[{"Winner": "Tie", "Winner": "Player", "Player total": 9}]', encoding="utf-8")


@awkward("halves.json", "half characters", "read|in part", "")
def halves(path: Path) -> None:
    path.write_text('[{"Win\\ud800ner": "Ti\\udfffe", "Winner": "Tie\\u001b[2J\\u0000"}]', encoding="utf-8")


@awkward("cut.json", "JSON that ends early", "refused", "broken JSON")
def cut(path: Path) -> None:
    path.write_text('[{"Winner": "Tie"}, {"Winner": ', encoding="utf-8")


# ---------------------------------------------------------------------- OpenDocument
CONTENT = (
    '<?xml version="1.0" encoding="UTF-8"?>{prolog}<office:document-content '
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'office:version="1.2"><office:body><office:spreadsheet><table:table table:name="Log">{rows}</table:table>'
    "{after}</office:spreadsheet></office:body></office:document-content>"
)


def ods_cell(value: object, more: str = "") -> str:
    if isinstance(value, str):
        return (
            f'<table:table-cell office:value-type="string"{more}><text:p>{value}</text:p></table:table-cell>'
        )
    return f'<table:table-cell office:value-type="float" office:value="{value}"{more}/>'


def ods_rows(more: str = "") -> str:
    lines = ("".join(map(ods_cell, values)) for values in (HEADER, *ROUNDS))
    return "".join(f"<table:table-row>{line}</table:table-row>" for line in lines) + more


def ods(path: Path, rows: str, prolog: str = "", after: str = "", **more: str) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet", zipfile.ZIP_STORED)
        package.writestr("content.xml", CONTENT.format(prolog=prolog, rows=rows, after=after))
        package.writestr(
            "META-INF/manifest.xml",
            '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
        )
        for name, text in more.items():
            package.writestr(name.replace("__", "/"), text)


@awkward("repeated.ods", "a value repeated over the whole grid", "in part|refused", "")
def repeated(path: Path) -> None:
    value = ods_cell(7, ' table:number-columns-repeated="16384"')
    ods(path, ods_rows(f'<table:table-row table:number-rows-repeated="1048571">{value}</table:table-row>'))


@awkward("repeated_formula.ods", "a formula repeated over the whole grid", "refused", "more cells than")
def repeated_formula(path: Path) -> None:
    odd = '<table:table-cell table:formula="of:=[.A1]+1" office:value-type="float" office:value="1" '
    odd += 'table:number-columns-repeated="16384"/>'
    ods(path, ods_rows(f'<table:table-row table:number-rows-repeated="1048571">{odd}</table:table-row>'))


@awkward("repeated_beyond.ods", "rows repeated four thousand million times", "in part|refused|read", "")
def repeated_beyond(path: Path) -> None:
    more = f'<table:table-row table:number-rows-repeated="4294967295">{ods_cell(7)}</table:table-row>'
    ods(path, ods_rows(more))


@awkward("repeated_empty.ods", "a million empty rows, as every program writes them", "read", "4 rounds")
def repeated_empty(path: Path) -> None:
    empty = '<table:table-cell table:number-columns-repeated="16384"/>'
    ods(path, ods_rows(f'<table:table-row table:number-rows-repeated="1048571">{empty}</table:table-row>'))


@awkward("entities.ods", "a billion laughs in an OpenDocument sheet", "refused", "declares entities")
def ods_entities(path: Path) -> None:
    ods(path, ods_rows().replace("Round", "&i;"), prolog=ENTITIES)


@awkward(
    "entities.fods", "an entity that reads a file of yours, in one XML file", "refused", "entities|web page"
)
def fods_entities(path: Path) -> None:
    text = CONTENT.format(prolog=OUTSIDE, rows=ods_rows().replace("Round", "&a;"), after="")
    path.write_text(text.replace("document-content", "document"), encoding="utf-8")


@awkward("deep.ods", "200,000 elements within each other in a cell", "read|refused|in part", "")
def deep_ods(path: Path) -> None:
    deep = "<text:span>" * 200_000 + "</text:span>" * 200_000
    ods(path, ods_rows().replace("Round", deep))


@awkward("bomb.ods", "content that inflates to 200 MiB", "refused", "would inflate")
def ods_bomb(path: Path) -> None:
    ods(path, ods_rows(" " * (200 << 20)))


@awkward("macros.ods", "macros and a link to another file in an OpenDocument sheet", "read", "macro")
def ods_macros(path: Path) -> None:
    link = '<table:table table:name="x"><table:table-source xlink:href="http://198.51.100.1/x.ods"/></table:table>'
    ods(path, ods_rows(), after=link, Basic__Standard__Module1="<x/>")


# ---------------------------------------------------------------------- old workbooks, and no files
MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def biff(*records: tuple[int, bytes]) -> bytes:
    return b"".join(struct.pack("<HH", kind, len(data)) + data for kind, data in records)


def xls(path: Path, stream: bytes) -> None:
    """A compound file with one stream called Workbook."""
    size = max(4096, -(-len(stream) // 512) * 512)
    sectors = size // 512
    head = MAGIC + b"\0" * 16 + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + b"\0" * 6
    head += struct.pack("<LLLLLLLLL", 0, 1, sectors + 1, 0, 4096, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0)
    head += struct.pack("<L", sectors) + b"\xff" * 432
    chain = [*range(1, sectors), 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFE]
    table = b"".join(struct.pack("<L", number) for number in chain).ljust(512, b"\xff")
    names = _entry("Root Entry", 5, 1, 0xFFFFFFFE, 0) + _entry("Workbook", 2, 0xFFFFFFFF, 0, size)
    path.write_bytes(head + stream.ljust(size, b"\0") + table + names.ljust(512, b"\0"))


def _entry(name: str, kind: int, child: int, start: int, size: int) -> bytes:
    code = (name + "\0").encode("utf-16-le")
    out = code.ljust(64, b"\0") + struct.pack("<HBBLLL", len(code), kind, 1, 0xFFFFFFFF, 0xFFFFFFFF, child)
    return out + b"\0" * 36 + struct.pack("<LLL", start, size, 0)


def biff_book(*cells: tuple[int, int, float]) -> bytes:
    start = (0x809, struct.pack("<HHHHLL", 0x600, 5, 0, 0, 0, 6))
    sheet = (0x809, struct.pack("<HHHHLL", 0x600, 16, 0, 0, 0, 6))
    body = biff(sheet, *((0x203, struct.pack("<HHHd", *cell[:2], 0, cell[2])) for cell in cells), (0xA, b""))
    bound = lambda at: (0x85, struct.pack("<LHBB", at, 0, 3, 0) + b"Log")  # noqa: E731
    size = len(biff(start, bound(0), (0xA, b"")))
    return biff(start, bound(size), (0xA, b"")) + body


@awkward("far_cell.xls", "a cell at IV65536 of an old workbook", "in part|read|refused", "")
def far_xls(path: Path) -> None:
    xls(path, biff_book((0, 0, 1.0), (65535, 255, 2.0)))


@awkward("off_the_grid.xls", "a cell in column 65,536 of an old workbook", "in part|read|refused", "")
def beyond_xls(path: Path) -> None:
    xls(path, biff_book((0, 0, 1.0), (65535, 65535, 2.0)))


@awkward("circle.xls", "an old workbook whose chain of sectors runs in a circle", "refused", "")
def circle_xls(path: Path) -> None:
    xls(path, biff_book((0, 0, 1.0)))
    data = bytearray(path.read_bytes())
    at = data.index(struct.pack("<LLL", 1, 2, 3))
    data[at + 8 : at + 12] = struct.pack("<L", 0)
    path.write_bytes(data)


@awkward("cut.xls", "the first 700 bytes of an old workbook", "refused", "")
def cut_xls(path: Path) -> None:
    xls(path, biff_book((0, 0, 1.0)))
    path.write_bytes(path.read_bytes()[:700] + "Workbook\0".encode("utf-16-le"))


@awkward("cut.parquet", "the first bytes of a Parquet file", "refused", "")
def cut_parquet(path: Path) -> None:
    path.write_bytes(b"PAR1" + b"\x15\x04\x15\xff" * 50)


@awkward("folder.xlsx", "a folder that is called a workbook", "refused", "folder")
def folder(path: Path) -> None:
    path.mkdir()
