"""Simulated logs as files, in the format that the name's ending says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from baccarat_xl.errors import MissingPart, UsageError
from baccarat_xl.rules.domain import RANKS
from baccarat_xl.rules.outcome import OUTCOMES
from baccarat_xl.simulation.text_out import (
    HEADERS,
    NUMBERS,
    TOTALS,
    cell_rows,
    csv_lines,
    header_line,
    json_lines,
    roles_of,
)

if TYPE_CHECKING:
    from baccarat_xl.simulation.dealing import Dealt

ROWS_OF_A_SHEET: Final = 1_048_576
Writer = Callable[[Iterable["Dealt"], BinaryIO, tuple[str, ...], str], None]


def writer_for(path: Path, rounds: int) -> Writer:
    """What writes a file of this name. Raises UsageError for an ending that is not written, and for more
    rounds than such a file holds; MissingPart where the library for it is not installed."""
    ending = path.suffix.lower()
    if ending not in WRITERS:
        known = ", ".join(WRITERS)
        raise UsageError(f"{path}: the ending says what is written; it is one of {known}")
    if ending == ".xlsx" and rounds >= ROWS_OF_A_SHEET:
        raise UsageError(
            f"{path}: a sheet holds {ROWS_OF_A_SHEET - 1:,} rounds; write .csv, .jsonl or .parquet instead"
        )
    if ending == ".parquet":
        _parquet_library()
    return WRITERS[ending]


def write(parts: Iterable[Dealt], stream: BinaryIO, how: Writer, *, endless: bool, about: str) -> None:
    """Write all parts. about: one sentence that a workbook keeps among its properties."""
    how(parts, stream, roles_of(endless=endless), about)


def write_csv(parts: Iterable[Dealt], stream: BinaryIO, roles: tuple[str, ...], _about: str) -> None:
    """Comma-separated text."""
    stream.write(header_line(roles))
    stream.writelines(csv_lines(part, roles) for part in parts)


def _write_json_lines(parts: Iterable[Dealt], stream: BinaryIO, roles: tuple[str, ...], _about: str) -> None:
    stream.writelines(json_lines(part, roles) for part in parts)


def _write_workbook(parts: Iterable[Dealt], stream: BinaryIO, roles: tuple[str, ...], about: str) -> None:
    from datetime import UTC, datetime

    import xlsxwriter

    with xlsxwriter.Workbook(stream, {"constant_memory": True}) as book:
        book.set_properties(
            {"title": "Simulated rounds", "comments": about, "created": datetime(2000, 1, 1, tzinfo=UTC)}
        )
        sheet = book.add_worksheet("Rounds")
        sheet.freeze_panes(1, 0)
        sheet.write_row(0, 0, [HEADERS[role] for role in roles], book.add_format({"bold": True}))
        row = 0
        for part in parts:
            for cells in cell_rows(part, roles):
                row += 1
                sheet.write_row(row, 0, cells)


def _parquet_library() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingPart(
            "to write .parquet, install what it needs (pip install 'baccarat-xl[parquet]'), or write .csv"
        ) from None
    return pyarrow, pyarrow.parquet


def _write_parquet(parts: Iterable[Dealt], stream: BinaryIO, roles: tuple[str, ...], _about: str) -> None:
    arrow, parquet = _parquet_library()
    kinds = [(HEADERS[role], arrow.int64() if role in NUMBERS else arrow.int8()) for role in roles]
    fields = [
        (name, kind if role in (*NUMBERS, *TOTALS) else arrow.string())
        for (name, kind), role in zip(kinds, roles, strict=True)
    ]
    schema = arrow.schema(fields)
    with parquet.ParquetWriter(stream, schema) as writer:
        for part in parts:
            columns = [_arrow_column(arrow, part, role) for role in roles]
            writer.write_table(arrow.Table.from_arrays(columns, schema=schema))


def _arrow_column(arrow: Any, part: Dealt, role: str) -> Any:
    column = getattr(part, role)
    if role in NUMBERS:
        return arrow.array(column)
    if role in TOTALS:
        return arrow.array(column.astype("int8"))
    words = arrow.array([*OUTCOMES] if role == "outcome" else [*RANKS, None], arrow.string())
    return words.take(arrow.array(column.astype("int8")))


WRITERS: Final[dict[str, Writer]] = {
    ".csv": write_csv,
    ".jsonl": _write_json_lines,
    ".ndjson": _write_json_lines,
    ".xlsx": _write_workbook,
    ".parquet": _write_parquet,
}


def watched(parts: Iterator[Dealt], rounds: int, tell: Callable[[float], None]) -> Iterator[Dealt]:
    """The same parts, telling the share that is written."""
    done = 0
    for part in parts:
        yield part
        done += len(part)
        tell(done / max(rounds, 1))
