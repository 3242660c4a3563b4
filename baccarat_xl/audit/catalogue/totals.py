"""Recorded totals against the cards beside them (R2)."""

from __future__ import annotations

from baccarat_xl.audit.catalogue.base import Case, Rule
from baccarat_xl.rules.faults import Kind


class _Total(Rule):
    clause = "R2"

    @classmethod
    def fix(cls, case: Case) -> str:
        if case.fault.expected.isdigit():
            return f"write {case.fault.expected} in {case.cells}"
        return f"write a total from 0 to 9 in {case.cells}, or leave it empty"


class UnreducedTotal(_Total):
    """A total is not reduced to its last digit.

    The cell holds the ordinary sum of the cards, 13 in place of 3.

    Why: values are added and the last digit is kept (R2). A sum that is left as it is makes a hand of 13 look
    higher than a hand of 9, and tests for 0-5 miss it.

    Wrong::

        P1,P2,P3,B1,B2,B3,Player total
        7,8,4,A,6,,19

    Right::

        P1,P2,P3,B1,B2,B3,Player total
        7,8,4,A,6,,9

    How to fix: keep the last digit. In a formula, wrap the sum in ``MOD(...,10)``.
    """

    code = "BACC110"
    kinds = (Kind.UNREDUCED_TOTAL,)
    says = "{label} is not reduced to its last digit"


class WrongInitial(_Total):
    """A recorded initial total is not what its two cards give.

    Why: an initial total is the last digit of the two opening cards' sum; A counts 1, pictures and tens 0
    (R1, R2). The third card has no part in it. Where the final total follows from the same slip, it is
    reported here once.

    Wrong::

        P1,P2,P3,B1,B2,B3,Player initial total
        A,J,3,A,6,,2

    Right::

        P1,P2,P3,B1,B2,B3,Player initial total
        A,J,3,A,6,,1

    How to fix: correct the total, or the card if that was misread. J, Q, K counted as 11, 12, 13 is a common
    cause.
    """

    code = "BACC111"
    kinds = (Kind.WRONG_INITIAL,)
    says = "{label} is not what its two cards give"


class WrongFinal(_Total):
    """A recorded final total is not what the hand's cards give.

    Why: a final total is the last digit of the sum of all the cards that the hand ends with (R2).

    Wrong::

        P1,P2,P3,B1,B2,B3,Player final total
        2,3,8,A,2,,4

    Right::

        P1,P2,P3,B1,B2,B3,Player final total
        2,3,8,A,2,,3

    How to fix: correct the total, or the card if that was misread.
    """

    code = "BACC112"
    kinds = (Kind.WRONG_FINAL,)
    says = "{label} is not what its cards give"


class UnreadableTotal(_Total):
    """A recorded total is no total.

    The cell holds text, a fraction, a negative number, an error value, or a sum that fits no reading of the
    cards.

    Why: a total is a whole number from 0 to 9 (R2).

    Wrong::

        P1,P2,P3,B1,B2,B3,Player total
        9,K,,5,3,,9
        2,4,,A,6,,6
        2,3,8,A,2,,3.5

    Right::

        P1,P2,P3,B1,B2,B3,Player total
        9,K,,5,3,,9
        2,4,,A,6,,6
        2,3,8,A,2,,3

    How to fix: write the total, or leave the cell empty.
    """

    code = "BACC113"
    kinds = (Kind.UNREADABLE_TOTAL,)
    says = "{label} is no total from 0 to 9"
