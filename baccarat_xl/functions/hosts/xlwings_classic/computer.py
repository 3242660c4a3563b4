"""What a diagnosis asks of the computer: programs, other Pythons, Excel's settings in the registry."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

SECURITY: Final = (
    r"Software\Policies\Microsoft\Office\16.0\Excel\Security",
    r"Software\Microsoft\Office\16.0\Excel\Security",
)
"""Where Excel 2016 and later keep their trust settings: what an administrator decided comes first."""
_PROBE: Final = """
import importlib.util, json, sys
from importlib.metadata import PackageNotFoundError, version
asked = json.loads(sys.argv[1])
sys.path[:0] = asked["folders"]
def there(name):
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False
def release(name):
    try:
        return version(name)
    except PackageNotFoundError:
        return None
print(json.dumps({
    "versions": {name: release(name) for name in asked["packages"]},
    "modules": {name: there(name) for name in asked["modules"]},
}))
"""


@dataclass(frozen=True, slots=True)
class Answer:
    """What another Python said: versions of packages (None where missing), and whether modules are found."""

    versions: dict[str, str | None]
    modules: dict[str, bool]


def ask(
    python: str, packages: Sequence[str], modules: Sequence[str], folders: Sequence[str]
) -> Answer | None:
    """Start a Python and ask for packages and modules; ``folders`` stand first on its path."""
    asked = json.dumps({"packages": list(packages), "modules": list(modules), "folders": list(folders)})
    try:
        done = subprocess.run(
            [python, "-c", _PROBE, asked], capture_output=True, text=True, timeout=60, check=True
        )
        said = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return Answer(said["versions"], said["modules"])


def read_registry(key: str, name: str) -> int | None:
    """A number in the registry of this user; None where it is not set, and elsewhere than on Windows."""
    try:
        import winreg
    except ImportError:  # not on Windows
        return None
    windows: Any = winreg
    try:
        with windows.OpenKey(windows.HKEY_CURRENT_USER, key) as opened:
            value = windows.QueryValueEx(opened, name)[0]
    except OSError:
        return None
    return value if isinstance(value, int) else None


def is_downloaded(path: Path) -> bool:
    """Whether Windows keeps a note beside the file that it came from the internet."""
    if sys.platform != "win32":
        return False
    try:
        zone = Path(f"{path}:Zone.Identifier").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return "ZoneId=3" in zone or "ZoneId=4" in zone


@dataclass(frozen=True, slots=True)
class Computer:
    """The computer as the diagnosis sees it; tests put in another.

    user_settings   the settings that xlwings' ribbon writes; start_folder: Excel's XLSTART, or None
    which           finds a program on the path; registry: a number under a key of the user, or None
    ask             starts a Python and asks it; None where it does not start
    downloaded      whether Windows marks a file as come from the internet
    """

    platform: str = sys.platform
    executable: str = sys.executable
    user_settings: Path = field(default_factory=lambda: Path.home() / ".xlwings" / "xlwings.conf")
    start_folder: Path | None = None
    which: Callable[[str], str | None] = shutil.which
    registry: Callable[[str, str], int | None] = read_registry
    ask: Callable[[str, Sequence[str], Sequence[str], Sequence[str]], Answer | None] = ask
    downloaded: Callable[[Path], bool] = is_downloaded

    def security(self, name: str) -> int | None:
        """One of Excel's trust settings, or None where nobody has set it."""
        found = (self.registry(key, name) for key in SECURITY)
        return next((number for number in found if number is not None), None)


def this_computer() -> Computer:
    """The one that this runs on."""
    data = os.environ.get("APPDATA")
    return Computer(start_folder=Path(data) / "Microsoft" / "Excel" / "XLSTART" if data else None)
