"""The body of each function as a LAMBDA, in readable form.

A body speaks of its arguments by their LAMBDA names, already read into codes (see `lambda_shared`) and free
of errors.
"""

from __future__ import annotations

from typing import Final

from baccarat_xl.rules.record import LABELS

_NATURAL_WORDS: Final = """IF(BACCARAT_NATURAL(player_initial, 10)="D", "Player "&player_initial, "")
    &IF(BACCARAT_NATURAL(player_initial, 10)="D",
      IF(BACCARAT_NATURAL(10, banker_initial)="D", " and ", ""), "")
    &IF(BACCARAT_NATURAL(10, banker_initial)="D", "Banker "&banker_initial, "")
    &IF(BACCARAT_NATURAL(player_initial, 10)="D",
      IF(BACCARAT_NATURAL(10, banker_initial)="D", " are naturals", " is a natural"), " is a natural")"""

_EXPLAINED: Final = """LET(
  mark, BACCARAT_BANKER(banker_initial, third, player_initial),
  due, BACCARAT_PLAYER(player_initial, banker_initial),
  seen, IF(due="D", IF(third=10, 11, third), third),
  over, IF(third=10, IF(BACCARAT_NATURAL(player_initial, banker_initial)="D", 1, 0), 0),
  IF(ISERROR(mark), mark, IF(over=1, {natural},
  IF(player_initial=10, NA(), IF(banker_initial=10, NA(), {draw})))))"""

_SENTENCE: Final = """"Player "&IF(due="D", "draws", "stands")&" on "&player_initial
    &IF(due="D", " (R4.1); ", " (R4.2); ")
    &"Banker "&IF(mark="?", "", IF(mark="D", "draws ", "stands "))&"on "&banker_initial
    &IF(seen=10, " because Player stood (R5.1).",
      IF(seen<10, " against a third card of "&seen&" (R5.2).",
      IF(mark="?", IF(third=11, " goes by the value of Player's third card, which was not seen (R7.1).",
        " waits for the value of Player's third card (R7.1)."),
        " whatever Player's third card is (R7.1).")))"""

_POSSIBLE: Final = """LET(
  none, IF(player_initial=10, player_final, IF(player_final=10, player_initial,
    IF(player_initial=player_final, player_initial, 99))),
  found, IF(none=99, "", IF(BACCARAT_STOOD(banker_initial, banker_drew, none), ", no card", ""))
{values},
  IF(found="", #VALUE!, MID(found, 3, LEN(found))))"""

_FITS: Final = (
    """    &IF(BACCARAT_FITS(banker_initial, banker_drew, player_initial, player_final, {0}), ", {0}", "")"""
)

_ROUND: Final = """LET(
  player, BACCARAT_HAND(player_card_1, player_card_2),
  banker, BACCARAT_HAND(banker_card_1, banker_card_2),
  step, BACCARAT_NEXT(player, banker, third, banker_third),
  outcome, BACCARAT_WINNER(BACCARAT_ADD(player, third), BACCARAT_ADD(banker, banker_third)),
  IF(step<>"Round over", NA(), IF(outcome="", NA(), outcome)))"""

_LABELLED: Final = {
    "player_card_1": "player_card_1",
    "player_card_2": "player_card_2",
    "player_third": "third",
    "banker_card_1": "banker_card_1",
    "banker_card_2": "banker_card_2",
    "banker_third": "banker_third",
}


def _unreadable(role: str) -> str:
    return f'IF({_LABELLED[role]}=12, "; {LABELS[role]} is not a card", "")'


_CHECK: Final = f"""LET(
  player, BACCARAT_HAND(player_card_1, player_card_2),
  banker, BACCARAT_HAND(banker_card_1, banker_card_2),
  taken, IF(third=12, 11, third),
  last, IF(banker_third=12, 11, banker_third),
  due, BACCARAT_PLAYER(player, banker),
  stage, IF(BACCARAT_NATURAL(player, banker)="D", "natural",
    IF(player=10, "part", IF(banker=10, "part", IF(due="D", "draws", "stands")))),
  surplus, IF(taken=10, 0, IF(stage="natural", 1, IF(stage="stands", 1, 0))),
  short, IF(taken=10, IF(stage="draws", 1, 0), 0),
  judged, BACCARAT_JUDGED(stage, banker, taken, last),
  mark, IF(judged=99, "?", BACCARAT_TABLEAU(banker, judged)),
  wrong, IF(mark="?", 0, IF(mark=IF(last=10, "s", "D"), 0, 1)),
  extra, IF(last=10, 0, IF(stage="natural", 1, wrong)),
  natural, IF(stage="natural", "; third card after a natural (R3)", ""),
  player_end, BACCARAT_ADD(player, taken),
  banker_end, BACCARAT_ADD(banker, last),
  player_rule, IF(surplus=1, IF(player<10, player, player_end), player_end),
  banker_rule, IF(extra=1, IF(banker<10, banker, banker_end), banker_end),
  unknown, IF(player_rule=10, 1, IF(banker_rule=10, 1, 0)),
  said, IF(outcome=1, "Player", IF(outcome=2, "Banker", IF(outcome=3, "Tie", ""))),
  agrees, IF(said=BACCARAT_WINNER(player_end, banker_end), 1,
    IF(said=BACCARAT_WINNER(player_rule, banker_end), 1,
    IF(said=BACCARAT_WINNER(player_end, banker_rule), 1,
    IF(said=BACCARAT_WINNER(player_rule, banker_rule), 1, 0)))),
  excused, IF(agrees=1, 1, IF(unknown=1, 1, IF(short=1, 1, IF(last=10, wrong, 0)))),
  faults, {_unreadable("player_card_1")}
    &{_unreadable("player_card_2")}
    &{_unreadable("player_third")}
    &IF(surplus=1, IF(stage="natural", natural, "; Player must stand on "&player&" (R4.2)"), "")
    &IF(short=1, "; Player must draw on "&player&" (R4.1)", "")
    &{_unreadable("banker_card_1")}
    &{_unreadable("banker_card_2")}
    &{_unreadable("banker_third")}
    &IF(surplus=0, IF(extra=1, natural, ""), "")
    &IF(wrong=1, "; Banker must "&IF(last=10, "draw", "stand")&" on "&banker
      &IF(judged=10, ", Player stood (R5.1)", IF(judged=11, " against any card (R7.1)",
      " against "&judged&" (R5.2)")), "")
    &IF(outcome=4, "; outcome not readable", "")
    &IF(said="", "", IF(excused=1, "",
      "; outcome must be "&BACCARAT_WINNER(player_rule, banker_rule)&" (R6)")),
  missing, IF(player=10, 1, IF(banker=10, 1, IF(said="", 0, unknown))),
  waits, IF(judged=99, 0, IF(mark="?", 1, 0)),
  IF(player_card_1&player_card_2&third&banker_card_1&banker_card_2&banker_third&outcome="1010101010100", "",
  IF(faults<>"", MID(faults, 3, LEN(faults)), IF(missing+waits>0, NA(), "OK"))))"""

BODIES: Final[dict[str, str]] = {
    "CARD_VALUE": 'IF(card=10, "", IF(card=11, NA(), card))',
    "HAND_TOTAL": "BACCARAT_KNOWN(BACCARAT_ADD(BACCARAT_HAND(card1, card2), card3))",
    "FINAL_TOTAL": "BACCARAT_KNOWN(BACCARAT_ADD(initial, third))",
    "THIRD_VALUE": 'IF(BACCARAT_NATURAL(initial, 10)="D", #VALUE!, '
    "IF(initial=10, NA(), IF(final=10, NA(), MOD(final-initial, 10))))",
    "IS_NATURAL": "BACCARAT_DECIDED(BACCARAT_NATURAL(player_initial, banker_initial))",
    "PLAYER_DRAWS": "BACCARAT_DECIDED(BACCARAT_PLAYER(player_initial, banker_initial))",
    "BANKER_DRAWS": "BACCARAT_DECIDED(BACCARAT_BANKER(initial, third, player_initial))",
    "NEXT_STEP": "BACCARAT_NEXT(player_initial, banker_initial, third, banker_third)",
    "WINNER": 'LET(outcome, BACCARAT_WINNER(player_final, banker_final), IF(outcome="", NA(), outcome))',
    "ROUND_OUTCOME": _ROUND,
    "EXPLAIN_DRAW": _EXPLAINED.format(
        natural=_NATURAL_WORDS + '&", so neither hand draws (R3)."', draw=_SENTENCE
    ),
    "DRAW_CLAUSE": _EXPLAINED.format(natural='"R3"', draw='IF(seen=10, "R5.1", IF(seen<10, "R5.2", "R7.1"))'),
    "CHECK_ROUND": _CHECK,
    "POSSIBLE_P3": _POSSIBLE.format(values="\n".join(_FITS.format(value) for value in range(10))),
}
"""Function name -> its body."""

BODY_PARTS: Final[dict[str, tuple[str, str]]] = {
    "BACCARAT_JUDGED": (
        "the third card that Banker's recorded draw is judged by, 99 for none",
        """LAMBDA(stage, banker, taken, last,
  IF(stage="natural", 99,
  IF(stage="part", IF(banker=10, 99, IF(taken>9, 99, taken)),
  IF(stage="draws", IF(taken<>10, taken, IF(BACCARAT_TABLEAU(banker, 11)="s", 11, 99)),
  IF(taken=10, 10, LET(mark, BACCARAT_TABLEAU(banker, taken),
    IF(mark="?", 99, IF(mark=IF(last=10, "s", "D"), 99, 10))))))))""",
    ),
    "BACCARAT_FITS": (
        "whether Player's third card can have had this value (R7.2)",
        """LAMBDA(banker, drew, player, final, value, LET(
  before, IF(player=10, IF(final=10, 0, MOD(final-value, 10)), player),
  IF(BACCARAT_PLAYER(before, 0)<>"D", FALSE,
  IF(IF(final=10, before, MOD(final-value, 10))<>before, FALSE,
  IF(banker=10, TRUE, IF(BACCARAT_PLAYER(0, banker)<>"D", FALSE,
  IF(drew=2, TRUE, BACCARAT_TABLEAU(banker, value)=IF(drew=1, "D", "s"))))))))""",
    ),
}
