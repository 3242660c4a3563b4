"""The same states in LibreOffice: laid out as rows of one workbook, computed once, compared."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from baccarat_xl.cell_error import CellError
from baccarat_xl.proof.lay_out import lay_out
from baccarat_xl.proof.question import Question
from baccarat_xl.proof.spelling import opened
from baccarat_xl.proof.undecided import Undecided
from baccarat_xl.proof.verdict import Verdict

_PLACES: Final = (
    "/Applications/LibreOffice.app/Contents/MacOS/soffice",
    "C:/Program Files/LibreOffice/program/soffice.com",
)
_UNKNOWN: Final = ("#NAME?", "Err:508", "Err:509", "Err:511", "Err:504")
SECONDS: Final = 180


def program() -> str | None:
    """Where LibreOffice is, or None."""
    found = shutil.which("soffice") or shutil.which("libreoffice")
    return found or next((place for place in _PLACES if Path(place).exists()), None)


def compared(question: Question, verdict: Verdict) -> Verdict:
    """The verdict with LibreOffice's opinion: undecided where it differs in a judged state."""
    soffice = program()
    if soffice is None:
        return replace(verdict, second_opinion="none: LibreOffice was not found")
    try:
        formula, sweeper, domain, judgement = opened(replace(question, role=verdict.role))
        places = judgement.judged
        rows = [domain.states[place].cells for place in places]
        found = _computed(soffice, lay_out(sweeper, formula, rows))
    except Undecided as reason:
        return replace(verdict, second_opinion=f"none: {reason}")
    if any(value in _UNKNOWN for value in found):
        return replace(verdict, second_opinion="none: LibreOffice does not know everything in the formula")
    differing = [
        place for place, value in zip(places, found, strict=True) if not _same(judgement.found[place], value)
    ]
    if not differing:
        return replace(verdict, second_opinion=f"LibreOffice agrees in all {len(places):,} judged states")
    first = differing[0]
    shown = ", ".join(
        f"{key}={value!r}" for key, value in zip(question.bind, domain.states[first].cells, strict=True)
    )
    reason_ = (
        f"two spreadsheet engines differ in {len(differing):,} states, first where {shown}: "
        f"{judgement.found[first]!r} and, in LibreOffice, {found[places.index(first)]!r}"
    )
    return replace(verdict, verdict="undecided", reason=reason_, second_opinion="LibreOffice differs")


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, CellError):
        return str(other).startswith(("#", "Err:"))
    if one in (None, "") or other in (None, ""):
        return one in (None, "") and other in (None, "")
    if isinstance(one, bool) != isinstance(other, bool):
        return False
    if isinstance(one, str) != isinstance(other, str):
        return False
    return bool(one == other)


def _computed(soffice: str, book: Any) -> Sequence[Any]:
    import openpyxl

    with tempfile.TemporaryDirectory(prefix="baccarat-xl-") as folder:
        home = Path(folder)
        path = home / "states.xlsx"
        book.save(path)
        out = home / "out"
        command = [
            soffice,
            f"-env:UserInstallation={(home / 'profile').as_uri()}",
            "--headless",
            "--norestore",
        ]
        command += ["--convert-to", "xlsx", "--outdir", str(out), str(path)]
        try:
            subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
        except (subprocess.TimeoutExpired, OSError) as error:
            raise Undecided(f"LibreOffice did not answer ({type(error).__name__})") from None
        result = out / "states.xlsx"
        if not result.exists():
            raise Undecided("LibreOffice could not compute the states")
        read: Any = openpyxl.load_workbook(result, data_only=True)
        sheet = read["States_"]
        return [sheet.cell(row, 1).value for row in range(1, sheet.max_row + 1)]
