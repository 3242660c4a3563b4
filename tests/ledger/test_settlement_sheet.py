"""Sheet Settlement in LibreOffice: every bet under all terms, over all that may be known of a round."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from io import BytesIO
from itertools import count, cycle, product
from pathlib import Path

import openpyxl
import pytest

from baccarat_xl.cli import main
from baccarat_xl.errors import UsageError
from baccarat_xl.ledger.build import SHIPPED, build_settlement, build_shipped
from baccarat_xl.ledger.columns import columns
from baccarat_xl.ledger.lines import offered
from baccarat_xl.ledger.sheet import FIRST_ROW, HEADER_ROW
from baccarat_xl.settlement import Facts, settle
from baccarat_xl.settlement.terms import Terms, book, read_terms
from tests.conftest import Soffice

ROOT = Path(__file__).parents[2]
KEYS = [column.key for column in columns((), ("half up",), 1)]
STAKES = (10, 0.01, 0.3, 7.5, 33.33, 0.1, 1234.56, 5, 0.0101, 99_999_999.99)
TOTALS = (None, *range(10))
CARDS = (None, 2, 3)
PAIRS = (None, "no", "pair", "perfect")


@dataclass(frozen=True)
class Case:
    """One typed row, and what it comes to: None where the round does not say enough."""

    typed: Mapping[str, object]
    profit: Decimal | None


def facts_of(typed: Mapping[str, object]) -> Facts:
    """What a row says of its round, read here in a way of its own."""
    pf, bf, pc, bc = (typed.get(key) for key in ("pf", "bf", "pc", "bc"))
    outcome = None
    if isinstance(pf, int) and isinstance(bf, int):
        outcome = ("Tie", "Player", "Banker")[(pf > bf) - (pf < bf)]

    def natural(final: object, cards: object) -> bool | None:
        if cards == 3 or final in range(8):
            return False
        return True if cards == 2 and final in (8, 9) else None

    def pair(kind: object) -> tuple[bool | None, bool | None]:
        return (None, None) if kind is None else (kind != "no", kind == "perfect")

    (pp, perfect), (bp, its) = pair(typed.get("pp")), pair(typed.get("bp"))
    naturals = natural(pf, pc), natural(bf, bc)
    return Facts(outcome, pf, bf, pc, bc, *naturals, pp, bp, perfect, its)  # type: ignore[arg-type]


def case(terms: Terms, name: str, typed: dict[str, object], stake: object) -> Case:
    bet = terms.bets[name]
    row = {**typed, "bet": bet.label, "stake": stake, "terms": terms.name}
    profit = settle(bet, Decimal(str(stake)), facts_of(typed), terms)
    return Case({key: value for key, value in row.items() if value is not None}, profit)


def states(asks: frozenset[str]) -> Iterator[dict[str, object]]:
    """Everything that may be known of what a bet asks for; what it does not ask for takes turns."""
    mind = {
        "pf": TOTALS if asks & {"outcome", "player_final", "margin", "player_natural"} else None,
        "bf": TOTALS if asks & {"outcome", "banker_final", "margin", "banker_natural"} else None,
        "pc": CARDS if asks & {"player_cards", "cards", "player_natural"} else None,
        "bc": CARDS if asks & {"banker_cards", "cards", "banker_natural"} else None,
        "pp": PAIRS if asks & {"player_pair", "either_pair", "perfect_pair"} else None,
        "bp": PAIRS if asks & {"banker_pair", "either_pair", "perfect_pair"} else None,
    }
    rest = {"pf": TOTALS, "bf": TOTALS, "pc": CARDS, "bc": CARDS, "pp": PAIRS, "bp": PAIRS}
    turns = {key: cycle(values) for key, values in rest.items()}
    asked = {key: values for key, values in mind.items() if values}
    for values in product(*asked.values()):
        yield {key: next(turns[key]) for key in rest} | dict(zip(asked, values, strict=True))


def every_case() -> list[Case]:
    """Each bet under terms that all share it once, else under each; every state of what it asks for."""
    told = offered(book())
    shared = {row.bet for row in told.rows if row.terms == "all terms"}
    stakes = cycle(STAKES)
    cases = []
    for number, terms in enumerate(told.terms):
        for name, bet in terms.bets.items():
            if bet.label in shared and number:
                continue
            cases += [case(terms, name, typed, next(stakes)) for typed in states(bet.asks)]
    return cases


def computed(soffice: Soffice, path: Path) -> list[dict[str, object]]:
    """The rows of the sheet by column key."""
    rows = soffice.values(path, "Settlement")[FIRST_ROW - 1 :]
    return [dict(zip(KEYS, row, strict=False)) for row in rows]


def is_amount(cell: object, wanted: Decimal) -> bool:
    """To the last digit that a spreadsheet shows: nothing is left of a cent."""
    return isinstance(cell, float | int) and Decimal(f"{cell:.15g}") == wanted


@pytest.mark.libreoffice
def test_every_bet_under_all_terms(soffice: Soffice, tmp_path: Path) -> None:
    cases = every_case()
    build_settlement(tmp_path / "all.xlsx", typed=[each.typed for each in cases])
    rows = computed(soffice, tmp_path / "all.xlsx")
    wrong = []
    for each, row in zip(cases, rows, strict=True):
        stake = Decimal(str(each.typed["stake"]))
        if each.profit is None:
            right = row["profit"] is None and row["back"] is None and str(row["chk"]).startswith("…")
        else:
            right = is_amount(row["profit"], each.profit) and is_amount(row["back"], stake + each.profit)
            right = right and row["chk"] == "✓"
        if not right:
            wrong.append((each, row["profit"], row["back"], row["chk"]))
    assert wrong == []
    assert {each.typed["bet"] for each in cases} == {
        bet.label for terms in offered(book()).terms for bet in terms.bets.values()
    }
    assert sum(each.profit is None for each in cases) > 500
    assert len(cases) > 4000


OURS = """
[terms.whole-up]
label = "whole units, up"
unit = "1"
rounding = "up"
bets.banker = [{ outcome = "Banker", to_one = "1", commission = "0.05" }]
[terms.nickels-even]
label = "to 0.05, half to even"
unit = "0.05"
rounding = "half even"
bets.banker = [{ outcome = "Banker", to_one = "19/20" }, { outcome = "Tie", to_one = "0" }]
[terms.thirds-down]
label = "a third, down to 0.0001"
unit = "0.0001"
rounding = "down"
bets.banker = [{ outcome = "Banker", banker_final = [6, 7], to_one = "1/3" }]
bets.player = [{ outcome = "Player", to_one = "1" }]
"""


@pytest.mark.libreoffice
def test_terms_of_ones_own_round_as_they_say(soffice: Soffice, tmp_path: Path) -> None:
    ours = tmp_path / "ours.toml"
    ours.write_text(OURS, encoding="utf-8")
    known = read_terms(ours)
    stakes = [n / 100 for n in range(1, 130, 3)] + [n * 0.05 for n in range(1, 40, 5)] + [1e6 + 0.37]
    cases = [
        case(known.terms(name), "banker", typed, round(stake, 4))
        for name in ("whole-up", "nickels-even", "thirds-down", "commission-5")
        for typed in ({"pf": 3, "bf": 6}, {"pf": 4, "bf": 4}, {"pf": 3, "bf": 5})
        for stake in stakes
    ]
    build_settlement(
        tmp_path / "ours.xlsx", terms="thirds-down", files=[ours], typed=[each.typed for each in cases]
    )
    rows = computed(soffice, tmp_path / "ours.xlsx")
    assert [
        (each, row["profit"])
        for each, row in zip(cases, rows, strict=True)
        if each.profit is None or not is_amount(row["profit"], each.profit)
    ] == []


def test_a_second_engine_agrees(tmp_path: Path) -> None:
    """IronCalc, over every twelfth of the same rows."""
    import ironcalc

    cases = every_case()[::12]
    build_settlement(tmp_path / "some.xlsx", typed=[each.typed for each in cases])
    model = ironcalc.load_from_xlsx(str(tmp_path / "some.xlsx"), "en", "UTC", "en")
    model.evaluate()
    wrong = []
    for number, each in enumerate(cases, FIRST_ROW):
        cells = {key: model.get_cell_value(0, number, place) for place, key in enumerate(KEYS, 1)}
        right = cells["profit"] in (None, "") and str(cells["chk"]).startswith("…")
        if each.profit is not None:
            right = is_amount(cells["profit"], each.profit) and cells["chk"] == "✓"
        if not right:
            wrong.append((each, cells["profit"], cells["chk"]))
    assert wrong == []


@pytest.mark.libreoffice
def test_balance_and_what_is_said_of_rows_that_are_not_settled(soffice: Soffice, tmp_path: Path) -> None:
    typed: list[dict[str, object]] = [
        {"pf": 6, "bf": 7, "bet": "Banker", "stake": 20},
        {},
        {"pf": 6, "bf": 7},
        {"pf": 6, "bf": 7, "bet": "player", "stake": 5},
        {"pf": 6, "bf": 6, "bet": "Tie", "stake": 1, "terms": "commission-5+tie-9"},
        {"pf": 3, "bf": 7, "bet": "Dragon 7", "stake": 5},
        {"pf": 6, "bf": 7, "bet": "Player", "stake": 5},
    ]
    build_settlement(tmp_path / "one.xlsx", terms="commission-5", typed=typed, rows=9)
    rows = computed(soffice, tmp_path / "one.xlsx")
    assert [row["bal"] for row in rows] == [19, None, None, 14, 23, None, None, None, None]
    assert [row["chk"] for row in rows][:7] == [
        "✓",
        None,
        None,
        "✓",
        "✓",
        "… the round does not say enough",
        "✓",
    ]
    assert rows[6]["profit"] == -5


@pytest.mark.libreoffice
def test_rows_that_cannot_be(soffice: Soffice, tmp_path: Path) -> None:
    good: dict[str, object] = {"pf": 6, "bf": 7, "bet": "Banker", "stake": 20}
    bad: list[tuple[dict[str, object], str]] = [
        ({"pf": 12}, "✗ Player final total is no total"),
        ({"bf": 2.5}, "✗ Banker final total is no total"),
        ({"pc": 4}, "✗ Player cards are 2 or 3"),
        ({"pp": "yes"}, "✗ Player pair is no, pair or perfect"),
        ({"terms": "commission-6"}, "✗ sheet Terms has no such terms"),
        ({"terms": "commission*"}, "✗ sheet Terms has no such terms"),
        ({"stake": "ten"}, "✗ the stake is no number"),
        ({"stake": -1}, "✗ a stake is 0 or more, with four decimals at most"),
        ({"stake": 0.00005}, "✗ a stake is 0 or more, with four decimals at most"),
        ({"stake": None}, "✗ the stake is missing"),
        ({"bet": None}, "✗ the bet is missing"),
        ({"bet": "Lucky"}, "✗ sheet Terms has no such bet"),
        ({"bet": "Ban*"}, "✗ sheet Terms has no such bet"),
    ]
    build_settlement(tmp_path / "bad.xlsx", terms="commission-5", typed=[{**good, **more} for more, _ in bad])
    rows = computed(soffice, tmp_path / "bad.xlsx")
    assert [row["chk"] for row in rows][: len(bad)] == [said for _, said in bad]
    assert all(row["profit"] is None and row["bal"] is None for row in rows)


@pytest.mark.libreoffice
def test_without_terms_only_what_all_terms_pay_alike_is_settled(soffice: Soffice, tmp_path: Path) -> None:
    typed: list[dict[str, object]] = [
        {"pf": 6, "bf": 7, "bet": "Player", "stake": 20},
        {"pf": 6, "bf": 7, "bet": "Banker", "stake": 20},
        {"pf": 7, "bf": 7, "bet": "Tie", "stake": 20},
        {"pf": 6, "bf": 7, "bet": "Super 6", "stake": 20},
    ]
    build_settlement(tmp_path / "open.xlsx", typed=typed)
    rows = computed(soffice, tmp_path / "open.xlsx")
    assert [row["profit"] for row in rows][:4] == [-20, None, None, -20]
    assert [row["chk"] for row in rows][:4] == ["✓", "… name the terms", "… name the terms", "✓"]


@pytest.mark.libreoffice
@pytest.mark.parametrize("name", ["commission-5", "banker-7-push+tie-9"])
def test_check_finds_a_filled_one_clean(
    name: str, soffice: Soffice, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    terms = book().terms(name)
    numbers = count(1)
    typed = [
        {"round": next(numbers), "pf": pf, "bf": bf, "pc": pc, "bc": bc, "pp": pp, "bp": "no"}
        | {"bet": bet.label, "stake": 10}
        for bet in terms.bets.values()
        for pf, bf, pc, bc, pp in ((6, 7, 2, 3, "no"), (8, 8, 2, 2, "pair"), (9, 1, 3, 3, "perfect"))
    ]
    other = {"pf": 6, "bf": 7, "pc": 2, "bc": 2, "bet": "Banker", "stake": 10, "terms": "commission-4"}
    typed.append({"round": next(numbers), **other})
    build_settlement(tmp_path / "one.xlsx", terms=name, typed=typed)
    filled = soffice.convert(tmp_path / "one.xlsx")
    assert main(["check", str(filled), "--terms", name]) == 0
    said = capsys.readouterr().out
    assert f"{len(typed)} bets judged by {name}" in said
    assert "no rounds here: Terms" in said
    assert main(["check", str(filled), "--terms", "commission-4+tie-8"]) == 1


# ----------------------------------------------------------------------------- without a spreadsheet program
def test_two_builds_are_the_same_bytes_and_the_shipped_one_is_fresh(tmp_path: Path) -> None:
    from tests.templates.test_workbook_build import parts

    first, second = BytesIO(), BytesIO()
    build_settlement(first)
    build_settlement(second)
    assert first.getvalue() == second.getvalue()
    fresh = build_shipped(tmp_path).read_bytes()
    assert parts(fresh) == parts((ROOT / "templates" / SHIPPED).read_bytes())


NEW = ("LET(", "LAMBDA(", "XLOOKUP(", "FILTER(", "SEQUENCE(", "IFS(", "SWITCH(", "TEXTJOIN(", "MAXIFS(")


def test_formulas_are_plain_and_fit_a_cell() -> None:
    stream = BytesIO()
    build_settlement(stream, terms="commission-5", rows=3)
    sheet = openpyxl.load_workbook(stream)["Settlement"]
    formulas = [str(cell.value) for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]
    assert len(formulas) > 60
    for formula in formulas:
        assert len(formula) < 8000
        assert not any(name in formula for name in NEW)
        assert formula.count("(") == formula.count(")")
    headers = [cell.value for cell in sheet[HEADER_ROW]]
    assert len(set(headers)) == len(headers)


def test_the_lines_are_the_terms() -> None:
    """Every line of every bet stands on the sheet, with what it pays of the stake."""
    told = offered(book(), "commission-4+tie-9")
    assert told.terms[0].name == "commission-4+tie-9"
    for terms in told.terms:
        for bet in terms.bets.values():
            rows = [
                row for row in told.rows if row.bet == bet.label and row.terms in ("all terms", terms.name)
            ]
            assert len(rows) == 1 + sum(len(list(product(*line.conditions.values()))) for line in bet.lines)
            assert rows[-1].pays == -1
            assert not rows[-1].conditions
            assert {row.pays for row in rows[:-1]} == {line.pays for line in bet.lines}
    assert all(told.over(row) == row.pays * told.under for row in told.rows)


def test_no_rule_of_drawing_stands_in_the_workbook() -> None:
    stream = BytesIO()
    build_settlement(stream)
    book_ = openpyxl.load_workbook(stream)
    assert book_.sheetnames == ["Settlement", "Terms"]
    text = " ".join(str(cell.value) for sheet in book_ for row in sheet.iter_rows() for cell in row)
    assert not re.search(r"\b(draws|stands|third card)\b", text)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "one.xlsx"
    assert main(["template", "settlement", "-o", str(out), "--terms", "banker-6-half", "--rows", "5"]) == 0
    assert "5 rows to type bets in; terms banker-6-half" in capsys.readouterr().out
    assert openpyxl.load_workbook(out)["Settlement"]["D4"].value == "banker-6-half"
    assert main(["template", "settlement", "-o", str(out)]) == 2
    assert main(["template", "settlement", "-o", str(out), "--force", "--format", "json"]) == 0
    assert main(["template", "settlement", "-o", str(tmp_path / "x.xlsx"), "--terms", "banker-6"]) == 2
    assert "did you mean banker-6-half" in capsys.readouterr().err
    assert main(["template", "settlement", "-o", str(tmp_path / "x.xlsx"), "--flavour", "lambda"]) == 2
    assert main(["template", "rounds", "-o", str(tmp_path / "x.xlsx"), "--terms", "commission-5"]) == 2
    assert not (tmp_path / "x.xlsx").exists()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            '[terms.x]\nunit = "0.00001"\nbets.banker = [{ outcome = "Banker", to_one = "1" }]',
            "0.0001 or more",
        ),
        ('[terms.x]\nbets.tie = [{ outcome = "Tie", to_one = "8" }]', "say not what Banker is paid"),
    ],
)
def test_terms_that_a_sheet_cannot_hold(text: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=why):
        offered(read_terms(path), "x")
