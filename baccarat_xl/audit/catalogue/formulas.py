"""Formulas against the rules (BACC3xx)."""

from __future__ import annotations

from typing import ClassVar

from baccarat_xl.audit.catalogue.base import Rule
from baccarat_xl.audit.finding import Severity


class RefutedFormula(Rule):
    """A formula is wrong in at least one state of its inputs.

    The formula was computed for every state that its input cells can have, and compared with the rules. It
    gives a wrong answer in some of them, whether or not such a round stands in the sheet yet.

    Why: totals and third cards have few values, so a formula can be tried in all states (R3-R6). Rows find a
    wrong formula late: the state that it gets wrong may not come for a hundred rounds.

    Wrong (formulas with the value that the file stores)::

        P1,P2,B1,B2,Player initial total
        2,3,8,1,"=A2+B2 -> 5"

    Right (formulas with the value that the file stores)::

        P1,P2,B1,B2,Player initial total
        2,3,8,1,"=MOD(A2+B2,10) -> 5"

    How to fix: take the right formula or the repair that the report gives, fill it down, and let the program
    recalculate.
    """

    code = "BACC301"
    clause = "R5"
    says = "the formula for {label} is wrong"


class DriftedFormula(Rule):
    """A cell's formula differs from its neighbours'.

    Most cells of the column are copies of one formula; this one is another. Where it is wrong in some state,
    that is an error; where it is proved right, it is worth a note only.

    Why: a column answers one question, and each row should answer it by the same rules (R3-R6). A copy that
    drifted was usually edited by hand for one round, or pasted from elsewhere.

    Wrong (formulas with the value that the file stores)::

        P1,P2,B1,B2,Player initial total
        2,3,8,1,"=MOD(A2+B2,10) -> 5"
        9,8,8,1,"=MOD(A3+B3,10) -> 7"
        1,3,8,1,"=MOD(A4+B4,10) -> 4"
        4,3,3,6,"=MOD(A5+C5,10) -> 7"

    Right (formulas with the value that the file stores)::

        P1,P2,B1,B2,Player initial total
        2,3,8,1,"=MOD(A2+B2,10) -> 5"
        9,8,8,1,"=MOD(A3+B3,10) -> 7"
        1,3,8,1,"=MOD(A4+B4,10) -> 4"
        4,3,3,6,"=MOD(A5+B5,10) -> 7"

    How to fix: fill the formula of the other rows into this cell.
    """

    code = "BACC302"
    clause = "R1"
    says = "the formula for {label} differs from the rest of its column"


class TypedOver(Rule):
    """A value was typed over a formula.

    The cells above and below hold a formula; this one holds a constant, which no longer follows its row.

    Why: a typed total or decision stays as it is when a card is corrected, and then contradicts its row
    (R1, R2).

    Wrong (formulas with the value that the file stores)::

        P1,P2,B1,B2,Player initial total
        2,3,8,1,"=MOD(A2+B2,10) -> 5"
        9,8,8,1,7
        1,3,8,1,"=MOD(A4+B4,10) -> 4"
        4,3,3,6,"=MOD(A5+B5,10) -> 7"

    Right (formulas with the value that the file stores)::

        P1,P2,B1,B2,Player initial total
        2,3,8,1,"=MOD(A2+B2,10) -> 5"
        9,8,8,1,"=MOD(A3+B3,10) -> 7"
        1,3,8,1,"=MOD(A4+B4,10) -> 4"
        4,3,3,6,"=MOD(A5+B5,10) -> 7"

    How to fix: fill the formula of the other rows into this cell.
    """

    code = "BACC303"
    clause = "R1"
    severity: ClassVar[Severity] = "warning"
    says = "a typed value stands in a column of formulas"


class StaleValue(Rule):
    """A stored value differs from what its formula gives.

    The file holds a formula and the value that it had when somebody last computed it. Computed again from the
    values beside it, the formula gives something else.

    Why: what a reader, a chart or another program sees is the stored value (R2, R6). It is stale where
    calculation was switched to manual, or where a program wrote the file without computing it.

    Wrong (formulas with the value that the file stores)::

        P1,P2,B1,B2,Player initial total
        7,8,8,1,"=MOD(A2+B2,10) -> 0"

    Right (formulas with the value that the file stores)::

        P1,P2,B1,B2,Player initial total
        7,8,8,1,"=MOD(A2+B2,10) -> 5"

    How to fix: open the file in a spreadsheet program, recalculate everything (Ctrl+Alt+F9 in Excel,
    Ctrl+Shift+F9 in LibreOffice) and save it.
    """

    code = "BACC304"
    clause = "R2"
    severity: ClassVar[Severity] = "warning"
    says = "stored values of the formulas for {label} are not what they give"


class MissingValue(Rule):
    """A formula has no stored value.

    The file was written by a program that computes nothing, and no spreadsheet program has saved it since.
    The cell reads as empty, so its row could not be checked by it. The formula itself is proved or refuted
    all the same.

    Why: a total or an outcome that is not there is not known, and is not guessed (R7.3).

    Wrong (formulas with the value that the file stores)::

        P1,P2,B1,B2,Player initial total
        7,8,8,1,"=MOD(A2+B2,10) -> nothing"

    Right (formulas with the value that the file stores)::

        P1,P2,B1,B2,Player initial total
        7,8,8,1,"=MOD(A2+B2,10) -> 5"

    How to fix: open the file in a spreadsheet program and save it.
    """

    code = "BACC305"
    clause = "R7.3"
    severity: ClassVar[Severity] = "note"
    says = "formulas for {label} have no stored value"
