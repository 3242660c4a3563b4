"""The page's section on frequencies in headless Chromium, as the rest of the page is tested."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from baccarat_xl.cli import main
from tests.functions.javascript.node import Node

CHECKS = Path(__file__).parent / "page_checks.js"


def test_on_a_phone_and_a_desk_in_light_and_dark(
    tmp_path: Path, node: Node, npm_tools: Path, browser: str
) -> None:
    pytest.importorskip("scipy")
    log, page = tmp_path / "log.csv", tmp_path / "report.html"
    main(["simulate", "--rounds", "3000", "--fault", "F06", "-o", str(log)])
    main(["check", str(log), "--frequencies", "--limit", "3", "--format", "html", "-o", str(page)])
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
        assert view["fetched"] == 1
        assert view["wide"] <= 0, view
