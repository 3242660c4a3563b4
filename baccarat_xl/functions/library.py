"""The functions themselves, described once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypeVar

from baccarat_xl.functions.coerce import Kind, Unread
from baccarat_xl.functions.registry import Argument, Example, Function
from baccarat_xl.rules import cards, explain, outcome, tableau
from baccarat_xl.rules.errors import Contradiction
from baccarat_xl.rules.outcome import Outcome, Step
from baccarat_xl.rules.record import LABELS, Record
from baccarat_xl.rules.round import resolve
from baccarat_xl.rules.unknown import NO_CARD, UNKNOWN, UNSEEN, Card, Decision, Total, Unknown

R = TypeVar("R")
NotKnown = Literal[Unknown.UNKNOWN]

OK: Final = "OK"

PLAYER_INITIAL: Final = Argument(
    "player_initial", Kind.TOTAL, 'Player\'s two-card total, 0-9. Blank or "?" = not known.'
)
BANKER_INITIAL: Final = Argument(
    "banker_initial", Kind.TOTAL, 'Banker\'s two-card total, 0-9. Blank or "?" = not known.'
)
P3: Final = Argument(
    "p3",
    Kind.THIRD,
    "Player's third card or its value, never Player's final total. Blank = none on the table yet. "
    '"?" = drawn and not seen.',
    optional=True,
)
B3: Final = Argument(
    "b3",
    Kind.THIRD,
    'Banker\'s third card or its value. Blank = none on the table yet. "?" = drawn and not seen.',
    optional=True,
)
WRONG_KIND: Final = ("#VALUE!", "for an input of the wrong kind: other text, TRUE or FALSE, a fraction")
OUT_OF_RANGE_TOTAL: Final = ("#NUM!", "for a total that is not 0-9: a sum such as 13 is not reduced")
OUT_OF_RANGE_CARD: Final = ("#NUM!", "for a number below 0 or above 13")
CANNOT_BE: Final = ("#VALUE!", "for a third card that cannot exist beside the initial totals")


def _six(role: str, name: str, *, optional: bool = False) -> Argument:
    blank = "Blank = no third card." if role.endswith("third") else 'Blank or "?" = not known.'
    return Argument(name, Kind.THIRD, f"{LABELS[role]}, a card or its value. {blank}", optional)


SIX_CARDS: Final = (
    _six("player_card_1", "p1"),
    _six("player_card_2", "p2"),
    _six("player_third", "p3"),
    _six("banker_card_1", "b1"),
    _six("banker_card_2", "b2"),
    _six("banker_third", "b3"),
)
TWO_HANDS: Final = ((0, 1), (3, 4))
_BY_NAME: Final[dict[str, Function[object]]] = {}


def _function(
    summary: str,
    arguments: tuple[Argument, ...],
    returns: str,
    errors: tuple[tuple[str, str], ...],
    examples: tuple[Example, ...],
    clauses: tuple[str, ...],
    hands: tuple[tuple[int, int], ...] = (),
) -> Callable[[Callable[..., R]], Function[R]]:
    def register(implementation: Callable[..., R]) -> Function[R]:
        described = Function(implementation, summary, arguments, returns, errors, examples, clauses, hands)
        _BY_NAME[described.name] = described  # type: ignore[assignment]
        return described

    return register


@_function(
    "The value of a card: A = 1, 2-9 = face, 10 J Q K = 0.",
    (
        Argument(
            "card",
            Kind.CARD,
            "One card: A, 2-10, T, J, Q, K, with or without a suit, or 0-13. Blank = no card.",
        ),
    ),
    "0-9; empty text for a blank cell.",
    (WRONG_KIND, OUT_OF_RANGE_CARD, ("#N/A", 'for "?", a card drawn and not seen')),
    (Example(("K",), 0), Example(("10S",), 0), Example((7,), 7), Example((14,), "#NUM!"), Example(("",), "")),
    ("R1",),
)
def card_value(card: Card) -> Card:
    return card


@_function(
    "The total of a hand of two or three cards: the last digit of the sum of their values.",
    (
        Argument("card1", Kind.CARD, "The hand's first card or its value."),
        Argument("card2", Kind.CARD, "The hand's second card or its value."),
        Argument(
            "card3", Kind.THIRD, 'The third card. Blank = none. "?" = drawn and not seen.', optional=True
        ),
    ),
    "0-9.",
    (
        WRONG_KIND,
        OUT_OF_RANGE_CARD,
        ("#N/A", "when one of the first two cards is blank, or a card was not seen"),
    ),
    (Example(("7", "8"), 5), Example(("6", "7", "5"), 8), Example(("A", "K"), 1), Example(("7", ""), "#N/A")),
    ("R2",),
)
def hand_total(card1: Card, card2: Card, card3: Card) -> Total:
    opening = (UNSEEN if card is NO_CARD else card for card in (card1, card2))
    return cards.hand_total((*opening, card3))


@_function(
    "A hand's final total from its initial total and its third card.",
    (
        Argument("initial", Kind.TOTAL, "The hand's two-card total, 0-9. Blank = not known."),
        Argument(
            "third", Kind.THIRD, 'The third card or its value. Blank = none. "?" = not seen.', optional=True
        ),
    ),
    "0-9.",
    (WRONG_KIND, OUT_OF_RANGE_TOTAL, ("#N/A", "when the initial total or the third card is not known")),
    (Example((5, 8), 3), Example((7,), 7), Example((4, "K"), 4), Example((4, "?"), "#N/A")),
    ("R2",),
)
def final_total(initial: Total, third: Card) -> Total:
    return UNKNOWN if initial is UNKNOWN else cards.hand_total((initial, third))


@_function(
    "The value of a third card, worked out from a hand's initial and final totals. Inferred, not recorded.",
    (
        Argument("initial", Kind.TOTAL, "The hand's two-card total, 0-7. Blank = not known."),
        Argument("final", Kind.TOTAL, "The hand's final total, 0-9, after it drew. Blank = not known."),
    ),
    "0-9: the value, not the rank, of the card that was drawn.",
    (
        WRONG_KIND,
        OUT_OF_RANGE_TOTAL,
        ("#VALUE!", "for an initial 8 or 9: a natural draws no card"),
        ("#N/A", "when a total is not known"),
    ),
    (Example((5, 3), 8), Example((4, 4), 0), Example((8, 8), "#VALUE!")),
    ("R7.2",),
)
def third_value(initial: Total, final: Total) -> Total:
    if initial in tableau.NATURALS:
        raise Contradiction(f"a hand of {initial} is a natural and draws no card (R3)")
    return UNKNOWN if initial is UNKNOWN or final is UNKNOWN else (final - initial) % 10


@_function(
    "TRUE when either hand's two-card total is 8 or 9, which ends the draw.",
    (PLAYER_INITIAL, BANKER_INITIAL),
    "TRUE or FALSE.",
    (WRONG_KIND, OUT_OF_RANGE_TOTAL, ("#N/A", "when a total is not known and the other is no natural")),
    (Example((4, 8), True), Example((5, 6), False), Example((9, ""), True), Example((5, ""), "#N/A")),
    ("R3",),
)
def is_natural(player_initial: Total, banker_initial: Total) -> Decision:
    return tableau.is_natural(player_initial, banker_initial)


@_function(
    "TRUE when Player takes a third card. The natural check comes first.",
    (PLAYER_INITIAL, BANKER_INITIAL),
    "TRUE or FALSE.",
    (WRONG_KIND, OUT_OF_RANGE_TOTAL, ("#N/A", "when the totals that are known do not settle it")),
    (Example((5, 6), True), Example((5, 9), False), Example((6, 3), False), Example((4, ""), "#N/A")),
    ("R3", "R4"),
)
def player_draws(player_initial: Total, banker_initial: Total) -> Decision:
    return tableau.player_draws(player_initial, banker_initial)


@_function(
    "TRUE when Banker takes a third card, by Banker's two-card total and the value of Player's third card.",
    (
        Argument(
            "initial",
            Kind.TOTAL,
            "Banker's two-card total, 0-9. 8 and 9 are naturals: FALSE. Blank = not known.",
        ),
        Argument(
            "p3",
            Kind.THIRD,
            "Player's third card or its value, never Player's final total. Blank = Player stood. "
            '"?" = drawn and not seen.',
        ),
        Argument(
            "player_initial",
            Kind.TOTAL,
            "Player's two-card total, 0-9: given, the natural check comes first, and a blank p3 while Player "
            "must draw means not dealt yet. Blank = not given.",
            optional=True,
        ),
    ),
    "TRUE or FALSE.",
    (
        WRONG_KIND,
        OUT_OF_RANGE_TOTAL,
        CANNOT_BE,
        ("#N/A", "when it depends on a third card that is not known"),
    ),
    (
        Example((3, 8), False, "Banker 3 stands against 8 alone"),
        Example((3, 9), True),
        Example((5, ""), True, "Player stood"),
        Example((4, "K"), False),
        Example((6, "?"), "#N/A"),
        Example((6, "", 5), "#N/A", "Player must draw, the card is not there yet"),
        Example((4, 6, 9), "#VALUE!", "no third card after a natural"),
    ),
    ("R3", "R5"),
)
def banker_draws(initial: Total, p3: Card, player_initial: Total) -> Decision:
    return tableau.banker_draws(initial, p3, player_initial)


@_function(
    "What happens next in a round: Player draws, Banker draws, or Round over.",
    (PLAYER_INITIAL, BANKER_INITIAL, P3, B3),
    "the text Player draws, Banker draws or Round over.",
    (WRONG_KIND, OUT_OF_RANGE_TOTAL, CANNOT_BE, ("#N/A", "when it depends on what is not known")),
    (Example((5, 6), "Player draws"), Example((5, 6, 6), "Banker draws"), Example((4, 8), "Round over")),
    ("R3", "R4", "R5"),
)
def next_step(player_initial: Total, banker_initial: Total, p3: Card, b3: Card) -> Step | NotKnown:
    return outcome.next_step(player_initial, banker_initial, p3, b3)


@_function(
    "The outcome by final totals: Player, Banker or Tie.",
    (
        Argument("player_final", Kind.TOTAL, "The total of all Player's cards, 0-9. Blank = not known."),
        Argument("banker_final", Kind.TOTAL, "The total of all Banker's cards, 0-9. Blank = not known."),
    ),
    "the text Player, Banker or Tie.",
    (WRONG_KIND, OUT_OF_RANGE_TOTAL, ("#N/A", "when a total is not known")),
    (Example((9, 8), "Player"), Example((3, 3), "Tie"), Example((2, 7), "Banker")),
    ("R6",),
)
def winner(player_final: Total, banker_final: Total) -> Outcome | NotKnown:
    return outcome.winner(player_final, banker_final)


@_function(
    "The outcome of a whole round from its cards, once the draw is over and by the rules.",
    SIX_CARDS,
    "the text Player, Banker or Tie.",
    (
        WRONG_KIND,
        OUT_OF_RANGE_CARD,
        ("#VALUE!", "when the third cards break the rules: CHECK_ROUND says how"),
        ("#N/A", "while a card is missing or not seen"),
    ),
    (
        Example(("2", "3", "8", "A", "2", ""), "Tie"),
        Example(("4", "5", "", "K", "7", ""), "Player"),
        Example(("2", "3", "", "A", "2", ""), "#N/A"),
        Example(("2", "3", "8", "A", "2", "5"), "#VALUE!"),
    ),
    ("R2", "R6"),
    hands=TWO_HANDS,
)
def round_outcome(p1: Card, p2: Card, p3: Card, b1: Card, b2: Card, b3: Card) -> Outcome | NotKnown:
    player, banker = hand_total.evaluate(p1, p2, NO_CARD), hand_total.evaluate(b1, b2, NO_CARD)
    step = outcome.next_step(player, banker, p3, b3)
    if step != "Round over":
        return UNKNOWN
    return outcome.winner(final_total.evaluate(player, p3), final_total.evaluate(banker, b3))


@_function(
    "The draw explained in one sentence, with the clauses that decided it.",
    (PLAYER_INITIAL, BANKER_INITIAL, P3),
    "text.",
    (WRONG_KIND, OUT_OF_RANGE_TOTAL, CANNOT_BE, ("#N/A", "when a total that is needed is not known")),
    (
        Example((5, 3, 8), "Player draws on 5 (R4.1); Banker stands on 3 against a third card of 8 (R5.2)."),
        Example((4, 8), "Banker 8 is a natural, so neither hand draws (R3)."),
        Example((6, 5), "Player stands on 6 (R4.2); Banker draws on 5 because Player stood (R5.1)."),
    ),
    ("R3", "R4", "R5", "R8"),
)
def explain_draw(player_initial: Total, banker_initial: Total, p3: Card) -> str | NotKnown:
    return _explained(player_initial, banker_initial, p3, lambda explanation: explanation.sentence)


@_function(
    "The clause that decided the draw: R3, R5.1, R5.2, or R7.1 while the third card is not known.",
    (PLAYER_INITIAL, BANKER_INITIAL, P3),
    "text such as R5.2.",
    (WRONG_KIND, OUT_OF_RANGE_TOTAL, CANNOT_BE, ("#N/A", "when a total that is needed is not known")),
    (Example((5, 3, 8), "R5.2"), Example((4, 8), "R3"), Example((6, 5), "R5.1"), Example((5, 6), "R7.1")),
    ("R8",),
)
def draw_clause(player_initial: Total, banker_initial: Total, p3: Card) -> str | NotKnown:
    return _explained(player_initial, banker_initial, p3, lambda explanation: explanation.clause)


def _explained(
    player: Total, banker: Total, p3: Card, part: Callable[[explain.Explanation], str]
) -> str | NotKnown:
    if tableau.is_natural(player, banker) is True and p3 is NO_CARD:
        return part(explain.explain_natural(player, banker))
    if player is UNKNOWN or banker is UNKNOWN:
        tableau.banker_draws(banker, p3, player)
        return UNKNOWN
    return part(explain.explain_draw(player, banker, p3))


@_function(
    "Whether a round's cards, and the outcome if given, keep the rules: OK, or everything that is wrong.",
    (
        *(Argument(a.name, Kind.ANY_CARD, a.help) for a in SIX_CARDS),
        Argument(
            "outcome",
            Kind.ANY_OUTCOME,
            "The recorded outcome: Player, Banker, Tie or P, B, T. Blank = not recorded.",
            optional=True,
        ),
    ),
    "the text OK, or what is wrong, parted by semicolons; empty text when all is blank.",
    (("#N/A", "when cards that a full check needs are missing and nothing else is wrong"),),
    (
        Example(("2", "3", "8", "A", "2", "5"), "Banker must stand on 3 against 8 (R5.2)"),
        Example(("2", "3", "8", "A", "2", "", "T"), "OK"),
        Example(("5", "A", "", "K", "4", ""), "Banker must draw on 4, Player stood (R5.1)"),
        Example(
            ("4", "5", "2", "K", "7", "", "T"), "third card after a natural (R3); outcome must be Player (R6)"
        ),
    ),
    ("R2", "R3", "R4", "R5", "R6"),
    hands=TWO_HANDS,
)
def check_round(
    p1: object, p2: object, p3: object, b1: object, b2: object, b3: object, outcome: object
) -> str | NotKnown:
    cells = (p1, p2, p3, b1, b2, b3, outcome)
    if all(cell is None or cell is NO_CARD for cell in cells):
        return ""
    p1, p2, p3, b1, b2, b3, outcome = (cell.cell if isinstance(cell, Unread) else cell for cell in cells)
    solved = resolve(Record(p1, p2, p3, b1, b2, b3, outcome=outcome))
    texts = dict.fromkeys(fault.text for fault in solved.faults)
    if not texts:
        return UNKNOWN if solved.missing else OK
    return "; ".join(texts)


@_function(
    "What Player's third card can have been, by the decisions and totals. Inferred, not recorded.",
    (
        BANKER_INITIAL,
        Argument("banker_drew", Kind.DECISION, "Whether Banker drew: TRUE or FALSE. Blank = not known."),
        Argument(
            "player_initial", Kind.TOTAL, "Player's two-card total, 0-9. Blank = not known.", optional=True
        ),
        Argument(
            "player_final",
            Kind.TOTAL,
            "The total of all Player's cards, 0-9. Blank = not known.",
            optional=True,
        ),
    ),
    "text: the values, and no card where Player may have stood, such as no card, 2, 3.",
    (WRONG_KIND, OUT_OF_RANGE_TOTAL, ("#VALUE!", "when no round has these inputs together")),
    (
        Example((6, True), "6, 7"),
        Example((4, True), "no card, 2, 3, 4, 5, 6, 7"),
        Example((3, False, 2), "8"),
        Example((4, False, 3, 5), "#VALUE!", "a third card of 2 would have made Banker draw"),
    ),
    ("R7.2",),
)
def possible_p3(
    banker_initial: Total, banker_drew: Decision, player_initial: Total, player_final: Total
) -> tuple[Card, ...]:
    values = tableau.possible_thirds(banker_initial, banker_drew, player_initial, player_final)
    if not values:
        raise Contradiction("no round has these totals and this decision of Banker's together (R3-R5)")
    return values


FUNCTIONS: Final[tuple[Function[object], ...]] = tuple(_BY_NAME.values())
"""Every function, in the order of help pages."""
