"""What the payment functions look up, as data of a VBA module: nothing of it is written by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from baccarat_xl.functions import payments_data as found
from baccarat_xl.functions.hosts.vba.tables import constant, word_list
from baccarat_xl.functions.payments_kinds import (
    CLOSE,
    DECKS_WORDS,
    HIGHEST_STAKE,
    PAIR_WORDS,
    PARTS,
    USUAL_DECKS,
    bet_words,
    event_words,
)

_PIECE: Final = 96
_MOST_LINES: Final = 20
_NUMBERS: Final = """\
' {told}
Private Function {name}(ByVal number As Long) As Variant
    Select Case number
{cases}
    End Select
End Function

"""
_MARKS: Final = """\
' {told}
Private Function {name}(ByVal rule As Long) As String
    Select Case rule
{cases}
    End Select
End Function

"""


def payment_constants() -> str:
    """Words and texts that are looked up by place."""
    bets, events = found.BET_WORDS, found.EVENT_WORDS
    both = {word: code for word, code in bet_words().items() if event_words().get(word) == code}
    terms = len(found.TERMS)
    return "".join(
        (
            "' Words without spaces, hyphens and low lines; those for Player, Banker and Tie are bets and\n"
            "' outcomes.\n",
            constant("SIDE_WORDS", word_list(both.items())),
            constant("BET_WORDS", word_list(_without(bets, both))),
            constant("EVENT_WORDS", word_list(_without(events, both))),
            constant("TERMS_WORDS", word_list(found.TERMS_WORDS.items())),
            constant("PAIR_WORDS", word_list(PAIR_WORDS.items())),
            constant("DECKS_WORDS", word_list(DECKS_WORDS.items())),
            "' Of the codes of terms so many say what Banker is paid, from 1 on; after them, what Tie is.\n",
            f"Private Const MAIN_TERMS As Long = {found.MAINS}\n",
            f"Private Const TIE_TERMS As Long = {found.TIES}\n",
            f"Private Const ALL_TERMS As Long = {terms}\n",
            f"Private Const USUAL_DECKS As Long = {USUAL_DECKS}\n",
            "' A stake is counted in parts of a unit, so that money is worked out in whole numbers.\n",
            f"Private Const PARTS As Double = {PARTS}\n",
            f"Private Const CLOSE_TO_WHOLE As Double = {CLOSE}\n",
            f"Private Const HIGHEST_STAKE As Double = {HIGHEST_STAKE}\n",
            "' By bet and code of terms, two digits: the rule by which it is paid.\n",
            _digits("RULE_DIGITS", "".join(f"{rule:02}" for rules in found.RULE_OF for rule in rules)),
            "' Three digits by outcome (Player, Banker, Tie, not known), Player's final total (0-9, not\n"
            "' known) and Banker's: a block.\n",
            _digits("TOTAL_BLOCKS", found.TOTALS),
            "' Three digits by block and numbers of cards (2, 3, not known) of both hands: the situation.\n",
            _digits("SITUATIONS", found.SITUATIONS),
            "' By situation: which hands can have pairs in it; 0: no round is so. By that and what is known\n"
            "' of both hands' pairs: y where that can be.\n",
            _digits("PAIR_LEVELS", found.PAIR_LEVELS),
            _digits("PAIRS_POSSIBLE", found.PAIRS_POSSIBLE),
        )
    )


def payment_functions() -> str:
    """Rows of marks by rule, rates by mark, shares by event and by rule."""
    rates = "\n".join(
        f'        Case "{mark}": RateOf = Array({over}, {under})'
        for mark, (over, under) in found.PAYS.items()
    )
    return "".join(
        (
            "' What each unit staked is paid beside the stake, as a fraction: 27, 50 is 0.54.\n"
            "Private Function RateOf(ByVal mark As String) As Variant\n    Select Case mark\n"
            f"{rates}\n    End Select\nEnd Function\n\n",
            _MARKS.format(
                told="A mark by situation: - lost, ? not settled, else one of RateOf.",
                name="RoundMarks",
                cases=_cases("RoundMarks", found.ROUND_ANSWERS, _text),
            ),
            _MARKS.format(
                told="The same for bets on pairs, in the order of PAIRS_POSSIBLE.",
                name="PairMarks",
                cases=_cases("PairMarks", found.PAIR_ANSWERS, _text),
            ),
            _NUMBERS.format(
                told="By event, for full shoes of 1-8 decks and an endless one: its share of all deals.",
                name="ChancesOf",
                cases=_cases("ChancesOf", dict(enumerate(found.CHANCES)), _array),
            ),
            _NUMBERS.format(
                told="By rule, for the same shoes: the house edge; none for a rule of several terms.",
                name="EdgesOf",
                cases=_cases("EdgesOf", found.EDGES, _array),
            ),
        )
    )


def _without(words: Mapping[str, int], both: Mapping[str, int]) -> Iterable[tuple[str, int]]:
    return ((word, code) for word, code in words.items() if word not in both)


def _digits(name: str, text: str) -> str:
    size = max(_PIECE, -(-len(text) // _MOST_LINES))
    pieces = [text[start : start + size] for start in range(0, len(text), size)]
    return constant(name, "", pieces)


def _cases(name: str, rows: Mapping[int, object], shown: Callable[[object], str]) -> str:
    return "\n".join(f"        Case {number}: {name} = {shown(row)}" for number, row in rows.items())


def _text(marks: object) -> str:
    return f'"{marks}"'


def _array(numbers: object) -> str:
    assert isinstance(numbers, tuple)
    return f"Array({', '.join(map(repr, numbers))})"
