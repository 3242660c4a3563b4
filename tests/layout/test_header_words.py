"""Header words in ten languages, with their role."""

from __future__ import annotations

import pytest

from baccarat_xl.layout.headers import meaning_of

WORDS = """
player_card_1   Player card 1 | P1 | PCard1 | player_card_1 | PlayerCard1 | Player 1st card | First Player Card | P-1
player_card_1   Joueur carte 1 | Carte 1 Joueur | 1ère carte joueur | Ponte 1 | J1 | punto_card_1 | Carta 1 Giocatore
player_card_1   Primera carta jugador | Jugador 1 | Spieler Karte 1 | Spielerkarte 1 | Erste Spielerkarte | Carta 1 do Jogador
player_card_1   闲1 | 閒1 | 闲家牌1 | 閒家第一張 | 플레이어1 | 플레이어 카드 1 | プレイヤー1枚目 | プレイヤーカード１ | Lá 1 nhà con
player_card_2   Player card 2 | 2nd Player card | Joueur 2 | Segunda carta jugador | Spieler 2 | 闲2 | 閒家第二張 | 플레이어 2
player_third    Player third card | P3 | Player card 3 | pcard3 | Player 3rd card | Third card Player | Player's third card
player_third    3e carte joueur | Troisième carte du joueur | Tercera carta del jugador | Terza carta giocatore
player_third    Dritte Karte Spieler | Terceira carta jogador | 闲3 | 閒3 | 閒家第三張牌 | 閒補 | 플레이어3 | プレイヤー3枚目 | Lá thứ ba nhà con
banker_card_1   Banker card 1 | B1 | BCard1 | banker_card_1 | Banque carte 1 | Banca 1 | Banco carta 1 | Bank Karte 1 | Bankkarte 1
banker_card_1   Dealer 1 | 庄1 | 莊1 | 莊家第一張 | 뱅커1 | 뱅커 카드 1 | バンカー1枚目 | Lá 1 nhà cái
banker_third    Banker third card | B3 | bcard3 | Third Banker card | Troisième carte banque | Tercera carta banca | Bank dritte Karte
banker_third    庄3 | 莊3 | 莊補 | 뱅커3 | バンカー3枚目 | Lá 3 nhà cái | Banker third card (B3)
player_cards    Player cards | Player hand | puntoHand | player_cards | Cartes joueur | Cartas del jugador | Carte giocatore
player_cards    Spielerkarten | Spieler Karten | Cartas do jogador | 閒家牌 | 闲家手牌 | 플레이어 카드 | プレイヤーカード | Bài nhà con
banker_cards    Banker cards | bankoHand | Cartes banque | Cartas banca | Bank Karten | Bankkarten | 莊家牌 | 뱅커 카드 | バンカーカード | Bài nhà cái
player_initial  Player initial total | Player two-card total | Player initial | initial_player_total | Total initial joueur
player_initial  Anfangssumme Spieler | Total inicial jugador | 闲家初始点数 | Totale iniziale giocatore | Player opening total
banker_initial  Banker initial total | Banker starting total | Total initial banque | Anfangssumme Bank | 莊家初始點數
player_final    Player total | Player final total | Player points | puntoTotal | PlayerValue | player_score | Total joueur | Points Joueur
player_final    Puntos jugador | Punti giocatore | Spielerpunkte | Spieler Summe | Pontos jogador | 閒點 | 闲点数 | 閒家點數 | 플레이어 점수 | プレイヤー合計 | Điểm nhà con
banker_final    Banker total | b total | BankerTotal | DealerValue | total_banker | Total banque | Puntos banca | Bankpunkte | 莊點 | 庄家点数 | 뱅커 점수 | バンカー合計 | Điểm nhà cái
outcome         Outcome | Winner | Result | Gagnant | Résultat | Ganador | Resultado | Vincitore | Risultato | Esito | Ergebnis | Gewinner | Vencedor
outcome         結果 | 结果 | 勝方 | 胜方 | 贏家 | 判定結果 | 實際結果 | 결과 | 승자 | 勝者 | Kết quả | Hand result | Winning hand | B/P/T | Banker/Player
round           Round | Coup | Hand | hand_id | Round no. | Round # | Numero_Jeu | Main n° | Mano | Ronda | Runde | Rodada | Manche | game_id
round           局數 | 局号 | 手數 | 라운드 | 회차 | ラウンド | Ván | Shoe round
shoe            Shoe | shoe_id | Shoe number | Sabot | Zapato | Schlitten | Sapato | 靴 | 牌靴 | 슈 | シュー | Scarpa
natural         Natural | Naturel | Natural? | 天牌 | 내추럴 | ナチュラル | Naturale
player_draws    Player draws | Player draw | Player hit | Joueur tire | 플레이어 드로우 | Spieler zieht | 閒家補牌
banker_draws    Banker draws | banker_draw | Banque tire | 莊家補牌 | Bank zieht | バンカードロー
"""
NO_ROLE = """
Bet | bet_made | BetAmount | Bet type | Payout | bet.isWin | Pair outcome | player_pair | Banker pair | bankroll | InitialBalance
Player bet | Bet on Player | Time | timestamp | 下注 | 時間 | 差值 | Commission | Clause | Check | Banker win % | Player wins
Dragon bonus | Tie bet | Stake | Einsatz | Mise | Apuesta | Aposta | Puntata | 베팅 | ベット | Tiền cược | Running count | Notes
Suit | Player suit 1 | P1 suit | Date | Banker 6 pays | Player 4 | Strategy | Natural win count | 輸贏 | Player odds | 1 | 2 | 3
"""
ROLES = [
    (header.strip(), line.split(None, 1)[0])
    for line in WORDS.strip().splitlines()
    for header in line.split(None, 1)[1].split("|")
]
OTHERS = [header.strip() for line in NO_ROLE.strip().splitlines() for header in line.split("|")]


@pytest.mark.parametrize(("header", "role"), ROLES)
def test_role(header: str, role: str) -> None:
    meaning = meaning_of(header)
    assert meaning is not None
    assert meaning.roles[0] == role


@pytest.mark.parametrize("header", [header for header, _ in ROLES if "_" in header or " " in header])
def test_case_and_separators_do_not_matter(header: str) -> None:
    expected = meaning_of(header)
    assert meaning_of(header.upper()) == expected
    assert meaning_of(header.lower().replace("_", " ")) == expected
    assert meaning_of(f" {header.replace(' ', '_').title()}: ") == expected


@pytest.mark.parametrize("header", OTHERS)
def test_no_role(header: str) -> None:
    assert meaning_of(header) is None


def test_recorded_columns_are_told_from_computed_ones() -> None:
    for header in ("Recorded outcome", "Actual result", "實際結果", "Recorded Player draws"):
        assert (meaning := meaning_of(header)) is not None
        assert meaning.note == "recorded"
    assert (meaning := meaning_of("判定結果")) is not None
    assert meaning.note == "computed"
