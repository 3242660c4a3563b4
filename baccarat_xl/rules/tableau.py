"""The drawing rules as one table a dealer can proof-read (R3-R5), and the decisions read off it.

The table below is the only copy; everything else (column look-ups, templates, generated host code) is made
from it. Rows are Banker's initial total. The first column is Player having stood; the others are the value of
Player's third card. ``D`` draws, ``s`` stands.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from baccarat_xl.rules.errors import Contradiction
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, UNSEEN, Card, Decision, Missing, Total, agreed

BANKER_TABLE: Final = """
      stood  0 1 2 3 4 5 6 7 8 9
    0   D    D D D D D D D D D D
    1   D    D D D D D D D D D D
    2   D    D D D D D D D D D D
    3   D    D D D D D D D D s D
    4   D    s s D D D D D D s s
    5   D    s s s s D D D D s s
    6   s    s s s s s s D D s s
    7   s    s s s s s s s s s s
"""
PLAYER_TABLE: Final = """
    0 1 2 3 4 5 6 7
    D D D D D D s s
"""

TOTALS: Final = range(10)
CARD_VALUES: Final = range(10)


def _read_banker_table() -> dict[tuple[int, Card], bool]:
    _, *rows = (line.split() for line in BANKER_TABLE.strip().splitlines())
    against: tuple[Card, ...] = (NO_CARD, *CARD_VALUES)
    return {
        (int(initial), third): mark == "D"
        for initial, *marks in rows
        for third, mark in zip(against, marks, strict=True)
    }


def _read_player_table() -> dict[int, bool]:
    initials, marks = (line.split() for line in PLAYER_TABLE.strip().splitlines())
    return {int(initial): mark == "D" for initial, mark in zip(initials, marks, strict=True)}


BANKER_DRAWS: Final = _read_banker_table()
"""(Banker's initial total 0-7, Player's third card 0-9 or NO_CARD) -> Banker draws."""
PLAYER_DRAWS: Final = _read_player_table()
"""Player's initial total 0-7 -> Player draws."""
NATURALS: Final = frozenset(total for total in TOTALS if total not in PLAYER_DRAWS)
"""Initial totals that end the draw (R3): the ones that no row of the tables has."""


def possible_totals(total: Total) -> Iterable[int]:
    """The totals that a recorded total leaves open: itself, or all ten when it is not known."""
    return TOTALS if total is UNKNOWN else (total,)


def is_natural(player_initial: Total, banker_initial: Total) -> Decision:
    """Whether either hand holds a natural (R3); known from one total alone when that is 8 or 9."""
    return agreed(
        player in NATURALS or banker in NATURALS
        for player in possible_totals(player_initial)
        for banker in possible_totals(banker_initial)
    )


def player_draws(player_initial: Total, banker_initial: Total) -> Decision:
    """Whether Player draws (R3, then R4)."""
    return agreed(
        player not in NATURALS and banker not in NATURALS and PLAYER_DRAWS[player]
        for player in possible_totals(player_initial)
        for banker in possible_totals(banker_initial)
    )


def third_card_fault(player_initial: Total, banker_initial: Total) -> Literal["R3", "R4.2"] | None:
    """The clause by which Player cannot hold a third card, or None where one may exist."""
    if is_natural(player_initial, banker_initial) is True:
        return "R3"
    if player_draws(player_initial, banker_initial) is False:
        return "R4.2"
    return None


def banker_draws(banker_initial: Total, player_third: Card, player_initial: Total = UNKNOWN) -> Decision:
    """Whether Banker draws (R3, R5).

    ``player_third`` is the value of Player's third card, NO_CARD when Player stood, UNSEEN when a card was
    drawn and not seen. With ``player_initial`` known the natural check comes first, and NO_CARD while
    Player is due to draw means that the card is not there yet (R7.1).

    Raises Contradiction for a third card that cannot exist beside a known ``player_initial``.
    """
    if player_initial is not UNKNOWN:
        clause = third_card_fault(player_initial, banker_initial)
        if clause and player_third is not NO_CARD:
            why = "after a natural" if clause == "R3" else f"on {player_initial}"
            raise Contradiction(f"Player cannot have a third card {why} ({clause})")
        if player_initial in NATURALS:
            return False
        if PLAYER_DRAWS[player_initial] and player_third is NO_CARD:
            player_third = UNSEEN
    thirds: Iterable[Card] = CARD_VALUES if player_third is UNSEEN else (player_third,)
    return agreed(
        banker not in NATURALS and BANKER_DRAWS[banker, third]
        for banker in possible_totals(banker_initial)
        for third in thirds
    )


def drawing_thirds(banker_initial: int) -> tuple[int, ...]:
    """The values of Player's third card against which Banker draws, in order (R5.2)."""
    return tuple(v for v in CARD_VALUES if banker_initial not in NATURALS and BANKER_DRAWS[banker_initial, v])


def possible_thirds(
    banker_initial: Total,
    banker_drew: Decision,
    player_initial: Total = UNKNOWN,
    player_final: Total = UNKNOWN,
) -> tuple[Card, ...]:
    """What Player's third card can have been (R7.2): NO_CARD first, then values in order.

    An empty answer means that no round has these inputs together.
    """

    def fits(player: int, banker: int, third: Card) -> bool:
        drew = third is not NO_CARD
        if player_draws(player, banker) is not drew:
            return False
        final = (player + third) % 10 if not isinstance(third, Missing) else player
        if player_final is not UNKNOWN and final != player_final:
            return False
        return banker_drew is UNKNOWN or banker_draws(banker, third, player) is banker_drew

    return tuple(
        third
        for third in (NO_CARD, *CARD_VALUES)
        if any(
            fits(player, banker, third)
            for player in possible_totals(player_initial)
            for banker in possible_totals(banker_initial)
        )
    )
