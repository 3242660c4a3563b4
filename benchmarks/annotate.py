"""Annotate a workbook of 200,000 rounds with 10,000 findings, against the check alone; then undo it.

    python benchmarks/annotate.py [--rows 200000] [--findings 10000]

Each contender is a process of its own, from start to end.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from check import write_log

MAIN = "import sys; from baccarat_xl.cli import main; sys.exit(main(sys.argv[1:]))"


def spoiled(path: Path, out: Path, every: int) -> None:
    """The log with a wrong outcome in every so-many-th round, by exchanging texts in the sheet's part."""
    import re
    import zipfile

    with zipfile.ZipFile(path) as package, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for name in package.namelist():
            data = package.read(name)
            if name == "xl/worksheets/sheet1.xml":
                tie = _shared_number(package.read("xl/sharedStrings.xml"))
                count = 0

                def other(found: re.Match[bytes], tie: int = tie) -> bytes:
                    nonlocal count
                    count += 1
                    return found[1] + b"%d" % tie + found[3] if count % every == 0 else found[0]

                data = re.sub(rb'(<c r="O\d+"[^>]*t="s"><v>)(\d+)(</v>)', other, data)
            target.writestr(name, data)


def _shared_number(strings: bytes) -> int:
    import re

    return re.findall(rb"<t[^>]*>([^<]*)</t>", strings).index(b"Tie")


def timed(*arguments: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", MAIN, *arguments], check=False, capture_output=True)
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--findings", type=int, default=10_000)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        right, log = Path(folder) / "right.xlsx", Path(folder) / "log.xlsx"
        copy, back = Path(folder) / "copy.xlsx", Path(folder) / "back.xlsx"
        write_log(right, chosen.rows)
        spoiled(right, log, chosen.rows // (chosen.findings * 11 // 10))
        check = min(timed("check", str(log), "--limit", "1") for _ in range(2))
        start = min(
            timed("check", str(log), "--limit", "1", "--annotate", str(copy), "--force") for _ in range(2)
        )
        undo = timed("undo", str(copy), "-o", str(back))
        print(f"check             {check:6.1f} s")
        print(f"check --annotate  {start:6.1f} s   {start / check:.2f} times the check")
        print(f"undo              {undo:6.1f} s   the same bytes: {back.read_bytes() == log.read_bytes()}")
        print(f"original {log.stat().st_size:,} bytes, annotated {copy.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
