"""Killed at any instant, with no room left, into folders and over files that take nothing: the input and an
earlier output stay whole, whatever command was writing."""

from __future__ import annotations

import errno
import hashlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from baccarat_xl.cli import main
from tests.giveback.own_templates import own_template, rounds_to_fill

TIMES = 16
LONGEST = 0.12
ROOM = 200
FULL = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
from baccarat_xl.cli import main
sys.exit(main(sys.argv[2:]))
"""
COMMANDS = {
    "annotate": ["check", "log.xlsx", "--annotate", "out.xlsx", "--force"],
    "annotate .ods": ["check", "log.ods", "--annotate", "out.ods", "--force"],
    "fix": ["fix", "log.xlsx", "-o", "out.xlsx", "--force"],
    "fix .ods": ["fix", "log.ods", "-o", "out.ods", "--force"],
    "fill": ["fill", "own.xlsx", "rounds.csv", "-o", "out.xlsx", "--force"],
    "undo": ["undo", "copy.xlsx", "-o", "out.xlsx", "--force"],
    "baseline": ["check", "log.xlsx", "--write-baseline", "out.json"],
    "report": ["check", "log.xlsx", "--format", "json", "-o", "out.json", "--force"],
}
every_command = pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS.keys())
forked = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="processes are forked and killed here, which takes POSIX"
)


@pytest.fixture
def folder(made: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The inputs of all commands in the current folder."""
    from tests.giveback.open_documents import by_hand

    (tmp_path / "log.xlsx").write_bytes(made["XlsxWriter, rich"].read_bytes())
    by_hand(tmp_path / "log.ods")
    own_template(made["XlsxWriter, rich"], tmp_path / "own.xlsx")
    rounds_to_fill(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert quietly("check", "log.xlsx", "--annotate", "copy.xlsx") == 1
    return tmp_path


def quietly(*arguments: str) -> int:
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        return int(main(list(arguments)))


def said_of(*arguments: str) -> tuple[int, str]:
    err = StringIO()
    with redirect_stdout(StringIO()), redirect_stderr(err):
        return int(main(list(arguments))), err.getvalue()


def output_of(command: list[str]) -> Path:
    return Path(next(word for word in command if word.startswith("out.")))


def whole(folder: Path, *but: str) -> dict[str, bytes]:
    """Every file's digest."""
    return {
        one.name: hashlib.sha256(one.read_bytes()).digest()
        for one in folder.iterdir()
        if one.is_file() and one.name not in but and not one.name.endswith(".part")
    }


# ---------------------------------------------------------------------- killed
def killed(work: Callable[[], object], seconds: float) -> None:
    """Run ``work`` over and over in a process of its own, and kill it after so long."""
    child = os.fork()
    if child == 0:
        try:
            while True:
                work()
        finally:
            os._exit(1)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


@forked
@every_command
def test_killed_at_any_instant(folder: Path, command: list[str]) -> None:
    quietly(*command)
    before = whole(folder)
    assert output_of(command).name in before
    chance = random.Random(7)
    for _ in range(TIMES):
        killed(lambda: quietly(*command), chance.uniform(0, LONGEST))
        assert whole(folder) == before


@forked
def test_killed_while_it_repairs_in_place(folder: Path) -> None:
    path, backup = folder / "log.xlsx", folder / "log.xlsx.bak"
    before = path.read_bytes()
    quietly("fix", "log.xlsx", "-o", "after.xlsx")
    after = (folder / "after.xlsx").read_bytes()
    assert after != before

    def again() -> None:
        quietly("fix", "log.xlsx", "--in-place")
        if backup.exists():
            backup.replace(path)

    chance = random.Random(7)
    for _ in range(TIMES):
        killed(again, chance.uniform(0, 3 * LONGEST))
        assert path.read_bytes() in (before, after)
        if path.read_bytes() == after:
            assert backup.read_bytes() == before
        path.write_bytes(before)
        for one in folder.glob("log.xlsx.bak*"):
            one.unlink()


# ---------------------------------------------------------------------- no room, no right, no turn
@pytest.mark.skipif(sys.platform == "win32", reason="a limit on files' sizes takes POSIX")
@every_command
def test_no_room_left(folder: Path, command: list[str]) -> None:
    out = folder / output_of(command)
    quietly(*command)
    before = whole(folder)
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(ROOM), *command],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert done.returncode == 3, done.stderr
    assert "Traceback" not in done.stderr
    assert whole(folder) == before
    assert out.exists()
    assert not list(folder.glob(".*.part"))


@every_command
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EDQUOT])
def test_the_disk_gives_up(
    folder: Path, command: list[str], number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    quietly(*command)
    before = whole(folder)

    def full(_: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", full)
    code, said = said_of(*command)
    assert code == 3
    assert f"{output_of(command)} could not be written: {os.strerror(number)}" in said
    assert whole(folder) == before
    assert not list(folder.glob(".*.part"))


@every_command
def test_the_output_is_open_in_another_program(
    folder: Path, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where an open file cannot be replaced, as on Windows."""
    quietly(*command)
    before = whole(folder)

    def held(self: Path, target: object) -> Path:
        raise PermissionError(errno.EACCES, "used by another process", str(self))

    monkeypatch.setattr(Path, "replace", held)
    code, said = said_of(*command)
    assert code == 3
    assert "could not be written: used by another process" in said
    assert whole(folder) == before
    assert not list(folder.glob(".*.part"))


@every_command
def test_somebody_reads_the_earlier_output(folder: Path, command: list[str]) -> None:
    """Where an open file can be replaced, its reader keeps what it opened."""
    if sys.platform == "win32":
        pytest.skip("Windows replaces no open file")
    out = folder / output_of(command)
    earlier = b"an earlier output"
    if "--write-baseline" in command:
        quietly(*command)
        earlier = out.read_bytes()
    else:
        out.write_bytes(earlier)
    with out.open("rb") as reader:
        assert quietly(*command) < 2
        assert reader.read() == earlier
    assert out.stat().st_size
    if "--write-baseline" not in command:
        assert out.read_bytes() != earlier


def test_the_input_is_held_by_another_program(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = Path.open

    def held(self: Path, *arguments: object, **more: object) -> object:
        if self.name == "log.xlsx":
            raise PermissionError(errno.EACCES, "Permission denied", str(self))
        return own(self, *arguments, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", held)
    before = {one.name for one in folder.iterdir()}
    for name in ("annotate", "fix", "baseline"):
        code, _ = said_of(*COMMANDS[name])
        assert code == 3
    after = {one.name for one in folder.iterdir()}
    assert after - before <= {"out.json"}


@pytest.fixture
def open_folder(folder: Path) -> Iterator[Path]:
    """The inputs where every user may read them."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        place.chmod(0o755)
        for one in folder.iterdir():
            (place / one.name).write_bytes(one.read_bytes())
        yield place


@forked
@every_command
def test_a_folder_that_takes_nothing(open_folder: Path, command: list[str]) -> None:
    """As a user who may not write there."""
    os.chdir(open_folder)
    quietly(*command)
    (open_folder / output_of(command)).unlink()
    before = whole(open_folder)
    open_folder.chmod(0o555)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if os.geteuid() == 0:
                os.setegid(65534)
                os.seteuid(65534)
            code, said = said_of(*command)
            os.write(writing, f"{code} {said}".encode())
        finally:
            os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with os.fdopen(reading, "rb") as stream:
        answer = stream.read().decode()
    open_folder.chmod(0o755)
    assert answer.startswith("3 "), answer
    assert f"{output_of(command)} could not be written" in answer
    assert whole(open_folder) == before
