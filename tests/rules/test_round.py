"""Recorded rounds: every contradiction at once, one mistake as one fault, and what is inferred."""

from __future__ import annotations

from itertools import product

import pytest

from baccarat_xl import NO_CARD, UNKNOWN, Record, resolve, round_of
from baccarat_xl.rules.domain import THIRDS, drawing_states
from baccarat_xl.rules.faults import Kind
from baccarat_xl.rules.round import resolve_around
from baccarat_xl.rules.tableau import banker_draws, player_draws, third_card_fault
from tests.cases import HERE


def kinds(record: Record) -> list[str]:
    return [f"{fault.kind.name}:{fault.roles[0]}" for fault in resolve(record).faults]


def hands(player: str, banker: str, **more: object) -> Record:
    p, b = ([*hand.split(), None, None, None][:3] for hand in (player, banker))
    return Record(p[0], p[1], p[2], b[0], b[1], b[2], **more)  # type: ignore[arg-type]


def _value(text: str) -> object:
    return {"True": True, "False": False}.get(text, text)


def _read_cases() -> dict[str, tuple[Record, list[str]]]:
    text = (HERE / "recorded_rounds.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    cases = {}
    for case, expected in zip(lines[::2], lines[1::2], strict=True):
        name, player, banker, more = (part.strip() for part in case.split("|"))
        extra = dict(item.split("=") for item in more.split())
        repeated = frozenset(filter(None, [extra.pop("repeated", "")]))
        values = {role: _value(value) for role, value in extra.items()}
        faults = [] if expected.endswith("no fault") else expected.split()[1:]
        cases[name] = (hands(player, banker, repeated=repeated, **values), faults)
    return cases


CASES = _read_cases()


@pytest.mark.parametrize("name", CASES)
def test_faults(name: str) -> None:
    record, expected = CASES[name]
    assert sorted(kinds(record)) == sorted(expected)


def test_every_pair_of_third_cards_is_judged_as_the_rules_say() -> None:
    """All 14,400 states: a round is without fault exactly when each hand did what its rule says."""
    for player, banker, third in drawing_states():
        clause = third_card_fault(player, banker)
        for banker_third in THIRDS:
            solved = resolve(
                Record(
                    player_initial=player,
                    banker_initial=banker,
                    player_third=third,
                    banker_third=banker_third,
                )
            )
            drew = banker_third is not NO_CARD
            if player_draws(player, banker) is not (third is not NO_CARD):
                assert solved.faults, (player, banker, third, banker_third)
                continue
            ruled = False if clause == "R3" else banker_draws(banker, third, player)
            wrong = ruled is not UNKNOWN and ruled is not drew
            assert bool(solved.faults) is wrong, (player, banker, third, banker_third)
            assert ruled is not UNKNOWN or solved.missing


def test_a_round_under_way_is_not_verifiable_rather_than_wrong() -> None:
    solved = resolve(hands("2 A", "3 4", ends_recorded=True))
    assert not solved.faults
    assert solved.missing == ("Player's third card",)


def test_bankers_card_shows_that_players_turn_is_over() -> None:
    assert kinds(hands("10 A", "2 A 10", ends_recorded=True)) == ["PLAYER_MISSING:player_third"]


def test_worked_out_ends_prove_nothing_and_recorded_ones_do() -> None:
    assert kinds(hands("9 5", "7 10", ends_recorded=True, banker_final=7, ended=False)) == []
    assert kinds(hands("8 7", "4 8", ends_recorded=True, ended=True)) == ["PLAYER_MISSING:player_third"]


def test_a_total_not_known_still_leaves_contradictions() -> None:
    """One opening card unseen: the record is at fault exactly when no total of that hand makes it right."""
    cases = 0
    for known, third, banker_third in product(range(10), THIRDS, THIRDS):
        for side in ("player_initial", "banker_initial"):
            other = "banker_initial" if side == "player_initial" else "player_initial"
            record = Record(**{side: known}, player_third=third, banker_third=banker_third)  # type: ignore[arg-type]
            right = False
            for total in range(10):
                totals = {side: known, other: total}
                player, banker = totals["player_initial"], totals["banker_initial"]
                if player_draws(player, banker) is not (third is not NO_CARD):
                    continue
                ruled = banker_draws(banker, third, player)
                right |= ruled is UNKNOWN or ruled is (banker_third is not NO_CARD)
            assert bool(resolve_around(record).faults) is not right, record
            cases += 1
    assert cases == 2 * 10 * 12 * 12


@pytest.mark.parametrize(
    ("player", "banker", "more"),
    [
        ("6 8", "? 3 3", {"outcome": "Banker"}),
        ("7 7", "? K", {"player_final": 4, "banker_final": 7, "outcome": "Banker"}),
        ("? K 9", "A 6", {"player_final": 5, "banker_final": 7}),
    ],
)
def test_contradictions_around_an_unseen_card(player: str, banker: str, more: dict[str, object]) -> None:
    solved = resolve_around(hands(player, banker, **more))
    assert solved.faults
    assert not any(fault.certain for fault in solved.faults)


def test_a_log_without_third_cards_is_not_verifiable() -> None:
    solved = resolve(hands("2 A", "3 4", outcome="T", thirds_recorded=False))
    assert not solved.faults
    assert "Player's third card" in solved.missing


def test_missing_cards_are_named() -> None:
    assert resolve(hands("2", "3 4")).missing == ("Player card 2",)
    assert resolve(Record(outcome="B")).missing[:2] == ("Player card 1", "Player card 2")


def test_a_card_not_seen_is_inferred_from_the_final_total() -> None:
    solved = resolve(hands("2 A ?", "3 4", player_final=8))
    assert solved.inferred == {"player_third": (5,)}
    assert solved.player_final == 8
    assert not solved.faults


def test_a_card_not_seen_is_narrowed_by_bankers_decision_and_stays_a_set() -> None:
    assert resolve(hands("2 A ?", "3 3 4")).inferred["player_third"] == (6, 7)


def test_bankers_decision_is_judged_by_an_inferred_card_and_said_to_be() -> None:
    solved = resolve(hands("2 3 ?", "A 4", player_final=1))
    assert solved.inferred == {"player_third": (6,)}
    assert [(fault.kind, fault.certain) for fault in solved.faults] == [(Kind.BANKER_MISSING, False)]
    assert "worked out from Player's totals" in solved.faults[0].why
    assert "Player's third card" in solved.missing


def test_totals_alone_can_contradict_the_rules() -> None:
    standing = Record(
        player_initial=6, banker_initial=7, player_final=9, banker_final=7, thirds_recorded=False
    )
    assert kinds(standing) == ["WRONG_FINAL:player_final"]
    against_eight = Record(
        player_initial=5, banker_initial=3, player_final=3, banker_final=9, thirds_recorded=False
    )
    assert kinds(against_eight) == ["WRONG_FINAL:banker_final"]
    assert resolve(against_eight).inferred == {"player_third": (8,)}


def test_order_of_cards_in_round_of() -> None:
    solved = round_of(["2", "3", "8"], ["A", "2"], "Tie")
    assert (solved.player_final, solved.banker_final, solved.outcome, solved.faults) == (3, 3, "Tie", ())


def test_every_kind_of_fault_has_a_case() -> None:
    covered = {fault.split(":")[0] for _, faults in CASES.values() for fault in faults}
    assert covered | {"UNREADABLE_DECISION"} == {kind.name for kind in Kind}
    assert kinds(hands("2 3 8", "A 2", banker_draws="maybe")) == ["UNREADABLE_DECISION:banker_draws"]
