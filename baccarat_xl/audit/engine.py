"""Check files: open, recognise, audit, sort; and say what was not looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from baccarat_xl.audit.catalogue import select_codes
from baccarat_xl.audit.finding import CheckResult, FileResult, Finding, TableResult, Unread
from baccarat_xl.errors import FileError, UsageError
from baccarat_xl.pause import collector_paused

if TYPE_CHECKING:
    from baccarat_xl.audit.bets import Payment
    from baccarat_xl.audit.frequencies import Log
    from baccarat_xl.layout.table import Recognition
    from baccarat_xl.proof.verdict import Verdict
    from baccarat_xl.workbook.model import Book, Progress


@dataclass(frozen=True, slots=True)
class Options:
    """How to check.

    sheet, header_row, mapping, zero  overrule recognition: see `layout.recognise.recognise`
    means       what a number in an outcome column, or an answer of a formula, means: ``0=Banker``, ``X=draw``
    terms, terms_files  payment terms by name that recorded bets are checked against, and files with more
    select, ignore  rule codes or beginnings of codes; ``select`` empty means all
    formulas    False: formulas are not looked at, which the result says
    frequencies, decks  compare frequencies with exact ones, of shoes of so many decks ("infinite": endless
                ones); no decks: 8 are supposed
    faults      more faults than the published ones, of which it is said how many rounds they need
    second_opinion  LibreOffice evaluates the formulas too
    password, passwords  what opens encrypted workbooks: for all of them, and by path for some
    """

    sheet: str | None = None
    header_row: int | None = None
    mapping: Mapping[str, str] = field(default_factory=dict)
    zero: Literal["card", "none"] | None = None
    means: Mapping[str, str] = field(default_factory=dict)
    terms: str | None = None
    terms_files: Sequence[Path] = ()
    select: Sequence[str] = ()
    ignore: Sequence[str] = ()
    formulas: bool = True
    second_opinion: bool = False
    frequencies: bool = False
    decks: int | str | None = None
    faults: Sequence[str] = ()
    password: str | None = field(default=None, repr=False)
    passwords: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def outcome_numbers(self) -> dict[str, str]:
        """The numbers that ``means`` declares as outcomes, for recognition."""
        from baccarat_xl.layout.cells import read_outcome
        from baccarat_xl.layout.values import number_of

        return {
            word: meaning
            for word, meaning in self.means.items()
            if number_of(word) is not None and read_outcome(meaning) is not None
        }

    def check_means(self) -> None:
        """Raises UsageError for a meaning that neither an outcome column nor a formula can have."""
        rest = {word: meaning for word, meaning in self.means.items() if word not in self.outcome_numbers}
        if not rest:
            return
        from baccarat_xl.proof.truth import RESULT_ROLES
        from baccarat_xl.proof.words import named_meaning

        for word, meaning in rest.items():
            if all(named_meaning(role, meaning) is None for role in RESULT_ROLES):
                raise UsageError(
                    f"{word}={meaning}: {meaning!r} is nothing that a cell or a formula can mean; use draw, "
                    "stand, natural, yes, no, Player, Banker, Tie or a number"
                )

    @property
    def payment(self) -> Payment:
        """The payment terms. Raises UsageError for a name or a file that is not right."""
        from baccarat_xl.audit.bets import Payment

        return Payment.named(self.terms, self.terms_files)

    def log(self) -> Log | None:
        """What counts a file's rounds, where that is asked for."""
        if not self.frequencies:
            return None
        from baccarat_xl.audit.frequencies import Log

        return Log(self.decks, self.faults)

    def check_frequencies(self) -> None:
        """Raises MissingPart, before any file is read, where frequencies are asked for without scipy, and
        UsageError for a fault that is not known."""
        if self.frequencies:
            from baccarat_xl.frequencies.power import known_faults
            from baccarat_xl.frequencies.statistics import library

            library()
            known_faults(self.faults)

    def check_terms(self) -> None:
        """Raises UsageError for payment terms that are not known, before any file is read."""
        if self.terms or self.terms_files:
            _ = self.payment

    @property
    def codes(self) -> frozenset[str]:
        """The rules that are reported. Raises UsageError for a code that names none."""
        return select_codes(self.select or ["BACC"]) - select_codes(self.ignore)


def check(
    paths: Sequence[str | Path], options: Options | None = None, *, progress: Progress | None = None
) -> CheckResult:
    """Check files one by one; one that cannot be used is told in its result and stops no other.

    Raises UsageError for options that name no rule, sheet, header or role.
    """
    options = options or Options()
    wanted = options.codes
    options.check_means()
    options.check_terms()
    options.check_frequencies()
    files: list[FileResult] = []
    findings: list[Finding] = []
    for path in paths:
        with collector_paused():
            result, found = _check_file(Path(path), options, progress)
        files.append(result)
        findings += [finding for finding in found if finding.rule in wanted]
    return CheckResult(files, findings)


def check_book(
    book: Book, shown: str, options: Options | None = None, *, progress: Progress | None = None
) -> CheckResult:
    """As `check`, for one book that was read elsewhere, as from an open workbook; ``shown`` is its name."""
    options = options or Options()
    wanted = options.codes
    options.check_means()
    options.check_terms()
    options.check_frequencies()
    with collector_paused():
        result, found = _check_book(book, shown, options, progress)
    return CheckResult([result], [finding for finding in found if finding.rule in wanted])


def _check_file(path: Path, options: Options, progress: Progress | None) -> tuple[FileResult, list[Finding]]:
    from baccarat_xl.workbook.read import read_book

    shown = str(path)
    try:
        book = read_book(path, password=options.passwords.get(shown, options.password), progress=progress)
    except FileError as error:
        return FileResult(shown, refused=str(error)), []
    return _check_book(book, shown, options, progress)


def _check_book(
    book: Book, shown: str, options: Options, progress: Progress | None
) -> tuple[FileResult, list[Finding]]:
    from baccarat_xl.audit.bets import with_bets
    from baccarat_xl.audit.table import audit_table
    from baccarat_xl.layout.recognise import recognise

    payment = options.payment
    seen = recognise(
        book,
        sheet=options.sheet,
        header_row=options.header_row,
        mapping=options.mapping or None,
        zero=options.zero,
        means=options.outcome_numbers or None,
    )
    results: list[TableResult] = []
    findings: list[Finding] = []
    not_read = [Unread(item.what, item.where, item.why) for item in seen.not_read]
    log = options.log()
    for table in seen.tables:
        if progress:
            progress(f"checking {table.sheet.name or book.path.name}", len(results) / len(seen.tables))
        found, result = audit_table(table, shown, keep=log.take if log else None)
        found, result, open_bets = with_bets(table, shown, found, result, payment)
        not_read += open_bets
        results.append(result)
        findings += sorted(found, key=lambda finding: finding.row)
        if table.variant is not None:
            why = f"{table.variant} leaves draws to people, so these rounds cannot be judged (R0)."
            not_read.append(Unread("table", table.sheet.name or book.path.name, why))
    without = [Unread(item.what, item.where, item.why) for item in seen.without_rounds]
    unseen = [Unread(item.what, item.where, item.why) for item in book.not_looked_at]
    whole = FileResult(shown, results, not_read, without, not_looked_at=unseen)
    if log is not None:
        whole, findings = log.counted(whole, findings, progress)
    if any(sheet.written for sheet in book.sheets):
        return _with_formulas(book, seen, whole, findings, options, progress)
    return whole, findings


def _with_formulas(
    book: Book,
    seen: Recognition,
    result: FileResult,
    findings: list[Finding],
    options: Options,
    progress: Progress | None,
) -> tuple[FileResult, list[Finding]]:
    """The result with what its formulas came to. Only here is the evaluator imported."""
    if not options.formulas:
        count = sum(sheet.formulas.count for sheet in book.sheets)
        return replace(result, formulas_skipped=count), findings
    from baccarat_xl.audit.formulas.report import prove_book, related

    proofs = prove_book(
        book,
        seen,
        result.path,
        means=options.means,
        second_opinion=options.second_opinion,
        progress=progress,
    )
    findings = [*proofs.findings, *related(findings, proofs)]
    unread = [
        Unread(
            "formulas", sheet.name or "", f"{sheet.written.unread:,} cells with formulas could not be read."
        )
        for sheet in book.sheets
        if sheet.written and sheet.written.unread
    ]
    not_read, without = _calculators(book, result, proofs.verdicts)
    result = replace(
        result,
        formulas=proofs.verdicts,
        not_judged=proofs.not_judged,
        not_read=[*not_read, *unread],
        without_rounds=without,
    )
    return result, findings


def _calculators(
    book: Book, result: FileResult, verdicts: Sequence[Verdict]
) -> tuple[list[Unread], list[Unread]]:
    """(not read, without rounds): beside formulas that are judged, where there is no log at all, a sheet that
    holds nothing like rounds is not one that was not read."""
    from baccarat_xl.layout.rows import resembles_rounds

    not_read, without = list(result.not_read), list(result.without_rounds)
    if result.tables or not verdicts:
        return not_read, without
    none_there = {sheet.name for sheet in book.sheets if not resembles_rounds(sheet)}
    judged = {verdict.sheet for verdict in verdicts}
    for item in result.not_read:
        if item.what == "sheet" and item.where in none_there:
            not_read.remove(item)
            why = "it is no log of rounds; its formulas are judged." if item.where in judged else item.why
            without.append(replace(item, why=why))
    return not_read, without
