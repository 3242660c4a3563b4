"""The page's section on frequencies in headless Chromium, as the rest of the page is tested."""

from __future__ import annotations

from pathlib import Path

import pytest

from baccarat_xl.cli import main
from tests.functions.javascript.node import Node
from tests.report.in_browser import assert_fit_for_people


def test_on_a_phone_and_a_desk_in_light_and_dark(
    tmp_path: Path, node: Node, npm_tools: Path, browser: str
) -> None:
    pytest.importorskip("scipy")
    log, page = tmp_path / "log.csv", tmp_path / "report.html"
    main(["simulate", "--rounds", "3000", "--fault", "F06", "-o", str(log)])
    main(["check", str(log), "--frequencies", "--limit", "3", "--format", "html", "-o", str(page)])
    assert_fit_for_people(page, node, npm_tools, browser)
