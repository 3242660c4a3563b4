"""Annotate a workbook of 200,000 rounds with 10,000 findings, against the check alone; then undo it. The same
as .xlsx and as .ods.

    python benchmarks/annotate.py [--rows 200000] [--findings 10000]

Each contender is a process of its own, from start to end. Seconds of work on two busy cores: .xlsx 9.0 for
the check and 12.7 with the copy (1.41 times), .ods 38.7 and 54.8 (1.42 times).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
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


def timed(*arguments: str) -> tuple[float, float]:
    """Seconds from start to end, and seconds of work."""
    before, start = sum(os.times()[2:4]), time.perf_counter()
    subprocess.run([sys.executable, "-c", MAIN, *arguments], check=False, capture_output=True)
    return time.perf_counter() - start, sum(os.times()[2:4]) - before


def best(*arguments: str) -> tuple[float, float]:
    """The better of two runs, by each measure."""
    one, two = timed(*arguments), timed(*arguments)
    return min(one[0], two[0]), min(one[1], two[1])


def as_open_document(path: Path, out: Path) -> None:
    """The same cells as an OpenDocument spreadsheet, written plainly."""
    import zipfile
    from xml.sax.saxutils import escape

    from baccarat_xl.workbook.read import read_book

    kind = "application/vnd.oasis.opendocument.spreadsheet"
    base = "urn:oasis:names:tc:opendocument:xmlns"
    names = " ".join(f'xmlns:{one}="{base}:{one}:1.0"' for one in ("office", "table", "text", "style"))
    sheet = read_book(path).sheets[0]
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("mimetype", kind, zipfile.ZIP_STORED)
        with package.open("content.xml", "w") as stream:
            stream.write(f'<office:document-content {names} office:version="1.2"><office:body>'.encode())
            stream.write(b'<office:spreadsheet><table:table table:name="Log">')
            for row in sheet.rows:
                cells = "".join(
                    "<table:table-cell/>"
                    if value in (None, "")
                    else f'<table:table-cell office:value-type="string"><text:p>{escape(value)}</text:p>'
                    "</table:table-cell>"
                    if isinstance(value, str)
                    else f'<table:table-cell office:value-type="float" office:value="{value!r}"><text:p>'
                    f"{value:g}</text:p></table:table-cell>"
                    for value in row
                )
                stream.write(f"<table:table-row>{cells}</table:table-row>".encode())
            stream.write(b"</table:table></office:spreadsheet></office:body></office:document-content>")
        package.writestr(
            "META-INF/manifest.xml",
            f'<manifest:manifest xmlns:manifest="{base}:manifest:1.0" manifest:version="1.2">'
            f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/>'
            '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
            "</manifest:manifest>",
        )


def measured(log: Path) -> None:
    """Print what annotating this workbook takes."""
    copy, back = log.with_stem("copy"), log.with_stem("back")
    check = best("check", str(log), "--limit", "1")
    annotate = best("check", str(log), "--limit", "1", "--annotate", str(copy), "--force")
    undo = timed("undo", str(copy), "-o", str(back))
    print(f"{log.suffix}")
    print(f"  check             {check[0]:6.1f} s   work {check[1]:6.1f} s")
    ratios = f"{annotate[0] / check[0]:.2f} times the check, {annotate[1] / check[1]:.2f} times its work"
    print(f"  check --annotate  {annotate[0]:6.1f} s   work {annotate[1]:6.1f} s   {ratios}")
    print(f"  undo              {undo[0]:6.1f} s   the same bytes: {back.read_bytes() == log.read_bytes()}")
    print(f"  original {log.stat().st_size:,} bytes, annotated {copy.stat().st_size:,} bytes", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--findings", type=int, default=10_000)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        right, log, open_log = (Path(folder) / name for name in ("right.xlsx", "log.xlsx", "log.ods"))
        write_log(right, chosen.rows)
        spoiled(right, log, chosen.rows // (chosen.findings * 11 // 10))
        measured(log)
        as_open_document(log, open_log)
        measured(open_log)


if __name__ == "__main__":
    main()
