"""The columns and the scalar rules agree: no round with a fault or a gap escapes the mask.

The mask lets a round pass when its cards are in order and each recorded cell is blank or agrees. So three
sweeps cover it: every state of the cards; every way of leaving cells blank in rounds that agree; and every
value of each recorded cell in every round that is in order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

import numpy as np
import pytest

from baccarat_xl.audit.encode import encode_table
from baccarat_xl.audit.judge import Judge
from baccarat_xl.audit.mask import solve
from baccarat_xl.layout.table import Column, Table
from baccarat_xl.rules.domain import THIRDS
from baccarat_xl.rules.record import Record
from baccarat_xl.rules.round import Round, resolve
from baccarat_xl.rules.unknown import NO_CARD, UNSEEN
from baccarat_xl.workbook.model import Sheet

CARDS = ("player_card_1", "player_card_2", "player_third", "banker_card_1", "banker_card_2", "banker_third")
ENDS = ("player_final", "banker_final", "outcome")
INITIALS = ("player_initial", "banker_initial")
DECISIONS = ("natural", "player_draws", "banker_draws")
ROLES = (*CARDS, *INITIALS, *DECISIONS, *ENDS)
TOTAL_CELLS = [*range(10), None, 13, "abc"]
ANSWER_CELLS = ["yes", "no", None, "perhaps"]
OUTCOME_CELLS = ["Player", "Banker", "Tie", None, "nobody"]
SPELT = {NO_CARD: None, UNSEEN: "?"}


def table_of(rows: list[list[object]], roles: Iterable[str]) -> Table:
    columns = {role: Column(index, "A", role) for index, role in enumerate(roles)}
    sheet = Sheet("S", "visible", rows, range(1, len(rows) + 1))  # type: ignore[arg-type]
    return Table(sheet, 0, 1, len(rows), columns, "cards", range(len(rows)))  # type: ignore[arg-type]


def escapes(rows: list[list[object]], roles: Iterable[str] = ROLES) -> tuple[list[list[object]], int]:
    """Rows with a scalar fault or gap that the mask lets pass, and how many it let pass."""
    table = table_of(rows, roles)
    judge = Judge(table)
    solved = solve(
        encode_table(table), thirds_recorded=judge.thirds_recorded, ends_recorded=judge.ends_recorded
    )
    passed = np.flatnonzero(~solved.suspicious).tolist()
    escaped = []
    for position in passed:
        judged = judge.judge(position)
        if judged.faults or judged.missing or judged.overfull:
            escaped.append(rows[position])
    return escaped, len(passed)


def all_cards() -> Iterator[list[object]]:
    odd = ("x", 14, 2.5, True, "?", None)
    for player, banker, third, last in product(range(10), range(10), THIRDS, THIRDS):
        yield [player, 0, SPELT.get(third, third), banker, 0, SPELT.get(last, last)]
    for place, cell in product(range(6), odd):
        for cards in ([2, 3, 8, 1, 2, None], [4, 4, None, 1, 2, None], [2, 4, None, 1, 2, 5]):
            yield [cell if index == place else card for index, card in enumerate(cards)]


def in_order() -> Iterator[tuple[list[object], Round]]:
    """Every round without a fault: cards, and what follows from them."""
    for player, banker, third, last in product(range(10), range(10), THIRDS, THIRDS):
        if UNSEEN in (third, last):
            continue
        solved = resolve(Record(player, 0, third, banker, 0, last))
        if not solved.faults:
            yield [player, 0, SPELT.get(third, third), banker, 0, SPELT.get(last, last)], solved


def recorded(solved: Round) -> dict[str, object]:
    said = {True: "yes", False: "no"}
    return {
        "player_initial": solved.player_initial,
        "banker_initial": solved.banker_initial,
        **{role: said[getattr(solved, role)] for role in DECISIONS},
        "player_final": solved.player_final,
        "banker_final": solved.banker_final,
        "outcome": solved.outcome,
    }


@pytest.mark.parametrize("roles", [CARDS, (*CARDS, "outcome")])
def test_every_state_of_the_cards(roles: tuple[str, ...]) -> None:
    blanks = [None] * (len(roles) - len(CARDS))
    rows = [[*cards, *blanks] for cards in all_cards()]
    escaped, passed = escapes(rows, roles)
    assert not escaped
    assert passed == sum(1 for _ in in_order()) + _harmless(rows, roles)


def _harmless(rows: list[list[object]], roles: tuple[str, ...]) -> int:
    """Rows of the odd sweep that are in order all the same: a blank where a blank belongs."""
    judge = Judge(table_of(rows, roles))
    odd = range(14_400, len(rows))
    return sum(
        1
        for position in odd
        if not (judged := judge.judge(position)).faults and not judged.missing and "?" not in rows[position]
    )


def test_rounds_that_agree_with_some_cells_left_blank() -> None:
    rows: list[list[object]] = []
    for cards, solved in in_order():
        cells = recorded(solved)
        for keep in product((True, False), repeat=3):
            said = {role: cells[role] for role, kept in zip(ENDS, keep, strict=True) if kept}
            if sum(keep) % 2:
                said |= {role: cells[role] for role in (*INITIALS, *DECISIONS)}
            rows.append([*cards, *(said.get(role) for role in ROLES[6:])])
    escaped, passed = escapes(rows)
    assert not escaped
    assert passed == len(rows)


def test_every_value_of_every_recorded_cell() -> None:
    rows: list[list[object]] = []
    agreeing = 0
    seen: set[tuple[object, object]] = set()
    for cards, solved in in_order():
        cells = recorded(solved)
        choices = {"player_final": TOTAL_CELLS, "banker_final": TOTAL_CELLS, "outcome": OUTCOME_CELLS}
        if (opening := (cards[0], cards[3])) not in seen:
            seen.add(opening)
            choices |= dict.fromkeys(INITIALS, TOTAL_CELLS) | dict.fromkeys(DECISIONS, ANSWER_CELLS)
        agreeing += 2 * len(choices)  # the right value, and a blank
        for role, values in choices.items():
            for value in values:
                said = {**cells, role: value}
                rows.append([*cards, *(said[each] for each in ROLES[6:])])
    escaped, passed = escapes(rows)
    assert not escaped
    assert passed == agreeing
