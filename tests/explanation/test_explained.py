"""Explanations: worked examples of published pages, every state, and one input changed at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from baccarat_xl.cli import main
from baccarat_xl.cli.exit_codes import Exit
from baccarat_xl.explanation.given import Given, given_by_cards, given_by_totals
from baccarat_xl.explanation.round import Explained, explained
from baccarat_xl.explanation.words import as_data, as_lines, decision_of
from baccarat_xl.rules.domain import drawing_states
from baccarat_xl.rules.errors import InputError
from baccarat_xl.rules.unknown import NO_CARD, UNSEEN, Card
from baccarat_xl.templates.worked_out import worked_out
from tests.cases import lines

DECISIONS = lines("worked_decisions.jsonl")


def typed(third: Card) -> str | None:
    return None if third is NO_CARD else "?" if third is UNSEEN else str(third)


def found_for(player: int, banker: int, third: Card) -> Explained:
    return explained(given_by_totals(str(player), str(banker), typed(third)))


def decisions(found: Explained) -> dict[str, str]:
    """Stage -> what its note says."""
    return {note.stage: decision_of(note) for note in found.notes}


@pytest.mark.parametrize("case", DECISIONS, ids=lambda case: f"{case['id']} {case['what']}")
def test_worked_decisions(case: dict[str, Any]) -> None:
    expect = case["expect"]
    third = "none" if case["player_third"] is None else case["player_third"]
    third = "?" if third is UNSEEN else str(third)
    found = explained(given_by_totals(str(case["player_initial"]), str(case["banker_initial"]), third))
    if expect["banker_draws"] == "impossible":
        assert found.contradictions[0].roles == ("player_third",)
        return
    said = decisions(found)
    assert said["natural check"] == ("a natural" if expect["natural"] else "no natural")
    if expect["natural"]:
        assert set(said) <= {"natural check", "outcome"}
        return
    words = {True: "draws", False: "stands", "unknown": "not known"}
    assert said["Player rule"] == words[expect["player_draws"]]
    if not (third == "none" and expect["player_draws"]):
        assert said["Banker rule"] == words[expect["banker_draws"]]


def test_every_state_as_the_template_works_it_out() -> None:
    """1,200 states against the rows of the sheet Rounds, and with its clauses."""
    wrong = []
    for player, banker, third in drawing_states():
        found = found_for(player, banker, third)
        row = worked_out({"p1": player, "p2": 0, "b1": banker, "b2": 0, "p3": typed(third)})
        said = decisions(found)
        natural = "a natural" if row["nat"] == "yes" else "no natural"
        contradicted = str(row["chk"]).startswith("✗")
        expected = {"natural check": natural}
        if row["nat"] == "no":
            waits = row["bd"] in ("waits for P3", "not known")
            expected |= {"Player rule": row["pd"], "Banker rule": "not known" if waits else row["bd"]}
            if found.notes[2].clause != row["cl"]:
                wrong.append((player, banker, third, found.notes[2], row["cl"]))
        if {key: said.get(key) for key in expected} != expected:
            wrong.append((player, banker, third, said, expected))
        if bool(found.contradictions) != contradicted:
            wrong.append((player, banker, third, found.contradictions, row["chk"]))
    assert wrong == []


def states_of(found: Explained) -> tuple[str | None, ...]:
    said = decisions(found)
    if said["natural check"] == "a natural":
        return ("a natural", "stands", "stands")
    return said["natural check"], said["Player rule"], said["Banker rule"]


def changed(player: int, banker: int, third: Card, input_: str, value: int) -> tuple[str | None, ...]:
    """The decisions with one input changed, a third card that cannot be there then left out."""
    now = {"player_initial": player, "banker_initial": banker, "player_third": third} | {input_: value}
    found = found_for(now["player_initial"], now["banker_initial"], now["player_third"])  # type: ignore[arg-type]
    if found.contradictions:
        found = found_for(now["player_initial"], now["banker_initial"], NO_CARD)  # type: ignore[arg-type]
    return states_of(found)


def test_each_change_is_what_the_changed_round_gives() -> None:
    for player, banker, third in drawing_states():
        found = found_for(player, banker, third)
        if found.contradictions:
            continue
        now = states_of(found)
        inputs = [change.input for change in found.changes]
        assert inputs[-2:] == ["banker_initial", "player_initial"]
        assert ("player_third" in inputs) == (now[1] == "draws")
        for change in found.changes:
            values = [value for group in change.groups for value in group.values]
            assert sorted(values) == list(range(10))
            for group in change.groups:
                afters = {changed(player, banker, third, change.input, value) for value in group.values}
                assert len(afters) == 1, (player, banker, third, change, group)
                after = afters.pop()
                assert (group.effect == "same") == (after == now)
                pairs = [(old, new) for old, new in zip(now, after, strict=True) if old != new]
                if group.effect == "other":
                    assert any("not known" not in pair for pair in pairs)
                elif group.effect == "settles":
                    assert all(old == "not known" for old, _ in pairs)
                elif group.effect == "opens":
                    assert all(new == "not known" for _, new in pairs)
                if after[0] == "a natural":
                    assert "neither hand draws (R3)" in group.words
                else:
                    verb = "goes by" if after[2] == "not known" else after[2]
                    assert f"Banker {verb}" in group.words


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (given_by_totals(banker="3", p3="8"), {"Banker rule": "stands"}),
        (given_by_totals(banker="2", p3="?"), {"Banker rule": "draws"}),
        (given_by_totals(banker="3", p3="?"), {"Banker rule": "not known"}),
        (given_by_totals("5", "2"), {"Player rule": "draws", "Banker rule": "draws"}),
        (given_by_totals("5", "3"), {"Player rule": "draws", "Banker rule": "not known"}),
        (given_by_totals("5", "?"), {"natural check": "not known", "Banker rule": "not known"}),
        (given_by_totals("8"), {"natural check": "a natural"}),
        (given_by_cards("P 2 3 8 B A 2"), {"Banker rule": "stands", "outcome": "Tie"}),
        (given_by_cards("punto 2♠ 3♥ 8♦, banco A 2"), {"Banker rule": "stands", "outcome": "Tie"}),
        (given_by_cards("Player K 7 = 7, Banker 2 3 J = 5"), {"outcome": "Player"}),
        (given_by_cards("B 2 3 P K 7"), {"Banker rule": "draws"}),
    ],
)
def test_what_is_not_known_stays_unknown(given: Given, told: dict[str, str]) -> None:
    found = explained(given)
    assert found.contradictions == ()
    said = decisions(found)
    assert {stage: said.get(stage) for stage in told} == told
    assert ("outcome" in said) == ("outcome" in told)


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("P 2 3 8 B 1 2 5", "Banker 3 stands against a third card of 8 (R5.2)"),
        ("P 2 3 - B 1 2", "Player draws on 5, but no third card is recorded (R4.1)"),
        ("P K 7 - B 2 3 none", "Banker 5 draws when Player stood (R5.1)"),
        ("P K 9 4 B 2 3", "Player 9 is a natural, so neither hand draws (R3)"),
        ("P K 7 4 B 2 3", "Player stands on 7, so there is no third card for Player (R4.2)"),
        ("P 2 3 8 = 4 B 1 2 = 3", "Player's final total reads 4, but its cards give 3 (R2)"),
    ],
)
def test_contradictions_are_named(cards: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", cards]) == Exit.FINDINGS
    assert f"✗ {why}" in capsys.readouterr().out


def test_a_card_not_seen_is_worked_out_only_where_the_rest_fixes_it() -> None:
    found = explained(given_by_cards("P 2 3 ? = 3, B 1 2 = 3"))
    assert found.inferred == ("Player's third card: 8 (inferred from the rest, not recorded; R7.2)",)
    assert decisions(found)["Banker rule"] == "stands"
    open_ = explained(given_by_cards("P 2 3 ? B 1 2"))
    assert open_.inferred == ()
    assert decisions(open_)["Banker rule"] == "not known"
    assert open_.next == "not known"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--player", "13", "--banker", "3"],
        ["--player", "5", "--p3", "joker"],
        ["P 2 3"],
        ["P 2 B 3 4"],
        ["P 2 3 4 5 B 1 2"],
        ["P - 3 B 1 2"],
        ["P 2 3 P 4 5"],
        ["2 3 8 1 2"],
        ["P 2 3 B 1 2", "--p3", "8"],
        [],
    ],
)
def test_bad_input_is_one_sentence(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", *arguments]) == Exit.USAGE
    said = capsys.readouterr()
    assert said.out == ""
    assert "Traceback" not in said.err
    assert said.err.strip()


def test_json_says_what_text_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "--player", "5", "--banker", "3", "--p3", "8", "--format", "json"]) == Exit.CLEAN
    data = json.loads(capsys.readouterr().out)
    assert data == as_data(found_for(5, 3, 8))
    text = "\n".join(line for _, line in as_lines(found_for(5, 3, 8)))
    for note in data["notes"]:
        assert note["sentence"][1:] in text
    assert [note["clause"] for note in data["notes"]] == ["R3", "R4.1", "R5.2", "R6"]
    third = data["changes"][0]
    assert [(each["values"], each["effect"]) for each in third["values"]] == [
        ([0, 1, 2, 3, 4, 5, 6, 7, 9], "other"),
        ([8], "same"),
    ]


def words(found: Explained) -> Iterator[str]:
    yield from (line for _, line in as_lines(found))


def test_no_amount_and_no_forecast_is_in_the_words() -> None:
    for player, banker, third in drawing_states():
        text = " ".join(words(found_for(player, banker, third))).casefold()
        assert not any(sign in text for sign in ("%", "$", "€", "pays", "bet ", "stake", "chance", "likely"))


@pytest.mark.parametrize("text", ["P 2 3 B", "", "B 1 2", "P 2 3 = 99 B 1 2"])
def test_texts_that_are_no_round(text: str) -> None:
    with pytest.raises(InputError):
        given_by_cards(text)


def test_the_way_is_wrong_where_the_inputs_contradict_the_rules() -> None:
    """All that can be known or not known of both totals and both third cards."""
    totals = (None, *map(str, range(10)))
    cards = (None, "?", "none", "0", "8")
    for inputs in product(totals, totals, cards, cards):
        found = explained(given_by_totals(*inputs))
        wrong = any(step.state == "wrong" for step in found.way.steps)
        assert wrong <= bool(found.contradictions), (inputs, found)
        if None not in inputs[:2]:
            assert wrong == bool(found.contradictions), (inputs, found)
        assert not any("None" in line for line in words(found))
        assert not any("None" in step.text for step in found.way.steps)
