"""Third cards as recorded, against the natural check, Player's rule and Banker's rule (R3-R5)."""

from __future__ import annotations

from baccarat_xl.audit.catalogue.base import DRAW_FAULTS, Case, Rule, ends
from baccarat_xl.rules.faults import Kind
from baccarat_xl.rules.unknown import UNKNOWN


class _Extra(Rule):
    """A third card that should not be there."""

    @classmethod
    def fix(cls, case: Case) -> str:
        after = case.repaired(**dict.fromkeys(case.fault.roles))
        verb = f"take the third card out of {case.cells}" if case.joined else f"clear {case.cells}"
        later = [fault.text for fault in after.faults if fault.kind in DRAW_FAULTS]
        if later:
            return f"{verb}; then {later[0]}, so the round was misdealt or a card was misread"
        settled = ends(case, after)
        return f"{verb}; {settled}" if settled else verb


class _Absent(Rule):
    """A third card that must be there."""

    @classmethod
    def message(cls, case: Case) -> str:
        both = " (Banker's is missing too)" if len(case.fault.roles) > 1 else ""
        return f"{case.side} must draw a third card, but none is recorded{both}"

    @classmethod
    def fix(cls, case: Case) -> str:
        verb = "add" if case.joined else "enter"
        to = "to" if case.joined else "in"
        first = f"{verb} {case.side}'s third card {to} {case.place(case.role)}"
        side = case.side.lower()
        initial = case.round.player_initial if side == "player" else case.round.banker_initial
        final = case.round.player_final if side == "player" else case.round.banker_final
        cell = case.place(f"{side}_final")
        if cell and UNKNOWN not in (initial, final) and initial != final:
            worth = (int(final) - int(initial)) % 10  # type: ignore[arg-type]
            return f"{first}; by the final total in {cell} it is a card worth {worth}"
        return f"{first}; if none was dealt, the round was misdealt"


class BankerExtra(_Extra):
    """Banker drew a third card, but must stand.

    Why: after a third card for Player, Banker goes by the value of that one card and Banker's own initial
    total, never by Player's final total (R5.2). When Player stood, Banker draws on 0-5 and stands on 6 and 7
    (R5.1).

    Wrong::

        P1,P2,P3,B1,B2,B3,Outcome
        2,3,8,A,2,5,Banker

    Right::

        P1,P2,P3,B1,B2,B3,Outcome
        2,3,8,A,2,,Tie

    How to fix: clear the card and correct what was worked out from it. If it was really dealt, the round was
    misdealt; if another cell is misread, correct that one.
    """

    code = "BACC201"
    clause = "R5"
    kinds = (Kind.BANKER_EXTRA,)
    says = "Banker drew a third card, but must stand"


class BankerMissing(_Absent):
    """Banker must draw a third card, but none is recorded.

    Why: when Player stood, Banker draws on 0-5 (R5.1); there is no third card to look up, and an empty cell
    is not a card worth 0. When Player drew, the table decides by the value of Player's third card (R5.2).

    Wrong::

        P1,P2,P3,B1,B2,B3,Outcome
        2,4,,2,3,,Player

    Right::

        P1,P2,P3,B1,B2,B3,Outcome
        2,4,,2,3,4,Banker

    How to fix: enter the card that was drawn. If none was dealt, the round was misdealt.
    """

    code = "BACC202"
    clause = "R5"
    kinds = (Kind.BANKER_MISSING,)


class PlayerExtra(_Extra):
    """Player drew a third card, but must stand.

    Why: without a natural, Player stands on 6 and 7 (R4.2), whatever Banker holds.

    Wrong::

        P1,P2,P3,B1,B2,B3,Outcome
        2,4,3,A,6,,Player

    Right::

        P1,P2,P3,B1,B2,B3,Outcome
        2,4,,A,6,,Banker

    How to fix: clear the card and correct what was worked out from it. If it was really dealt, the round was
    misdealt.
    """

    code = "BACC203"
    clause = "R4.2"
    kinds = (Kind.PLAYER_EXTRA,)
    says = "Player drew a third card, but must stand"


class PlayerMissing(_Absent):
    """Player must draw a third card, but none is recorded.

    Why: without a natural, Player draws on 0-5 (R4.1). Where Banker's card is missing by the same slip, both
    cells are named in this one finding.

    Wrong::

        P1,P2,P3,B1,B2,B3,Outcome
        2,3,,A,6,,Banker

    Right::

        P1,P2,P3,B1,B2,B3,Outcome
        2,3,A,A,6,,Banker

    How to fix: enter the card that was drawn, or ``?`` if it was not seen. If none was dealt, the round was
    misdealt.
    """

    code = "BACC204"
    clause = "R4.1"
    kinds = (Kind.PLAYER_MISSING,)


class CardAfterNatural(_Extra):
    """A third card is recorded after a natural.

    Why: with 8 or 9 on either initial total neither hand draws; this check comes before every other rule
    (R3). A three-card 8 or 9 is no natural.

    Wrong::

        P1,P2,P3,B1,B2,B3,Outcome
        4,A,3,7,A,,Tie

    Right::

        P1,P2,P3,B1,B2,B3,Outcome
        4,A,,7,A,,Banker

    How to fix: clear the card and correct what was worked out from it.
    """

    code = "BACC205"
    clause = "R3"
    kinds = (Kind.CARD_AFTER_NATURAL,)
    says = "a third card is recorded after a natural"


class Leftover(_Extra):
    """A third card looks left over from an earlier round.

    The hand must not have a third card, and the recorded totals or outcome leave it out, or the round before
    has the same card in the same cell: the cell was not cleared. It is reported once, as this, and not as a
    misplayed hand.

    Why: the draw has no room for it (R3, R4.2, R5), and nothing else in the row counts it (R2).

    Wrong::

        P1,P2,P3,B1,B2,B3,Player total,Outcome
        2,3,7,K,7,,2,Banker
        9,K,7,K,5,,9,Player

    Right::

        P1,P2,P3,B1,B2,B3,Player total,Outcome
        2,3,7,K,7,,2,Banker
        9,K,,K,5,,9,Player

    How to fix: clear the cell.
    """

    code = "BACC206"
    clause = "R3"
    kinds = (Kind.LEFTOVER,)

    @classmethod
    def message(cls, case: Case) -> str:
        many = "third cards look" if len(case.fault.roles) > 1 else "a third card looks"
        return f"{many} left over from an earlier round"
