"""Packages patched: the parts named change, every other part stays byte for byte."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from baccarat_xl.errors import FileUnreadable, OutputError, UsageError
from baccarat_xl.workbook.deflate import BLOCK, Deflater
from baccarat_xl.workbook.formula_rows import filler, moved
from baccarat_xl.workbook.growth import Growth, compute_on_load, grow_table
from baccarat_xl.workbook.patch import Streamed, patch_package, refuse_overwriting, written_beside
from baccarat_xl.workbook.zip_out import ZipOut

NAMES = ("[Content_Types].xml", "xl/media/picture.png", "xl/größe.xml", "empty.bin")


def package(compression: int = zipfile.ZIP_DEFLATED, *, streamed: bool = False) -> bytes:
    """An archive; ``streamed`` leaves the sizes behind the data, as programs do that cannot seek."""

    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

        def seek(self, *_: int) -> int:
            raise OSError("a pipe cannot seek")

        def tell(self) -> int:
            raise OSError("a pipe cannot tell")

    stream = Pipe() if streamed else io.BytesIO()
    with zipfile.ZipFile(stream, "w", compression) as archive:
        for number, name in enumerate(NAMES):
            archive.writestr(
                name, b"" if name == "empty.bin" else Random(number).randbytes(5000 * number + 7)
            )
    return stream.getvalue()


def contents(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def patched(source: bytes, changes: dict[str, bytes | Streamed]) -> bytes:
    target = io.BytesIO()
    patch_package(source, target, changes)
    return target.getvalue()


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("compression", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2])
def test_other_parts_stay_as_stored(compression: int, streamed: bool) -> None:
    source = package(compression, streamed=streamed)
    result = patched(source, {"xl/größe.xml": b"new"})
    before, after = contents(source), contents(result)
    assert list(after) == list(before)
    assert after.pop("xl/größe.xml") == b"new"
    before.pop("xl/größe.xml")
    assert after == before
    with zipfile.ZipFile(io.BytesIO(source)) as old, zipfile.ZipFile(io.BytesIO(result)) as new:
        for one, other in zip(old.infolist(), new.infolist(), strict=True):
            assert one.date_time == other.date_time
            if one.filename != "xl/größe.xml":
                assert (one.compress_type, one.compress_size) == (other.compress_type, other.compress_size)


def test_a_part_that_is_not_there() -> None:
    with pytest.raises(KeyError, match="no part"):
        patched(package(), {"xl/missing.xml": b""})


def test_damaged_package(tmp_path: Path) -> None:
    path = tmp_path / "damaged.xlsx"
    path.write_bytes(package()[:-40])
    with pytest.raises(FileUnreadable, match="damaged"):
        patch_package(path, io.BytesIO(), {})


@pytest.mark.parametrize("size", [0, 1, 5, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 17])
@pytest.mark.parametrize("threads", [1, 3])
def test_content_made_while_it_is_written(size: int, threads: int) -> None:
    content = (b"<row>%d</row>" * (size // 8 + 1))[:size]
    pieces = [content[at : at + 40_000] for at in range(0, size, 40_000)]
    import zlib

    deflater = Deflater(threads=threads)
    stream = b"".join(deflater.blocks(pieces))
    assert zlib.decompress(stream, -15) == content
    assert (deflater.size, deflater.crc) == (size, zlib.crc32(content))
    assert stream == b"".join(Deflater(threads=2).blocks(pieces))
    result = patched(package(), {"empty.bin": Streamed(iter(pieces), size)})
    assert contents(result)["empty.bin"] == content


def test_parts_above_four_gigabytes_are_marked_so() -> None:
    """The large form is chosen by the announced size; readers of both forms get the same content."""
    stream = io.BytesIO()
    out = ZipOut(stream)
    out.write(zipfile.ZipInfo("large.xml"), [b"abc"], at_most=5 << 30)
    out.write(zipfile.ZipInfo("small.xml"), [b"def"], at_most=3)
    out.close()
    data = stream.getvalue()
    assert contents(data) == {"large.xml": b"abc", "small.xml": b"def"}
    assert data[4] == 45
    assert data[data.index(b"PK\x03\x04", 10) + 4] == 20


def test_nothing_is_left_behind_after_an_error(tmp_path: Path) -> None:
    out = tmp_path / "out.xlsx"
    out.write_bytes(b"what stood here")

    def broken() -> Iterator[bytes]:
        yield b"x" * (2 * BLOCK)
        raise FileUnreadable("the source broke off")

    with pytest.raises(FileUnreadable), written_beside(out) as stream:
        patch_package(package(), stream, {"empty.bin": Streamed(broken(), 9 * BLOCK)})
    assert [path.name for path in tmp_path.iterdir()] == ["out.xlsx"]
    assert out.read_bytes() == b"what stood here"


def test_stopped_by_the_user(tmp_path: Path) -> None:
    def stopped() -> None:
        with written_beside(tmp_path / "out.xlsx") as stream:
            stream.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with (
        pytest.raises(OutputError, match="choose another place"),
        written_beside(tmp_path / "no" / "out.xlsx") as stream,
    ):
        stream.write(b"")


def test_inputs_are_never_overwritten(tmp_path: Path) -> None:
    book = tmp_path / "book.xlsx"
    book.write_bytes(b"")
    link = tmp_path / "link.xlsx"
    link.hardlink_to(book)
    for out in (book, link, tmp_path / "." / "book.xlsx"):
        with pytest.raises(UsageError, match="is an input"):
            refuse_overwriting(out, [book], force=True)
    other = tmp_path / "other.xlsx"
    refuse_overwriting(other, [book])
    other.write_bytes(b"")
    with pytest.raises(UsageError, match="exists already"):
        refuse_overwriting(other, [book])
    refuse_overwriting(other, [book], force=True)
    with pytest.raises(UsageError, match="folder"):
        refuse_overwriting(tmp_path, [book], force=True)


GROWTH = Growth(first=2, last=5, old=20, new=50)


@pytest.mark.parametrize(
    ("reference", "grown"),
    [
        ("C6:C20", "C6:C50"),
        ("$C$6:$F$20", "$C$6:$F$50"),
        ("A1:AD20", "A1:AD50"),
        ("C20", "C20:C50"),
        ("$D$20", "$D$20:$D$50"),
        ("C6:C19", "C6:C19"),
        ("C6:C200", "C6:C200"),
        ("A6:B20", "A6:B20"),
        ("G6:H20", "G6:H20"),
        ("C:C", "C:C"),
        ("20:20", "20:20"),
        ("C6:C20 H6:H20 D20", "C6:C50 H6:H20 D20:D50"),
    ],
)
def test_references_grow_where_they_end_with_the_table(reference: str, grown: str) -> None:
    assert GROWTH.references(reference) == grown


def test_what_stands_around_the_rows() -> None:
    tail = b'</sheetData><dataValidation sqref="C6:C20"/><x:ext><xm:sqref>D6:D20 E9</xm:sqref></x:ext>'
    assert GROWTH.after_rows(tail) == tail.replace(b"C6:C20", b"C6:C50").replace(b"D6:D20", b"D6:D50")
    head = b'<dimension ref="A1:AD20"/><selection sqref="C20"/>'
    assert GROWTH.before_rows(head) == b'<dimension ref="A1:AD50"/><selection sqref="C20"/>'
    assert GROWTH.before_rows(b'<dimension ref="A1:AD900"/>') == b'<dimension ref="A1:AD900"/>'


def test_names_of_the_sheet() -> None:
    workbook = (
        "<definedNames><definedName name='a'>Rounds!$A$1:$AD$20</definedName>"
        "<definedName name='b'>'My Rounds'!$C$6:$C$20,Rounds!$C$6:$C$20</definedName>"
        "<definedName name='c'>MyRounds!$C$6:$C$20+Rounds!$C$20</definedName></definedNames>"
    )
    grown = GROWTH.names(workbook.encode(), "Rounds").decode()
    assert grown == workbook.replace("Rounds!$A$1:$AD$20", "Rounds!$A$1:$AD$50").replace(
        ",Rounds!$C$6:$C$20", ",Rounds!$C$6:$C$50"
    )
    quoted = GROWTH.names(workbook.encode(), "My Rounds").decode()
    assert quoted == workbook.replace("'My Rounds'!$C$6:$C$20", "'My Rounds'!$C$6:$C$50")


def test_table_part() -> None:
    part = (
        b'<table id="1" ref="C5:F20" name="T"><autoFilter ref="C5:F20"><sortState ref="C6:F20"/></autoFilter>'
    )
    assert grow_table(part, GROWTH) == part.replace(b"F20", b"F50")


@pytest.mark.parametrize(
    ("workbook", "expected"),
    [
        (b'<calcPr calcId="1"/>', b'<calcPr calcId="1" fullCalcOnLoad="1"/>'),
        (b'<calcPr fullCalcOnLoad="0" calcId="1"/>', b'<calcPr calcId="1" fullCalcOnLoad="1"/>'),
        (b"<sheets></sheets><ext/>", b'<sheets></sheets><calcPr fullCalcOnLoad="1"/><ext/>'),
        (
            b"<sheets></sheets><definedNames></definedNames>",
            b'<sheets></sheets><definedNames></definedNames><calcPr fullCalcOnLoad="1"/>',
        ),
    ],
)
def test_compute_on_load(workbook: bytes, expected: bytes) -> None:
    assert compute_on_load(workbook) == expected


@pytest.mark.parametrize(
    "formula",
    [
        "A6*2",
        "$B$6+C$6+$D6",
        'SUM(A5:A6)&"A6"',
        "LOG10(A6)+X6",
        "Sheet2!A6+'My P3 x'!B6:$C9",
        'IF(A6="","",A6&"\'")',
        "SUM($A$6:A6)",
        "VLOOKUP(B6,Cards!$A$5:$B$90,2,FALSE)",
        "A6:B$9+{1,2;3,4}",
    ],
)
def test_formulas_move_as_by_filling_down(formula: str) -> None:
    """Compared with openpyxl's translator."""
    made = filler(formula, 6)
    for row in (6, 7, 100, 1_048_576):
        assert (made if isinstance(made, str) else made(row)) == moved(formula, 6, 3, row, 3)


def test_formulas_of_table_columns_do_not_move() -> None:
    formula = "Rounds[[#This Row],[P3 value]]+Rounds[[#This Row],[B3 value]]&$A$1&TRUE&Total"
    assert filler(formula, 6) == formula
    mixed = filler("Rounds[[#This Row],[P3 value]]+AE6", 6)
    assert callable(mixed)
    assert mixed(9) == "Rounds[[#This Row],[P3 value]]+AE9"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with a name")
def test_what_is_no_ordinary_file_is_left_alone(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.xlsx"
    os.mkfifo(pipe)
    with pytest.raises(UsageError, match="no ordinary file"):
        refuse_overwriting(pipe, [], force=True)
