"""Procedures and their exact counts, against published figures and the other counting engine."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from baccarat_xl.errors import UsageError
from baccarat_xl.odds import INFINITE, count, full_shoe
from baccarat_xl.rules.domain import can_occur
from baccarat_xl.rules.tableau import banker_draws, player_draws
from baccarat_xl.rules.unknown import NO_CARD
from baccarat_xl.simulation.exact import count_ends
from baccarat_xl.simulation.procedures import NO_THIRD, RIGHT, faults, procedure, published_faults

CASES = Path(__file__).parent.parent / "cases"
PUBLISHED = [
    json.loads(line) for line in (CASES / "known_faults.jsonl").read_text(encoding="utf-8").splitlines()
]
COUNTED = json.loads((CASES / "exact_counts.json").read_text(encoding="utf-8"))["shoes"]


@pytest.mark.parametrize("fault", PUBLISHED, ids=lambda fault: str(fault["id"]))
def test_every_published_fault_costs_what_was_published(fault: dict[str, object]) -> None:
    ends = count_ends(8, procedure(str(fault["id"])))
    assert round(ends.share(ends.wrong_draw), 5) == fault["share_of_rounds_with_a_wrong_draw_8_decks"]
    assert round(ends.share(ends.wrong_outcome), 5) == fault["share_of_rounds_with_a_wrong_outcome_8_decks"]


def test_the_published_faults_are_listed_first() -> None:
    assert list(published_faults()) == [fault["id"] for fault in PUBLISHED]
    assert list(faults())[: len(PUBLISHED)] == [fault["id"] for fault in PUBLISHED]


@pytest.mark.parametrize("decks", sorted(COUNTED))
def test_the_right_procedure_gives_the_published_counts(decks: str) -> None:
    ends = count_ends(int(decks))
    assert int(ends.deals.sum()) == COUNTED[decks]["total"]
    for place, letter in enumerate("PBT"):
        assert int(ends.deals[ends.outcome == place].sum()) == COUNTED[decks][letter]


@pytest.mark.parametrize("decks", [*range(1, 9), None])
def test_both_counting_engines_agree_on_every_end(decks: int | None) -> None:
    other = count(INFINITE if decks is None else full_shoe(decks))
    expected: dict[tuple[int, ...], int] = {}
    for end, deals in other.ends.items():
        third = NO_THIRD if end.player_third is None else end.player_third
        own = (end.banker_final - end.banker_initial) % 10 if end.banker_drew else NO_THIRD
        key = (end.player_initial, end.banker_initial, third, own, end.player_final, end.banker_final)
        expected[key] = expected.get(key, 0) + deals
    ends = count_ends(decks)
    columns = (
        *(ends.player_initial, ends.banker_initial, ends.player_third, ends.banker_third),
        *(ends.stated_player, ends.stated_banker),
    )
    found: dict[tuple[int, ...], int] = {}
    for *key, deals in zip(*(column.tolist() for column in columns), ends.deals.tolist(), strict=True):
        found[tuple(key)] = found.get(tuple(key), 0) + int(deals)
    assert {key: deals for key, deals in found.items() if deals} == {
        key: deals for key, deals in expected.items() if deals
    }
    assert not ends.wrong_draw.any()
    assert not ends.wrong_outcome.any()


def test_the_right_procedure_is_the_tableau() -> None:
    for p in range(10):
        for b in range(10):
            assert bool(RIGHT.player[p, b]) is player_draws(p, b)
            for t in (*range(10), NO_THIRD):
                card = NO_CARD if t == NO_THIRD else t
                if can_occur(p, b, card):
                    assert bool(RIGHT.banker[p, b, t]) is banker_draws(b, card, p)


def test_every_fault_differs_from_the_rules_somewhere() -> None:
    assert len(faults()) > 300
    for name in faults():
        how = procedure(name)
        assert how.id == name
        differs = how.outcome is not None or how.values != RIGHT.values
        assert differs or np.any(how.steps() != RIGHT.steps()), name


@pytest.mark.parametrize(
    ("wanted", "meant"),
    [("F7", "F07"), ("f07", "F07"), (" F07 ", "F07"), ("ROW-6-always-stands", "row-6-always-stands")],
)
def test_a_fault_is_found_by_its_id_in_any_case(wanted: str, meant: str) -> None:
    assert procedure(wanted).id == meant


def test_an_unknown_fault_names_the_nearest() -> None:
    with pytest.raises(UsageError, match=r"did you mean row-6-always-stands"):
        procedure("row-6-always-stand")
