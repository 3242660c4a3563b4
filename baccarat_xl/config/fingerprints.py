"""A finding's fingerprint: by what it says about which content, never by where that content stands.

Inserting, deleting or moving rows and columns keeps it; correcting the round, or making another mistake in
it, does not. Equal mistakes in equal rounds have equal fingerprints: they are told apart by their number.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from baccarat_xl.audit.finding import CheckResult, Finding, TableResult
from baccarat_xl.workbook.model import column_index

if TYPE_CHECKING:
    from baccarat_xl.proof.verdict import Verdict

VERSION: Final = 1
"""Counts up when fingerprints are made in another way."""
OF_FORMULAS: Final = ("BACC301", "BACC302", "BACC304", "BACC305")
TYPED_OVER: Final = "BACC303"
RUN: Final = re.compile(r"([A-Z]+)(\d+)(?::[A-Z]+(\d+))?$")
REFERENCE: Final = re.compile(r"(?<![A-Za-z0-9_.$])(\$?)([A-Za-z]{1,3})(\$?)([0-9]{1,7})(?![A-Za-z0-9_.(])")


@dataclass(slots=True)
class Fingerprints:
    """Gives the fingerprints of one result's findings."""

    result: CheckResult
    tables: dict[tuple[str, str | None], list[TableResult]] = field(init=False)
    verdicts: dict[tuple[str | None, str | None, str], list[tuple[int, int, Verdict]]] = field(init=False)

    def __post_init__(self) -> None:
        self.tables = defaultdict(list)
        self.verdicts = defaultdict(list)
        for file in self.result.files:
            for table in file.tables:
                self.tables[file.path, table.sheet].append(table)
            for verdict in file.formulas:
                for column, first, last in _runs(verdict.cells or ""):
                    self.verdicts[file.path, verdict.sheet, column].append((first, last, verdict))

    def of(self, finding: Finding) -> str:
        """The fingerprint: 20 hexadecimal digits."""
        text = json.dumps(
            [VERSION, finding.rule, finding.sheet, *self._content(finding)],
            ensure_ascii=False,
            sort_keys=True,
        )
        return hashlib.sha256(text.encode()).hexdigest()[:20]

    def shared(self, finding: Finding) -> bool:
        """Whether all findings of this fingerprint are one: they come from one refuted formula."""
        return finding.rule not in (*OF_FORMULAS, TYPED_OVER) and self._blamed(finding) is not None

    def verdict(self, finding: Finding) -> Verdict | None:
        """The verdict on the formula in the finding's cell."""
        match = RUN.match(finding.cell or "") if self.verdicts else None
        if match is None:
            return None
        row = int(match[2])
        runs = self.verdicts.get((finding.file, finding.sheet, match[1]), ())
        return next((verdict for first, last, verdict in runs if first <= row <= last), None)

    def _content(self, finding: Finding) -> Sequence[object]:
        role = [self.role(finding, cell) for cell in finding.cells]
        if finding.rule == TYPED_OVER:
            return [*role, self._relative(finding, finding.expected, finding.cell or ""), finding.found]
        verdict = self.verdict(finding) if finding.rule in OF_FORMULAS else self._blamed(finding)
        if verdict is not None:
            first = (verdict.cells or "").split(":")[0].split(",")[0]
            return [role[0] if role else "", self._relative(finding, verdict.formula, first)]
        table = self._table(finding)
        if table is not None and finding.row <= table.header_row and not finding.record:
            return role
        named = [] if finding.record else [finding.shoe, finding.round]
        return [*role, finding.record, finding.found, finding.expected, *named]

    def _blamed(self, finding: Finding) -> Verdict | None:
        """The refuted formula that a wrong value comes from."""
        letters = {match[1] for cell in finding.cells if (match := RUN.match(cell))}
        verdict = self.verdict(finding) if len(letters) == 1 else None
        return verdict if verdict is not None and verdict.verdict == "refuted" else None

    def _table(self, finding: Finding) -> TableResult | None:
        for table in self.tables.get((finding.file, finding.sheet), ()):
            if table.header_row <= finding.row <= table.last_row:
                return table
        return None

    def role(self, finding: Finding, cell: str) -> str:
        """The role of a cell's column, its header without one, and ``""`` outside of tables."""
        table = self._table(finding)
        if table is None:
            return ""
        letters = {cell, cell.split(":")[0].rstrip("0123456789")}
        for columns in (table.columns, table.also):
            for role, place in columns.items():
                if place.letter in letters:
                    return role
        return next((place.header for place in table.unknown_columns if place.letter in letters), "")

    def _relative(self, finding: Finding, formula: str, cell: str) -> str:
        table = self._table(finding)
        return relative_form(formula, cell, table.header_row if table else 0)


def relative_form(formula: str, cell: str, origin: int = 0) -> str:
    """The formula with references by distance, the same in every row that it is filled into; fixed rows count
    from ``origin``.

    >>> relative_form("=MOD(B4+$C4,10)&$N$2&\\"B4\\"", "D4", origin=3)
    '=MOD(R[0]C[-2]+R[0]C3,10)&R<-1>C14&"B4"'
    """
    from openpyxl.formula.tokenizer import Token, Tokenizer, TokenizerError

    place = RUN.match(cell)
    if place is None:
        return formula
    column, row = column_index(place[1]), int(place[2])

    def told(match: re.Match[str]) -> str:
        fixed_column, letters, fixed_row, number = match.groups()
        across = str(column_index(letters) + 1) if fixed_column else f"[{column_index(letters) - column}]"
        down = f"<{int(number) - origin}>" if fixed_row else f"[{int(number) - row}]"
        return f"R{down}C{across}"

    try:
        tokens = Tokenizer(formula).items
    except TokenizerError:
        return formula
    parts = [
        REFERENCE.sub(told, token.value)
        if token.type == Token.OPERAND and token.subtype == Token.RANGE
        else token.value
        for token in tokens
        if token.type != Token.WSPACE
    ]
    return "=" + "".join(parts)


def _runs(cells: str) -> list[tuple[str, int, int]]:
    """``I4:I9, I11`` as (column, first row, last row)."""
    matches = (RUN.match(part) for part in cells.split(", "))
    return [(m[1], int(m[2]), int(m[3] or m[2])) for m in matches if m]
