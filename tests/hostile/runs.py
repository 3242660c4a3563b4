"""The figures of long runs, for the page that `table.py` writes."""

from __future__ import annotations

from typing import Final

RUNS: Final = (
    "Seed 2, 20,000 mutants, not given back: 10,315 refused, 6,575 clean, 2,565 with findings, 543 read in "
    "part.\n"
    "  Two failed: a row numbered 9223372036854775808 kept a reader busy without end, and formulas that\n"
    "  read NaN ended in a fault.",
    "Seed 3, more than 6,000 mutants, every eighth given back: a part without any element, and a part\n"
    "  that does not start where the directory says, ended in a fault when a workbook was annotated.",
    "Seed 4, 3,891 mutants after these repairs, 487 of them given back: no fault. Five were ended for\n"
    "  their time, on a machine with seven times the work that it can do; alone, none takes longer than\n"
    "  15 seconds.",
    "Seed 5, 20,000 mutants, 2,500 of them given back: 10,247 refused, 6,529 clean, 2,618 with findings,\n"
    "  605 read in part, none slower than 3 seconds. One failed: a table with one more column of totals\n"
    "  than a hand has totals.",
)
COVERAGE: Final = (
    "In ten minutes it ran 10,061 inputs without a failure, on the same busy machine. Shorter runs before\n"
    "found a row of 200 bytes that took endless time to be cut into cells, and a sheet that is not written\n"
    "in UTF-8; both are tests (`tests/hostile/test_targets.py`)."
)
