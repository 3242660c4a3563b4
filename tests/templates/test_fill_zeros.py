"""0 in third-card columns of logs that hold values alone: a card, no card, or something to look at."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from baccarat_xl.rules.tableau import banker_draws, is_natural, player_draws
from baccarat_xl.rules.unknown import NO_CARD
from baccarat_xl.templates.fill import FillResult, built_in, fill
from tests.templates.filling import CARD_HEADERS, stored, write_csv

Round = tuple[int, int, int | None, int, int, int | None]
THIRDS = ("Player third card (P3)", "Banker third card (B3)")


def dealt(count: int, seed: int = 3) -> list[Round]:
    """Rounds by the rules, cards as values, None for no card."""
    chance = random.Random(seed)

    def card() -> int:
        return max(0, chance.randrange(-3, 10))

    rounds: list[Round] = []
    for _ in range(count):
        p1, p2, b1, b2 = card(), card(), card(), card()
        player, banker = (p1 + p2) % 10, (b1 + b2) % 10
        p3 = card() if player_draws(player, banker) is True else None
        draws = banker_draws(banker, NO_CARD if p3 is None else p3)
        b3 = card() if draws is True and is_natural(player, banker) is False else None
        rounds.append((p1, p2, p3, b1, b2, b3))
    return rounds


def zeros(rounds: list[Round]) -> list[list[object]]:
    """The same as a log that writes 0 for no card too."""
    return [[0 if card is None else card for card in row] for row in rounds]


def filled(folder: Path, rows: list[list[object]], header: tuple[str, ...] = CARD_HEADERS) -> FillResult:
    return fill(built_in(), write_csv(folder / "r.csv", header, rows), folder / "out.xlsx")


def thirds(result: FillResult) -> list[tuple[object, object]]:
    return [(row[THIRDS[0]], row[THIRDS[1]]) for row in stored(result.out)]


def test_a_hand_that_must_stand_gets_no_card_and_one_that_draws_a_card_worth_0(tmp_path: Path) -> None:
    rounds = dealt(300)
    result = filled(tmp_path, zeros(rounds))
    assert thirds(result) == [(row[2], row[5]) for row in rounds]
    assert {row["Check"] for row in stored(result.out)} == {"✓"}
    assert result.flagged == []
    assert sum("may be a card worth 0 or a draw that was missed" in text for text in result.assumptions) == 2


@pytest.mark.parametrize("unreadable", ["zz", ""])
def test_0_is_named_where_nothing_says_what_the_hand_must_do(tmp_path: Path, unreadable: str) -> None:
    """An initial total is not known: 0 is neither taken away nor passed over in silence."""
    rounds = dealt(300)
    rows = zeros(rounds)
    for row in rows[::10]:
        row[0] = unreadable
    result = filled(tmp_path, rows)
    shown = thirds(result)
    named = {flag.cell for flag in result.flagged if "what the hand must do is not known" in flag.why}
    assert len(named) > 5
    for number, (dealt_thirds, cells) in enumerate(zip(rounds, shown, strict=True)):
        for letter, card, cell in zip("GH", (dealt_thirds[2], dealt_thirds[5]), cells, strict=True):
            if f"{letter}{6 + number}" in named:
                assert number % 10 == 0
                assert cell == 0
            else:
                assert cell == card


def test_a_column_in_which_0_is_unclear(tmp_path: Path) -> None:
    """Most hands that must stand show a leftover card: 0 among them is left empty, and each one is named."""
    rounds = dealt(300)
    rows = zeros(rounds)
    standing = [at for at, row in enumerate(rounds) if row[2] is None]
    for number, at in enumerate(standing):
        rows[at][2] = 7 if number % 5 else 0
    result = filled(tmp_path, rows)
    expected = {f"G{6 + at}" for number, at in enumerate(standing) if number % 5 == 0}
    assert {flag.cell for flag in result.flagged} == expected
    assert all("taken as no card" in flag.why for flag in result.flagged)
    column = [cells[0] for cells in thirds(result)]
    assert [column[at] for at in standing] == [None if n % 5 == 0 else 7 for n in range(len(standing))]
    assert all(column[at] == row[2] for at, row in enumerate(rounds) if row[2] is not None)


def test_recorded_initial_totals_say_it_too(tmp_path: Path) -> None:
    """A log without opening cards."""
    rounds = dealt(300)
    rows: list[list[object]] = [
        [(p1 + p2) % 10, (b1 + b2) % 10, p3 or 0, b3 or 0] for p1, p2, p3, b1, b2, b3 in rounds
    ]
    header = ("Player initial total", "Banker initial total", "Player third card", "Banker third card")
    result = filled(tmp_path, rows, header)
    assert thirds(result) == [(row[2], row[5]) for row in rounds]
