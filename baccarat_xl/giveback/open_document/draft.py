"""An OpenDocument spreadsheet with other cells, written as a draft: its ``content.xml`` alone changes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from baccarat_xl.giveback.cells import Edits
from baccarat_xl.giveback.open_document.cells import CellWriter
from baccarat_xl.giveback.open_document.copy import edited
from baccarat_xl.giveback.package import Package
from baccarat_xl.workbook.ods_reader import CONTENT


def write_open_draft(source: Path, target: Path, edits: Mapping[str, Edits]) -> tuple[str, ...]:
    """As `draft.write_draft`, for ``.ods``. A formula that is stored without a value is computed by whoever
    opens the file, so nothing has to ask for it."""
    with Package(source) as package:
        if any(edits.values()):
            data = package.read(CONTENT)
            writer = CellWriter(data, {sheet: cells for sheet, cells in edits.items() if cells})
            made = writer.made
            walk = writer.walk
            if walk.prefixes is not None and walk.prefixes.declared and walk.root is not None:
                at = walk.root.inner - 1
                made.append((at, at, walk.prefixes.declared))
            package.change(CONTENT, edited(data, made))
        with target.open("wb") as stream:
            package.write(stream)
        return tuple(package.changed)
