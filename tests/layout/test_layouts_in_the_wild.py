"""Every layout that people were seen to use is recognised with the right roles.

Each case is a table as text: the header as written, a few rounds, then the roles by column letter.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from baccarat_xl.layout.recognise import recognise
from baccarat_xl.layout.table import Table
from baccarat_xl.workbook.read import read_book


@dataclass(frozen=True)
class Case:
    name: str
    text: str
    layout: str
    roles: str
    unknown: str = ""


SIX = "player_card_1={} player_card_2={} player_third={} banker_card_1={} banker_card_2={} banker_third={}"
CASES = [
    Case(
        "cards, Chinese",
        "局數,閒1,閒2,閒3,莊1,莊2,莊3,閒點,莊點,結果\n"
        "1,A,9,5,K,7,,5,7,莊\n2,8,K,,3,4,,8,7,閒\n3,2,3,8,A,2,,3,3,和\n4,7,J,,6,2,,7,8,莊\n",
        "cards",
        "round=A " + SIX.format(*"BCDEFG") + " player_final=H banker_final=I outcome=J",
    ),
    Case(
        "cards, NA for no card",
        "Shoe,Coup,Player card 1,Player card 2,Player card 3,Banker card 1,Banker card 2,Banker card 3,"
        "Player total,Banker total,Winner,Pair outcome\n"
        "1,1,A,9,5,K,7,NA,5,7,Banker,None\n1,2,8,K,NA,3,4,NA,8,7,Player,None\n1,3,2,3,8,A,2,NA,3,3,Tie,None\n",
        "cards",
        "shoe=A round=B " + SIX.format(*"CDEFGH") + " player_final=I banker_final=J outcome=K",
        "L",
    ),
    Case(
        "values, Banker's total first",
        "b total,player total,pcard1,pcard2,pcard3,bcard1,bcard2,bcard3,outcome,rounds,shoe number\n"
        "7,5,1,9,5,0,7,,b,1,1\n7,8,8,0,,3,4,,p,2,1\n3,3,2,3,8,1,2,,t,3,1\n",
        "values",
        "banker_final=A player_final=B " + SIX.format(*"CDEFGH") + " outcome=I round=J shoe=K",
    ),
    Case(
        "deal order",
        "hand,P1,B1,P2,B2,P3,B3,bet_made,unit_size,result,outcome,bankroll\n"
        "1,1,0,9,7,5,x,B,10,w,B,110\n2,8,3,0,4,x,x,B,10,l,P,100\n3,2,1,3,2,8,x,P,10,t,T,100\n",
        "values",
        "round=A "
        "player_card_1=B banker_card_1=C player_card_2=D banker_card_2=E player_third=F banker_third=G "
        "outcome=K",
        "HIJL",
    ),
    Case(
        "joined cards",
        "\ufeffround_id,shoe_id,player_cards,banker_cards,winner,natural,player_pair,banker_pair\n"
        "1,1,A-spades|9-hearts|5-clubs,K-hearts|7-clubs,banker,false,false,false\n"
        "2,1,8-spades|K-hearts,3-hearts|4-clubs,player,true,false,false\n",
        "joined cards",
        "round=A shoe=B player_cards=C banker_cards=D outcome=E natural=F",
        "GH",
    ),
    Case(
        "joined, computed and recorded outcome side by side",
        "局號,閒家牌,莊家牌,閒家點數,莊家點數,判定結果,實際結果,下注\n"
        "1,A 9 5,K 7,5,7,莊,莊,100\n2,8 K,3 4,8,7,閒,閒,100\n3,2 3 8,A 2,3,3,和,莊,100\n",
        "joined cards",
        "round=A player_cards=B banker_cards=C player_final=D banker_final=E outcome=F recorded_outcome=G",
        "H",
    ),
    Case(
        "totals, Chinese",
        "局數,莊點數,閒點數,勝方,差值,時間\n1,7,5,莊,2,10:00\n2,7,8,閒,1,10:01\n3,3,3,和,0,10:02\n",
        "totals",
        "round=A banker_final=B player_final=C outcome=D",
        "EF",
    ),
    Case(
        "totals with a bettor's column",
        "hand_id,timestamp,result,bet,total_banker,total_player\n1,10:00,B,5,7,5\n2,10:01,P,5,7,8\n3,10:02,T,5,3,3\n",
        "totals",
        "round=A outcome=C banker_final=E player_final=F",
        "BD",
    ),
    Case("outcome only", "round,result\n1,B\n2,P\n3,T\n", "outcomes", "round=A outcome=B"),
    Case("one column", "Result\nBanker\nPlayer\nTie\nBanker\n", "outcomes", "outcome=A"),
    Case(
        "outcome, French",
        "Numero_Jeu,Gagnant\n1,Banco\n2,Punto\n3,Égalité\n",
        "outcomes",
        "round=A outcome=B",
    ),
    Case("outcome, Vietnamese", "Kết quả\nNhà cái\nNhà con\nHòa\n", "outcomes", "outcome=A"),
    Case(
        "bet ledger",
        "PlayerValue,DealerValue,BetAmount,BetType,Result,InitialBalance,FinalBalance\n"
        "5,7,10,Player,Lose,100,90\n8,7,10,Player,Win,90,100\n3,3,10,Banker,Lose,100,90\n",
        "totals",
        "player_final=A banker_final=B",
        "CDEFG",
    ),
    Case(
        "bet ledger that names the winner",
        "PlayerValue,DealerValue,BetAmount,BetType,Result\n5,7,10,Player,Banker\n8,7,10,Player,Player\n3,3,1,P,Tie\n",
        "totals",
        "player_final=A banker_final=B outcome=E",
        "CD",
    ),
    Case(
        "the template's own headers",
        "Shoe,Round,Player card 1,Player card 2,Player third card (P3),Banker card 1,Banker card 2,"
        "Banker third card (B3),Player initial total,Banker initial total,Natural,Player draws,P3 value,"
        "Banker draws,Player final total,Banker final total,Outcome,Clause,Check,Recorded outcome,"
        "Recorded Player draws,"
        "Recorded Banker draws\n"
        "1,1,A,9,5,K,7,,0,7,no,draws,5,stands,5,7,Banker,R5.2,,Banker,TRUE,FALSE\n"
        "1,2,8,K,,3,4,,8,7,yes,stands,,stands,8,7,Player,R3,,Player,FALSE,FALSE\n",
        "cards",
        "shoe=A round=B "
        + SIX.format(*"CDEFGH")
        + " player_initial=I banker_initial=J natural=K player_draws=L "
        "player_third_value=M banker_draws=N player_final=O banker_final=P outcome=Q recorded_outcome=T "
        "recorded_player_draws=U recorded_banker_draws=V",
        "RS",
    ),
    Case(
        "initial totals, third cards and finals",
        "Coup;Player initial;Banker initial;Player third;Banker third;Player final;Banker final;Winner\n"
        "1;0;7;5;;5;7;Banker\n2;8;7;;;8;7;Player\n",
        "totals",
        "round=A player_initial=B banker_initial=C player_third=D banker_third=E player_final=F "
        "banker_final=G "
        "outcome=H",
    ),
    Case(
        "bare hands",
        "Round\tPlayer\tBanker\tWinner\n1\tA 9 5\tK 7\tBanker\n2\t8 K\t3 4\tPlayer\n",
        "joined cards",
        "round=A player_cards=B banker_cards=C outcome=D",
    ),
    Case(
        "bare totals",
        "Round\tPlayer\tBanker\tWinner\n1\t5\t7\tBanker\n2\t8\t7\tPlayer\n",
        "totals",
        "round=A player_final=B banker_final=C outcome=D",
    ),
]
JSON_CASES = [
    Case(
        "punto and banko hands",
        '[{"puntoHand":["JH","10S","4S"],"bankoHand":["5C","2D"],"result":"banko"},'
        '{"puntoHand":["9H","QS"],"bankoHand":["5C","3D"],"result":"punto"}]',
        "joined cards",
        "player_cards=puntoHand banker_cards=bankoHand outcome=result",
    ),
    Case(
        "player and banker lists",
        '{"player":["8","K"],"banker":["3","4"]}\n{"player":["2","3","8"],"banker":["A","2"]}\n',
        "joined cards",
        "player_cards=player banker_cards=banker",
    ),
    Case(
        "games in games",
        '{"strategy":"x","games":[[{"handId":1,"puntoTotal":5,"bankoTotal":7,"bet":{"isWin":true,"payout":2}}],'
        '[{"handId":1,"puntoTotal":8,"bankoTotal":7,"bet":{"isWin":true,"payout":2}}]]}',
        "totals",
        "round=handId player_final=puntoTotal banker_final=bankoTotal",
    ),
    Case(
        "rounds in shoes, cards as objects",
        '{"shoes":[{"id":1,"rounds":[{"player":[{"rank":"A","suit":"H"},{"rank":"9","suit":"S"},{"rank":"5","suit":"S"}],'
        '"banker":[{"rank":"K","suit":"H"},{"rank":"7","suit":"S"}],"winner":"banker"}]},'
        '{"id":2,"rounds":[{"player":[{"rank":"8","suit":"H"},{"rank":"K","suit":"S"}],'
        '"banker":[{"rank":"3","suit":"H"},{"rank":"4","suit":"S"}],"winner":"player"}]}]}',
        "joined cards",
        "shoe=shoes.id player_cards=player banker_cards=banker outcome=winner",
    ),
]


def roles_of(table: Table) -> dict[str, str]:
    return {role: column.letter for role, column in {**table.columns, **table.also}.items()}


def wanted(case: Case) -> dict[str, str]:
    return dict(pair.split("=") for pair in case.roles.split())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_delimited(case: Case, tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text(case.text, encoding="utf-8")
    found = recognise(read_book(path))
    assert len(found.tables) == 1, found.not_read
    table = found.tables[0]
    assert roles_of(table) == wanted(case)
    assert table.layout == case.layout
    assert "".join(column.letter for column in table.unknown_columns) == case.unknown
    assert (table.header_row, table.first_row, len(table.rounds)) == (1, 2, case.text.strip().count("\n"))


@pytest.mark.parametrize("case", JSON_CASES, ids=lambda case: case.name)
def test_json(case: Case, tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    path.write_text(case.text, encoding="utf-8")
    found = recognise(read_book(path))
    table = found.tables[0]
    assert roles_of(table) == wanted(case)
    assert table.layout == case.layout
    assert (table.header_row, table.first_row, table.last_row) == (0, 1, 2)
    assert {role: table.address(role, 0) for role in wanted(case)} == wanted(case)


def test_two_logs_side_by_side_with_two_totals_a_hand(tmp_path: Path) -> None:
    header = ["Round", "P1", "P2", "P3", "B1", "B2", "B3"]
    header += ["Player total", "Banker total", "Player final", "Banker final", "Winner"]
    rounds = [[1, 2, 3, 8, 1, 2, "", 5, 3, 3, 3, "T"], [2, 9, 0, "", 5, 3, "", 9, 8, 9, 8, "P"]] * 4
    lines = [[*header, "", *header], *([*one, "", *one] for one in rounds)]
    path = tmp_path / "two.csv"
    path.write_text("\n".join(",".join(map(str, line)) for line in lines), encoding="utf-8")
    tables = recognise(read_book(path)).tables
    assert [table.columns["player_initial"].letter for table in tables] == ["H", "U"]
    assert [table.columns["banker_final"].letter for table in tables] == ["K", "X"]
    assert [set(tables[0].columns) == set(table.columns) for table in tables] == [True, True]


def test_totals_without_opening_cards_are_read_alike_beside_a_third_card(tmp_path: Path) -> None:
    path = tmp_path / "calculator.csv"
    path.write_text("Player total,Banker total,Player third card,Banker draws\n5,3,8,S\n", encoding="utf-8")
    (table,) = recognise(read_book(path)).tables
    assert {"player_initial", "banker_initial", "player_third"} <= set(table.columns)
