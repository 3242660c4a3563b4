"""Audit one table: in columns first, then the suspicious rounds one by one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from baccarat_xl.audit.card_values import Mask, differing, split, whole_columns
from baccarat_xl.audit.cells import BLANK_TOTAL, base_role
from baccarat_xl.audit.encode import Encoded, encode_table
from baccarat_xl.audit.finding import Finding, Gap, Place, TableResult
from baccarat_xl.audit.judge import Judge
from baccarat_xl.audit.mask import BLANKS, solve
from baccarat_xl.audit.sheet_rules import whole_table
from baccarat_xl.audit.wording import Words
from baccarat_xl.columns import NO_CARD_CODE, add_cards
from baccarat_xl.layout.table import valued_card
from baccarat_xl.layout.words import counted
from baccarat_xl.rules.record import LABELS, THIRD_ROLES

if TYPE_CHECKING:
    from baccarat_xl.layout.table import Column, Table

Positions = npt.NDArray[np.intp]


@dataclass(slots=True)
class _Outcome:
    """What the rounds of a table came to."""

    findings: list[Finding]
    gaps: dict[tuple[str, ...], list[int]]


def audit_table(
    table: Table, file: str, *, keep: Callable[[Table, Encoded], None] | None = None
) -> tuple[list[Finding], TableResult]:
    """Findings in row order, and what was looked at. Positions count the table's rounds from 0. ``keep`` is
    called with the codes of a table that is judged."""
    if table.variant is not None:
        return [], _result(table, _Outcome([], {}))
    judge = Judge(table)
    encoded = encode_table(table)
    if keep is not None:
        keep(table, encoded)
    solved = solve(encoded, thirds_recorded=judge.thirds_recorded, ends_recorded=judge.ends_recorded)
    outcome = _Outcome([], defaultdict(list))
    suspicious = solved.suspicious
    judge.differing, whole = split(table, encoded, differing(encoded, table.zero))
    for mask in judge.differing.values():
        suspicious |= mask
    for position, why in _without_stored_thirds(table):
        suspicious[position] = False
        outcome.gaps[(why,)].append(position)
    _look(judge, encoded, np.flatnonzero(suspicious), outcome, Words(table, file))
    outcome.findings += [*whole_columns(table, file, whole), *whole_table(table, file, solved)]
    return outcome.findings, _result(table, outcome, _without_opening_cards(encoded))


def _without_opening_cards(encoded: Encoded) -> list[str]:
    """Which rounds lack an opening card and are judged by the total that is recorded in its place."""
    told = []
    for side in ("player", "banker"):
        cards = [encoded.codes[role] for n in (1, 2) if (role := f"{side}_card_{n}") in encoded.codes]
        total = encoded.codes.get(f"{side}_initial")
        if len(cards) < 2 or total is None:
            continue
        open_ = (cards[0] == NO_CARD_CODE) | (cards[1] == NO_CARD_CODE)
        count = int((open_ & (total < BLANK_TOTAL)).sum())
        if count:
            name = side.capitalize()
            told.append(
                f"{name}'s opening cards are not all recorded in {counted(count)}: judged there by the "
                f"recorded initial total"
            )
    return told


def _look(judge: Judge, encoded: Encoded, positions: Positions, outcome: _Outcome, words: Words) -> None:
    """Judge the suspicious rounds; those alike in every code and without a fault are judged once."""
    for alike in rounds_alike(encoded, positions, judge.differing):
        first = judge.judge(alike[0])
        if not first.faults and not first.overfull:
            if first.missing:
                outcome.gaps[first.missing] += alike
            continue
        for position in alike:
            judged = judge.judge(position)
            outcome.findings += words.findings(position, judged)
            if judged.missing:
                outcome.gaps[judged.missing].append(position)


def rounds_alike(encoded: Encoded, positions: Positions, differing: Mapping[str, Mask]) -> list[list[int]]:
    """Positions grouped by equal codes, card values counting only as in order or not. A hand whose two cards
    are known counts by its total."""
    if not len(positions):
        return []
    codes = {role: column[positions] for role, column in encoded.codes.items()}
    codes |= {role: mask[positions].view(np.uint8) for role, mask in differing.items()}
    if encoded.overfull is not None:
        codes["overfull"] = encoded.overfull[positions]
    for side in ("player", "banker"):
        names = [f"{side}_card_{n}" for n in (1, 2)]
        if all(name in codes for name in names):
            first, second = (codes[name] for name in names)
            known = np.maximum(first, second) < 10
            codes[names[0]] = np.where(known, add_cards(first, second), first)
            codes[names[1]] = np.where(known, 0, second).astype(np.uint8)
    matrix = np.ascontiguousarray(np.stack(list(codes.values()), axis=1))
    states = matrix.view(np.dtype((np.void, matrix.shape[1]))).ravel()
    _, which, counts = np.unique(states, return_inverse=True, return_counts=True)
    order = np.argsort(which, kind="stable")
    return [part.tolist() for part in np.split(positions[order], np.cumsum(counts)[:-1])]


def _without_stored_thirds(table: Table) -> list[tuple[int, str]]:
    """Rounds whose third card is a formula that nobody computed: whether there is a card is not known."""
    found: dict[int, str] = {}
    for role in THIRD_ROLES:
        column = table.columns.get(role)
        runs = table.sheet.formulas.unstored_in_column(column.index) if column else None
        if runs is None or not runs.count:
            continue
        for position in range(len(table.rounds)):
            if table.row_number(position) in runs:
                found.setdefault(position, f"{LABELS[role]} (a formula without a stored value)")
    return sorted(found.items())


def _result(table: Table, outcome: _Outcome, assumed: Sequence[str] = ()) -> TableResult:
    numbers = table.row_number
    gaps = [
        Gap(missing, tuple(map(numbers, sorted(positions))))
        for missing, positions in sorted(outcome.gaps.items())
    ]
    hidden = table.sheet.hidden_rows
    found = {finding.row for finding in outcome.findings} & hidden
    compared = {role for role in table.also if base_role(role) in BLANKS or valued_card(role)}
    return TableResult(
        sheet=table.sheet.name,
        state=table.sheet.state,
        header_row=table.header_row,
        first_row=table.first_row,
        last_row=table.last_row,
        layout=table.layout,
        rounds=len(table.rounds),
        columns=_places(table.columns),
        also=_places(table.also),
        unknown_columns=[_place(column) for column in table.unknown_columns],
        not_compared=[role for role in table.also if role not in compared],
        assumptions=[*table.assumptions, *assumed],
        passed_over=_passed_over(table),
        gaps=gaps,
        rounds_with_findings=len(
            {finding.row for finding in outcome.findings if finding.row > table.header_row}
        ),
        formulas=_formulas(table),
        judged=table.variant is None,
        hidden=sum(numbers(position) in hidden for position in range(len(table.rounds))) if hidden else 0,
        hidden_findings=sorted(found),
    )


def _places(columns: dict[str, Column]) -> dict[str, Place]:
    """Columns by role, left to right."""
    return {role: _place(column) for role, column in sorted(columns.items(), key=lambda item: item[1].index)}


def _place(column: Column) -> Place:
    return Place(column.letter, column.header)


def _passed_over(table: Table) -> list[str]:
    skipped = table.skipped
    words = [counted(skipped.blank, "blank row")] if skipped.blank else []
    for rows, one, several in (
        (skipped.headers, "repeated header", "repeated headers"),
        (skipped.totals, "totals row", "totals rows"),
        (skipped.notes, "row of text", "rows of text"),
    ):
        if rows:
            shown = ", ".join(map(str, rows[:20])) + (", ..." if len(rows) > 20 else "")
            many = len(rows) > 1
            words.append(f"{len(rows):,} {several if many else one} (row{'s' if many else ''} {shown})")
    return words


def _formulas(table: Table) -> int:
    if not table.sheet.formulas:
        return 0
    columns = {column.index for column in (*table.columns.values(), *table.also.values())}
    runs = [table.sheet.formulas.in_column(index) for index in columns]
    return sum(run.within(table.first_row, table.last_row) for run in runs)
