"""JSON and JSON Lines: a list of records, wherever it is nested, becomes a sheet headed by the keys."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from baccarat_xl.errors import FileUnreadable
from baccarat_xl.workbook.model import Book, CellValue, NotRead, Sheet

JOIN: Final = "|"
MAX_DEPTH: Final = 12
HALF: Final = re.compile(r"\\u[dD][89a-fA-F]")
USUAL_KEYS: Final = 512
MOST_CELLS: Final = 4_000_000
MOST_EMPTY: Final = 8
LARGEST: Final = 2**53
"""Whole numbers above it are kept as text, since no spreadsheet holds them exactly."""


def read_json(path: Path, text: str, assumptions: list[str]) -> Book | None:
    """Read JSON or JSON Lines; None when the text is neither (it may be a table that starts with a bracket).

    Nested objects become ``bet.payout``; a list of cards becomes one text joined by ``|``, an empty list "".
    Raises FileUnreadable when the JSON is broken or holds no records.
    """
    lines: list[int] = []
    try:
        data, format_ = _loaded(text), "json"
    except RecursionError:
        raise FileUnreadable(f"{path}: the JSON is nested too deeply to be a record of rounds.") from None
    except json.JSONDecodeError as error:
        found_lines = _json_lines(path, text)
        if found_lines is None:
            if text.lstrip()[:1] == "[" and text.lstrip()[1:2] not in ("{", "[", '"', "\n", "\r", " ", "]"):
                return None
            raise FileUnreadable(
                f"{path}: broken JSON at line {error.lineno}, column {error.colno} ({error.msg})."
            ) from None
        (data, lines), format_ = found_lines, "jsonl"
    found = list(_tables(data, "", 0))
    if isinstance(data, dict) and (not found or _is_one_round(data)):
        found = [("", [data])]
    if not found:
        raise FileUnreadable(f"{path}: the JSON holds no list of records.")
    sheets, not_read = [], []
    tables = _merged(found)
    for where, records in tables.items():
        usable = [record for record in records if isinstance(record, dict)]
        if len(usable) < len(records):
            left = len(records) - len(usable)
            said = (
                "1 entry is no record and was" if left == 1 else f"{left:,} entries are no records and were"
            )
            not_read.append(NotRead("records", where, f"{said} not read."))
        name = where if len(tables) > 1 else None
        numbers = (
            _line_numbers(data, lines, len(records)) if lines and not where else range(1, len(records) + 1)
        )
        sheet, beyond = _sheet(name, records, numbers, tuple(assumptions))
        sheets.append(sheet)
        if beyond:
            why = f"{beyond:,} of its keys are in few records, far from the rest, and were not read."
            not_read.append(NotRead("cells", where, why))
    return Book(path, format_, sheets, not_read)


def _loaded(text: str) -> Any:
    """JSON as Python has it; NaN and its like, and numbers longer than Python reads, as their text; halves of
    characters, which no file can hold, as U+FFFD."""
    try:
        data = json.loads(text, parse_constant=str)
    except json.JSONDecodeError:
        raise
    except ValueError:
        data = json.loads(text, parse_constant=str, parse_int=_whole)
    if not HALF.search(text):
        return data
    again = json.dumps(data, ensure_ascii=False).encode("utf-16-le", "surrogatepass")
    return json.loads(again.decode("utf-16-le", "replace"))


def _whole(digits: str) -> int | str:
    return int(digits) if len(digits) < 400 else digits


def _line_numbers(data: list[Any], lines: list[int], count: int) -> Sequence[int]:
    """The line of each record where a line is a record; where lines hold many, the records' own numbers."""
    numbers = [line for line, item in zip(lines, data, strict=True) if not _is_parent(item)]
    return numbers if len(numbers) == count else range(1, count + 1)


def _json_lines(path: Path, text: str) -> tuple[list[Any], list[int]] | None:
    """The records and the line of each; None where the first line that is not blank is no JSON."""
    records: list[Any] = []
    lines: list[int] = []
    for number, line in enumerate(io.StringIO(text, newline=None), 1):
        if not line.strip():
            continue
        try:
            records.append(_loaded(line))
        except (json.JSONDecodeError, RecursionError) as error:
            if len(records) < 1:
                return None
            raise FileUnreadable(f"{path}: broken JSON on line {number} ({error}).") from None
        lines.append(number)
    return records, lines


def _tables(
    value: Any, where: str, depth: int, above: dict[str, Any] | None = None
) -> Iterator[tuple[str, list[Any]]]:
    """Every list with records in it, with the keys that lead there.

    Records that hold lists of records (a shoe with its rounds) hand their plain fields down: each round then
    says ``shoes.id``.
    """
    above = above or {}
    if depth > MAX_DEPTH:
        return
    if isinstance(value, list):
        if not any(isinstance(item, dict) for item in value):
            for item in value:
                if isinstance(item, list):
                    yield from _tables(item, where, depth + 1, above)
            return
        parents = [item for item in value if _is_parent(item)]
        if len(parents) < len(value):
            yield (
                where,
                [
                    {**above, **item} if isinstance(item, dict) else item
                    for item in value
                    if not _is_parent(item)
                ],
            )
        for parent in parents:
            name = where.rsplit(".", 1)[-1]
            own = {f"{name}.{key}": item for key, item in parent.items() if not isinstance(item, dict | list)}
            for key in _nested(parent):
                yield from _tables(
                    parent[key], f"{where}.{key}" if where else key, depth + 1, {**above, **own}
                )
    elif isinstance(value, dict):
        for key, item in value.items():
            if isinstance(item, dict | list):
                yield from _tables(item, f"{where}.{key}" if where else str(key), depth + 1, above)


def _is_parent(item: Any) -> bool:
    return isinstance(item, dict) and bool(_nested(item))


def _is_one_round(data: dict[str, Any]) -> bool:
    """One round alone, with its cards as objects."""
    return not _nested(data) and any(isinstance(v, list) and any(map(_card_object, v)) for v in data.values())


def _nested(record: dict[str, Any]) -> list[str]:
    """The keys under which a record holds lists of records that are no cards."""
    return [
        key
        for key, value in record.items()
        if isinstance(value, list) and any(isinstance(v, dict) and not _card_object(v) for v in value)
    ]


def _merged(found: list[tuple[str, list[Any]]]) -> dict[str, list[Any]]:
    """Lists under the same keys are one table (a list of games, each a list of rounds); numbering runs on."""
    tables: dict[str, list[Any]] = {}
    for where, records in found:
        tables.setdefault(where, []).extend(records)
    return tables


def _sheet(
    name: str | None, records: list[Any], numbers: Sequence[int], assumptions: tuple[str, ...]
) -> tuple[Sheet, int]:
    """The records as a sheet, and how many keys are left out: where each record has keys of its own, all
    records with all keys would not fit into memory."""
    keys: dict[str, int] = {}
    flat: list[dict[str, CellValue]] = []
    for record in records:
        cells: dict[str, CellValue] = {}
        if isinstance(record, dict):
            _flatten(record, "", cells, 0)
        for key in cells:
            keys.setdefault(key, len(keys))
        flat.append(cells)
    names = tuple(keys)
    filled = sum(map(len, flat))
    if len(names) > USUAL_KEYS and len(names) * len(flat) > max(MOST_CELLS, MOST_EMPTY * filled):
        names = names[:USUAL_KEYS]
    rows: list[list[CellValue]] = [list(names)]
    rows.extend([cells.get(key) for key in names] for cells in flat)
    sheet = Sheet(
        name=name,
        state="visible",
        rows=rows,
        row_numbers=range(len(rows)) if isinstance(numbers, range) else [0, *numbers],
        column_names=names,
        assumptions=assumptions,
    )
    return sheet, len(keys) - len(names)


def _flatten(record: dict[str, Any], prefix: str, cells: dict[str, CellValue], depth: int) -> None:
    for key, value in record.items():
        name = f"{prefix}{key}"
        if isinstance(value, dict) and depth < MAX_DEPTH:
            if card := _card_object(value):
                cells[name] = card
            else:
                _flatten(value, f"{name}.", cells, depth + 1)
        elif isinstance(value, list):
            cells[name] = JOIN.join(_text(item) for item in value)
        elif isinstance(value, int) and abs(value) > LARGEST:
            cells[name] = str(value)
        elif value is None or isinstance(value, str | bool | int | float):
            cells[name] = value
        else:
            cells[name] = json.dumps(value, ensure_ascii=False)


def _card_object(value: Any) -> str | None:
    """``{"rank": "A", "suit": "hearts"}`` is one card."""
    if not isinstance(value, dict) or len(value) > 4:
        return None
    lower = {str(key).lower(): item for key, item in value.items()}
    for word in ("rank", "face", "card"):
        rank = lower.get(word)
        if (
            isinstance(rank, str | int)
            and not isinstance(rank, bool)
            and ("suit" in lower or len(lower) == 1)
        ):
            suit = lower.get("suit")
            return f"{rank}-{suit}" if isinstance(suit, str) and len(suit) > 1 else f"{rank}{suit or ''}"
    return None


def _text(item: Any) -> str:
    if item is None:
        return ""
    if isinstance(item, dict):
        return _card_object(item) or json.dumps(item, ensure_ascii=False)
    return item if isinstance(item, str) else json.dumps(item, ensure_ascii=False)
