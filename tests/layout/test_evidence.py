"""What only the rows can tell, what the user overrules, and better orders of the columns."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from baccarat_xl.errors import UsageError
from baccarat_xl.layout.order import better_order
from baccarat_xl.layout.recognise import recognise
from baccarat_xl.layout.table import Recognition
from baccarat_xl.rules.tableau import banker_draws, player_draws
from baccarat_xl.rules.unknown import NO_CARD
from baccarat_xl.workbook.read import read_book

HEADER = "P1,P2,P3,B1,B2,B3,Outcome"
Row = list[int | str]


def deal(count: int, seed: int = 7) -> list[Row]:
    """Rounds by the rules: six card values, None for no card, and the outcome's letter."""
    source = random.Random(seed)
    rows: list[Row] = []
    for _ in range(count):
        p1, p2, b1, b2, *more = (min(source.randint(1, 13), 10) % 10 for _ in range(6))
        player, banker = (p1 + p2) % 10, (b1 + b2) % 10
        p3: int | str = more.pop() if player_draws(player, banker) else ""
        drawn = banker_draws(banker, NO_CARD if p3 == "" else int(p3), player)
        b3: int | str = more.pop() if drawn is True else ""
        ends = [
            (total + (int(third) if third != "" else 0)) % 10 for total, third in ((player, p3), (banker, b3))
        ]
        rows.append([p1, p2, p3, b1, b2, b3, "P" if ends[0] > ends[1] else "B" if ends[1] > ends[0] else "T"])
    return rows


def mark(rows: list[Row], no_card: str | int) -> list[Row]:
    return [[no_card if cell == "" else cell for cell in row] for row in rows]


def look(tmp_path: Path, header: str, rows: Sequence[Sequence[object]], **options: object) -> Recognition:
    path = tmp_path / "log.csv"
    path.write_text("\n".join([header, *(",".join(map(str, row)) for row in rows)]) + "\n", encoding="utf-8")
    return recognise(read_book(path), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("word", ["", "NA", "N/A", "x", "X", "-", "–", "None", "-1"])
def test_a_mark_for_no_card_makes_zero_a_card(tmp_path: Path, word: str) -> None:
    (table,) = look(tmp_path, HEADER, mark(deal(200), word)).tables
    assert table.zero == {"player_third": "card", "banker_third": "card"}
    doubtful = word.casefold() in ("x", "-1")
    assert [f"'{word}' is read as no third card" in told for told in table.assumptions] == [
        True
    ] * 2 * doubtful


def test_zero_for_no_card_is_told_from_a_card_by_the_rules(tmp_path: Path) -> None:
    (table,) = look(tmp_path, HEADER, mark(deal(200), 0)).tables
    assert table.zero == {"player_third": "either", "banker_third": "either"}
    dealt = deal(200)
    standing = sum(row[2] == "" for row in dealt)
    drawing = sum(row[2] == 0 for row in dealt)
    assert f"no card where the hand must stand ({standing} rounds)" in table.assumptions[0]
    assert f"where it must draw ({drawing} rounds)" in table.assumptions[0]


def test_zero_without_cards_to_tell_is_ambiguous_and_said(tmp_path: Path) -> None:
    found = look(tmp_path, "Player third,Banker third,Outcome", [[0, 3, "P"], [5, 0, "B"], [0, 0, "T"]])
    assert found.tables[0].zero == {"player_third": None, "banker_third": None}
    assert [n.where for n in found.not_read] == ["A", "B"]
    declared = look(tmp_path, "Player third,Banker third,Outcome", [[0, 3, "P"], [5, 0, "B"]], zero="none")
    assert declared.tables[0].zero == {"player_third": "none", "banker_third": "none"}
    assert not declared.not_read


@pytest.mark.parametrize(("kind", "role"), [("initial", "player_initial"), ("final", "player_final")])
def test_a_total_without_a_name_is_settled_by_the_cards(tmp_path: Path, kind: str, role: str) -> None:
    rows = []
    for row in deal(100):
        cards = row[:2] if kind == "initial" else row[:3]
        rows.append([*row, sum(int(c) for c in cards if c != "") % 10])
    (table,) = look(tmp_path, f"{HEADER},Player total", rows).tables
    assert table.columns[role].letter == "H"
    assert f"taken as the {kind} total" in table.assumptions[0]
    assert "in all 100 rounds" in table.assumptions[0]


@pytest.mark.parametrize("codes", ["PBT", "BPT", "TPB", "PTB"])
def test_a_numeric_outcome_is_fitted_to_the_cards(tmp_path: Path, codes: str) -> None:
    rows = [[*row[:6], codes.index(str(row[6]))] for row in deal(300)]
    (table,) = look(tmp_path, HEADER, rows).tables
    assert {number: outcome[0] for number, outcome in table.outcome_codes.items()} == {
        0: codes[0],
        1: codes[1],
        2: codes[2],
    }
    assert "this alone fits all 300 rounds" in table.assumptions[0]


def test_a_numeric_outcome_alone_is_not_read_until_declared(tmp_path: Path) -> None:
    rows = [[i, i % 3] for i in range(1, 30)]
    found = look(tmp_path, "round,result", rows)
    assert not found.tables
    assert "--means" in found.not_read[0].why
    (table,) = look(tmp_path, "round,result", rows, means={"0": "B", "1": "Player", "2": "和"}).tables
    assert table.outcome_codes == {0.0: "Banker", 1.0: "Player", 2.0: "Tie"}


def test_a_numeric_outcome_that_fits_badly_is_not_read(tmp_path: Path) -> None:
    source = random.Random(3)
    rows = [[*row[:6], source.randint(0, 2)] for row in deal(300)]
    found = look(tmp_path, HEADER, rows)
    assert "outcome" not in found.tables[0].columns
    assert "differs between sources" in found.not_read[0].why


def test_the_mapping_overrules_headers_and_names_columns_without_any(tmp_path: Path) -> None:
    rows = deal(20)
    mapping = {"x1": "player_card_1", "b": "Player card 2", "C": "player_third", "X4": "banker_card_1"}
    mapping |= {"x5": "banker_card_2", "x6": "banker_third", "x7": "outcome"}
    (table,) = look(tmp_path, "x1,x2,x3,x4,x5,x6,x7", rows, mapping=mapping).tables
    assert [c.letter for c in table.columns.values()] == list("ABCDEFG")
    letters = dict(zip("ABCDEFG", mapping.values(), strict=True))
    (bare,) = look(tmp_path, ",".join(map(str, rows[0])), rows[1:], mapping=letters, header_row=0).tables
    assert (bare.header_row, bare.first_row, len(bare.rounds)) == (0, 1, 20)
    swapped = {"P1": "banker_card_1", "B1": "player_card_1"}
    (crossed,) = look(tmp_path, HEADER, rows, mapping=swapped).tables
    assert crossed.columns["banker_card_1"].letter == "A"
    (less,) = look(tmp_path, HEADER, rows, mapping={"Outcome": ""}).tables
    assert "outcome" not in less.columns


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"mapping": {"Outcom": "outcome"}}, "'Outcom'.*nearest (is|are) Outcome"),
        ({"mapping": {"P1": "player_crad_1"}}, "nearest (is|are) player_card_1"),
        ({"mapping": {"P1": "outcome", "P2": "outcome"}}, "two columns"),
        ({"means": {"0": "Bonker"}}, "'Bonker' is no outcome"),
        ({"means": {"zero": "Banker"}}, "no number"),
        ({"zero": "ten"}, "'card' or 'none'"),
        ({"sheet": "Shoe 1"}, "no named sheets"),
    ],
)
def test_a_wrong_declaration_names_what_is_near(
    tmp_path: Path, options: dict[str, object], words: str
) -> None:
    with pytest.raises(UsageError, match=words):
        look(tmp_path, HEADER, deal(5), **options)


ORDERS = {
    "swapped hands": "B1,B2,B3,P1,P2,P3",
    "deal order": "P1,B1,P2,B2,P3,B3",
    "openings first": "P1,P2,B1,B2,P3,B3",
}


@pytest.mark.parametrize("truth", ORDERS.values(), ids=ORDERS.keys())
def test_a_much_better_order_is_found(tmp_path: Path, truth: str) -> None:
    """The columns stand in the order of ``truth``, but are headed Player's three cards, then Banker's."""
    place = {name: i for i, name in enumerate(["P1", "P2", "P3", "B1", "B2", "B3"])}
    rows = [[row[place[name]] for name in truth.split(",")] + row[6:] for row in deal(400)]
    (table,) = look(tmp_path, HEADER, rows).tables
    suggestion = better_order(table)
    assert suggestion is not None
    assert suggestion.now > 0.3
    assert suggestion.better == 0
    found = {column.letter: role for role, column in suggestion.columns.items()}
    short = {"player_card_1": "P1", "player_card_2": "P2", "player_third": "P3"}
    short |= {role.replace("player", "banker"): name.replace("P", "B") for role, name in short.items()}
    assert ",".join(short[found[letter]] for letter in "ABCDEF") == truth
    assert re.search(r"make \d+ of \d+ rounds impossible, read as .* none: B=|A=", str(suggestion))


def test_no_better_order_for_rounds_that_are_right(tmp_path: Path) -> None:
    (table,) = look(tmp_path, HEADER, deal(400)).tables
    assert better_order(table) is None
    (zeros,) = look(tmp_path, HEADER, mark(deal(400), 0)).tables
    assert better_order(zeros) is None


def true_totals(rows: Sequence[Sequence[object]]) -> list[tuple[int, int]]:
    """Final totals of rounds in values."""
    values = [[int(str(card)) if str(card).isdigit() else 0 for card in row[:6]] for row in rows]
    return [(sum(row[:3]) % 10, sum(row[3:]) % 10) for row in values]


@pytest.mark.parametrize("count", [10, 100])
@pytest.mark.parametrize("what", ["cards", "totals"])
def test_exchanged_headers_of_cards_or_totals(tmp_path: Path, count: int, what: str) -> None:
    rows = mark(deal(count, seed=11), "")
    full = [[*row[:6], *total, row[6]] for row, total in zip(rows, true_totals(rows), strict=True)]
    cards = "B1,B2,B3,P1,P2,P3" if what == "cards" else "P1,P2,P3,B1,B2,B3"
    totals = "Banker total,Player total" if what == "totals" else "Player total,Banker total"
    (table,) = look(tmp_path, f"{cards},{totals},Outcome", full).tables
    assert {role for role in table.columns if role.endswith(("final", "initial"))} == {
        "player_final",
        "banker_final",
    }
    suggestion = better_order(table)
    assert suggestion is not None
    assert suggestion.better == 0
    letters = {role: column.letter for role, column in suggestion.columns.items()}
    if what == "totals":
        assert letters == {"player_final": "G", "banker_final": "H"}
    else:
        sides = zip(("player_card_1", "player_third", "banker_card_1", "banker_third"), "ACDF", strict=True)
        assert letters.items() >= dict(sides).items()


@pytest.mark.parametrize("ten", ["10", "T", "10S"])
def test_zero_is_no_card_where_a_ten_is_written_otherwise(tmp_path: Path, ten: str) -> None:
    rows = [
        [ten if card == 0 else 0 if card == "" else card for card in row[:6]] for row in mark(deal(30), "")
    ]
    (table,) = look(tmp_path, "P1,P2,P3,B1,B2,B3", rows).tables
    assert table.zero == {"player_third": "none", "banker_third": "none"}
    assert sum("taken as no card" in text for text in table.assumptions) == 2
    told = look(tmp_path, "P1,P2,P3,B1,B2,B3", rows, zero="card").tables[0]
    assert told.zero == {"player_third": "card", "banker_third": "card"}


def test_a_draw_that_zero_may_hide_is_found_or_not_verified(tmp_path: Path) -> None:
    """Player's 4 must draw: with tens as 10, 0 is a missed draw; among values alone nobody can tell."""
    from baccarat_xl.audit.engine import check

    for queen, codes, open_rows in (("10", ["BACC204"], ()), (0, [], (2,))):
        rows: list[list[object]] = [
            [4, queen, 0, 3, 4, 0],
            [9, queen, 0, 7, "A", 0],
            [2, queen, 5, 7, queen, 0],
        ]
        rows += [[9, queen, 0, 7, queen, 0], [3, 5, 0, 2, 2, 0]]
        path = tmp_path / f"{queen}.csv"
        lines = [",".join(map(str, row)) for row in rows]
        path.write_text("\n".join(["P1,P2,P3,B1,B2,B3", *lines]), encoding="utf-8")
        result = check([path])
        assert [finding.rule for finding in result.findings] == codes
        assert tuple(row for gap in result.tables[0].gaps for row in gap.rows) == open_rows


def test_one_round_a_dozen_times_suggests_no_order(tmp_path: Path) -> None:
    (table,) = look(tmp_path, HEADER, [[2, 3, 8, "A", 2, 5, "B"]] * 12).tables
    assert better_order(table) is None


def test_one_more_column_than_a_hand_has_totals(tmp_path: Path) -> None:
    header = "P1,P2,P3,B1,B2,B3,Player initial,Player final,Player total,Winner"
    rows = [
        ["2", "3", "8", "A", "2", "", 5, 3, 3, "Tie"],
        ["9", "K", "", "5", "3", "", 9, 9, 9, "Player"],
    ] * 5
    (table,) = look(tmp_path, header, rows).tables
    roles = {column.header: role for role, column in (*table.columns.items(), *table.also.items())}
    assert (roles["Player initial"], roles["Player final"]) == ("player_initial", "player_final")
    named = [one.header for one in (*table.unknown_columns, *table.also.values())]
    assert "Player total" in named or any("Player total" in one.why for one in table.not_read)
