"""From the printed steps to a right answer in a cell of Calc, with the add-in."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest

from baccarat_xl.functions.library import FUNCTIONS
from tests.conftest import Soffice
from tests.functions.calc_typed import typed_in_calc
from tests.functions.libreoffice.conftest import _as_a_user
from tests.functions.newcomer import printed

pytestmark = pytest.mark.libreoffice


def test_the_printed_steps_lead_to_the_answer(
    soffice: Soffice, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """unopkg as printed, the functions in the wizard, the printed formula typed."""
    told = printed("libreoffice", tmp_path / "written", capsys)
    program, *rest = shlex.split(told.command("unopkg add"))
    assert told.file(rest[-1])
    unopkg = shutil.which(program) or str(Path(soffice.program).resolve().with_name(program))
    if not Path(unopkg).exists():
        pytest.skip("LibreOffice's unopkg was not found")
    profile = told.folder / "profile"
    done = _as_a_user([unopkg, *rest, f"-env:UserInstallation={profile.as_uri()}"], told.folder)
    assert done.returncode == 0, f"{done.stdout} {done.stderr}"
    work = tmp_path / "work"
    work.mkdir()
    typed = typed_in_calc(Soffice(soffice.program, profile, work), *told.formulas)
    assert {function.name for function in FUNCTIONS} <= set(typed.listed)
    assert typed.shown == [told.shown]
