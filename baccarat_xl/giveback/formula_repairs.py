"""Formulas in place of wrong ones: proved in every state, or copies of the column's own proved formula."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from baccarat_xl.audit.cells import shown
from baccarat_xl.giveback.cells import PENDING, NewCell
from baccarat_xl.giveback.marks import place_of
from baccarat_xl.giveback.repairs import Left, Repair, value_at
from baccarat_xl.proof.lay_out import NEWER
from baccarat_xl.proof.text import read_formula, reference_key
from baccarat_xl.workbook.formulas import Form

if TYPE_CHECKING:
    from baccarat_xl.audit.finding import Finding
    from baccarat_xl.audit.formulas.groups import Group
    from baccarat_xl.audit.formulas.report import Proofs
    from baccarat_xl.audit.formulas.verdicts import Proof

LONGEST: Final = 8_192
UNWRITTEN: Final = frozenset({"LET", "LAMBDA", "FILTER", "SORT", "SORTBY", "UNIQUE", "SEQUENCE"})
"""Functions whose stored form takes more than a prefix."""
_TABLE: Final = re.compile(r"([^\W\d][\w.]*)\[\[#This Row\]", re.IGNORECASE)
RECOMPUTED: Final = ("BACC304", "BACC305")


def formula_repairs(findings: list[Finding], proofs: Proofs) -> Iterator[Repair | Left]:
    """A repair, or why there is none, for each finding about formulas, stale values excepted."""
    by_cells = {(proof.group.sheet.name, proof.group.cells): proof for proof in proofs.groups}
    for finding in findings:
        if finding.rule in RECOMPUTED:
            continue
        if finding.rule == "BACC303":
            yield _typed_over(finding, proofs)
            continue
        proof = by_cells.get((finding.sheet, ", ".join(finding.cells)))
        yield (
            Left(finding, "its formula was not found again") if proof is None else _of(finding, proof, proofs)
        )


def _of(finding: Finding, proof: Proof, proofs: Proofs) -> Repair | Left:
    if proof.because is not None:
        return Left(finding, f"it is right by itself; what it reads, {proof.because.cells}, is wrong")
    group = proof.group
    verdict = proof.verdict
    main = group.main
    form: Form | None = None
    safe = True
    if finding.rule == "BACC302" and main is not None and main is not group:
        main_proof = next((one for one in proofs.groups if one.group is main), None)
        form = main.form
        safe = bool(main_proof and main_proof.verdict and main_proof.verdict.verdict == "proved")
        safe = safe and finding.severity != "note"
        if main_proof is not None and main_proof.verdict and main_proof.verdict.verdict == "refuted":
            form = better_form(main_proof)
            safe = form is not None
    elif verdict is not None and verdict.verdict == "refuted":
        form = better_form(proof)
    if form is None:
        return Left(finding, "no formula that is proved right was found for these cells")
    return _filled(finding, group, form, safe=safe)


def better_form(proof: Proof) -> Form | None:
    """The proved formula in place of a refuted one, as a file holds it; None where there is none."""
    verdict, group = proof.verdict, proof.group
    if verdict is None or group.form.array is not None:
        return None
    for typed in (verdict.repair, verdict.suggested_formula):
        text = stored_form(typed, group.form.text) if typed else None
        if text is not None:
            return Form(text, group.row, group.column)
    return None


def stored_form(typed: str, before: str) -> str | None:
    """A typed formula as files hold it, without ``=``; None where that cannot be told.

    ``before``: the formula that stood there, which names the table of ``[@Column]``.
    """
    formula = read_formula(typed)
    if formula.functions & UNWRITTEN:
        return None
    table = _TABLE.search(before)
    parts = []
    for token in formula.tokens:
        text = token.text
        if token.kind == "call" and text[:-1].upper() in NEWER:
            text = f"_xlfn.{text}"
        elif token.kind == "reference" and "[@" in text:
            text = reference_key(text)
            if text.startswith("["):
                if table is None:
                    return None
                text = table[1] + text
        parts.append(text)
    made = "".join(parts)
    return made if len(made) <= LONGEST else None


def _filled(finding: Finding, group: Group, form: Form, *, safe: bool) -> Repair | Left:
    if group.form.array is not None or form.array is not None:
        return Left(finding, "one array formula fills several cells, and is left to be repaired by hand")
    moved = Form(form.text, form.row, group.column)
    cells = {
        (row, group.column): NewCell(PENDING, moved.at(row))
        for first, last in group.runs
        for row in range(first, last + 1)
    }
    after = "=" + moved.at(group.row)
    return Repair(finding, group.sheet.name or "", group.cells, group.text, after, safe, cells)


def _typed_over(finding: Finding, proofs: Proofs) -> Repair | Left:
    row, column = place_of(finding.cell or "A1")
    here = [p for p in proofs.groups if p.group.sheet.name == finding.sheet and p.group.column == column]
    if not here:
        return Left(finding, "the formula of its column was not found again")
    main = max(here, key=lambda one: one.group.count)
    form = better_form(main) if main.verdict and main.verdict.verdict == "refuted" else main.group.form
    if form is None or form.array is not None:
        return Left(finding, "the formula of its column is not one to be filled in")
    text = form.at(row + 1)
    before = shown(value_at(main.group.sheet, (row + 1, column)))
    cells = {(row + 1, column): NewCell(PENDING, text)}
    return Repair(finding, finding.sheet or "", finding.cell or "", before, f"={text}", False, cells)
