"""Terms as data: worked examples that published pages agree with, files of one's own, and what is refused."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from baccarat_xl.errors import UsageError
from baccarat_xl.rules.errors import OutOfRange
from baccarat_xl.rules.record import Record
from baccarat_xl.rules.round import resolve
from baccarat_xl.settlement import Facts, bet_return, named_terms, settle
from baccarat_xl.settlement.money import rounded
from baccarat_xl.settlement.terms import book, read_terms, with_files

COMMISSION = "commission-5"


def facts_of(player: str, banker: str) -> Facts:
    """The facts of a whole round; the drawing rules judge that it is one."""
    hands = {"player": player.split(), "banker": banker.split()}
    cells = {
        name: cards[place] if place < len(cards) else ""
        for side, cards in hands.items()
        for place, name in enumerate((f"{side}_card_1", f"{side}_card_2", f"{side}_third"))
    }
    played = resolve(Record(**cells))
    assert not played.faults, (player, banker, played.faults)
    ranks = {side: [card.rstrip("SHDC") for card in cards[:2]] for side, cards in hands.items()}
    pair = {side: ranks[side][0] == ranks[side][1] for side in hands}
    alike = {side: hands[side][0] == hands[side][1] for side in hands}
    return Facts(
        outcome=played.outcome,
        player_final=played.player_final,
        banker_final=played.banker_final,
        player_cards=len(hands["player"]),
        banker_cards=len(hands["banker"]),
        player_natural=played.player_initial in (8, 9),
        banker_natural=played.banker_initial in (8, 9),
        player_pair=pair["player"],
        banker_pair=pair["banker"],
        player_perfect=alike["player"],
        banker_perfect=alike["banker"],
    )


def examples() -> list[tuple[str, str, dict[str, str]]]:
    """(terms, bet, example) of everything that terms.toml works out."""
    known = book()
    found = [(COMMISSION, name, dict(each)) for name, bet in known.bets.items() for each in bet.examples]
    return found + [
        (name if "banker" in layer["bets"] else f"{COMMISSION}+{name}", each["bet"], dict(each))
        for name, layer in known.layers.items()
        for each in layer["examples"]
    ]


@pytest.mark.parametrize(("name", "bet", "example"), examples())
def test_worked_examples(name: str, bet: str, example: dict[str, str]) -> None:
    terms = named_terms(name)
    facts = facts_of(example["player"], example["banker"])
    stake = Decimal(example["stake"])
    assert settle(terms.bet(bet), stake, facts, terms) == Decimal(example["profit"])
    assert bet_return(terms.bet(bet), stake, facts, terms) == stake + Decimal(example["profit"])


def test_every_bet_and_every_terms_has_a_worked_example_and_a_published_page() -> None:
    for entry in (*book().bets.values(),):
        assert entry.examples
        assert entry.source.startswith("http")
    for layer in book().layers.values():
        assert layer["examples"]
        assert layer["source"].startswith("http")


def test_what_the_package_names() -> None:
    assert set(book().layers) == {
        "commission-5", "commission-4", "banker-6-half", "banker-7-push", "tie-8", "tie-9"
    }  # fmt: skip
    assert set(book().bets) == {
        "player", "tie", "dragon_7", "panda_8", "super_6", "player_pair", "banker_pair", "either_pair",
        "perfect_pair", "small", "big", "player_dragon_bonus", "banker_dragon_bonus",
    }  # fmt: skip
    assert len(book().combined()) == 8


@pytest.mark.parametrize("amount", ["0.005", "0.015", "2.375", "1.234", "7", "0.0049999", "0.9951"])
def test_roundings_agree_with_decimal(amount: str) -> None:
    import decimal

    modes = {"half up": "HALF_UP", "half even": "HALF_EVEN", "up": "UP", "down": "DOWN"}
    for words, name in modes.items():
        expected = Decimal(amount).quantize(Decimal("0.01"), getattr(decimal, f"ROUND_{name}"))
        assert rounded(Fraction(amount), Decimal("0.01"), words) == expected


def test_money_is_exact_and_rounded_once() -> None:
    terms = named_terms(COMMISSION)
    won = Facts(outcome="Banker", banker_final=7, banker_cards=2)
    assert settle(terms.bet("Banker"), Decimal("0.10"), won, terms) == Decimal("0.10")
    assert settle(terms.bet("banker"), Decimal("2.50"), won, terms) == Decimal("2.38")
    assert settle(terms.bet("banker"), Decimal("1e20"), won, terms) == Decimal("95000000000000000000.00")
    lost = Facts(outcome="Player")
    assert settle(terms.bet("banker"), Decimal("0.001"), lost, terms) == Decimal("-0.001")
    for stake in ("-1", "NaN", "Infinity"):
        with pytest.raises(OutOfRange):
            settle(terms.bet("banker"), Decimal(stake), won, terms)


def test_what_is_not_known_settles_only_what_it_must() -> None:
    half = named_terms("banker-6-half")
    banker = Facts(outcome="Banker")
    assert settle(half.bet("banker"), Decimal(10), banker, half) is None
    assert settle(half.bet("player"), Decimal(10), banker, half) == -10
    assert settle(half.bet("banker"), Decimal(10), Facts(outcome="Banker", banker_final=7), half) == 10
    assert settle(half.bet("tie"), Decimal(10), Facts(), half) is None
    assert settle(half.bet("either_pair"), Decimal(10), Facts(player_pair=True), half) == 50
    assert settle(half.bet("either_pair"), Decimal(10), Facts(player_pair=False), half) is None


def test_terms_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(
        """
        [bets.lucky_nine]
        lines = [{ player_final = 9, banker_final = 9, to_one = "50" }]
        [terms.ours]
        label = "tie loses Player and Banker bets"
        unit = "1"
        rounding = "down"
        bets.player = [{ outcome = "Player", to_one = "1" }]
        bets.banker = [{ outcome = "Banker", to_one = "19/20" }]
        """,
        encoding="utf-8",
    )
    ours = named_terms("Ours + tie-9", [path])
    tie = Facts(outcome="Tie", player_final=9, banker_final=9)
    assert settle(ours.bet("banker"), Decimal(10), tie, ours) == -10
    assert settle(ours.bet("tie"), Decimal(10), tie, ours) == 90
    assert settle(ours.bet("lucky nine"), Decimal(10), tie, ours) == 500
    assert settle(ours.bet("banker"), Decimal(10), Facts(outcome="Banker"), ours) == 9
    assert "rounded down to 1" in ours.in_words()
    assert set(with_files([path]).layers) == {*book().layers, "ours"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[terms.x", "no TOML"),
        ("[term.x]\nlabel=1", "did you mean terms"),
        ("[terms.x]\nbet.banker=[]", "did you mean bets"),
        ("[terms.x]\nlabel='x'", "of no bet"),
        ("[terms.x]\nbets.bankr=[{outcome='Banker',to_one='1'}]", "did you mean banker"),
        ("[terms.x]\nbets.banker=[{outcom='Banker',to_one='1'}]", "did you mean outcome"),
        ("[terms.x]\nbets.banker=[{outcome='Bank',to_one='1'}]", "one of Player, Banker, Tie"),
        ("[terms.x]\nbets.banker=[{banker_cards=true,to_one='1'}]", "one of 2, 3"),
        ("[terms.x]\nbets.banker=[{player_pair=1,to_one='1'}]", "one of false, true"),
        ("[terms.x]\nbets.banker=[{banker_final=[],to_one='1'}]", "no value"),
        ("[terms.x]\nbets.banker=[{outcome='Banker'}]", "what it pays"),
        ("[terms.x]\nbets.banker=[{to_one='1'}]", "no condition"),
        ("[terms.x]\nbets.banker=[{outcome='Banker',to_one=0.95}]", "in quotes"),
        ("[terms.x]\nbets.banker=[{outcome='Banker',to_one='-1'}]", "0 or more"),
        ("[terms.x]\nbets.banker=[{outcome='Banker',to_one='1/0'}]", "in quotes"),
        ("[terms.x]\nbets.banker=[{outcome='Banker',to_one='1',commission='5'}]", "no share"),
        ("[terms.x]\nbets.banker=[{outcome='Banker',to_one='1'}]\nrounding='halfup'", "did you mean half up"),
        ("[terms.x]\nbets.banker=[{outcome='Banker',to_one='1'}]\nunit='0'", "no unit of money"),
        ("[terms.x]\nbets.banker='1'", "list of lines"),
        ("[bets.y]\nlabel='Y'", "what it pays"),
        ("[bets.y]\nwords=[1]\nlines=[{outcome='Tie',to_one='1'}]", "list of such texts"),
        ("money=1", "no table"),
    ],
)
def test_what_is_refused_in_one_sentence(text: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=r"bad\.toml") as error:
        read_terms(path)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_names_that_are_not_known() -> None:
    with pytest.raises(UsageError, match="did you mean commission-5"):
        named_terms("comission-5")
    with pytest.raises(UsageError, match="did you mean panda_8"):
        named_terms(COMMISSION).bet("panda")
    with pytest.raises(UsageError, match="cannot be read"):
        named_terms(COMMISSION, [Path("no such file.toml")])
