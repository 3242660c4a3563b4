"""Rounds dealt under a misunderstanding of the rules: the right decision, altered as the fault describes.

Each alteration gets a table of what the dealer sees and answers with what that dealer does. What a dealer
takes from the package is the right decision; the table of the rules is not written out here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from baccarat_xl.rules.cards import card_value
from baccarat_xl.rules.outcome import winner
from baccarat_xl.rules.tableau import banker_draws, is_natural, player_draws
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, UNSEEN, Card
from tests.audit.logs import Dealt


@dataclass(frozen=True, slots=True)
class Sight:
    """What lies on the table when somebody decides: initial totals, and Player's third card when drawn."""

    player: int
    banker: int
    third: Card = NO_CARD
    third_rank: str = ""

    @property
    def natural(self) -> bool:
        return is_natural(self.player, self.banker) is True

    @property
    def player_final(self) -> int:
        return (self.player + self.third) % 10 if isinstance(self.third, int) else self.player


Decide = Callable[[Sight], bool]


def right_player(sight: Sight) -> bool:
    return player_draws(sight.player, sight.banker) is True


def right_banker(sight: Sight) -> bool:
    return not sight.natural and banker_draws(sight.banker, sight.third) is True


def low(total: int) -> bool:
    """A total on which Player draws against a Banker hand that ends nothing."""
    return player_draws(total, 0) is True


def _banker(change: Callable[[Sight, bool], bool]) -> Decide:
    """Banker's right decision, changed where there is no natural."""
    return lambda sight: not sight.natural and change(sight, right_banker(sight))


def _against(sight: Sight, *values: int) -> bool:
    return sight.third in values


def _stood(sight: Sight) -> bool:
    return sight.third is NO_CARD


def _final_for_third(sight: Sight, right: bool) -> bool:
    return right if _stood(sight) else banker_draws(sight.banker, sight.player_final) is True


def _blocked_by_three_cards(sight: Sight, right: bool) -> bool:
    return right and not (not _stood(sight) and sight.player_final in (8, 9))


def _no_natural_for_banker(sight: Sight) -> bool:
    if sight.natural and _stood(sight):
        return low(sight.banker)
    return banker_draws(sight.banker, sight.third) is True


@dataclass(frozen=True, slots=True)
class Dealer:
    """How somebody deals: two decisions, the value of a card, and how an initial total is worked out."""

    player: Decide = right_player
    banker: Decide = right_banker
    value: Callable[[str], int] = card_value
    reduce: bool = True


def _wrong_pictures(card: str) -> int:
    return {"J": 1, "Q": 2, "K": 3}.get(card[:-1], card_value(card))


def _unreduced_player(sight: Sight) -> bool:
    return not (sight.player in (8, 9) or sight.banker in (8, 9)) and sight.player <= 5


def _unreduced_banker(sight: Sight) -> bool:
    if sight.player in (8, 9) or sight.banker > 7:
        return False
    return banker_draws(sight.banker, sight.third) is True


DEALERS = {
    "F01": Dealer(banker=_banker(_final_for_third)),
    "F02": Dealer(player=lambda s: low(s.player), banker=_no_natural_for_banker),
    "F03": Dealer(player=lambda s: low(s.player)),
    "F04": Dealer(banker=lambda s: low(s.banker) if s.player in (8, 9) else right_banker(s)),
    "F05": Dealer(banker=_banker(_blocked_by_three_cards)),
    "F06": Dealer(banker=_banker(lambda s, right: right and not (_stood(s) and s.banker in (3, 4, 5)))),
    "F07": Dealer(banker=_banker(lambda s, right: banker_draws(s.banker, 0) is True if _stood(s) else right)),
    "F08": Dealer(banker=_banker(lambda s, right: right or (_stood(s) and s.banker == 6))),
    "F09": Dealer(player=lambda s: right_player(s) and s.player != 5),
    "F10": Dealer(banker=_banker(lambda s, right: right and not (s.banker in (4, 5) and _against(s, 7)))),
    "F11": Dealer(banker=_banker(lambda s, right: right or s.banker == 4)),
    "F12": Dealer(banker=_banker(lambda s, right: right or (s.banker == 7 and _against(s, 7)))),
    "F13": Dealer(banker=_banker(lambda s, right: right and not (s.banker == 3 and _against(s, 9)))),
    "F14": Dealer(banker=_banker(lambda s, right: right or (s.banker == 3 and _against(s, 8)))),
    "F15": Dealer(banker=_banker(lambda s, _: low(s.banker))),
    "F16": Dealer(banker=_banker(lambda s, right: right or (s.banker == 4 and s.third_rank[:-1] == "10"))),
    "F17": Dealer(value=_wrong_pictures),
    "F18": Dealer(player=_unreduced_player, banker=_unreduced_banker, reduce=False),
    "F19": Dealer(),
}


def play(fault: str, shoe: int, number: int, next_card: Callable[[], str]) -> Dealt:
    """Deal and record one round as the dealer of this fault does, and mark the cells that are then wrong."""
    dealer = DEALERS[fault]
    opening = [next_card() for _ in range(4)]
    player, banker = opening[::2], opening[1::2]
    sums = [sum(map(dealer.value, hand)) for hand in (player, banker)]
    seen = Sight(*(total % 10 if dealer.reduce else total for total in sums))
    if dealer.player(seen):
        player.append(next_card())
        seen = Sight(seen.player, seen.banker, dealer.value(player[2]), player[2])
    if dealer.banker(seen):
        banker.append(next_card())
    totals = [sum(map(dealer.value, hand)) % 10 for hand in (player, banker)]
    outcome = str(winner(*totals))
    if fault == "F19" and {*totals} == {8, 9}:
        outcome = "Tie"
    dealt = Dealt(shoe, number, player, banker, *totals, outcome)
    dealt.planted = wrong_cells(dealt)
    return dealt


def wrong_cells(dealt: Dealt) -> set[str]:
    """The cells that contradict the right rules; a cell that follows from a wrong one is not among them."""
    wrong = set()
    initial = [sum(map(card_value, hand[:2])) % 10 for hand in (dealt.player, dealt.banker)]
    true = [sum(map(card_value, hand)) % 10 for hand in (dealt.player, dealt.banker)]
    drew = [len(hand) == 3 for hand in (dealt.player, dealt.banker)]
    third = card_value(dealt.player[2]) if drew[0] else NO_CARD
    sight = Sight(initial[0], initial[1], third)
    player_wrong = drew[0] != right_player(sight)
    both_missing = False
    if player_wrong:
        wrong.add("P3")
        # Banker may have gone by the card that should not be there, or by one that nobody recorded.
        banker = {banker_draws(initial[1], seen) for seen in ((NO_CARD, third) if drew[0] else (UNSEEN,))}
        if not sight.natural and UNKNOWN not in banker and drew[1] not in banker:
            both_missing = not drew[0] and not drew[1]
            wrong |= set() if both_missing else {"B3"}
    elif drew[1] != right_banker(sight):
        wrong.add("B3")
    if sight.natural and drew[1] and not drew[0]:
        wrong.add("B3")
    recorded = [dealt.player_total, dealt.banker_total]
    for side, column in enumerate(("Player total", "Banker total")):
        third_wrong = ("P3", "B3")[side] in wrong or (
            side == 1 and (both_missing or (sight.natural and drew[1]))
        )
        # A card that is missing could have made any total; one too many may have been left out of it.
        explained = third_wrong and (not drew[side] or recorded[side] == initial[side])
        if recorded[side] != true[side] and not explained:
            wrong.add(column)
    if dealt.winner != winner(*recorded):
        wrong.add("Winner")
    return wrong
