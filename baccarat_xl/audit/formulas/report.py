"""Verdicts as findings: refuted, drifted, typed over, stale and missing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from baccarat_xl.audit.catalogue import RULES
from baccarat_xl.audit.cells import shown
from baccarat_xl.audit.finding import Finding, NotJudged, Severity, role_words
from baccarat_xl.audit.formulas.groups import Group
from baccarat_xl.audit.formulas.space import Space
from baccarat_xl.audit.formulas.stale import stale_rows
from baccarat_xl.audit.formulas.verdicts import Judge, Proof
from baccarat_xl.layout.values import is_blank
from baccarat_xl.workbook.formulas import address_runs
from baccarat_xl.workbook.model import column_letter

if TYPE_CHECKING:
    from baccarat_xl.layout.table import Recognition, Table
    from baccarat_xl.proof.verdict import Verdict
    from baccarat_xl.workbook.model import Book

MOSTLY: Final = 0.6
FEWEST: Final = 3
MANY: Final = 3
"""From so many findings of one rule at one formula on, they are told as one."""


@dataclass(frozen=True, slots=True)
class Proofs:
    """What the formulas of one file came to."""

    verdicts: Sequence[Verdict]
    not_judged: Sequence[NotJudged]
    findings: Sequence[Finding]
    groups: Sequence[Proof]
    stale: Mapping[int, Sequence[tuple[int, int]]]


def prove_book(
    book: Book,
    seen: Recognition,
    file: str,
    *,
    means: Mapping[str, str],
    second_opinion: bool,
    progress: Callable[[str, float], None] | None = None,
) -> Proofs:
    """Judge every formula of a book."""
    space = Space(book, seen)
    judge = Judge(space, file, means, second_opinion)
    proofs = judge.all(progress)
    findings: list[Finding] = []
    stale: dict[int, list[tuple[int, int]]] = {}
    for proof in proofs:
        findings += _of_verdict(proof, file)
        findings += _missing(proof, file)
        rows = stale_rows(space, proof.group) or []
        if rows:
            stale[id(proof.group)] = _runs(row for row, _, _ in rows)
            findings.append(_stale(proof, rows, stale[id(proof.group)], file))
    for table in seen.tables:
        findings += _typed_over(table, [p for p in proofs if p.group.table is table], file)
    verdicts = [proof.verdict for proof in proofs if proof.verdict is not None]
    left = [_not_judged(proof) for proof in proofs if proof.verdict is None]
    return Proofs(verdicts, left, findings, proofs, stale)


def _not_judged(proof: Proof) -> NotJudged:
    group = proof.group
    return NotJudged(group.sheet.name, group.cells, group.header, group.text, proof.why)


def _drifted(group: Group) -> bool:
    main = group.main
    return main is not None and main is not group and main.count >= FEWEST and group.count < main.count


def _label(proof: Proof) -> str:
    role = proof.verdict.role if proof.verdict else proof.group.role
    return role_words(role) if role else proof.group.header


def _finding(rule: str, proof: Proof, file: str, **words: Any) -> Finding:
    group = proof.group
    made = RULES[rule]
    first = f"{column_letter(group.column)}{group.row}"
    given: dict[str, Any] = {
        "rule": rule,
        "severity": made.severity,
        "confidence": "certain",
        "file": file,
        "sheet": group.sheet.name,
        "cell": first,
        "row": group.row,
        "round": None,
        "message": made.says.format(label=_label(proof)),
        "clause": made.clause,
        "cells": tuple(address_runs(group.column, group.runs)),
        **words,
    }
    return Finding(**given)


def _of_verdict(proof: Proof, file: str) -> list[Finding]:
    verdict, group = proof.verdict, proof.group
    drifted = _drifted(group)
    if verdict is None:
        return []
    if verdict.verdict == "refuted":
        rule = "BACC302" if drifted else "BACC301"
        words = _refuted(proof, verdict)
        if proof.because is not None:
            words["severity"] = "note"
        if drifted and group.main is not None and proof.because is None:
            words["fix"] = f"fill the formula of {group.main.cells} into {group.cells}"
        return [_finding(rule, proof, file, **words)]
    if drifted and group.role is not None and group.main is not None:
        severity: Severity = "note" if verdict.verdict == "proved" else "warning"
        why = "it is proved right all the same" if verdict.verdict == "proved" else str(verdict.reason)
        return [
            _finding(
                "BACC302",
                proof,
                file,
                severity=severity,
                found=group.text,
                expected=f"the formula of {group.main.cells}",
                why=f"{group.main.count} cells of the column hold another formula; {why} (R1)",
                fix=f"fill the formula of {group.main.cells} into {group.cells}",
            )
        ]
    return []


def _refuted(proof: Proof, verdict: Verdict) -> dict[str, Any]:
    first = verdict.counterexamples[0] if verdict.counterexamples else None
    cells = ", ".join(f"{key} = {shown(value)}" for key, value in first.cells.items()) if first else ""
    found = f"{shown(first.found)} where {cells}" if first else verdict.formula
    groups = "; ".join(verdict.groups[:3])
    cause = f": {verdict.cause.text}" if verdict.cause else ""
    why = f"wrong in {verdict.wrong:,} of {verdict.judged:,} states ({groups}){cause}"
    better = verdict.repair or verdict.suggested_formula
    down = " and fill it down" if proof.group.count > 1 else ""
    fix = f"write {better} in {proof.group.cells.split(':')[0].split(',')[0]}{down}" if better else ""
    if better and proof.group.array is not None:
        fix = f"clear the array formula of {proof.group.array}, then {fix}"
    if proof.because is not None:
        fix = f"correct the formula in {proof.because.cells} and leave this one as it is"
    return {
        "found": found,
        "expected": first.expected if first else "the right answer",
        "why": why,
        "fix": fix or "compare the formula with the states in which it is wrong",
    }


# ---------------------------------------------------------------------- values
def _missing(proof: Proof, file: str) -> list[Finding]:
    group = proof.group
    unstored = group.sheet.formulas.unstored_in_column(group.column)
    missing = sum(unstored.within(first, last) for first, last in group.runs) if unstored.count else 0
    if proof.verdict is None or not missing or group.table is None or not group.table.rounds:
        return []
    words = {
        "found": "nothing",
        "expected": "the value that the formula gives",
        "why": f"{counted(missing)} saved without being computed, and read as empty (R7.3)",
        "fix": "open the file in a spreadsheet program and save it",
    }
    return [_finding("BACC305", proof, file, **words)]


def counted(formulas: int) -> str:
    return "one formula was" if formulas == 1 else f"{formulas:,} formulas were"


def _stale(proof: Proof, rows: list[tuple[int, Any, Any]], runs: list[tuple[int, int]], file: str) -> Finding:
    group = proof.group
    row, stored, computed = rows[0]
    more = f"; {len(rows) - 1:,} more are stale" if len(rows) > 1 else ""
    words = {
        "cell": f"{column_letter(group.column)}{row}",
        "row": row,
        "cells": tuple(address_runs(group.column, runs)),
        "found": shown(stored),
        "expected": shown(computed),
        "why": f"computed again from its row, ={group.form.at(row)} gives {shown(computed)}{more} (R2)",
        "fix": "recalculate everything in a spreadsheet program and save the file",
    }
    return _finding("BACC304", proof, file, **words)


def _runs(rows: Iterable[int]) -> list[tuple[int, int]]:
    runs: list[list[int]] = []
    for row in rows:
        if runs and runs[-1][1] == row - 1:
            runs[-1][1] = row
        else:
            runs.append([row, row])
    return [(first, last) for first, last in runs]


def _typed_over(table: Table, proofs: list[Proof], file: str) -> list[Finding]:
    """Constants in a column that is mostly formulas."""
    columns: dict[int, list[Proof]] = defaultdict(list)
    for proof in proofs:
        if proof.group.role is not None:
            columns[proof.group.column].append(proof)
    found = []
    for column, mine in columns.items():
        formulas = table.sheet.formulas.in_column(column)
        if formulas.within(table.first_row, table.last_row) == len(table.rounds):
            continue
        bare = [i for i in table.rounds if table.sheet.row_numbers[i] not in formulas]
        typed = [i for i in bare if not is_blank(table.sheet.cell(i, column))]
        with_formula = len(table.rounds) - len(bare)
        if not typed or with_formula < max(FEWEST, MOSTLY * len(table.rounds)):
            continue
        main = max(mine, key=lambda proof: proof.group.count)
        for index in typed:
            row = table.sheet.row_numbers[index]
            cell = f"{column_letter(column)}{row}"
            value = shown(table.sheet.cell(index, column))
            words = {
                "cell": cell,
                "row": row,
                "cells": (cell,),
                "found": value,
                "expected": "=" + main.group.form.at(row),
                "why": f"{with_formula} cells of the column hold a formula; this one stays as it is (R1)",
                "fix": f"fill the formula of {main.group.cells} into {cell}",
            }
            found.append(_finding("BACC303", main, file, **words))
    return found


@dataclass(frozen=True, slots=True)
class _Blame:
    """Cells of one formula that explain row findings: wrong by the formula, or stale."""

    group: Group
    rule: str
    rows: Sequence[tuple[int, int]]
    stale: bool


def related(findings: list[Finding], proofs: Proofs) -> list[Finding]:
    """Row findings that come from one wrong formula, told once with all their cells where there are many;
    those at stale values of a proved formula are left to BACC304, which names the same cells. At a cell that
    was typed over a formula, the remedy is that formula."""
    blames = _blames(proofs)
    typed = {(one.sheet, one.cell): one for one in proofs.findings if one.rule == "BACC303"}
    kept: list[Finding] = []
    alike: dict[tuple[str, int], list[Finding]] = defaultdict(list)
    place: dict[tuple[str, int], int] = {}
    by: dict[int, _Blame] = {}
    for finding in findings:
        blame = _blame_of(finding, blames)
        over = typed.get((finding.sheet, finding.cell)) if blame is None else None
        if over is not None and finding.cells == over.cells:
            kept.append(replace(finding, fix=f"{over.fix} (BACC303)"))
        elif blame is None:
            kept.append(finding)
        elif not blame.stale:
            key = finding.rule, id(blame)
            by[id(blame)] = blame
            if key not in place:
                place[key] = len(kept)
                kept.append(finding)
            correct = f"correct the formula in {blame.group.cells} ({blame.rule})"
            alike[key].append(replace(finding, fix=correct))
    for key, at in sorted(place.items(), key=lambda item: -item[1]):
        several, blame = alike[key], by[key[1]]
        kept[at : at + 1] = several if len(several) < MANY else [_together(several, blame)]
    return kept


def _blames(proofs: Proofs) -> dict[tuple[str | None, str], list[_Blame]]:
    """(sheet, column letter) -> what may be to blame there."""
    found: dict[tuple[str | None, str], list[_Blame]] = defaultdict(list)
    for proof in proofs.groups:
        group, verdict = proof.group, proof.verdict
        key = group.sheet.name, column_letter(group.column)
        stale = proofs.stale.get(id(group))
        if stale and verdict is not None and verdict.verdict == "proved":
            found[key].append(_Blame(group, "BACC304", stale, stale=True))
        if verdict is not None and verdict.verdict == "refuted":
            found[key].append(
                _Blame(group, "BACC302" if _drifted(group) else "BACC301", group.runs, stale=False)
            )
    return found


def _blame_of(finding: Finding, blames: Mapping[tuple[str | None, str], list[_Blame]]) -> _Blame | None:
    if finding.cell is None or len(finding.cells) > 1:
        return None
    letters = finding.cell.rstrip("0123456789")
    for blame in blames.get((finding.sheet, letters), ()):
        if any(first <= finding.row <= last for first, last in blame.rows):
            return blame
    return None


def _together(findings: list[Finding], blame: _Blame) -> Finding:
    first = findings[0]
    cells = tuple(address_runs(blame.group.column, _runs(finding.row for finding in findings)))
    why = f"{first.why}; {len(findings) - 1:,} more rows alike come from the same formula ({blame.rule})"
    return replace(first, cells=cells, why=why)
