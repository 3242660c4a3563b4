"""Check a workbook of 200,000 rounds against bare reads of the same file.

    python benchmarks/check.py [--rows 200000] [--million] [--openpyxl]

Each contender is a process of its own, from start to end: `baccarat-xl check` (reads, recognises, audits,
reports), python-calamine reading the sheet into lists, and, when asked for, openpyxl's read-only mode.
``--million`` adds a workbook of a million rounds, for the memory that each of them takes.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from rounds import deal
from side_by_side import report

from baccarat_xl.columns import NO_CARD_CODE, resolve_rounds

HEADER = (
    *("Shoe", "Round", "P1", "P2", "P3", "B1", "B2", "B3", "Player initial total", "Banker initial total"),
    *("Player draws", "Banker draws", "Player final total", "Banker final total", "Winner", "Natural"),
)
MILLION = 1_000_000
RANKS = ("10", "A", "2", "3", "4", "5", "6", "7", "8", "9")
CALAMINE = """
import sys, python_calamine
book = python_calamine.CalamineWorkbook.from_path(sys.argv[1])
print(len(book.get_sheet_by_index(0).to_python()))
"""
OPENPYXL = """
import sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1], read_only=True, data_only=True)
print(sum(1 for row in book.worksheets[0].iter_rows(values_only=True)))
"""
CHECK = "import sys; from baccarat_xl.cli import main; sys.exit(main(['check', sys.argv[1]]))"


def write_log(path: Path, rows: int) -> None:
    """A right log of 16 columns, cards as text, as a spreadsheet program would save it."""
    import xlsxwriter

    columns = deal(rows)
    solved = resolve_rounds(*columns)
    cards = [["" if v == NO_CARD_CODE else RANKS[v] for v in column.tolist()] for column in columns]
    words = {0: "Stand", 1: "Draw"}
    outcomes = ("Player", "Banker", "Tie")
    with xlsxwriter.Workbook(path, {"constant_memory": False}) as book:
        sheet = book.add_worksheet("Log")
        sheet.write_row(0, 0, HEADER)
        for row in range(rows):
            cells = [row // 80 + 1, row % 80 + 1, *(column[row] for column in cards)]
            cells += [int(solved.player_initial[row]), int(solved.banker_initial[row])]
            cells += [words[int(solved.player_draws[row])], words[int(solved.banker_draws[row])]]
            cells += [int(solved.player_final[row]), int(solved.banker_final[row])]
            cells += [outcomes[solved.outcome[row]], bool(solved.natural[row])]
            sheet.write_row(row + 1, 0, cells)


def written(path: Path, rows: int) -> None:
    """The log, written by another process: a peak of this one would count as that of each contender."""
    worker = multiprocessing.get_context("spawn").Process(target=write_log, args=(path, rows))
    worker.start()
    worker.join()
    if worker.exitcode:
        raise SystemExit("the log could not be written")


def timed_process(code: str, path: Path) -> tuple[float, float]:
    """Seconds and peak megabytes of one process; its memory is not measured on Windows."""
    start = time.perf_counter()
    with tempfile.TemporaryFile() as said:
        worker = subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=said, stderr=said)
        if hasattr(os, "wait4"):
            _, status, usage = os.wait4(worker.pid, 0)
            worker.returncode, peak = os.waitstatus_to_exitcode(status), usage.ru_maxrss / 1024
        else:
            worker.wait()
            peak = float("nan")
        seconds = time.perf_counter() - start
        if worker.returncode:
            said.seek(0)
            raise SystemExit(f"a contender failed: {said.read()[-500:].decode(errors='replace')}")
    return seconds, peak / 1024 if sys.platform == "darwin" else peak


def compare(path: Path, rows: int, contenders: dict[str, str], repeat: int) -> None:
    """Run the contenders in turn and print their best times and largest peaks."""
    times: dict[str, float] = dict.fromkeys(contenders, float("inf"))
    peaks: dict[str, float] = dict.fromkeys(contenders, 0.0)
    for _ in range(repeat):
        for name, code in contenders.items():
            seconds, peak = timed_process(code, path)
            times[name], peaks[name] = min(times[name], seconds), max(peaks[name], peak)
    report(f"a workbook of {rows:,} rounds, 16 columns", times, base="python-calamine, bare")
    for name, peak in peaks.items():
        print(f"  peak memory of {name}: {peak:.0f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--million", action="store_true")
    parser.add_argument("--openpyxl", action="store_true")
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    contenders = {"python-calamine, bare": CALAMINE, "baccarat-xl check": CHECK}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.xlsx"
        written(path, options.rows)
        more = {"openpyxl, read-only": OPENPYXL} if options.openpyxl else {}
        compare(path, options.rows, contenders | more, options.repeat)
        if options.million:
            written(path, MILLION)
            compare(path, MILLION, contenders, 1)


if __name__ == "__main__":
    main()
