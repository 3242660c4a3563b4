"""Columns of cards that recognition passes over since many of their cells cannot be read.

A check says so and leaves them. A filled workbook keeps each such cell as text and names it, so its reader
sees what was there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from baccarat_xl.layout.headers import meaning_of
from baccarat_xl.layout.recognise import Recognition, Table
from baccarat_xl.layout.table import JOINED, OPENING, THIRDS, Column, cells_of
from baccarat_xl.layout.values import is_blank, looks_like_card, looks_like_hand, share

ENOUGH: Final = 0.2
"""The share of filled cells that are cards, from which a column headed as cards is one."""


def doubtful(found: Recognition, mapping: Mapping[str, str] | None) -> dict[str, str]:
    """Header -> role of columns that are headed as cards, hold some, and were not recognised."""
    columns: dict[str, str] = {}
    for table in found.tables:
        refused = {item.where for item in table.not_read if item.what == "column"}
        taken = {*table.columns, *columns.values(), *(mapping or {}).values()}
        for column in table.unknown_columns:
            role = _role(table, column) if column.letter in refused else None
            if role and role not in taken and column.header not in (mapping or {}):
                columns[column.header] = role
                taken.add(role)
    return columns


def _role(table: Table, column: Column) -> str | None:
    meaning = meaning_of(column.header)
    role = meaning.roles[0] if meaning and not meaning.note else None
    if role not in (*OPENING, *THIRDS, *JOINED):
        return None
    filled = [cell for cell in cells_of(table.sheet, column.index, table.rounds) if not is_blank(cell)]
    readable = looks_like_hand if role in JOINED else looks_like_card
    return role if share(filled, readable) >= ENOUGH else None
