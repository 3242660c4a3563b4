"""The workbooks of all producers, written once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Soffice
from tests.giveback.producers import ADD_INS, ALWAYS, gnumeric, has_gnumeric, xlsxwriter_rich

NAMES = (*ALWAYS, "Gnumeric")
READ_BY_OPENPYXL = tuple(name for name in NAMES if name not in ADD_INS)


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Name of a producer -> its workbook."""
    folder = tmp_path_factory.mktemp("producers")
    found = {}
    for number, (name, (write, ending)) in enumerate(ALWAYS.items()):
        (folder / str(number)).mkdir()
        path = folder / str(number) / f"log.{ending}"
        write(path)
        found[name] = path
    if has_gnumeric():
        (folder / "gnumeric").mkdir()
        found["Gnumeric"] = folder / "gnumeric" / "log.xlsx"
        gnumeric(found["Gnumeric"])
    return found


@pytest.fixture(scope="session")
def by_libreoffice(soffice: Soffice, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workbook that LibreOffice saved."""
    path = tmp_path_factory.mktemp("libreoffice") / "log.xlsx"
    xlsxwriter_rich(path)
    return soffice.convert(path)


@pytest.fixture
def book(made: dict[str, Path], request: pytest.FixtureRequest) -> Path:
    """The workbook of the producer that the test is given."""
    if request.param not in made:
        pytest.skip("Gnumeric's ssconvert is not installed")
    return made[request.param]
