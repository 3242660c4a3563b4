"""A copy of a workbook with offered repairs applied; all else is byte for byte the original's."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from baccarat_xl.giveback.cells import PENDING, UNSTORED, NewCell
from baccarat_xl.giveback.draft import OPEN_DOCUMENT, require_package, write_draft
from baccarat_xl.giveback.formula_repairs import RECOMPUTED, formula_repairs
from baccarat_xl.giveback.package import Package
from baccarat_xl.giveback.recompute import AllEdits, settle
from baccarat_xl.giveback.repairs import Left, Repair, row_repairs
from baccarat_xl.workbook.open import look
from baccarat_xl.workbook.patch import written_beside

if TYPE_CHECKING:
    from baccarat_xl.audit.engine import Options
    from baccarat_xl.audit.finding import CheckResult, Finding
    from baccarat_xl.audit.formulas.space import Space
    from baccarat_xl.layout.table import Recognition
    from baccarat_xl.workbook.model import Book

MOST_ROUNDS: Final = 4
OF_FORMULAS: Final = "BACC3"
NO_WORDS: Final = "its repaired formula cannot be written into an OpenDocument spreadsheet"
NOT_SAFE: Final = "it is repaired with --unsafe only"
DOUBTFUL: Final = (
    "with this repaired, something else in the row contradicts it, so a card may be what is wrong; it is "
    "repaired with --unsafe only"
)


@dataclass(slots=True)
class Fixed:
    """What a fix came to.

    repairs      what is repaired; left: what is not, and why
    recomputed   how many stored values of formulas are others; unstored: how many formulas have none now
    remaining    the findings of the repaired workbook
    """

    repairs: list[Repair] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)
    recomputed: int = 0
    unstored: int = 0
    changed: tuple[str, ...] = ()
    remaining: list[Finding] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def fix(
    source: Path,
    findings: Sequence[Finding],
    options: Options,
    out: Path | None,
    *,
    unsafe: bool = False,
    backup: Path | None = None,
) -> Fixed:
    """Repair ``findings`` of ``source`` and write the result to ``out``; None only says what would be done.

    Nothing is written where nothing is repaired. ``backup``: where the original goes first.

    Raises OutputError where it cannot be written, FileUnreadable and FileRefused as reading does.
    """
    require_package(source)
    with tempfile.TemporaryDirectory(prefix="baccarat-xl-") as folder:
        work = _Work(source, Path(folder), options, unsafe)
        done = work.run(list(findings))
        if out is not None and work.edits:
            if backup is not None:
                _copy(source, backup)
            _copy(work.draft, out)
    return done


def _copy(source: Path, out: Path) -> None:
    with source.open("rb") as original, written_beside(out) as stream:
        shutil.copyfileobj(original, stream, 1 << 20)


class _Work:
    """One workbook under repair: drafts are written to a folder of their own, from the original each time."""

    def __init__(self, source: Path, folder: Path, options: Options, unsafe: bool) -> None:
        self.source = source
        self.source_format = look(source).format
        self.draft = folder / source.name
        self.options = options
        self.unsafe = unsafe
        self.edits: AllEdits = {}
        self.done = Fixed()

    # ------------------------------------------------------------------ the steps
    def run(self, findings: list[Finding]) -> Fixed:
        """All of it: choose, try, withdraw what is doubtful, work out values, check again."""
        book, seen = self._read(self.source)
        self._choose(self._offers(findings, book, seen))
        stale = [finding for finding in findings if finding.rule in RECOMPUTED]
        known = {_key(finding) for finding in findings}
        for _ in range(MOST_ROUNDS):
            self._settle(book, stale)
            result = self._check_draft()
            new = [one for one in result.findings if _key(one) not in known]
            if not self._answer(new):
                break
            known |= {_key(finding) for finding in new}
        self.done.remaining = list(result.findings)
        gone = {_key(one) for one in findings} - {_key(one) for one in result.findings}
        self.done.left += [
            Left(one, "its value is left to a spreadsheet program") for one in stale if _key(one) not in gone
        ]
        self._remark()
        return self.done

    def _offers(self, findings: Sequence[Finding], book: Book, seen: Recognition) -> Iterable[Repair | Left]:
        formulas = [finding for finding in findings if finding.rule.startswith(OF_FORMULAS)]
        if formulas:
            from baccarat_xl.audit.formulas.report import prove_book

            proofs = prove_book(book, seen, str(self.source), means=self.options.means, second_opinion=False)
            yield from formula_repairs(formulas, proofs)
        yield from row_repairs([one for one in findings if not one.rule.startswith(OF_FORMULAS)], seen)

    def _choose(self, offers: Iterable[Repair | Left]) -> None:
        taken = {(one.sheet, place) for one in self.done.repairs for place in one.cells}
        for offer in offers:
            if isinstance(offer, Left):
                self.done.left.append(offer)
            elif not offer.safe and not self.unsafe:
                self.done.left.append(Left(offer.finding, NOT_SAFE))
            elif not self._can_be_written(offer):
                self.done.left.append(Left(offer.finding, NO_WORDS))
            elif not any((offer.sheet, place) in taken for place in offer.cells):
                taken |= {(offer.sheet, place) for place in offer.cells}
                self.done.repairs.append(offer)

    def _can_be_written(self, offer: Repair) -> bool:
        """Whether the file's format has words for the formulas of a repair."""
        if self.source_format != OPEN_DOCUMENT:
            return True
        from baccarat_xl.giveback.open_document.formulas import as_open_formula

        return all(
            cell.formula is None or as_open_formula(cell.formula) is not None for cell in offer.cells.values()
        )

    def _answer(self, new: list[Finding]) -> bool:
        """Deal with findings that a repair brought up; whether another draft is needed."""
        rows = {(finding.sheet, finding.row) for finding in new if not finding.rule.startswith(OF_FORMULAS)}
        if not rows:
            return False
        if self.unsafe:
            before = len(self.done.repairs)
            book, seen = self._read(self.draft)
            self._choose(self._offers([one for one in new if (one.sheet, one.row) in rows], book, seen))
            return len(self.done.repairs) > before
        doubtful = [
            one
            for one in self.done.repairs
            if not one.finding.rule.startswith(OF_FORMULAS) and (one.sheet, one.finding.row) in rows
        ]
        gone = set(map(id, doubtful))
        self.done.repairs = [one for one in self.done.repairs if id(one) not in gone]
        self.done.left += [Left(one.finding, DOUBTFUL) for one in doubtful]
        return bool(doubtful)

    def _settle(self, book: Book, stale: Sequence[Finding]) -> None:
        """The edits that the repairs come to, with the values of all formulas that go by them."""
        self.edits.clear()
        for repair in self.done.repairs:
            self.edits.setdefault(repair.sheet, {}).update(repair.cells)
        if any(finding.rule == "BACC305" for finding in stale):
            self._pending(book)
        self._columns = self._table_columns()
        if self.edits or stale:
            settle(self.edits, self._reread)
        self._forget_what_stays(book)
        kept = [cell for cells in self.edits.values() for cell in cells.values()]
        self.done.unstored = sum(cell.value is UNSTORED for cell in kept)
        self.done.recomputed = sum(cell.keep and cell.value is not UNSTORED for cell in kept)
        self._write(recalculate=self.done.unstored > 0)

    def _forget_what_stays(self, book: Book) -> None:
        """No edit for a formula that had no stored value, and has none now."""
        for sheet in book.sheets:
            here = self.edits.get(sheet.name or "", {})
            for place, cell in list(here.items()):
                if cell.keep and cell.value is UNSTORED and sheet.formulas.lacks_value(*place):
                    del here[place]
        for name in [name for name, cells in self.edits.items() if not cells]:
            del self.edits[name]

    def _pending(self, book: Book) -> None:
        """Formulas that were saved without a value are to get one."""
        for sheet in book.sheets:
            for column, runs in sheet.formulas.unstored.items():
                here = self.edits.setdefault(sheet.name or "", {})
                for row in runs:
                    here.setdefault((row, column), NewCell(PENDING, keep=True))

    # ------------------------------------------------------------------ drafts
    def _write(self, *, recalculate: bool) -> None:
        self.done.changed = write_draft(
            self.source, self.draft, self.edits, self._columns, recalculate=recalculate
        )

    def _reread(self) -> Space:
        from baccarat_xl.audit.formulas.space import Space

        self._write(recalculate=False)
        return Space(*self._read(self.draft))

    def _read(self, path: Path) -> tuple[Book, Recognition]:
        from baccarat_xl.layout.recognise import recognise
        from baccarat_xl.workbook.read import read_book

        book = read_book(path)
        options = self.options
        return book, recognise(
            book,
            sheet=options.sheet,
            header_row=options.header_row,
            mapping=options.mapping or None,
            zero=options.zero,
            means=options.outcome_numbers or None,
        )

    def _check_draft(self) -> CheckResult:
        from baccarat_xl.audit.engine import check

        return check([self.draft], self.options)

    def _table_columns(self) -> dict[tuple[str, str], str | None]:
        """What tables fill new rows with: the formulas that are repaired in all of their cells."""
        found: dict[tuple[str, str], str | None] = {}
        for repair in self.done.repairs:
            if repair.finding.rule == "BACC301":
                texts = {cell.formula for cell in repair.cells.values()}
                new = next(iter(texts)) if len(texts) == 1 and len(repair.cells) > 1 else None
                found[repair.sheet, repair.before.removeprefix("=")] = new
        return found

    def _remark(self) -> None:
        if self.done.unstored:
            self.done.remarks.append(
                f"{self.done.unstored:,} formulas are stored without a value, for they could not be computed "
                "here; a spreadsheet program computes them when it opens the file."
            )
        with Package(self.source) as package:
            if package.signed and self.edits:
                self.done.remarks.append(
                    "The workbook is signed; the signature is for the original, and not valid for the result."
                )


def _key(finding: Finding) -> tuple[str, str | None, str | None, int]:
    return finding.rule, finding.sheet, finding.cell, finding.row
