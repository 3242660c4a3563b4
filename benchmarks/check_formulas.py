"""Check a workbook with six filled-down formula columns, and the same without looking at the formulas.

    python benchmarks/check_formulas.py [--rows 200000] [--repeat 3]

The rows are the same; the second contender reads and checks the stored values only. The aim is 1.3 at most.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from rounds import deal, plain_loop
from side_by_side import report

from baccarat_xl.columns import NO_CARD_CODE

BANKER = (
    '=IF(OR(H{r}>=8,I{r}>=8),FALSE,IF(D{r}="",I{r}<=5,OR(I{r}<=2,AND(I{r}=3,D{r}<>8),AND(I{r}=4,D{r}>=2,D{r}<=7),'
    "AND(I{r}=5,D{r}>=4,D{r}<=7),AND(I{r}=6,D{r}>=6,D{r}<=7))))"
)
FORMULAS = {
    "Player initial total": "=MOD(B{r}+C{r},10)",
    "Banker initial total": "=MOD(E{r}+F{r},10)",
    "Natural": "=OR(H{r}>=8,I{r}>=8)",
    "Player draws": "=IF(J{r},FALSE,H{r}<=5)",
    "Banker draws": BANKER,
    "Winner": '=IF(N{r}>O{r},"Player",IF(O{r}>N{r},"Banker","Tie"))',
}
NAMES = {"P": "Player", "B": "Banker", "T": "Tie"}
CODE = (
    "import sys; from baccarat_xl.audit.engine import Options, check; "
    "r = check([sys.argv[1]], Options(formulas={})); assert not r.findings and r.rounds == int(sys.argv[2])"
)


def write_book(path: Path, count: int) -> None:
    import xlsxwriter

    lists = [[None if v == NO_CARD_CODE else v for v in column.tolist()] for column in deal(count)]
    rows = list(zip(*lists, strict=True))
    book = xlsxwriter.Workbook(path, {"constant_memory": True})
    sheet = book.add_worksheet("Log")
    cards = ("Round", "P1", "P2", "P3", "B1", "B2", "B3")
    sheet.write_row(0, 0, [*cards, *FORMULAS, "Player final total", "Banker final total"])
    for index, (row, answer) in enumerate(zip(rows, plain_loop(rows), strict=True), 1):
        sheet.write_row(index, 0, [index, *row])
        stored = [*answer[:5], NAMES[answer[7]]]
        for place, (formula, value) in enumerate(zip(FORMULAS.values(), stored, strict=True), 7):
            sheet.write_formula(index, place, formula.format(r=index + 1), None, value)
        sheet.write_row(index, 13, answer[5:7])
    book.close()


def seconds(path: Path, rows: int, formulas: bool) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", CODE.format(formulas), str(path), str(rows)], check=True)
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.xlsx"
        write_book(path, options.rows)
        runs = [
            [seconds(path, options.rows, formulas) for formulas in (False, True)]
            for _ in range(options.repeat)
        ]
    times = {"rows alone": min(run[0] for run in runs), "rows and formulas": min(run[1] for run in runs)}
    report(f"{options.rows:,} rounds with six columns of formulas checked", times, base="rows alone")


if __name__ == "__main__":
    main()
