"""What the procedure fixes for a shoe: what text, JSON and CSV are written from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from baccarat_xl.odds.counts import SPECIAL

if TYPE_CHECKING:
    from baccarat_xl.odds.counts import Counts

NOT_A_FORECAST: Final = (
    "Exact frequencies, for auditing a log or a simulator: they forecast no round and advise no wager."
)
LABELS: Final = {
    "P": "Player wins",
    "B": "Banker wins",
    "T": "Tie",
    "natural": "a natural ends the round",
    "four_cards": "four cards used",
    "five_cards": "five cards used",
    "six_cards": "six cards used",
    "banker_win_6_two_card": "Banker wins with 6 of two cards",
    "banker_win_6_three_card": "Banker wins with 6 of three cards",
    "banker_win_7_three_card": "Banker wins with 7 of three cards",
    "player_win_8_three_card": "Player wins with 8 of three cards",
}
assert SPECIAL.keys() <= LABELS.keys()


@dataclass(frozen=True, slots=True)
class State:
    """A drawing state: both initial totals, Player's third card (None: Player stood), what Banker did."""

    player_initial: int
    banker_initial: int
    player_third: int | None
    banker_drew: bool
    count: int


def final_totals(counts: Counts) -> dict[tuple[int, int], int]:
    """(Player's final total, Banker's) -> deals, all hundred of them."""
    found = {(player, banker): 0 for player in range(10) for banker in range(10)}
    for end, deals in counts.ends.items():
        found[end.player_final, end.banker_final] += deals
    return found


def drawing_states(counts: Counts) -> list[State]:
    """Every state in which Banker's decision may be taken, with the deals that come to it."""
    found: dict[tuple[int, int, int | None, bool], int] = {}
    for end, deals in counts.ends.items():
        key = (end.player_initial, end.banker_initial, end.player_third, end.banker_drew)
        found[key] = found.get(key, 0) + deals
    return [State(*key, deals) for key, deals in sorted(found.items(), key=_by_totals)]


def _by_totals(item: tuple[tuple[int, int, int | None, bool], int]) -> tuple[int, int, int]:
    (player, banker, third, _), _deals = item
    return player, banker, -1 if third is None else third


def rows(counts: Counts) -> Iterator[tuple[str, str, int]]:
    """(kind, name, deals) of everything that is counted, for a table."""
    for name, deals in counts.named().items():
        yield "outcome" if name in "PBT" else "event", name, deals
    for (player, banker), deals in final_totals(counts).items():
        yield "final totals", f"Player {player}, Banker {banker}", deals
    for state in drawing_states(counts):
        yield "drawing state", state_name(state), state.count


def state_name(state: State) -> str:
    """A drawing state on one line.

    >>> state_name(State(5, 3, 8, False, 1)), state_name(State(9, 3, None, False, 1))
    ('Player 5, Banker 3, third card 8', 'Player 9, Banker 3, no third card')
    """
    third = "no third card" if state.player_third is None else f"third card {state.player_third}"
    return f"Player {state.player_initial}, Banker {state.banker_initial}, {third}"


def percent(share: Fraction, places: int = 4) -> str:
    """A share in percent, rounded half up.

    >>> percent(Fraction(1, 8)), percent(Fraction(-1, 3), 2)
    ('12.5000%', '-33.33%')
    """
    scaled = abs(share) * 100 * 10**places
    whole = int(scaled + Fraction(1, 2))
    sign = "-" if share < 0 and whole else ""
    return f"{sign}{whole // 10**places}.{whole % 10**places:0{places}}%"
