"""A page in headless Chromium, on a phone and a desk, in light and dark."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from tests.functions.javascript.node import Node

CHECKS = Path(__file__).parent / "page_checks.js"


def assert_fit_for_people(page: Path, node: Node, npm_tools: Path, browser: str, rules: int = 10) -> None:
    """Accessible by axe-core, of whose rules so many and more apply; nothing fetched, nothing too wide."""
    done = subprocess.run(
        [node.program, str(CHECKS), str(npm_tools.resolve()), browser, str(page)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    views = json.loads(done.stdout)
    assert len(views) == 4
    for view in views:
        assert view["violations"] == [], view
        assert view["passes"] > rules
        assert view["fetched"] == 1
        assert view["wide"] <= 0, view
