"""Logs as people keep them: recorded cards, and formulas filled down in three styles, right or misunderstood.

The rounds are recorded ones; the formulas are what users write. Nothing of the package has a part in them: a
right look-up table comes from a dealers' rule of thumb (an 8 or 9 counts as -2 or -1; Banker draws up to
three and half the third card).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from openpyxl import Workbook

RECORDED = Path(__file__).parents[2] / "examples" / "data" / "adequatica" / "recorded_rounds.json"
TENS = ("10", "J", "Q", "K")
HEADERS = {
    "rnd": "Round",
    "p1": "P1",
    "p2": "P2",
    "p3": "P3",
    "b1": "B1",
    "b2": "B2",
    "b3": "B3",
    "pi": "Player total",
    "bi": "Banker total",
    "nat": "Natural",
    "pd": "Player draws",
    "bd": "Banker draws",
    "pf": "Player final",
    "bf": "Banker final",
    "out": "Winner",
}
COLUMNS = dict(zip(HEADERS, "ABCDEFGHIJKLMNO", strict=True))
ROLES = {
    "pi": "player_initial",
    "bi": "banker_initial",
    "nat": "natural",
    "pd": "player_draws",
    "bd": "banker_draws",
    "pf": "player_final",
    "bf": "banker_final",
    "out": "outcome",
}
FIRST = 4
Hands = tuple[list[str], list[str]]


def recorded() -> list[Hands]:
    games = json.loads(RECORDED.read_text(encoding="utf-8"))["games"]
    hands = [hand for game in games for hand in game]
    return [([c[:-1] for c in hand["puntoHand"]], [c[:-1] for c in hand["bankoHand"]]) for hand in hands]


def value(rank: str) -> int:
    return 1 if rank == "A" else 0 if rank in TENS else int(rank)


def as_written(rank: str, notation: str) -> object:
    if notation == "letters":
        return int(rank) if rank.isdigit() else rank
    if notation == "numbers":
        return {"A": 1, "J": 11, "Q": 12, "K": 13}.get(rank) or int(rank)
    return 10 if notation == "tens" and rank in TENS else value(rank)


def banker_draws(banker: int, player: int, third: int | None) -> bool | None:
    """The rule of thumb; None where Player's card is to come and decides."""
    if player > 7 or banker > 7:
        return False
    if player > 5:
        return banker <= 5
    if third is None:
        return None if 3 <= banker <= 6 else banker <= 2
    return banker <= 3 + int((third - 10 if third > 7 else third) / 2)


@dataclass
class Log:
    """One sheet. formulas: column key -> text with ``{pi}`` for a cell of the row and ``{D}`` for a word."""

    formulas: dict[str, str]
    words: dict[str, str]
    wrong: tuple[str, ...] = ()
    notation: str = "values"
    tables: dict[str, list[list[object]]] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=lambda: dict(HEADERS))

    def changed(self, *wrong: str, **formulas: str) -> Log:
        return replace(self, formulas={**self.formulas, **formulas}, wrong=wrong or tuple(formulas))

    def formula(self, key: str, row: int) -> str:
        text = self.formulas[key]
        for name, letter in COLUMNS.items():
            text = text.replace(f"{{{name}}}", f"{letter}{row}")
        for name, word in self.words.items():
            text = text.replace(f"{{{name}}}", word)
        return text

    def write(self, book: Workbook, title: str, rounds: Sequence[Hands] | None = None) -> None:
        sheet = book.create_sheet(title)
        sheet["A1"] = "Table 7, evening shift"
        sheet.merge_cells("A1:O1")
        for key, letter in COLUMNS.items():
            sheet[f"{letter}{FIRST - 1}"] = self.headers[key]
        for index, hands in enumerate(rounds or recorded()):
            row = FIRST + index
            sheet[f"A{row}"] = index + 1
            for start, hand in zip("BE", hands, strict=True):
                for place, rank in enumerate(hand):
                    sheet[f"{chr(ord(start) + place)}{row}"] = as_written(rank, self.notation)
            for key in self.formulas:
                sheet[f"{COLUMNS[key]}{row}"] = self.formula(key, row)
        for name, rows in self.tables.items():
            if name not in book.sheetnames:
                table = book.create_sheet(name)
                for line in rows:
                    table.append(line)


def workbook(logs: Mapping[str, Log], rounds: Sequence[Hands] | None = None) -> Workbook:
    book = Workbook()
    book.remove(book.active)
    for title, log in logs.items():
        log.write(book, title, rounds)
    return book


# Nested IF.


def table_if(
    three: str = "IF({p3}=8,{S},{D})",
    four: str = "IF({p3}<2,{S},IF({p3}>7,{S},{D}))",
    five: str = "IF({p3}<4,{S},IF({p3}>7,{S},{D}))",
    six: str = "IF({p3}=6,{D},IF({p3}=7,{D},{S}))",
    seven: str = "{S}",
) -> str:
    return (
        f"IF({{bi}}<=2,{{D}},IF({{bi}}=3,{three},IF({{bi}}=4,{four},IF({{bi}}=5,{five},"
        f"IF({{bi}}=6,{six},{seven})))))"
    )


def natural_if(then: str) -> str:
    return "=IF({pi}>=8,{S},IF({bi}>=8,{S}," + then + "))"


def stood_if(then: str, end: int = 5) -> str:
    return f"IF({{pi}}>=6,IF({{bi}}<={end},{{D}},{{S}}),{then})"


NESTED = Log(
    {
        "pi": "=MOD({p1}+{p2},10)",
        "bi": "=MOD({b1}+{b2},10)",
        "nat": "=IF({pi}>=8,{Y},IF({bi}>=8,{Y},{N}))",
        "pd": "=IF({pi}>=8,{S},IF({bi}>=8,{S},IF({pi}<=5,{D},{S})))",
        "bd": natural_if(stood_if(table_if())),
        "pf": '=IF({p3}="",{pi},MOD({pi}+{p3},10))',
        "bf": '=IF({b3}="",{bi},MOD({bi}+{b3},10))',
        "out": "=IF({pf}>{bf},{P},IF({pf}<{bf},{B},{T}))",
    },
    dict(
        zip("DSPBTYN", ('"Draw"', '"Stand"', '"Player"', '"Banker"', '"Tie"', '"Yes"', '"No"'), strict=True)
    ),
)


# AND and OR.


def joined(
    nat: str = "{pi}<8,{bi}<8,",
    stood: str = "AND({pi}>5,{bi}<6),",
    drew: str = "{pi}<6,",
    three: str = "AND({bi}=3,{p3}<>8)",
    four: str = "AND({bi}=4,{p3}>1,{p3}<8)",
    five: str = "AND({bi}=5,{p3}>3,{p3}<8)",
    six: str = "AND({bi}=6,OR({p3}=6,{p3}=7))",
) -> str:
    rows = ",".join(("{bi}<3", three, four, five, six))
    return f"=IF(AND({nat}OR({stood}AND({drew}OR({rows})))),{{D}},{{S}})"


AND_OR = Log(
    {
        "pi": "={p1}+{p2}-IF({p1}+{p2}>9,10,0)",
        "bi": "={b1}+{b2}-IF({b1}+{b2}>=10,10,0)",
        "nat": "=IF(OR({pi}>7,{bi}>7),{Y},{N})",
        "pd": "=IF(AND({pi}<6,NOT(OR({pi}>7,{bi}>7))),{D},{S})",
        "bd": joined(),
        "pf": "=MOD({p1}+{p2}+{p3},10)",
        "bf": "=MOD(SUM({b1},{b2},{b3}),10)",
        "out": "=IF(AND({pf}<>{bf},{pf}>{bf}),{P},IF(OR({pf}<{bf}),{B},{T}))",
    },
    dict(zip("DSPBTYN", ('"D"', '"S"', '"P"', '"B"', '"T"', "TRUE", "FALSE"), strict=True)),
)


# Look-ups.

NONE = 10


def rules_table(**changes: bool) -> list[list[object]]:
    """Banker's total down, third card across, the last column for none. ``b4_7=False`` alters one."""
    rows: list[list[object]] = [["Banker", *range(10), "none"]]
    for banker in range(10):
        answers = [banker_draws(banker, 0, card) for card in range(10)] + [banker_draws(banker, 6, None)]
        for name, draws in changes.items():
            row, column = map(int, name[1:].split("_"))
            if row == banker:
                answers[column] = draws
        rows.append([banker, *("Hit" if draws else "Stay" for draws in answers)])
    return rows


INDEXED = "INDEX(Rules!$B$2:$L$11,{bi}+1,IF({pi}>5,11,{p3}+1))"
LOOKED_UP = Log(
    {
        "pi": "=VALUE(RIGHT({p1}+{p2},1))",
        "bi": "=VALUE(RIGHT({b1}+{b2},1))",
        "nat": "=IF(MAX({pi},{bi})>7,{Y},{N})",
        "pd": '=IF(MAX({pi},{bi})>7,{S},LOOKUP({pi},{0,6},{"Hit","Stay"}))',
        "bd": "=IF(MAX({pi},{bi})>7,{S}," + INDEXED + ")",
        "pf": "=IF(ISNUMBER({p3}),VALUE(RIGHT({pi}+{p3},1)),{pi})",
        "bf": "=IF(ISNUMBER({b3}),VALUE(RIGHT({bi}+{b3},1)),{bi})",
        "out": "=CHOOSE(SIGN({pf}-{bf})+2,{B},{T},{P})",
    },
    dict(zip("DSPBTYN", ('"Hit"', '"Stay"', '"Player win"', '"Banker win"', '"Tie"', "1", "0"), strict=True)),
    tables={"Rules": rules_table()},
)
STYLES = {"nested": NESTED, "joined": AND_OR, "looked up": LOOKED_UP}


def other_table(name: str, **changes: bool) -> Log:
    formula = LOOKED_UP.formulas["bd"].replace("Rules!", f"{name}!")
    log = LOOKED_UP.changed(bd=formula)
    return replace(log, tables={**LOOKED_UP.tables, name: rules_table(**changes)})


def totals(style: str, key: str, formula: str, notation: str) -> Log:
    """A log whose totals alone are formulas: one of them wrong, the other right."""
    right = {"pi": "=MOD(MIN({p1},10)+MIN({p2},10),10)", "bi": "=MOD(MIN({b1},10)+MIN({b2},10),10)"}
    return replace(STYLES[style], formulas={**right, key: formula}, wrong=(key,), notation=notation)


def faults(style: str) -> dict[str, Log]:
    """Each known fault in one style: its name in the list of known faults -> the log."""
    return {"nested": _nested, "joined": _joined, "looked up": _looked_up}[style]()


def _nested() -> dict[str, Log]:
    change = NESTED.changed
    no_natural = stood_if(table_if())
    no_ten = "IF(OR({p3}=0,{p3}=1,{p3}=8,{p3}=9),{S},{D})"
    return {
        "F01": change(bd=NESTED.formulas["bd"].replace("{p3}", "{pf}")),
        "F02": change(pd="=IF({pi}<=5,{D},{S})", bd="=" + no_natural),
        "F03": change(pd="=IF({pi}<=5,{D},{S})"),
        "F04": change(bd="=IF({bi}>=8,{S}," + no_natural + ")"),
        "F05": change(bd="=IF({pf}>=8,{S},IF({bi}>=8,{S}," + no_natural + "))"),
        "F06": change(bd=natural_if("IF({bi}<=2,{D},IF({pi}>=6,{S}," + table_if() + "))")),
        "F07": change(bd=natural_if(table_if())),
        "F08": change(bd=natural_if(stood_if(table_if(), 6))),
        "F09": change(pd=NESTED.formulas["pd"].replace("<=5", "<=4")),
        "F10": change(bd=NESTED.formulas["bd"].replace("{p3}>7", "{p3}>6")),
        "F11": change(bd=natural_if(stood_if(table_if(four="IF({p3}<>0,{D},IF({p3}<>1,{D},{S}))")))),
        "F12": change(bd=natural_if(stood_if(table_if(seven="IF({p3}=7,{D},{S})")))),
        "F13": change(bd=natural_if(stood_if(table_if(three="IF({p3}<=7,{D},{S})")))),
        "F14": change(bd=natural_if(stood_if(table_if(three="{D}")))),
        "F15": change(bd=natural_if("IF({bi}<=5,{D},{S})")),
        "F16": replace(change(bd=natural_if(stood_if(table_if(four=no_ten)))), notation="tens"),
        "F17": totals("nested", "pi", "=MOD({p1}+{p2},10)", "numbers"),
        "F18": totals("nested", "pi", "={p1}+{p2}", "values"),
        "F19": change(out="=IF({pf}={bf},{T},IF({pf}>=8,IF({bf}>=8,{T},{P}),IF({pf}>{bf},{P},{B})))"),
    }


def _joined() -> dict[str, Log]:
    change = AND_OR.changed
    no_ten = joined(four="AND({bi}=4,{p3}<>0,{p3}<>1,{p3}<>8,{p3}<>9)")
    tens = AND_OR.changed(pi="=MOD({p1}+{p2},10)", bi="=MOD({b1}+{b2},10)")
    return {
        "F01": change(bd=joined().replace("{p3}", "{pf}")),
        "F02": change(pd="=IF(AND({pi}>=0,{pi}<6),{D},{S})", bd=joined(nat="")),
        "F03": change(pd="=IF(OR({pi}=0,{pi}=1,{pi}=2,{pi}=3,{pi}=4,{pi}=5),{D},{S})"),
        "F04": change(bd=joined(nat="{bi}<8,")),
        "F05": change(bd=joined(nat="{pf}<8,{bi}<8,")),
        "F06": change(bd=joined(stood="AND({pi}>5,{bi}<3),")),
        "F07": change(bd=joined(stood="", drew="")),
        "F08": change(bd=joined(stood="AND({pi}>5,{bi}<7),")),
        "F09": change(pd=AND_OR.formulas["pd"].replace("<6", "<5")),
        "F10": change(bd=joined(four="AND({bi}=4,{p3}>=2,{p3}<=6)", five="AND({bi}=5,{p3}>=4,{p3}<=6)")),
        "F11": change(bd=joined(four="AND({bi}=4,OR({p3}<>0,{p3}<>1,{p3}<>8,{p3}<>9))")),
        "F12": change(bd=joined(six="AND({bi}=6,{p3}=6),{p3}=7")),
        "F13": change(bd=joined(three="AND({bi}=3,{p3}<8)")),
        "F14": change(bd=joined(three="{bi}=3")),
        "F15": change(bd="=IF(AND({pi}<8,{bi}<6),{D},{S})"),
        "F16": replace(tens.changed(bd=no_ten), notation="tens"),
        "F17": totals("joined", "bi", "={b1}+{b2}-10*INT(({b1}+{b2})/10)", "numbers"),
        "F18": change(pd="=IF(AND({p1}+{p2}<6,NOT(OR({pi}>7,{bi}>7))),{D},{S})"),
        "F19": change(out="=IF(OR({pf}={bf},AND({pf}>=8,{bf}>=8)),{T},IF({pf}>{bf},{P},{B}))"),
    }


def _looked_up() -> dict[str, Log]:
    change = LOOKED_UP.changed
    right = LOOKED_UP.formulas["bd"]
    chosen = (
        "=IF(MAX({pi},{bi})>7,{S},IF({pi}>5,IF({bi}<6,{D},{S}),CHOOSE({bi}+1,{D},{D},{D},IF({p3}=8,{S},{D}),"
        "IF(OR({p3}=0,{p3}=1,{p3}=8,{p3}=9),{S},{D}),IF(AND({p3}>3,{p3}<8),{D},{S}),"
        "IF(OR({p3}=6,{p3}=7),{D},{S}),{S})))"
    )
    return {
        "F01": change(bd=right.replace("{p3}", "{pf}")),
        "F02": change(pd='=LOOKUP({pi},{0,6},{"Hit","Stay"})', bd="=" + INDEXED),
        "F03": change(pd="=CHOOSE({pi}+1,{D},{D},{D},{D},{D},{D},{S},{S},{S},{S})"),
        "F04": change(bd="=IF({bi}>7,{S}," + INDEXED + ")"),
        "F05": change(bd=right.replace("MAX({pi},", "MAX({pf},")),
        "F06": other_table("RulesA", b3_10=False, b4_10=False, b5_10=False),
        "F07": change(bd=right.replace("IF({pi}>5,11,{p3}+1)", "{p3}+1")),
        "F08": other_table("RulesB", b6_10=True),
        "F09": change(pd=LOOKED_UP.formulas["pd"].replace("{0,6}", "{0,5}")),
        "F10": other_table("RulesC", b4_7=False, b5_7=False),
        "F11": other_table("RulesD", b4_0=True, b4_1=True, b4_8=True, b4_9=True),
        "F12": other_table("RulesE", b7_7=True),
        "F13": other_table("RulesF", b3_9=False),
        "F14": other_table("RulesG", b3_8=True),
        "F15": change(bd='=IF(MAX({pi},{bi})>7,{S},LOOKUP({bi},{0,6},{"Hit","Stay"}))'),
        "F16": replace(change(bd=chosen), notation="tens"),
        "F17": totals("looked up", "pi", "=VALUE(RIGHT(SUM({p1}:{p2}),1))", "numbers"),
        "F18": totals("looked up", "bi", "=SUM({b1}:{b2})", "values"),
        "F19": change(out="=CHOOSE(IF(MIN({pf},{bf})>7,0,SIGN({pf}-{bf}))+2,{B},{T},{P})"),
    }
