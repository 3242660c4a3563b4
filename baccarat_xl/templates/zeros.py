"""What 0 in a third-card column becomes where it may be a card or none (`layout.zero`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from baccarat_xl.layout.cells import is_zero
from baccarat_xl.layout.codes import total_codes
from baccarat_xl.layout.recognise import Table
from baccarat_xl.templates.spelling import Typed

if TYPE_CHECKING:
    from baccarat_xl.columns import Codes

THIRDS: Final = (("p3", "player_third", "player_draws"), ("b3", "banker_third", "banker_draws"))
_STANDS: Final = "0 on a hand that must stand was taken as no card; say what 0 means with --zero"
_EITHER: Final = (
    "0 may be no card or a card worth 0, and what the hand must do is not known; say what 0 means with --zero"
)


@dataclass(frozen=True, slots=True)
class Zero:
    """A 0 that its reader has to look at: the row among the table's rounds, the column, and why."""

    offset: int
    key: str
    role: str
    why: str


def settled(columns: Mapping[str, list[Typed]], table: Table, start: int) -> Iterator[Zero]:
    """Empties the cells with 0 where the hand must stand; gives those that are not settled by that.

    ``columns`` are typed columns by their keys, the table's rounds from position ``start`` on. A table in
    which nothing says what a hand must do keeps every 0.
    """
    import numpy as np

    from baccarat_xl.columns import NO_CARD_CODE, encode, resolve_totals

    kinds = {key: table.zero[role] for key, role, _ in THIRDS if role in table.zero and role in table.columns}
    totals = [_initial(columns, table, start, side) for side in ("player", "banker")]
    count = len(table.rounds)
    if not {"either", None} & set(kinds.values()) or all(total is None for total in totals):
        return
    unknown = np.full(count, 10, np.uint8)
    player, banker = (unknown if total is None else total for total in totals)
    none = np.full(count, NO_CARD_CODE, np.uint8)
    third, open_rows = none, set[int]()
    for key, role, decision in THIRDS:
        if key in kinds and kinds[key] in ("either", None):
            cells = columns[key]
            draws = getattr(resolve_totals(player, banker, third, none), decision)
            for offset in range(count):
                known = offset not in open_rows
                if not is_zero(cells[start + offset]) or (known and draws[offset] == 1):
                    continue
                stands = known and draws[offset] == 0
                if stands:
                    cells[start + offset] = None
                else:
                    open_rows.add(offset)
                if not stands or kinds[key] is None:
                    yield Zero(offset, key, role, _STANDS if stands else _EITHER)
        if key in columns:
            third = encode(columns[key][start : start + count])


def _initial(columns: Mapping[str, list[Typed]], table: Table, start: int, side: str) -> Codes | None:
    """A hand's initial totals, from its cards or as recorded; None where the table has neither."""
    from baccarat_xl.columns import add_cards, encode

    keys = [f"{side[0]}{number}" for number in (1, 2)]
    if all(len(columns.get(key, ())) > start for key in keys):
        first, second = (encode(columns[key][start : start + len(table.rounds)]) for key in keys)
        return add_cards(first, second)
    column = table.columns.get(f"{side}_initial")
    return None if column is None else total_codes(table.sheet, table.rounds, column)
