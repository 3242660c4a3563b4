"""What is counted: each question puts every round into one cell, in a log and in the exact counts alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from baccarat_xl.columns import NO_CARD_CODE, UNSEEN_CODE
from baccarat_xl.frequencies.sample import OPENING, Column, Sample
from baccarat_xl.rules.outcome import OUTCOMES
from baccarat_xl.rules.tableau import CARD_VALUES, NATURALS, TOTALS

Places = npt.NDArray[np.int64]
NOT_COUNTED: Final = -1
LOWEST_NATURAL: Final = min(NATURALS)
AGAINST: Final = 1 + len(CARD_VALUES)
"""What Banker's decision is taken against: no third card, or one of ten values."""
NATURAL_PLACE: Final = LOWEST_NATURAL * AGAINST


@dataclass(frozen=True, slots=True)
class Question:
    """name, label: in words; cells: the names of the cells; needs: the columns that it reads; place: a sample
    -> the cell of each round, `NOT_COUNTED` for a round that does not say."""

    name: str
    label: str
    cells: tuple[str, ...]
    needs: tuple[str, ...]
    place: Callable[[Mapping[str, Column]], Places]

    def counts(self, sample: Sample) -> npt.NDArray[np.float64]:
        """Rounds (or deals) in each cell."""
        places = self.place(sample.columns)
        kept = places != NOT_COUNTED
        weights = None if sample.weights is None else sample.weights[kept]
        return np.bincount(places[kept], weights, minlength=len(self.cells)).astype(np.float64)


def _wide(column: Column) -> Places:
    return column.astype(np.int64)


def _outcome(columns: Mapping[str, Column]) -> Places:
    outcome = _wide(columns["outcome"])
    return np.where(outcome < len(OUTCOMES), outcome, NOT_COUNTED)


def _drawn(third: Column) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """(whether there is a third card, whether that is known)."""
    drawn = (third < NO_CARD_CODE) | (third == UNSEEN_CODE)
    return drawn, drawn | (third == NO_CARD_CODE)


def _used(columns: Mapping[str, Column]) -> Places:
    player, known = _drawn(columns["player_third"])
    banker, as_well = _drawn(columns["banker_third"])
    return np.where(known & as_well, player + 2 * banker, NOT_COUNTED)


def _pair(first: str, second: str) -> Callable[[Mapping[str, Column]], Places]:
    def place(columns: Mapping[str, Column]) -> Places:
        player, banker = _wide(columns[first]), _wide(columns[second])
        return np.where((player < 10) & (banker < 10), player * 10 + banker, NOT_COUNTED)

    return place


def _natural(columns: Mapping[str, Column]) -> Places:
    player, banker = columns["player_initial"], columns["banker_initial"]
    natural = (player >= LOWEST_NATURAL) | (banker >= LOWEST_NATURAL)
    return np.where((player < 10) & (banker < 10), natural.astype(np.int64), NOT_COUNTED)


def _state(columns: Mapping[str, Column]) -> Places:
    natural, third = _natural(columns), _wide(columns["player_third"])
    against = np.where(third == NO_CARD_CODE, 0, third + 1)
    place = _wide(columns["banker_initial"]) * AGAINST + against
    place = np.where(third > NO_CARD_CODE, NOT_COUNTED, place)
    place = np.where(natural == 1, NATURAL_PLACE, place)
    return np.where(natural == NOT_COUNTED, NOT_COUNTED, place)


def _value(role: str) -> Callable[[Mapping[str, Column]], Places]:
    def place(columns: Mapping[str, Column]) -> Places:
        value = _wide(columns[role])
        return np.where(value < len(CARD_VALUES), value, NOT_COUNTED)

    return place


def _totals(words: str) -> tuple[str, ...]:
    return tuple(
        f"Player {player}, Banker {banker} {words}".strip() for player in TOTALS for banker in TOTALS
    )


_STATES: Final = tuple(
    f"Banker {banker}, {'Player stood' if not against else f'third card {against - 1}'}"
    for banker in range(LOWEST_NATURAL)
    for against in range(AGAINST)
)
_VALUES: Final = tuple(f"value {value}" for value in CARD_VALUES)
_WORDS: Final = {
    "player_card_1": "Player card 1",
    "banker_card_1": "Banker card 1",
    "player_card_2": "Player card 2",
    "banker_card_2": "Banker card 2",
    "player_third": "Player's third card",
    "banker_third": "Banker's third card",
}

QUESTIONS: Final[tuple[Question, ...]] = (
    Question("outcome", "outcomes", OUTCOMES, ("outcome",), _outcome),
    Question(
        "cards_used",
        "cards used",
        ("four cards", "five, Player's third", "five, Banker's third", "six cards"),
        ("player_third", "banker_third"),
        _used,
    ),
    Question(
        "natural", "naturals", ("no natural", "a natural"), ("player_initial", "banker_initial"), _natural
    ),
    Question(
        "initial_totals",
        "initial totals",
        _totals(""),
        ("player_initial", "banker_initial"),
        _pair("player_initial", "banker_initial"),
    ),
    Question(
        "draw_state",
        "draw states, before Banker's decision",
        (*_STATES, "a natural"),
        ("player_initial", "banker_initial", "player_third"),
        _state,
    ),
    Question(
        "final_totals",
        "final totals",
        _totals(""),
        ("player_final", "banker_final"),
        _pair("player_final", "banker_final"),
    ),
    *(Question(role, f"values of {words}", _VALUES, (role,), _value(role)) for role, words in _WORDS.items()),
)


def shares(
    question: Question, sample: Sample, values: tuple[int, ...]
) -> tuple[npt.NDArray[np.float64], float]:
    """(share of each cell among the rounds that say, share of rounds that say) of an exact sample.

    ``values``: cards of each value in the shoe; an opening card is each of them equally often, wherever it
    is.
    """
    if question.name in OPENING:
        cards = np.array(values, np.float64)
        return cards / cards.sum(), 1.0
    assert sample.weights is not None
    counts = question.counts(sample)
    return counts / counts.sum(), float(counts.sum() / sample.weights.sum())
