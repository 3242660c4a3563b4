"""Fill 200,000 rounds into the template, beside two bare writers that write the same cells.

    python benchmarks/fill.py [--rows 200000]

baccarat-xl reads a CSV file, recognises its columns, works out sixteen formula columns a round and
writes fourteen typed columns, the formulas and their values with the template's styles; a formula that is
filled down is stored once, as Excel does, which the bare writers cannot do. They write it in each row. They
get every cell ready in memory, and only their writing is timed:

XlsxWriter         constant_memory, the same cells, formulas, values and styles. It looks through every
                   formula for newer functions, which takes it minutes: it gets a share of the rows
                   (--share, by default 1 in 100), and its time and file size are multiplied
rustpy-xlsxwriter  the same cells and formulas, where it is installed; it writes neither values of
                   formulas nor styles

Each contender runs in a process of its own; peak memory is that of the whole process, with its source in
memory (not measured on Windows).
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from rounds import deal
from side_by_side import report

from baccarat_xl.columns import NO_CARD_CODE
from baccarat_xl.templates.columns import BY_HEADER, COLUMNS, FIRST_ROW
from baccarat_xl.templates.fill import built_in, fill
from baccarat_xl.templates.filled_values import formula_values

TENS = ("10", "J", "Q", "K")
OUR_NAME, BARE, RUST = "baccarat-xl fill", "XlsxWriter, bare", "rustpy-xlsxwriter, bare"
HEADER = [column.header for column in COLUMNS if column.typed]


def write_source(path: Path, rows: int) -> None:
    """Rounds dealt by the rules, all fourteen typed columns filled."""
    chance = random.Random(1)
    p1, p2, p3, b1, b2, b3 = ([_card(code, chance) for code in codes.tolist()] for codes in deal(rows))
    cards: dict[str, list[Any]] = {"p1": p1, "p2": p2, "p3": p3, "b1": b1, "b2": b2, "b3": b3}
    worked = formula_values(cards, rows)
    columns: dict[str, list[Any]] = {
        "shoe": [1 + number // 75 for number in range(rows)],
        "round": [1 + number % 75 for number in range(rows)],
        "note": [f"table {number % 9}" for number in range(rows)],
        **cards,
    }
    for recorded, key in (("ro", "out"), ("rpd", "pd"), ("rbd", "bd"), ("rpf", "pf"), ("rbf", "bf")):
        columns[recorded] = [worked[key].values[code] for code in worked[key].codes.tolist()]
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(HEADER)
        writer.writerows(zip(*(columns[BY_HEADER[header].key] for header in HEADER), strict=True))


def _card(code: int, chance: random.Random) -> str:
    if code == NO_CARD_CODE:
        return ""
    rank = "A" if code == 1 else str(code) if code else chance.choice(TENS)
    return rank + chance.choice("SHDC")


def ready_cells(source: Path) -> tuple[dict[str, list[Any]], int]:
    """Every cell of the filled table by column key, typed and worked out."""
    with source.open(encoding="utf-8") as stream:
        rows = list(csv.reader(stream))[1:]
    columns: dict[str, list[Any]] = {}
    for header, cells in zip(HEADER, zip(*rows, strict=True), strict=True):
        columns[BY_HEADER[header].key] = [int(c) if c.isdigit() else c or None for c in cells]
    for key, coded in formula_values(columns, len(rows)).items():
        columns[key] = [coded.values[code] for code in coded.codes.tolist()]
    return columns, len(rows)


def ours(source: Path, out: Path) -> Callable[[], object]:
    return lambda: fill(built_in(), source, out)


def xlsxwriter_bare(source: Path, out: Path) -> Callable[[], object]:
    import xlsxwriter

    from baccarat_xl.templates.rounds_sheet import cell_format
    from baccarat_xl.templates.styles import add_formats

    columns, count = ready_cells(source)
    rows = range(FIRST_ROW, FIRST_ROW + count)
    formulas = {c.key: [c.formula(row=row) for row in rows] for c in COLUMNS if not c.typed}

    def work() -> None:
        book = xlsxwriter.Workbook(out, {"constant_memory": True, "strings_to_formulas": False})
        sheet = book.add_worksheet("Rounds")
        formats = add_formats(book)
        plan = [(c.key, formulas.get(c.key), formats[cell_format(c)]) for c in COLUMNS]
        for number in range(count):
            row = FIRST_ROW - 1 + number
            for index, (key, texts, style) in enumerate(plan):
                value = columns[key][number]
                if texts:
                    sheet.write_formula(row, index, texts[number], style, value)
                elif value is None:
                    sheet.write_blank(row, index, None, style)
                elif isinstance(value, str):
                    sheet.write_string(row, index, value, style)
                else:
                    sheet.write_number(row, index, value, style)
        book.close()

    return work


def rustpy_bare(source: Path, out: Path) -> Callable[[], object]:
    from rustpy_xlsxwriter import FastExcel

    columns, count = ready_cells(source)
    typed = [column for column in COLUMNS if column.typed]
    formulas = {column.header: formula for column in COLUMNS if (formula := column.formula(row="{row}"))}

    def records() -> Iterator[dict[str, Any]]:
        for number in range(count):
            yield {column.header: columns[column.key][number] for column in typed}

    return lambda: FastExcel(str(out)).sheet("Rounds", records(), formula_columns=formulas).save()


CONTENDERS = {OUR_NAME: ours, BARE: xlsxwriter_bare, RUST: rustpy_bare}


def peak_megabytes() -> float | None:
    """The most memory this process has held."""
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20) if sys.platform == "darwin" else peak / 1024


def run_one(name: str, source: Path, out: Path) -> None:
    """The child: time one contender and say so on standard output."""
    work = CONTENDERS[name](source, out)
    start = time.perf_counter()
    work()
    seconds = time.perf_counter() - start
    print(json.dumps({"seconds": seconds, "peak": peak_megabytes(), "size": out.stat().st_size}))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--share", type=int, default=100, help="XlsxWriter writes one row in this many")
    parser.add_argument("--one", choices=CONTENDERS, help=argparse.SUPPRESS)
    parser.add_argument("--files", nargs=2, type=Path, help=argparse.SUPPRESS)
    told = parser.parse_args()
    if told.one:
        run_one(told.one, *told.files)
        return
    with tempfile.TemporaryDirectory() as folder:
        source, part = Path(folder, "rounds.csv"), Path(folder, "part.csv")
        write_source(source, told.rows)
        write_source(part, max(1, told.rows // told.share))
        results = {}
        for name in CONTENDERS:
            out = Path(folder, f"{len(results)}.xlsx")
            command = [sys.executable, __file__, "--one", name, "--files"]
            command += [str(part if name == BARE else source), str(out)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                print(f"{name}: not run ({done.stderr.strip().splitlines()[-1]})")
                continue
            results[name] = json.loads(done.stdout)
            if name == BARE:
                for measure in ("seconds", "size"):
                    results[name][measure] *= told.rows / max(1, told.rows // told.share)
            out.unlink()
    times = {name: result["seconds"] for name, result in results.items()}
    report(f"{told.rows:,} rounds, {len(COLUMNS)} columns", times, OUR_NAME)
    for name, result in results.items():
        peak = "not measured" if result["peak"] is None else f"{result['peak']:.0f} MB"
        print(f"  {name}: peak memory {peak}, file {result['size'] / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
