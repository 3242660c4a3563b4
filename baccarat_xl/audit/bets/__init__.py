"""Recorded bets, payouts and balances, checked against payment terms that the user names (R9).

Where none are named, nothing is judged: it is said which of the named terms the rows fit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from baccarat_xl.audit.finding import Unread
from baccarat_xl.layout.bets import bet_columns
from baccarat_xl.layout.words import counted

if TYPE_CHECKING:
    from baccarat_xl.audit.bets.judging import Verdict
    from baccarat_xl.audit.bets.reading import Placed
    from baccarat_xl.audit.finding import Finding, TableResult
    from baccarat_xl.layout.bets import BetColumns
    from baccarat_xl.layout.table import Table
    from baccarat_xl.settlement.terms import Book, Terms

FEW_ROWS: Final = 12
FIRST_LOOK: Final = 1_000


@dataclass(frozen=True, slots=True)
class Payment:
    """terms: those that the user named, or None; files: where more of them stand."""

    terms: Terms | None = None
    files: tuple[Path, ...] = ()

    @classmethod
    def named(cls, name: str | None, files: Sequence[Path] = ()) -> Payment:
        """Raises UsageError for a name or a file that is not right, and for terms that leave Banker open."""
        if not name and not files:
            return cls()
        from baccarat_xl.settlement.terms import with_files

        known = with_files(files)
        return cls(known.whole_terms(name) if name else None, tuple(files))

    @property
    def book(self) -> Book:
        from baccarat_xl.settlement.terms import with_files

        return with_files(self.files)


def with_bets(
    table: Table, file: str, found: list[Finding], result: TableResult, payment: Payment
) -> tuple[list[Finding], TableResult, list[Unread]]:
    """A table's findings and result, with those of its bets, and the bets that could not be judged."""
    columns = _columns(table, payment) if result.judged and table.rounds else None
    where = table.sheet.name or f"rows {table.first_row}-{table.last_row}"
    if columns is None:
        why = "no columns of bets were recognised: what was bet on, the stake, and payout, profit or balance."
        return found, result, [Unread("bets", where, why)] if payment.terms else []
    letters = columns.letters
    if payment.terms is None:
        said = _which_fit(table, columns, payment.book)
        return found, replace(result, bets=said, bet_columns=letters), []
    from baccarat_xl.audit.bets.findings import Payments
    from baccarat_xl.audit.bets.judging import judge_bets
    from baccarat_xl.audit.bets.reading import placed_bets

    terms = payment.terms
    odd = {one.row for one in found if one.row > table.header_row}
    bets = placed_bets(table, columns, terms.bets, odd, cache(payment.book.whole_terms))
    verdict = judge_bets(bets, terms)
    findings = Payments(table, file, columns, verdict).findings()
    said = [
        columns.in_words(),
        f"{counted(len(verdict.judged), 'bet')} judged by {terms.name}: {terms.in_words()}",
    ]
    every = [*found, *findings]
    used = set(letters.values())
    result = replace(
        result,
        bets=[*said, *_assumed(table, columns, verdict)],
        bet_columns=letters,
        unknown_columns=[place for place in result.unknown_columns if place.letter not in used],
        rounds_with_findings=len({one.row for one in every if one.row > table.header_row}),
        hidden_findings=sorted({one.row for one in every} & set(table.sheet.hidden_rows)),
    )
    not_judged = [*_not_judged(table, verdict), *_balance_not_followed(columns, verdict, bets)]
    return every, result, [Unread("bets", where, why) for why in not_judged]


def _balance_not_followed(columns: BetColumns, verdict: Verdict, bets: Sequence[Placed]) -> list[str]:
    """A balance that follows the bets in no way is not compared with them."""
    if verdict.balance is not None or sum("balance" in placed.money for placed in bets) < 2:
        return []
    name = columns.columns["balance"].named
    return [
        f"{name} follows the bets neither before nor after they are settled in most rounds, so that no "
        "balance was compared; it may be wrong throughout, or hold another thing."
    ]


def _columns(table: Table, payment: Payment) -> BetColumns | None:
    """The columns of bets; what a bet may be called, the terms say."""
    from baccarat_xl.audit.bets.reading import bet_reader

    every = [payment.terms] if payment.terms else payment.book.combined()
    return bet_columns(table, bet_reader({name: bet for terms in every for name, bet in terms.bets.items()}))


def _not_judged(table: Table, verdict: Verdict) -> list[str]:
    """The bets that were not judged, by reason."""
    rows: dict[str, list[int]] = defaultdict(list)
    for position, why in sorted(verdict.open_.items()):
        rows[why].append(table.row_number(position))
    return [
        f"{counted(len(numbers), 'bet')} not judged, {_rows(numbers)}: {why}."
        for why, numbers in rows.items()
    ]


def _assumed(table: Table, columns: BetColumns, verdict: Verdict) -> list[str]:
    """What the columns of money are taken to hold."""
    said = [
        f"assumed: {columns.columns[role].named} holds {meaning}: {fits:,} of {counted(of, 'bet')} fit"
        for role, (meaning, fits, of) in verdict.meanings.items()
    ]
    balance = verdict.balance
    if balance is not None:
        name = columns.columns["balance"].named
        fits = f"{balance.fits:,} of {counted(balance.steps, 'step')} fit"
        said.append(f"assumed: {name} holds {balance.meaning}: {fits}")
        if balance.starts:
            rows = _rows(map(table.row_number, balance.starts))
            said.append(f"assumed: {name} starts anew, from its first amount, in {rows}")
    return said


def _which_fit(table: Table, columns: BetColumns, known: Book) -> list[str]:
    """Which named terms the rows fit, and which rows fit none; of a long table the first rounds."""
    from baccarat_xl.audit.bets.judging import judge_bets
    from baccarat_xl.audit.bets.reading import placed_bets

    said = [f"{columns.in_words()}; not judged, since no terms were named (--terms)"]
    every = known.combined()
    looked = table.rounds[:FIRST_LOOK]
    if len(looked) < len(table.rounds):
        table = replace(table, rounds=looked)
        said.append(f"only the first {counted(FIRST_LOOK)} were compared with the named terms")
    bets = placed_bets(table, columns, {name: bet for terms in every for name, bet in terms.bets.items()})
    verdicts = [judge_bets(bets, terms) for terms in every]
    judged = frozenset().union(*(verdict.judged for verdict in verdicts))
    if not judged:
        return [*said, "no bet can be compared with any of the named terms"]
    right = {verdict.terms.name: verdict.judged - verdict.wrong_at for verdict in verdicts}
    most = max(map(len, right.values()))
    total = counted(len(judged), "bet")
    if not most:
        return [*said, f"none of {total} fits any of the named terms"]
    best = _either(_shorter([name for name, rows in right.items() if len(rows) == most], list(right)))
    if most == len(judged):
        return [*said, f"all {total} fit {best}"]
    said.append(f"{most:,} of {total} fit {best}, and none of the named terms fits more")
    none = judged - frozenset().union(*right.values())
    if none:
        rows = _rows(table.row_number(position) for position in sorted(none))
        said.append(f"{rows}: {'these fit' if len(none) > 1 else 'this fits'} none of the named terms")
    return said


def _shorter(names: Iterable[str], every: Iterable[str]) -> list[str]:
    """Names of terms, those of Tie left out where they make no difference."""
    chosen, found = list(names), []
    for name in chosen:
        main = name.partition("+")[0]
        family = [one for one in every if one.partition("+")[0] == main]
        short = main if all(one in chosen for one in family) else name
        if short not in found:
            found.append(short)
    return found


def _either(names: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _rows(numbers: Iterable[int]) -> str:
    rows = list(numbers)
    more = ", ..." if len(rows) > FEW_ROWS else ""
    return f"row{'s' if len(rows) > 1 else ''} {', '.join(map(str, rows[:FEW_ROWS]))}{more}"
