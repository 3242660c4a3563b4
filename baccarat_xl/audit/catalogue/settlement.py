"""Bets and what was paid for them (BACC4xx), by the payment terms that were named with ``--terms``."""

from __future__ import annotations

from typing import ClassVar

from baccarat_xl.audit.catalogue.base import Rule


class PaymentRule(Rule):
    """A rule that needs payment terms; ``terms`` are those of its page."""

    terms: ClassVar[str] = "commission-5"
    clause = "R9"


class TieNotPushed(PaymentRule):
    """A bet on Player or Banker is not given back on a Tie.

    The round is a tie, and the stake of a bet on Player or Banker was taken, or paid.

    Why: under the terms that were named, bets on Player and Banker push on a Tie: the stake is given back and
    nothing is won (R9).

    Wrong (with the terms commission-5)::

        P1,P2,P3,B1,B2,B3,Outcome,Bet,Stake,Profit
        9,K,,5,3,,Player,Player,10,10
        9,K,,5,4,,Tie,Player,10,-10

    Right (with the terms commission-5)::

        P1,P2,P3,B1,B2,B3,Outcome,Bet,Stake,Profit
        9,K,,5,3,,Player,Player,10,10
        9,K,,5,4,,Tie,Player,10,0

    How to fix: give the stake back and correct the balances that follow, or name terms by which a tie loses.
    """

    code = "BACC401"
    says = "a bet on {bet} was not given back on a Tie"


class CommissionMissing(PaymentRule):
    """A winning Banker bet is paid without commission.

    The bet was paid one to one, though the terms keep a commission.

    Why: Banker wins more often than Player, and these terms make up for it with a commission (R9).

    Wrong (with the terms commission-5)::

        P1,P2,P3,B1,B2,B3,Outcome,Bet,Stake,Profit
        6,K,,7,K,,Banker,Banker,50,47.5
        6,K,,7,K,,Banker,Banker,50,50

    Right (with the terms commission-5)::

        P1,P2,P3,B1,B2,B3,Outcome,Bet,Stake,Profit
        6,K,,7,K,,Banker,Banker,50,47.5
        6,K,,7,K,,Banker,Banker,50,47.5

    How to fix: take the commission off what is paid, or name terms without one.
    """

    code = "BACC402"
    says = "a winning bet on Banker was paid without its commission"


class CommissionCut(PaymentRule):
    """The commission on a winning Banker bet is cut or raised to whole units.

    What was paid differs from what is due by less than one unit, and is a whole number where that is none.

    Why: 5% of 30 is 1.50. A whole number in its place is the work of INT, ROUND or a missing decimal, and
    over many bets it moves the share that is kept (R9).

    Wrong (with the terms commission-5)::

        P1,P2,P3,B1,B2,B3,Outcome,Bet,Stake,Profit
        6,K,,7,K,,Banker,Banker,50,47.5
        6,K,,7,K,,Banker,Banker,30,29

    Right (with the terms commission-5)::

        P1,P2,P3,B1,B2,B3,Outcome,Bet,Stake,Profit
        6,K,,7,K,,Banker,Banker,50,47.5
        6,K,,7,K,,Banker,Banker,30,28.5

    How to fix: keep the decimals, or name terms whose rounding is to whole units (``unit`` and ``rounding``).
    """

    code = "BACC403"
    says = "the commission on a winning bet on Banker was cut to whole units"


class ToAgainstFor(PaymentRule):
    """A payout is written "for" where the others are "to", or "to" where they are "for".

    "8 to 1" is paid beside the stake, "8 for 1" with the stake in it. Most payouts of this column are of one
    kind, and this one fits the other.

    Why: a bet at 1 to 1 of 10 wins 10, and 20 come back. Both are right, but not in one column (R9).

    Wrong (with the terms commission-5)::

        P1,P2,P3,B1,B2,B3,Outcome,Bet,Stake,Payout
        9,K,,5,3,,Player,Player,10,10
        6,K,,7,K,,Banker,Banker,10,9.5
        9,K,,5,2,,Player,Player,10,20

    Right (with the terms commission-5)::

        P1,P2,P3,B1,B2,B3,Outcome,Bet,Stake,Payout
        9,K,,5,3,,Player,Player,10,10
        6,K,,7,K,,Banker,Banker,10,9.5
        9,K,,5,2,,Player,Player,10,10

    How to fix: write the column in one way; the stake is either in every payout or in none.
    """

    code = "BACC404"
    says = 'the payout of a bet on {bet} mixes "to" with "for"'


class WrongTieOdds(PaymentRule):
    """A winning bet on Tie is paid at other odds.

    Why: the terms that were named pay Tie at 8 to 1, or 9 to 1 where they say so; 8 to 1 is 9 for 1 (R9).

    Wrong (with the terms commission-5)::

        P1,P2,P3,B1,B2,B3,Outcome,Bet,Stake,Profit
        9,K,,5,3,,Player,Tie,10,-10
        9,K,,5,4,,Tie,Tie,10,90

    Right (with the terms commission-5)::

        P1,P2,P3,B1,B2,B3,Outcome,Bet,Stake,Profit
        9,K,,5,3,,Player,Tie,10,-10
        9,K,,5,4,,Tie,Tie,10,80

    How to fix: pay the odds of the terms, or name others, such as ``commission-5+tie-9``.
    """

    code = "BACC405"
    says = "a winning bet on Tie was paid at other odds"


class ExceptionIgnored(PaymentRule):
    """The exception for a winning Banker 6 or 7 is ignored.

    Terms without commission make up for it: a winning Banker 6 is paid half, or a winning Banker 7 of three
    cards is pushed. This bet was paid as if that were not so.

    Why: without the exception the bet on Banker would be paid more often than it loses (R9).

    Wrong (with the terms banker-6-half)::

        P1,P2,P3,B1,B2,B3,Outcome,Bet,Stake,Profit
        6,K,,7,K,,Banker,Banker,10,10
        7,7,A,6,K,,Banker,Banker,10,10

    Right (with the terms banker-6-half)::

        P1,P2,P3,B1,B2,B3,Outcome,Bet,Stake,Profit
        6,K,,7,K,,Banker,Banker,10,10
        7,7,A,6,K,,Banker,Banker,10,5

    How to fix: pay what the exception says, or name the terms that the table went by.
    """

    code = "BACC406"
    terms = "banker-6-half"
    says = "the exception for a winning Banker {total} was ignored"


class BalanceNotCarried(PaymentRule):
    """A balance does not follow from the one before.

    The balance moves by another amount than the bet came to.

    Why: a running balance is the one before and what the bet came to. One that does not follow was typed
    over, copied, or left out a bet (R9).

    Wrong (with the terms commission-5)::

        P1,P2,P3,B1,B2,B3,Outcome,Bet,Stake,Profit,Balance
        9,K,,5,3,,Player,Player,10,10,110
        9,K,,5,2,,Player,Player,10,10,120
        9,K,,5,2,,Player,Player,10,10,130
        6,K,,7,K,,Banker,Player,10,-10,130

    Right (with the terms commission-5)::

        P1,P2,P3,B1,B2,B3,Outcome,Bet,Stake,Profit,Balance
        9,K,,5,3,,Player,Player,10,10,110
        9,K,,5,2,,Player,Player,10,10,120
        9,K,,5,2,,Player,Player,10,10,130
        6,K,,7,K,,Banker,Player,10,-10,120

    How to fix: work the balance out from the one before and what the bet came to.
    """

    code = "BACC407"
    says = "the balance is not carried from the one before"


class WrongPayment(PaymentRule):
    """A bet came to another amount than the terms give.

    It is none of the known faults: a lost bet that was paid, a winning one that was not, other odds, a
    mistyped amount.

    Why: stake, outcome and terms settle what a bet comes to, to the last decimal (R9).

    Wrong (with the terms commission-5)::

        P1,P2,P3,B1,B2,B3,Outcome,Bet,Stake,Profit
        9,K,,5,3,,Player,Player,10,10
        9,K,,5,2,,Player,Banker,10,9.5

    Right (with the terms commission-5)::

        P1,P2,P3,B1,B2,B3,Outcome,Bet,Stake,Profit
        9,K,,5,3,,Player,Player,10,10
        9,K,,5,2,,Player,Banker,10,-10

    How to fix: look at the outcome and at what was bet on; then correct the amount, or name the terms that
    the table went by.
    """

    code = "BACC408"
    says = "a bet on {bet} came to another amount than the terms give"


RULES_OF_PAYMENT: tuple[type[PaymentRule], ...] = (
    TieNotPushed,
    CommissionMissing,
    CommissionCut,
    ToAgainstFor,
    WrongTieOdds,
    ExceptionIgnored,
    BalanceNotCarried,
    WrongPayment,
)
