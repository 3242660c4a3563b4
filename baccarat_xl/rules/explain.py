"""Any decision explained by the clause that decided (R8): stage, inputs, clause, one sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from baccarat_xl.rules.outcome import winner
from baccarat_xl.rules.tableau import NATURALS, banker_draws, is_natural, player_draws
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, UNSEEN, Card, Decision, Missing, Total

VARIANT: Final = "standard punto banco"
Stage = Literal["natural check", "Player rule", "Banker rule", "outcome"]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why one decision is as it is: True (draws), False (no card), UNKNOWN, or the outcome."""

    stage: Stage
    inputs: dict[str, int | str]
    clause: str
    decision: Decision | str
    sentence: str
    variant: str = VARIANT


def _shown(total: Total) -> int | str:
    return "not known" if total is UNKNOWN else total


def natural_words(player_initial: Total, banker_initial: Total) -> str:
    """``Player 8 is a natural``, ``Banker 9 is a natural`` or ``Player 8 and Banker 9 are naturals``."""
    hands = (("Player", player_initial), ("Banker", banker_initial))
    naturals = [f"{hand} {total}" for hand, total in hands if total in NATURALS]
    return " and ".join(naturals) + (" is a natural" if len(naturals) == 1 else " are naturals")


def explain_natural(player_initial: Total, banker_initial: Total) -> Explanation:
    """The natural check (R3)."""
    decision = is_natural(player_initial, banker_initial)
    if decision is True:
        sentence = f"{natural_words(player_initial, banker_initial)}, so neither hand draws (R3)"
    elif decision is False:
        sentence = "neither initial total is 8 or 9, so there is no natural and Player's rule comes next (R3)"
    else:
        sentence = "without both initial totals the natural check cannot be made (R3, R7)"
    inputs = {"player_initial": _shown(player_initial), "banker_initial": _shown(banker_initial)}
    return Explanation("natural check", inputs, "R3", decision, sentence + ".")


def explain_player(player_initial: Total, banker_initial: Total) -> Explanation:
    """Player's decision (R4), or the natural that comes before it (R3)."""
    natural = explain_natural(player_initial, banker_initial)
    decision = player_draws(player_initial, banker_initial)
    if natural.decision is True or (decision is UNKNOWN):
        return Explanation(natural.stage, natural.inputs, natural.clause, decision, natural.sentence)
    clause = "R4.1" if decision else "R4.2"
    verb = "draws" if decision else "stands"
    return Explanation(
        "Player rule", natural.inputs, clause, decision, f"Player {verb} on {player_initial} ({clause})."
    )


def banker_words(banker_initial: int, player_third: Card, decision: Decision, *, dealt: bool = True) -> str:
    """Banker's decision in a few words, with the clause that decided it.

    ``dealt`` tells a third card that nobody saw from one that is still to come.
    """
    if player_third is NO_CARD:
        verb = "draws" if decision else "stands"
        return f"Banker {verb} on {banker_initial} because Player stood (R5.1)"
    if player_third is not UNSEEN:
        verb = "draws" if decision else "stands"
        return f"Banker {verb} on {banker_initial} against a third card of {player_third} (R5.2)"
    if decision is UNKNOWN:
        verb = "goes by" if dealt else "waits for"
        unseen = ", which was not seen" if dealt else ""
        return f"Banker on {banker_initial} {verb} the value of Player's third card{unseen} (R7.1)"
    verb = "draws" if decision else "stands"
    return f"Banker {verb} on {banker_initial} whatever Player's third card is (R7.1)"


def banker_clause(player_third: Card) -> str:
    """The clause that governs Banker's decision once there is no natural."""
    if player_third is NO_CARD:
        return "R5.1"
    return "R7.1" if player_third is UNSEEN else "R5.2"


def explain_draw(player_initial: int, banker_initial: int, player_third: Card = NO_CARD) -> Explanation:
    """The whole draw in one sentence: natural check, Player's rule, Banker's rule.

    ``player_third`` as for `banker_draws`: NO_CARD while Player is due to draw means not dealt yet.
    Raises Contradiction for a third card that cannot exist.
    """
    decision = banker_draws(banker_initial, player_third, player_initial)
    player = explain_player(player_initial, banker_initial)
    inputs = dict(player.inputs)
    if player.stage == "natural check":
        return player
    dealt = player_third is not NO_CARD
    if player.decision is True and not dealt:
        player_third = UNSEEN
    if player_third is not NO_CARD:
        inputs["player_third"] = player_third.value if isinstance(player_third, Missing) else player_third
    sentence = f"{player.sentence[:-1]}; {banker_words(banker_initial, player_third, decision, dealt=dealt)}."
    return Explanation("Banker rule", inputs, banker_clause(player_third), decision, sentence)


def explain_outcome(player_final: int, banker_final: int) -> Explanation:
    """The outcome by final totals (R6); it explains no earlier draw."""
    outcome = winner(player_final, banker_final)
    if outcome == "Tie":
        sentence = f"both hands end on {player_final}, so the round is a Tie (R6)."
    else:
        high, low = max(player_final, banker_final), min(player_final, banker_final)
        sentence = f"{outcome} wins with {high} against {low} (R6)."
    inputs: dict[str, int | str] = {"player_final": player_final, "banker_final": banker_final}
    return Explanation("outcome", inputs, "R6", str(outcome), sentence)
