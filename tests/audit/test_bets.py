"""Recorded bets against payment terms: right ledgers pass, each fault is found at its cell."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest

from baccarat_xl.audit.bets.ranks import rank_and_suit
from baccarat_xl.audit.bets.reading import amount
from baccarat_xl.audit.engine import Options, check
from baccarat_xl.audit.finding import CheckResult
from baccarat_xl.cli import main
from baccarat_xl.errors import UsageError
from tests.audit.ledgers import BETS, MONEY, RECORDED, Entry, balances, entries, rows, write

MARTINGALE = RECORDED / "Martingale_on_Banco_1_2026-01-17_18.01.10.json"
EGALITE = RECORDED / "Bet_on_Egalite_tie_1_2026-01-17_18.00.20.json"
MAINS = ("commission-5", "commission-4", "banker-6-half", "banker-7-push")
COLUMN = "J"
BALANCE = "K"


def found(path: Path, terms: str | None, **how: object) -> CheckResult:
    return check([path], Options(terms=terms, **how))  # type: ignore[arg-type]


def places(result: CheckResult) -> list[tuple[str, str | None]]:
    return [(finding.rule, finding.cell) for finding in result.findings]


@pytest.mark.parametrize("money", MONEY)
@pytest.mark.parametrize("tie", [8, 9])
@pytest.mark.parametrize("terms", MAINS)
def test_right_ledgers_have_no_finding(terms: str, tie: int, money: str, tmp_path: Path) -> None:
    ledger = entries(terms, tie)
    header = "Profit" if money == "profit" else "Payout"
    path = write(tmp_path / "ledger.csv", rows(ledger, money, header, balances(ledger)))
    result = found(path, f"{terms}+tie-{tie}")
    assert result.findings == []
    assert result.complete
    undeclared = found(path, None)
    assert undeclared.findings == []
    assert undeclared.complete
    said = " / ".join(undeclared.tables[0].bets)
    assert f"all 240 bets fit {terms}+tie-{tie}" in said


@pytest.mark.parametrize("staked", [False, True])
@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
def test_balances_alone_are_enough(staked: bool, suffix: str, tmp_path: Path) -> None:
    ledger = entries("commission-5", 8)
    table = rows(ledger, "", "", balances(ledger, staked=staked))
    result = found(write(tmp_path / f"ledger{suffix}", table), "commission-5")
    assert result.findings == []
    assert any("settled" in sentence and "fit" in sentence for sentence in result.tables[0].bets)
    wrong = found(write(tmp_path / f"ledger{suffix}", table), "commission-4")
    assert {finding.rule for finding in wrong.findings} == {"BACC407"}


def test_binary_fractions_are_money(tmp_path: Path) -> None:
    """Balances added up in binary, as spreadsheets and programs do."""
    ledger = entries("commission-5", 8)
    for entry in ledger:
        entry.stake = Decimal("0.1") * int(entry.stake)
    money, kept = 1000.0, []
    for entry in ledger:
        entry.profit = entry.profit / 10
        money += float(entry.profit)
        kept.append(money)
    assert any(len(repr(each)) > 12 for each in kept)
    table = rows(ledger, "profit", "Net", [Decimal(0)] * len(kept))
    for row, each in zip(table[1:], kept, strict=True):
        row[-1] = each
    terms = tmp_path / "fine.toml"
    terms.write_text("money.unit = '0.001'", encoding="utf-8")
    result = found(write(tmp_path / "ledger.xlsx", table), "commission-5", terms_files=[terms])
    assert result.findings == []


def first(ledger: list[Entry], wanted: Callable[[Entry], bool], after: int = 30) -> int:
    return next(n for n, entry in enumerate(ledger) if n > after and wanted(entry))


def won(bet: str) -> Callable[[Entry], bool]:
    return lambda entry: entry.bet == bet == entry.outcome and entry.profit > 0


FAULTS: dict[str, tuple[str, str, Callable[[Entry], bool], Callable[[Entry], Decimal]]] = {
    "tie not pushed": (
        "BACC401",
        "commission-5",
        lambda entry: entry.outcome == "Tie" and entry.bet != "Tie",
        lambda entry: -entry.stake,
    ),
    "commission missing": ("BACC402", "commission-5", won("Banker"), lambda entry: entry.stake),
    "commission missing, 4%": ("BACC402", "commission-4", won("Banker"), lambda entry: entry.stake),
    "commission cut": (
        "BACC403",
        "commission-5",
        lambda entry: won("Banker")(entry) and entry.stake == 50,
        lambda entry: Decimal(48),
    ),
    "commission raised": (
        "BACC403",
        "commission-5",
        lambda entry: won("Banker")(entry) and entry.stake == 50,
        lambda entry: Decimal(47),
    ),
    "tie at 9": ("BACC405", "commission-5", won("Tie"), lambda entry: 9 * entry.stake),
    "tie at 8": ("BACC405", "commission-5+tie-9", won("Tie"), lambda entry: 8 * entry.stake),
    "banker 6 paid whole": (
        "BACC406",
        "banker-6-half",
        lambda entry: won("Banker")(entry) and entry.banker_total == 6,
        lambda entry: entry.stake,
    ),
    "banker 7 paid": (
        "BACC406",
        "banker-7-push",
        lambda entry: entry.bet == entry.outcome == "Banker" and entry.profit == 0,
        lambda entry: entry.stake,
    ),
    "lost and paid": (
        "BACC408",
        "commission-5",
        lambda entry: entry.bet == "Player" and entry.outcome == "Banker",
        lambda entry: entry.stake,
    ),
    "won and not paid": ("BACC408", "commission-5", won("Player"), lambda entry: -entry.stake),
    "another commission": ("BACC408", "commission-5", won("Banker"), lambda entry: entry.stake * 9 / 10),
}


@pytest.mark.parametrize("with_balance", [False, True], ids=["", "balance"])
@pytest.mark.parametrize("money", ["profit", "back"])
@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found_at_its_cell(
    name: str, money: str, with_balance: bool, tmp_path: Path
) -> None:
    """Balances follow what was paid, right or wrong, so that they add no finding of their own."""
    code, terms, wanted, wrong = FAULTS[name]
    tie = 9 if "tie-9" in terms else 8
    ledger = entries(terms.partition("+")[0], tie)
    at = first(ledger, wanted)
    ledger[at].profit = wrong(ledger[at])
    table = rows(
        ledger, money, "Profit" if money == "profit" else "Payout", balances(ledger) if with_balance else ()
    )
    result = found(write(tmp_path / "ledger.csv", table), terms)
    assert places(result) == [(code, f"{COLUMN}{at + 2}")]
    assert result.findings[0].row == at + 2


def test_a_tie_that_only_the_balance_shows_as_lost(tmp_path: Path) -> None:
    ledger = entries("commission-5", 8)
    at = first(ledger, FAULTS["tie not pushed"][2])
    ledger[at].profit = -ledger[at].stake
    path = write(tmp_path / "ledger.csv", rows(ledger, "beside", "Payout", balances(ledger)))
    result = found(path, "commission-5")
    assert places(result) == [("BACC401", f"{COLUMN}{at + 2}")]
    assert result.findings[0].cells == (f"{COLUMN}{at + 2}", f"{BALANCE}{at + 2}")
    without = found(write(tmp_path / "ledger.csv", rows(ledger, "beside", "Payout")), "commission-5")
    assert without.findings == []
    assert not without.complete
    assert "does not tell a push from a loss" in without.files[0].not_read[0].why


@pytest.mark.parametrize(("money", "other"), [("beside", "back"), ("back", "beside")])
@pytest.mark.parametrize("bet", BETS)
def test_to_against_for(money: str, other: str, bet: str, tmp_path: Path) -> None:
    ledger = entries("commission-5", 8)
    at = first(ledger, won(bet))
    table = rows(ledger, money, "Payout")
    table[at + 1][-1] = MONEY[other](ledger[at])
    result = found(write(tmp_path / "ledger.csv", table), "commission-5")
    wanted = "BACC405" if (bet, other) == ("Tie", "back") else "BACC404"
    assert places(result) == [(wanted, f"{COLUMN}{at + 2}")]


def test_eight_for_one_is_seven_to_one(tmp_path: Path) -> None:
    ledger = entries("commission-5", 8)
    at = first(ledger, won("Tie"))
    ledger[at].profit = 7 * ledger[at].stake
    result = found(write(tmp_path / "ledger.csv", rows(ledger, "beside", "Payout")), "commission-5")
    assert places(result) == [("BACC404", f"{COLUMN}{at + 2}")]


@pytest.mark.parametrize("money", ["profit", "beside", "back"])
def test_a_balance_that_is_not_carried(money: str, tmp_path: Path) -> None:
    ledger = entries("commission-5", 8)
    kept = balances(ledger)
    kept[40:] = [each + 7 for each in kept[40:]]
    table = rows(ledger, money, "Profit" if money == "profit" else "Payout", kept)
    result = found(write(tmp_path / "ledger.csv", table), "commission-5")
    assert places(result) == [("BACC407", f"{BALANCE}42")]


def test_a_balance_that_starts_anew_is_no_fault(tmp_path: Path) -> None:
    ledger = entries("commission-5", 8)
    kept = [*balances(ledger[:100]), *balances(ledger[100:])]
    path = write(tmp_path / "ledger.csv", rows(ledger, "profit", "Profit", kept))
    result = found(path, "commission-5")
    assert result.findings == []
    assert any("starts anew" in sentence and "row 102" in sentence for sentence in result.tables[0].bets)


def test_rounds_without_a_bet(tmp_path: Path) -> None:
    ledger = entries("commission-5", 8)
    for entry in ledger[10:20]:
        entry.bet, entry.stake, entry.profit = "", Decimal(0), Decimal(0)
    path = write(tmp_path / "ledger.csv", rows(ledger, "profit", "Profit", balances(ledger)))
    result = found(path, "commission-5")
    assert result.findings == []
    assert result.complete
    assert any(sentence.startswith("230 bets judged") for sentence in result.tables[0].bets)


def test_a_wrong_payment_in_a_hidden_row_is_named_as_such(tmp_path: Path) -> None:
    import openpyxl

    ledger = entries("commission-5", 8, 60)
    at = first(ledger, won("Banker"), 5)
    ledger[at].profit = ledger[at].stake
    path = write(tmp_path / "ledger.xlsx", rows(ledger, "profit", "Profit"))
    book = openpyxl.load_workbook(path)
    book["Bets"].row_dimensions[at + 2].hidden = True
    book.save(path)
    result = found(path, "commission-5")
    assert places(result) == [("BACC402", f"{COLUMN}{at + 2}")]
    assert list(result.tables[0].hidden_findings) == [at + 2]


def test_ties_lose_in_a_recorded_simulation() -> None:
    """The recorded rounds of a simulator that takes bets on Banker when the round is a tie."""
    result = found(MARTINGALE, "commission-5")
    assert [(finding.rule, finding.row) for finding in result.findings] == [
        ("BACC401", row) for row in (2, 18, 20, 21, 34, 35)
    ]
    assert result.complete
    undeclared = found(MARTINGALE, None)
    assert undeclared.findings == []
    said = " / ".join(undeclared.tables[0].bets)
    assert "32 of 38 bets fit commission-5" in said
    assert "rows 2, 18, 20, 21, 34, 35: these fit none" in said
    assert "bet.betOn" in {place.letter for place in undeclared.tables[0].unknown_columns}


def test_recorded_bets_on_tie_are_right() -> None:
    assert found(EGALITE, "commission-5").findings == []
    wrong = found(EGALITE, "commission-5+tie-9")
    assert {finding.rule for finding in wrong.findings} == {"BACC405"}
    assert len(wrong.findings) == 72


def test_what_cannot_be_judged_is_said(tmp_path: Path) -> None:
    ledger = entries("commission-5", 8)
    table = rows(ledger, "profit", "Profit")
    table[5][7] = "Lucky 8"
    table[6][8] = "ten"
    table[7][9] = ""
    result = found(write(tmp_path / "ledger.csv", table), "commission-5")
    whys = " ".join(item.why for item in result.files[0].not_read)
    assert "row 6: what was bet on cannot be read: Lucky 8" in whys
    assert "row 7: its stake cannot be read: ten" in whys
    assert "row 8: neither a payout nor a balance" in whys
    assert not result.complete
    bare = write(tmp_path / "bare.csv", [row[:7] for row in table])
    assert "no columns of bets" in found(bare, "commission-5").files[0].not_read[0].why
    assert found(bare, None).complete


@pytest.mark.parametrize(
    "headers",
    [
        ("下注", "下注金额", "盈亏", "余额"),
        ("베팅", "베팅 금액", "손익", "잔액"),
        ("Mise sur", "Mise", "Résultat net", "Solde"),
        ("Wette auf", "Einsatz", "Gewinn", "Guthaben"),
        ("Apuesta", "Importe", "Ganancia", "Saldo"),
        ("ベット先", "ベット額", "損益", "残高"),
        ("bet_side", "unit_size", "pnl", "bankroll"),
        ("BetType", "BetAmount", "Net win", "FinalBalance"),
        ("Bet", "Bet amount", "Win/Loss", "Running balance"),
        ("Cửa cược", "Tiền cược", "Lợi nhuận", "Số dư"),
    ],
)
def test_headers_in_several_languages(headers: tuple[str, ...], tmp_path: Path) -> None:
    ledger = entries("commission-5", 8, 60)
    at = first(ledger, won("Banker"), 5)
    table = rows(ledger, "profit", "Profit", balances(ledger))
    table[0][7:] = headers
    table[at + 1][-2] = "1"
    result = found(write(tmp_path / "ledger.csv", table), "commission-5")
    assert set(result.tables[0].bet_columns) == {"side", "stake", "profit", "balance"}
    assert [finding.cell for finding in result.findings] == [f"J{at + 2}"]


@pytest.mark.parametrize(
    ("side", "cards", "profit"),
    [
        ("Player pair", ("4S", "4D", "", "7H", "KC", ""), "110"),
        ("Player pair", ("QS", "KD", "9H", "7H", "KC", ""), "-10"),
        ("either pair", ("9S", "KD", "", "7H", "7C", ""), "50"),
        ("Perfect Pair", ("4S", "4S", "", "7H", "7C", ""), "250"),
        ("Perfect Pair", ("4S", "4D", "", "7H", "7H", ""), "250"),
        ("Perfect Pair", ("4S", "4D", "", "7H", "7C", ""), "-10"),
        ("Dragon 7", ("6S", "KD", "", "2H", "KC", "5D"), "400"),
        ("Panda 8", ("2S", "3D", "3H", "7H", "KC", ""), "250"),
        ("Super 6", ("7S", "7D", "AH", "6H", "KC", ""), "120"),
        ("small", ("9S", "KD", "", "5H", "2C", ""), "15"),
        ("big", ("2S", "3D", "3H", "7H", "KC", ""), "5.40"),
        ("Player Dragon Bonus", ("9S", "KD", "", "5H", "4C", ""), "0"),
    ],
)
def test_side_bets(side: str, cards: tuple[str, ...], profit: str, tmp_path: Path) -> None:
    head = ["P1", "P2", "P3", "B1", "B2", "B3", "Bet", "Stake", "Profit"]
    for amount_, expected in ((profit, []), (str(Decimal(profit) + 1), ["BACC408"])):
        path = write(tmp_path / "side.csv", [head, [*cards, side, 10, amount_], [*cards, side, 10, profit]])
        result = found(path, "commission-5")
        assert [finding.rule for finding in result.findings] == expected
        assert result.complete


def test_terms_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(
        "[terms.ties-lose]\n"
        'bets.banker = [{ outcome = "Banker", to_one = "0.95" }]\n'
        'bets.player = [{ outcome = "Player", to_one = "1" }]\n',
        encoding="utf-8",
    )
    assert found(MARTINGALE, "ties-lose", terms_files=[path]).findings == []
    said = " / ".join(found(MARTINGALE, None, terms_files=[path]).tables[0].bets)
    assert "all 38 bets fit ties-lose" in said
    with pytest.raises(UsageError, match="did you mean ties-lose"):
        found(MARTINGALE, "tie-lose", terms_files=[path])


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(MARTINGALE)]) == 0
    assert "bets: 32 of 38 bets fit commission-5" in capsys.readouterr().out
    assert main(["check", str(MARTINGALE), "--terms", "commission-5"]) == 1
    assert "BACC401 a bet on Banker was not given back on a Tie" in capsys.readouterr().out
    assert main(["check", str(MARTINGALE), "--terms", "comission-5"]) == 2
    assert "did you mean commission-5" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("1,000", "1000"), ("1,5", "1.5"), ("1,234.50", "1234.50"), ("€ 9.50", "9.50"), ("(10)", "-10"),
        ("−3", "-3"), ("+4", "4"), (0.1 + 0.2, "0.3"), (1e15, "1000000000000000"), (7, "7"),
    ],
)  # fmt: skip
def test_amounts(cell: object, expected: str) -> None:
    assert amount(cell) == Decimal(expected)  # type: ignore[arg-type]


@pytest.mark.parametrize("cell", [None, "", True, "ten", "nan", float("inf"), "1.2.3"])
def test_what_is_no_amount(cell: object) -> None:
    assert amount(cell) is None  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("10S", (10, "s")), ("KH", (13, "h")), ("A-spades", (1, "s")), ("♠️7", (7, "s")), ("As", (1, "s")),
        ("Jack", (11, "")), ("T", (10, "")), ("Ace of Hearts", (1, "h")), ("0", (None, "")), (0, (None, "")),
        (10, (None, "")), (12.0, (12, "")), (9, (9, "")), (True, (None, "")),
        ("?", (None, "")), ("梅花9", (9, "梅")),
    ],
)  # fmt: skip
def test_ranks_and_suits(card: object, expected: tuple[int | None, str]) -> None:
    assert rank_and_suit(card) == expected
