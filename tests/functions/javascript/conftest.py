"""Programs that run JavaScript: Node.js, the npm tools of the hosts' makers, a browser."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.functions.javascript.node import Node

_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_TOOLS = "BACCARAT_XL_NODE_MODULES"


def _program(what: str, required: str, *names: str) -> str:
    found = next((place for place in map(shutil.which, names) if place), None)
    if found is None:
        if os.environ.get(required) == "1":
            pytest.fail(f"{what} was not found, and {required}=1 says that it must be there")
        pytest.skip(f"{what} is not installed: {names[0]} was not found on the path")
    return found


@pytest.fixture(scope="session")
def node() -> Node:
    """Node.js. Skips without it; fails where BACCARAT_XL_REQUIRE_NODE=1."""
    return Node(_program("Node.js", "BACCARAT_XL_REQUIRE_NODE", "node", "nodejs"))


@pytest.fixture(scope="session")
def browser() -> str:
    """Chromium. Skips without it; fails where BACCARAT_XL_REQUIRE_CHROMIUM=1."""
    return _program("Chromium", "BACCARAT_XL_REQUIRE_CHROMIUM", *_BROWSERS)


@pytest.fixture(scope="session")
def npm_tools() -> Path:
    """The npm packages in the folder BACCARAT_XL_NODE_MODULES; fails where BACCARAT_XL_REQUIRE_NODE=1."""
    folder = Path(os.environ.get(_TOOLS, ""))
    if not os.environ.get(_TOOLS) or not folder.is_dir():
        if os.environ.get("BACCARAT_XL_REQUIRE_NODE") == "1":
            pytest.fail(
                f"{_TOOLS} names no folder of npm packages, and BACCARAT_XL_REQUIRE_NODE=1 asks for it"
            )
        pytest.skip(f"the npm packages are not there: {_TOOLS} names no folder")
    return folder
