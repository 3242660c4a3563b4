"""The layout of the sheet (BACC5xx)."""

from __future__ import annotations

from typing import ClassVar

from baccarat_xl.audit.catalogue.base import Case, Rule
from baccarat_xl.audit.finding import Severity


class OtherColumnOrder(Rule):
    """Another order of the columns fits the rounds much better.

    Read as their headers say, the columns of cards and totals make many rounds impossible; one other order of
    the same columns makes far fewer so: Player's cards below Banker's headers, third cards below those of
    opening cards, the two hands' totals exchanged. Headers were probably swapped, or copied from another
    table. The rounds are judged by the headers as written; the suggestion is a guess.

    Why: rounds that were dealt by the rules are possible rounds (R3-R5). A wrong column order is the cheapest
    explanation of a table in which every second round is not.

    Wrong (rounds like these, many of them)::

        P1,P2,P3,B1,B2,B3,Outcome
        9,Q,A,7,,,Player
        2,K,3,3,5,,Player
        6,K,2,3,,9,Player
        8,Q,7,K,,,Player

    Right (rounds like these, many of them)::

        P1,P2,B1,B2,P3,B3,Outcome
        9,Q,A,7,,,Player
        2,K,3,3,5,,Player
        6,K,2,3,,9,Player
        8,Q,7,K,,,Player

    How to fix: look at a few rounds whose cards are known, then correct the headers, or say what the columns
    are with ``--map``.
    """

    code = "BACC501"
    clause = "R3"
    severity: ClassVar[Severity] = "warning"
    says = "another order of the columns fits the rounds much better"


class DateInCardColumn(Rule):
    """A date stands where cards belong.

    A hand typed as ``3-8`` or ``6/7`` is turned into a date by spreadsheet programs, and the cards are lost
    behind it.

    Why: a date is no card and no hand (R1). What was typed can often be guessed from day and month, but is
    never guessed silently.

    Wrong::

        round,player_cards,banker_cards,winner
        1,2|3|A,K|7,Banker
        2,9|K,5|3,Player
        3,8-Mar,K|7,Banker

    Right::

        round,player_cards,banker_cards,winner
        1,2|3|A,K|7,Banker
        2,9|K,5|3,Player
        3,3|8|3,K|7,Banker

    How to fix: format the column as text, then type the cards again.
    """

    code = "BACC502"
    clause = "R1"
    says = "a date stands where {side}'s cards belong"

    @classmethod
    def fix(cls, case: Case) -> str:
        return f"format the column as text and type the cards again in {case.cells}"


class RepeatedRound(Rule):
    """Two rounds of a shoe have the same number.

    A row was probably copied or entered twice, or a number was not changed.

    Why: a shoe's rounds are numbered one after another, and each is counted once; a round that stands there
    twice is no second round (R1).

    Wrong::

        Shoe,Round,P1,P2,P3,B1,B2,B3,Outcome
        1,1,2,3,8,A,2,,Tie
        1,1,9,K,,5,3,,Player

    Right::

        Shoe,Round,P1,P2,P3,B1,B2,B3,Outcome
        1,1,2,3,8,A,2,,Tie
        1,2,9,K,,5,3,,Player

    How to fix: remove the row that is too many, or correct its number.
    """

    code = "BACC503"
    clause = "R1"
    severity: ClassVar[Severity] = "warning"
    says = "this shoe has two rounds of the same number"
