"""What all tests share: a real spreadsheet program, where there is one."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")

REQUIRED = "BACCARAT_XL_REQUIRE_LIBREOFFICE"
_PLACES = (
    "/Applications/LibreOffice.app/Contents/MacOS/soffice",
    "C:/Program Files/LibreOffice/program/soffice.com",
)
_ALWAYS_RECALCULATE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse">\
<value>0</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="ODFRecalcMode" oor:op="fuse">\
<value>0</value></prop></item>
</oor:items>
"""


@dataclass(frozen=True, slots=True)
class Soffice:
    """LibreOffice without a window, with a profile of its own that computes every formula on loading."""

    program: str
    profile: Path
    work: Path

    def convert(self, path: Path, kind: str = "xlsx") -> Path:
        """Load a file, compute it and save it as ``kind`` (``xlsx``, ``ods``, ``csv``, ``pdf``)."""
        target = self.work / f"{path.stem}-{len(list(self.work.iterdir()))}"
        target.mkdir()
        command = [
            self.program,
            f"-env:UserInstallation={self.profile.as_uri()}",
            "--headless",
            "--norestore",
        ]
        command += ["--convert-to", kind, "--outdir", str(target), str(path)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
        result = target / f"{path.stem}.{kind.split(':')[0]}"
        assert result.exists(), f"LibreOffice did not convert {path.name}: {done.stdout} {done.stderr}"
        return result

    def values(self, path: Path, sheet: str | None = None) -> list[list[object]]:
        """The computed values of one sheet, the first when none is named: dense rows from A1, None = empty.

        Numbers are floats; errors are text (``#N/A``), as a cell shows them.
        """
        from python_calamine import CalamineWorkbook

        book = CalamineWorkbook.from_path(str(self.convert(path)))
        cells = book.get_sheet_by_name(sheet) if sheet else book.get_sheet_by_index(0)
        rows = cells.to_python(skip_empty_area=False)
        return [[None if cell == "" else cell for cell in row] for row in rows]


def _find_soffice() -> str | None:
    found = shutil.which("soffice") or shutil.which("libreoffice")
    return found or next((place for place in _PLACES if Path(place).exists()), None)


@pytest.fixture(scope="session")
def soffice(tmp_path_factory: pytest.TempPathFactory) -> Soffice:
    """LibreOffice for this test run. Skips without one; fails where one is required."""
    program = _find_soffice()
    if program is None:
        if os.environ.get(REQUIRED) == "1":
            pytest.fail(f"LibreOffice's soffice was not found, and {REQUIRED}=1 says that it must be there")
        pytest.skip("LibreOffice is not installed: soffice was not found on the path")
    profile = tmp_path_factory.mktemp("profile")
    (profile / "user").mkdir()
    (profile / "user" / "registrymodifications.xcu").write_text(_ALWAYS_RECALCULATE, encoding="utf-8")
    return Soffice(program, profile, tmp_path_factory.mktemp("converted"))
