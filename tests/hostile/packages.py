"""Packages that are hostile as packages: bombs, lies in the directory, damage, names that lead elsewhere."""

from __future__ import annotations

import io
import struct
import zipfile
from pathlib import Path

from awkward import add, awkward, log, parts, relations, sheet, workbook, write

MIB = 1 << 20
DIRECTORY = b"PK\x01\x02"
LOCAL = b"PK\x03\x04"


@awkward("deflate_bomb.xlsx", "a sheet that inflates to 400 MiB", "refused", "would inflate to 400 MiB")
def deflate_bomb(path: Path) -> None:
    content = parts()
    del content["xl/worksheets/sheet1.xml"]
    write(path, content)
    add(path, "xl/worksheets/sheet1.xml", 400, b" " * MIB)


@awkward("bomb_beside.xlsx", "a bomb in a part that no reader needs", "refused", "would inflate to 300 MiB")
def bomb_beside(path: Path) -> None:
    write(path, parts())
    add(path, "xl/media/picture.png", 300, b"\0" * MIB)


@awkward("many_entries.xlsx", "a package of 30,000 parts", "refused", "30005 parts")
def many_entries(path: Path) -> None:
    write(path, {**parts(), **{f"xl/media/{n}.bin": "" for n in range(30_000)}})


@awkward("nested.xlsx", "a zip archive of zip archives", "refused", "zip archive, but not")
def nested(path: Path) -> None:
    inner = b"\0" * MIB
    for _ in range(5):
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as package:
            for number in range(8):
                package.writestr(f"{number}.zip", inner)
        inner = stream.getvalue()
    path.write_bytes(inner)


@awkward("nested_beside.xlsx", "a workbook that holds an archive of archives", "read", "archive")
def nested_beside(path: Path) -> None:
    nested(path)
    write(path, {**parts(), "xl/embeddings/more.zip": path.read_bytes()})


@awkward("overlapping.xlsx", "entries that share their bytes", "refused", "share|overlap")
def overlapping(path: Path) -> None:
    write(path, {**parts(), "xl/a.bin": b"a" * 5000, "xl/b.bin": b"a" * 5000})
    data = bytearray(path.read_bytes())
    first = data.index(b"xl/a.bin", data.index(DIRECTORY)) - 46
    second = data.index(b"xl/b.bin", data.index(DIRECTORY)) - 46
    data[second + 42 : second + 46] = data[first + 42 : first + 46]
    path.write_bytes(data)


@awkward("lying_size.xlsx", "a part larger than the directory says", "refused", "damaged")
def lying_size(path: Path) -> None:
    write(path, {**parts(), "xl/worksheets/sheet1.xml": sheet(log() + " " * 100_000)})
    _in_directory(path, b"xl/worksheets/sheet1.xml", 24, struct.pack("<L", 500))


@awkward("bad_crc.xlsx", "a wrong checksum", "refused", "damaged")
def bad_crc(path: Path) -> None:
    write(path, parts())
    _in_directory(path, b"xl/worksheets/sheet1.xml", 16, b"\1\2\3\4")


@awkward("method_99.xlsx", "a method of packing that nobody knows", "refused", "damaged|packed|compress")
def method_99(path: Path) -> None:
    write(path, parts())
    _in_directory(path, b"xl/worksheets/sheet1.xml", 10, b"\x63\0")


@awkward("locked_part.xlsx", "a part with zip's own password", "refused", "encrypted")
def locked_part(path: Path) -> None:
    write(path, parts())
    _in_directory(path, b"xl/worksheets/sheet1.xml", 8, b"\1\0")


def _in_directory(path: Path, name: bytes, offset: int, new: bytes) -> None:
    """Change a field of an entry in the package's directory."""
    data = bytearray(path.read_bytes())
    at = data.index(name, data.index(DIRECTORY)) - 46
    data[at + offset : at + offset + len(new)] = new
    path.write_bytes(data)


@awkward("truncated.xlsx", "the first half of a workbook", "refused", "damaged")
def truncated(path: Path) -> None:
    write(path, parts())
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])


@awkward("no_directory.xlsx", "local entries without a directory", "refused", "damaged")
def no_directory(path: Path) -> None:
    write(path, parts())
    data = path.read_bytes()
    path.write_bytes(data[: data.index(DIRECTORY)])


@awkward("program_before.xlsx", "a program with a workbook appended", "refused", "no text, workbook|program")
def program_before(path: Path) -> None:
    write(path, parts())
    path.write_bytes(b"MZ\0\0" + b"\0" * 2000 + path.read_bytes())


@awkward("twice.xlsx", "two parts of the same name", "refused", "twice")
def twice(path: Path) -> None:
    import warnings

    write(path, parts())
    with warnings.catch_warnings(action="ignore"), zipfile.ZipFile(path, "a") as package:
        package.writestr("xl/worksheets/sheet1.xml", sheet(log().replace("Banker<", "Player<")))


@awkward("wrong_types.xlsx", "content types that call the workbook a picture", "read", "content type")
def wrong_types(path: Path) -> None:
    content = parts()
    types = str(content["[Content_Types].xml"])
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    write(path, {**content, "[Content_Types].xml": types.replace(kind, "image/png")})


@awkward("no_types.xlsx", "a workbook without content types", "refused", "zip archive, but not")
def no_types(path: Path) -> None:
    content = parts()
    del content["[Content_Types].xml"]
    write(path, content)


@awkward(
    "path_tricks.xlsx", "names of parts that lead out of the package", "read", "leads out of the package"
)
def path_tricks(path: Path) -> None:
    names = ("../../../evil.txt", "/etc/evil.conf", "C:/evil.txt", "xl/../../evil.txt", "con", "xl\\evil.txt")
    write(path, {**parts(), **dict.fromkeys(names, b"evil")})


@awkward(
    "sheet_elsewhere.xlsx", "a sheet whose relation leads out of the package", "in part", "part is missing"
)
def sheet_elsewhere(path: Path) -> None:
    outside = relations().replace("worksheets/sheet1.xml", "../../../../etc/passwd")
    write(path, {**parts(relations=outside)})


@awkward("sheet_on_the_web.xlsx", "a sheet whose relation is an address", "in part", "part is missing")
def sheet_on_the_web(path: Path) -> None:
    outside = relations().replace(
        'Target="worksheets/sheet1.xml"', 'Target="http://198.51.100.1/sheet1.xml" TargetMode="External"'
    )
    write(path, parts(relations=outside))


@awkward("no_workbook.xlsx", "a package without its workbook part", "refused", "not an .xlsx workbook")
def no_workbook(path: Path) -> None:
    content = parts()
    del content["xl/workbook.xml"]
    write(path, content)


@awkward("in_a_circle.xlsx", "a workbook whose sheet is the workbook itself", "in part", "the sheet is empty")
def in_a_circle(path: Path) -> None:
    write(path, parts(relations=relations().replace("worksheets/sheet1.xml", "workbook.xml")))


@awkward("ten_thousand_sheets.xlsx", "a workbook that lists one part as 10,000 sheets", "refused", "sheets")
def ten_thousand_sheets(path: Path) -> None:
    sheets = "".join(f'<sheet name="S{n}" sheetId="{n}" r:id="rId1"/>' for n in range(1, 10_001))
    write(path, parts(workbook=workbook(sheets)))


@awkward("same_name.xlsx", "two sheets of the same name", "read", "")
def same_name(path: Path) -> None:
    sheets = '<sheet name="Log" sheetId="1" r:id="rId1"/><sheet name="Log" sheetId="2" r:id="rId1"/>'
    write(path, parts(workbook=workbook(sheets)))


@awkward("picture.xlsx", "a picture that is called a workbook", "refused", "PNG picture")
def picture(path: Path) -> None:
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 100)


@awkward("empty.xlsx", "an empty file", "refused", "empty")
def empty(path: Path) -> None:
    path.write_bytes(b"")
