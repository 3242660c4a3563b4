"""The HTML report: nothing from outside, everything escaped, pictures that say what the rules say."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import product
from pathlib import Path

import pytest
import xlsxwriter

from baccarat_xl.audit.engine import check
from baccarat_xl.cli import main
from baccarat_xl.report.page.hands import hands_of, way_of_record
from baccarat_xl.report.page.page import to_html
from baccarat_xl.report.page.verdicts import heat_map, side_by_side
from baccarat_xl.rules.faults import Kind
from baccarat_xl.rules.record import Record
from baccarat_xl.rules.round import resolve
from baccarat_xl.rules.unknown import NO_CARD
from tests.config.books import CLEAN, EXTRA, OUTCOME, write_book, write_csv

ROWS = (CLEAN, EXTRA, OUTCOME)
VOID = {"meta", "br", "hr", "img", "input", "link"}
THIRDS = (NO_CARD, *range(10))
AT_STEP = {
    "natural": {Kind.CARD_AFTER_NATURAL},
    "player": {Kind.PLAYER_EXTRA, Kind.PLAYER_MISSING},
    "banker": {Kind.BANKER_EXTRA, Kind.BANKER_MISSING},
}


class Page(HTMLParser):
    """What a browser would make of the page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.outside: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            assert not name.startswith("on")
            if name == "id":
                self.ids.append(str(value))
            if name in ("src", "href", "action", "xlink:href") and not str(value).startswith("#"):
                self.outside.append(str(value))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def card(value: object) -> str:
    return "" if value is NO_CARD else f" {value}"


def test_the_way_is_wrong_where_the_rules_find_a_fault() -> None:
    """All totals and third cards: 12,100 rounds, against the rules' own account of each."""
    for player, banker, third, banker_third in product(range(10), range(10), THIRDS, THIRDS):
        hands = hands_of(f"Player {player} 0{card(third)}, Banker 0 {banker}{card(banker_third)}")
        assert hands is not None
        assert (hands[0].initial, hands[1].initial) == (player, banker)
        way = way_of_record(hands)
        assert way is not None
        record = Record(
            player_card_1=player,
            player_card_2=0,
            player_third=third,
            banker_card_1=0,
            banker_card_2=banker,
            banker_third=banker_third,
            thirds_recorded=True,
            ended=True,
        )
        kinds = {fault.kind for fault in resolve(record).faults}
        stations = {
            "banker" if step.node in ("against", "stood") else step.node for step in way.steps if step.wrong
        }
        found = {name for name, faults in AT_STEP.items() if faults & kinds}
        assert bool(stations) == bool(found), (player, banker, third, banker_third, kinds, way)
        if found:
            assert stations & found, (player, banker, third, banker_third, kinds, way)


@pytest.mark.parametrize(
    ("record", "cards", "initials", "finals"),
    [
        ("Player 2 3 8 = 3, Banker 1 2 5 = 8", ("2 3 8", "1 2 5"), (5, 3), ("3", "8")),
        ("Player 6 with two cards = 6, Banker 3 with two cards and 5 = 8", ("", "5"), (6, 3), ("6", "8")),
        ("Player = 4, Banker not recorded", ("", ""), (None, None), ("4", None)),
        ("Player 2 ?, Banker 1 -", ("2 ?", "1 -"), (None, None), (None, None)),
        (
            "Player 2 nonsense, Banker 3, Banker 1 2",
            ("2 nonsense", "1 2"),
            (None, 3),
            (None, None),
        ),
    ],
)
def test_records_are_read(
    record: str, cards: tuple[str, str], initials: tuple[object, object], finals: tuple[object, object]
) -> None:
    hands = hands_of(record)
    assert hands is not None
    assert tuple(hand.initial for hand in hands) == initials
    assert tuple(hand.final for hand in hands) == finals
    assert " ".join(one.text for one in hands[1].cards) == cards[1]
    assert " ".join(one.text for one in hands[0].cards).startswith(cards[0])


def test_every_finding_has_its_place_and_its_words(tmp_path: Path) -> None:
    path = write_book(tmp_path / "log.xlsx", ROWS, formula="=B{row}+C{row}")
    result = check([path, write_csv(tmp_path / "log.csv", ROWS), tmp_path / "missing.csv"])
    page = Page(to_html(result))
    assert "script" not in page.tags
    assert page.outside == []
    assert len(set(page.ids)) == len(page.ids)
    assert [one for one in page.ids if one.startswith("finding-")] == [
        f"finding-{number}" for number in range(1, len(result.findings) + 1)
    ]
    for finding in result.findings:
        for words in (finding.why, finding.fix, finding.found, finding.expected):
            assert " ".join(words.split()) in page.text
    assert "no such file" in page.text
    assert page.text.count("The way of this round") == 0
    assert to_html(result) == to_html(result)


def test_a_limit_is_told(tmp_path: Path) -> None:
    result = check([write_csv(tmp_path / "log.csv", ROWS)])
    page = Page(to_html(result, limit=1))
    assert [one for one in page.ids if one.startswith("finding-")] == ["finding-1"]
    assert "1 more finding not drawn here" in page.text


def test_a_clean_file_says_what_was_looked_at(tmp_path: Path) -> None:
    page = Page(to_html(check([write_csv(tmp_path / "log.csv", [CLEAN] * 4)])))
    assert "No finding 4 rounds checked" in page.text
    assert "Nothing was left out." in page.text


EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>{{ 7*7 }}"


def test_no_text_of_a_file_becomes_a_tag(tmp_path: Path) -> None:
    """Sheet names, headers, cells, notes, formulas and file names."""
    book = xlsxwriter.Workbook(tmp_path / "log.xlsx")
    sheet = book.add_worksheet("<b>'&\"")
    sheet.write_row(0, 0, ["Round", "P1", "P2", "P3", "B1", "B2", "B3", "Winner", EVIL, "Player total"])
    for row in range(1, 6):
        sheet.write_row(row, 0, [row, 2, 3, EVIL, "A", 2, 5, EVIL])
        sheet.write_formula(row, 9, f'=B{row + 1}+C{row + 1}&"<i>"', None, "<i>")
    sheet.write_comment("D2", f"baccarat-xl: ignore BACC101 {EVIL}")
    book.close()
    csv = tmp_path / "<u>&.csv"
    write_csv(csv, [(1, EVIL.replace(",", ""), 3, None, 1, 2, None, "Tie"), *ROWS])
    assert main(
        ["check", str(tmp_path / "log.xlsx"), str(csv), "--format", "html", "-o", str(tmp_path / "r.html")]
    )
    text = (tmp_path / "r.html").read_text("utf-8")
    page = Page(text)
    assert not {"script", "img", "b", "i", "u"} & set(page.tags)
    assert "{{ 7*7 }}" in page.text
    assert "49" not in re.findall(r"\d+", page.text.split("What was looked at")[0])


def test_the_map_is_the_verdict_s(tmp_path: Path) -> None:
    path = tmp_path / "log.xlsx"
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet("Shoe 1")
    sheet.write_row(0, 0, ["Round", "Player initial total", "P3", "Banker initial total", "Banker draws"])
    for row in range(2, 8):
        sheet.write_row(row - 1, 0, [row, 5, 8, 3])
        sheet.write_formula(row - 1, 4, f"=IF(B{row}>7,FALSE,IF(D{row}>7,FALSE,D{row}<=6))", None, True)
    book.close()
    result = check([path])
    [verdict] = [one for one in result.formulas if one.verdict == "refuted"]
    rows = dict(heat_map(verdict))
    assert set(rows) == set(range(8))
    signs = {"X": "✗", "x": "◐", ".": "✓"}
    for (banker, third), sign in verdict.grid.items():
        if banker in rows:
            place = 0 if third is NO_CARD else int(third) + 1
            assert rows[banker][place].sign == signs[sign]
    assert rows[3][9].sign == "✗"
    assert rows[3][9].must == "stands"
    pieces = side_by_side(verdict)
    if pieces is not None:
        before, after = ("".join(piece.text for piece in side) for side in pieces)
        assert before == verdict.formula
        assert after == (verdict.repair or verdict.suggested_formula)
    assert "In the drawing table" in Page(to_html(result)).text
