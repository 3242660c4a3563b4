"""A Python process of our own beside this one: started so that it finds what this one found, and no more.

The current folder is no place to import from (``-P``): it may be where files of strangers lie, and one of
them may be called ``numpy.py``.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

STEP: Final = 0.5
START: Final = """\
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from importlib import import_module
import_module(sys.argv[2]).serve()
"""


class TooLong(Exception):
    """The process was ended because its time was up."""


class TooLarge(Exception):
    """The process was ended because it took more memory than it may."""


def command(module: str) -> Sequence[str]:
    """What starts ``serve()`` of a module of this package, which reads stdin and writes stdout."""
    root = str(Path(__file__).resolve().parent.parent)
    places = list(dict.fromkeys(str(Path(place)) for place in sys.path if place))
    if root not in places:
        places.insert(0, root)
    return [sys.executable, "-P", "-c", START, json.dumps(places), module]


def run(module: str, task: bytes, seconds: float, memory: int) -> tuple[int, bytes]:
    """(exit code, what it wrote). The process's own words on stderr are dropped.

    Raises TooLong, TooLarge, and OSError where no process can be started.
    """
    with subprocess.Popen(
        command(module), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as worker:
        try:
            answer = _talked(worker, task, seconds, memory)
            return worker.returncode, answer
        except BaseException:
            worker.kill()
            raise


def _talked(worker: subprocess.Popen[bytes], task: bytes, seconds: float, memory: int) -> bytes:
    end = time.monotonic() + seconds
    waiting: bytes | None = task
    while True:
        try:
            return worker.communicate(waiting, timeout=STEP)[0]
        except subprocess.TimeoutExpired:
            waiting = None  # what is left of it is sent all the same
            if time.monotonic() > end:
                raise TooLong from None
            if _resident(worker.pid) > memory:
                raise TooLarge from None


def _resident(pid: int) -> int:
    """Bytes in memory, on the one system whose kernel does not hold a process to a limit; elsewhere 0."""
    if sys.platform != "darwin":
        return 0
    with contextlib.suppress(OSError, ValueError, subprocess.SubprocessError):
        said = subprocess.run(
            ["/bin/ps", "-o", "rss=", "-p", str(pid)], capture_output=True, timeout=5, check=False
        )
        return int(said.stdout) * 1024
    return 0


def limit(memory: int, seconds: float) -> None:
    """Hold this process to so many bytes and so many seconds of work, as far as the system can."""
    if sys.platform == "win32":
        _limit_by_job(memory)
        return
    import resource

    for name, amount in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, int(seconds) + 5),
        (resource.RLIMIT_CORE, 0),
    ):
        with contextlib.suppress(ValueError, OSError):
            _, hard = resource.getrlimit(name)
            amount = amount if hard == resource.RLIM_INFINITY else min(amount, hard)
            resource.setrlimit(name, (amount, hard))


def _limit_by_job(memory: int) -> None:
    """Windows: a job object that holds this process alone."""
    import ctypes

    process_memory = 0x100

    class Limits(ctypes.Structure):
        _fields_ = (
            ("times", ctypes.c_int64 * 2),
            ("flags", ctypes.c_uint32),
            ("sets", ctypes.c_size_t * 2),
            ("active", ctypes.c_uint32),
            ("affinity", ctypes.c_size_t),
            ("priority", ctypes.c_uint32 * 2),
            ("counters", ctypes.c_uint64 * 6),
            ("process", ctypes.c_size_t),
            ("job", ctypes.c_size_t),
            ("peaks", ctypes.c_size_t * 2),
        )

    with contextlib.suppress(OSError, AttributeError):
        kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined]
        kernel.CreateJobObjectW.restype = ctypes.c_void_p
        kernel.GetCurrentProcess.restype = ctypes.c_void_p
        job = ctypes.c_void_p(kernel.CreateJobObjectW(None, None))
        limits = Limits(flags=process_memory, process=memory)
        kernel.SetInformationJobObject(job, 9, ctypes.byref(limits), ctypes.sizeof(limits))
        kernel.AssignProcessToJobObject(job, ctypes.c_void_p(kernel.GetCurrentProcess()))
