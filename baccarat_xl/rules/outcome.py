"""Outcome by final totals (R6), and what happens next in a round."""

from __future__ import annotations

from functools import lru_cache
from reprlib import repr as short
from typing import Final, Literal

from baccarat_xl.rules.errors import Contradiction, WrongKind
from baccarat_xl.rules.tableau import banker_draws, is_natural, player_draws
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, Card, Total, Unknown

Outcome = Literal["Player", "Banker", "Tie"]
OUTCOMES: Final[tuple[Outcome, ...]] = ("Player", "Banker", "Tie")
Step = Literal["Player draws", "Banker draws", "Round over"]
STEPS: Final[tuple[Step, ...]] = ("Player draws", "Banker draws", "Round over")
OUTCOME_WORDS: Final[dict[Outcome, str]] = {
    "Player": (
        "p, player, players, punto, ponto, player win, player wins, player won, win player, "
        "joueur, ponte, jugador, giocatore, spieler, jogador, 闲, 閒, 閑, 闲家, 閒家, 閑家, 闲赢, "
        "閒贏, 閑贏, 闲胜, 閒勝, 闲家赢, 閒家贏, 闲家胜, 閒家勝, 玩家, 플레이어, 플, 플레이어 승, "
        "プレイヤー, プレーヤー, プレイヤー勝ち, プレイヤーの勝ち, nhà con, người chơi, con, "
        "tay con, nhà con thắng, 🔵"
    ),
    "Banker": (
        "b, banker, bankers, banco, banko, bank, dealer, house, banker win, banker wins, "
        "banker won, win banker, banque, banquier, banca, banchiere, bankhalter, banqueiro, 庄, "
        "莊, 庄家, 莊家, 庄赢, 莊贏, 庄胜, 莊勝, 庄家赢, 莊家贏, 庄家胜, 莊家勝, 뱅커, 뱅, "
        "뱅커 승, バンカー, バンカー勝ち, バンカーの勝ち, nhà cái, cái, tay cái, nhà cái thắng, "
        "🔴"
    ),
    "Tie": (
        "t, tie, ties, tied, tie game, draw, égalité, egalite, égal, nul, match nul, empate, "
        "pareggio, parità, patta, unentschieden, gleichstand, push, standoff, 和, 和局, 平, 平局, "
        "打和, 和牌, 타이, 무승부, タイ, 引き分け, hòa, hoà, 🟢"
    ),
}
"""How outcomes are written in several languages, in any case, with commas between. Numbers are none: sources
disagree about them."""


@lru_cache(maxsize=1)
def outcome_words() -> dict[str, Outcome]:
    """Each of `OUTCOME_WORDS`, in lower case, and what it means."""
    return {
        word.strip().casefold(): outcome for outcome in OUTCOMES for word in OUTCOME_WORDS[outcome].split(",")
    }


def winner(player_final: Total, banker_final: Total) -> Outcome | Literal[Unknown.UNKNOWN]:
    """The outcome (R6): the higher final total wins, equal totals tie."""
    if player_final is UNKNOWN or banker_final is UNKNOWN:
        return UNKNOWN
    if player_final == banker_final:
        return "Tie"
    return "Player" if player_final > banker_final else "Banker"


def read_outcome(cell: object) -> Outcome | None:
    """One of `OUTCOME_WORDS`, in any case; None for a blank. Raises WrongKind for anything else."""
    if cell is None or (isinstance(cell, str) and not cell.strip()):
        return None
    if isinstance(cell, str):
        outcome = outcome_words().get(" ".join(cell.split()).casefold())
        if outcome is not None:
            return outcome
    raise WrongKind(f"{short(cell)} is not an outcome; accepted are Player, Banker, Tie, or P, B, T")


def next_step(
    player_initial: Total, banker_initial: Total, player_third: Card = NO_CARD, banker_third: Card = NO_CARD
) -> Step | Literal[Unknown.UNKNOWN]:
    """What happens next (R3-R5); NO_CARD means that no such card lies on the table yet.

    UNKNOWN where the recorded totals, or a third card not seen, do not settle it.
    Raises Contradiction for a third card that cannot exist, and for a Banker card before Player's.
    """
    banker = banker_draws(banker_initial, player_third, player_initial)
    player = player_draws(player_initial, banker_initial)
    if player is True and player_third is NO_CARD:
        if banker_third is not NO_CARD:
            raise Contradiction("Banker cannot have a third card before Player has drawn (R5.2)")
        return "Player draws"
    if banker is False and banker_third is not NO_CARD:
        clause = "R3" if is_natural(player_initial, banker_initial) is True else "R5"
        raise Contradiction(f"Banker cannot have a third card: Banker must stand ({clause})")
    if UNKNOWN in (player_initial, banker_initial) and is_natural(player_initial, banker_initial) is UNKNOWN:
        return UNKNOWN
    if banker is UNKNOWN:
        return UNKNOWN if banker_third is NO_CARD else "Round over"
    return "Banker draws" if banker and banker_third is NO_CARD else "Round over"
