"""A wrong payment as a finding: which of the known faults it is, where it stands, what was due."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from baccarat_xl.audit.bets.judging import BESIDE, MEANINGS, Wrong
from baccarat_xl.audit.catalogue import settlement as pages
from baccarat_xl.audit.cells import shown
from baccarat_xl.audit.finding import Finding
from baccarat_xl.audit.judge import Judge
from baccarat_xl.audit.wording import record_line

if TYPE_CHECKING:
    from baccarat_xl.audit.bets.judging import Verdict
    from baccarat_xl.audit.catalogue.settlement import PaymentRule
    from baccarat_xl.layout.bets import BetColumns
    from baccarat_xl.layout.table import Table
    from baccarat_xl.settlement.terms import Line, Terms

WHOLE: Final = Decimal(1)
HANDS: Final = {"player": "Player", "banker": "Banker"}


@dataclass(frozen=True, slots=True)
class Payments:
    """Makes findings of one table's bets."""

    table: Table
    file: str
    columns: BetColumns
    verdict: Verdict

    def findings(self) -> list[Finding]:
        """One for each wrong payment."""
        judge = Judge(self.table)
        return [self._finding(wrong, judge) for wrong in self.verdict.wrong]

    def _finding(self, wrong: Wrong, judge: Judge) -> Finding:
        rule, placed = rule_of(wrong, self.verdict.terms), wrong.placed
        balance = self.verdict.balance
        row = position = placed.position
        columns = self.columns.columns
        role = wrong.role
        cells = [self._address(position, role)]
        if role == "balance" and balance is not None:
            at = self._address(balance.where[position], "balance")
            if rule is pages.BalanceNotCarried:
                row, cells = balance.where[position], [at]
            else:
                other = "payout" if "payout" in columns else "profit" if "profit" in columns else "side"
                cells = [self._address(position, other), at]
        moved = role == "balance" and rule is not pages.BalanceNotCarried
        terms = self.verdict.terms
        bet = terms.bets[placed.bet].label if placed.bet else "nothing"
        says = rule.says.format(bet=bet, total=placed.facts.banker_final)
        amounts = f"a stake of {plain(placed.stake)} on {bet} comes to {plain(wrong.right)}"
        if placed.bet is None:
            amounts = "nothing was bet, so the balance stays"
        return Finding(
            rule=rule.code,
            severity=rule.severity,
            confidence="certain",
            file=self.file,
            sheet=self.table.sheet.name,
            cell=cells[0],
            row=self.table.row_number(row),
            round=self._number(row, "round"),
            found=_came_to(wrong) if moved else plain(wrong.found),
            expected=f"the bet comes to {plain(wrong.right)}" if moved else plain(wrong.expected),
            message=says,
            why=f"{amounts} under {terms.name} ({terms.label}; {rule.clause}){_for(wrong)}",
            clause=rule.clause,
            fix=self._fix(rule, wrong, cells),
            cells=tuple(dict.fromkeys(cells)),
            shoe=self._number(row, "shoe"),
            record=record_line(judge.judge(position)),
        )

    def _fix(self, rule: type[PaymentRule], wrong: Wrong, cells: list[str]) -> str:
        if rule is pages.BalanceNotCarried:
            right = plain(wrong.expected)
            return f"write {right} in {cells[0]} and carry it on, or look for a bet that is missing"
        balance = self.verdict.balance
        if wrong.role == "balance" and balance is not None:
            row = self.table.row_number(balance.where[wrong.placed.position])
            amount = plain(wrong.right - wrong.paid[0])
            return f"correct what the bet came to by {amount}, and carry it on from the balance in row {row}"
        right = plain(wrong.expected)
        return f"write {right} in {cells[0]}, or name the terms that the table went by with --terms"

    def _address(self, position: int, role: str) -> str:
        column = self.columns.columns[role]
        return self.table.sheet.address(self.table.rounds[position], column.index)

    def _number(self, position: int, role: str) -> str | None:
        column = self.table.columns.get(role)
        if column is None:
            return None
        text = shown(self.table.sheet.cell(self.table.rounds[position], column.index))
        return None if text == "nothing" else text


def plain(amount: Decimal) -> str:
    """An amount without zeros that say nothing.

    >>> plain(Decimal("19.00")), plain(Decimal("9.50")), plain(Decimal("1E+2"))
    ('19', '9.5', '100')
    """
    text = f"{amount:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _for(wrong: Wrong) -> str:
    if wrong.role == "balance":
        return "; the column is read as " + wrong.meaning
    return f"; {wrong.role} is read as {wrong.meaning}"


def _came_to(wrong: Wrong) -> str:
    return f"by the balance it came to {plain(wrong.paid[0])}"


def rule_of(wrong: Wrong, terms: Terms) -> type[PaymentRule]:
    """Which of the known faults it is."""
    placed, name = wrong.placed, wrong.placed.bet
    if name is None or wrong.beside_payout:
        return pages.BalanceNotCarried
    if name in HANDS and placed.facts.outcome == "Tie" and wrong.right == 0:
        return pages.TieNotPushed
    line = _line(wrong, terms)
    paid = wrong.paid[0] if len(wrong.paid) == 1 else None
    if line is not None and paid is not None:
        known = _of_winner(wrong, name, line, paid)
        if known is not None:
            return known
    return pages.BalanceNotCarried if wrong.role == "balance" else pages.WrongPayment


def _of_winner(wrong: Wrong, name: str, line: Line, paid: Decimal) -> type[PaymentRule] | None:
    """The fault of a bet that a line of the terms pays or pushes."""
    stake = wrong.placed.stake
    if name == "banker" and line.commission:
        if paid == stake:
            return pages.CommissionMissing
        if paid == paid.to_integral_value() and abs(paid - wrong.right) < WHOLE:
            return pages.CommissionCut
    if name == "banker" and "banker_final" in line.conditions and paid == stake:
        return pages.ExceptionIgnored
    if name == "tie" and paid in (8 * stake, 9 * stake):
        return pages.WrongTieOdds
    if wrong.right > 0 and wrong.role != "balance":
        others = [MEANINGS[each](stake, wrong.right) for each in MEANINGS if each != wrong.meaning]
        if wrong.found in others or (wrong.meaning == BESIDE and paid == wrong.right - stake > 0):
            return pages.ToAgainstFor
    if name == "tie" and wrong.role != "balance":
        return pages.WrongTieOdds
    return None


def _line(wrong: Wrong, terms: Terms) -> Line | None:
    """The line of the terms that decides the bet; None for a lost one."""
    bet = terms.bets[wrong.placed.bet or ""]
    return next((line for line in bet.lines if line.holds(wrong.placed.facts)), None)
