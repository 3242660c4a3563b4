"""Rows that cover everything the Rounds sheet can meet, as typed cells by column key."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from baccarat_xl.templates.card_list import spellings

Row = dict[str, object]
THIRDS: tuple[object, ...] = (None, *range(10), "?", "1X")
BANKER_THIRDS: tuple[object, ...] = (None, 0, "?", "1X")
JUNK: tuple[object, ...] = (
    *("*", "?*", "??", "~7", "~", "1*", "A?", "K~", "*S", "banana", "1.5", "7.", "SS", "A A", "#"),
    *("2,3", "14", "-1", "0x1", "10 10", "♠", "=7", "TRUE", "1e0", "Ａ"),
    *(14, -1, 2.5, 100, 1e9),
)
PICTURES = ("K", "Q", "J", "10", "T", 0, 10, 11, 12, 13)


def opening(player: int, banker: int) -> Row:
    """Two hands of these totals, each by another pair of cards."""
    picture = PICTURES[(player * 7 + banker) % len(PICTURES)]
    first = (player + 3 * banker) % 10
    second = (player - first) % 10
    return {"p1": first, "p2": second, "b1": picture, "b2": banker or "Q"}


def all_states() -> Iterator[Row]:
    """Every pair of initial totals by every third card of Player by four kinds of Banker's third card."""
    pairs = product(range(10), range(10))
    for number, ((player, banker), third, banker_third) in enumerate(product(pairs, THIRDS, BANKER_THIRDS)):
        if banker_third == 0:
            banker_third = number % 10
        yield {**opening(player, banker), "p3": third, "b3": banker_third, "shoe": 1, "round": number}


def drawing_states() -> Iterator[Row]:
    """Every pair of initial totals by every third card of Player; Banker's third card takes turns."""
    rows = list(all_states())
    kinds = len(BANKER_THIRDS)
    return (rows[start + (start // kinds) % kinds] for start in range(0, len(rows), kinds))


def all_spellings() -> Iterator[Row]:
    """Every spelling of the list in three cases, numbers as int and float, and what is no card."""
    texts = list(spellings())
    cards: list[object] = [*texts, *map(str.lower, texts), *map(str.upper, texts)]
    cards += [f"  {text} " for text in texts[:20]]
    cards += [*range(14), *map(float, range(14)), *JUNK, " ", "?", " ? "]
    for start in range(0, len(cards), 6):
        six = (cards[start:] + cards[:6])[:6]
        yield dict(zip(("p1", "p2", "b1", "b2", "p3", "b3"), six, strict=True))


def partial_rounds() -> Iterator[Row]:
    """Every subset of the opening cards, with and without third cards and a recorded outcome."""
    whole: Row = {"p1": 2, "p2": 3, "b1": "A", "b2": 2}
    for values in ({}, {"p1": 8, "p2": "K"}, {"p2": "?"}, {"b2": "x"}, {"p1": 4}):
        for kept, third, banker_third, outcome in product(
            product((True, False), repeat=4), (None, 8, "?"), (None, 5), (None, "Tie")
        ):
            row = {
                key: card for (key, card), keep in zip({**whole, **values}.items(), kept, strict=True) if keep
            }
            yield {**row, "p3": third, "b3": banker_third, "ro": outcome}


OUTCOME_WORDS = (
    *("闲", "庄赢", "和局", "Punto", "BANCO", "Banko", "Joueur", "Banquier", "ÉGALITÉ", "Égalité"),
    *("Spieler", "unentschieden", "플레이어", "nhà cái", " p ", "banker  win", "*", "?", "🔵", "1", 1, "w"),
)


def recorded_rounds() -> Iterator[Row]:
    """A few rounds against every recorded outcome, decision and some totals, in words and letters."""
    rounds: tuple[Row, ...] = (
        {},
        {"p1": 5, "p2": "K", "b1": 3, "b2": "Q", "p3": 8},
        {"p1": 4, "p2": "K", "b1": 8, "b2": "Q"},
        {"p1": 6, "p2": "K", "b1": 5, "b2": "Q", "b3": 9},
        {"p1": 5, "p2": "K", "b1": 6, "b2": "Q"},
        {"p1": 5, "p2": "K", "b1": 6, "b2": "Q", "p3": "?"},
        {"p1": 5, "p2": "K", "b1": 3, "b2": "Q", "p3": 8, "b3": 2},
    )
    outcomes = (None, "Player", "Banker", "Tie", "P", "b", "tie", "won", *OUTCOME_WORDS)
    decisions = (None, "draws", "stands", "Stands")
    for cells, outcome, player, banker in product(rounds, outcomes, decisions, decisions):
        yield {**cells, "ro": outcome, "rpd": player, "rbd": banker}
    for cells, player_final, banker_final in product(rounds, (None, 3, 6, 13, "3"), (None, 3, 8, "8", 0)):
        yield {**cells, "rpf": player_final, "rbf": banker_final}


def every_row() -> list[Row]:
    """All of them, one list."""
    return [*all_states(), *all_spellings(), *partial_rounds(), *recorded_rounds()]
