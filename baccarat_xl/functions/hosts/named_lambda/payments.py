"""The payment functions as LAMBDA defined names, beside those that decide draws (R9, R10).

Codes inside, beside those of `shared`: a bet or an event is its number, 99 = not known; a stake is counted in
ten-thousandths, -1 = not known; a number of cards is 0 = two, 1 = three, 2 = not known.
"""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from typing import Final

from baccarat_xl.functions import payments_data as table
from baccarat_xl.functions.coerce import Kind, Readable
from baccarat_xl.functions.hosts.named_lambda.names import Definition, definitions, lambda_definitions
from baccarat_xl.functions.hosts.named_lambda.shared import WIDE_DIGITS
from baccarat_xl.functions.hosts.named_lambda.text import substituted, text_literal
from baccarat_xl.functions.payments import PAYMENTS
from baccarat_xl.functions.payments_kinds import (
    CLOSE,
    DECKS_WORDS,
    FULL_SHOES,
    HIGHEST_STAKE,
    PAIR_NOT_KNOWN,
    PAIR_WORDS,
    PARTS,
    USUAL_DECKS,
    PaymentKind,
    bet_words,
    event_words,
    joined,
)

_NOT_KNOWN: Final = 99
_DIGITS: Final = [(str(digit), "") for digit in range(10)]
_SHOES: Final = len(FULL_SHOES) + 1
_WIDTH: Final = max(map(len, [*table.ROUND_ANSWERS.values(), *table.PAIR_ANSWERS.values()]))
_RULES: Final = sorted({*table.ROUND_ANSWERS, *table.PAIR_ANSWERS})


def _word_list(meanings: dict[str, int]) -> str:
    return text_literal("|" + "".join(f"{word}:{value:02}|" for word, value in meanings.items()))


def _answers() -> str:
    """The marks of every rule, one after the other, all of one length."""
    marks = table.ROUND_ANSWERS | table.PAIR_ANSWERS
    return text_literal("".join(marks[rule].ljust(_WIDTH, "?") for rule in _RULES))


def _share(number: float | None) -> str:
    """Fifteen digits, and by which power of ten they are divided."""
    if number is None:
        return "?" * 17
    digits = Decimal(repr(number))
    places = 14 - digits.adjusted()
    return f"{int(digits.scaleb(places)):015}{places:02}"


def _shares(rows: list[tuple[float | None, ...]]) -> str:
    return text_literal("".join(_share(number) for row in rows for number in row))


_KNOWN: Final = (
    'IF(LEN(text)=0, {blank}, IF(EXACT(text, "?"), {blank}, IF(EXACT(text, "？"), {blank}, {read})))'
)
"""A text, or what stands for a blank one."""


def _cell(blank: int, read: str, *, logical: str = "#VALUE!", not_seen: bool = True) -> str:
    """A reader: errors come out again, and a blank or a question mark is not known."""
    inner = _KNOWN.format(blank=blank, read=read) if not_seen else f"IF(LEN(text)=0, {blank}, {read})"
    return f"""LAMBDA(cell,
  IF(ISERROR(cell), cell, IF(ISLOGICAL(cell), {logical}, IF(LEN(cell)=0, {blank},
  LET(text, BACCARAT_TEXT(cell),
  {inner})))))"""


_NARROW: Final = substituted("text", WIDE_DIGITS)

_DECIMAL: Final = f"""LAMBDA(text, LET(
  sign, IF(LEFT(text, 1)="-", "-", IF(LEFT(text, 1)="+", "+", "")),
  body, MID(text, 1+LEN(sign), LEN(text)+1),
  point, FIND(".", body&"."),
  whole, LEFT(body, point-1),
  part, MID(body, point+1, LEN(text)+1),
  digits, LEFT(part, 15),
  IF({substituted("whole&part", _DIGITS)}<>"", #VALUE!,
  IF(whole&part="", #VALUE!,
  (VALUE("0"&whole)+VALUE("0"&digits)/10^LEN(digits))*IF(sign="-", -1, 1)))))"""

_STAKE: Final = _cell(
    -1,
    f"""LET(
  number, IF(ISNUMBER(cell), cell, BACCARAT_DECIMAL({_NARROW})),
  IF(number<0, #NUM!, IF(number>{HIGHEST_STAKE}, #NUM!, LET(
  scaled, number*{PARTS},
  whole, INT(scaled+0.5),
  IF(ABS(scaled-whole)>{CLOSE}, #NUM!, whole)))))""",
)

_TERMS: Final = _cell(
    0,
    f"""LET(
  word, BACCARAT_PLAIN(text),
  names, {_word_list(table.TERMS_WORDS)},
  plus, FIND("+", word&"+"),
  one, BACCARAT_CODE(LEFT(word, plus-1), names),
  IF(plus>LEN(word), one, LET(
  other, BACCARAT_CODE(MID(word, plus+1, LEN(word)), names),
  main, IF(one<other, one, other),
  tie, IF(one<other, other, one),
  IF(main>{table.MAINS}, #VALUE!, IF(tie<={table.MAINS}, #VALUE!,
  {joined(1, table.MAINS + 1)}+(main-1)*{table.TIES}+tie-{table.MAINS + 1})))))""",
)

_CARDS: Final = _cell(
    2,
    f"""LET(
  number, IF(ISNUMBER(cell), cell, BACCARAT_NUMBER({_NARROW})),
  IF(number<>INT(number), #VALUE!, IF(number=2, 0, IF(number=3, 1, #NUM!))))""",
)

_PAIR: Final = _cell(
    PAIR_NOT_KNOWN,
    f"""IF(ISNUMBER(cell),
  IF(cell<>INT(cell), #VALUE!, IF(cell=0, 0, IF(cell=1, 1, #NUM!))),
  BACCARAT_CODE(BACCARAT_PLAIN(text), {_word_list(PAIR_WORDS)}))""",
    logical="IF(cell, 1, 0)",
)

_DECKS: Final = _cell(
    USUAL_DECKS,
    f"""IF(ISNUMBER(cell), BACCARAT_SHOE(cell),
  IFERROR(BACCARAT_CODE(BACCARAT_PLAIN(text), {_word_list(DECKS_WORDS)}),
  BACCARAT_SHOE(BACCARAT_NUMBER({_NARROW}))))""",
    not_seen=False,
)

_SITUATION: Final = f"""LAMBDA(outcome, player, banker, player_count, banker_count, LET(
  said, IF(outcome=0, 3, outcome-1),
  block, VALUE(MID({text_literal(table.TOTALS)},
    ((said*11+player)*11+banker)*3+1, 3)),
  VALUE(MID({text_literal(table.SITUATIONS)},
    ((block*3+player_count)*3+banker_count)*3+1, 3))))"""

_SETTLED: Final = f"""LAMBDA(bet, situation, player_two, banker_two, terms, LET(
  pairs, (VALUE(MID({text_literal(table.PAIR_LEVELS)},
    situation+1, 1))*5+player_two)*5+banker_two,
  possible, MID({text_literal(table.PAIRS_POSSIBLE)},
    pairs+1, 1),
  IF(possible="n", #VALUE!, IF(bet={_NOT_KNOWN}, "?", LET(
  rule, BACCARAT_RULE(bet, terms),
  place, IF(MID("{"".join("p" if rule in table.PAIR_ANSWERS else "r" for rule in _RULES)}", rule+1, 1)="p",
    pairs, situation),
  BACCARAT_MARK(rule, place))))))"""

_PAID: Final = f"""LAMBDA(mark, stake, LET(
  place, FIND(mark, "{"".join(table.PAYS)}"),
  over, VALUE(MID("{"".join(f"{over:02}" for over, _ in table.PAYS.values())}", place*2-1, 2)),
  under, VALUE(MID("{"".join(f"{under:02}" for _, under in table.PAYS.values())}", place*2-1, 2)),
  above, 2*stake*over+{PARTS // 100}*under,
  below, {2 * PARTS // 100}*under,
  cents, INT(above/below),
  IF((cents+1)*below<=above, cents+1, IF(cents*below>above, cents-1, cents))))"""

PAYMENT_PARTS: Final[dict[str, tuple[str, str]]] = {
    "BACCARAT_PLAIN": (
        "a name without spaces, hyphens and low lines",
        f"LAMBDA(text, {substituted('text', [(' ', ''), ('-', ''), ('_', '')])})",
    ),
    "BACCARAT_CODE": (
        "the two digits beside a word in a word list, else #VALUE!",
        'LAMBDA(word, list, VALUE(MID(list, FIND("|"&word&":", list)+LEN(word)+2, 2)))',
    ),
    "BACCARAT_BET": (
        "the number of a bet by name (R9)",
        _cell(_NOT_KNOWN, f"BACCARAT_CODE(BACCARAT_PLAIN(text), {_word_list(bet_words())})"),
    ),
    "BACCARAT_EVENT": (
        "the number of an event by name (R10)",
        _cell(_NOT_KNOWN, f"BACCARAT_CODE(BACCARAT_PLAIN(text), {_word_list(event_words())})"),
    ),
    "BACCARAT_DECIMAL": ("a number written as text with a point, the same in every language", _DECIMAL),
    "BACCARAT_STAKE": ("a stake in ten-thousandths, -1 = not known", _STAKE),
    "BACCARAT_TERMS": ("payment terms by name, or two joined by +; 0 = none chosen (R9)", _TERMS),
    "BACCARAT_CARDS": ("a number of cards: 0 = two, 1 = three, 2 = not known", _CARDS),
    "BACCARAT_PAIR": (
        "a hand's first two cards: 0 = no pair, 1 = a pair, 2 = mixed, 3 = perfect, 4 = not known",
        _PAIR,
    ),
    "BACCARAT_SHOE": (
        "a number of decks, 1-8",
        f"LAMBDA(number, IF(number<>INT(number), #VALUE!, "
        f"IF(number<{FULL_SHOES[0]}, #NUM!, IF(number>{FULL_SHOES[-1]}, #NUM!, number))))",
    ),
    "BACCARAT_DECKS": ("decks of a full shoe, 9 = endless", _DECKS),
    "BACCARAT_SITUATION": ("the number of what is known of a finished round; 0: no round is so", _SITUATION),
    "BACCARAT_RULE": (
        "the number of the rule by which a bet is paid under these terms (R9)",
        f"LAMBDA(bet, terms, VALUE(MID("
        f"{text_literal(''.join(f'{rule:02}' for rules in table.RULE_OF for rule in rules))}, "
        f"(bet*{len(table.TERMS)}+terms)*2+1, 2)))",
    ),
    "BACCARAT_MARK": (
        "what a rule says of a situation: - lost, ? not settled, else what is paid (R9)",
        f"LAMBDA(rule, place, MID({_answers()}, rule*{_WIDTH}+place+1, 1))",
    ),
    "BACCARAT_SETTLED": ("what a bet comes to in a situation, as a mark; #VALUE! where none is so", _SETTLED),
    "BACCARAT_PAID": ("what a bet that is not lost is paid beside its stake, in cents, half up", _PAID),
    "BACCARAT_SHARE": (
        "a share written as fifteen digits and a power of ten",
        'LAMBDA(text, IF(LEFT(text, 1)="?", NA(), VALUE(LEFT(text, 15))/10^VALUE(RIGHT(text, 2))))',
    ),
}
"""Name -> what it gives, and its formula in readable form."""

_MONEY: Final = """LET(
  situation, BACCARAT_SITUATION(outcome, player_final, banker_final, player_cards, banker_cards),
  mark, BACCARAT_SETTLED(bet, situation, player_pair, banker_pair, terms),
  IF(ISERROR(mark), mark, IF(mark="?", NA(), IF(stake<0, NA(), IF(mark="-", {lost}, {paid})))))"""

PAYMENT_BODIES: Final = {
    "BET_RETURN": _MONEY.format(lost="0", paid=f"(stake+BACCARAT_PAID(mark, stake)*{PARTS // 100})/{PARTS}"),
    "BET_PROFIT": _MONEY.format(lost=f"(0-stake)/{PARTS}", paid="BACCARAT_PAID(mark, stake)/100"),
    "OUTCOME_CHANCE": f"IF(outcome={_NOT_KNOWN}, NA(), BACCARAT_SHARE(MID("
    f"{_shares(list(table.CHANCES))}, (outcome*{_SHOES}+decks-1)*17+1, 17)))",
    "HOUSE_EDGE": f"IF(bet={_NOT_KNOWN}, NA(), BACCARAT_SHARE(MID("
    f"{_shares([table.EDGES.get(rule, (None,) * _SHOES) for rule in _RULES])}, "
    f"(BACCARAT_RULE(bet, terms)*{_SHOES}+decks-1)*17+1, 17)))",
}
"""Function name -> its body."""

_READERS: Final[dict[Readable, str]] = {
    Kind.TOTAL: "BACCARAT_TOTAL({0})",
    Kind.OUTCOME: "IF(BACCARAT_OUTCOME({0})=4, #VALUE!, BACCARAT_OUTCOME({0}))",
    **{kind: f"BACCARAT_{kind.name}({{0}})" for kind in PaymentKind},
}
_LEFT_OUT: Final[dict[Readable, int]] = {
    PaymentKind.TERMS: 0,
    PaymentKind.CARDS: 2,
    PaymentKind.PAIR: PAIR_NOT_KNOWN,
    PaymentKind.DECKS: USUAL_DECKS,
}


@cache
def whole_definitions() -> tuple[Definition, ...]:
    """Every function, those of payments too, and the shared pieces they call, sorted by name."""
    made = definitions(PAYMENT_PARTS, PAYMENTS, PAYMENT_BODIES, _READERS, _LEFT_OUT)
    return tuple(sorted([*lambda_definitions(), *made], key=lambda definition: definition.name))
