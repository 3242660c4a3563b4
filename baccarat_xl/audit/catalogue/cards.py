"""Cells that should hold a card and do not."""

from __future__ import annotations

from typing import ClassVar

from baccarat_xl.audit.catalogue.base import Case, Rule
from baccarat_xl.audit.finding import Severity
from baccarat_xl.layout.table import valued_card
from baccarat_xl.rules.faults import Kind
from baccarat_xl.rules.record import LABELS


class UnreadableCard(Rule):
    """A card cannot be read.

    The cell holds something that is no card: other text, a fraction, TRUE or FALSE, an error value. It is
    neither skipped nor taken for 0; what depends on it is not judged.

    Why: a total adds card values (R1, R2), and this cell has none.

    Wrong::

        P1,P2,P3,B1,B2,B3
        9,K,,5,3,
        2,3,8,A,2,
        2,7x,,A,8,

    Right::

        P1,P2,P3,B1,B2,B3
        9,K,,5,3,
        2,3,8,A,2,
        2,7,,A,8,

    How to fix: write the card as A, 2-10, T, J, Q or K, with or without a suit (``10S``, ``♠7``); write ``?``
    for a third card that was drawn and not seen.
    """

    code = "BACC101"
    clause = "R1"
    kinds = (Kind.UNREADABLE_CARD,)
    says = "{label} cannot be read as a card"

    @classmethod
    def fix(cls, case: Case) -> str:
        unseen = ", ? if it was drawn and not seen, empty if none was dealt" if "third" in case.role else ""
        return f"write the card in {case.cells}: A, 2-10, J, Q, K{unseen}"


class ImpossibleCard(Rule):
    """A card has a number that no card has.

    The cell holds a whole number outside 0 to 13.

    Why: ranks run from 1 (ace) to 13 (king), values from 0 to 9 (R1). 14 is no ace here, and a two-digit sum
    is no card.

    Wrong::

        P1,P2,P3,B1,B2,B3
        9,K,,5,3,
        2,3,8,A,2,
        2,14,3,A,6,

    Right::

        P1,P2,P3,B1,B2,B3
        9,K,,5,3,
        2,3,8,A,2,
        2,A,3,A,6,

    How to fix: write the card that was dealt: A, 2-10, J, Q, K, or a number from 0 to 13.
    """

    code = "BACC102"
    clause = "R1"
    kinds = (Kind.IMPOSSIBLE_CARD,)
    says = "{label} has a number that no card has"

    @classmethod
    def fix(cls, case: Case) -> str:
        return f"write the card in {case.cells}: A, 2-10, J, Q, K, or a number from 0 to 13"


class TooManyCards(Rule):
    """A hand has more than three cards.

    A cell that lists a hand holds four cards or more.

    Why: a hand is dealt two cards and takes at most one more (R4, R5).

    Wrong::

        round,player_cards,banker_cards,winner
        1,2|3|A|4,K|7,Banker

    Right::

        round,player_cards,banker_cards,winner
        1,2|3|A,K|7,Banker

    How to fix: leave the two opening cards and, where one was drawn, the third card. Two rounds may have run
    into one cell.
    """

    code = "BACC103"
    clause = "R4"
    severity: ClassVar[Severity] = "error"
    says = "{side}'s hand has more than three cards"

    @classmethod
    def fix(cls, case: Case) -> str:
        return f"leave two or three cards in {case.cells}"


class WrongCardValue(Rule):
    """A recorded card value differs from its card.

    A column beside the cards holds what each card is worth, typed or worked out, and in this cell it is
    something else. Totals, outcome and draws that only follow from the wrong value are not told again.

    Why: A counts 1, 2-9 what they show, 10, J, Q, K nothing (R1); a number from 10 to 13 is read as one of
    these ranks. No card has no value, and is not a card worth 0 (R7): beside an empty third card, 0 is wrong
    unless the column has it there for no card.

    Wrong::

        P1,P1 value,P2,P2 value,P3,B1,B2,B3,Player total
        A,11,5,5,,7,J,,6
        2,2,3,3,8,A,2,,3

    Right::

        P1,P1 value,P2,P2 value,P3,B1,B2,B3,Player total
        A,1,5,5,,7,J,,6
        2,2,3,3,8,A,2,,3

    How to fix: correct the value, or the formula in its cell, and what was worked out from it. Where totals,
    draws and outcome agree with the value, the card may be what was written down wrongly.
    """

    code = "BACC114"
    clause = "R1"
    says = "the recorded value of {label} is not what the card is worth"

    @classmethod
    def message(cls, case: Case) -> str:
        label = LABELS[valued_card(case.role)]
        if case.fault.clause == "R7":
            return f"a value is recorded for {label}, but there is no such card"
        return cls.says.format(label=label)

    @classmethod
    def fix(cls, case: Case) -> str:
        card = case.place(valued_card(case.role))
        if case.fault.clause == "R7":
            return f"clear {case.cells}, or enter the card in {card} if one was drawn"
        more = " and correct what goes by it" if case.fault.why != case.fault.text else ""
        return f"write {case.fault.expected} in {case.cells}{more}, or correct the card in {card}"


class HandsDiffer(Rule):
    """A hand in one cell differs from the cards beside it.

    The table records each hand twice, in one cell and in a column for each card, and here they are not the
    same. The round is judged by the columns; what only goes by the one cell is not told again.

    Why: a hand has one set of cards (R1), so one of the two was written down wrongly.

    Wrong::

        player_cards,banker_cards,P1,P2,P3,B1,B2,B3
        2|3|8,A|2,2,3,8,A,2,
        7|K,5|3,9,K,,5,3,

    Right::

        player_cards,banker_cards,P1,P2,P3,B1,B2,B3
        2|3|8,A|2,2,3,8,A,2,
        9|K,5|3,9,K,,5,3,

    How to fix: see which of the two agrees with totals and outcome, and correct the other.
    """

    code = "BACC115"
    clause = "R1"

    @classmethod
    def message(cls, case: Case) -> str:
        return f"{case.side}'s hand in one cell differs from the cards beside it"

    @classmethod
    def fix(cls, case: Case) -> str:
        return f"correct {case.cells}, or the cards beside it"
