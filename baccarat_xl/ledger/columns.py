"""The columns of sheet Settlement: what is typed, what formulas work out, and how wide they are.

Formulas name columns by their short keys (``{pf}`` is Player's final total, ``{above}`` the balance carried
from the row above). They use nothing newer than Excel 2010: SUMPRODUCT goes through the lines of sheet Terms.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from baccarat_xl.ledger.lines import ALL_TERMS, FIRST_LINE, PARTS
from baccarat_xl.rules.tableau import NATURALS

NATURAL_FROM: Final = min(NATURALS)
UNKNOWN: Final = "not known"


@dataclass(frozen=True, slots=True)
class Column:
    """A column. kind: ``input`` is typed, ``recorded`` is typed and optional, ``formula`` is worked out, and
    ``step`` is worked out on the way and stands at the end."""

    key: str
    header: str
    width: float
    kind: Literal["input", "recorded", "formula", "step"]
    help: str
    formula: str = ""


def _pair(cell: str) -> str:
    return f'IF({cell}="","",IF({cell}="no","no","yes"))'


def _natural(cards: str, final: str) -> str:
    """A natural is a total of 8 or 9 with two cards: three cards are none, and neither is a lower total."""
    low = f'AND({final}<>"",{final}<{NATURAL_FROM})'
    return f'IF(OR({cards}=3,{low}),"no",IF(OR({cards}="",{final}=""),"","yes"))'


FACTS: Final[dict[str, tuple[str, str]]] = {
    "outcome": ("{out}", "Outcome"),
    "player_final": ("{pf}", "Player final total"),
    "banker_final": ("{bf}", "Banker final total"),
    "player_cards": ("{pc}", "Player cards"),
    "banker_cards": ("{bc}", "Banker cards"),
    "cards": ("{cards}", "Cards of both hands"),
    "margin": ("{margin}", "Margin"),
    "player_natural": ("{pn}", "Player natural"),
    "banker_natural": ("{bn}", "Banker natural"),
    "player_pair": ("{ppy}", "Player pair"),
    "banker_pair": ("{bpy}", "Banker pair"),
    "either_pair": ("{either}", "Either pair"),
    "perfect_pair": ("{perfect}", "Perfect pair"),
    "both_perfect_pairs": ("{both}", "Both pairs perfect"),
}
"""A fact that terms ask for -> the cell that holds it, and what it is called on sheet Terms."""


def condition_name(fact: str) -> str:
    """The name of the cells of sheet Terms that hold a condition: ``IfPlayerFinal``."""
    return "If" + "".join(word.capitalize() for word in fact.split("_"))


BET: Final = " bet"
IF: Final = "if "
"""What stands after a bet and before an outcome on sheet Terms, where they are no outcomes of rounds."""


def in_cell(fact: str, wanted: str | int) -> str | int:
    """A condition's value as it stands on sheet Terms."""
    return f"{IF}{wanted}" if fact == "outcome" and wanted else wanted


def _cells(facts: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """(condition, the cell that holds the fact, the same as a condition is written) of each fact."""
    for fact in facts:
        cell = FACTS[fact][0]
        yield condition_name(fact), cell, f'"{IF}"&{cell}' if fact == "outcome" else cell


def _lines_of_bet() -> str:
    return f'(LineBet={{bet}}&"{BET}")*((LineTerms="{ALL_TERMS}")+(LineTerms={{eff}})>0)'


def holds(facts: Sequence[str]) -> str:
    """For each line of the terms: 1 where its bet is this one and every condition holds for certain."""
    parts = [f'(({name}="")+({name}={wanted})*({cell}<>"")>0)' for name, cell, wanted in _cells(facts)]
    return "*".join([_lines_of_bet(), *parts])


def may_hold(facts: Sequence[str]) -> str:
    """For each line of the terms: 1 where its bet is this one and no condition fails for certain."""
    parts = [f'(({name}="")+({name}={wanted})+({cell}="")>0)' for name, cell, wanted in _cells(facts)]
    return "*".join([_lines_of_bet(), *parts])


NO_LINE: Final = 100_000
"""More than there are lines: none holds, since the terms know no such bet."""
TOO_MUCH: Final = 1_000_000_000


def _first(facts: Sequence[str]) -> str:
    """The number of the first line that holds for certain; what is known of the round decides between it and
    those before it that may hold."""
    return f'IF({{ok}}="bet",SUMPRODUCT(MIN(LineNo+{NO_LINE}*(1-{holds(facts)}))),"")'


def _decides(facts: Sequence[str]) -> str:
    """The same line, where every line that may hold up to it pays the same."""
    open_ = f"(LineNo<={{first}})*{may_hold(facts)}"
    most = f"SUMPRODUCT(MAX({open_}*(LinePays+{TOO_MUCH})))-{TOO_MUCH}"
    least = f"SUMPRODUCT(MIN(LinePays+{TOO_MUCH}*(1-{open_})))"
    return f'IF({{first}}="","",IF({{first}}>={NO_LINE},"no bet",IF({most}={least},{{first}},"{UNKNOWN}")))'


PAYS: Final = f"INDEX(LinePays,{{line}}-{FIRST_LINE - 1})"


def _paid(roundings: Sequence[str], under: int) -> str:
    """What the stake wins, rounded once as the terms say, in whole numbers, so that no cent is lost."""
    stake = f"ROUND({{stake}}*{PARTS},0)"
    top = f"{stake}*{PAYS}"
    below = f"({under}*{{unit}})"
    ways = {
        "half up": f"INT((2*{top}+{below})/(2*{below}))",
        "half even": f"(INT((2*{top}+{below})/(2*{below}))-(MOD(2*{top}+{below},2*{below})=0)"
        f"*MOD(INT((2*{top}+{below})/(2*{below})),2))",
        "up": f"INT(({top}+{below}-1)/{below})",
        "down": f"INT({top}/{below})",
    }
    chosen = ways[roundings[-1]]
    for rounding in roundings[-2::-1]:
        chosen = f'IF({{rnd}}="{rounding}",{ways[rounding]},{chosen})'
    return f"ROUND({chosen}*{{unit}}/{PARTS},4)"


def _profit(roundings: Sequence[str], under: int) -> str:
    return f'IF(ISNUMBER({{line}}),IF({PAYS}<0,-{{stake}},IF({PAYS}=0,0,{_paid(roundings, under)})),"")'


def _check() -> str:
    """✓ settled, ✗ what cannot be, … what is missing; empty for an empty row."""
    problems = [
        ('AND({pf}<>"",ISERROR(MATCH({pf},{{0,1,2,3,4,5,6,7,8,9}},0)))', "Player final total is no total"),
        ('AND({bf}<>"",ISERROR(MATCH({bf},{{0,1,2,3,4,5,6,7,8,9}},0)))', "Banker final total is no total"),
        ('AND({pc}<>"",{pc}<>2,{pc}<>3)', "Player cards are 2 or 3"),
        ('AND({bc}<>"",{bc}<>2,{bc}<>3)', "Banker cards are 2 or 3"),
        ('AND({pp}<>"",{pp}<>"no",{pp}<>"pair",{pp}<>"perfect")', "Player pair is no, pair or perfect"),
        ('AND({bp}<>"",{bp}<>"no",{bp}<>"pair",{bp}<>"perfect")', "Banker pair is no, pair or perfect"),
        ('AND({eff}<>"",SUMPRODUCT((TermsNames={eff})*1)=0)', "sheet Terms has no such terms"),
        ('AND({stake}<>"",NOT(ISNUMBER({stake})))', "the stake is no number"),
        (
            f"IF(ISNUMBER({{stake}}),OR({{stake}}<0,ABS({{stake}}*{PARTS}-ROUND({{stake}}*{PARTS},0))>0.001))",
            "a stake is 0 or more, with four decimals at most",
        ),
        ('AND({bet}<>"",{stake}="")', "the stake is missing"),
        ('AND({bet}="",N({stake})>0)', "the bet is missing"),
        ('AND({bet}<>"",SUMPRODUCT((BetNames={bet})*1)=0)', "sheet Terms has no such bet"),
    ]
    chain = '"bet"'
    for condition, text in reversed(problems):
        chain = f'IF({condition},"✗ {text}",{chain})'
    return f'IF(AND({{bet}}="",{{stake}}="",{{given}}=""),"",{chain})'


def _said() -> str:
    return (
        'IF({ok}<>"bet",{ok},IF({bet}="","",IF({line}="no bet",'
        'IF({eff}="","… name the terms","✗ these terms know no such bet"),'
        f'IF({{line}}="{UNKNOWN}",IF({{eff}}="","… name the terms, or say more of the round",'
        '"… the round does not say enough"),"✓"))))'
    )


def columns(facts: Sequence[str], roundings: Sequence[str], under: int) -> tuple[Column, ...]:
    """All columns of the sheet, for lines that ask for these facts and pay in such parts of the stake."""
    given = "&".join(f"{{{key}}}" for key in ("pf", "bf", "pc", "bc", "pp", "bp"))
    either = 'IF(OR({ppy}="yes",{bpy}="yes"),"yes",IF(OR({ppy}="",{bpy}=""),"","no"))'
    perfect = 'IF(OR({pp}="perfect",{bp}="perfect"),"yes",IF(OR({pp}="",{bp}=""),"","no"))'
    imperfect = 'OR(AND({pp}<>"",{pp}<>"perfect"),AND({bp}<>"",{bp}<>"perfect"))'
    both = f'IF({imperfect},"no",IF(OR({{pp}}="",{{bp}}=""),"","yes"))'
    place = 'IF({eff}="",1,SUMPRODUCT((TermsNames={eff})*ROW(TermsNames))-MIN(ROW(TermsNames))+1)'
    outcome = 'IF(COUNT({pf},{bf})<2,"",IF({pf}>{bf},"Player",IF({pf}<{bf},"Banker","Tie")))'
    carried = f'IF({{chk}}="",{{above}},IF({{chk}}="✓",IF({{above}}="{UNKNOWN}","{UNKNOWN}",'
    carried += f'ROUND({{above}}+{{profit}},4)),"{UNKNOWN}"))'
    return (
        Column("round", "Round", 8, "input", "Any text or number. It is shown, never used."),
        Column("pf", "Player final total", 9, "input", "The total of all Player's cards, 0-9."),
        Column("bf", "Banker final total", 9, "input", "The total of all Banker's cards, 0-9."),
        Column("pc", "Player card count", 9, "recorded", "2 or 3. Some bets ask for it; blank = not known."),
        Column("bc", "Banker card count", 9, "recorded", "2 or 3. Some bets ask for it; blank = not known."),
        Column(
            "pp",
            "Player pair",
            9,
            "recorded",
            "no, pair or perfect (one rank and one suit); blank = not known.",
        ),
        Column(
            "bp",
            "Banker pair",
            9,
            "recorded",
            "no, pair or perfect (one rank and one suit); blank = not known.",
        ),
        Column("out", "Outcome", 10, "formula", "By the final totals (R6).", outcome),
        Column("bet", "Bet", 20, "input", "What was bet on: one of the bets of sheet Terms. One bet a row."),
        Column("stake", "Stake", 11, "input", "An amount of 0 or more, with at most four decimals."),
        Column(
            "terms",
            "Terms",
            19,
            "recorded",
            "Only where this row goes by other terms than the sheet (above).",
        ),
        Column(
            "profit",
            "Profit",
            11,
            "formula",
            "What the bet came to: below 0 the stake is lost, 0 is a push.",
            _profit(roundings, under),
        ),
        Column(
            "back",
            "Return",
            11,
            "formula",
            "What comes back over the table, the stake included.",
            'IF({profit}="","",{stake}+{profit})',
        ),
        Column(
            "bal",
            "Balance",
            12,
            "formula",
            "The balance carried on: empty from a bet on that is not settled.",
            f'IF(OR({{chk}}="",{{carried}}="{UNKNOWN}"),"",{{carried}})',
        ),
        Column("chk", "Check", 34, "formula", "✓ settled; … what is missing; ✗ what cannot be.", _said()),
        Column(
            "eff",
            "Terms in force",
            19,
            "step",
            "Those of the row, else those of the sheet.",
            'IF({bet}="","",IF({terms}<>"",{terms},IF({sheet}="","",{sheet})))',
        ),
        Column(
            "unit",
            "Rounded to, in 1/10,000",
            9,
            "step",
            "The unit to which a winning bet's payment is rounded.",
            f'IF({{ok}}="bet",INDEX(TermsUnit,{place}),"")',
        ),
        Column(
            "rnd",
            "Rounding",
            9,
            "step",
            "How it is rounded.",
            f'IF({{ok}}="bet",INDEX(TermsRounding,{place}),"")',
        ),
        Column(
            "cards",
            "Bet: cards of both hands",
            8,
            "step",
            "4, 5 or 6.",
            'IF(OR({pc}="",{bc}=""),"",{pc}+{bc})',
        ),
        Column(
            "margin",
            "Margin",
            8,
            "step",
            "By how much the higher final total is higher.",
            'IF({out}="","",ABS({pf}-{bf}))',
        ),
        Column(
            "pn",
            "Bet: Player natural",
            9,
            "step",
            "8 or 9 with two cards.",
            _natural("{pc}", "{pf}"),
        ),
        Column(
            "bn",
            "Bet: Banker natural",
            9,
            "step",
            "8 or 9 with two cards.",
            _natural("{bc}", "{bf}"),
        ),
        Column("ppy", "Has Player a pair?", 8, "step", "yes or no.", _pair("{pp}")),
        Column("bpy", "Has Banker a pair?", 8, "step", "yes or no.", _pair("{bp}")),
        Column("either", "Either pair?", 8, "step", "yes or no.", either),
        Column("perfect", "A perfect pair?", 8, "step", "yes or no.", perfect),
        Column("both", "Both perfect?", 8, "step", "yes or no.", both),
        Column("given", "What is given", 10, "step", "Everything that is known of the round.", given),
        Column("ok", "In order?", 16, "step", "bet, or what is wrong with the row.", _check()),
        Column("first", "First line that holds", 9, "step", "A line of sheet Terms.", _first(facts)),
        Column(
            "line",
            "Line that decides",
            9,
            "step",
            "The same, where what is not known changes nothing.",
            _decides(facts),
        ),
        Column("carried", "Carried", 11, "step", "The balance below this row.", carried),
    )
