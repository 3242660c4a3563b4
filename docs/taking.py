"""What the scripts that take pictures share: a sheet as LibreOffice prints it, and the run over them."""

from __future__ import annotations

import io
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from PIL import Image

from tests.conftest import Soffice, _find_soffice

PICTURES: Final = Path(__file__).parent / "pictures"
Take: TypeAlias = Callable[[Soffice, Path], bytes]
_DOTS: Final = 150
_MARGIN: Final = 12
_PAPER: Final = 250


def rendered(soffice: Soffice, book: Path) -> bytes:
    """The first page that LibreOffice prints of a file, without its empty margins, as a PNG file."""
    pdf = soffice.convert(book, "pdf")
    command = ["pdftoppm", "-r", str(_DOTS), "-f", "1", "-l", "1", "-singlefile", str(pdf)]
    subprocess.run([*command, str(pdf.with_suffix(""))], check=True)
    out = io.BytesIO()
    with Image.open(pdf.with_suffix(".ppm")) as page:
        inked = page.convert("L").point(lambda grey: 255 * (grey < _PAPER)).getbbox() or (0, 0, *page.size)
        left, top, right, bottom = inked
        corner = (max(left - _MARGIN, 0), max(top - _MARGIN, 0))
        far = (min(right + _MARGIN, page.width), min(bottom + _MARGIN, page.height))
        page.crop((*corner, *far)).save(out, "png", optimize=True)
    return out.getvalue()


def take(takes: Mapping[str, Take]) -> None:
    """Take the pictures that the command line names, or all."""
    program = _find_soffice()
    if program is None:
        sys.exit("LibreOffice's soffice was not found on the path: install it, then take the pictures again")
    for name in sys.argv[1:] or takes:
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            (folder / "out").mkdir()
            picture = takes[name](Soffice(program, folder / "profile", folder / "out"), folder)
        (PICTURES / f"{name}.png").write_bytes(picture)
        print(f"{name}.png: {len(picture):,} bytes")
