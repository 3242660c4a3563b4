"""The rules and the words as data of a VBA module: made from the Python rules, never written by hand."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from baccarat_xl.functions.coerce import DRAW_WORDS, STAND_WORDS
from baccarat_xl.functions.registry import literal
from baccarat_xl.rules import tableau
from baccarat_xl.rules.cards import HIGHEST_RANK, RANK_WORDS, SUITS
from baccarat_xl.rules.outcome import OUTCOMES, outcome_words
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, UNSEEN, Card, Decision, Total

_TOTALS: Final[tuple[Total, ...]] = (*tableau.TOTALS, UNKNOWN)
_THIRDS: Final[tuple[Card, ...]] = (*tableau.CARD_VALUES, NO_CARD, UNSEEN)
_DECISIONS: Final[tuple[Decision, ...]] = (False, True, UNKNOWN)
_PIECE: Final = 88
_MOST_LINES: Final = 24
_BANKER: Final = """\
' The drawing table (R5): a row for each initial total of Banker's, the last where it is not known. In a row
' the value of Player's third card from 0 to 9, then Player stood, then a card not seen.
Private Function BankerMark(ByVal banker As Long, ByVal third As Long) As String
    Dim marks As String
    Select Case banker
        '                0123456789   stood  not seen
{rows}
    End Select
    BankerMark = Mid$(marks, third + 1, 1)
End Function

"""
_OPENING: Final = """\
' {told}: a row for each initial total of Player's, the last where it is not known; in a row
' Banker's initial total from 0 to 9, then not known.
Private Function {name}(ByVal player As Long, ByVal banker As Long) As String
    Dim marks As String
    Select Case player
{rows}
    End Select
    {name} = Mid$(marks, banker + 1, 1)
End Function

"""


def constant(name: str, text: str, pieces: Iterable[str] = ()) -> str:
    """A text as a constant, in pieces that fit on lines; letters beyond ASCII as their numbers."""
    parts = [*pieces] or _cut(_as_ascii(text))
    return f"Private Const {name} As String = " + " & _\n    ".join(map(literal, parts)) + "\n"


def _as_ascii(text: str) -> str:
    return "".join(c if c.isascii() else "".join(f"\\{unit}\\" for unit in units(c)) for c in text)


def units(character: str) -> list[int]:
    """A character as VBA counts it: one unit, or two beyond the first 65,536."""
    data = character.encode("utf-16-le")
    return [int.from_bytes(data[start : start + 2], "little") for start in range(0, len(data), 2)]


def _cut(text: str) -> list[str]:
    """In pieces that end where a word ends; longer ones where VBA's 24 lines would not do."""
    size = max(_PIECE, len(text) // (_MOST_LINES - 4))
    pieces = [""]
    for word in re.findall(r"[^| ]*[| ]?", text):
        if len(pieces[-1]) + len(word) > size:
            pieces.append("")
        pieces[-1] += word
    return pieces


def word_list(meanings: Iterable[tuple[str, int]]) -> str:
    """A text in which words are looked up: ``|ace=1|two=2|``."""
    return "|" + "".join(f"{word}={value}|" for word, value in meanings)


def word_constants() -> str:
    """The words that cells may hold: |word=value|word=value|."""
    ranks = [(word, rank) for rank, words in RANK_WORDS.items() for word in words.split()]
    ranks += [(str(rank), rank) for rank in range(HIGHEST_RANK + 1)]
    decisions = DRAW_WORDS | STAND_WORDS | {"1": True, "0": False}
    outcomes = outcome_words().items()
    stood = (
        "".join(
            "y" if NO_CARD in tableau.possible_thirds(banker, drew, player) else "n"
            for drew in _DECISIONS
            for player in _TOTALS
        )
        for banker in _TOTALS
    )
    return (
        constant("RANK_WORDS", word_list((word, rank if rank < 10 else 0) for word, rank in ranks))
        + constant("SUIT_WORDS", SUITS)
        + constant("DECISION_WORDS", word_list((word, int(draws)) for word, draws in decisions.items()))
        + constant("OUTCOME_WORDS", word_list((w, OUTCOMES.index(outcome) + 1) for w, outcome in outcomes))
        + "' Whether Player can have stood, y or n (R7.2): a line for each total of Banker's, in it\n"
        + "' Banker's decision (stood, drew, not known) by Player's total.\n"
        + constant("STOOD_MARKS", "", stood)
    )


def _marked(decision: Decision) -> str:
    return "?" if decision is UNKNOWN else "D" if decision else "s"


def _cases(rows: Iterable[str]) -> str:
    lines = [f"        Case {total}: marks = {row}" for total, row in enumerate(rows)]
    lines[-1] = lines[-1].replace(f"Case {len(lines) - 1}:", "Case Else:")
    return "\n".join(lines)


def rule_functions() -> str:
    """The drawing table, Player's rule and the natural check, as rows of marks."""
    banker = []
    for total in _TOTALS:
        marks = "".join(_marked(tableau.banker_draws(total, third)) for third in _THIRDS)
        banker.append(f'"{marks[:10]}" & "{marks[10]}" & "{marks[11]}"')
    text = _BANKER.format(rows=_cases(banker))
    for name, told, decide in (
        ("PlayerMark", "Player's rule after the natural check (R3, R4)", tableau.player_draws),
        ("NaturalMark", "The natural check (R3), D for a natural", tableau.is_natural),
    ):
        rows = ['"' + "".join(_marked(decide(p, b)) for b in _TOTALS) + '"' for p in _TOTALS]
        text += _OPENING.format(name=name, told=told, rows=_cases(rows))
    return text


def accent_cases() -> str:
    """Letters with accents, by their numbers, and the plain letter that each stands for."""
    plain: dict[str, list[int]] = {}
    for code in range(0xC0, 0x250):
        parts = unicodedata.normalize("NFKD", chr(code)).casefold()
        bare = "".join(c for c in parts if not unicodedata.combining(c))
        if len(bare) == 1 and bare.isascii() and bare.isalpha():
            plain.setdefault(bare, []).append(code)
    used = set("".join(" ".join([*RANK_WORDS.values(), SUITS]).split()))
    return "\n".join(
        f'        Case {_ranges(codes)}: PlainLetter = "{letter}"'
        for letter, codes in sorted(plain.items())
        if letter in used
    )


def space_numbers() -> str:
    """The numbers of the characters that count as spaces."""
    return _ranges(code for code in range(0x10000) if chr(code).isspace())


def _ranges(numbers: Iterable[int]) -> str:
    return ", ".join(_runs(numbers))


def _runs(numbers: Iterable[int]) -> Iterator[str]:
    for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        codes = [code for _, code in run]
        yield f"{codes[0]} To {codes[-1]}" if len(codes) > 1 else str(codes[0])
