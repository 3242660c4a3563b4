"""The shared pieces of the LAMBDA functions: reading cells, the tables as data, the decisions.

Codes inside: a card is 0-9, 10 = no card, 11 = drawn and not seen; a total is 0-9, 10 = not known; a decision
mark is D (draws), s (stands) or ? (not known). Every piece works element by element, so ranges may be given.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from baccarat_xl.functions.coerce import DRAW_WORDS, STAND_WORDS
from baccarat_xl.functions.hosts.named_lambda.text import substituted, text_literal
from baccarat_xl.rules import tableau
from baccarat_xl.rules.cards import HIGHEST_RANK, RANK_WORDS, SUITS
from baccarat_xl.rules.outcome import OUTCOMES, outcome_words
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, UNSEEN, Card, Decision, Total

_TOTALS: Final[tuple[Total, ...]] = (*tableau.TOTALS, UNKNOWN)
_THIRDS: Final[tuple[Card, ...]] = (*tableau.CARD_VALUES, NO_CARD, UNSEEN)
_SPACES: Final = [(space, " ") for space in "\t\n\r\u00a0\u3000"]
WIDE_DIGITS: Final = [(chr(0xFF10 + digit), str(digit)) for digit in range(10)]
_WIDE_LETTERS: Final = [(chr(ord(letter) + 0xFEE0), letter) for letter in "atjqkshdc+-._"]
_DIGITS: Final = [(str(digit), "") for digit in range(10)]
_ANY_SUIT: Final = "♠"
_LETTER_SUITS: Final = [suit for suit in SUITS.split() if len(suit) == 1 and suit.isascii()]
_OTHER_SUITS: Final = sorted(
    (suit for suit in SUITS.split() if suit not in (*_LETTER_SUITS, _ANY_SUIT)), key=len, reverse=True
)
_PLAIN: Final = [("\ufe0f", ""), ("\u0308", ""), ("ö", "o"), *_WIDE_LETTERS]
_FIRST_PICTURE, _LAST_PICTURE = 0x1F0A0, 0x1F0DF
_NO_WORD: Final = '"|"'


def _marked(decision: Decision) -> str:
    return "?" if decision is UNKNOWN else "D" if decision else "s"


def _word_list(meanings: dict[str, int]) -> str:
    return text_literal("|" + "".join(f"{word}:{value}|" for word, value in meanings.items()))


def _banker_marks() -> str:
    return "".join(_marked(tableau.banker_draws(banker, third)) for banker in _TOTALS for third in _THIRDS)


def _opening_marks(*, natural: bool) -> str:
    decide = tableau.is_natural if natural else tableau.player_draws
    return "".join(_marked(decide(player, banker)) for player in _TOTALS for banker in _TOTALS)


def _opening_table(marks: str) -> str:
    return f"LAMBDA(player, banker, MID({text_literal(marks)}, player*{len(_TOTALS)}+banker+1, 1))"


def _rank_words() -> str:
    words = {word: rank for rank, words in RANK_WORDS.items() for word in words.split()}
    numbers = {str(rank): rank for rank in range(HIGHEST_RANK + 1)}
    return _word_list({word: rank if rank < 10 else 0 for word, rank in (words | numbers).items()})


def _decision_words() -> str:
    words = DRAW_WORDS | STAND_WORDS | {"1": True, "0": False}
    return _word_list({word: int(draws) for word, draws in words.items()})


def _outcome_words() -> str:
    return _word_list({word: OUTCOMES.index(outcome) + 1 for word, outcome in outcome_words().items()})


def guarded(names: Iterable[str], body: str) -> str:
    """The body, after the first error among the named values.

    >>> guarded(["one", "two"], "one+two")
    'IF(ISERROR(one), one, IF(ISERROR(two), two, one+two))'
    """
    for name in reversed(list(names)):
        body = f"IF(ISERROR({name}), {name}, {body})"
    return body


_TEXT: Final = f"""LAMBDA(cell,
  LOWER(TRIM({substituted("cell", [*_SPACES, ("|", "#")])})))"""

_NUMBER: Final = f"""LAMBDA(text, LET(
  sign, IF(LEFT(text, 1)="-", "-", IF(LEFT(text, 1)="+", "+", "")),
  body, MID(text, 1+LEN(sign), LEN(text)+1),
  point, FIND(".", body&"."),
  whole, LEFT(body, point-1),
  part, MID(body, point+1, LEN(text)+1),
  IF({substituted("whole&part", _DIGITS)}<>"", #VALUE!,
  IF(whole&part="", #VALUE!,
  IF(SUBSTITUTE(part, "0", "")<>"", #VALUE!,
  IF(whole="", 0, VALUE("0"&whole))*IF(sign="-", -1, 1))))))"""

_CARD_TEXT: Final = f"""LAMBDA(text, LET(
  narrow, {substituted("text", [*_PLAIN, *WIDE_DIGITS])},
  name, {substituted("narrow", [(suit, _ANY_SUIT) for suit in _OTHER_SUITS])},
  suits, {text_literal("".join(_LETTER_SUITS) + _ANY_SUIT)},
  ranks, {_rank_words()},
  head, LEFT(name, 1),
  tail, RIGHT(name, 1),
  joint, FIND(" of ", name&" of "),
  before, IF(ISERROR(FIND(tail, suits)), {_NO_WORD},
    IF(joint<=LEN(name), IF(LEN(name)=joint+4, LEFT(name, joint-1), {_NO_WORD}),
    IF(ISNUMBER(FIND(head, "-_")), {_NO_WORD}, BACCARAT_JOINED(LEFT(name, LEN(name)-1))))),
  after, IF(ISERROR(FIND(head, suits)), {_NO_WORD},
    IF(ISNUMBER(FIND(tail, "-_")), {_NO_WORD}, BACCARAT_JOINED(MID(name, 2, LEN(name))))),
  IFERROR(BACCARAT_WORD(name, ranks),
  IFERROR(BACCARAT_WORD(before, ranks),
  IFERROR(BACCARAT_WORD(after, ranks),
  IFERROR(BACCARAT_PICTURE(text), BACCARAT_RANK(BACCARAT_NUMBER(name))))))))"""

_PICTURE: Final = f"""LAMBDA(text, LET(
  code, UNICODE(text),
  rank, MOD(code, 16),
  IF(EXACT(text, UNICHAR(code)),
  IF(code<{_FIRST_PICTURE}, #VALUE!, IF(code>{_LAST_PICTURE}, #VALUE!,
  IF(rank=0, #VALUE!, IF(rank=12, #VALUE!, IF(rank=15, #VALUE!, IF(rank>9, 0, rank)))))),
  #VALUE!)))"""

_CARD: Final = """LAMBDA(cell,
  IF(ISERROR(cell), cell, IF(ISLOGICAL(cell), #VALUE!, IF(LEN(cell)=0, 10,
  IF(ISNUMBER(cell), BACCARAT_RANK(cell), LET(text, BACCARAT_TEXT(cell),
  IF(LEN(text)=0, 10, IF(EXACT(text, "?"), 11, IF(EXACT(text, "？"), 11, BACCARAT_CARD_TEXT(text))))))))))"""

_RANK: Final = f"""LAMBDA(number,
  IF(number<>INT(number), #VALUE!, IF(number<0, #NUM!, IF(number>{HIGHEST_RANK}, #NUM!,
  IF(number>9, 0, number)))))"""

_TOTAL: Final = f"""LAMBDA(cell,
  IF(ISERROR(cell), cell, IF(ISLOGICAL(cell), #VALUE!, IF(LEN(cell)=0, 10,
  LET(text, BACCARAT_TEXT(cell),
  IF(LEN(text)=0, 10, IF(EXACT(text, "?"), 10, IF(EXACT(text, "？"), 10,
  LET(number, IF(ISNUMBER(cell), cell, BACCARAT_NUMBER({substituted("text", WIDE_DIGITS)})),
  IF(number<>INT(number), #VALUE!, IF(number<0, #NUM!, IF(number>9, #NUM!, number)))))))))))) """

_DECISION: Final = f"""LAMBDA(cell,
  IF(ISERROR(cell), cell, IF(ISLOGICAL(cell), IF(cell, 1, 0), IF(LEN(cell)=0, 2,
  IF(ISNUMBER(cell), IF(cell<>INT(cell), #VALUE!, IF(cell<0, #NUM!, IF(cell>1, #NUM!, cell))),
  LET(text, BACCARAT_TEXT(cell),
  IF(LEN(text)=0, 2, IF(EXACT(text, "?"), 2, BACCARAT_WORD(text, {_decision_words()}))))))))) """

_OUTCOME: Final = f"""LAMBDA(cell,
  IF(ISERROR(cell), cell, IF(ISLOGICAL(cell), 4, IF(LEN(cell)=0, 0, IF(ISNUMBER(cell), 4,
  LET(text, BACCARAT_TEXT(cell),
  IF(LEN(text)=0, 0, IFERROR(BACCARAT_WORD(text, {_outcome_words()}), 4)))))))) """

_BANKER: Final = """LAMBDA(banker, third, player,
  IF(player=10, BACCARAT_TABLEAU(banker, third),
  IF(BACCARAT_PLAYER(player, banker)="s",
    IF(third<>10, #VALUE!, IF(BACCARAT_NATURAL(player, 10)="D", "s", BACCARAT_TABLEAU(banker, 10))),
    BACCARAT_TABLEAU(banker, IF(third=10, 11, third)))))"""

_NEXT: Final = """LAMBDA(player, banker, third, fourth, LET(
  mark, BACCARAT_BANKER(banker, third, player),
  waiting, IF(BACCARAT_PLAYER(player, banker)="D", IF(third=10, 1, 0), 0),
  IF(ISERROR(mark), mark,
  IF(waiting=1, IF(fourth<>10, #VALUE!, "Player draws"),
  IF(mark="s", IF(fourth<>10, #VALUE!, IF(BACCARAT_NATURAL(player, banker)="?", NA(), "Round over")),
  IF(BACCARAT_NATURAL(player, banker)="?", NA(),
  IF(fourth<>10, "Round over", IF(mark="D", "Banker draws", NA()))))))))"""

SHARED: Final[dict[str, tuple[str, str]]] = {
    "BACCARAT_TEXT": ("a cell's text in lower case, without outer spaces", _TEXT),
    "BACCARAT_WORD": (
        "the digit beside a word in a word list, else #VALUE!",
        'LAMBDA(word, list, VALUE(MID(list, FIND("|"&word&":", list)+LEN(word)+2, 1)))',
    ),
    "BACCARAT_JOINED": (
        "a word without the hyphens, low lines and spaces that join it to a suit",
        'LAMBDA(word, TRIM(SUBSTITUTE(SUBSTITUTE(word, "-", " "), "_", " ")))',
    ),
    "BACCARAT_NUMBER": ("a whole number written as text, the same in every language", _NUMBER),
    "BACCARAT_RANK": ("the value of a card given as a number 0-13", _RANK),
    "BACCARAT_PICTURE": ("the value of a card given as one playing-card character", _PICTURE),
    "BACCARAT_CARD_TEXT": ("the value of a card written as text", _CARD_TEXT),
    "BACCARAT_CARD": ("a card cell: 0-9, 10 = no card, 11 = drawn and not seen", _CARD),
    "BACCARAT_TOTAL": ("a total cell: 0-9, 10 = not known", _TOTAL),
    "BACCARAT_DECISION": ("a decision cell: 1 = draws, 0 = stands, 2 = not known", _DECISION),
    "BACCARAT_OUTCOME": ("an outcome cell: 0 = blank, 1-3 = Player, Banker, Tie, 4 = not readable", _OUTCOME),
    "BACCARAT_TABLEAU": (
        "the drawing table, Banker's row by third card 0-9, none, not seen: D draws, s stands",
        f"LAMBDA(banker, third, MID({text_literal(_banker_marks())}, banker*{len(_THIRDS)}+third+1, 1))",
    ),
    "BACCARAT_PLAYER": (
        "Player's decision by both initial totals: D, s or ? = not known (R3, R4)",
        _opening_table(_opening_marks(natural=False)),
    ),
    "BACCARAT_NATURAL": (
        "the natural check by both initial totals: D = a natural, s = none, ? = not known (R3)",
        _opening_table(_opening_marks(natural=True)),
    ),
    "BACCARAT_BANKER": ("Banker's decision, the natural check first (R3, R5)", _BANKER),
    "BACCARAT_DECIDED": (
        "a decision mark as TRUE, FALSE or #N/A",
        'LAMBDA(mark, IF(mark="D", TRUE, IF(mark="s", FALSE, NA())))',
    ),
    "BACCARAT_HAND": (
        "the total of two cards (R2)",
        "LAMBDA(one, two, IF(one>9, 10, IF(two>9, 10, MOD(one+two, 10))))",
    ),
    "BACCARAT_ADD": (
        "a total with a third card (R2)",
        "LAMBDA(total, third, IF(total=10, 10, IF(third>10, 10, IF(third=10, total, MOD(total+third, 10)))))",
    ),
    "BACCARAT_KNOWN": ("a total, or #N/A when it is not known", "LAMBDA(total, IF(total=10, NA(), total))"),
    "BACCARAT_WINNER": (
        "the outcome by final totals (R6), empty when one is not known",
        'LAMBDA(player, banker, IF(player=10, "", IF(banker=10, "", '
        'IF(player=banker, "Tie", IF(player>banker, "Player", "Banker")))))',
    ),
    "BACCARAT_NEXT": ("what happens next in a round (R3-R5)", _NEXT),
}
"""Name -> what it gives, and its formula in readable form."""
