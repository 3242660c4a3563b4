"""A VBA module that needs nothing else: the functions, the rules as data, and the reading of cells.

The parts beside this file are the module's own text; what changes with the rules goes in at their marks
(``@NAME@``). The meaning is `call_cell`'s, in every state and every error. Where VBA cannot follow, the
answer is #VALUE!, never another value: of unusual letters it knows those with accents and of double width.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Final

from baccarat_xl.functions.coerce import Kind, Readable
from baccarat_xl.functions.hosts.generated import generated_from
from baccarat_xl.functions.hosts.vba.payments import payment_constants, payment_functions
from baccarat_xl.functions.hosts.vba.sentences import sentence_constants, unreadable_cases
from baccarat_xl.functions.hosts.vba.tables import (
    accent_cases,
    rule_functions,
    space_numbers,
    units,
    word_constants,
)
from baccarat_xl.functions.hosts.xlwings_classic.vba_wrapper import _registration as registration
from baccarat_xl.functions.payments_kinds import PaymentKind
from baccarat_xl.functions.registry import CATEGORY, Argument, Function
from baccarat_xl.functions.whole_library import FUNCTIONS
from baccarat_xl.rules.cards import HIGHEST_RANK

MODULE_NAME: Final = "baccarat_xl_alone"
KINDS: Final[dict[Readable, str]] = {
    Kind.CARD: "C",
    Kind.THIRD: "C",
    Kind.TOTAL: "T",
    Kind.DECISION: "D",
    Kind.ANY_CARD: "A",
    Kind.ANY_OUTCOME: "O",
    Kind.OUTCOME: "W",
    PaymentKind.BET: "B",
    PaymentKind.STAKE: "S",
    PaymentKind.CARDS: "N",
    PaymentKind.PAIR: "P",
    PaymentKind.TERMS: "M",
    PaymentKind.EVENT: "E",
    PaymentKind.DECKS: "K",
}
BODIES: Final = {
    "CARD_VALUE": "CardAnswer({0})",
    "HAND_TOTAL": "Known(WithThird(Hand({0}, {1}), {2}))",
    "FINAL_TOTAL": "Known(WithThird({0}, {1}))",
    "THIRD_VALUE": "ThirdAnswer({0}, {1})",
    "IS_NATURAL": "Decided(NaturalMark({0}, {1}))",
    "PLAYER_DRAWS": "Decided(PlayerMark({0}, {1}))",
    "BANKER_DRAWS": "Decided(BankerDecision({0}, {1}, {2}))",
    "NEXT_STEP": "NextAnswer({0}, {1}, {2}, {3})",
    "WINNER": "WinnerAnswer({0}, {1})",
    "ROUND_OUTCOME": "RoundAnswer(codes)",
    "EXPLAIN_DRAW": "Explained({0}, {1}, {2}, False)",
    "DRAW_CLAUSE": "Explained({0}, {1}, {2}, True)",
    "CHECK_ROUND": "CheckAnswer(codes)",
    "POSSIBLE_P3": "PossibleAnswer({0}, {1}, {2}, {3})",
    "BET_RETURN": "BetAnswer(codes, amount, True)",
    "BET_PROFIT": "BetAnswer(codes, amount, False)",
    "OUTCOME_CHANCE": "ChanceAnswer({0}, {1})",
    "HOUSE_EDGE": "EdgeAnswer({0}, {1}, {2})",
}
"""Function name -> its answer from codes: cells that have been read, none of them an error."""
_FUNCTION: Final = """\
' {summary}
Public Function {name}({parameters}) As Variant
    {name} = Answer("{name}", "{kinds}", Array({given}))
End Function

"""
_DECIDE: Final = """\
' The answer of a function for cells that have been read; the amount is a stake in parts.
Private Function Decide(ByVal functionName As String, ByRef codes() As Long, \
ByVal amount As Double) As Variant
    Select Case functionName
{cases}
    End Select
End Function

"""
_UNREADABLE: Final = """\
Private Function UnreadableText(ByVal place As Long) As String
    Select Case place
{cases}
    End Select
End Function

"""
_LISTS: Final = """\
Private outcomeList As String
Private sideList As String
Private betList As String
Private suitList As Variant

"""
_MARK: Final = re.compile(r"@([A-Z_]+)@")


def module_text() -> str:
    """The module's text with line breaks as ``\\n``."""
    return "".join(
        (
            _part("head", {"GENERATED": generated_from("baccarat-xl addin vba")}),
            sentence_constants(),
            word_constants(),
            payment_constants(),
            _LISTS,
            *map(_function, FUNCTIONS),
            _part("shapes", {"MOST": str(max(len(function.arguments) for function in FUNCTIONS))}),
            _part("reading", _reading_marks()),
            rule_functions(),
            _DECIDE.format(cases="\n".join(map(_case, FUNCTIONS))),
            _part("rules", {}),
            payment_functions(),
            _part("payments", {}),
            _UNREADABLE.format(cases=unreadable_cases()),
            _part(
                "register",
                {"CATEGORY": CATEGORY, "REGISTRATIONS": "\n".join(map(registration, FUNCTIONS))},
            ),
        )
    )


def module_file() -> bytes:
    """The module as a file: VBA imports no module whose lines end otherwise."""
    return module_text().replace("\n", "\r\n").encode("ascii")


def _part(name: str, marks: Mapping[str, str]) -> str:
    text = (files(__package__) / "parts" / f"{name}.bas").read_text(encoding="ascii")
    return _MARK.sub(lambda mark: marks[mark[1]], text)


def _reading_marks() -> dict[str, str]:
    first, last = units("\U0001f0a0"), units("\U0001f0df")
    return {
        "HIGHEST": str(HIGHEST_RANK),
        "PICTURE_HIGH": str(first[0]),
        "PICTURE_FIRST": str(first[1]),
        "PICTURE_LAST": str(last[1]),
        "WIDE_QUESTION": str(ord("\uff1f")),
        "ACCENTS": accent_cases(),
        "SPACES": space_numbers(),
    }


def _function(function: Function[object]) -> str:
    return _FUNCTION.format(
        summary=function.summary,
        name=function.name,
        parameters=", ".join(map(_parameter, function.arguments)),
        kinds="".join(KINDS[argument.kind] for argument in function.arguments),
        given=", ".join(f"Held({argument.name})" for argument in function.arguments),
    )


def _parameter(argument: Argument) -> str:
    return f"{'Optional ' * argument.optional}{argument.name} As Variant"


def _case(function: Function[object]) -> str:
    codes = [f"codes({place})" for place in range(1, len(function.arguments) + 1)]
    return f'        Case "{function.name}": Decide = {BODIES[function.name].format(*codes)}'
