"""Ledgers with a column of stakes for each bet, and columns that tell of cards and pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import jsonschema
import pytest

from baccarat_xl.audit.engine import Options, check
from baccarat_xl.audit.finding import CheckResult
from baccarat_xl.report.json import as_data, schema
from tests.audit.ledgers import BETS, CARDS, Entry, came_to, entries, write

HEADERS = ("Player bet", "Banker bet", "Tie bet")
STAKES = ((10, 0, 5), (0, 50, 0), (0, 0, 10), (25, 0, 0), (0, 30, 1), (10, 20, 5), (0, 0, 0))
MAINS = ("commission-5", "commission-4", "banker-6-half", "banker-7-push")
MONEY = "K"
BALANCE = "L"


def found(path: Path, terms: str | None) -> CheckResult:
    return check([path], Options(terms=terms))


def places(result: CheckResult) -> list[tuple[str, str | None]]:
    return [(finding.rule, finding.cell) for finding in result.findings]


def profits(entry: Entry, staked: Sequence[int], main: str, tie: int) -> list[Decimal]:
    """What each bet of a round comes to, settled one by one."""
    alone = [replace(entry, bet=bet, stake=Decimal(stake)) for bet, stake in zip(BETS, staked, strict=True)]
    return [came_to(one, main, tie) if one.stake else Decimal(0) for one in alone]


def table(
    main: str, tie: int, money: str, *, headers: Sequence[str] = HEADERS, balance: bool = True
) -> list[list[object]]:
    """Real rounds with several bets at once."""
    head: list[object] = [*CARDS, *headers, "Profit" if money == "profit" else "Payout"]
    rows, kept = [[*head, "Balance"] if balance else head], Decimal(1000)
    for number, entry in enumerate(entries(main, tie, 210)):
        staked = STAKES[number % len(STAKES)]
        each = profits(entry, staked, main, tie)
        came = {
            "profit": sum(each),
            "beside": sum(profit for profit in each if profit > 0),
            "back": sum(each) + sum(staked),
        }[money]
        kept += sum(each)
        row: list[object] = [*entry.cards, entry.outcome, *(stake or "" for stake in staked), came]
        rows.append([*row, kept] if balance else row)
    return rows


@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
@pytest.mark.parametrize("money", ["profit", "beside", "back"])
@pytest.mark.parametrize("terms", MAINS)
def test_right_ledgers_have_no_finding(terms: str, money: str, suffix: str, tmp_path: Path) -> None:
    path = write(tmp_path / f"ledger{suffix}", table(terms, 9, money))
    result = found(path, f"{terms}+tie-9")
    assert result.findings == []
    assert result.complete
    jsonschema.validate(as_data(result), schema())
    columns = result.tables[0].bet_columns
    assert {key: columns[key] for key in columns if key.startswith("stake")} == {
        "stake on player": "H",
        "stake on banker": "I",
        "stake on tie": "J",
    }
    undeclared = found(path, None)
    assert undeclared.findings == []
    assert any(f"180 bets fit {terms}+tie-9" in said for said in undeclared.tables[0].bets)
    assert any("'Tie bet' (J) is the stake on Tie" in said for said in undeclared.tables[0].bets)


@pytest.mark.parametrize(
    "headers",
    [
        ("Bet on Player", "Bet on Banker", "Bet on Tie"),
        ("player_stake", "banker_stake", "tie_stake"),
        ("Player wager", "Banker wager", "Tie wager"),
        ("闲下注", "庄下注", "和下注"),
        ("P bet amount", "B bet amount", "T bet amount"),
        ("Mise joueur", "Mise banque", "Mise égalité"),
        ("Einsatz Spieler", "Einsatz Bank", "Einsatz Unentschieden"),
        ("플레이어 베팅", "뱅커 베팅", "타이 베팅"),
    ],
)
def test_headers_in_several_languages(headers: tuple[str, ...], tmp_path: Path) -> None:
    path = write(tmp_path / "ledger.csv", table("commission-5", 8, "profit", headers=headers))
    result = found(path, "commission-5")
    assert result.findings == []
    assert {"stake on player", "stake on banker", "stake on tie"} <= set(result.tables[0].bet_columns)
    assert any(said.startswith("180 bets judged") for said in result.tables[0].bets)


FAULTS = {
    "commission missing": ("BACC402", 1, lambda entry: entry.outcome == "Banker", Decimal("2.5")),
    "commission missing beside a tie bet": (
        "BACC402",
        4,
        lambda entry: entry.outcome == "Banker",
        Decimal("1.5"),
    ),
    "tie takes the bet on Player": ("BACC401", 0, lambda entry: entry.outcome == "Tie", Decimal(-10)),
    "tie at 9": ("BACC405", 0, lambda entry: entry.outcome == "Tie", Decimal(5)),
    "commission cut": ("BACC403", 1, lambda entry: entry.outcome == "Banker", Decimal("-0.5")),
    "another amount": ("BACC408", 5, lambda entry: entry.outcome == "Player", Decimal(3)),
}


@pytest.mark.parametrize("money", ["profit", "back"])
@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_found_at_its_cell(name: str, money: str, tmp_path: Path) -> None:
    code, kind, wanted, more = FAULTS[name]
    rows = table("commission-5", 8, money, balance=False)
    every = entries("commission-5", 8, 210)
    at = next(n for n, entry in enumerate(every) if n > 30 and n % len(STAKES) == kind and wanted(entry))
    rows[at + 1][-1] += more  # type: ignore[operator]
    result = found(write(tmp_path / "ledger.csv", rows), "commission-5")
    assert places(result) == [(code, f"{MONEY}{at + 2}")]
    staked = [stake for stake in STAKES[kind] if stake]
    why = result.findings[0].why
    assert all(f"a stake of {stake} on" in why for stake in staked)
    assert ("together" in why) == (len(staked) > 1)


def test_a_balance_that_is_not_carried(tmp_path: Path) -> None:
    rows = table("commission-5", 8, "profit")
    for row in rows[50:]:
        row[-1] += 7  # type: ignore[operator]
    result = found(write(tmp_path / "ledger.csv", rows), "commission-5")
    assert places(result) == [("BACC407", f"{BALANCE}51")]


def test_only_the_balance_tells(tmp_path: Path) -> None:
    rows = [[*row[:-2], row[-1]] for row in table("commission-5", 8, "profit")]
    path = write(tmp_path / "ledger.csv", rows)
    assert found(path, "commission-5").findings == []
    wrong = found(path, "commission-4")
    assert wrong.findings
    assert {finding.cell[0] for finding in wrong.findings if finding.cell} <= set("HIJK")
    assert {finding.clause for finding in wrong.findings} == {"R9"}


def test_a_stake_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    rows = table("commission-5", 8, "profit")
    rows[2][8] = "fifty"
    result = found(write(tmp_path / "ledger.csv", rows), "commission-5")
    assert result.findings == []
    assert "row 3: the stake on Banker cannot be read: fifty" in result.files[0].not_read[0].why
    assert not result.complete


def test_pushes_that_payouts_do_not_tell_are_not_judged(tmp_path: Path) -> None:
    rows = table("commission-5", 8, "beside", balance=False)
    result = found(write(tmp_path / "ledger.csv", rows), "commission-5")
    assert result.findings == []
    assert "does not tell a push from a loss" in result.files[0].not_read[0].why


HEAD = ("Player final total", "Banker final total", "Player card count", "Banker card count", "Player pair")
TOLD = (
    (3, 7, 2, 3, "no", "Dragon 7", 10, 400),
    (3, 7, 3, 2, "no", "Dragon 7", 10, -10),
    (8, 7, 3, 2, "no", "Panda 8", 10, 250),
    (9, 0, 2, 2, "pair", "Player Dragon Bonus", 10, 10),
    (9, 0, 3, 3, "", "Player Dragon Bonus", 10, 300),
    (6, 7, 2, 2, "pair", "Player pair", 10, 110),
    (6, 7, 2, 2, "perfect", "Perfect pair", 10, 250),
    (6, 7, 2, 3, "no", "Big", 10, "5.40"),
)


def test_cards_and_pairs_are_taken_from_columns_of_their_own(tmp_path: Path) -> None:
    head = [*HEAD, "Outcome", "Bet", "Stake", "Profit"]
    outcome = {True: "Player", False: "Banker"}
    rows = [[*row[:5], outcome[row[0] > row[1]], *row[5:]] for row in TOLD]
    result = found(write(tmp_path / "side.csv", [head, *rows]), "commission-5")
    assert result.findings == []
    assert any(said.startswith("8 bets judged") for said in result.tables[0].bets)
    assert {"player_count", "banker_count", "player_pair"} <= set(result.tables[0].bet_columns)
    assert result.tables[0].layout == "totals"
    for number in range(len(rows)):
        wrong = [list(row) for row in rows]
        wrong[number][-1] = Decimal(wrong[number][-1]) + 1
        result = found(write(tmp_path / "side.csv", [head, *wrong]), "commission-5")
        assert places(result) == [("BACC408", f"I{number + 2}")]


def test_a_column_of_stakes_on_a_pair_is_no_column_of_pairs(tmp_path: Path) -> None:
    head = [*CARDS, "Player bet", "Player pair bet", "Profit"]
    rows = [
        ["4S", "4D", "", "7H", "KC", "", "Player", 10, 5, 65],
        ["9S", "KD", "", "7H", "KC", "", "Player", 10, 5, 5],
    ]
    result = found(write(tmp_path / "pairs.csv", [head, *rows, *rows]), "commission-5")
    assert result.findings == []
    assert result.tables[0].bet_columns["stake on player_pair"] == "I"


def test_a_row_may_name_terms_of_its_own(tmp_path: Path) -> None:
    head = [*HEAD, "Outcome", "Bet", "Stake", "Terms", "Profit"]
    rows: list[list[object]] = [
        [6, 7, 2, 2, "no", "Banker", "Player", 20, "", -20],
        [3, 6, 3, 2, "no", "Banker", "Banker", 20, "banker-6-half", 10],
        [7, 7, 2, 2, "no", "Tie", "Tie", 10, "Commission-4 + tie-9", 90],
        [6, 7, 2, 2, "no", "Banker", "Banker", 20, "commission_4", "19.20"],
    ]
    result = found(write(tmp_path / "own.csv", [head, *rows]), "commission-5")
    assert result.findings == []
    assert not result.unread
    assert result.tables[0].bet_columns["row_terms"] == "I"
    rows[1][-1] = 20
    result = found(write(tmp_path / "own.csv", [head, *rows]), "commission-5")
    assert places(result) == [("BACC406", "J3")]
    assert "under banker-6-half" in result.findings[0].why
    rows[3][-2] = "commission-44"
    result = found(write(tmp_path / "own.csv", [head, *rows]), "commission-5")
    assert "there are no terms 'commission-44'; did you mean" in result.files[0].not_read[0].why
    undeclared = found(write(tmp_path / "own.csv", [head, *rows]), None)
    assert undeclared.findings == []
