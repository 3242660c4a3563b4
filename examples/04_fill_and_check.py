"""Fill the template with recorded rounds, check the result, then check a hand-kept log."""

from pathlib import Path

from baccarat_xl.audit.engine import check
from baccarat_xl.templates.fill import built_in, fill

DATA = Path(__file__).parent / "data"

filled = fill(built_in(), DATA / "adequatica" / "recorded_rounds.json", "filled.xlsx")
print(f"{filled.rows} rounds written to {filled.out.name}, table {filled.table}")
print(f"left out: {', '.join(filled.unknown_columns)}")

result = check(["filled.xlsx"])
print(f"{result.rounds} rounds checked, {len(result.findings)} findings, complete: {result.complete}")

result = check([DATA / "hand_kept_log.xlsx"])
for finding in result.findings:
    place = f"{finding.sheet}!{finding.cell}"
    print(f"{finding.rule} {place}: found {finding.found}, expected {finding.expected}")
    print(f"    {finding.why}")
