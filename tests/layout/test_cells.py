"""What the words in cells mean."""

from __future__ import annotations

import datetime as dt

import pytest

from baccarat_xl.cell_error import CellError
from baccarat_xl.layout.cells import (
    is_bettor_word,
    read_decision,
    read_natural,
    read_outcome,
    read_third,
    split_cards,
)
from baccarat_xl.rules.errors import InputError, WrongKind
from baccarat_xl.rules.unknown import NO_CARD, UNSEEN

OUTCOMES = """
Player: P | p | Player | PLAYER | player win | Punto | Joueur | Jugador | Giocatore | Spieler
Player: Jogador | 闲 | 閒 | 闲赢 | 閒家
Player: 플레이어 | プレイヤー | Nhà con | Ponte | Ｐ
Banker: B | b | Banker | banker win | Banco | Banko | Bank | Dealer | House
Banker: Banque | Banca | 庄 | 莊 | 庄赢 | 莊家 | 뱅커
Banker: バンカー | Nhà cái | BANKER WINS | Ｂ
Tie: T | t | Tie | Égalité | egalite | ÉGALITÉ | Empate | Pareggio | Unentschieden
Tie: 和 | 和局 | 平局 | 타이 | タイ | 引き分け | Hòa
None: T♠ | ♠T | P♥ | w | l | Win | Lose | 0 | 1 | x | Banker pair | ? | 赢 | Natural
"""
CASES = [
    (word.strip(), line.split(":")[0])
    for line in OUTCOMES.strip().splitlines()
    for word in line.split(":")[1].split("|")
]


@pytest.mark.parametrize(("word", "outcome"), CASES)
def test_outcomes(word: str, outcome: str) -> None:
    assert str(read_outcome(word)) == outcome
    assert str(read_outcome(f" {word} ")) == outcome


@pytest.mark.parametrize("value", [None, "", 0, 1.0, True, dt.date(2026, 3, 8), CellError("#N/A")])
def test_no_outcome_in_anything_but_words(value: object) -> None:
    assert read_outcome(value) is None


@pytest.mark.parametrize("word", ["w", "L", "Win", "Lose", "赢", "輸", "gewonnen", "Perdu"])
def test_the_bettors_view(word: str) -> None:
    assert is_bettor_word(word)
    assert read_outcome(word) is None


YES = [
    "TRUE",
    "True",
    "1",
    "1.0",
    "Y",
    "Yes",
    "D",
    "Draw",
    "draws",
    "Hit",
    "抽",
    "補",
    "补",
    "要",
    "はい",
    "Oui",
    "Sí",
    "Ja",
]
NO = [
    "FALSE",
    "False",
    "0",
    "0.0",
    "N",
    "No",
    "S",
    "Stand",
    "stands",
    "Stay",
    "停",
    "不補",
    "不补",
    "いいえ",
    "Non",
    "Nein",
]


def as_typed(word: str) -> object:
    return {"True": True, "False": False, "1": 1, "1.0": 1.0, "0": 0, "0.0": 0.0}.get(word, word)


def test_decisions() -> None:
    assert {word: read_decision(as_typed(word)) for word in YES} == dict.fromkeys(YES, True)
    assert {word: read_decision(as_typed(word)) for word in NO} == dict.fromkeys(NO, False)
    for value in (None, "", "?", "waits for P3", "K", 2, 7.0, CellError("#N/A")):
        assert read_decision(value) is None


def test_naturals() -> None:
    assert all(read_natural(word) for word in ("TRUE", True, "yes", "Natural", "Player", "天牌", 1))
    assert [read_natural(word) for word in ("FALSE", False, "no", 0, "-")] == [False] * 5


MARKS = [
    None,
    "",
    "  ",
    "NA",
    "N/A",
    "n/a",
    "x",
    "X",
    "-",
    "–",
    "—",
    "None",
    "-1",
    -1,
    -1.0,
    "No card",
    "無",
    "なし",
]


@pytest.mark.parametrize("mark", MARKS)
def test_marks_for_no_card(mark: object) -> None:
    assert read_third(mark) is NO_CARD
    assert split_cards(mark) == ()


@pytest.mark.parametrize(
    ("cell", "value"), [("K", 0), ("10S", 0), (9.0, 9), ("A", 1), ("♠️7", 7), ("?", UNSEEN)]
)
def test_third_cards(cell: object, value: object) -> None:
    assert read_third(cell) == value


@pytest.mark.parametrize("zero", [0, 0.0, "0", "0.0", "０"])
def test_zero_as_the_column_says(zero: object) -> None:
    assert read_third(zero) == read_third(zero, "either") == read_third(zero, None) == 0
    assert read_third(zero, "none") is NO_CARD
    assert read_third("K", "none") == 0


@pytest.mark.parametrize("cell", ["Z", 14, -2, 2.5, True, dt.date(2026, 3, 8), CellError("#N/A"), "draw"])
def test_what_is_no_third_card(cell: object) -> None:
    with pytest.raises(InputError):
        read_third(cell)


@pytest.mark.parametrize(
    ("cell", "cards"),
    [
        ("A-spades|9-hearts", "A-spades 9-hearts"),
        ("8,K", "8 K"),
        ("8, K ,2", "8 K 2"),
        ("8;K;2", "8 K 2"),
        ("3/8/A", "3 8 A"),
        ("3-8", "3 8"),
        ("3 - 8 - K", "3 8 K"),
        ("K 7 2", "K 7 2"),
        ("10S JH 4S", "10S JH 4S"),
        ("10SJH4S", "10S JH 4S"),
        ("8K3", "8 K 3"),
        ("♠7♥K", "♠7 ♥K"),
        ("7♠K♥", "7♠ K♥"),
        ("♠️7 ♥️K", "♠7 ♥K"),
        ('["8","K"]', "8 K"),
        ("[8, K, 3]", "8 K 3"),
        ("A-spades", "A-spades"),
        ("K", "K"),
        (382, "3 8 2"),
        (9.0, "9"),
    ],
)
def test_hands_joined_in_one_cell(cell: object, cards: str) -> None:
    assert " ".join(split_cards(cell)) == cards


def test_words_with_spaces_in_a_joined_hand() -> None:
    assert split_cards("Ace of Hearts, Jack of Clubs") == ("Ace of Hearts", "Jack of Clubs")


@pytest.mark.parametrize("cell", [dt.date(2026, 3, 8), True, 2.5, CellError("#REF!")])
def test_a_hand_that_became_a_date_is_no_hand(cell: object) -> None:
    with pytest.raises(WrongKind):
        split_cards(cell)
