"""The manifest: where Excel finds the add-in's files, and where its button stands."""

from __future__ import annotations

import re
from string import Template
from typing import Final

from baccarat_xl._version import __version__
from baccarat_xl.functions.hosts.generated import generated_from
from baccarat_xl.functions.hosts.javascript.core import part

BASE: Final = "https://localhost:3000"
"""Where the folder is served until somebody puts another address in its place."""
NAMESPACE: Final = "BACCARAT"
"""What Excel puts before each function's name, with a dot."""
_ID: Final = "5c3f7c0e-9d0b-5b5e-8f57-2f3d7f5a9b41"
_DESCRIPTION: Final = (
    "Baccarat's drawing rules as functions for cells, with the drawing table and help beside them."
)


def manifest(command: str) -> str:
    """manifest.xml."""
    numbers = (*re.findall(r"\d+", __version__), "0", "0", "0", "0")[:4]
    return Template(part("manifest.xml", "baccarat_xl.functions.hosts.officejs", "static")).substitute(
        generated=generated_from(command),
        id=_ID,
        version=".".join(numbers),
        description=_DESCRIPTION,
        base=BASE,
        namespace=NAMESPACE,
    )
