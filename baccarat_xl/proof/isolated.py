"""Formulas that could take a process down, evaluated in one of their own, with a time and a memory limit."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from baccarat_xl.proof.undecided import Undecided

if TYPE_CHECKING:
    from baccarat_xl.proof.engine import Sweeper
    from baccarat_xl.proof.surroundings import Value
    from baccarat_xl.proof.text import Formula

MEMORY: Final = 2 << 30


def sweep_apart(
    sweeper: Sweeper,
    read: Sequence[Formula],
    helpers: dict[str, Formula],
    states: Sequence[Sequence[Value]],
    at: str | None,
) -> list[list[Any]]:
    """`Sweeper.sweep_here` in a process of its own. Raises Undecided when that ends or takes too long."""
    task = pickle.dumps((sweeper, read, helpers, states, at))
    command = [sys.executable, "-m", "baccarat_xl.proof.isolated"]
    try:
        done = subprocess.run(
            command, input=task, capture_output=True, timeout=sweeper.seconds + 10, check=False
        )
    except subprocess.TimeoutExpired:
        raise Undecided(f"it takes longer than {sweeper.seconds:g} seconds") from None
    except OSError as error:
        raise Undecided(f"no process could be started to evaluate it in: {error.strerror}") from None
    if done.returncode or not done.stdout:
        raise Undecided("the evaluator broke down over it")
    # What comes back was pickled by our own code in our own child: no foreign data is unpickled.
    result = pickle.loads(done.stdout)
    if isinstance(result, Undecided):
        raise result
    answers: list[list[Any]] = result
    return answers


def _serve() -> None:
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    except (ImportError, ValueError, OSError):
        pass  # no such limit on this system: the time limit is left
    sweeper, read, helpers, states, at = pickle.loads(sys.stdin.buffer.read())
    try:
        result: Any = sweeper.sweep_here(read, helpers, states, at)
    except Undecided as reason:
        result = reason
    sys.stdout.buffer.write(pickle.dumps(result))


if __name__ == "__main__":
    _serve()
