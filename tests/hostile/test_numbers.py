"""Numbers that no sheet can hold, in the document that another program would write them into."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from baccarat_xl.cli import main
from baccarat_xl.workbook.read import read_book

SEED = Path(__file__).parent / "seeds" / "libreoffice.ods"


@pytest.mark.parametrize("odd", [b"NaN", b"INF", b"-1E+999", b"nan"])
def test_no_cell_holds_what_is_no_number(tmp_path: Path, odd: bytes) -> None:
    path = tmp_path / "log.ods"
    with zipfile.ZipFile(SEED) as package, zipfile.ZipFile(path, "w") as target:
        for name in package.namelist():
            data = package.read(name)
            if name == "content.xml":
                assert b'office:value="9"' in data
                data = data.replace(b'office:value="9"', b'office:value="%s"' % odd)
            target.writestr(name, data)
    cells = [cell for sheet in read_book(path).sheets for row in sheet.rows for cell in row]
    assert all(cell == cell and abs(cell) < 1e308 for cell in cells if isinstance(cell, float))
    assert main(["check", str(path)]) in (0, 1, 3, 4)
