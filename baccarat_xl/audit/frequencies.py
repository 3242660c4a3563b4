"""A file's rounds counted, and what that comes to as findings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from baccarat_xl.audit.catalogue import frequencies as pages
from baccarat_xl.audit.cells import shown
from baccarat_xl.audit.finding import Confidence, FileResult, Finding, TableResult
from baccarat_xl.audit.samples import Counted, counted, once, together
from baccarat_xl.frequencies.compare import Frequencies, compare_log
from baccarat_xl.frequencies.composition import Disorder, TooMany
from baccarat_xl.frequencies.repeats import Stretch
from baccarat_xl.frequencies.statistics import Test
from baccarat_xl.layout.words import counted as so_many
from baccarat_xl.rules.domain import RANKS

if TYPE_CHECKING:
    from baccarat_xl.audit.encode import Encoded
    from baccarat_xl.layout.table import Table
    from baccarat_xl.workbook.model import Progress

DECKS: Final = 8
"""Where nobody says how many decks a shoe has."""
MANY_SHOES: Final = 3
MANY_STRETCHES: Final = 50
IN_COLUMN: Final = {
    "cards_used": "player_third",
    "natural": "player_card_1",
    "initial_totals": "player_card_1",
    "draw_state": "player_third",
    "final_totals": "player_final",
    "tens": "player_card_1",
    "same_as_before": "player_card_1",
}
"""The column under whose header a deviation is told, where the test is not named after one."""
OTHERS: Final = ("player_cards", "player_initial", "player_final", "outcome")


@dataclass(slots=True)
class Log:
    """Takes a file's tables while they are audited. decks: of a shoe; "infinite": an endless one; None:
    nobody said. faults: more of them than the published ones."""

    decks: int | str | None = None
    faults: Sequence[str] = ()
    tables: list[Counted] = field(default_factory=list)

    def take(self, table: Table, encoded: Encoded) -> None:
        """Keep what a table says."""
        if len(table.rounds):
            self.tables.append(counted(*once(table, encoded)))

    def counted(
        self, file: FileResult, findings: list[Finding], progress: Progress | None = None
    ) -> tuple[FileResult, list[Finding]]:
        """The file's result and findings, with those of its frequencies."""
        if not self.tables:
            return file, findings
        if progress:
            progress("counting", 0.0)
        decks = DECKS if self.decks is None else self.decks if isinstance(self.decks, int) else None
        result = compare_log(together(self.tables), decks, assumed=self.decks is None, faults=self.faults)
        found = _Findings(self.tables, file.path, result).findings()
        judged = [self._with_said(_with_rows(table, found)) for table in file.tables]
        return replace(file, tables=judged, frequencies=result), [*findings, *found]

    def _with_said(self, table: TableResult) -> TableResult:
        """With what was assumed in counting: which rows were left out."""
        said = [
            one.table.assumptions[-1]
            for one in self.tables
            if (one.table.sheet.name, one.table.first_row) == (table.sheet, table.first_row)
            and one.rounds < table.rounds
        ]
        return replace(table, assumptions=[*table.assumptions, *said])


def _with_rows(table: TableResult, found: Sequence[Finding]) -> TableResult:
    rows = {
        one.row for one in found if one.sheet == table.sheet and table.first_row <= one.row <= table.last_row
    }
    return replace(table, rounds_with_findings=min(table.rounds_with_findings + len(rows), table.rounds))


@dataclass(frozen=True, slots=True)
class _Findings:
    tables: Sequence[Counted]
    file: str
    result: Frequencies

    def findings(self) -> list[Finding]:
        composition, repeats = self.result.composition, self.result.repeats
        found: list[Finding] = []
        if composition is not None:
            found += self._too_many(composition.too_many, composition.shoes)
            found += [self._disorder(one) for one in composition.disorder]
        if repeats is not None:
            found += [self._stretch(one, repeats.by) for one in repeats.stretches[:MANY_STRETCHES]]
        found.sort(key=lambda one: one.row)
        return [*(self._deviates(test) for test in self.result.tests if test.deviates), *found]

    def _at(self, place: int) -> tuple[Table, int]:
        """The table that holds the round of this place in the sample, and its position there."""
        for one in self.tables:
            if place < one.rounds:
                return one.table, place
            place -= one.rounds
        raise IndexError(place)

    def _finding(
        self, rule: type[pages.FrequencyRule], place: int, role: str, says: str, found: str, expected: str,
        why: str, fix: str,
    ) -> Finding:  # fmt: skip
        table, position = self._at(place)
        known = next((name for name in (role, *OTHERS) if name in table.columns), None)
        joined = f"{role.partition('_')[0]}_cards"
        known = joined if role not in table.columns and joined in table.columns else known
        cell = table.address(known, position) if known else None
        number = {name: self._number(table, position, name) for name in ("round", "shoe")}
        sure = rule.severity == "error" and not self.result.assumed
        confidence: Confidence = "certain" if sure else "likely"
        return Finding(
            rule.code, rule.severity, confidence, self.file,
            table.sheet.name, cell, table.row_number(position), number["round"], found, expected, says, why,
            rule.clause, fix, (cell,) if cell else (), number["shoe"],
        )  # fmt: skip

    def _number(self, table: Table, position: int, role: str) -> str | None:
        if role not in table.columns:
            return None
        text = shown(table.sheet.cell(table.rounds[position], table.columns[role].index))
        return None if text == "nothing" else text

    def _row(self, place: int) -> int:
        table, position = self._at(place)
        return table.row_number(position)

    def _rows(self, first: int, rounds: int) -> str:
        """The rows of a stretch, and the shoes in which it stands."""
        last = first + rounds - 1
        shoes = dict.fromkeys(
            filter(None, (self._number(*self._at(place), "shoe") for place in (first, last)))
        )
        said = f" (shoe{'s' * (len(shoes) > 1)} {' to '.join(shoes)})" if shoes else ""
        return f"rows {self._row(first)}-{self._row(last)}{said}"

    def _too_many(self, all_of_them: Sequence[TooMany], shoes: int) -> list[Finding]:
        """One for each shoe; where it is most of them, one for all."""
        several = len(all_of_them) > max(MANY_SHOES, shoes // 20)
        return [
            self._beyond(one, len(all_of_them), shoes, several)
            for one in all_of_them[: 1 if several else None]
        ]

    def _beyond(self, one: TooMany, shoes: int, of: int, several: bool) -> Finding:
        card = RANKS[one.card - 1] if one.by_rank else f"cards worth {one.card}"
        too = f"; {shoes:,} of {so_many(of, 'shoe')} deal some card too often" if several else ""
        return self._finding(
            pages.TooManyAlike, one.place, one.role,
            pages.TooManyAlike.says.format(card=card),
            f"{so_many(one.dealt, 'card')} of that kind in this shoe{too}",
            f"at most {one.held}",
            f"{self.result.shoe} holds {one.held} of them, and none is put back (R10)",
            "name the right number with --decks, or correct the shoe's number",
        )  # fmt: skip

    def _stretch(self, one: Stretch, by: str) -> Finding:
        here, there = (self._rows(place, one.rounds) for place in (one.first, one.before))
        return self._finding(
            pages.Copied, one.first, "round" if "round" in self._at(one.first)[0].columns else
            "player_card_1", pages.Copied.says.format(rounds=so_many(one.rounds, "round")),
            f"{here} are {there} again, by {by}",
            "rounds of their own",
            f"chance would give {in_ten(one.exponent)} such repeats in a log of this length (R10)",
            "remove what was copied, or deal each shoe from another seed",
        )  # fmt: skip

    def _disorder(self, one: Disorder) -> Finding:
        what = "round" if one.kind == "round" else "shoe"
        row = self._row(one.before)
        said = (
            f"shoe left in row {row} goes on here"
            if one.kind == "resumed"
            else f"a lower number than row {row}"
        )
        return self._finding(
            pages.OutOfOrder, one.place, what, pages.OutOfOrder.says.format(what=what), said,
            "one shoe after another" if what == "shoe" else "rounds of a shoe in order",
            "what a shoe holds, and what follows what, is known from rows in the order of the deal (R10)",
            "sort the rows by shoe and round, or correct the number",
        )  # fmt: skip

    def _next_to(self, test: Test) -> str:
        """Where rounds stand that are the same as the one before."""
        repeats = self.result.repeats
        if test.name != "same_as_before" or repeats is None:
            return ""
        more = ", ..." if repeats.next_to > len(repeats.next_places) else ""
        return f"; in rows {', '.join(str(self._row(place)) for place in repeats.next_places)}{more}"

    def _deviates(self, test: Test) -> Finding:
        table = self.tables[0].table
        wanted = IN_COLUMN.get(test.name, test.name)
        names = (wanted, f"{wanted.partition('_')[0]}_cards", *OTHERS)
        role = next((name for name in names if name in table.columns), None)
        column = table.columns[role] if role else None
        row = max(table.header_row, 0)
        cell = None
        if column is not None:
            cell = f"{column.letter}{row}" if table.sheet.column_names is None and row else column.letter
        rule = pages.Deviates
        return Finding(
            rule=rule.code,
            severity=rule.severity,
            confidence="likely",
            file=self.file,
            sheet=table.sheet.name,
            cell=cell,
            row=row,
            round=None,
            found=differences(test) + self._next_to(test),
            expected=f"as exact counts give them for {self.result.shoe}",
            message=rule.says.format(label=test.label),
            why=f"{measured(test)}; at most about one right log of a thousand gives this (R10)",
            clause=rule.clause,
            fix="look at the rows first, then at the shuffle, the decks and which rounds are left out",
            cells=(cell,) if cell else (),
        )


def differences(test: Test) -> str:
    """The cells that stand out, in words."""
    return "; ".join(
        f"{one.cell} {one.observed:,} times, {one.expected:,.1f} expected "
        f"({one.points:+.3g} points, 95% interval {one.low:+.3g} to {one.high:+.3g})"
        for one in test.differences
    )


def measured(test: Test) -> str:
    """Method, p-values and effect of a test, in words."""
    how = test.method
    if test.statistic is not None:
        how = f"chi-square {test.statistic:,.1f} with {test.freedom} degrees of freedom"
    effect = "" if test.effect == float("inf") else f", Cohen's w {test.effect:.3g}"
    return f"{how}, p = {test.p:.2g}, {test.adjusted:.2g} after Holm's correction{effect}"


def in_ten(exponent: float) -> str:
    """A power of ten in words.

    >>> in_ten(-12.3), in_ten(-0.5)
    ('about 10^-13', 'about 0.32')
    """
    return f"about 10^{int(exponent // 1)}" if exponent < -3 else f"about {10**exponent:.2g}"
