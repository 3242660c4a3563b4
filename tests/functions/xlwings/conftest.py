"""Programs beside Python that the tests of the xlwings hosts need."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[3]
REQUIRED: Final = "BACCARAT_XL_REQUIRE_PYODIDE"
NODE_MODULES: Final = "BACCARAT_XL_NODE_MODULES"


@dataclass(frozen=True, slots=True)
class Pyodide:
    """Node's program and the folder of the npm package pyodide."""

    node: str
    folder: Path


@pytest.fixture(scope="session")
def pyodide() -> Pyodide:
    """Pyodide for this test run. Skips without one; fails where one is required."""
    node = shutil.which("node")
    folder = Path(os.environ.get(NODE_MODULES, "")) / "pyodide"
    if node is None or not (folder / "pyodide.mjs").is_file():
        missing = "node was not found" if node is None else f"{NODE_MODULES} names no folder with pyodide"
        if os.environ.get(REQUIRED) == "1":
            pytest.fail(f"{missing}, and {REQUIRED}=1 says that it must be there")
        pytest.skip(f"Pyodide is not at hand: {missing}")
    return Pyodide(node, folder)


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout: the one in BACCARAT_XL_WHEEL, or built here without the network."""
    ready = os.environ.get("BACCARAT_XL_WHEEL")
    if ready:
        return Path(ready)
    if importlib.util.find_spec("hatchling") is None or importlib.util.find_spec("pip") is None:
        if os.environ.get(REQUIRED) == "1":
            pytest.fail("pip and hatchling are needed to build the wheel, or BACCARAT_XL_WHEEL names one")
        pytest.skip("the wheel cannot be built here: hatchling or pip is not installed")
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index"]
    done = subprocess.run(
        [*command, "-q", "-w", str(folder), str(ROOT)], capture_output=True, text=True, check=False
    )
    built = list(folder.glob("*.whl"))
    assert built, done.stderr
    return built[0]
