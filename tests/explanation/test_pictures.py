"""The diagram and the page of an explanation: nothing from outside, no amounts, readable in the dark."""

from __future__ import annotations

import re
from importlib import resources
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest

from baccarat_xl.cli import main
from baccarat_xl.cli.exit_codes import Exit
from baccarat_xl.explanation.diagram import ROOM, picture
from baccarat_xl.explanation.given import given_by_totals
from baccarat_xl.explanation.round import explained
from baccarat_xl.explanation.way import SIGNS
from tests.functions.javascript.conftest import browser, node, npm_tools
from tests.functions.javascript.node import Node
from tests.report.in_browser import assert_fit_for_people

__all__ = ["browser", "node", "npm_tools"]
SVG = "{http://www.w3.org/2000/svg}"
ROUNDS = ("P 2 3 8 B 1 2", "P 2 3 8 B 1 2 5", "P 2 3 B 1 2", "P 9 K B 2 3", "P K 7 B 2 3 4", "P ? 3 B 1 2")


def drawn(*totals: str | None) -> ElementTree.Element:
    found = explained(given_by_totals(*totals))
    return ElementTree.fromstring(picture(found.way, found.heading))


def test_every_way_is_marked_by_sign_and_by_colour() -> None:
    for player, banker, third in product(range(10), range(10), (None, "?", "8", "none")):
        found = explained(given_by_totals(str(player), str(banker), third))
        root = ElementTree.fromstring(picture(found.way, found.heading))
        marked = {
            "".join(group.itertext()).strip(): group.get("class")
            for group in root.iter(f"{SVG}g")
            if group.get("class") != "off"
        }
        assert len(marked) == len(found.way.steps)
        for step in found.way.steps:
            [look] = [look for text, look in marked.items() if text.endswith(f"{step.sign} {step.text}")]
            assert look == {"passed": "on", "wrong": "on bad", "open": "on open"}[step.state]
        assert bool(found.contradictions) <= any(step.state == "wrong" for step in found.way.steps)


def test_a_picture_speaks_to_those_who_do_not_see_it() -> None:
    root = drawn("5", "3", "8")
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert desc is not None
    assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
    assert "stands on 3 against 8 (R5.2)" in str(desc.text)
    assert "Player 5" in str(title.text)
    assert len(set(SIGNS.values())) == len(SIGNS)


def test_no_amount_and_no_link_is_in_the_picture() -> None:
    for third in (None, "?", *map(str, range(10))):
        text = picture(explained(given_by_totals("5", "3", third)).way, "x")
        assert "var(" not in text
        assert re.findall(r"https?://[^\"]+", text) == ["http://www.w3.org/2000/svg"]
        words = " ".join(ElementTree.fromstring(text.split("<style>")[0] + "</svg>").itertext())
        assert not re.search(r"[%$€£]|:1|commission|pays|wager|bet\b", words)


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_every_text_of_the_picture_has_contrast(theme: int) -> None:
    text = resources.files(ROOM).joinpath("palette.css").read_text("utf-8").split("@media", 1)[theme]
    colours = dict(re.findall(r"--([\w-]+):\s*(#\w{6})", text))
    for ink, ground in (
        ("ink", "note-paper"),
        ("error", "error-paper"),
        ("warning", "warning-paper"),
        ("quiet", "sheet"),
        ("note", "sheet"),
        ("quiet", "paper"),
        ("note", "paper"),
    ):
        light, dark = sorted((luminance(colours[ink]), luminance(colours[ground])), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (ink, ground)


@pytest.mark.parametrize("cards", ROUNDS)
def test_page_and_picture_are_files(cards: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for form in ("html", "svg", "json", "text"):
        out = tmp_path / f"one.{form}"
        code = main(["explain", cards, "--format", form, "-o", str(out)])
        assert code == (Exit.FINDINGS if cards.endswith("2 5") else Exit.CLEAN)
        assert out.stat().st_size > 300
        assert main(["explain", cards, "--format", form, "-o", str(out)]) == Exit.USAGE
        before = out.read_bytes()
        main(["explain", cards, "--format", form, "-o", str(out), "--force"])
        assert out.read_bytes() == before
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("cards", [ROUNDS[1], ROUNDS[2]])
def test_on_a_phone_and_a_desk_in_light_and_dark(
    cards: str, tmp_path: Path, node: Node, npm_tools: Path, browser: str
) -> None:
    page = tmp_path / "explained.html"
    main(["explain", cards, "--format", "html", "-o", str(page)])
    assert_fit_for_people(page, node, npm_tools, browser)
