"""Document types and entities: no workbook needs them, and they multiply texts or read files of yours."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import IO, Final

from baccarat_xl.errors import FileRefused

BLOCK: Final = 1 << 12
LONGER: Final = 1 << 18
OVERLAP: Final = 16
DECLARES: Final = re.compile(rb"<!(?:DOCTYPE|ENTITY)")
ROOT: Final = re.compile(rb"<[A-Za-z_:\x80-\xff]")
MARKUP: Final = (".xml", ".rels", ".vml", ".svg")


def declares_entities(stream: IO[bytes]) -> bool:
    """Whether an XML file declares anything before its root, in UTF-8 or UTF-16."""
    tail, size = b"", BLOCK
    while block := stream.read(size):
        data = tail + block.replace(b"\0", b"")
        root = ROOT.search(data)
        found = DECLARES.search(data, 0, root.start() if root else len(data))
        if found or root:
            return found is not None
        tail, size = data[-OVERLAP:], LONGER
    return False


def refuse_entities(path: Path, package: zipfile.ZipFile) -> None:
    """Raise FileRefused where any XML part of the package declares something. Damage is told by others."""
    for part in package.infolist():
        if not part.filename.lower().endswith(MARKUP):
            continue
        try:
            with package.open(part) as stream:
                declares = declares_entities(stream)
        except Exception:  # whoever needs this part says what is wrong with it
            continue
        if declares:
            raise FileRefused(
                f"{path}: the part {part.filename} declares entities, which no honest workbook does."
            )
