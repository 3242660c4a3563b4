"""Third cards as recorded, against the natural check, Player's rule and Banker's rule (R3-R5)."""

from __future__ import annotations

from dataclasses import dataclass, field

from baccarat_xl.rules.explain import banker_clause, natural_words
from baccarat_xl.rules.faults import Fault, Kind
from baccarat_xl.rules.record import LABELS, THIRD_ROLES
from baccarat_xl.rules.tableau import banker_draws, is_natural, player_draws
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, UNSEEN, Card, Decision, Missing, Total


@dataclass(slots=True)
class Draws:
    """The decisions that the rules give, and how the recorded third cards depart from them."""

    natural: Decision
    player: Decision
    banker: Decision
    faults: list[Fault] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    surplus: set[str] = field(default_factory=set)
    absent: set[str] = field(default_factory=set)


def shown(card: Card) -> str:
    """A third card in words."""
    return card.value if isinstance(card, Missing) else str(card)


def judge_draws(player: Total, banker: Total, player_third: Card, banker_third: Card) -> Draws:
    """Compare the recorded third cards with the rules; NO_CARD means that none is recorded."""
    thirds = dict(zip(THIRD_ROLES, (player_third, banker_third), strict=True))
    draws = Draws(is_natural(player, banker), player_draws(player, banker), UNKNOWN)
    if draws.natural is True:
        draws.banker = False
        _after_natural(draws, player, banker, thirds)
    elif player is UNKNOWN or banker is UNKNOWN:
        _from_banker_total(draws, banker, thirds)
    elif draws.player is True:
        _player_due(draws, player, banker, thirds)
    else:
        _player_stands(draws, player, banker, thirds)
    return draws


def _after_natural(draws: Draws, player: Total, banker: Total, thirds: dict[str, Card]) -> None:
    roles = tuple(role for role in THIRD_ROLES if thirds[role] is not NO_CARD)
    if not roles:
        return
    draws.surplus.update(roles)
    found = ", ".join(shown(thirds[role]) for role in roles)
    why = f"{natural_words(player, banker)}, so neither hand draws (R3)"
    text = "third card after a natural (R3)"
    draws.faults.append(Fault(Kind.CARD_AFTER_NATURAL, roles, found, "no card", "R3", text, why))


def _from_banker_total(draws: Draws, banker: Total, thirds: dict[str, Card]) -> None:
    """With one initial total missing, a recorded third card can still settle Banker's decision."""
    third = thirds["player_third"]
    if banker is not UNKNOWN and not isinstance(third, Missing):
        draws.banker = banker_draws(banker, third)
        _banker(draws, banker, third, thirds["banker_third"])


def _player_due(draws: Draws, player: int, banker: int, thirds: dict[str, Card]) -> None:
    third, banker_third = thirds["player_third"], thirds["banker_third"]
    draws.banker = banker_draws(banker, third, player)
    if third is not NO_CARD:
        _banker(draws, banker, third, banker_third)
        return
    # The same slip explains Banker's missing card as well, so it is one fault at two cells.
    absent: tuple[str, ...] = ("player_third",)
    if draws.banker is True and banker_third is NO_CARD:
        absent = THIRD_ROLES
    draws.absent.update(absent)
    text = f"Player must draw on {player} (R4.1)"
    why = f"Player draws on {player}, but no third card is recorded (R4.1)"
    draws.faults.append(Fault(Kind.PLAYER_MISSING, absent, "no card", "a third card", "R4.1", text, why))
    if draws.banker is False:
        _banker(draws, banker, UNSEEN, banker_third)


def _player_stands(draws: Draws, player: int, banker: int, thirds: dict[str, Card]) -> None:
    third, banker_third = thirds["player_third"], thirds["banker_third"]
    draws.banker = banker_draws(banker, NO_CARD, player)
    if third is not NO_CARD:
        text = f"Player must stand on {player} (R4.2)"
        why = f"Player stands on {player}, so there is no third card for Player (R4.2)"
        draws.surplus.add("player_third")
        draws.faults.append(
            Fault(Kind.PLAYER_EXTRA, ("player_third",), shown(third), "no card", "R4.2", text, why)
        )
        # Banker may have gone by the card that should not be there; that is no fault of Banker's.
        if (banker_draws(banker, third) is UNKNOWN) or banker_draws(banker, third) is (
            banker_third is not NO_CARD
        ):
            return
    _banker(draws, banker, NO_CARD, banker_third)


def _banker(draws: Draws, banker: int, third: Card, banker_third: Card) -> None:
    decision = banker_draws(banker, third)
    drew = banker_third is not NO_CARD
    if decision is UNKNOWN:
        draws.missing.append(LABELS["player_third"])
        return
    if decision is drew:
        return
    against = {NO_CARD: ", Player stood", UNSEEN: " against any card"}
    beside = against[third] if isinstance(third, Missing) else f" against {third}"
    clause = banker_clause(third)
    kind, verb, expected = (
        (Kind.BANKER_EXTRA, "stand", "no card") if drew else (Kind.BANKER_MISSING, "draw", "a third card")
    )
    (draws.surplus if drew else draws.absent).add("banker_third")
    text = f"Banker must {verb} on {banker}{beside} ({clause})"
    if third is NO_CARD:
        beside = " when Player stood"
    elif third is not UNSEEN:
        beside = f" against a third card of {third}"
    else:
        beside = " whatever Player's third card is"
    why = f"Banker {banker} {verb}s{beside} ({clause})"
    draws.faults.append(Fault(kind, ("banker_third",), shown(banker_third), expected, clause, text, why))
