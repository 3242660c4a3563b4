"""No card, a card worth 0 and a card not seen stay three values; UNKNOWN is neither True nor False."""

from __future__ import annotations

from itertools import product

import pytest

from baccarat_xl import (
    NO_CARD,
    UNKNOWN,
    UNSEEN,
    Contradiction,
    UndecidedError,
    banker_draws,
    is_natural,
    player_draws,
)
from baccarat_xl.rules import tableau
from baccarat_xl.rules.domain import can_occur, drawing_states, openings


def test_unknown_refuses_to_be_a_truth_value() -> None:
    with pytest.raises(UndecidedError):
        bool(banker_draws(6, "?"))
    with pytest.raises(TypeError):
        assert banker_draws(6, "?")


def test_the_three_values_differ_where_it_matters() -> None:
    assert banker_draws(4, None) is True
    assert banker_draws(4, 0) is False
    assert banker_draws(4, "?") is UNKNOWN
    assert len({NO_CARD, UNSEEN, 0}) == 3


def test_a_card_not_seen_is_decided_only_where_every_card_agrees() -> None:
    for banker in range(10):
        answers = {banker_draws(banker, value) for value in range(10)}
        expected = answers.pop() if len(answers) == 1 else UNKNOWN
        assert banker_draws(banker, "?") is expected


def test_a_total_not_known_is_decided_only_where_every_total_agrees() -> None:
    for function, known in product((is_natural, player_draws), range(10)):
        for blank_first in (True, False):
            every = [(n, known) if blank_first else (known, n) for n in range(10)]
            answers = {function(*pair) for pair in every}
            expected = answers.pop() if len(answers) == 1 else UNKNOWN
            given = (None, known) if blank_first else (known, None)
            assert function(*given) is expected


def test_with_players_total_the_natural_check_comes_first() -> None:
    for player, banker, third in drawing_states():
        if third is NO_CARD:
            stood = player_draws(player, banker) is False
            without = banker_draws(banker, NO_CARD if stood else UNSEEN)
            expected = False if player >= 8 else without
            assert banker_draws(banker, None, player) is expected
        elif can_occur(player, banker, third):
            assert banker_draws(banker, third, player) is banker_draws(banker, third)
        else:
            with pytest.raises(Contradiction):
                banker_draws(banker, third, player)


def test_players_rule_and_naturals() -> None:
    for player, banker in openings():
        natural = player in (8, 9) or banker in (8, 9)
        assert is_natural(player, banker) is natural
        assert player_draws(player, banker) is (not natural and player <= 5)


def test_possible_thirds_are_exactly_those_that_a_dealt_round_could_have() -> None:
    seen: dict[tuple[object, ...], set[object]] = {}
    for player, banker, third in drawing_states():
        if third is UNSEEN or not can_occur(player, banker, third):
            continue
        drew = banker_draws(banker, third, player)
        final = player if third is NO_CARD else (player + third) % 10
        for known in product((banker, UNKNOWN), (drew, UNKNOWN), (player, UNKNOWN), (final, UNKNOWN)):
            seen.setdefault(known, set()).add(third)
    assert len(seen) > 1_000
    for known, thirds in seen.items():
        assert set(tableau.possible_thirds(*known)) == thirds  # type: ignore[arg-type]
    everything = product(
        (*range(10), UNKNOWN), (True, False, UNKNOWN), (*range(10), UNKNOWN), (*range(10), UNKNOWN)
    )
    assert all(tableau.possible_thirds(*known) == () for known in everything if known not in seen)
