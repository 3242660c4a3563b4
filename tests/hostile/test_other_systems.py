"""What is done on Windows and macOS, by stand-ins for what only they have: nothing is called there that they
lack, and a process of its own is held to its limits by what they offer."""

from __future__ import annotations

import ctypes
import os
import pkgutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import baccarat_xl
from baccarat_xl import child

ROOT = Path(__file__).parents[2]
ROOMS = ("workbook", "giveback", "inspection", "config", "audit", "report", "layout", "templates", "cli")
POSIX_ONLY = ("resource", "fcntl", "pwd", "grp", "termios", "tty", "pty", "posix_ipc", "crypt", "syslog")
OF_POSIX = ("fork", "getuid", "geteuid", "getgid", "getpgid", "killpg", "setsid", "nice", "chown", "mkfifo")
WITHOUT = """
import ctypes, importlib, json, os, signal, subprocess, sys, tempfile, threading, zipfile
import click, numpy, openpyxl, python_calamine, xlsxwriter
names, modules, missing, book = json.loads(sys.argv[1])
for name in names:
    sys.modules[name] = None
for name in missing:
    if hasattr(os, name):
        delattr(os, name)
for name in ("SIGKILL", "SIGXFSZ", "SIGALRM", "SIGHUP"):
    if hasattr(signal, name):
        delattr(signal, name)
for module in modules:
    importlib.import_module(module)
from baccarat_xl.cli import main
sys.exit(main(["check", book, "--format", "json"]))
"""


def modules_of(rooms: tuple[str, ...]) -> list[str]:
    """Every module of these rooms."""
    found = pkgutil.walk_packages(baccarat_xl.__path__, "baccarat_xl.")
    names = [one.name for one in found if one.name.split(".")[1] in (*rooms, "child", "pause", "errors")]
    assert len(names) > 100
    return names


def test_no_import_and_no_check_takes_what_only_posix_has() -> None:
    import json

    book = Path(__file__).parent / "seeds" / "xlsxwriter.xlsx"
    task = json.dumps([POSIX_ONLY, modules_of(ROOMS), OF_POSIX, str(book)])
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, task],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode in (0, 1), done.stderr[-2000:]
    assert json.loads(done.stdout)["summary"]["rounds"] > 0


def test_a_job_holds_the_process_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[str, tuple[Any, ...]]] = []

    def kept(name: str, answer: object) -> Any:
        def call(*arguments: Any) -> object:
            if name == "SetInformationJobObject":
                pointed = arguments[2]._obj
                arguments = (*arguments[:2], bytes(pointed), arguments[3])
            calls.append((name, arguments))
            return answer

        return _Call(call)

    kernel = SimpleNamespace(
        **{
            name: kept(name, answer)
            for name, answer in (
                ("CreateJobObjectW", 77),
                ("GetCurrentProcess", 88),
                ("SetInformationJobObject", 1),
                ("AssignProcessToJobObject", 1),
            )
        }
    )
    monkeypatch.setattr(ctypes, "WinDLL", lambda _: kernel, raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    child.limit(3 << 30, 180.0)
    named = dict(calls)
    assert [name for name, _ in calls][-1] == "AssignProcessToJobObject"
    job, kind, data, size = named["SetInformationJobObject"]
    assert (job.value, kind, size) == (77, 9, 144)
    flags, memory = data[16:20], data[112:120]
    assert int.from_bytes(flags, "little") == 0x100
    assert int.from_bytes(memory, "little") == 3 << 30
    assert [one.value for one in named["AssignProcessToJobObject"]] == [77, 88]


class _Call:
    """A function of a library, which takes a ``restype``."""

    restype: Any = None

    def __init__(self, call: Any) -> None:
        self._call = call

    def __call__(self, *arguments: Any) -> Any:
        return self._call(*arguments)


def test_windows_without_jobs_goes_without(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_: str) -> object:
        raise OSError("no such library")

    monkeypatch.setattr(ctypes, "WinDLL", none, raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    child.limit(1 << 30, 10.0)


@pytest.mark.parametrize("system", ["linux", "darwin"])
def test_limits_by_the_kernel(monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    """A hard limit is never passed, and one that the kernel does not take is left."""
    taken: dict[int, tuple[int, int]] = {}
    resource = ModuleType("resource")
    known = {"RLIMIT_AS": 1, "RLIMIT_CPU": 2, "RLIMIT_CORE": 3, "RLIM_INFINITY": -1}

    def take(what: int, limits: tuple[int, int]) -> None:
        if what == 1 and system == "darwin":
            raise ValueError("current limit exceeds maximum limit")
        taken[what] = limits

    for name, number in known.items():
        setattr(resource, name, number)
    resource.getrlimit = lambda what: (-1, 100 if what == 2 else -1)  # type: ignore[attr-defined]
    resource.setrlimit = take  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "resource", resource)
    monkeypatch.setattr(sys, "platform", system)
    child.limit(3 << 30, 180.0)
    assert taken.pop(1, None) == (None if system == "darwin" else (3 << 30, -1))
    assert taken == {2: (100, 100), 3: (0, -1)}


def test_memory_is_watched_where_the_kernel_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[list[str]] = []

    def ps(command: list[str], **_: object) -> SimpleNamespace:
        said.append(command)
        return SimpleNamespace(stdout=b" 2048\n")

    monkeypatch.setattr(child.subprocess, "run", ps)
    for system, size in (("darwin", 2 << 20), ("linux", 0), ("win32", 0)):
        monkeypatch.setattr(sys, "platform", system)
        assert child._resident(4711) == size
    assert said == [["/bin/ps", "-o", "rss=", "-p", "4711"]]
    monkeypatch.setattr(sys, "platform", "darwin")
    for broken in (b"", b"no such process\n"):
        monkeypatch.setattr(
            child.subprocess, "run", lambda *_, _said=broken, **__: SimpleNamespace(stdout=_said)
        )
        assert child._resident(4711) == 0

    def lost(*_: object, **__: object) -> None:
        raise FileNotFoundError("/bin/ps")

    monkeypatch.setattr(child.subprocess, "run", lost)
    assert child._resident(4711) == 0


def test_a_process_that_grows_is_ended_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sleeper.py").write_text("def serve():\n    import time; time.sleep(60)\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(child, "_resident", lambda _: 5 << 30)
    with pytest.raises(child.TooLarge):
        child.run("sleeper", b"", 60.0, 3 << 30)
