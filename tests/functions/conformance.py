"""What each sweep of a host found, kept for the table of all hosts in the documentation.

With the environment variable BACCARAT_XL_CONFORMANCE naming a folder, every sweep adds its line there;
without it nothing is kept. The table is made from these lines alone.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final

FOLDER: Final = "BACCARAT_XL_CONFORMANCE"


def keep(host: str, engine: str, function: str, states: int, mismatches: int) -> None:
    """One function swept in one host: ``engine`` is the program that ran it, with its version."""
    folder = os.environ.get(FOLDER)
    if not folder:
        return
    Path(folder).mkdir(parents=True, exist_ok=True)
    line = {"host": host, "engine": engine, "function": function, "states": states, "mismatches": mismatches}
    with (Path(folder) / f"{host}.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
