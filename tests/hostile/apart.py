"""Command lines tried in a process beside this one, which may hang or break down without harm.

python tests/hostile/apart.py        the process itself: a line of JSON in, a line of JSON out
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Queue
from typing import IO, Any, Final

ROOT: Final = Path(__file__).parent.parent.parent
MEMORY: Final = 4 << 30
FAULT: Final = 5


@dataclass(frozen=True)
class Answer:
    """What one command line came to. code: its exit code; None where the process hung or broke down, and
    ``err`` then says which."""

    code: int | None
    out: str = ""
    err: str = ""
    seconds: float = 0.0

    @property
    def failed(self) -> bool:
        """Anything that a user would call a crash."""
        return self.code in (None, FAULT) or "Traceback" in self.err


class Apart:
    """The process, started anew whenever it had to be ended."""

    def __init__(self, seconds: float = 60.0) -> None:
        self.seconds = seconds
        self._worker: subprocess.Popen[str] | None = None

    def __enter__(self) -> Apart:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def call(self, *arguments: str) -> Answer:
        """What `baccarat-xl` with these arguments comes to."""
        worker = self._started()
        assert worker.stdin is not None
        try:
            worker.stdin.write(json.dumps(arguments) + "\n")
            worker.stdin.flush()
            line = self._answers.get(timeout=self.seconds)
        except Empty:
            self._end()
            return Answer(None, err=f"hung: more than {self.seconds:g} seconds")
        except OSError:
            line = None
        if line is None:
            code = worker.wait(timeout=10)
            self._noise.seek(0)
            last = self._noise.read().decode("utf-8", "replace").strip()[-300:]
            self._end()
            return Answer(None, err=f"broke down ({code}): {last}")
        return Answer(**json.loads(line))

    def _started(self) -> subprocess.Popen[str]:
        if self._worker is None:
            paths = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
            self._noise = tempfile.TemporaryFile()  # noqa: SIM115
            self._worker = subprocess.Popen(
                [sys.executable, __file__],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._noise,
                text=True,
                encoding="utf-8",
                env={**os.environ, "PYTHONPATH": paths, "PYTHONUTF8": "1"},
            )
            self._answers: Queue[str | None] = Queue()
            threading.Thread(target=_listen, args=(self._worker.stdout, self._answers), daemon=True).start()
        return self._worker

    def _end(self) -> None:
        if self._worker is not None:
            self._worker.kill()
            self._worker.communicate()
            self._noise.close()
            self._worker = None


def _listen(stream: IO[str], answers: Queue[str | None]) -> None:
    with contextlib.suppress(ValueError):  # closed under us when the process was ended
        for line in stream:
            answers.put(line)
    answers.put(None)


# ---------------------------------------------------------------------- in the process beside
def serve(lines: IO[str], out: IO[str]) -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for line in lines:
        out.write(json.dumps(_answer(json.loads(line))) + "\n")
        out.flush()


def _answer(arguments: Sequence[str]) -> dict[str, Any]:
    from baccarat_xl.cli import main

    said, wrong = io.StringIO(), io.StringIO()
    start = time.perf_counter()
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(wrong):
            code = int(main(list(arguments)))
        err = wrong.getvalue()
    except BaseException as error:
        code, err = FAULT, f"Traceback: {type(error).__name__}: {error}"
    seconds = round(time.perf_counter() - start, 2)
    return {"code": code, "out": said.getvalue(), "err": err[-2000:], "seconds": seconds}


if __name__ == "__main__":
    serve(sys.stdin, sys.stdout)
