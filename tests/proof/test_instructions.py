"""Combined instructions: how they are read, and what is offered for a wrong one."""

from __future__ import annotations

import pytest

from baccarat_xl.proof import prove
from baccarat_xl.proof.words import meaning_of
from baccarat_xl.rules.tableau import TOTALS as EVERY_TOTAL
from baccarat_xl.rules.tableau import banker_draws, player_draws
from baccarat_xl.rules.unknown import NO_CARD
from tests.proof.right_formulas import THREE, TOTALS
from tests.proof.second_evaluator import evaluate

ROWS = "OR(E2<=2,AND(E2=3,H2<>8),AND(H2>=2*E2-6,H2<=7))"
FULL = '=IF(OR(B2>=8,E2>=8),"{n}",IF(H2="",IF(B2<=5,"{f}",IF(E2<=5,"{b}","{n}")),IF({rows},"{pb}","{p}")))'
WORDS = (
    {"n": "No draw", "f": "Player draws", "b": "Banker draws", "pb": "Both draw", "p": "Player draws"},
    {"n": "none", "f": "P3?", "b": "B", "pb": "PB", "p": "P"},
    {"n": "S/S", "f": "D/?", "b": "S/D", "pb": "D/D", "p": "D/S"},
    {"n": "閒停 莊停", "f": "閒補", "b": "閒停 莊補", "pb": "閒補 莊補", "p": "閒補 莊停"},
    {
        "n": "Both stand",
        "f": "P draws",
        "b": "P stands, B draws",
        "pb": "P draws, B draws",
        "p": "P draws, B stands",
    },
)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("P draws, B stands", "player only"),
        ("P draws, B?", "player first"),
        ("Player draws, then see table", "player first"),
        ("P draws and B draws", "both"),
        ("Player and Banker stand", "none"),
        ("Player and Banker draw", "both"),
        ("P stands / B draws", "banker"),
        ("P hit B stand", "player only"),
        ("Deal a third card to Banker", "banker"),
        ("Spieler zieht, Bank steht", "player only"),
        ("閒補，莊停", "player only"),
        ("Player natural", "none"),
        ("P+B", "both"),
        ("B3?", "banker"),
        ("-", "none"),
    ],
)
def test_words(text: str, meaning: str) -> None:
    assert meaning_of("instruction", text) == meaning


@pytest.mark.parametrize("words", WORDS, ids=lambda words: words["pb"])
def test_right_ones_are_proved_and_wrong_ones_repaired_in_their_own_words(words: dict[str, str]) -> None:
    right = FULL.format(rows=ROWS, **words)
    assert prove(right, "instruction", bind=THREE, offer=False).verdict == "proved"
    verdict = prove(right.replace("H2<=7", "H2<=8"), "instruction", bind=THREE)
    assert (verdict.verdict, verdict.wrong) == ("refuted", 6 * 5)  # Banker 3-7 against 8
    for offered in (verdict.suggested_formula, verdict.repair):
        assert offered is not None
        assert is_right(offered, words), offered


def is_right(formula: str, words: dict[str, str]) -> bool:
    """Over every state that can occur, by the other evaluator and the words themselves."""
    for player in EVERY_TOTAL:
        for banker in EVERY_TOTAL:
            draws = player_draws(player, banker)
            for third in range(10) if draws else (NO_CARD,):
                also = banker_draws(banker, third, player) is True
                word = words["pb" if also else "p"] if draws else words["b" if also else "n"]
                cells = {"B2": player, "E2": banker, "H2": None if third is NO_CARD else third}
                if evaluate(formula, cells) != word:
                    return False
    return True


def test_without_players_third_card_banker_may_be_left_open() -> None:
    early = '=IF(OR(B2>=8,E2>=8),"None",IF(B2<=5,"{}",IF(E2<=5,"B draws","None")))'
    assert prove(early.format("P draws, B?"), "instruction", bind=TOTALS).verdict == "proved"
    assert prove(early.format("P draws"), "instruction", bind=TOTALS).verdict == "proved"
    assert prove(early.format("P draws, B stands"), "instruction", bind=TOTALS).verdict == "refuted"
    assert prove(early.format("Both draw"), "instruction", bind=TOTALS).verdict == "refuted"
    wrong = prove(early.format("P draws").replace("E2<=5", "E2<=6"), "instruction", bind=TOTALS)
    assert wrong.suggested_formula == early.format("P draws")
    contrasted = early.format('"&IF(E2<3,"Both draw","P draws")&"')
    assert prove(contrasted, "instruction", bind=TOTALS, offer=False).verdict == "refuted"
