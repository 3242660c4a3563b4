"""Killed at any instant, and with no room left: the input and an earlier output stay whole."""

from __future__ import annotations

import hashlib
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from baccarat_xl.audit.engine import Options, check
from baccarat_xl.giveback.annotate import annotate
from baccarat_xl.giveback.fix import fix
from baccarat_xl.giveback.undo import undo

TIMES = 24
LONGEST = 0.08
ROOM = 4_000
FULL = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
from baccarat_xl.cli import main
sys.exit(main(sys.argv[2:]))
"""


def killed(work: object, seconds: float) -> None:
    """Run ``work`` over and over in a process of its own, and kill it after so long."""
    child = os.fork()
    if child == 0:
        try:
            while True:
                work()  # type: ignore[operator]
        finally:
            os._exit(1)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked and killed here, which takes POSIX")
@pytest.mark.parametrize("what", ["annotate", "fix"])
def test_killed_at_any_instant(made: dict[str, Path], tmp_path: Path, what: str) -> None:
    path, out, back = tmp_path / "log.xlsx", tmp_path / "out.xlsx", tmp_path / "back.xlsx"
    before = made["XlsxWriter, rich"].read_bytes()
    path.write_bytes(before)
    result = check([path])
    works = {
        "annotate": lambda: annotate(path, result, out),
        "fix": lambda: fix(path, result.findings, Options(), out),
    }
    works[what]()
    whole = {hashlib.sha256(out.read_bytes()).digest()}
    chance = random.Random(7)
    for _ in range(TIMES):
        killed(works[what], chance.uniform(0, LONGEST))
        assert path.read_bytes() == before
        assert hashlib.sha256(out.read_bytes()).digest() in whole
        if what == "annotate":
            undo(out, back)
            assert back.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="a limit on files' sizes takes POSIX")
@pytest.mark.parametrize("command", [["check", "{}", "--annotate", "{out}"], ["fix", "{}", "-o", "{out}"]])
def test_no_room_left(made: dict[str, Path], tmp_path: Path, command: list[str]) -> None:
    path, out = tmp_path / "log.xlsx", tmp_path / "out.xlsx"
    path.write_bytes(made["XlsxWriter, rich"].read_bytes())
    out.write_bytes(b"an earlier output")
    arguments = [part.format(path, out=out) for part in command]
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(ROOM), *arguments, "--force"],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == 3, done.stderr
    assert "Traceback" not in done.stderr
    assert out.read_bytes() == b"an earlier output"
    assert path.read_bytes() == made["XlsxWriter, rich"].read_bytes()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["log.xlsx", "out.xlsx"]


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may write into any folder"
)
def test_a_folder_that_takes_nothing(made: dict[str, Path], tmp_path: Path) -> None:
    from baccarat_xl.errors import OutputError

    closed = tmp_path / "closed"
    closed.mkdir()
    closed.chmod(0o500)
    path = made["XlsxWriter"]
    with pytest.raises(OutputError, match="could not be written"):
        annotate(path, check([path]), closed / "out.xlsx")
