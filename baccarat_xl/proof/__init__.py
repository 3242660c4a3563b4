"""Prove hand-made formulas right or wrong, over every state of their inputs.

``prove(formula, role, bind=...) -> Verdict`` judges one formula.

formula
    As typed or as stored: ``=IF(B2<=5,"D","S")``. Semicolons as separators, decimal commas and the function
    names of German, French, Spanish, Italian and Portuguese are read.
role
    What it gives: natural, player_draws, banker_draws, card_value, player_initial, banker_initial,
    player_third, banker_third (the value of the third card, blank for none), player_final, banker_final,
    outcome, next_step ("Player draws", "Banker draws", "Round over"), instruction (both, player, banker,
    none). None: the role whose right answers it gives most often, said as an assumption.
bind
    Input -> its role. An input is a reference as the formula has it: ``B2``, ``Shoe 1!B2``, a defined name,
    ``Rounds[[#This Row],[P3]]`` (``[@P3]`` is ``[[#This Row],[P3]]``). Roles of inputs: player_card_1,
    player_card_2, player_third, banker_card_1, banker_card_2, banker_third (cards), player_cards,
    banker_cards (all cards of a hand in one cell: ``K93``, ``10-9``, ``♠K ♥9``), player_initial,
    banker_initial (totals), natural, player_draws, banker_draws, player_final, banker_final (worked out from
    the others), card (for card_value). Inputs that the formula does not read may be bound as well, and should
    be when the row has them: a Player formula that ignores Banker's total is judged as if Banker had no
    natural only where that total is not bound.
means
    ``{"X": "draw"}``: what an answer means, over the vocabulary.
around
    `Surroundings`: helper cells, constants, names and the home sheet. What is neither bound nor there makes
    the formula undecided, unless ``rest_empty=True``. Cells that the rules know nothing of (other rows) can
    be given with contents to try, as ``unknown``: a formula whose answer depends on one is undecided.
cards
    A notation of `notation.NOTATIONS` for all card inputs, or input (or role) -> notation. None: values 0-9,
    or ranks where the formula's own texts speak of them. Hands in one cell have a notation and what joins the
    cards: ``letters joined``, ``text ranks joined by dash`` (`hands.BETWEEN`), several with `` or `` between
    them where it may be any; None: the likely one with which the formula is right most often.
no_card
    What the third-card cells hold when there is no card, every way: ``(None,)``, ``(None, "-")``, ``(0,)``
    (then tens are 10); None is the empty cell. Left out: an empty cell, or the marks the formula asks for.
decisions
    Input -> (what it holds for yes, for no), for bound natural, player_draws, banker_draws.
at
    The formula's own cell, needed by ROW() and COLUMN() only.
functions
    Functions that the workbook uses elsewhere, so that a suggestion may.
offer, apart
    False: no suggested formula and no repair; no sweep of other ways of writing the inputs (both quicker).
second_opinion
    True: LibreOffice evaluates all states too; where it differs the verdict is undecided.

The answer is pure data: see `Verdict` (``to_json()`` gives the object of ``formulas`` in a report). Anything
that prevents a judgement is ``undecided`` with its reason; only unknown roles and notations raise UsageError.

``Sweeper(around, inputs).sweep(formulas, states)`` is the evaluator by itself: formulas (`read_formula`)
over states (rows of input values) give a list of answers a formula, each a value, CellError or UNSETTLED
(spreadsheet programs differ). It raises Undecided. Helper cells that lead to the inputs are
`Surroundings.cells` that start with ``=``.

``prove_callable(function, arguments, role)`` sweeps a Python function in place of a formula.
``certificate`` and ``verify`` write and re-check what was proved.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from baccarat_xl.proof.callables import prove_callable
    from baccarat_xl.proof.certificates import certificate, verify
    from baccarat_xl.proof.engine import UNSETTLED, Sweeper
    from baccarat_xl.proof.proving import prove
    from baccarat_xl.proof.surroundings import Surroundings
    from baccarat_xl.proof.text import read_formula
    from baccarat_xl.proof.undecided import Undecided
    from baccarat_xl.proof.verdict import Apart, Cause, Counterexample, Verdict

__all__ = [
    "UNSETTLED",
    "Apart",
    "Cause",
    "Counterexample",
    "Surroundings",
    "Sweeper",
    "Undecided",
    "Verdict",
    "certificate",
    "prove",
    "prove_callable",
    "read_formula",
    "verify",
]
_HOMES: Final = {
    "UNSETTLED": "engine",
    "Sweeper": "engine",
    "Apart": "verdict",
    "Cause": "verdict",
    "Counterexample": "verdict",
    "Verdict": "verdict",
    "Surroundings": "surroundings",
    "Undecided": "undecided",
    "certificate": "certificates",
    "verify": "certificates",
    "prove": "proving",
    "prove_callable": "callables",
    "read_formula": "text",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found
    return found
