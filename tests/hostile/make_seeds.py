"""Write the small files that the fuzzer mutates, each saved by the program its name says.

    python tests/hostile/make_seeds.py FOLDER

XlsxWriter, openpyxl and the text formats always; LibreOffice's and Gnumeric's where ``soffice`` and
``ssconvert`` are installed. What is kept in `seeds/` was made by this, so a mutant's number says what it is.
"""

from __future__ import annotations

import datetime as dt
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HEADER = ("Shoe", "Round", "P1", "P2", "P3", "B1", "B2", "B3", "Player total", "Banker total", "Winner")
ROUNDS = (
    (1, 1, "9", "K", "", "7", "J", "", 9, 7, "Player"),
    (1, 2, "2", "3", "8", "A", "2", "", 3, 3, "Tie"),
    (1, 3, "10", "6", "", "5", "Q", "4", 6, 9, "Banker"),
    (1, 4, "A", "4", "5", "6", "K", "", 0, 6, "Banker"),
    (2, 1, "8", "K", "", "9", "J", "", 8, 9, "Banker"),
    (2, 2, "3", "3", "", "2", "3", "7", 6, 2, "Player"),
)
TOTAL = '=IF(E{0}="",MOD(C{0}+D{0},10),MOD(C{0}+D{0}+E{0},10))'
NUMBERS = ((9, 0, "", 7, 0, ""), (2, 3, 8, 1, 2, ""), (0, 6, "", 5, 0, 4), (1, 4, 5, 6, 0, ""))


def xlsxwriter_book(path: Path) -> None:
    """A table, merged cells, notes, hidden rows, a hidden sheet, formulas, an error, dates, a link."""
    import xlsxwriter

    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet("Shoe 1")
        sheet.add_table(
            0, 0, len(ROUNDS), len(HEADER) - 1, {"columns": [{"header": word} for word in HEADER]}
        )
        for number, row in enumerate(ROUNDS, 1):
            sheet.write_row(number, 0, row)
        sheet.write_comment("K3", "looked at twice")
        sheet.set_row(5, None, None, {"hidden": True})
        other = book.add_worksheet("Totals")
        other.merge_range("A1:H1", "Worked out")
        other.write_row("A2", ("Date", "Round", "P1", "P2", "P3", "B1", "B2", "B3", "Player total"))
        day = book.add_format({"num_format": "yyyy-mm-dd"})
        for number, row in enumerate(NUMBERS, 3):
            other.write_datetime(number - 1, 0, dt.datetime(2026, 3, number), day)
            other.write_row(number - 1, 1, (number, *row))
            total = sum(value for value in row[:3] if value != "") % 10
            other.write_formula(number - 1, 8, TOTAL.format(number), None, total)
        other.write_formula("K3", "=NA()", None, "#N/A")
        other.write_url("A9", "https://example.org/")
        hidden = book.add_worksheet("Lists")
        hidden.hide()
        hidden.write_column("A1", ("Player", "Banker", "Tie"))
        book.define_name("Outcomes", "=Lists!$A$1:$A$3")


def openpyxl_book(path: Path) -> None:
    """The same rounds, with shared texts, formulas without stored values and a very hidden sheet."""
    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Log"
    sheet.append(HEADER)
    for row in ROUNDS:
        sheet.append(row)
    sheet["L2"] = '=IF(I2>J2,"Player",IF(I2<J2,"Banker","Tie"))'
    sheet.auto_filter.ref = "A1:K7"
    deep = book.create_sheet("Deep")
    deep.sheet_state = "veryHidden"
    deep.append((True, dt.datetime(2026, 3, 8), 1.5, "text"))
    book.save(path)


def text_files(folder: Path) -> None:
    """CSV in three manners, JSON and JSON Lines."""
    lines = [HEADER, *ROUNDS]
    comma = "\n".join(",".join(map(str, row)) for row in lines) + "\n"
    (folder / "comma.csv").write_bytes(comma.encode())
    quoted = "\r\n".join(";".join(f'"{cell}"' for cell in row) for row in lines)
    (folder / "semicolon.csv").write_bytes(b"\xef\xbb\xbf" + quoted.encode())
    tabs = "\n".join("\t".join(map(str, row)) for row in lines)
    (folder / "tabs_utf16.txt").write_bytes(b"\xff\xfe" + tabs.encode("utf-16-le"))
    records = [dict(zip(HEADER, row, strict=True)) for row in ROUNDS]
    shoe = {"shoes": [{"id": 1, "rounds": records[:4]}, {"id": 2, "rounds": records[4:]}]}
    (folder / "nested.json").write_text(json.dumps(shoe, indent=1), encoding="utf-8")
    (folder / "lines.jsonl").write_text("".join(json.dumps(r) + "\n" for r in records), encoding="utf-8")


def by_libreoffice(source: Path, folder: Path) -> None:
    for kind in ("xlsx", "ods", "fods", "xls"):
        with tempfile.TemporaryDirectory() as work:
            place = f"-env:UserInstallation={(Path(work) / 'profile').as_uri()}"
            command = ["soffice", place, "--headless", "--norestore", "--convert-to", kind, "--outdir", work]
            subprocess.run([*command, str(source)], check=True, capture_output=True, timeout=300)
            shutil.copy(Path(work) / f"{source.stem}.{kind}", folder / f"libreoffice.{kind}")


def by_gnumeric(source: Path, folder: Path) -> None:
    for kind in ("xlsx", "ods", "xls"):
        target = folder / f"gnumeric.{kind}"
        subprocess.run(["ssconvert", str(source), str(target)], check=True, capture_output=True, timeout=300)


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    xlsxwriter_book(folder / "xlsxwriter.xlsx")
    openpyxl_book(folder / "openpyxl.xlsx")
    text_files(folder)
    if shutil.which("soffice"):
        by_libreoffice(folder / "xlsxwriter.xlsx", folder)
    if shutil.which("ssconvert"):
        by_gnumeric(folder / "xlsxwriter.xlsx", folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
