"""Rules about a table as a whole: the order of its columns, the numbers of its rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from baccarat_xl.audit.catalogue import RULES
from baccarat_xl.audit.cells import shown
from baccarat_xl.audit.finding import Finding
from baccarat_xl.audit.mask import Solved
from baccarat_xl.layout.words import part_of

if TYPE_CHECKING:
    from baccarat_xl.layout.table import Table
    from baccarat_xl.workbook.model import CellValue

ORDER: Final = RULES["BACC501"]
REPEATED: Final = RULES["BACC503"]
WORTH_ASKING: Final = 0.05
"""The share of impossible rounds from which on another order of the columns is looked for."""
FEW: Final = 3
FEW_SHARE: Final = 0.02


def whole_table(table: Table, file: str, solved: Solved) -> list[Finding]:
    """Findings that need more than one round."""
    return [*_other_order(table, file, solved), *_repeated_rounds(table, file)]


def _other_order(table: Table, file: str, solved: Solved) -> list[Finding]:
    """Another order of the columns of cards and totals that leaves far fewer rounds impossible."""
    if not len(solved.suspicious) or float(np.mean(solved.suspicious)) < WORTH_ASKING:
        return []
    from baccarat_xl.layout.order import better_order, only

    better = better_order(table)
    if better is None:
        return []
    columns = sorted(better.columns.items(), key=lambda item: item[1].index)
    changed = {role: column for role, column in columns if table.columns[role] != column}
    row = max(table.header_row, 0)
    letters = [column.letter for _, column in columns]
    in_file = table.sheet.column_names is None and row
    cells = tuple(f"{letter}{row}" if in_file else letter for letter in letters)
    share = f"{part_of(better.now, better.rounds)} impossible"
    maps = " ".join(f'--map "{column.letter}={role}"' for role, column in changed.items())
    headers = ", ".join(column.header or column.letter for _, column in columns)
    why = (
        f"read as headed, the columns make {share}; read as {better.order}, "
        f"{only(better.better, better.rounds)} (R3, R4, R5)"
    )
    fix = f"check a few rounds whose cards are known, then correct the headers, or say it with {maps}"
    place = (file, table.sheet.name, cells[0], row, None)
    return [
        Finding(
            ORDER.code,
            ORDER.severity,
            "likely",
            *place,
            headers,
            better.order,
            ORDER.says,
            why,
            "R3",
            fix,
            cells,
        )
    ]


def _repeated_rounds(table: Table, file: str) -> list[Finding]:
    """Rounds of one shoe with the same number; where that is usual, the numbers are no such numbers."""
    if not all(role in table.columns for role in ("shoe", "round")):
        return []
    shoes, numbers = table.cells("shoe"), table.cells("round")
    if _all_differ(shoes, numbers):
        return []
    pairs = list(zip(shoes, numbers, strict=True))
    again = len(pairs) - len(set(pairs))
    if not again or again > max(FEW, FEW_SHARE * len(pairs)):
        return []
    first: dict[tuple[CellValue, CellValue], int] = {}
    findings = []
    for position, pair in enumerate(pairs):
        if "nothing" in map(shown, pair):
            continue
        if pair in first:
            findings.append(_repeated(table, file, position, first[pair]))
        else:
            first[pair] = position
    return findings


def _all_differ(shoes: list[CellValue], numbers: list[CellValue]) -> bool:
    """Whether it is plain, from whole columns, that no two rounds have one number; False where it is not."""
    if {*map(type, shoes), *map(type, numbers)} - {float, int}:
        return False
    keys = np.array(shoes, np.float64) * 1e6 + np.array(numbers, np.float64)
    return len(np.unique(keys)) == len(keys)


def _repeated(table: Table, file: str, position: int, before: int) -> Finding:
    cells = (table.address("round", position), table.address("round", before))
    row, earlier = table.row_number(position), table.row_number(before)
    cell = table.sheet.rows[table.rounds[position]]
    shoe, number = (shown(cell[table.columns[role].index]) for role in ("shoe", "round"))
    return Finding(
        rule=REPEATED.code,
        severity=REPEATED.severity,
        confidence="likely",
        file=file,
        sheet=table.sheet.name,
        cell=cells[0],
        row=row,
        round=number,
        found=f"round {number} again",
        expected="a round number of its own",
        message=REPEATED.says,
        why=f"shoe {shoe} has a round {number} in row {earlier} already (R1)",
        clause="R1",
        fix=f"remove the row that is too many, or correct the number in {cells[0]} or {cells[1]}",
        cells=cells,
        shoe=shoe,
    )
