"""A user's own template out of any producer's workbook: a sheet with a table for rounds is put into it."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

COLUMNS = (
    "Round",
    "Player card 1",
    "Player card 2",
    "Player third card (P3)",
    "Banker card 1",
    "Banker card 2",
    "Banker third card (B3)",
    "Recorded outcome",
    "Dealer",
    "Twice",
)
SHEET, TABLE = "xl/worksheets/rounds.xml", "xl/tables/rounds.xml"
HEADER_ROW = 3
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
KINDS = "application/vnd.openxmlformats-officedocument.spreadsheetml"
RELATED = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>'
)
LOG = "\n".join(
    (
        "Round,P1,P2,P3,B1,B2,B3,Winner,Dealer",
        "1,4,5,,K,7,,Player,Ann",
        "2,7,8,2,Q,6,,Player,Bob",
        '3,2,3,8,A,2,,Banker,"=1+1"',
    )
)


def _sheet() -> str:
    def text(place: str, said: str) -> str:
        return f'<c r="{place}" t="inlineStr"><is><t>{said}</t></is></c>'

    letters = [chr(65 + column) for column in range(len(COLUMNS))]
    heads = "".join(text(f"{one}{HEADER_ROW}", said) for one, said in zip(letters, COLUMNS, strict=True))
    last = HEADER_ROW + 1
    return (
        f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="{MAIN}" '
        f'xmlns:r="{OFFICE}"><sheetData><row r="1">{text("A1", "The Grand, table 7")}</row>'
        f'<row r="{HEADER_ROW}">{heads}</row><row r="{last}"><c r="J{last}">'
        f"<f>A{last}*2</f><v>0</v></c></row>"
        '</sheetData><tableParts count="1"><tablePart r:id="rId1"/></tableParts></worksheet>'
    )


def _table() -> str:
    area = f"A{HEADER_ROW}:J{HEADER_ROW + 1}"
    columns = "".join(
        f'<tableColumn id="{number}" name="{name}"/>' for number, name in enumerate(COLUMNS[:-1], 1)
    )
    columns += f'<tableColumn id="{len(COLUMNS)}" name="{COLUMNS[-1]}"><calculatedColumnFormula>'
    columns += f"A{HEADER_ROW + 1}*2</calculatedColumnFormula></tableColumn>"
    return (
        f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<table xmlns="{MAIN}" id="77" name="Own" '
        f'displayName="Own" ref="{area}"><autoFilter ref="{area}"/><tableColumns count="{len(COLUMNS)}">'
        f"{columns}</tableColumns></table>"
    )


def own_template(source: Path, path: Path) -> Path:
    """``source`` with a sheet ``Own rounds`` that has a table; every other part as it is."""
    relation = f'<Relationship Id="{{}}" Type="{OFFICE}/{{}}" Target="{{}}"/>'
    kinds = (("sheet", SHEET, f"{KINDS}.worksheet+xml"), ("table", TABLE, f"{KINDS}.table+xml"))
    overrides = "".join(f'<Override PartName="/{part}" ContentType="{kind}"/>' for _, part, kind in kinds)
    listed = f'sheet name="Own rounds" sheetId="77" xmlns:r="{OFFICE}" r:id="rIdOwn"/>'
    link = relation.format("rIdOwn", "worksheet", "worksheets/rounds.xml")

    def change(name: str, old: bytes) -> bytes:
        if name == "[Content_Types].xml":
            return re.sub(rb"</Types>", overrides.encode() + b"</Types>", old)
        if name == "xl/_rels/workbook.xml.rels":
            return re.sub(rb"</Relationships>", link.encode() + b"</Relationships>", old)
        if name == "xl/workbook.xml":
            return re.sub(rb"</(\w+:)?sheets>", rb"<\g<1>" + listed.encode() + rb"\g<0>", old)
        return old

    with zipfile.ZipFile(source) as package, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
        for info in package.infolist():
            target.writestr(info, change(info.filename, package.read(info.filename)), info.compress_type)
        target.writestr(SHEET, _sheet())
        target.writestr(
            "xl/worksheets/_rels/rounds.xml.rels",
            RELATED.format(relation.format("rId1", "table", "../tables/rounds.xml")),
        )
        target.writestr(TABLE, _table())
    return path


def rounds_to_fill(folder: Path) -> Path:
    path = folder / "rounds.csv"
    path.write_text(LOG + "\n", "utf-8")
    return path
