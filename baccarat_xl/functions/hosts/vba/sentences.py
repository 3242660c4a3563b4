"""The sentences of a VBA module: what the Python rules say, with places for the numbers.

Each is taken from an answer of the rules themselves, so that a sentence is worded in one place only.
"""

from __future__ import annotations

import re
from typing import Final

from baccarat_xl.functions.hosts.vba.tables import constant
from baccarat_xl.functions.library import OK
from baccarat_xl.rules.explain import banker_clause, banker_words, explain_natural, explain_player
from baccarat_xl.rules.outcome import OUTCOMES, STEPS
from baccarat_xl.rules.record import CARD_ROLES, Record
from baccarat_xl.rules.round import resolve
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, UNSEEN

_TOTAL: Final = re.compile(r"(?<=\bon )\d")
_THIRD: Final = re.compile(r"(?<=against )\d|(?<=third card of )\d")
_FAULTS: Final = {
    "FAULT_AFTER_NATURAL": Record(4, 5, 2, 10, 7),
    "FAULT_PLAYER_EXTRA": Record(2, 4, 1, 2, 5),
    "FAULT_PLAYER_MISSING": Record(2, 3, None, 2, 5),
    "FAULT_BANKER_EXTRA_STOOD": Record(2, 4, None, 2, 5, 1),
    "FAULT_BANKER_MISSING_STOOD": Record(2, 4, None, 2, 3),
    "FAULT_BANKER_EXTRA_ANY": Record(2, 3, "?", 2, 5, 1),
    "FAULT_BANKER_MISSING_ANY": Record(2, 3, "?", 1, 1),
    "FAULT_BANKER_EXTRA": Record(2, 3, 8, 1, 2, 5),
    "FAULT_BANKER_MISSING": Record(2, 3, 7, 1, 2),
    "FAULT_OUTCOME_UNREADABLE": Record(2, 4, None, 2, 5, outcome="abc"),
}
"""A round with this one fault."""


def sentence_constants() -> str:
    """Every sentence as a constant, {total} and {third} being the places for numbers."""
    natural_both = explain_natural(8, 9).sentence
    texts = {
        "PLAYER_DRAWS_ON": _placed(explain_player(5, 6).sentence.removesuffix(".")),
        "PLAYER_STANDS_ON": _placed(explain_player(6, 6).sentence.removesuffix(".")),
        "BANKER_DRAWS_STOOD": _placed(banker_words(5, NO_CARD, True)),
        "BANKER_STANDS_STOOD": _placed(banker_words(6, NO_CARD, False)),
        "BANKER_DRAWS_AGAINST": _placed(banker_words(4, 7, True)),
        "BANKER_STANDS_AGAINST": _placed(banker_words(4, 8, False)),
        "BANKER_DRAWS_ANYWAY": _placed(banker_words(2, UNSEEN, True)),
        "BANKER_STANDS_ANYWAY": _placed(banker_words(7, UNSEEN, False)),
        "BANKER_GOES_BY": _placed(banker_words(4, UNSEEN, UNKNOWN)),
        "BANKER_WAITS": _placed(banker_words(4, UNSEEN, UNKNOWN, dealt=False)),
        "NATURAL_PLAYER": explain_natural(8, 5).sentence.replace("8", "{total}"),
        "NATURAL_BANKER": explain_natural(5, 8).sentence.replace("8", "{total}"),
        "NATURAL_BOTH": natural_both.replace("8", "{total}").replace("9", "{third}"),
        "CLAUSE_NATURAL": explain_natural(8, 5).clause,
        "CLAUSE_STOOD": banker_clause(NO_CARD),
        "CLAUSE_SEEN": banker_clause(0),
        "CLAUSE_UNSEEN": banker_clause(UNSEEN),
        "WORD_OK": OK,
        "WORD_NO_CARD": NO_CARD.value,
        **dict(zip(("NAME_PLAYER", "NAME_BANKER", "NAME_TIE"), OUTCOMES, strict=True)),
        **dict(zip(("STEP_PLAYER", "STEP_BANKER", "STEP_OVER"), STEPS, strict=True)),
        **{name: _placed(_only_fault(record)) for name, record in _FAULTS.items()},
        "FAULT_OUTCOME": _only_fault(Record(2, 4, None, 2, 5, outcome="T")).replace("Banker", "{outcome}"),
    }
    return "".join(constant(name, text) for name, text in texts.items())


def unreadable_cases() -> str:
    """What is said of a card that cannot be read, by its place among the six."""
    cells: dict[str, object] = dict.fromkeys(CARD_ROLES, 0)
    texts = (
        next(fault.text for fault in resolve(Record(**(cells | {role: "abc"}))).faults if role in fault.roles)  # type: ignore[arg-type]
        for role in CARD_ROLES
    )
    return "\n".join(f'        Case {n}: UnreadableText = "{text}"' for n, text in enumerate(texts, start=1))


def _only_fault(record: Record) -> str:
    (fault,) = resolve(record).faults
    return fault.text


def _placed(sentence: str) -> str:
    return _THIRD.sub("{third}", _TOTAL.sub("{total}", sentence))
