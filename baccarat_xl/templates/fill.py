"""Fill a template with recorded rounds: the table grows, and nothing that stands there is overwritten."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from zipfile import ZipFile

from baccarat_xl.errors import UsageError
from baccarat_xl.layout.cells import Zero
from baccarat_xl.templates.book import refuse_name
from baccarat_xl.templates.columns import BY_KEY, Flavour
from baccarat_xl.templates.counted import recount
from baccarat_xl.templates.filled_values import Coded, formula_values
from baccarat_xl.templates.learned import Learned, learn
from baccarat_xl.templates.numbering import number_rounds
from baccarat_xl.templates.reused_rows import Reuser
from baccarat_xl.templates.row_writer import RowWriter
from baccarat_xl.templates.source_rounds import Rounds, read_rounds
from baccarat_xl.templates.spelling import Typed
from baccarat_xl.templates.without_values import note_without_values
from baccarat_xl.workbook.growth import Growth, compute_on_load, grow_table, print_until
from baccarat_xl.workbook.model import NotRead, Progress, column_letter
from baccarat_xl.workbook.open import look
from baccarat_xl.workbook.passwords import PasswordNeeded
from baccarat_xl.workbook.patch import Streamed, opened, patch_package, refuse_overwriting, written_beside
from baccarat_xl.workbook.quoted_styles import QuotedStyles, could_be_formula, with_twins
from baccarat_xl.workbook.shared_formulas import Orphans, first_free
from baccarat_xl.workbook.sheet_part import SheetPart
from baccarat_xl.workbook.zip_in import MAX_PART

MOST_ROWS: Final = 1_048_576
WORKBOOK: Final = "xl/workbook.xml"
STYLES: Final = "xl/styles.xml"
ENCRYPTED: Final = "{} is encrypted; save the template without a password, the rounds may have one."
_TOO_LARGE: Final = (
    "the sheet takes {:.1f} GB when unpacked, and programs refuse parts above 2 GB, "
    "`baccarat-xl check` among them; fill such a source into several workbooks"
)


@dataclass(frozen=True, slots=True)
class Flag:
    """A cell to look at: kept as text since it could not be read, or a 0 that may be a card or none.

    ``source``: where it stood before.
    """

    cell: str
    column: str
    text: str
    why: str
    source: str


@dataclass(frozen=True, slots=True)
class FillResult:
    """What was written, and all that did not go without saying.

    ``rows``             rounds written, in rows ``first_row`` to ``last_row`` of ``sheet``
    ``table``            the table's range afterwards
    ``filled``           headers of the template's columns that got something from the source
    ``unknown_columns``  columns of the source without a role and without a column of the same name
    ``left_out``         columns that were recognised and not written, each with the reason
    ``flagged``          cells to look at: kept as text since they could not be read, or 0 of unclear meaning
    ``assumptions``      what had to be supposed, a sentence each
    ``not_computed``     headers of formula columns that are not the template's own: their formulas were
                         written, their values are worked out when the file is opened
    ``not_read``         what of the source was not read
    ``notes``            what to know about the result
    """

    out: Path
    sheet: str
    table: str
    rows: int
    first_row: int
    last_row: int
    filled: list[str] = field(default_factory=list)
    unknown_columns: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    flagged: list[Flag] = field(default_factory=list)
    assumptions: list[str] = field(default_factory=list)
    not_computed: list[str] = field(default_factory=list)
    not_read: list[NotRead] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """The result for JSON."""
        return {"schema_version": 1, **asdict(self), "out": str(self.out)}


def built_in(flavour: Flavour = "plain") -> bytes:
    """The built-in Rounds workbook with one blank row."""
    from baccarat_xl.templates.build import build_rounds

    stream = BytesIO()
    build_rounds(stream, rows=1, flavour=flavour)
    return stream.getvalue()


def fill(
    template: str | Path | bytes,
    rounds: str | Path,
    out: str | Path,
    *,
    mapping: Mapping[str, str] | None = None,
    sheet: str | None = None,
    header_row: int | None = None,
    zero: Zero | None = None,
    means: Mapping[str, str] | None = None,
    force: bool = False,
    password: str | None = None,
    progress: Progress | None = None,
) -> FillResult:
    """Write ``out``: the template with the rounds of a source added below its last filled row.

    ``template``    a workbook with a Rounds table, also an edited one; or its bytes (`built_in`)
    ``rounds``      CSV, TSV, JSON, JSON Lines or another workbook
    ``mapping``, ``sheet``, ``header_row``, ``zero``, ``means``  for the source, as `recognise` takes them
    ``force``       allow ``out`` to exist; an input is never overwritten
    ``password``    opens an encrypted source; templates are never encrypted

    Blank rows of the table are used first, then it grows, and with it validations, conditional formats, print
    area and names. Formulas are written with their values. All other parts stay byte for byte; charts keep
    their ranges. Missing cards stay empty, text stays text whatever it starts with (R7).

    Raises UsageError (no table, something below it in the way, ``out`` exists, …), FileError for files that
    cannot be read or written; ``out`` is then untouched.
    """
    source, target = Path(rounds), Path(out)
    pattern = Path(template) if isinstance(template, str) else template
    refuse_overwriting(target, [source, *([pattern] if isinstance(pattern, Path) else [])], force=force)
    _check_kinds(pattern, target)
    learned = learn(pattern, progress)
    read = read_rounds(
        source,
        mapping=mapping,
        sheet=sheet,
        header_row=header_row,
        zero=zero,
        means=means,
        password=password,
        progress=progress,
    )
    return _write(pattern, learned, read, target, progress)


def _check_kinds(template: Path | bytes, target: Path) -> None:
    kind = "xlsx"
    if isinstance(template, Path):
        try:
            looked = look(template)
        except PasswordNeeded:
            raise UsageError(ENCRYPTED.format(template)) from None
        if looked.content is not None:
            raise UsageError(ENCRYPTED.format(template))
        if looked.kind != "workbook":
            raise UsageError(f"{template} is no workbook; the template comes first, then the rounds.")
        kind = looked.format
    refuse_name(target, kind)


def _write(
    template: Path | bytes, learned: Learned, read: Rounds, target: Path, progress: Progress | None
) -> FillResult:
    place = learned.place
    first_row, last_row = learned.filled_to + 1, learned.filled_to + read.count
    _check_room(learned, last_row)
    assumptions = [*read.assumptions, *number_rounds(read, learned)]
    typed, filled, unknown, left_out = _placed(learned, read)
    of_key = {column.key: typed[column.index] for column in learned.columns if column.index in typed}
    known = {column.key: column.index for column in learned.columns if column.use == "known"}
    by_key = {key: cells for key, cells in of_key.items() if key}
    values = formula_values(by_key, read.count, learned.flavour) if known else {}
    worked = {index: values[key] for key, index in known.items() if key}
    rows = range(first_row, last_row + 1)
    share = first_free(learned.shared)
    twins = _twins(template)
    columns = [column.with_style(twins.plain_style) for column in learned.columns]
    writer = RowWriter(columns, learned.row_attributes, typed, worked, rows, share, twins.quoted_style)
    end = max(place.last_row, last_row)
    growth = Growth(place.first_column, place.last_column, place.last_row, end)
    checks = _checks(learned, values.get("chk") if "chk" in known else None)
    with opened(template) as stream, ZipFile(stream) as package, package.open(place.part) as part:
        reuser = Reuser(learned, twins)
        content = _sheet(SheetPart(part), writer, growth, learned, checks, rows, reuser, progress)
        table = grow_table(package.read(place.table_part), growth)
        workbook = compute_on_load(growth.names(package.read(WORKBOOK), place.sheet))
        workbook = print_until(workbook, place.sheet, {end, learned.filled_to}, last_row)
        at_most = learned.size + read.count * writer.row_size + (1 << 20)
        with written_beside(target) as beside:
            changes: dict[str, bytes | Streamed] = {
                place.part: Streamed(content, at_most),
                place.table_part: table,
                WORKBOOK: workbook,
            }
            if twins.quoted and any(map(could_be_formula, set().union(*typed.values()))):
                changes[STYLES] = twins.part
            patch_package(template, beside, changes)
    corners = (column_letter(place.first_column), column_letter(place.last_column))
    return FillResult(
        out=target,
        sheet=place.sheet,
        table=f"{corners[0]}{place.header_row}:{corners[1]}{end}",
        rows=read.count,
        first_row=first_row,
        last_row=last_row,
        filled=filled,
        unknown_columns=unknown,
        left_out=left_out,
        flagged=_flags(learned, read, first_row),
        assumptions=assumptions,
        not_computed=[column.header for column in learned.columns if column.use == "formula"],
        not_read=read.not_read,
        notes=[
            *([_TOO_LARGE.format(at_most / MAX_PART * 2)] if at_most > MAX_PART else []),
            *note_without_values(template, place, rows),
        ],
    )


def _twins(template: Path | bytes) -> QuotedStyles:
    with opened(template) as stream, ZipFile(stream) as package:
        return with_twins(package.read(STYLES)) if STYLES in package.namelist() else QuotedStyles(b"")


def _check_room(learned: Learned, last_row: int) -> None:
    if last_row > MOST_ROWS:
        raise UsageError(
            f"the rounds would reach row {last_row:,}, and a sheet ends at row {MOST_ROWS:,}; "
            "fill them into several workbooks."
        )
    if learned.occupied is not None and last_row >= learned.occupied:
        raise UsageError(
            f"{learned.place.sheet}: row {learned.occupied}, below the table, is not empty and would be "
            "overwritten; move what stands there to another sheet."
        )


def _placed(
    learned: Learned, read: Rounds
) -> tuple[dict[int, Sequence[Typed]], list[str], list[str], list[str]]:
    """Typed columns by their index on the sheet; headers filled; unknown columns; columns left out."""
    typed: dict[int, Sequence[Typed]] = {}
    filled, left_out = [], list(read.no_place)
    open_columns = [column for column in learned.columns if column.pattern.formula is None]
    places = {column.key: column for column in open_columns if column.key}
    for key, cells in read.columns.items():
        if key in places:
            typed[places[key].index] = cells
            filled.append(places[key].header)
        else:
            left_out.append(f"{BY_KEY[key].header}: the template has no such column to type in")
    own = {
        column.header.strip().casefold(): column
        for column in open_columns
        if column.index not in typed and column.key in (None, "note")
    }
    unknown = []
    for header, cells in read.others.items():
        column = own.get(header.strip().casefold())
        if column is None:
            unknown.append(header)
        else:
            typed[column.index] = cells
            filled.append(column.header)
    return typed, filled, unknown, left_out


def _checks(learned: Learned, coded: Coded | None) -> Counter[str] | None:
    """The signs of column Check after filling; None where some are not known."""
    if coded is None or learned.checks is None:
        return None
    counts = Counter(learned.checks)
    numbers = Counter(coded.codes.tolist())
    for code, number in numbers.items():
        counts[str(coded.values[code])[:1]] += number
    return counts


def _sheet(
    part: SheetPart,
    writer: RowWriter,
    growth: Growth,
    learned: Learned,
    checks: Counter[str] | None,
    new: range,
    reuser: Reuser,
    progress: Progress | None,
) -> Iterator[bytes]:
    """The sheet's part with the new rows in their place."""
    first_row, count = new.start, len(new)
    done = 0
    orphans = Orphans(learned.shared, new, range(growth.first, growth.last + 1))

    def until(position: int) -> Iterator[bytes]:
        nonlocal done
        for batch, reached in writer.batches(done, position):
            yield batch
            if progress:
                progress("writing rows", reached / count)
        done = max(done, position)

    yield growth.before_rows(part.head)
    for number, row in part.rows():
        if number < first_row:
            yield recount(row, learned.place.table, checks) if number < learned.place.header_row else row
        elif number < first_row + count:
            yield from until(number - first_row)
            yield orphans.mended(number, reuser.merged(number, row, writer, number - first_row))
            done = number - first_row + 1
        else:
            yield from until(count)
            yield orphans.mended(number, row)
    yield from until(count)
    yield growth.after_rows(part.tail)


def _flags(learned: Learned, read: Rounds, first_row: int) -> list[Flag]:
    places = {column.key: column for column in learned.columns if column.key}
    flags = []
    for doubt in read.doubts:
        column = places.get(doubt.key)
        if column is not None:
            cell = f"{column_letter(column.index)}{first_row + doubt.position}"
            flags.append(Flag(cell, column.header, doubt.text, doubt.why, doubt.source))
    return flags
