"""What of a record of bets cannot be judged is said, and never passes as right."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest

from baccarat_xl.audit.bets.reading import amount
from baccarat_xl.cli import main
from baccarat_xl.cli.exit_codes import Exit

HEADER = "Shoe,Round,P1,P2,P3,B1,B2,B3,Winner,Bet,Stake,Profit,Balance\n"
PLAYER, TIE, BANKER = "9,K,,5,3,,Player", "2,3,8,A,2,,Tie", "7,K,,9,Q,,Banker"
WON = {PLAYER: 10, TIE: 0, BANKER: -10}
"""What a bet of 10 on Player comes to."""


def ledger(balances: list[int] | None = None, rounds: int = 24) -> list[list[str]]:
    """Rows of a right ledger: 10 on Player in every round."""
    rows, balance = [], 1000
    for number in range(rounds):
        cards = (PLAYER, TIE, BANKER, PLAYER)[number % 4]
        balance += WON[cards]
        shown = balances[number] if balances else balance
        rows.append(["1", str(number + 1), *cards.split(","), "Player", "10", str(WON[cards]), str(shown)])
    return rows


def checked(
    rows: list[list[str]], path: Path, capsys: pytest.CaptureFixture[str], *more: str, header: str = HEADER
) -> tuple[int, dict[str, object]]:
    path.write_text(header + "\n".join(";".join(row) if ";" in header else ",".join(row) for row in rows))
    code = main(["check", str(path), "--terms", "commission-5", "--format", "json", *more])
    told: dict[str, object] = json.loads(capsys.readouterr().out)
    return code, told


def test_a_right_ledger_is_clean(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert checked(ledger(), tmp_path / "log.csv", capsys)[0] == Exit.CLEAN


@pytest.mark.parametrize("balance", [lambda n: 1000 - 11 * n, lambda n: 500 + (n * 7919) % 613])
def test_a_balance_that_follows_nothing_is_not_right(
    balance: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = ledger([balance(number) for number in range(24)])  # type: ignore[operator]
    code, told = checked(rows, tmp_path / "log.csv", capsys)
    assert code == Exit.INCOMPLETE
    assert "follows the bets neither before nor after" in json.dumps(told)


@pytest.mark.parametrize(("place", "text"), [(9, ""), (10, "0"), (10, "")])
def test_money_that_moved_without_a_bet_is_named(
    place: int, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [row[:-1] for row in ledger()]
    rows[4][place] = text
    code, told = checked(rows, tmp_path / "log.csv", capsys, header=HEADER.replace(",Balance", ""))
    assert code == Exit.INCOMPLETE
    assert "row 6" in json.dumps(told)


@pytest.mark.parametrize("bet", [True, False])
def test_a_numbered_round_without_cards_is_not_verifiable(
    bet: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = ledger()
    rows[7] = [*rows[7][:2], *[""] * 7, *(rows[7][9:] if bet else [""] * 4)]
    code, told = checked(rows, tmp_path / "log.csv", capsys, "--strict")
    assert code == Exit.INCOMPLETE
    assert '"rows": [9]' in json.dumps(told)


def test_numbered_rows_below_the_last_round_wait_for_rounds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [*ledger(), *(["1", str(number), *[""] * 11] for number in range(25, 40))]
    assert checked(rows, tmp_path / "log.csv", capsys, "--strict")[0] == Exit.CLEAN


@pytest.mark.parametrize(("factor", "code"), [(1, Exit.CLEAN), (1000, Exit.FINDINGS)])
def test_european_thousands(
    factor: int, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """1.250,00 paid 1,25 is no right payment."""
    rows = [row[:-1] for row in ledger()]
    for row in rows:
        won = Decimal(row[11]) * 125
        row[10] = "1.250,00"
        row[11] = f"{won / factor:,.2f}".translate(str.maketrans(",.", ".,"))
    header = HEADER.replace(",Balance", "").replace(",", ";")
    assert checked(rows, tmp_path / "log.csv", capsys, header=header)[0] == code


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.250,00", "1250.00"), ("1,250.00", "1250.00"), ("1.250.000", "1250000"),
        ("1,250,000.5", "1250000.5"),
        ("12.500,5", "12500.5"), ("1,25", "1.25"), ("$10.00", "10.00"), ("-$5.00", "-5.00"),
        ("$(5.00)", "-5.00"),
        ("CHF 1'250.00", "1250.00"), ("10.00 EUR", "10.00"), ("5.00-", "-5.00"), ("\u22125", "-5"),
        ("1.25,000.0", None), ("1.2.3", None), ("ten", None),
    ],
)  # fmt: skip
def test_amounts_as_they_are_written(text: str, value: str | None) -> None:
    assert amount(text) == (None if value is None else Decimal(value))


def test_a_stake_on_a_bet_that_nobody_knows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    header = "Round,P1,P2,P3,B1,B2,B3,Winner,Player bet,Tie bet,Lucky 6 bet,Profit\n"
    rows = []
    for number, row in enumerate(ledger()):
        lucky = 5 if number % 6 == 0 else 0
        rows.append([row[1], *row[2:9], "10", "", str(lucky or ""), str(int(row[11]) - lucky)])
    code, told = checked(rows, tmp_path / "log.csv", capsys, header=header)
    assert code == Exit.INCOMPLETE
    assert told["findings"] == []
    assert "Lucky 6 bet" in json.dumps(told)


def test_the_outcome_alone_settles_what_it_can(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    header = "Round,Winner,Bet,Stake,Profit\n"
    rows = [[row[1], row[8], *row[9:12]] for row in ledger()]
    rows[3][4] = "999"
    _, told = checked(rows, tmp_path / "log.csv", capsys, header=header)
    assert [finding["cell"] for finding in told["findings"]] == ["E5"]  # type: ignore[index, attr-defined]


@pytest.mark.parametrize("terms", ["commission-5+commission-4", "commission-5+tie-9+tie-8"])
def test_terms_that_contradict_each_other(
    terms: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["odds", "--terms", terms]) == Exit.USAGE
    assert "leave one of them out" in capsys.readouterr().err
