"""The formulas of sheet Rounds for any spreadsheet program: nothing newer than IFERROR of Excel 2007.

Columns are named by their short keys (``{pi}`` is Player's initial total); `columns` puts their cells there.
In every formula the natural check (``{nat}``) stands before Player's rule.
"""

from __future__ import annotations

from typing import Final

from baccarat_xl.rules import tableau as rules

UNREADABLE: Final = "✗"
"""What a value column shows for a cell that holds no card."""


def card_value(card: str) -> str:
    """A card cell to its value: blank stays blank, ``?`` stays ``?``, and what is no card becomes ✗, never 0.

    MATCH takes ``*``, ``?`` and ``~`` for wildcards, so they are replaced before it looks.
    """
    text = f"TRIM({{{card}}})"
    literal = f'SUBSTITUTE(SUBSTITUTE(SUBSTITUTE({text},"~","#"),"*","#"),"?","#")'
    found = f"INDEX(CardValues,MATCH({literal},CardSpellings,0))"
    return f'IFERROR(IF({text}="","",IF({text}="?","?",{found})),"{UNREADABLE}")'


def initial_total(first: str, second: str) -> str:
    """Two card values to a total (R2); blank unless both are known."""
    return f'IF(COUNT({{{first}}},{{{second}}})=2,MOD({{{first}}}+{{{second}}},10),"")'


def final_total(initial: str, decision: str, third: str) -> str:
    """The total that the hand ends with; blank while a card is open or contradicts the rules."""
    drawn = f'IF(ISNUMBER({{{third}}}),MOD({{{initial}}}+{{{third}}},10),"")'
    return (
        f'IF({{{decision}}}="draws",{drawn},IF(AND({{{decision}}}="stands",{{{third}}}=""),{{{initial}}},""))'
    )


NATURAL_FROM: Final = min(rules.NATURALS)
STANDS_FROM: Final = min(total for total, draws in rules.PLAYER_DRAWS.items() if not draws)
NATURAL: Final = f'IF(MAX({{pi}},{{bi}})>={NATURAL_FROM},"yes",IF(COUNT({{pi}},{{bi}})=2,"no",""))'
PLAYER_DRAWS: Final = (
    'IF({nat}="yes","stands",IF({pi}="","",'
    f'IF({{pi}}>={STANDS_FROM},"stands",IF({{nat}}="no","draws",""))))'
)
AGAINST: Final = 'IF({pd}="stands",1,IF(ISNUMBER({p3v}),{p3v}+2,IF({p3v}="",12,13)))'
"""The column of the drawing table: Player stood, 0-9, not dealt yet, not seen (`tableau_grid`)."""
BANKER_DRAWS: Final = (
    'IF({nat}="yes","stands",IF(OR({bi}="",AND({nat}="",NOT(ISNUMBER({p3v})))),"",'
    f"INDEX(DrawingTable,{{bi}}+1,{AGAINST})))"
)
"""With one initial total missing, a recorded third card still settles it: there was no natural then."""
OUTCOME: Final = 'IF(COUNT({pf},{bf})=2,IF({pf}>{bf},"Player",IF({pf}<{bf},"Banker","Tie")),"")'
CLAUSE: Final = (
    'IF({nat}="yes","R3",IF({bd}="","",IF({pd}="stands","R5.1",IF(ISNUMBER({p3v}),"R5.2","R7.1"))))'
)

_CARDS: Final = {
    "p1v": "Player card 1",
    "p2v": "Player card 2",
    "b1v": "Banker card 1",
    "b2v": "Banker card 2",
    "p3v": "Player third card",
    "b3v": "Banker third card",
}
_OPENING: Final = tuple(_CARDS)[:4]
_OTHER_OUTCOME: Final = "SUMPRODUCT((OutcomeWords=TRIM({ro}))*(OutcomeMeans={out}))=0"
"""The recorded word does not mean what the cards give. Comparing, unlike MATCH, knows no wildcards."""


def _if(condition: str, text: str) -> str:
    return f'IF({condition},{text},"")'


def _problems() -> list[str]:
    """Each contradiction with its own sign; all that apply are shown, one after the other."""
    missing = "&".join(_if(f'{{{key}}}=""', f'" {_CARDS[key]}"') for key in _OPENING)
    other_outcome = _if(_OTHER_OUTCOME, '" ✗ recorded outcome differs"')
    return [
        *(_if(f'{{{key}}}="{UNREADABLE}"', f'" ✗ {name} is no card"') for key, name in _CARDS.items()),
        _if(
            'AND(COUNTBLANK({opening})>0,COUNTA({cards})>0,OR({p3v}&{b3v}<>"",COUNTA({recorded})>0))',
            f'" ✗ missing:"&{missing}',
        ),
        _if('AND({nat}="yes",{p3v}&{b3v}<>"")', '" ✗ third card after a natural (R3)"'),
        _if('AND({nat}<>"yes",{pd}="stands",{p3v}<>"")', '" ✗ Player third card, but Player stands (R4.2)"'),
        _if(
            'AND({nat}<>"yes",{bd}="stands",{b3v}<>"")',
            '" ✗ Banker third card, but Banker stands ("&{cl}&")"',
        ),
        _if(
            'AND({pd}="draws",{p3v}="",COUNTA({b3},{recorded})>0)', '" ✗ Player third card is missing (R4.1)"'
        ),
        _if(
            'AND({bd}="draws",{b3v}="",COUNTA({recorded})>0)', '" ✗ Banker third card is missing ("&{cl}&")"'
        ),
        f'IF(OR({{ro}}="",{{out}}=""),"",{other_outcome})',
        _if('AND({rpd}<>"",{pd}<>"",{rpd}<>{pd})', '" ✗ recorded Player draws differs"'),
        _if(
            'AND({rbd}<>"",OR({bd}="draws",{bd}="stands"),{rbd}<>{bd})', '" ✗ recorded Banker draws differs"'
        ),
        _if('AND({rpf}<>"",{pf}<>"",{rpf}&""<>{pf}&"")', '" ✗ recorded Player final total differs"'),
        _if('AND({rbf}<>"",{bf}<>"",{rbf}&""<>{bf}&"")', '" ✗ recorded Banker final total differs"'),
    ]


def _open_end() -> str:
    """What the round still waits for, or why it cannot be verified; empty when its outcome is known."""
    unseen = "&".join(f"{{{key}}}" for key in _CARDS)
    return (
        'IF({out}<>"","",IF(COUNTA({cards})=0," … no cards: not verifiable",'
        f'IF(ISNUMBER(FIND("?",{unseen}))," … a card was not seen: not verifiable",'
        'IF(OR({p3v}&{b3v}="✗",COUNTA({recorded})>0),"",'
        'IF(COUNTBLANK({opening})>0,IF({p3v}&{b3v}=""," … waits for the opening cards",""),'
        'IF(AND({pd}="draws",{p3v}&{b3v}="")," … waits for Player third card",'
        'IF(AND({bd}="draws",{b3v}="",OR({pd}="stands",{p3v}<>""))," … waits for Banker third card","")))))))'
    )


def _check() -> str:
    parts = "&".join([*_problems(), _open_end()])
    return f'IF(COUNTA({{cards}},{{recorded}})=0,"",SUBSTITUTE(SUBSTITUTE("✓"&{parts},"✓ ✗","✗"),"✓ …","…"))'


CHECK: Final = _check()
"""✓ complete and nothing contradicts the rules; ✗ contradictions; … not finished, or not verifiable."""
