"""Take the pictures of workbooks and reports: sheets as LibreOffice renders them, pages as Chromium does.

    PYTHONPATH=. python docs/workbook_pictures.py [NAME ...]    # drill, findings, report, settlement; or all

Needs soffice, pdftoppm, Pillow and chromium. Look at each picture before it is kept.
"""

from __future__ import annotations

import subprocess
from contextlib import chdir
from pathlib import Path
from typing import Any, Final

import openpyxl
from taking import Take, rendered, take

from tests.conftest import Soffice

LOG: Final = Path(__file__).parent.parent / "examples" / "data" / "hand_kept_log.xlsx"
BETS: Final[tuple[dict[str, object], ...]] = (
    {"round": 1, "pf": 6, "bf": 7, "bet": "Banker", "stake": 20},
    {"round": 2, "pf": 9, "bf": 4, "bet": "Player", "stake": 25},
    {"round": 3, "pf": 7, "bf": 7, "bet": "Banker", "stake": 20},
    {"round": 3, "pf": 7, "bf": 7, "bet": "Tie", "stake": 5},
    {"round": 4, "pf": 3, "bf": 7, "pc": 3, "bc": 3, "bet": "Dragon 7", "stake": 5},
    {"round": 5, "pf": 8, "bf": 2, "pc": 2, "bet": "Player Dragon Bonus", "stake": 10},
    {"round": 6, "pf": 6, "bf": 5, "pp": "perfect", "bp": "no", "bet": "Perfect pair", "stake": 2.5},
    {"round": 7, "pf": 2, "bf": 6, "bet": "Banker", "stake": 30, "terms": "banker-6-half"},
    {"round": 8, "pf": 1, "bf": 8, "bet": "Player", "stake": 12.5},
    {"round": 9, "pf": 4, "bf": 7, "bet": "Dragon 7", "stake": 5},
)


def take_settlement(soffice: Soffice, folder: Path) -> bytes:
    """The sheet with some bets; the last one cannot be settled by what is known."""
    from baccarat_xl.ledger.build import build_settlement

    path = folder / "bets.xlsx"
    build_settlement(path, rows=12, terms="commission-5", typed=BETS)
    book = openpyxl.load_workbook(path)
    _without_footer(book["Settlement"])
    book.save(path)
    return rendered(soffice, path)


def take_findings(soffice: Soffice, folder: Path) -> bytes:
    """The findings of the example log, without the columns that every row has alike."""
    from baccarat_xl.audit.engine import check
    from baccarat_xl.report.book import to_xlsx

    path = folder / "findings.xlsx"
    path.write_bytes(to_xlsx(check([LOG])))
    book = openpyxl.load_workbook(path)
    sheet: Any = book["Findings"]
    for letter in "BCE":
        sheet.column_dimensions[letter].hidden = True
    _without_footer(sheet)
    book.save(path)
    return rendered(soffice, path)


def take_drill(soffice: Soffice, folder: Path) -> bytes:
    """The first questions of a drill, most of them answered, some of them wrongly."""
    from baccarat_xl.drill.build import FIRST_ROW, build_drill

    path = folder / "drill.xlsx"
    asked = build_drill(path, seed=2, count=12)
    book = openpyxl.load_workbook(path)
    sheet: Any = book["Drill"]
    for row, question in enumerate(asked[:9], FIRST_ROW):
        for column, answer in zip("FGH", question.answers, strict=True):
            sheet[f"{column}{row}"] = answer
    for place, mistaken in (("G9", 1), ("F12", 0), ("G14", 1)):
        sheet[place] = {"draws": "stands", "stands": "draws"}[
            asked[int(place[1:]) - FIRST_ROW].answers[mistaken]
        ]
    _without_footer(sheet)
    book.save(path)
    return rendered(soffice, path)


def take_report(_soffice: Soffice, folder: Path) -> bytes:
    """The first screen of the page for the example log."""
    from baccarat_xl.audit.engine import check
    from baccarat_xl.report.page.page import to_html

    page, out = folder / "report.html", folder / "report.png"
    with chdir(LOG.parent):
        page.write_text(to_html(check([LOG.name])), encoding="utf-8")
    command = ["chromium", "--headless", "--no-sandbox", "--hide-scrollbars", "--window-size=1100,1000"]
    subprocess.run([*command, f"--screenshot={out}", page.as_uri()], check=True, capture_output=True)
    return out.read_bytes()


def _without_footer(sheet: Any) -> None:
    """The picture ends where the cells end."""
    sheet.oddFooter.left.text = sheet.oddFooter.right.text = ""


TAKES: Final[dict[str, Take]] = {
    "drill": take_drill,
    "findings": take_findings,
    "report": take_report,
    "settlement": take_settlement,
}


if __name__ == "__main__":
    take(TAKES)
