"""Logs for the tests: recorded rounds from elsewhere, re-dealt and written in several formats."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

RECORDED = Path(__file__).parent.parent / "data" / "adequatica"
BIG = "Bet_on_Egalite_tie_1_2026-01-17_18.00.20.json"
HEADER = ("Shoe", "Round", "P1", "P2", "P3", "B1", "B2", "B3", "Player total", "Banker total", "Winner")
LETTERS = dict(zip(HEADER, "ABCDEFGHIJK", strict=True))
KEYS = {"P3": "player_hand", "B3": "banker_hand", "Player total": "player_total"} | {
    "Banker total": "banker_total",
    "Winner": "winner",
}


@dataclass(slots=True)
class Dealt:
    """One round: cards as text; totals and outcome as somebody recorded them."""

    shoe: int
    number: int
    player: list[str]
    banker: list[str]
    player_total: int = 0
    banker_total: int = 0
    winner: str = ""
    planted: set[str] = field(default_factory=set)

    def row(self) -> list[object]:
        player, banker = ([*hand, None, None, None][:3] for hand in (self.player, self.banker))
        return [
            self.shoe,
            self.number,
            *player,
            *banker,
            self.player_total,
            self.banker_total,
            self.winner,
        ]


def shoes() -> Iterator[tuple[int, list[str]]]:
    """The order of the cards in each recorded shoe: opening cards in turn, then the third cards."""
    games = json.loads((RECORDED / BIG).read_text(encoding="utf-8"))["games"]
    order: dict[int, list[str]] = {}
    for hand in (hand for game in games for hand in game):
        player, banker = hand["puntoHand"], hand["bankoHand"]
        cards = [player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]]
        order.setdefault(hand["shoeNumber"], []).extend(cards)
    yield from order.items()


def deal(play: Callable[[int, int, Callable[[], str]], Dealt]) -> list[Dealt]:
    """Every shoe dealt from its first card on; ``play(shoe, number, next_card)`` deals one round."""
    rounds = []
    for shoe, cards in shoes():
        supply = iter(cards)
        number = 0
        while True:
            number += 1
            try:
                rounds.append(play(shoe, number, supply.__next__))
            except StopIteration:
                break
    return rounds


def as_csv(path: Path, rounds: list[Dealt]) -> dict[int, int]:
    """Write a log; the answer maps a round's position to its line."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(HEADER)
        writer.writerows(each.row() for each in rounds)
    return {position: position + 2 for position in range(len(rounds))}


def as_workbook(path: Path, rounds: list[Dealt]) -> dict[int, int]:
    """A workbook kept by hand: a title, the header in row 4, a blank row after each shoe, a totals row."""
    import xlsxwriter

    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet("Log")
    sheet.write(0, 0, "Evenings at the club")
    sheet.write_row(3, 0, HEADER)
    rows: dict[int, int] = {}
    at = 4
    for position, each in enumerate(rounds):
        if position and rounds[position - 1].shoe != each.shoe:
            at += 1
        sheet.write_row(at, 0, each.row())
        rows[position] = at + 1
        at += 1
    sheet.write(at + 1, 0, "Total")
    sheet.write(at + 1, 8, sum(each.player_total for each in rounds))
    book.close()
    return rows


def as_json(path: Path, rounds: list[Dealt]) -> dict[int, int]:
    """Records with each hand as a list."""
    records: list[dict[str, Any]] = [
        {
            "shoe": each.shoe,
            "round": each.number,
            "player_hand": each.player,
            "banker_hand": each.banker,
            "player_total": each.player_total,
            "banker_total": each.banker_total,
            "winner": each.winner,
        }
        for each in rounds
    ]
    path.write_text(json.dumps({"rounds": records}), encoding="utf-8")
    return {position: position + 1 for position in range(len(rounds))}


WRITERS = {"csv": as_csv, "xlsx": as_workbook, "json": as_json}


def cell(kind: str, column: str, row: int) -> str:
    """The address of a column's cell, as the check names it."""
    return KEYS[column] if kind == "json" else f"{LETTERS[column]}{row}"
