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
    from baccarat_xl.audit.bets.reading import Placed
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
        rule, placed = rule_of(wrong, self._terms(wrong.placed)), wrong.placed
        balance = self.verdict.balance
        row = position = placed.position
        role = wrong.role
        cells = [self._address(position, role)]
        if role == "balance" and balance is not None:
            at = self._address(balance.where[position], "balance")
            if rule is pages.BalanceNotCarried:
                row, cells = balance.where[position], [at]
            else:
                cells = [self._paid_at(placed), at]
        moved = role == "balance" and rule is not pages.BalanceNotCarried
        terms = self._terms(placed)
        says = rule.says.format(bet=self._bets(placed), total=placed.facts.banker_final)
        amounts = self._amounts(wrong)
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

    def _terms(self, placed: Placed) -> Terms:
        """The terms that the row goes by."""
        return placed.terms or self.verdict.terms

    def _bets(self, placed: Placed) -> str:
        """The bets by name: ``Player``, ``Player and Tie``."""
        labels = [self._terms(placed).bets[name].label for name, _ in placed.parts]
        return " and ".join(filter(None, (", ".join(labels[:-1]), *labels[-1:])))

    def _amounts(self, wrong: Wrong) -> str:
        """What the stakes come to, in words."""
        placed, bets = wrong.placed, self._terms(wrong.placed).bets
        if placed.bet is None:
            return "nothing was bet, so the balance stays"
        said = [
            f"a stake of {plain(stake)} on {bets[name].label} comes to {plain(profit)}"
            for (name, stake), profit in zip(placed.parts, wrong.each, strict=True)
        ]
        return " and ".join(said) + (f", {plain(wrong.right)} together" if len(said) > 1 else "")

    def _paid_at(self, placed: Placed) -> str:
        """Where it stands what the bet was paid, else what was bet on."""
        columns = self.columns.columns
        role = next((role for role in ("payout", "profit", "side") if role in columns), None)
        if role is None:
            first = self.columns.stakes[placed.parts[0][0]]
            return self.table.sheet.address(self.table.rounds[placed.position], first.index)
        return self._address(placed.position, role)

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
    """Which of the known faults it is; none is named where several bets of a round could explain it."""
    if wrong.placed.bet is None or wrong.beside_payout:
        return pages.BalanceNotCarried
    known = {_of_part(wrong, place, terms) for place in range(len(wrong.placed.parts))} - {None}
    if len(known) == 1 and (found := known.pop()) is not None:
        return found
    return pages.BalanceNotCarried if wrong.role == "balance" else pages.WrongPayment


def _of_part(wrong: Wrong, place: int, terms: Terms) -> type[PaymentRule] | None:
    """The fault, if this bet is the one that is wrong and the round's others came to what they should."""
    name, stake = wrong.placed.parts[place]
    due = wrong.each[place]
    alone = len(wrong.placed.parts) == 1
    paid = wrong.paid[0] - (wrong.right - due) if len(wrong.paid) == 1 else None
    if (
        name in HANDS
        and wrong.placed.facts.outcome == "Tie"
        and due == 0
        and (alone or paid in (-stake, stake))
    ):
        return pages.TieNotPushed
    line = _line(wrong, name, terms)
    if line is None or paid is None:
        return None
    return _of_winner(wrong, name, stake, due, line, paid)


def _of_winner(
    wrong: Wrong, name: str, stake: Decimal, due: Decimal, line: Line, paid: Decimal
) -> type[PaymentRule] | None:
    """The fault of a bet that a line of the terms pays or pushes."""
    alone = len(wrong.placed.parts) == 1
    if name == "banker" and line.commission:
        if paid == stake:
            return pages.CommissionMissing
        if paid == paid.to_integral_value() and abs(paid - due) < WHOLE:
            return pages.CommissionCut
    if name == "banker" and "banker_final" in line.conditions and paid == stake:
        return pages.ExceptionIgnored
    if name == "tie" and paid in (8 * stake, 9 * stake):
        return pages.WrongTieOdds
    if alone and due > 0 and wrong.role != "balance":
        others = [MEANINGS[each](stake, due, due) for each in MEANINGS if each != wrong.meaning]
        if wrong.found in others or (wrong.meaning == BESIDE and paid == due - stake > 0):
            return pages.ToAgainstFor
    if name == "tie" and alone and wrong.role != "balance":
        return pages.WrongTieOdds
    return None


def _line(wrong: Wrong, name: str, terms: Terms) -> Line | None:
    """The line of the terms that decides the bet; None for a lost one."""
    return next((line for line in terms.bets[name].lines if line.holds(wrong.placed.facts)), None)
