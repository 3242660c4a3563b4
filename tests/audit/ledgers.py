"""Ledgers of bets on recorded rounds, settled by a few lines of their own, with faults planted."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

RECORDED = Path(__file__).parent.parent / "data" / "adequatica"
CARDS = ["P1", "P2", "P3", "B1", "B2", "B3", "Outcome"]
OUTCOMES = {"punto": "Player", "banko": "Banker", "egalite": "Tie"}
BETS = ("Player", "Banker", "Tie")
STAKES = (10, 50, 25, 100)
CENT = Decimal("0.01")


@dataclass
class Entry:
    """One row: the round, the bet, and what it came to."""

    cards: list[str]
    outcome: str
    banker_total: int
    banker_cards: int
    bet: str
    stake: Decimal
    profit: Decimal = field(default=Decimal(0))


def entries(main: str, tie: int, rounds: int = 240) -> list[Entry]:
    """Real rounds with bets in turn, settled rightly under one of the four main terms."""
    found: list[Entry] = []
    for number, cards in enumerate(recorded()[:rounds]):
        bet = BETS[number % 3] if number % 5 else "Banker"
        entry = Entry(*cards, bet=bet, stake=Decimal(STAKES[number % 4]))
        entry.profit = came_to(entry, main, tie)
        found.append(entry)
    return found


def recorded() -> list[tuple[list[str], str, int, int]]:
    """Cards one a column, the outcome, Banker's total and number of cards."""
    games = json.loads((RECORDED / "Bet_on_Egalite_tie_1_2026-01-17_18.00.20.json").read_text("utf-8"))[
        "games"
    ]
    found = []
    for one in (each for game in games for each in game):
        hands = [[*one[key], ""][:3] for key in ("puntoHand", "bankoHand")]
        found.append(
            ([*hands[0], *hands[1]], OUTCOMES[one["result"]], one["bankoTotal"], len(one["bankoHand"]))
        )
    return found


def came_to(entry: Entry, main: str, tie: int) -> Decimal:
    """The profit of a bet on Player, Banker or Tie, written out."""
    if entry.outcome == "Tie":
        return tie * entry.stake if entry.bet == "Tie" else Decimal(0)
    if entry.bet != entry.outcome:
        return -entry.stake
    if entry.bet == "Player":
        return entry.stake
    if main == "banker-6-half" and entry.banker_total == 6:
        return entry.stake / 2
    if main == "banker-7-push" and entry.banker_total == 7 and entry.banker_cards == 3:
        return Decimal(0)
    kept = {"commission-5": Decimal("0.05"), "commission-4": Decimal("0.04")}.get(main, Decimal(0))
    return (entry.stake * (1 - kept)).quantize(CENT, ROUND_HALF_UP)


MONEY: dict[str, Callable[[Entry], Decimal]] = {
    "profit": lambda entry: entry.profit,
    "beside": lambda entry: max(entry.profit, Decimal(0)),
    "back": lambda entry: entry.stake + entry.profit,
}


def balances(ledger: Sequence[Entry], *, staked: bool = False) -> list[Decimal]:
    """Running balances from 1000: after each round, or with its stake laid."""
    money, found = Decimal(1000), []
    for entry in ledger:
        found.append(money - entry.stake if staked else money + entry.profit)
        money += entry.profit
    return found


def rows(
    ledger: Sequence[Entry], money: str, header: str, balance: Sequence[Decimal] = ()
) -> list[list[object]]:
    """Header and rows, with a column of money and perhaps one of balances."""
    head: list[object] = [
        *CARDS,
        "Bet",
        "Stake",
        *([header] if money else []),
        *(["Balance"] if balance else []),
    ]
    body = []
    for number, entry in enumerate(ledger):
        row: list[object] = [*entry.cards, entry.outcome, entry.bet, entry.stake]
        row += [MONEY[money](entry)] if money else []
        body.append(row + ([balance[number]] if balance else []))
    return [head, *body]


def write(path: Path, table: Sequence[Sequence[object]]) -> Path:
    """As CSV, or as a workbook with numbers as binary fractions."""
    if path.suffix == ".csv":
        with path.open("w", encoding="utf-8", newline="") as stream:
            csv.writer(stream).writerows(table)
        return path
    import xlsxwriter

    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet("Bets")
    for number, row in enumerate(table):
        sheet.write_row(number, 0, [float(cell) if isinstance(cell, Decimal) else cell for cell in row])
    book.close()
    return path
