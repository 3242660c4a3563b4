"""Recorded decisions and outcomes, against what the cards give (R3-R6)."""

from __future__ import annotations

from typing import ClassVar

from baccarat_xl.audit.catalogue.base import Case, Rule
from baccarat_xl.audit.finding import Severity
from baccarat_xl.rules.faults import Kind


class WrongNatural(Rule):
    """A natural is recorded wrongly.

    Why: a natural is an *initial* total of 8 or 9 on either hand (R1, R3); a three-card 8 or 9 is none.

    Wrong::

        P1,P2,P3,B1,B2,B3,Natural
        2,3,3,A,3,4,yes

    Right::

        P1,P2,P3,B1,B2,B3,Natural
        2,3,3,A,3,4,no

    How to fix: correct the cell.
    """

    code = "BACC211"
    clause = "R3"
    kinds = (Kind.WRONG_NATURAL,)
    says = "natural is recorded wrongly"

    @classmethod
    def fix(cls, case: Case) -> str:
        return f"write {case.fault.expected} in {case.cells}"


class WrongDecision(WrongNatural):
    """A recorded decision contradicts the rule and the cards.

    The column says that a hand draws where it must stand, or the other way round, and the cards beside it
    follow the rule.

    Why: Player draws on 0-5 (R4), Banker by the table (R5), neither after a natural (R3).

    Wrong::

        P1,P2,P3,B1,B2,B3,Banker draws
        2,3,8,A,2,,yes

    Right::

        P1,P2,P3,B1,B2,B3,Banker draws
        2,3,8,A,2,,no

    How to fix: correct the cell, or the formula in it.
    """

    code = "BACC212"
    clause = "R4"
    kinds = (Kind.WRONG_DECISION,)
    says = "the recorded decision '{label}' contradicts the rule"


class UnreadableDecision(Rule):
    """A recorded decision cannot be read.

    The cell holds neither yes nor no in any of the words that are known.

    Why: a decision is to draw or to stand (R4, R5), a natural is there or not (R3); what is in the cell says
    neither, so nothing was compared.

    Wrong::

        P1,P2,P3,B1,B2,B3,Player draws
        2,3,8,A,2,,yes
        9,K,,5,3,,no
        2,4,,A,6,,perhaps

    Right::

        P1,P2,P3,B1,B2,B3,Player draws
        2,3,8,A,2,,yes
        9,K,,5,3,,no
        2,4,,A,6,,no

    How to fix: write yes or no, draws or stands, or leave the cell empty.
    """

    code = "BACC213"
    clause = "R4"
    severity: ClassVar[Severity] = "warning"
    kinds = (Kind.UNREADABLE_DECISION,)
    says = "the cell for {label} cannot be read as yes or no"

    @classmethod
    def fix(cls, case: Case) -> str:
        return f"write yes or no in {case.cells}, or leave it empty"


class WrongOutcome(Rule):
    """The recorded outcome contradicts the final totals.

    Why: the higher final total wins, equal totals tie (R6), 8 against 9 as well. Where an outcome follows
    from an earlier slip in the row, that slip is reported and not this.

    Wrong::

        P1,P2,P3,B1,B2,B3,Outcome
        9,K,,5,3,,Tie

    Right::

        P1,P2,P3,B1,B2,B3,Outcome
        9,K,,5,3,,Player

    How to fix: correct the outcome, or the card that was misread.
    """

    code = "BACC221"
    clause = "R6"
    kinds = (Kind.WRONG_OUTCOME,)
    says = "the outcome contradicts the final totals"

    @classmethod
    def fix(cls, case: Case) -> str:
        return f"write {case.fault.expected} in {case.cells}"


class UnreadableOutcome(Rule):
    """The recorded outcome cannot be read.

    The cell holds none of the words for Player, Banker and Tie that are known.

    Why: a round ends as Player, Banker or Tie (R6); ``win`` and ``lose`` are a bettor's view and say nothing
    of the round. Nothing was compared.

    Wrong::

        P1,P2,P3,B1,B2,B3,Outcome
        9,K,,5,3,,Player
        2,3,8,A,2,,Tie
        9,K,,5,K,,nobody

    Right::

        P1,P2,P3,B1,B2,B3,Outcome
        9,K,,5,3,,Player
        2,3,8,A,2,,Tie
        9,K,,5,K,,Player

    How to fix: write Player, Banker or Tie, or leave the cell empty.
    """

    code = "BACC222"
    clause = "R6"
    severity: ClassVar[Severity] = "warning"
    kinds = (Kind.UNREADABLE_OUTCOME,)
    says = "the outcome cannot be read"

    @classmethod
    def fix(cls, case: Case) -> str:
        right = case.round.outcome
        word = right if isinstance(right, str) else "Player, Banker or Tie"
        return f"write {word} in {case.cells}"


class OutcomesDiffer(Rule):
    """The computed and the recorded outcome differ.

    The table has two outcome columns. One of them agrees with the cards, this one does not.

    Why: a round has one outcome, by its final totals (R6).

    Wrong::

        P1,P2,P3,B1,B2,B3,Outcome,Recorded outcome
        2,3,8,A,2,,Tie,Banker

    Right::

        P1,P2,P3,B1,B2,B3,Outcome,Recorded outcome
        2,3,8,A,2,,Tie,Tie

    How to fix: if the recorded outcome is what was announced, look for a card that was written down wrongly;
    otherwise correct it.
    """

    code = "BACC223"
    clause = "R6"
    says = "the table's two outcomes differ, and this one contradicts the final totals"

    @classmethod
    def fix(cls, case: Case) -> str:
        return f"write {case.fault.expected} in {case.cells}, or look for a misread card in the round"
