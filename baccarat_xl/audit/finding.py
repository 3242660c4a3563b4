"""What an audit returns: findings, and what was looked at, assumed, not verifiable and not read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from baccarat_xl.rules.record import LABELS

if TYPE_CHECKING:
    from baccarat_xl.frequencies.compare import Frequencies
    from baccarat_xl.proof.verdict import Verdict

Severity: TypeAlias = Literal["error", "warning", "note"]
Confidence: TypeAlias = Literal["certain", "likely"]
SEVERITIES: Final[tuple[Severity, ...]] = ("error", "warning", "note")
"""The gravest first."""
NAMES: Final = LABELS | {"player_cards": "Player's cards", "banker_cards": "Banker's cards"}


def role_words(role: str) -> str:
    """A role in the field's words (R1), second columns of one included.

    >>> role_words("player_card_1_value"), role_words("recorded_banker_final")
    ('value of Player card 1', "recorded Banker's final total")
    """
    if role in NAMES:
        return NAMES[role]
    for note in ("recorded", "computed"):
        if role.startswith(f"{note}_"):
            return f"{note} {role_words(role.removeprefix(f'{note}_'))}"
    if role.endswith("_value") and role != "card_value":
        return f"value of {role_words(role.removesuffix('_value'))}"
    return role.replace("_", " ")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing wrong at one place.

    sheet       None for CSV and JSON
    cell        where it is reported: an address, or the key for JSON; None where there is no such place
    row         row, line or record number as an editor shows it
    round, shoe as the record numbers them, None where it does not
    found, expected  words; ``record`` is the whole round on one line
    cells       all the cells at fault; confidence is ``likely`` where another reading of the row exists
    """

    rule: str
    severity: Severity
    confidence: Confidence
    file: str
    sheet: str | None
    cell: str | None
    row: int
    round: str | None
    found: str
    expected: str
    message: str
    why: str
    clause: str
    fix: str
    cells: tuple[str, ...]
    shoe: str | None = None
    record: str = ""


@dataclass(frozen=True, slots=True)
class Unread:
    """Something that is there and was not judged; why is one sentence."""

    what: str
    where: str
    why: str


@dataclass(frozen=True, slots=True)
class Gap:
    """Rounds that cannot be verified for one and the same reason (R7.3): what is missing, and their rows."""

    missing: tuple[str, ...]
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A column that was recognised: its letter (the key for JSON) and its header as written."""

    letter: str
    header: str


@dataclass(frozen=True, slots=True)
class TableResult:
    """One table: where it is, how it was read, and what became of its rounds.

    columns     role -> column; ``also`` holds second columns of a role, compared where possible
    not_compared  columns with a role that were not compared with anything
    passed_over what rows between the first and the last are no rounds, in words
    formulas    how many of the cells looked at are formulas: their stored values were checked
    judged      False where the rules do not apply (R0); ``rounds`` were then not checked
    hidden      how many of the rounds stand in hidden or filtered rows: they are checked like the others
    hidden_findings  the hidden rows with findings
    bets        what is to say about recorded bets, in sentences; bet_columns: role -> letter
    """

    sheet: str | None
    state: str
    header_row: int
    first_row: int
    last_row: int
    layout: str
    rounds: int
    columns: Mapping[str, Place]
    also: Mapping[str, Place] = field(default_factory=dict)
    unknown_columns: Sequence[Place] = ()
    not_compared: Sequence[str] = ()
    assumptions: Sequence[str] = ()
    passed_over: Sequence[str] = ()
    gaps: Sequence[Gap] = ()
    rounds_with_findings: int = 0
    formulas: int = 0
    judged: bool = True
    hidden: int = 0
    hidden_findings: Sequence[int] = ()
    bets: Sequence[str] = ()
    bet_columns: Mapping[str, str] = field(default_factory=dict)

    @property
    def not_verifiable(self) -> int:
        """How many rounds lack something that a full check needs."""
        return sum(len(gap.rows) for gap in self.gaps)


@dataclass(frozen=True, slots=True)
class NotJudged:
    """Formulas that give nothing the rules know, such as a running count: named, and not judged."""

    sheet: str | None
    cells: str
    header: str
    formula: str
    why: str


@dataclass(frozen=True, slots=True)
class FileResult:
    """One file. ``refused`` is the sentence that says why it could not be used, else None.

    without_rounds  sheets that were looked at and hold nothing like rounds
    formulas        a verdict on each formula of a known role
    not_looked_at   what the kind of file does not give, such as the formulas of .xls; all else was checked
    not_judged      the other formulas; formulas_skipped: how many cells with formulas nobody looked at
    frequencies     how often things come, beside the exact counts; None where nobody asked for it
    """

    path: str
    tables: Sequence[TableResult] = ()
    not_read: Sequence[Unread] = ()
    without_rounds: Sequence[Unread] = ()
    refused: str | None = None
    formulas: Sequence[Verdict] = ()
    not_judged: Sequence[NotJudged] = ()
    formulas_skipped: int = 0
    not_looked_at: Sequence[Unread] = ()
    frequencies: Frequencies | None = None


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What a check of several files gave; findings by file: formulas, then sheet, row and cell."""

    files: Sequence[FileResult]
    findings: Sequence[Finding]

    @property
    def tables(self) -> list[TableResult]:
        return [table for file in self.files for table in file.tables]

    @property
    def rounds(self) -> int:
        return sum(table.rounds for table in self.tables)

    @property
    def rounds_with_findings(self) -> int:
        return sum(table.rounds_with_findings for table in self.tables)

    @property
    def not_verifiable(self) -> int:
        return sum(table.not_verifiable for table in self.tables)

    @property
    def unread(self) -> bool:
        """Whether anything was there and was not read, not recognised or not judged."""
        return any(file.not_read or file.refused for file in self.files)

    @property
    def formulas(self) -> list[Verdict]:
        return [verdict for file in self.files for verdict in file.formulas]

    @property
    def undecided(self) -> int:
        """How many formulas of a known role are neither proved nor refuted, and cells that were skipped."""
        open_ = sum(1 for verdict in self.formulas if verdict.verdict == "undecided")
        return open_ + sum(file.formulas_skipped for file in self.files)

    @property
    def not_looked_at(self) -> int:
        """How many things the kinds of the files do not give."""
        return sum(len(file.not_looked_at) for file in self.files)

    @property
    def complete(self) -> bool:
        """Whether everything was read, recognised and verifiable: clean means no finding *and* complete."""
        return not (self.unread or self.not_verifiable or self.undecided or self.not_looked_at)

    @property
    def by_rule(self) -> dict[str, int]:
        """Findings counted by rule code."""
        return dict(sorted(Counter(finding.rule for finding in self.findings).items()))

    def at_least(self, severity: Severity) -> bool:
        """Whether any finding is as grave as this, or graver."""
        limit = SEVERITIES.index(severity)
        return any(SEVERITIES.index(finding.severity) <= limit for finding in self.findings)
