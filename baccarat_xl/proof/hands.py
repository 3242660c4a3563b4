"""Hands that stand in one cell: ``K 9 3``, ``K93``, ``10-9``, ``♠K ♥9``.

A way of writing them is named ``letters joined by space``: a notation of cards, and what stands between two.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from baccarat_xl.proof.notation import NOTATIONS, WORDS
from baccarat_xl.proof.surroundings import Value
from baccarat_xl.proof.text import Formula
from baccarat_xl.rules.unknown import NO_CARD, Card

Hand = tuple[Card, ...]
"""The values of a hand's first, second and third card; NO_CARD where there is no third."""
BETWEEN: Final = {
    "": "",
    "space": " ",
    "dash": "-",
    "comma": ",",
    "comma and space": ", ",
    "bar": "|",
    "slash": "/",
    "semicolon": ";",
    "plus": "+",
    "dot": ".",
    "spaced dash": " - ",
    "spaced bar": " | ",
}
DEFAULT: Final = "letters joined"
OR: Final = " or "
"""Stands between names where cells allow several ways."""
_NOT_JOINED: Final = frozenset({"tens", "ranks", "lower ranks", "text values", "text numbers"})
"""Notations that differ from another one only in which cells hold numbers."""
_FEW: Final = (3, 8, 11)
"""The ranks beside which every spelling of one card stands: places in the list of ranks."""
_SAMPLE: Final = 400


def hand_notations() -> Iterator[str]:
    """Every way of writing a hand, by name."""
    for cards in NOTATIONS:
        if cards not in _NOT_JOINED:
            # 113 may be 1-13 or 11-3
            yield from (hand_name(cards, mark) for mark in BETWEEN if mark or cards != "numbers")


def hand_name(cards: str, between: str) -> str:
    """The name of cards joined by a mark, of which the name is given."""
    return f"{cards} joined by {between}" if between else f"{cards} joined"


def is_hand_notation(names: str) -> bool:
    """Does this name a way of writing hands, or several with ``or`` between them?"""
    return set(names.split(OR)) <= _all_names()


@lru_cache(maxsize=1)
def _all_names() -> frozenset[str]:
    return frozenset(hand_notations())


def written_cards(name: str) -> str:
    """The notation of the cards in a hand."""
    return name.partition(" joined")[0]


def between(name: str) -> str:
    """What stands between two cards of a hand."""
    return BETWEEN[name.partition(" joined")[2].removeprefix(" by ")]


def hands_in_words(name: str) -> str:
    """A way of writing hands, as a report says it.

    >>> hands_in_words("letters joined"), hands_in_words("values joined by dash")
    ('hands as K93: A, 2-9, T, J, Q, K as text', 'hands as 0-9-3: card values 0-9')
    """
    cards = {value: str(cell) for value, cell in reversed(NOTATIONS[written_cards(name)])}
    pictures = [str(cell) for value, cell in NOTATIONS[written_cards(name)] if not value]
    example = between(name).join((pictures[-1], cards[9], cards[3]))
    return f"hands as {example}: {WORDS[written_cards(name)]}"


def _by_rank(name: str) -> list[list[tuple[int, str]]]:
    """The spellings of a notation, those of one rank together, in the order of the ranks."""
    spellings = [(value, str(cell)) for value, cell in NOTATIONS[written_cards(name)]]
    suits = max(1, len(spellings) // 13)
    return [spellings[start : start + suits] for start in range(0, len(spellings), suits)]


@lru_cache(maxsize=32)
def hands(name: str) -> tuple[tuple[Hand, Value], ...]:
    """(hand, what the cell holds): every two and three ranks, and every card with each suit at each place.

    With the ranks the suits change from hand to hand.
    """
    ranks, mark = _by_rank(name), between(name)
    out: dict[str, Hand] = {}

    def add(cards: Sequence[tuple[int, str]]) -> None:
        third = cards[2][0] if len(cards) > 2 else NO_CARD
        out.setdefault(mark.join(text for _, text in cards), (cards[0][0], cards[1][0], third))

    for count in (2, 3):
        for turn, places in enumerate(product(range(len(ranks)), repeat=count)):
            add([ranks[at][(turn + index) % len(ranks[at])] for index, at in enumerate(places)])
    if len(ranks[0]) > 1:
        few = [ranks[at % len(ranks)] for at in _FEW]
        for count, suit in product((2, 3), range(len(ranks[0]))):
            for place, rank in product(range(count), ranks):
                hand = [few[index][(suit + index) % len(few[index])] for index in range(count)]
                hand[place] = rank[suit]
                add(hand)
    return tuple((hand, text) for text, hand in out.items())


# ---------------------------------------------------------------------- which way is it
@lru_cache(maxsize=256)
def _pattern(name: str) -> re.Pattern[str]:
    texts = sorted({str(cell) for _, cell in NOTATIONS[written_cards(name)]}, key=len, reverse=True)
    card = f"(?:{'|'.join(map(re.escape, texts))})"
    return re.compile(f"{card}(?:{re.escape(between(name))}{card}){{1,2}}")


def hand_notation(cells: Iterable[Value]) -> str | None:
    """The way in which these cells write hands, with ``or`` where they allow several; None for no hands.

    >>> hand_notation(["K93", "T5"]), hand_notation(["10-9", "K-2-3"]), hand_notation(["♠K ♥9"])
    ('letters joined', 'text ranks joined by dash', 'symbols joined by space')
    >>> hand_notation(["K 9 3", "A 5"])
    'text ranks joined by space or letters joined by space'
    """
    texts = [str(cell).strip() for cell in cells if cell not in (None, "") and not isinstance(cell, bool)]
    texts = sorted({text for text in texts if text})[:_SAMPLE]
    counts = {
        name: sum(_pattern(name).fullmatch(text) is not None for text in texts) for name in hand_notations()
    }
    most = max(counts.values())
    if most <= len(texts) / 2:
        return None
    best = sorted((name for name in counts if counts[name] == most), key=_liked)
    usual = [name for name in best if _liked(name) < len(_USUAL)]
    return OR.join(usual or best[:1])


_USUAL: Final = ("text ranks", "letters", "values")


def _liked(name: str) -> int:
    cards = written_cards(name)
    return _USUAL.index(cards) if cards in _USUAL else len(_USUAL)


def likely_notations(formula: Formula) -> list[str]:
    """The ways of writing hands that a formula's own texts allow, the likeliest first."""
    texts = {text for text in formula.literals if text}
    upper = {text.strip().upper() for text in texts}
    marks = [name for name, mark in BETWEEN.items() if mark and mark in texts]
    marks = marks or [name for name, mark in BETWEEN.items() if mark.strip() and mark.strip() in texts]
    marks = marks or ["", "space", "dash", "comma"]
    if any(symbol in text for text in texts for symbol in "♠♥♦♣"):
        cards = ["symbols", "symbols after"]
    elif "T" in upper or any({"T", "K"} <= set(text) for text in upper):
        cards = ["letters"]
    elif "10" in upper:
        cards = ["text ranks"]
    elif any(text in ("J", "Q", "K", "A") or {"A", "2"} <= set(text) for text in upper):
        cards = ["letters", "text ranks", "suited"]
    else:
        cards = ["letters", "text ranks", "values", "suited"]
    return [hand_name(one, mark) for one in cards for mark in marks]


# ---------------------------------------------------------------------- a right formula for it
OF_TEXT: Final = frozenset({"LEN", "SUBSTITUTE", "SUMPRODUCT", "LEFT", "FIND", "UPPER"})
"""Functions as old as the programs themselves, without which no formula reads a text."""


def sum_of(text: str, name: str) -> str:
    """The total of all cards in a text (R2): how often each rank stands there, times its value."""
    cells = NOTATIONS[written_cards(name)]
    ranks = [min((str(cell) for value, cell in cells if value == worth), key=len) for worth in range(1, 10)]
    ranks = [rank.strip("SHDCshdc♠♥♦♣").partition("-")[0] for rank in ranks]
    marks = ",".join(f'"{rank}"' for rank in ranks)
    values = ",".join(map(str, range(1, 10)))
    return f'MOD(SUMPRODUCT((LEN({text})-LEN(SUBSTITUTE({text},{{{marks}}},"")))*{{{values}}}),10)'


def first_two(cell: str, name: str) -> str | None:
    """The total of the first two cards of a hand; None where nothing tells where they end."""
    widths = {len(str(value)) for _, value in NOTATIONS[written_cards(name)]}
    mark = between(name)
    if len(widths) == 1:
        return sum_of(f"LEFT({cell},{2 * widths.pop() + len(mark)})", name)
    if not mark:
        return None
    end = f'FIND("#",SUBSTITUTE({cell}&"{mark}","{mark}","#",2))'
    return sum_of(f"LEFT({cell},{end}-1)", name)
