"""The right formula in the user's own cells and words, and the nearest repair of the user's own."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from baccarat_xl.proof.domain import Domain
from baccarat_xl.proof.judge import Judgement
from baccarat_xl.proof.repair import repairs
from baccarat_xl.proof.suggest import suggestions
from baccarat_xl.proof.text import Formula
from baccarat_xl.proof.trial import SECONDS, Trial
from baccarat_xl.proof.undecided import Undecided

if TYPE_CHECKING:
    from baccarat_xl.proof.engine import Sweeper
    from baccarat_xl.proof.question import Question


def offers(
    question: Question, sweeper: Sweeper, formula: Formula, domain: Domain, judgement: Judgement
) -> tuple[str | None, str | None]:
    """(suggested formula, repair), each proved by the same sweep, or None."""
    trial = Trial(question, sweeper, domain, judgement)
    try:
        written = suggestions(question, formula, judgement)
        proved = trial.proved(written)
        suggested = min((one.typed for one in proved), key=len) if proved else None
    except Undecided:
        suggested = None
    trial.until = time.process_time() + SECONDS
    try:
        repair = None if sweeper.heavy else repairs(trial, question, formula, judgement)
    except Undecided:
        repair = None
    return suggested, repair
