"""The formulas of sheet Rounds that call the named functions; the other columns keep their plain formulas.

Short keys as in `plain_formulas`. Where the functions answer with an error, being undecided, the sheet
says so in words or stays blank.
"""

from __future__ import annotations

from typing import Final

from baccarat_xl.templates.plain_formulas import UNREADABLE


def card_value(card: str) -> str:
    """A card cell to its value: blank stays blank, ``?`` stays ``?``, and what is no card becomes ✗."""
    text = f"TRIM({{{card}}})"
    return f'IF({text}="","",IF({text}="?","?",IFERROR(CARD_VALUE({{{card}}}),"{UNREADABLE}")))'


def initial_total(first: str, second: str) -> str:
    """Two card values to a total (R2); blank unless both are known."""
    return f'IF(COUNT({{{first}}},{{{second}}})=2,HAND_TOTAL({{{first}}},{{{second}}}),"")'


def final_total(initial: str, decision: str, third: str) -> str:
    """The total that the hand ends with; blank while a card is open or contradicts the rules."""
    drawn = f'IF(ISNUMBER({{{third}}}),FINAL_TOTAL({{{initial}}},{{{third}}}),"")'
    return (
        f'IF({{{decision}}}="draws",{drawn},IF(AND({{{decision}}}="stands",{{{third}}}=""),{{{initial}}},""))'
    )


_THIRD: Final = f'IF({{pd}}="stands","",IF({{p3v}}="{UNREADABLE}","?",{{p3v}}))'
"""Player's third card as the functions take it: none where Player stands, not seen where unreadable."""
NATURAL: Final = 'IFERROR(IF(IS_NATURAL({pi},{bi}),"yes","no"),"")'
PLAYER_DRAWS: Final = 'IFERROR(IF(PLAYER_DRAWS({pi},{bi}),"draws","stands"),"")'
BANKER_DRAWS: Final = (
    'IF({nat}="yes","stands",IF(OR({bi}="",AND({nat}="",NOT(ISNUMBER({p3v})))),"",'
    f'IFERROR(IF(BANKER_DRAWS({{bi}},{_THIRD},{{pi}}),"draws","stands"),'
    'IF({p3v}="","waits for P3","not known"))))'
)
OUTCOME: Final = 'IF(COUNT({pf},{bf})=2,WINNER({pf},{bf}),"")'
CLAUSE: Final = (
    f'IF({{nat}}="yes","R3",IF({{bd}}="","",IF({{nat}}="","R5.2",DRAW_CLAUSE({{pi}},{{bi}},{_THIRD}))))'
)
