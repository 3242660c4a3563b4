"""Calc with the add-in installed, as a user installs it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from baccarat_xl.cli import main
from baccarat_xl.cli.exit_codes import Exit
from tests.conftest import REQUIRED, Soffice

_NOBODY = 65534


def _lacking(reason: str) -> None:
    if os.environ.get(REQUIRED) == "1":
        pytest.fail(f"{reason}, and {REQUIRED}=1 says that it must be there")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def calc(soffice: Soffice, tmp_path_factory: pytest.TempPathFactory) -> Soffice:
    """LibreOffice with a profile of its own in which ``unopkg add`` has installed the add-in."""
    unopkg = shutil.which("unopkg") or str(Path(soffice.program).resolve().with_name("unopkg"))
    if not Path(unopkg).exists():
        _lacking("LibreOffice's unopkg was not found")
    loader = Path(soffice.program).resolve().with_name("pythonloader.py")
    if sys.platform == "linux" and not loader.exists():
        _lacking("LibreOffice has no Python here: the system's package python3-uno is not installed")
    folder = tmp_path_factory.mktemp("calc")
    assert main(["addin", "libreoffice", "-o", str(folder)]) == Exit.CLEAN
    profile = folder / "profile"
    shutil.copytree(soffice.profile / "user", profile / "user", ignore=shutil.ignore_patterns("uno_packages"))
    command = [unopkg, "add", str(folder / "baccarat_xl.oxt"), f"-env:UserInstallation={profile.as_uri()}"]
    done = _as_a_user(command, folder)
    assert done.returncode == 0, f"{done.stdout} {done.stderr}"
    work = folder / "converted"
    work.mkdir()
    return Soffice(soffice.program, profile, work)


def _as_a_user(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run it; unopkg refuses the administrator, who then becomes nobody in particular."""
    if getattr(os, "geteuid", lambda: 1)() == 0:
        setpriv = shutil.which("setpriv")
        if setpriv is None:
            _lacking("unopkg refuses the administrator, and setpriv to become another user was not found")
        for path in (folder, *folder.rglob("*")):
            os.chown(path, _NOBODY, _NOBODY)
        for path in folder.parents:
            if path.stat().st_mode & 0o001 == 0:
                path.chmod(path.stat().st_mode | 0o011)
        command = [str(setpriv), f"--reuid={_NOBODY}", f"--regid={_NOBODY}", "--clear-groups", *command]
    environment = {**os.environ, "HOME": str(folder), "PWD": str(folder)}
    environment.pop("OLDPWD", None)
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, env=environment, timeout=300, check=False
    )
