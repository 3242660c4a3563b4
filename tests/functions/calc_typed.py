"""Formulas typed into Calc, as a user types them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple
from uuid import uuid4

import pytest

from tests.conftest import REQUIRED, Soffice
from tests.functions.libreoffice.calc_sheet import computed, formula, sheet, write
from tests.functions.newcomer import as_shown

_SCRIPT: Final = Path(__file__).with_name("type_in_calc.py")


class Typed(NamedTuple):
    """What each cell shows, and the functions that the Function Wizard lists under Add-in."""

    shown: list[str]
    listed: list[str]


def typed_in_calc(soffice: Soffice, *formulas: str) -> Typed:
    """Each formula is entered into a cell of a new sheet; then a sheet with what Calc understood is shown.

    Calc gives a cell the look of its answer (FALSE, not 0) when it is typed in a window or when a file is
    loaded, not when a program puts it there; so what is shown is asked of a file.
    """
    pipe = f"baccarat{uuid4().hex}"
    options = ["--headless", "--norestore", f"--accept=pipe,name={pipe};urp"]
    python = _python_with_uno(soffice.program)
    office = subprocess.Popen(
        [soffice.program, f"-env:UserInstallation={soffice.profile.as_uri()}", *options],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        done = subprocess.run(
            [python, str(_SCRIPT), pipe],
            input=json.dumps(formulas), capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-2000:]
        office.wait(timeout=60)
    finally:
        office.kill()
    told = json.loads(done.stdout)
    assert [cell["error"] for cell in told["entered"]] == [0] * len(formulas), told["entered"]
    rows = [[formula(cell["formula"].removeprefix("="))] for cell in told["entered"]]
    (shown,) = computed(soffice, write(soffice.work / "typed.fods", [sheet("Typed", rows)])).values()
    return Typed([as_shown(row[0]) for row in shown], told["listed"])


@cache
def _python_with_uno(program: str) -> str:
    """A Python that can talk to LibreOffice: its own, or the system's."""
    beside = Path(program).resolve().parent
    places = [*beside.glob("python.exe"), *beside.glob("python"), "/usr/bin/python3", shutil.which("python3")]
    for place in filter(None, places):
        command = [str(place), "-c", "import uno"]
        if Path(place).exists() and not subprocess.run(command, capture_output=True, check=False).returncode:
            return str(place)
    reason = "no Python here knows LibreOffice: on Debian and Ubuntu install python3-uno"
    if os.environ.get(REQUIRED) == "1":
        pytest.fail(f"{reason}; {REQUIRED}=1 says that it must be there")
    pytest.skip(reason)
