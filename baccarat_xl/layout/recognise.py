"""Find the tables of rounds in a book: header rows, columns, roles, layout, with the evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from baccarat_xl.layout.assign import Assigned, assign
from baccarat_xl.layout.cells import Zero, read_outcome
from baccarat_xl.layout.evidence import outcome_codes, settle_totals
from baccarat_xl.layout.find import Header, find_headers, groups, header_at, text_of
from baccarat_xl.layout.headers import meaning_of
from baccarat_xl.layout.lookalike import take_lookalikes
from baccarat_xl.layout.overrule import Overrule, overrule
from baccarat_xl.layout.rows import resembles_a_round, resembles_rounds, rounds_of
from baccarat_xl.layout.table import (
    CONTENT,
    JOINED,
    OPENING,
    THIRDS,
    TOTALS,
    Column,
    Layout,
    Recognition,
    Skipped,
    Table,
    cells_of,
    role_words,
)
from baccarat_xl.layout.values import cards_in, is_blank, number_of
from baccarat_xl.layout.vocabulary import is_practice, variant_not_judged
from baccarat_xl.layout.words import counted
from baccarat_xl.layout.zero import decide_zero, note_marks
from baccarat_xl.workbook.model import Book, NotRead, Sheet

__all__ = ["Column", "Recognition", "Skipped", "Table", "recognise"]

ABOVE: Final = 12
FIRST_LOOK: Final = 500
FEWEST_CARDS: Final = 4
LONGEST_TITLE: Final = 60
FEWEST_OF_EMPTY: Final = 5
LAST_ROW: Final = 1_048_576
SHEET_WITHOUT_CELLS: Final = "chart sheet"
EMPTY: Final = "the table is empty: "
NO_ROUNDS: Final = "rows without rounds"


def recognise(
    book: Book,
    *,
    sheet: str | None = None,
    header_row: int | None = None,
    mapping: Mapping[str, str] | None = None,
    zero: Zero | None = None,
    means: Mapping[str, str] | None = None,
) -> Recognition:
    """Find every table of rounds.

    sheet       only the sheet of this name (any case)
    header_row  the header's row number as an editor shows it; 0: there is no header, mapping names letters
    mapping     header words or column letters -> role, or -> "" for "not this one"; they overrule recognition
    zero        what 0 means in third-card columns, overruling what the rows say
    means       numeric outcome -> Player, Banker or Tie: ``{"0": "Banker"}``

    Raises UsageError for an unknown sheet, header, letter, role or outcome, naming the nearest ones.
    """
    told = overrule(book, sheet, header_row, mapping, zero, means)
    tables: list[Table] = []
    not_read = [item for item in book.not_read if item.what != SHEET_WITHOUT_CELLS]
    without = [item for item in book.not_read if item.what == SHEET_WITHOUT_CELLS]
    for each in told.sheets:
        found, apart, why = _of_sheet(each, told)
        tables.extend(found)
        if not found:
            kind = not_read if resembles_rounds(each) else without
            kind.append(NotRead("sheet", each.name or book.path.name, why))
        for table in found:
            not_read.extend(_said(each, table.not_read))
        if found:
            not_read.extend(_said(each, [item for item in apart if item.what != NO_ROUNDS]))
            without.extend(_said(each, [item for item in apart if item.what == NO_ROUNDS]))
    told.check_used()
    if not tables:
        nothing = not_read + without
        empty = [item for item in nothing if item.why.startswith(EMPTY)]
        return Recognition([], [*(item for item in nothing if item not in empty), *reversed(empty)])
    return Recognition(tables, not_read, without)


def _said(sheet: Sheet, items: Sequence[NotRead]) -> list[NotRead]:
    """What a sheet leaves unread, with its name."""
    name = f"{sheet.name}!" if sheet.name else ""
    return [NotRead(item.what, f"{name}{item.where}", item.why) for item in items]


def _is_summary(sheet: Sheet, rounds: Sequence[int], found: Assigned, texts: dict[int, str]) -> bool:
    """Each outcome once with something beside it is a count of outcomes."""
    if len(rounds) > 4 or len(texts) < 2 or "round" in found.columns:
        return False
    values = cells_of(sheet, found.columns["outcome"].index, rounds)
    return len(rounds) >= 2 and len(set(values)) == len(values)


def _of_sheet(sheet: Sheet, told: Overrule) -> tuple[list[Table], list[NotRead], str]:
    """The tables, what else stands on the sheet beside them, and why there is no table if there is none."""
    if not any(not is_blank(value) for row in sheet.rows[:1000] for value in row) and not _anything(sheet):
        return [], [], "the sheet is empty."
    headers, repeated = _headers(sheet, told)
    if not headers:
        return [], [], "no header row with known words was found; name it with --header-row and --map."
    tables: list[Table] = []
    apart: list[NotRead] = []
    reasons = []
    for number, header in enumerate(headers):
        side_by_side = groups(header)
        for texts in side_by_side:
            stop = _stop(sheet, headers[number + 1 :], texts)
            fixed = told.roles_in(sheet, texts, side_by_side)
            table, why = _table(sheet, header, texts, stop, told, fixed, repeated)
            if table is not None:
                tables.append(table)
            else:
                reasons.append(why)
                apart.append(_apart(sheet, header, texts, stop, why))
    apart += _above(sheet, headers[0])
    return _joined(tables), apart, reasons[0] if reasons else ""


def _apart(sheet: Sheet, header: Header, texts: dict[int, str], stop: int, why: str) -> NotRead:
    """Rows below a header that came to no table: not read if they may be rounds, else merely named."""
    rows = sheet.span(header.row + 1, stop)
    part = range(min(texts, default=0), max(texts, default=-1) + 1)
    maybe = "summary" not in why and any(
        resembles_a_round(cells) or any(read_outcome(cell) is not None for cell in cells)
        for cells in ([row[column] for column in part] for row in rows)
    )
    numbers = sheet.row_numbers
    where = f"rows {numbers[max(header.top, 0)]}-{numbers[stop - 1]}"
    return NotRead("rows" if maybe else NO_ROUNDS, where, why)


def _above(sheet: Sheet, header: Header) -> list[NotRead]:
    """Rows above the first header that look like rounds."""
    rows = [index for index in range(max(header.top, 0)) if resembles_a_round(sheet.rows[index])]
    if not rows:
        return []
    first, last = (sheet.row_numbers[index] for index in (rows[0], rows[-1]))
    why = "these rows above the header look like rounds; name their header with --header-row, or 0 for none."
    return [NotRead("rows", f"rows {first}-{last}", why)]


def _anything(sheet: Sheet) -> bool:
    return any(not is_blank(value) for row in sheet.rows for value in row)


def _headers(sheet: Sheet, told: Overrule) -> tuple[list[Header], list[int]]:
    """The headers, and the indexes of the rows in which one of them is only written again."""
    if told.header_row == 0:
        nothing: dict[int, str] = {}
        texts = {index: sheet.column_letter(index) for index in told.roles_in(sheet, nothing, [nothing])}
        return [Header(-1, -1, texts)] if texts else [], []
    if told.header_row is not None:
        numbers = sheet.row_numbers
        index = next((i for i, number in enumerate(numbers) if number == told.header_row), None)
        header = header_at(sheet, index, forced=True) if index is not None else None
        return [header] if header is not None and header.texts else [], []
    headers = find_headers(sheet)
    if headers or not told.mapping:
        again = [header for i, header in enumerate(headers) if _repeats(sheet, header, headers[:i])]
        rows = [row for header in again for row in range(header.top, header.row + 1)]
        return [header for header in headers if header not in again], rows
    for row in range(min(30, len(sheet.rows))):
        texts = {c: t for c, v in enumerate(sheet.rows[row]) if (t := text_of(v))}
        if texts and told.headers_in(texts):
            return [Header(row, row, texts)], []
    return [], []


def _repeats(sheet: Sheet, header: Header, before: list[Header]) -> bool:
    """Is this an earlier header written again straight below a round, as at the top of a printed page?"""
    if not any(header.texts == earlier.texts for earlier in before):
        return False
    above = sheet.rows[header.top - 1]
    return sum(not is_blank(above[column]) for column in header.texts) >= 0.5 * len(header.texts)


def _stop(sheet: Sheet, later: list[Header], texts: dict[int, str]) -> int:
    """Where the table must end: at the next header over any of its columns."""
    for header in later:
        if set(header.texts) & set(texts):
            return header.top
    return len(sheet.rows)


def _table(
    sheet: Sheet,
    header: Header,
    texts: dict[int, str],
    stop: int,
    told: Overrule,
    fixed: dict[int, str],
    repeated: Sequence[int],
) -> tuple[Table | None, str]:
    start = header.row + 1
    texts = {**{index: sheet.column_letter(index) for index in fixed}, **texts}
    texts = {index: text for index, text in texts.items() if fixed.get(index) != ""}
    fixed = {index: role for index, role in fixed.items() if role}
    if not texts:
        return None, "all columns are mapped to nothing."
    if any(isinstance(cell, str) and is_practice(cell) for row in sheet.rows[:ABOVE] for cell in row[:1]):
        return None, "this is a practice sheet: its rows are questions and answers, not recorded rounds."
    found = assign(sheet, texts, start, stop, fixed, set(fixed.values()))
    content = [role for role in found.columns if role in CONTENT]
    shown = f"header in row {sheet.row_numbers[header.row]}" if header.row >= 0 else "no header"
    if not content and not found.open_totals:
        return None, f"{shown}: no column holds cards, totals or outcomes."
    span = range(min(texts), max(texts) + 1)
    sides = {f"{side}_final": column for side, column in found.open_totals.items()}
    rounds, skipped = rounds_of(sheet, start, stop, {**sides, **found.columns}, span, repeated)
    if not rounds and not _made_for_rounds(sheet, found, start, stop):
        return None, _no_round(sheet, header, span, stop)
    settle_totals(sheet, rounds, found)
    zero = decide_zero(sheet, rounds, found, told.zero)
    note_marks(sheet, rounds, found)
    codes = outcome_codes(sheet, rounds, found, told.means, zero)
    take_lookalikes(sheet, rounds, found, zero)
    layout = _layout(sheet, rounds, found)
    if layout is None:
        return None, found.not_read[-1].why if found.not_read else f"{shown}: no column can be read."
    if layout == "outcomes" and _is_summary(sheet, rounds, found, texts):
        return None, f"{shown}: this looks like a summary of outcomes, not like rounds."
    if layout in ("totals", "outcomes"):
        _note_cards(sheet, rounds, found)
    title, variant = _title(sheet, header, span)
    _note_formulas(sheet, found, rounds)
    return Table(
        sheet=sheet,
        header_row=sheet.row_numbers[header.row] if header.row >= 0 else 0,
        first_row=sheet.row_numbers[rounds[0]] if rounds else sheet.row_numbers[header.row] + 1,
        last_row=sheet.row_numbers[rounds[-1]] if rounds else sheet.row_numbers[header.row],
        columns=found.columns,
        layout=layout,
        rounds=rounds,
        also=found.also,
        unknown_columns=found.unknown,
        not_read=found.not_read,
        assumptions=[*sheet.assumptions, *found.assumptions],
        zero=zero,
        outcome_codes=codes,
        skipped=skipped,
        title=title,
        variant=variant,
    ), ""


def _no_round(sheet: Sheet, header: Header, span: range, stop: int) -> str:
    """Why a header without rounds below it is no table: an empty one is told from one that isn't read."""
    below = range(header.row + 1, stop)
    where = f"row {sheet.row_numbers[header.row]}" if header.row >= 0 else "the columns"
    if all(is_blank(sheet.rows[row][column]) for row in below for column in span):
        return f"{EMPTY}no round has been entered below the header in {where}."
    return f"header in {where}: there is no round below it."


def _made_for_rounds(sheet: Sheet, found: Assigned, start: int, stop: int) -> bool:
    """Is this an empty table that waits for rounds: columns for both hands, some filled with formulas
    already, and nothing typed below them?"""
    roles = {*found.columns, *(f"{side}_total" for side in found.open_totals)}
    sides = [[role for role in roles if role.startswith(side)] for side in ("player", "banker")]
    if start < 1 or min(map(len, sides)) < 1 or len(roles) < FEWEST_OF_EMPTY:
        return False
    columns = [column.index for column in (*found.columns.values(), *found.open_totals.values())]
    first = sheet.row_numbers[start - 1] + 1
    last = sheet.row_numbers[stop - 1] if stop < len(sheet.rows) else LAST_ROW
    if not any(sheet.formulas.in_column(column).within(first, last) for column in columns):
        return False
    return all(
        is_blank(sheet.rows[row][column]) or sheet.formulas.has(sheet.row_numbers[row], column)
        for row in range(start, stop)
        for column in columns
    )


def _note_cards(sheet: Sheet, rounds: Sequence[int], found: Assigned) -> None:
    """Columns that hold cards under headers that are not known: that is said where no other has cards."""
    named = {item.where for item in found.not_read}
    looks = [
        (column, cards_in(column.header, cells_of(sheet, column.index, rounds[:FIRST_LOOK])))
        for column in found.unknown
        if column.letter not in named
    ]
    if sum(cards for _, cards in looks) < FEWEST_CARDS:
        return
    columns = [column for column, cards in looks if cards]
    names = ", ".join(f"{column.header!r}" for column in columns[:6])
    where = ", ".join(column.letter for column in columns)
    why = f"{names} look like cards, but their headers say not whose; say it with --map."
    found.not_read.append(NotRead("columns", where, why))


def _layout(sheet: Sheet, rounds: Sequence[int], found: Assigned) -> Layout | None:
    columns = found.columns
    if any(role in columns for role in OPENING):
        return "values" if _only_values(sheet, rounds, columns) else "cards"
    if any(role in columns for role in JOINED):
        return "joined cards"
    if any(role in columns for role in (*TOTALS, *THIRDS)):
        return "totals"
    return "outcomes" if "outcome" in columns else None


def _only_values(sheet: Sheet, rounds: Sequence[int], columns: dict[str, Column]) -> bool:
    """Numbers 0-9 in every opening card: values, or ranks that never reach 10."""
    for role in OPENING:
        if role not in columns:
            continue
        for part in (rounds[:500], rounds):
            filled = [v for v in set(cells_of(sheet, columns[role].index, part)) if not is_blank(v)]
            numbers = [n for value in filled if (n := number_of(value)) is not None]
            if len(numbers) < 0.9 * len(filled) or any(n > 9 for n in numbers):
                return False
    return True


def _title(sheet: Sheet, header: Header, span: range) -> tuple[str, str | None]:
    """The text above the table, and the name of a game that can't be judged, wherever it is named."""
    texts = [sheet.name or ""]
    title = ""
    for row in range(max(0, header.top - ABOVE), max(header.row + 1, 0)):
        cells = [(c, v.strip()) for c, v in enumerate(sheet.rows[row]) if isinstance(v, str) and v.strip()]
        texts.extend(text for _, text in cells)
        over = [text for column, text in cells if column in span]
        if (
            row < header.top
            and len(over) == 1
            and len(over[0]) <= LONGEST_TITLE
            and meaning_of(over[0]) is None
        ):
            title = over[0]
    variant = next((name for text in texts if (name := variant_not_judged(text))), None)
    return title, variant


def _note_formulas(sheet: Sheet, found: Assigned, rounds: Sequence[int]) -> None:
    """Formulas without a stored value read as empty cells: that is said, not passed over."""
    if not sheet.formulas.unstored or not rounds:
        return
    first, last = sheet.row_numbers[rounds[0]], sheet.row_numbers[rounds[-1]]
    for role, column in sorted(found.columns.items(), key=lambda item: item[1].index):
        count = sheet.formulas.unstored_in_column(column.index).within(first, last)
        if count:
            has, read = ("has", "reads") if count == 1 else ("have", "read")
            why = (
                f"{counted(count, 'formula')} for {role_words(role)} {has} no stored value and {read} "
                "as empty; open and save the file in a spreadsheet program first."
            )
            found.not_read.append(NotRead("cells", column.letter, why))


def _joined(tables: list[Table]) -> list[Table]:
    """Tables in reading order."""
    return sorted(tables, key=lambda table: (table.first_row, min(c.index for c in table.columns.values())))
