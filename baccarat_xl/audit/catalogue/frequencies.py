"""What only many rounds together show (BACC6xx); looked for with ``--frequencies``."""

from __future__ import annotations

from typing import ClassVar

from baccarat_xl.audit.catalogue.base import Rule
from baccarat_xl.audit.finding import Severity


class FrequencyRule(Rule):
    """A rule that is asked for with ``--frequencies``; ``decks`` are those of its page."""

    decks: ClassVar[int] = 8
    clause = "R10"


class TooManyAlike(FrequencyRule):
    """A shoe deals a card more often than it holds it.

    Within one shoe a rank (or, where only card values are recorded, a value) comes more often than so many
    decks have it. The finding stands at the first card that is too many.

    Why: a shoe is dealt without putting cards back, so that no rank comes more than four times a deck
    (R10). A simulator that draws every card anew, a shoe number that was not changed, or more decks than
    were named with ``--decks`` explain it.

    Wrong (checked with --frequencies --decks 1)::

        Shoe,Round,P1,P2,P3,B1,B2,B3,Outcome
        1,1,9,J,,9,Q,,Tie
        1,2,9,K,,9,10,,Tie
        1,3,9,J,,8,Q,,Player

    Right (checked with --frequencies --decks 1)::

        Shoe,Round,P1,P2,P3,B1,B2,B3,Outcome
        1,1,9,J,,9,Q,,Tie
        1,2,9,K,,9,10,,Tie
        2,1,9,J,,8,Q,,Player

    How to fix: name the right number of decks, correct the shoe's number, or deal from a shoe.
    """

    code = "BACC601"
    says = "this shoe deals {card} more often than it holds it"


class Copied(FrequencyRule):
    """Rounds repeat earlier rounds, card by card.

    A stretch of rounds has the same cards in the same order as an earlier stretch: rows or a whole shoe
    copied, or a generator started again from the same seed.

    Why: two rounds hardly ever have the same cards, and a stretch as long as this one would by chance come
    again in no log that anybody will see; the finding says how rare it is (R10).

    Wrong (checked with --frequencies)::

        Shoe,Round,P1,P2,P3,B1,B2,B3,Outcome
        1,1,9,J,,8,Q,,Player
        1,2,2,3,8,A,2,,Tie
        1,3,6,K,,7,K,,Banker
        2,1,9,J,,8,Q,,Player
        2,2,2,3,8,A,2,,Tie
        2,3,6,K,,7,K,,Banker

    Right (checked with --frequencies)::

        Shoe,Round,P1,P2,P3,B1,B2,B3,Outcome
        1,1,9,J,,8,Q,,Player
        1,2,2,3,8,A,2,,Tie
        1,3,6,K,,7,K,,Banker
        2,1,7,J,,A,5,,Player

    How to fix: remove what was copied, or give the generator another seed for each shoe.
    """

    code = "BACC602"
    severity: ClassVar[Severity] = "warning"
    says = "{rounds} repeat earlier rounds, card by card"


class Deviates(FrequencyRule):
    """A frequency deviates from the exact one.

    Something comes more or less often than the procedure lets it come, by more than chance explains: at a
    level of 0.001, all tests of the file together.

    Why: the procedure fixes how often every outcome, total, draw and card comes (R10). A wrong rule, a
    shoe that is not shuffled or not the one that was named, rounds that were picked out, or a column that
    was read as another one explain it; the rows say which. No test that fits says that all is right.

    Wrong (rounds like these, many of them; checked with --frequencies)::

        Outcome
        Tie
        Player

    Right (rounds like these, many of them; checked with --frequencies)::

        Outcome
        Banker
        Player

    How to fix: look at the rows first; then at how cards are shuffled and which rounds were left out.
    """

    code = "BACC603"
    severity: ClassVar[Severity] = "warning"
    says = "{label} deviate from the exact frequencies"


class OutOfOrder(FrequencyRule):
    """A shoe or a round stands out of order.

    A shoe goes on after rounds of another shoe, or a round has a lower number than the one before it in its
    shoe. Where that is usual in a log, its numbers mean something else, and nothing is said.

    Why: rounds are dealt from one shoe after another; what each shoe holds, and which rounds follow each
    other, is known only where rows stand in the order in which they were dealt (R10).

    Wrong (checked with --frequencies)::

        Shoe,Round,P1,P2,P3,B1,B2,B3,Outcome
        1,1,9,J,,8,Q,,Player
        2,1,2,3,8,A,2,,Tie
        1,2,6,K,,7,K,,Banker

    Right (checked with --frequencies)::

        Shoe,Round,P1,P2,P3,B1,B2,B3,Outcome
        1,1,9,J,,8,Q,,Player
        1,2,6,K,,7,K,,Banker
        2,1,2,3,8,A,2,,Tie

    How to fix: sort the rows by shoe and round, or correct the number.
    """

    code = "BACC604"
    severity: ClassVar[Severity] = "warning"
    says = "this {what} stands out of order"


RULES_OF_FREQUENCIES: tuple[type[FrequencyRule], ...] = (TooManyAlike, Copied, Deviates, OutOfOrder)
