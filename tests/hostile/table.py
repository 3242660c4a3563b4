"""Write the page that shows, for each awkward file, what is done with it here and by two other readers.

    python tests/hostile/table.py docs/hostile-files.md [FILE ...]

With names of files only their rows are made anew; the others stay as the page has them.
Each reader works in a process of its own with two gigabytes and forty seconds.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent)]
import formulas  # noqa: E402, F401
import markup  # noqa: E402, F401
import packages  # noqa: E402, F401
import texts  # noqa: E402, F401
from apart import Answer, Apart  # noqa: E402
from awkward import FILES, Awkward  # noqa: E402
from fuzz import seed_files  # noqa: E402
from runs import COVERAGE, RUNS  # noqa: E402

SECONDS: Final = 40
LONGEST: Final = 150
LIMIT: Final = """
import contextlib, sys
with contextlib.suppress(ImportError):
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
"""
OPENPYXL: Final = """
import warnings; warnings.simplefilter("ignore")
import openpyxl
book = openpyxl.load_workbook(sys.argv[1], read_only=True, data_only=True)
print(sum(1 for sheet in book.worksheets for row in sheet.iter_rows(values_only=True)
          if any(cell is not None for cell in row)))
"""
CALAMINE: Final = """
import python_calamine
book = python_calamine.CalamineWorkbook.from_path(sys.argv[1])
print(sum(1 for name in book.sheet_names for row in book.get_sheet_by_name(name).to_python()
          if any(cell != "" for cell in row)))
"""
NOT_THEIRS: Final = (".csv", ".json", ".jsonl", ".parquet", ".fods")
NOT_OPENPYXL: Final = (*NOT_THEIRS, ".ods", ".xls")
PAGE: Final = """# Awkward and hostile files

What `baccarat-xl check` does with {count} files that are damaged, odd or made to do harm, beside
openpyxl {openpyxl} (read-only) and python-calamine {calamine}. The files are made by code in
`tests/hostile/`, where a test holds each to how it ends; this page is written by `tests/hostile/table.py`.

- A file that is refused is refused in one sentence, with exit code 3; one that is read in part says what was
  left out. None hangs, ends the process or shows a traceback.
- `baccarat-xl inspect FILE` lists what is inside.
- Nothing in a file is ever executed, fetched or unpacked.
- Files that come near a limit, and the kinds that only a native reader knows (.xls, .xlsb, .parquet), are
  read in a process of their own, with {memory} GiB of memory and {seconds} seconds.
- "Ends the process" means that the program which called the reader is gone, with all that it held.

## Fuzzing

`tests/hostile/fuzz.py` checks, inspects, annotates and repairs mutants of {seeds} real files from XlsxWriter,
openpyxl, LibreOffice and Gnumeric, and of text files: pieces of the file, of its parts and of their markup
are exchanged, cut out, put in twice. Mutant N of seed S is always the same file. Every fourth is inspected,
every sixteenth has its formulas looked at; every eighth is annotated, had again from the copy byte for byte,
and repaired.

{runs}

Every failure was repaired and is a test since (`tests/hostile/test_fuzz.py`); 300 mutants are run with the
test suite. `tests/hostile/coverage_fuzz.py` runs the parsers of our own under atheris, which finds its way by
what each input reaches: cards, text tables, JSON, formulas in Excel's and OpenDocument's words, addresses,
notes, markup, rows of sheets, records of .xls and .xlsb. Hypothesis runs the same in the test suite.

{coverage}

## Files

| File | What it is | baccarat-xl | openpyxl | python-calamine |
| --- | --- | --- | --- | --- |
{rows}
"""


def main(page: Path, only: Sequence[str] = ()) -> None:
    from baccarat_xl.workbook import guard

    rows = []
    there = {line.split("`")[1]: line for line in page.read_text("utf-8").splitlines() if line[:3] == "| `"}
    with Apart(300) as apart, tempfile.TemporaryDirectory() as folder:
        for file in FILES:
            if only and file.name not in only:
                rows.append(there[file.name])
                continue
            path = Path(folder) / file.name
            file.make(path)
            print(file.name, flush=True)
            cells = (
                f"`{file.name}`",
                file.what,
                ours(file, apart.call("check", str(path)), apart.call("inspect", str(path)), str(path)),
                "-" if path.suffix in NOT_OPENPYXL else theirs(OPENPYXL, path),
                "-" if path.suffix in NOT_THEIRS else theirs(CALAMINE, path),
            )
            rows.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
            if path.is_file():
                path.unlink()
    text = PAGE.format(
        count=len(FILES),
        openpyxl=version("openpyxl"),
        calamine=version("python-calamine"),
        memory=guard.MEMORY >> 30,
        seeds=len(seed_files()),
        runs="\n".join(f"- {run}" for run in RUNS),
        coverage=COVERAGE,
        seconds=f"{guard.SECONDS:g}",
        rows="\n".join(rows),
    )
    page.write_text(text, encoding="utf-8", newline="\n")


def ours(file: Awkward, answer: Answer, inspected: Answer, path: str) -> str:
    """The refusal, or what was left out, or that it was read and what its inspection tells."""
    refused = re.search(r"^  not read: (.*)$", answer.out, re.MULTILINE)
    if answer.code == 3 and refused:
        return _short("refused: " + refused[1].replace(f"{path}: ", ""))
    if answer.failed:
        return f"**failed**: {answer.err[:80]}"
    left = re.search(r"^  not read \(.*?\): (.*)$", answer.out, re.MULTILINE)
    rounds = re.search(r"([\d,]+) rounds? checked", answer.out)
    read = f"{rounds[1]} rounds checked" if rounds and rounds[1] != "0" else "read, no table of rounds"
    acts = re.search(r"may act, once.*\n    (.*)", inspected.out) or re.search(
        r"not as spreadsheets write.*\n    (.*)", inspected.out
    )
    told = f"; inspect: {acts[1]}" if acts and not left else ""
    return _short(f"{read}; not read: {left[1]}" if left else read + told)


def theirs(code: str, path: Path) -> str:
    """How another reader ends."""
    try:
        done = subprocess.run(
            [sys.executable, "-c", LIMIT + code, str(path)],
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"not done after {SECONDS} s"
    if done.returncode == 0:
        return f"{int(done.stdout):,} rows read"
    if done.returncode < 0 or done.returncode > 200:
        return "**ends the process**"
    last = (done.stderr.strip().splitlines() or ["fails"])[-1]
    return _short(f"raises {last.partition(':')[0].rpartition('.')[2]}")


def _short(text: str) -> str:
    from baccarat_xl.report.lines import visible

    text = visible(text).replace("<", "&lt;")
    return text if len(text) <= LONGEST else text[:LONGEST].rsplit(" ", 1)[0] + " …"


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
