"""The HTML report in headless Chromium: accessible by axe-core, nothing fetched, fit for a phone."""

from __future__ import annotations

from pathlib import Path

from baccarat_xl.cli import main
from tests.config.books import CLEAN, EXTRA, OUTCOME, write_book, write_csv
from tests.functions.javascript.node import Node
from tests.report.in_browser import assert_fit_for_people

NOTES = {"H4": "baccarat-xl: ignore BACC221 known", "A1": "baccarat-xl: ignore BACC201"}
LONG = "x" * 300


def test_on_a_phone_and_a_desk_in_light_and_dark(
    tmp_path: Path, node: Node, npm_tools: Path, browser: str
) -> None:
    rows = (
        CLEAN,
        EXTRA,
        OUTCOME,
        (5, LONG, 2, None, 1, 6, None, "Tie"),
        (6, 9, "K", 4, 5, 3, None, "Player"),
    )
    book = write_book(tmp_path / "log.xlsx", rows, notes=NOTES, formula="=B{row}+C{row}")
    log = write_csv(tmp_path / "log.csv", rows)
    page = tmp_path / "report.html"
    main(["check", str(book), str(log), str(tmp_path / "none.csv"), "--format", "html", "-o", str(page)])
    assert_fit_for_people(page, node, npm_tools, browser, rules=20)
